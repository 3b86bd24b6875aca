// @ts-check
// A rally where nobody drives: its set-up, the page between two drivers with sheet and chart, and the podium.

import { button, columns, make, pair, quiet } from "./dom.js";
import { keptStages } from "./editor.js";
import { fill } from "./text.js";

/** @import { RallySetupShown, RallySheetShown, RallyShown } from "./wire" */
/** @import { Table } from "./table.js" */
/** @typedef {RallySetupShown["entries"][number]} Entry */

const WIDE = 70, HIGH = 26; // of the chart: from one stage to the next, and from one place to the next
const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {...(string | Node)} children
 */
const drawn = (name, attributes, ...children) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
};

/**
 * The number of a driver's car, in its colour. Their name stands beside it.
 *
 * @param {number} seat
 */
const numberOf = (seat) =>
  make("b", { class: "rt-rally-number", style: `--car: var(--car-${seat % 6})`, "aria-hidden": "true" }, `${seat + 1}`);

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
    this.node = make("section", { class: "rt-rally", hidden: true, "aria-label": table.words.rally });
  }

  /** @param {string} text why the rally that was asked for cannot be driven */
  tell(text) {
    this.problem.textContent = text;
  }

  /** @param {RallyShown} rally */
  show(rally) {
    const { table } = this, { labels, phase, said, setup, sheet } = rally;
    const heading = make("p", { class: "rt-rally-said", tabindex: "-1" }, said);
    this.node.replaceChildren(
      pair(button("rt-small", () => table.go(table.place.map), table.words["to-map"])),
      make("h2", {}, table.words.rally), heading, this.problem);
    this.problem.textContent = "";
    if (setup) {
      this.entries = setup.entries.map((entry) => ({ ...entry }));
      this.chosen = {};
      const to = table.place.at.replace("rally", "letter");
      const byLetter = button("rt-small", () => table.go(to), table.words.letter);
      this.node.append(this.form(rally, setup), byLetter);
      return;
    }
    const onward = phase === "over" ? labels.again : rally.go;
    this.node.append(pair(button("rt-primary", () => table.send({ do: "ready" }), onward)));
    if (sheet) this.node.append(this.sheet(sheet), this.chart(sheet));
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
      const select = make("select", {
        id: ids(`rally-${field}`), onchange: () => {
          this.chosen[field] = select.value;
          ask();
        },
      }, ...choices.map((one) => make("option", { value: one.key }, one.name)),
        ...(field === "stages" ? ownStages(this.table.words.game) : []));
      if (field === "stages" && this.own) this.chosen.stages = select.value = OWN + this.own;
      return make("label", {}, make("span", {}, name), select);
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
      make("details", { open: Boolean(own) }, make("summary", {}, labels.more), ...questions, build),
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

  // -- Between two drivers, and behind it -------------------------------------------------------------------------

  /** @param {RallySheetShown} sheet */
  sheet({ title, head, rows, seats }) {
    const lines = rows.map((cells, row) => make("tr", {}, ...cells.map((cell, at) =>
      (at === 1 ? make("th", { scope: "row" }, numberOf(seats[row]), " ", cell) : make("td", {}, cell)))));
    return make("section", { class: "rt-wide" }, make("h3", {}, title),
      make("table", {}, columns(head), make("tbody", {}, ...lines)));
  }

  /**
   * The places after each row of the sheet: a line for each driver. The sheet says the same in figures.
   *
   * @param {RallySheetShown} sheet
   */
  chart({ chart, rows, orders, seats }) {
    const parts = orders[0].length, wide = WIDE * parts + 150, high = HIGH * (orders.length + 0.6);
    const x = (/** @type {number} */ at) => WIDE * (at + 0.5);
    const y = (/** @type {number} */ place) => HIGH * (place - 0.2);
    const ends = /** @type {Record<string, { at: number, place: number, names: string[] }>} */ ({}); // of the lines
    const lines = orders.flatMap((places, driver) => {
      const known = places.map((place, at) => ({ place, at })).filter(({ place }) => place);
      if (!known.length) return [];
      const colour = `var(--car-${seats[driver] % 6})`, last = known[known.length - 1];
      const points = known.map(({ place, at }) => `${x(at)},${y(place)}`).join(" ");
      (ends[`${last.at} ${last.place}`] ??= { ...last, names: [] }).names.push(rows[driver][1]);
      return [
        drawn("polyline", { points, fill: "none", stroke: colour, "stroke-width": 3 }),
        ...known.map(({ place, at }) => drawn("circle", { cx: x(at), cy: y(place), r: 5, fill: colour })),
      ];
    });
    const names = Object.values(ends).map(({ at, place, names }) =>
      drawn("text", { x: x(at) + 12, y: y(place) + 5 }, `${place}. ${names.join(", ")}`));
    const size = { viewBox: `0 0 ${wide} ${high}`, width: wide, "aria-hidden": "true" };
    const picture = drawn("svg", size, ...lines, ...names);
    return make("figure", { class: "rt-rally-chart" }, picture, make("figcaption", {}, quiet(chart)));
  }
}
