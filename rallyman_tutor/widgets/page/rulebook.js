// The rulebook: its contents, a rule with its examples, and the signs and words it uses.

import { make, round } from "./dom.js";
import { fill } from "./text.js";

export class Rulebook {
  constructor(table) {
    this.table = table;
    const { words } = table;
    this.search = make("input", { type: "search", placeholder: words.search, "aria-label": words.search, oninput: () => this.filter() });
    this.found = make("p", { class: "rt-quiet", role: "status" });
    this.list = make("div", { class: "rt-rules" });
    this.rule = make("div", { class: "rt-rule" });
    this.chapters = [];
    this.node = make("div", { class: "rt-book", hidden: true }, this.rule, make("div", { class: "rt-find" }, this.search, this.found, this.list));
  }

  // A heading for each chapter, which opens its rules.
  contents(rules) {
    this.rules = rules;
    this.chapters = [...new Set(rules.map((rule) => rule.chapter))].map((name, n) => {
      const items = rules.filter((rule) => rule.chapter === name).map((rule) => {
        const item = make("li", {}, make("button", { type: "button", class: `rt-line ${rule.kind}`, onclick: () => this.table.go(`rules/${rule.code}`) }, rule.title, make("code", {}, rule.code)));
        return Object.assign(item, { code: rule.code, told: `${rule.code} ${name} ${rule.title} ${rule.why}`.toLowerCase() });
      });
      const chapter = { items, open: false };
      chapter.list = make("ul", { id: `rt-chapter-${n}` }, ...items);
      chapter.button = make("button", { type: "button", class: "rt-line", "aria-controls": chapter.list.id, onclick: () => { chapter.open = !chapter.open; this.filter(); } }, name, make("span", { class: "rt-why" }, String(items.length)));
      chapter.node = make("section", {}, make("h3", {}, chapter.button), chapter.list);
      return chapter;
    });
    this.list.replaceChildren(...this.chapters.map((chapter) => chapter.node));
    this.filter();
  }

  // A search opens every chapter in which something is found; without one they stand as they were left.
  filter() {
    const asked = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let many = 0;
    for (const { items, open, node, list, button } of this.chapters) {
      let here = 0;
      for (const item of items) { item.hidden = !asked.every((word) => item.told.includes(word)); here += !item.hidden; }
      const shown = open || asked.length > 0;
      node.hidden = !here;
      list.hidden = !shown;
      button.setAttribute("aria-expanded", String(shown));
      many += here;
    }
    this.found.textContent = fill(this.table.words.found, { n: many });
  }

  // The faces of the dice and the signs on the road, and the words of the game.
  legend() {
    const { table } = this, { words } = table;
    const list = (name, rows) => rows.length ? [make("details", { class: "rt-legends" }, make("summary", {}, name), make("dl", {}, ...rows.flat()))] : [];
    const sign = (one) => { const node = make("dt", {}, one.face ? "" : one.sign); if (one.face) node.innerHTML = table.face(one.face); return node; };
    const told = new Map(Object.entries(words.glossary).reverse().map(([form, sentence]) => [sentence, form])); // of each its first form
    return [...list(words.legend, (table.model.get("place").legend ?? []).map((one) => [sign(one), make("dd", {}, one.text)])),
      ...list(words["glossary-title"], [...told].reverse().map(([sentence, form]) => [make("dt", {}, form), make("dd", {}, sentence)]))];
  }

  show(rule) {
    const { table } = this, { words } = table;
    if (rule?.code !== this.code) this.node.parentNode.scrollTop = 0; // what was opened stands at the top
    this.code = rule?.code;
    if (!rule) { this.rule.replaceChildren(make("p", { class: "rt-hello" }, words["rules-hello"]), ...this.legend()); return; }
    for (const chapter of this.chapters) for (const item of chapter.items) {
      const here = item.code === rule.code;
      item.firstChild.setAttribute("aria-current", String(here));
      if (here) chapter.open = true;
    }
    this.filter();
    const at = this.rules.findIndex((one) => one.code === rule.code);
    const turn = (sign, name, to) => Object.assign(round(sign, name, () => table.go(`rules/${to.code}`)), { disabled: !to });
    const examples = [["ok", words["ex-ok"]], ["broken", words["ex-broken"]]].flatMap(([kind, name]) => Array.from({ length: rule[kind] }, (_, n) =>
      make("button", { type: "button", class: `rt-small ${kind}`, "aria-pressed": String(rule.kind_shown === kind && rule.n === n), onclick: () => table.send({ do: "example", code: rule.code, kind, n }) }, `${name}${rule[kind] > 1 ? ` ${n + 1}` : ""}`)));
    this.rule.replaceChildren(
      make("div", { class: "rt-leaf" }, turn("back", words["rule-before"], this.rules[at - 1]), make("span", { class: "rt-quiet" }, this.rules[at]?.chapter ?? ""), turn("ahead", words["rule-behind"], this.rules[at + 1])),
      table.panel.card({ ...rule, said: rule.said }, true), make("div", { class: "rt-pair" }, ...examples));
  }
}
