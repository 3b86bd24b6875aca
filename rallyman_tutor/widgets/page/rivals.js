// @ts-check
// The other drivers after their turn: what each of them wanted, or, for whoever asks, what they went against.

import { make } from "./dom.js";

/** @import { RivalsTold, View } from "./wire" */
/** @import { Table } from "./table.js" */

export class Rivals {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.lines = 0; // of the past, when they told it
    this.heard = "";
    this.node = make("div", { class: "rt-rivals", hidden: true });
  }

  /** @param {View} view what they said goes with their turn */
  show({ lines }) {
    if (lines !== this.lines) [this.node.hidden, this.heard] = [true, ""];
    this.lines = lines;
  }

  /** @param {RivalsTold} rivals */
  come({ told }) {
    this.node.replaceChildren(...told.map(({ said, asked, answer }) => (answer
      ? make("details", {}, make("summary", {}, asked), make("p", {}, answer))
      : make("p", {}, said))));
    this.node.hidden = !told.length;
    const said = told.map((one) => one.said).filter(Boolean).join(" ");
    if (said !== this.heard) this.table.sayBehind(said);
    this.heard = said;
  }
}
