// @ts-check
// What one has learned, game by game and lesson by lesson, for one printed page.

import { button, make, pair } from "./dom.js";
import { stars } from "./text.js";

/** @import { RuleLearned, Summary as Shown } from "./wire" */
/** @import { Table } from "./table.js" */

export class Summary {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.node = make("section", { class: "rt-summary", hidden: true });
  }

  /** @param {Shown} summary */
  show({ games, practice }) {
    const { table } = this, { words, place } = table;
    this.node.replaceChildren(
      pair(
        button("rt-small", () => table.go(place.map), words["to-map"]),
        button("rt-small", () => table.go("insight"), words.insight),
        button("rt-small", () => print(), words.print)),
      make("h2", {}, words.summary),
      ...(games.length ? [] : [make("p", {}, words["summary-none"])]),
      make("p", { class: "rt-quiet" }, practice),
      ...games.flatMap((game) => this.game(game)));
  }

  /** @param {Shown["games"][number]} game */
  game({ name, licence, lessons }) {
    const heading = make("h2", {}, `${name} · ${this.table.words.licences[licence]}`);
    return [heading, ...lessons.map((lesson) => make("section", {},
      make("h3", {}, `${lesson.title} `, make("span", { class: "rt-stars" }, stars(lesson.stars))),
      make("ul", {}, ...lesson.rules.map((rule) => this.rule(rule)))))];
  }

  /** @param {RuleLearned} rule */
  rule({ code, title, why }) {
    return make("li", {}, make("b", {}, `${title}. `), `${why} `, make("code", {}, code));
  }
}
