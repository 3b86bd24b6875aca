// @ts-check
// What the co-driver advises: part by part as it is asked for, then what the draft is worth; at a table of cards how
// far each move is behind the best.

import { button, columns, make, quiet, row } from "./dom.js";

/** @import { Advice as Ranks, View, WorthShown } from "./wire" */
/** @typedef {Extract<import("./wire").Intent, { do: "help" }>["how"]} HelpSetting */
/** @import { Table } from "./table.js" */

export class Advice {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.told = make("div", {});
    this.ask = button("rt-small", () => table.send({ do: "advise" })); // stays, and keeps the focus, from part to part
    const { words, ids } = table;
    this.setting = make("select", { id: ids("help"), onchange: () => this.set() },
      ...Object.entries(words.helps).map(([how, name]) => make("option", { value: how }, name)));
    const label = make("label", { for: ids("help") }, words.help);
    this.choice = make("div", { class: "rt-setting" }, label, this.setting);
    this.node = make("div", { class: "rt-beside", hidden: true }, this.told, this.ask, this.choice);
  }

  set() {
    this.table.send({ do: "help", how: /** @type {HelpSetting} */ (this.setting.value) });
  }

  /** @param {View} view */
  show(view) {
    const { words, root } = this.table;
    this.node.hidden = !words.coached || !view.mine || view.covered || view.over || root.dataset.at !== "drive";
    this.told.replaceChildren(...this.whatIsTold(view));
    this.choice.hidden = !view.help;
    this.setting.value = view.help;
    this.ask.textContent = view.advise;
    this.ask.hidden = !view.advise;
  }

  /** @param {View} view */
  whatIsTold({ advice, parts, worth }) {
    const told = [
      ...parts.map(({ text }) => make("p", { "data-part": true }, text)),
      ...(worth ? this.worth(worth) : []),
      ...(advice.rows.length ? this.ranks(advice) : []),
    ];
    return told.length ? [make("div", { class: "rt-advice" }, make("h3", {}, this.table.words.advice), ...told)] : [];
  }

  /** @param {Ranks} advice how far each card is behind the best, played out from what the learner can see */
  ranks({ rows, said }) {
    const { words } = this.table;
    const lines = rows.map(({ rank, name, behind, error }) => make("tr", {},
      make("td", {}, `${rank}`), make("th", { scope: "row" }, name), make("td", {}, behind), make("td", {}, error)));
    return [
      make("p", {}, said),
      make("table", {}, columns(words["advice-head"]), make("tbody", {}, ...lines)),
      quiet(words["advice-how"]),
    ];
  }

  /** @param {WorthShown} worth what the draft comes to, beside the best driving */
  worth({ head, rows, notes, how }) {
    const lines = rows.map(([name, ...cells]) => row(name, ...cells));
    return [
      make("table", { hidden: !rows.length }, columns(head), make("tbody", {}, ...lines)),
      ...notes.map((note) => make("p", {}, note)),
      ...how.map(quiet),
    ];
  }
}
