// @ts-check
// A draft that is driven a thousand times: the button that asks for it, and how often it ended where, beside the odds.

import { button, columns, make, quiet, row } from "./dom.js";

/** @import { CloudShown, View } from "./wire" */
/** @import { Table } from "./table.js" */

export class Cloud {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.told = make("div", {});
    this.ask = button("rt-small", () => table.send({ do: "cloud" }), table.words["cloud-ask"]);
    this.node = make("div", { class: "rt-beside", hidden: true }, this.ask, this.told);
  }

  /** @param {View} view what was told of another draft goes */
  show(view) {
    const { place, words } = this.table;
    this.node.hidden = !view.cloud || !view.mine || view.over || Boolean(view.look) || place.kind !== "drive";
    this.ask.hidden = view.cloud === "is";
    const waits = make("p", { class: "rt-reckons" }, words.reckons);
    this.told.replaceChildren(...(view.cloud === "is" ? [waits] : []));
    this.table.board.showCloud([], {});
  }

  /** @param {CloudShown} cloud */
  come({ head, rows, how, said, pieces, stamps }) {
    const lines = rows.map(([name, ...cells]) => row(name, ...cells));
    const table = make("table", { hidden: !rows.length }, columns(head), make("tbody", {}, ...lines));
    this.told.replaceChildren(table, quiet(how));
    this.table.board.showCloud(pieces, stamps);
    this.table.sayBehind(said);
  }
}
