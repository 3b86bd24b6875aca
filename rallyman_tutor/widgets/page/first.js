// @ts-check
// A visitor's first turn, below its road: one sentence, then what came of the turn, and where it leads.

import { button, make, write } from "./dom.js";
import { fill } from "./text.js";

/** @import { FirstScreen, GameToChoose, View } from "./wire" */
/** @import { Table } from "./table.js" */

export class First {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    const { words } = table;
    this.said = make("p", { class: "rt-first-said" });
    this.more = make("div", { class: "rt-first-more" });
    this.skip = button("rt-small rt-skip", () => this.toAll(), words["to-all"]);
    this.node = make("section", { class: "rt-first-turn", "aria-label": words.codriver }, this.said, this.more);
  }

  /** Who knows their way need not drive first. */
  toAll() {
    this.table.home.isOpenNext = true;
    this.table.go("home");
  }

  /** @param {FirstScreen} place */
  show({ told, games }) {
    const { words } = this.table;
    this.skip.hidden = Boolean(told);
    this.more.replaceChildren(...(told ? [
      make("p", {}, words["first-done"]),
      make("nav", { class: "rt-boxes", "aria-label": words.games }, ...games.map((game) => this.box(game))),
      button("rt-small", () => this.toAll(), words["to-all"]),
    ] : []));
  }

  /** @param {GameToChoose} game */
  box({ at, key, name }) {
    const made = button("rt-box", () => this.table.go(at), make("b", {}, name));
    made.dataset.box = key;
    return made;
  }

  /**
   * What is to be done, what was wrong with it, or what came of it.
   *
   * @param {View} view
   */
  tell(view) {
    const { table } = this, { words, place } = table, [message] = view.messages;
    if (place.kind !== "first") return;
    const asked = words[view.draft.length ? "first-on" : "first-ask"];
    const said = place.told || view.problem || (message ? `${message.title}. ${message.why}` : asked);
    const beside = message && !place.told ? [" ", table.panel.ruleLink(message.code)] : [];
    const remedies = message ? [...beside, table.panel.remedies(message)] : [];
    this.said.classList.toggle("rt-refused", Boolean(message && !place.told));
    write(this.said, said, ...remedies);
  }

  /** @param {string} text what is to be known besides the turn */
  say(text) {
    write(this.said, text);
  }

  /** What the main button does behind the turn. */
  get deed() {
    const { table } = this, { place, words } = table;
    return {
      is: place.kind === "first" && Boolean(place.told),
      label: () => (place.kind === "first" ? fill(words["go-on"], { title: place.next.title }) : ""),
      act: () => place.kind === "first" && table.go(place.next.name),
    };
  }
}
