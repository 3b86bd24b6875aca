// One position under two games, side by side.

import { make } from "./dom.js";

export class Coming {
  constructor(table) {
    this.table = table;
    this.node = make("section", { class: "rt-coming", hidden: true, "aria-label": table.words.coming });
  }

  show(coming) {
    const { table } = this, { words } = table;
    const go = (id) => table.go(`coming/${id}`);
    const side = (one) => make("figure", { class: `rt-side ${one.verdict}` },
      make("img", { src: `data:image/svg+xml,${encodeURIComponent(one.picture)}`, alt: "" }),
      make("figcaption", {}, make("span", { class: "rt-chip" }, one.game), make("b", {}, one.title), one.said ? ` ${one.said}` : "",
        one.why ? make("p", {}, one.why) : "", one.code ? make("button", { type: "button", class: "rt-small", onclick: () => table.go(`rules/${one.code}`) }, one.code) : ""));
    const step = (id, name) => make("button", { type: "button", class: "rt-small", disabled: !id, onclick: () => go(id) }, name);
    this.node.replaceChildren(
      make("nav", { class: "rt-pairs", "aria-label": words.coming }, ...coming.pairs.map((pair) => make("button", { type: "button", class: "rt-line", "aria-current": pair.id === coming.id ? "true" : "false", onclick: () => go(pair.id) }, pair.title))),
      make("div", { class: "rt-both" }, make("h2", {}, coming.title), ...coming.text.map((text) => make("p", {}, text)),
        make("div", { class: "rt-sides" }, ...coming.sides.map(side)),
        make("div", { class: "rt-pair" }, step(coming.before, words.back), step(coming.next, words.forward))));
    table.say(`${coming.title} ${coming.sides.map((one) => `${one.game}: ${one.title}`).join(" ")}`);
  }
}
