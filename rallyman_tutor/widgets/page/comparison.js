// @ts-check
// One position under two games, side by side.

import { button, make, pair } from "./dom.js";
import { fill } from "./text.js";

/** @import { Comparison as Shown, SideShown } from "./wire" */
/** @import { Table } from "./table.js" */

export class Comparison {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.node = make("section", { class: "rt-coming", hidden: true, "aria-label": table.words.coming });
  }

  /** @param {Shown} coming */
  show(coming) {
    const { table } = this, { words } = table;
    const pairs = coming.pairs.map(({ id, title }) => {
      const line = button("rt-line", () => this.go(id), title);
      line.setAttribute("aria-current", id === coming.id ? "true" : "false");
      return line;
    });
    this.node.replaceChildren(
      make("nav", { class: "rt-pairs", "aria-label": words.coming }, ...pairs),
      make("div", { class: "rt-both" }, make("h2", {}, coming.title), ...coming.text.map((text) => make("p", {}, text)),
        make("div", { class: "rt-sides" }, ...coming.sides.map((side) => this.side(side))),
        pair(this.leaf(coming.before, words.back), this.leaf(coming.next, words.forward))));
    const sides = coming.sides.map((one) => fill(words.colon, { label: one.game, text: one.title }));
    table.say([coming.title, ...sides].join(" "));
  }

  /** @param {string} id */
  go(id) {
    this.table.go(`coming/${id}`);
  }

  /** @param {SideShown} side */
  side({ game, picture, verdict, title, said, why, code }) {
    return make("figure", { class: `rt-side ${verdict}` },
      make("img", { src: `data:image/svg+xml,${encodeURIComponent(picture)}`, alt: "" }),
      make("figcaption", {}, make("span", { class: "rt-chip" }, game), make("b", {}, title), said ? ` ${said}` : "",
        why ? make("p", {}, why) : "",
        code ? button("rt-small", () => this.table.go(`rules/${code}`), code) : ""));
  }

  /**
   * @param {string} id
   * @param {string} name
   */
  leaf(id, name) {
    const made = button("rt-small", () => this.go(id), name);
    made.disabled = !id;
    return made;
  }
}
