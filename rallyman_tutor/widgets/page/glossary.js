// Words of the game that tell themselves.

import { make } from "./dom.js";
import { fill, rich } from "./text.js";

// Words of the game, marked where they stand first in a paragraph: a tap tells one in a sentence, right below, and a second tap takes it away.
// For the Tab key all of them are one stop; from there the arrows lead from word to word.
export class Glossary {
  constructor(words) {
    this.words = words;
    this.told = new Map(Object.entries(words.glossary).map(([form, told]) => [form.toLowerCase(), told]));
    const forms = [...this.told.keys()].sort((one, other) => other.length - one.length);
    this.any = forms.length ? new RegExp(`(?<![\\w-])(${forms.join("|")})(?![\\w-])`, "gi") : /(?!)/g;
  }

  marked(text) {
    const seen = new Set();
    return rich(text, (part) => part.split(this.any).map((piece, n) => {
      const told = n % 2 && this.told.get(piece.toLowerCase());
      if (!told || seen.has(told)) return piece;
      seen.add(told);
      return this.stop(make("button", { type: "button", class: "rt-term", tabindex: "-1", "aria-expanded": "false", title: fill(this.words.term, { word: piece }), onclick: (event) => this.tell(event.currentTarget, told) }, piece));
    }));
  }

  stop(term) {
    term.addEventListener("focus", () => this.settle(term));
    term.addEventListener("keydown", (event) => this.walk(event, term));
    queueMicrotask(() => { if (term.isConnected && !this.near(term).some((other) => other.tabIndex === 0)) this.settle(term); });
    return term;
  }

  near(term) {
    return [...term.closest(".rt").querySelectorAll(".rt-term")].filter((other) => other.getClientRects().length);
  }

  settle(term) {
    for (const other of term.closest(".rt").querySelectorAll(".rt-term")) other.tabIndex = other === term ? 0 : -1;
  }

  walk(event, term) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const all = this.near(term);
    all[(all.indexOf(term) + by + all.length) % all.length].focus();
  }

  tell(term, told) {
    const open = term.getAttribute("aria-expanded") === "true";
    for (const other of term.parentNode.querySelectorAll(".rt-term")) other.setAttribute("aria-expanded", "false");
    term.parentNode.querySelector(".rt-gloss")?.remove();
    if (open) return;
    term.setAttribute("aria-expanded", "true");
    term.parentNode.append(make("span", { class: "rt-gloss", role: "note" }, told));
  }
}
