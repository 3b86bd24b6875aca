// @ts-check
// A rally that is over, looked back at: how it turned, what each driver lost, and the dearest decisions.

import { columns, draw, make, quiet, row } from "./dom.js";
import { numberOf } from "./podium.js";
import { toPrinciple } from "./rulebook.js";

/** @import { DearShown, LostShown, RallyBackShown } from "./wire" */
/** @import { Table } from "./table.js" */

export class RallyBack {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.node = make("section", { class: "rt-rally-back", hidden: true });
    this.said = "";
  }

  /** Nothing is known of a rally yet. */
  clear() {
    this.node.hidden = true;
    this.node.replaceChildren();
    this.said = "";
  }

  /** @param {RallyBackShown} shown */
  come({ title, waits, said, lost, exact, head, rows, dearest_title: dear, dearest, notes }) {
    const most = Math.max(1, ...lost.map(({ decisions, luck }) => Math.max(decisions, Math.abs(luck))));
    this.node.hidden = false;
    this.node.replaceChildren(
      make("h3", {}, title), ...said.map((sentence) => make("p", {}, sentence)),
      waits ? make("p", { class: "rt-quiet" }, waits) : "",
      make("ul", { class: "rt-lost", hidden: !lost.length }, ...lost.map((one) => bars(one, most))),
      make("h3", { hidden: !dearest.length }, dear),
      make("ol", { class: "rt-dear", hidden: !dearest.length }, ...dearest.map((one) => this.dear(one))),
      ...(rows.length ? [make("details", {}, make("summary", {}, exact), make("div", { class: "rt-wide" },
        make("table", {}, columns(head),
          make("tbody", {}, ...rows.map(([name, ...cells]) => row(name, ...cells))))))] : []),
      ...notes.map(quiet));
    const now = waits ? "" : said.join(" ");
    if (now && now !== this.said) this.table.sayBehind(now);
    this.said = now;
  }

  /** @param {DearShown} one */
  dear({ seat, said, why, principle }) {
    return make("li", {}, numberOf(seat), " ", make("b", {}, said), why ? ` ${why} ` : " ",
      toPrinciple(this.table, principle));
  }
}

/**
 * What a driver lost, as two bars and in words: solid by decisions, hatched by bad luck, an outline what good luck won.
 *
 * @param {LostShown} lost
 * @param {number} most seconds of the longest bar
 */
function bars({ seat, name, decisions, luck, said }, most) {
  const wide = (/** @type {number} */ seconds) => Math.max(1, (300 * Math.abs(seconds)) / most);
  const colour = `--car: var(--car-${seat % 6})`;
  const picture = draw("svg", { viewBox: "0 0 302 26", "aria-hidden": "true", style: colour },
    draw("rect", { x: 1, y: 1, width: wide(decisions), height: 10, rx: 2, class: "rt-lost-made" }),
    draw("rect", {
      x: 1, y: 14, width: wide(luck), height: 10, rx: 2, class: luck < 0 ? "rt-lost-won" : "rt-lost-luck",
    }));
  return make("li", {}, numberOf(seat), make("b", {}, name), picture, make("span", {}, said));
}
