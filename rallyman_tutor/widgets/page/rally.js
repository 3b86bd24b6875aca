// @ts-check
// A rally where nobody drives: its set-up, the page between two drivers with sheet and chart, and the podium.

import { button, make, pair, quiet, write } from "./dom.js";
import { keptStages } from "./editor.js";
import { Film } from "./film.js";
import { waitingCar } from "./handover.js";
import { numberOf, podiumOf } from "./podium.js";
import { RallyBack } from "./rallyback.js";
import { chartOf, doorsOf, tableOf } from "./sheet.js";
import { fill } from "./text.js";

/** @import { RallySetupShown, RallyShown } from "./wire" */
/** @import { Table } from "./table.js" */
/** @typedef {RallySetupShown["entries"][number]} Entry */

const OWN = "own:"; // in front of a stage of the learner's own, where it stands among the rallies of a box

/** @param {string} game */
const ownStages = (game) =>
  keptStages(game).map(({ name, text }) => make("option", { value: OWN + text }, name));

export class Rally {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.entries = /** @type {Entry[]} */ ([]); // as they are being chosen
    this.chosen = /** @type {Record<string, string>} */ ({}); // answers to the questions
    this.own = ""; // the stage that the editor asks for
    this.problem = make("p", { class: "rt-rally-problem", role: "alert" });
    this.back = new RallyBack(table);
    this.film = new Film(table);
    this.node = make("section", { class: "rt-rally", hidden: true, "aria-label": table.words.rally });
  }

  /** @param {string} text why the rally that was asked for cannot be driven */
  tell(text) {
    write(this.problem, text);
  }

  /** @param {RallyShown} rally */
  show(rally) {
    const { table } = this, { labels, next, phase, podium, said, setup, sheet } = rally;
    const heading = make("p", { class: "rt-rally-said", tabindex: "-1" }, said);
    this.node.replaceChildren(
      pair(button("rt-small", () => table.go(table.place.map), table.words["to-map"])),
      make("h2", {}, table.words.rally), heading, this.problem);
    write(this.problem, "");
    if (setup) {
      this.entries = setup.entries.map((entry) => ({ ...entry }));
      this.chosen = {};
      const to = table.place.at.replace("rally", "letter");
      const byLetter = button("rt-small", () => table.go(to), table.words.letter);
      this.node.append(this.form(rally, setup), byLetter);
      return;
    }
    const onward = phase === "over" ? labels.again : rally.go;
    const on = button("rt-primary", () => table.send({ do: "ready" }), onward);
    this.back.clear();
    this.film.clear();
    const watch = sheet && button("rt-small", () => table.send({ do: "film" }), labels.film);
    if (next !== null) this.node.append(waitingCar(next));
    if (podium) this.node.append(podiumOf(podium));
    this.node.append(pair(on, watch ?? ""), this.film.node);
    if (podium) this.node.append(this.back.node);
    if (sheet && podium) {
      this.node.append(make("details", { class: "rt-rally-figures" }, make("summary", {}, labels.figures),
        tableOf(sheet), chartOf(sheet), doorsOf(sheet, labels)));
    } else if (sheet) this.node.append(tableOf(sheet), chartOf(sheet));
    table.say(said);
    heading.focus({ preventScroll: true });
  }

  // -- Before it --------------------------------------------------------------------------------------------------

  /**
   * @param {RallyShown} rally
   * @param {RallySetupShown} setup
   */
  form({ labels, go }, setup) {
    const { ids } = this.table, drivers = make("div", { class: "rt-rally-drivers" });
    const add = button("rt-small", () => {
      const taken = this.entries.map(({ name }) => name);
      this.entries.push({ name: setup.names.find((name) => !taken.includes(name)) ?? "", level: "" });
      list();
    }, labels.add);
    const list = () => {
      drivers.replaceChildren(...this.entries.map((entry, at) => this.driver(labels, setup, entry, at, list)));
      add.disabled = this.entries.length >= setup.most;
    };
    list();
    const questions = setup.questions.map(({ field, name, choices }) => {
      const meant = make("small", { class: "rt-rally-meant" }, choices[0].why);
      const select = make("select", {
        id: ids(`rally-${field}`), "aria-describedby": (meant.id = ids(`rally-${field}-meant`)), onchange: () => {
          this.chosen[field] = select.value;
          write(meant, choices[select.selectedIndex]?.why ?? ""); // a stage of the learner's own says nothing
          ask();
        },
      }, ...choices.map((one) => make("option", { value: one.key }, one.name)),
        ...(field === "stages" ? ownStages(this.table.words.game) : []));
      if (field === "stages" && this.own) {
        this.chosen.stages = select.value = OWN + this.own;
        write(meant, "");
      }
      return make("label", {}, make("span", {}, name), select, meant);
    });
    const ask = () => setup.questions.forEach(({ only_for }, at) => {
      questions[at].hidden = only_for.length > 0 && !only_for.includes(this.chosen.stages);
    });
    ask();
    const { own } = this, { words, place } = this.table;
    this.own = "";
    const build = setup.questions.some(({ field }) => field === "stages")
      ? button("rt-small", () => this.table.go(place.at.replace("rally", "editor")), words.editor) : null;
    return make("form", { onsubmit: (event) => this.begin(event) },
      make("h3", {}, labels.drivers), drivers, pair(add),
      make("details", {}, make("summary", {}, setup.bots), make("dl", { class: "rt-rally-levels" },
        ...setup.levels.flatMap((one) => [make("dt", {}, one.name), make("dd", {}, one.why)]))),
      make("details", { open: Boolean(own) }, make("summary", {}, labels.more), ...questions, build,
        ...(setup.others.length ? [make("h4", {}, setup.others_title), ...setup.others.map(quiet)] : [])),
      setup.evening ? pair(button("rt-small", () => this.table.go(setup.evening), labels.evening)) : null,
      make("button", { type: "submit", class: "rt-primary" }, go));
  }

  /**
   * @param {Record<string, string>} labels
   * @param {RallySetupShown} setup
   * @param {Entry} entry
   * @param {number} at
   * @param {() => void} list
   */
  driver(labels, setup, entry, at, list) {
    const n = at + 1;
    const name = make("input", {
      "aria-label": fill(labels.name, { n }), maxlength: 30, autocomplete: "off", spellcheck: "false",
      oninput: () => { entry.name = name.value; },
    });
    name.value = entry.name;
    const level = make("select", {
      "aria-label": fill(labels.who, { n }), onchange: () => { entry.level = level.value; },
    }, ...setup.levels.map((one) => make("option", { value: one.key, selected: one.key === entry.level }, one.name)));
    const away = button("rt-small", () => {
      this.entries.splice(at, 1);
      list();
    }, "×");
    away.setAttribute("aria-label", fill(labels.remove, { n }));
    away.disabled = this.entries.length <= setup.least;
    return make("div", { class: "rt-rally-driver" }, numberOf(at), name, level, away);
  }

  /** @param {SubmitEvent} event */
  begin(event) {
    event.preventDefault();
    const { stages = "", many = "", rules = "" } = this.chosen;
    this.table.send({
      do: "rally", names: this.entries.map(({ name }) => name), levels: this.entries.map(({ level }) => level),
      stages, many, rules,
    });
  }
}
