// @ts-check
// What the learner's diary comes to: sentences, plots and tables of what costs them most.

import { button, columns, make, pair, row } from "./dom.js";

/** @import { Bar, Insight as Shown, Part } from "./wire" */
/** @import { Table } from "./table.js" */

export class Insight {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.node = make("section", { class: "rt-insight", hidden: true, "aria-label": table.words.insight });
  }

  /** @param {Shown} insight */
  show({ parts, empty }) {
    const { table } = this, { words, place } = table;
    this.node.replaceChildren(
      pair(
        button("rt-small", () => table.go(place.map), words["to-map"]),
        button("rt-small", () => table.go("summary"), words.summary)),
      make("h2", {}, words.insight),
      make("p", { class: "rt-quiet" }, words[empty ? "insight-empty" : "insight-more"]),
      make("div", { class: "rt-parts" }, ...parts.map((part) => this.part(part))));
    table.say([words.insight, ...parts.map((part) => `${part.title}. ${part.said}`)].join(" "));
  }

  /** @param {Part} part */
  part({ id, title, said, how, picture, bars, head, rows, door }) {
    const { words } = this.table, hasTable = rows.length > 0;
    const lines = rows.map(([name, ...cells]) => row(name, ...cells));
    return make("section", { "data-part": id },
      make("h3", {}, title),
      make("p", {}, said),
      picture ? make("figure", {}, image(picture), make("figcaption", {}, how)) : null,
      bars.length ? make("table", { class: "rt-bars" }, make("tbody", {}, ...bars.map((bar) => this.bar(bar)))) : null,
      hasTable ? make("details", {}, make("summary", {}, words["insight-table"]),
        make("div", { class: "rt-wide" }, make("table", {}, columns(head), make("tbody", {}, ...lines)))) : null,
      button("rt-small", () => this.table.go(door.at), door.label));
  }

  /** @param {Bar} bar */
  bar({ name, much, picture, at }) {
    const called = at ? button("rt-line", () => this.table.go(at), name) : name;
    return make("tr", {}, make("th", { scope: "row" }, called, image(picture)), make("td", {}, much));
  }
}

/** @param {string} picture as SVG; what it shows is told beside it */
const image = (picture) => make("img", { src: `data:image/svg+xml,${encodeURIComponent(picture)}`, alt: "" });
