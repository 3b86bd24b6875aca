// @ts-check
// The rulebook: its contents, a rule with its examples, and the signs and words it uses.

import { addressOfSheet, button, iconButton, make, pair, write } from "./dom.js";
import { fill } from "./text.js";

/** @import { PrincipleNamed, RuleLine, RulePage } from "./wire" */
/** @import { Table } from "./table.js" */
/** @typedef {{ node: HTMLLIElement, link: HTMLButtonElement, code: string, sought: string }} Line */
/**
 * @typedef {object} Chapter
 * @property {HTMLElement} node
 * @property {HTMLButtonElement} heading
 * @property {HTMLElement} list
 * @property {Line[]} lines
 * @property {boolean} isOpen
 */

const EXAMPLES = /** @type {const} */ ({ ok: "ex-ok", broken: "ex-broken" });

/**
 * @param {Table} table
 * @param {PrincipleNamed | null | undefined} principle whose page a button opens; nothing where there is none
 */
export function toPrinciple(table, principle) {
  if (!principle) return null;
  const label = fill(table.words["to-principle"], { name: principle.name });
  return button("rt-small", () => table.go(`rules/${principle.code}`), label);
}

export class Rulebook {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    const { words } = table;
    this.search = make("input", {
      type: "search", placeholder: words.search, "aria-label": words.search, oninput: () => this.filter(),
    });
    this.found = make("p", { class: "rt-quiet", role: "status" });
    this.list = make("div", { class: "rt-rules" });
    this.rule = make("div", { class: "rt-rule" });
    this.rules = /** @type {RuleLine[]} */ ([]);
    this.chapters = /** @type {Chapter[]} */ ([]);
    this.code = /** @type {string | undefined} */ (undefined); // of the rule that lies open
    this.node = make("div", { class: "rt-book", hidden: true },
      this.rule, make("div", { class: "rt-find" }, this.search, this.found, this.list));
  }

  // -- The contents ---------------------------------------------------------------------------------------------

  /** @param {RuleLine[]} rules */
  showContents(rules) {
    this.rules = rules;
    this.chapters = [...new Set(rules.map((rule) => rule.chapter))].map((name, n) =>
      this.chapter(name, n, rules.filter((rule) => rule.chapter === name)));
    this.list.replaceChildren(...this.chapters.map((chapter) => chapter.node));
    this.filter();
  }

  /**
   * A heading, which opens its rules.
   *
   * @param {string} name
   * @param {number} n
   * @param {RuleLine[]} rules
   * @returns {Chapter}
   */
  chapter(name, n, rules) {
    const lines = rules.map((rule) => this.line(rule));
    const list = make("ul", { id: this.table.ids(`chapter-${n}`) }, ...lines.map((line) => line.node));
    const heading = button("rt-line", () => {
      chapter.isOpen = !chapter.isOpen;
      this.filter();
    }, name, make("span", { class: "rt-why" }, String(lines.length)));
    heading.setAttribute("aria-controls", list.id);
    /** @type {Chapter} */
    const chapter = { node: make("section", {}, make("h3", {}, heading), list), heading, list, lines, isOpen: false };
    return chapter;
  }

  /**
   * @param {RuleLine} rule
   * @returns {Line}
   */
  line({ code, kind, chapter, title, why }) {
    const link = button(`rt-line ${kind}`, () => this.open(code), title, make("code", {}, code));
    return { node: make("li", {}, link), link, code, sought: `${code} ${chapter} ${title} ${why}`.toLowerCase() };
  }

  /** A search opens every chapter in which something is found; without one they stand as they were left. */
  filter() {
    const asked = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { lines, isOpen, node, list, heading } of this.chapters) {
      for (const line of lines) line.node.hidden = !asked.every((word) => line.sought.includes(word));
      const here = lines.filter((line) => !line.node.hidden).length, isShown = isOpen || asked.length > 0;
      node.hidden = !here;
      list.hidden = !isShown;
      heading.setAttribute("aria-expanded", String(isShown));
      found += here;
    }
    write(this.found, fill(this.table.words.found, { n: found }));
  }

  // -- A rule ---------------------------------------------------------------------------------------------------

  /** @param {string} code */
  open(code) {
    this.table.go(`rules/${code}`);
  }

  /** @param {RulePage | null | undefined} rule */
  show(rule) {
    if (rule?.code !== this.code && this.node.parentElement) this.node.parentElement.scrollTop = 0; // begins at its top
    this.code = rule?.code;
    if (!rule) {
      const hello = make("p", { class: "rt-hello" }, this.table.words["rules-hello"]);
      this.rule.replaceChildren(hello, ...this.signs(), ...this.glossary(), ...this.printed());
      return;
    }
    for (const chapter of this.chapters) {
      for (const { code, link } of chapter.lines) link.setAttribute("aria-current", String(code === rule.code));
      chapter.isOpen ||= chapter.lines.some((line) => line.code === rule.code);
    }
    this.filter();
    this.rule.replaceChildren(
      this.leaves(rule.code), this.table.panel.card(rule, true),
      pair(...this.examples(rule, "ok"), ...this.examples(rule, "broken")), ...this.worth(rule));
  }

  /** @param {string} code of the rule between whose neighbours one leafs */
  leaves(code) {
    const { words } = this.table, at = this.rules.findIndex((one) => one.code === code);
    /**
     * @param {"back" | "ahead"} icon
     * @param {string} name
     * @param {RuleLine | undefined} to
     */
    const leaf = (icon, name, to) => {
      const made = iconButton(icon, name, () => to && this.open(to.code));
      made.disabled = !to;
      return made;
    };
    return make("div", { class: "rt-leaf" },
      leaf("back", words["rule-before"], this.rules[at - 1]),
      make("span", { class: "rt-quiet" }, this.rules[at]?.chapter ?? ""),
      leaf("ahead", words["rule-behind"], this.rules[at + 1]));
  }

  /**
   * A button for each example of one kind.
   *
   * @param {RulePage} rule
   * @param {"ok" | "broken"} kind
   */
  examples(rule, kind) {
    const { table } = this, { code } = rule, count = rule[kind];
    return Array.from({ length: count }, (_, n) => {
      const label = table.words[kind === "ok" && rule.puzzles ? "ex-looks-so" : EXAMPLES[kind]];
      const name = label + (count > 1 ? ` ${n + 1}` : "");
      const made = button(`rt-small ${kind}`, () => table.send({ do: "example", code, kind, n }), name);
      made.setAttribute("aria-pressed", String(rule.kind_shown === kind && rule.n === n));
      return made;
    });
  }

  /** @param {RulePage} rule how much a principle is worth, and a few puzzles of it */
  worth({ worth, puzzles }) {
    const { table } = this, { words } = table;
    const doors = (puzzles ?? []).map((n) =>
      button("rt-small", () => table.go(`puzzles/${words.game}/${n}`), fill(words.puzzle, { n })));
    return worth ? [make("p", { class: "rt-quiet" }, worth), pair(...doors)] : [];
  }

  // -- The faces of the dice and the signs on the road, and the words of the game ---------------------------------

  signs() {
    const { table } = this, signs = table.place.kind === "rules" ? table.place.legend : [];
    return this.legend(table.words.legend, signs.map(({ face, sign, text }) => {
      const shown = make("dt", {}, face ? "" : sign);
      if (face) shown.innerHTML = table.face(face);
      return [shown, make("dd", {}, text)];
    }));
  }

  printed() {
    const { words, onPage } = this.table, href = addressOfSheet(words);
    const name = fill(words.colon, { label: words.sheet, text: words["sheet-more"] });
    const link = make("a", { href, target: "_blank", rel: "noopener" }, name);
    return onPage ? [make("p", {}, link)] : [];
  }

  glossary() {
    const { words } = this.table;
    const firstForms = new Map(Object.entries(words.glossary).reverse().map(([form, sentence]) => [sentence, form]));
    return this.legend(words["glossary-title"], [...firstForms].reverse().map(([sentence, form]) =>
      [make("dt", {}, form), make("dd", {}, sentence)]));
  }

  /**
   * @param {string} name
   * @param {HTMLElement[][]} rows
   */
  legend(name, rows) {
    if (!rows.length) return [];
    return [make("details", { class: "rt-legends" }, make("summary", {}, name), make("dl", {}, ...rows.flat()))];
  }
}
