// @ts-check
// The ghost beside a drive: where it stands, and among the settings the button that asks for it.

import { button, make, quiet, write } from "./dom.js";

/** @import { GhostShown, View } from "./wire" */
/** @import { Table } from "./table.js" */

export class Ghost {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.shown = /** @type {GhostShown | null} */ (null); // where it stood last: it stays there until it is told anew
    this.stands = make("p");
    this.button = button("rt-small", () => table.send({ do: "ghost", on: !table.view.ghost }));
    this.what = quiet("");
    this.offer = make("div", { class: "rt-beside", hidden: true }, this.button, this.what);
    this.node = make("div", { class: "rt-beside", hidden: true }, this.stands);
  }

  /** What is told of it, where it was asked for. */
  get said() {
    return this.table.view.ghost ? this.shown?.said ?? "" : "";
  }

  /** @param {View} view where the ghost stands, or the offer of one; nothing where there can be none */
  show(view) {
    const { words, place, board } = this.table;
    if (place.kind !== "drive") this.shown = null;
    if (!this.shown || !view.ghost) board.showGhost(null);
    this.offer.hidden = !this.shown?.can;
    this.node.hidden = this.offer.hidden || !view.ghost;
    write(this.stands, view.ghost ? this.said || words["ghost-comes"] : "");
    write(this.button, words[view.ghost ? "ghost-off" : "ghost-ask"]);
    write(this.what, words[view.ghost ? "ghost-how" : "ghost-what"]);
  }

  /** A row of the result: its name and its time; it takes no place. */
  row() {
    const row = this.table.view.ghost && this.shown?.row;
    if (!row) return null;
    const [name, time] = row;
    return make("tr", { class: "rt-pale" }, make("td"), make("th", { scope: "row" }, name), make("td", {}, time));
  }

  /** @param {GhostShown} ghost */
  come(ghost) {
    const { table } = this, before = this.shown?.said, { said } = ghost;
    this.shown = ghost;
    table.board.showGhost(ghost);
    this.show(table.view);
    table.panel.showGhostsTime();
    table.panel.showHead();
    table.redrawMarks();
    if (said && said !== before) table.sayBehind(said);
  }
}
