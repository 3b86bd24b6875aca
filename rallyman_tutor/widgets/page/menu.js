// @ts-check
// The menu of a drive: sit down at another table, join a game that somebody shared, or share this one.

import { addressOf, button, make, write } from "./dom.js";
import { drawnCourse, drawnHardness } from "./stages.js";
import { fill } from "./text.js";

/** @import { Table } from "./table.js" */
/** @import { LessonStart } from "./wire" */

export const GAME = "game"; // behind the #: what stands there never reaches a server


/**
 * The code within a link that was shared; anything else as it was written.
 *
 * @param {string} text
 */
const codeIn = (text) => text.trim().split(`#${GAME}=`).at(-1) ?? "";

/**
 * @param {string} id
 * @param {string} text
 */
const labelled = (id, text) => make("label", { for: id }, text);

/**
 * @param {string | number} value
 * @param {string} text
 * @param {boolean} [selected]
 */
const option = (value, text, selected = false) => make("option", { value, selected }, text);

export class Menu {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    const { words, ids } = table;
    this.stage = make("select", { id: ids("stage"), onchange: () => this.chosen() },
      ...Object.entries(words.ready).map(([key, name]) => option(key, name)));
    this.card = make("figure", { class: "rt-stage", "aria-live": "polite" });
    this.own = make("input", {
      id: ids("own"),
      "aria-label": words["own-stage"],
      placeholder: words["own-hint"],
      autocomplete: "off",
      spellcheck: "false",
    });
    this.cars = make("select", { id: ids("cars"), onchange: () => this.fitSeats() });
    this.level = make("select", { id: ids("level") },
      ...Object.entries(words.levels).map(([key, name]) => option(key, name, key === "club")));
    this.bots = make("input", { type: "checkbox", id: ids("bots"), checked: true });
    this.aboutOthers = [
      make("label", { class: "rt-check", for: ids("bots") }, this.bots, words.bots),
      ...(words.coached ? [labelled(ids("level"), words.level), this.level] : []),
    ];
    this.alert = make("div", { role: "alert" });
    this.shared = make("div", { class: "rt-shared", hidden: true });
    this.leave = button("rt-small rt-leave", () => this.retire());
    const form = make("form", { method: "dialog", onsubmit: (event) => this.submitted(event) },
      make("h2", {}, words["new-drive"]),
      labelled(ids("stage"), words.stage), this.stage, this.card,
      make("details", {},
        make("summary", {}, words["own-stage"]), this.own, make("p", { class: "rt-quiet" }, words["own-more"])),
      labelled(ids("cars"), words.others), this.cars,
      ...this.aboutOthers, this.alert, this.shared,
      make("div", { class: "rt-deeds" },
        this.leave,
        button("rt-small", () => table.send({ do: "share" }), words.share),
        button("rt-small", () => this.close(), words.close),
        make("button", { type: "submit", class: "rt-primary" }, words["start-drive"])));
    this.node = make("dialog", { class: "rt-menu", "aria-label": words["new-drive"] }, form);
    this.chosen();
  }

  open() {
    const { mine, offers } = this.table.view, retire = mine && offers.find((offer) => offer.name === "retire");
    this.leave.hidden = !retire;
    if (retire) {
      write(this.leave, retire.label);
      this.leave.dataset.move = retire.move;
    }
    this.showStage(); // one's own best may be a new one
    write(this.alert, "");
    this.shared.hidden = true;
    this.node.showModal();
  }

  close() {
    if (this.node.open) this.node.close();
  }

  retire() {
    this.close();
    this.table.send({ do: "act", move: this.leave.dataset.move ?? "" });
  }

  /** Another stage was chosen: it is shown, and who may drive there. */
  chosen() {
    this.showStage();
    this.fitSeats();
  }

  /** The course of a stage, how long and how hard it is, and what the best driving takes; nothing of one not solved. */
  showStage() {
    const { words } = this.table, told = words.stages[this.stage.value];
    this.card.hidden = !told;
    if (!told) return;
    const { place } = this.table, own = place.kind === "drive" ? place.bests[this.stage.value] : "";
    this.card.replaceChildren(
      drawnCourse(told.course),
      make("figcaption", {},
        make("b", {}, fill(words["stage-par"], { par: told.par })), make("span", {}, told.length),
        own ? make("b", { class: "rt-own-best" }, fill(words["stage-own"], { time: own })) : null,
        drawnHardness(words, told.hard),
        make("small", {}, told.loses)));
  }

  /** A table of teams takes other numbers than single players do; who drives alone is asked nothing about others. */
  fitSeats() {
    const { words } = this.table, seats = words["seats-at"]?.[this.stage.value] ?? words.seats;
    const before = Number(this.cars.value);
    this.cars.replaceChildren(...seats.map((n) => option(n, n === 1 ? words.alone : String(n - 1), n === before)));
    for (const node of this.aboutOthers) node.hidden = this.cars.value === "1";
  }

  /** @param {SubmitEvent} event */
  submitted(event) {
    event.preventDefault();
    this.begin();
  }

  begin() {
    this.table.send({
      do: "new",
      table: codeIn(this.own.value) || this.stage.value,
      cars: Number(this.cars.value),
      bots: this.bots.checked,
      level: this.level.value,
      seed: String(Date.now() % 1e9),
    });
  }

  /** @param {string} text why a stage cannot be read; what was written stands below, with a mark under the spot */
  misread(text) {
    const [said, ...shown] = text.split("\n");
    write(this.alert, said, shown.length ? make("pre", {}, shown.join("\n")) : "");
  }

  /**
   * Shows the game as a link, where the page has an address of its own, or as a bare code; to be copied by hand where
   * nothing else may. Below it stands its position as the start of a lesson. It stands where it was asked for.
   *
   * @param {string} code
   * @param {LessonStart | null} start if there is one
   */
  share(code, start) {
    const { words, place, onPage } = this.table;
    const link = onPage ? Object.assign(addressOf(place.page), { hash: `${GAME}=${code}` }).href : code;
    const { field, said, copy } = this.toCopy("link", link, words["share-copy"], words["share-copied"]);
    const position = start ? [this.startLine(start)] : [];
    const asked = this.node.open ? this.shared : this.table.panel.shared;
    for (const node of [this.shared, this.table.panel.shared]) {
      node.replaceChildren();
      node.hidden = node !== asked;
    }
    asked.append(labelled(field.id, words["share-link"]), field, said, ...position);
    copy();
  }

  /** @param {LessonStart} start */
  startLine({ line, notes }) {
    const { words } = this.table;
    const { field, said, copy } = this.toCopy("start-line", line, words["start-told"], words["start-copied"]);
    field.setAttribute("aria-label", words["start-line"]);
    return make("details", {},
      make("summary", {}, words["start-line"]),
      make("div", { class: "rt-to-copy" }, field, button("rt-small", copy, words["start-copy"])), said,
      make("ul", { class: "rt-quiet" }, ...notes.map((note) => make("li", {}, note))));
  }

  /**
   * A line to be copied: its field, what is said of it, and what copies it.
   *
   * @param {string} id
   * @param {string} text
   * @param {string} before what is said of it, until it is copied
   * @param {string} after
   */
  toCopy(id, text, before, after) {
    const field = make("input", { id: this.table.ids(id), readonly: true });
    field.addEventListener("focus", () => field.select());
    field.value = text;
    const said = make("p", { class: "rt-quiet", role: "status" }, before);
    const copy = () => {
      field.focus();
      navigator.clipboard?.writeText(text).then(
        () => { write(said, after); },
        () => { /* may not be copied to: the line is selected */ });
    };
    return { field, said, copy };
  }
}
