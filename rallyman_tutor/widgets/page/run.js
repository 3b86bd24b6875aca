// @ts-check
// A run against the clock: the screen before and behind it, and while it goes on the clock in the bar.

import { button, columns, make, pair, quiet, write } from "./dom.js";
import { fill } from "./text.js";

/** @import { RunShown } from "./wire" */
/** @import { Table } from "./table.js" */

const SECONDS_TOLD = [60, 30, 10]; // seconds left that ears hear
const LOOK_AGAIN = 200; // ms after which the figures of the clock are looked at again

/** @param {number} seconds */
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

export class Run {
  /**
   * @param {Table} table
   * @param {AbortSignal} signal
   */
  constructor(table, signal) {
    this.table = table;
    const { words } = table;
    this.score = 0; // that was shown last
    this.seconds = 0;
    this.isOn = false;
    this.minutes = 0; // that were chosen last
    this.time = make("b", { role: "timer", "aria-live": "off" });
    this.right = make("span", { class: "rt-run-right" });
    this.wrong = make("span", { class: "rt-run-wrong", role: "img" });
    this.road = make("i", { "aria-hidden": "true" });
    this.strip = make("div", { class: "rt-run-strip", hidden: true }, this.time, this.right, this.wrong, this.road);
    this.node = make("section", { class: "rt-run", hidden: true, "aria-label": words.run });
    this.countdown = /** @type {Animation | null} */ (null);
    this.looks = 0; // at the clock
    signal.addEventListener("abort", () => this.stop());
  }

  /** Where there is no run, or none that goes on. */
  leave() {
    this.isOn = false;
    this.strip.hidden = true;
    this.stop();
  }

  stop() {
    clearInterval(this.looks);
    this.countdown?.cancel();
    this.countdown = null;
  }

  // -- While it goes on -------------------------------------------------------------------------------------------

  /** @param {RunShown} run */
  showStrip({ left, minutes, score, mistakes, most_mistakes: most }) {
    const { words } = this.table, wasOn = this.isOn;
    this.stop();
    this.isOn = true;
    this.strip.hidden = false;
    write(this.right, `✓ ${score}`);
    this.right.setAttribute("aria-label", fill(words["run-score"], { n: score }));
    write(this.wrong, "×".repeat(mistakes) + "·".repeat(most - mistakes));
    this.wrong.setAttribute("aria-label", fill(words["run-mistakes"], { n: mistakes, of: most }));
    this.saysRight = wasOn && score > this.score;
    this.score = score;
    if (!left) return; // the last mistake has stopped it
    const all = minutes * 60_000;
    this.countdown = this.road.animate(
      [{ transform: `scaleX(${left / all})` }, { transform: "scaleX(0)" }], { duration: left, fill: "forwards" });
    this.countdown.onfinish = () => this.table.send({ do: "time" });
    this.looks = setInterval(() => this.tick(), LOOK_AGAIN);
    this.tick();
  }

  /** The figures of the clock. They follow from the one animation, which nobody but the browser moves. */
  tick() {
    const { countdown } = this;
    if (!countdown || countdown.playState !== "running") return;
    const { duration } = countdown.effect?.getTiming() ?? {};
    const seconds = Math.ceil((Number(duration) - Number(countdown.currentTime ?? 0)) / 1000);
    if (seconds === this.seconds) return;
    this.seconds = seconds;
    write(this.time, clock(Math.max(0, seconds)));
    this.strip.classList.toggle("rt-late", seconds <= SECONDS_TOLD[SECONDS_TOLD.length - 1]);
    if (SECONDS_TOLD.includes(seconds)) this.table.ears.add(fill(this.table.words["run-seconds"], { n: seconds }));
  }

  /** @param {string} text what is said of a question; before it, that the last answer was right */
  before(text) {
    if (!this.saysRight) return text;
    this.saysRight = false;
    return `${fill(this.table.words["run-right"], { n: this.score })} ${text}`;
  }

  // -- Before and behind it ---------------------------------------------------------------------------------------

  /** @param {RunShown} run */
  showScreen({ phase, said, minutes, lengths, name, most_letters: most, missed, scores }) {
    const { table } = this, { words, ids, place } = table, isOver = phase === "over", wasOn = this.isOn;
    this.leave();
    this.minutes ||= minutes;
    const field = make("input", {
      id: ids("runner"), maxlength: most, autocomplete: "off", spellcheck: "false", value: name,
    });
    const choices = lengths.map((length) => {
      const radio = make("input", {
        type: "radio", name: ids("minutes"), checked: length === (wasOn ? minutes : this.minutes),
        onchange: () => { this.minutes = length; },
      });
      return make("label", { class: "rt-check" }, radio, fill(words["run-minutes"], { n: length }));
    });
    const begin = make("button", { type: "submit", class: "rt-primary" }, words[isOver ? "run-again" : "run-start"]);
    const form = make("form", { onsubmit: (event) => this.begin(event, field.value) },
      make("label", { for: ids("runner") }, words["run-name"]), field,
      make("div", { class: "rt-run-lengths", role: "radiogroup", "aria-label": words.run }, ...choices), begin);
    const result = make("p", { class: isOver ? "rt-run-result" : "", tabindex: "-1" }, said);
    this.node.replaceChildren(
      pair(button("rt-small", () => table.go(place.map), words["to-map"])),
      make("h2", {}, words.run), result,
      ...(missed.length ? [make("h3", {}, words["run-missed"]), make("ul", {}, ...missed.map((one) =>
        make("li", {}, button("rt-line", () => table.go(one.at), one.title))))] : []),
      form,
      make("div", { class: "rt-run-scores" }, ...scores.map((list) => this.scores(list))));
    if (isOver) {
      table.say(said);
      result.focus({ preventScroll: true });
    }
  }

  /** @param {RunShown["scores"][number]} list */
  scores({ title, rows, newest }) {
    const { words } = this.table;
    const lines = rows.map((cells, at) => {
      const looks = at === newest ? "rt-mine" : null;
      return make("tr", { class: looks }, ...cells.map((cell, n) => make(n === 1 ? "th" : "td", {}, cell)));
    });
    const table = make("table", {}, columns(words["run-head"]), make("tbody", {}, ...lines));
    return make("section", {}, make("h3", {}, title), rows.length ? table : quiet(words["run-none"]));
  }

  /**
   * @param {SubmitEvent} event
   * @param {string} name
   */
  begin(event, name) {
    event.preventDefault();
    this.table.send({ do: "start", minutes: this.minutes, name });
  }
}
