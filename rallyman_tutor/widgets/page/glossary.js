// @ts-check
// Words of the game, marked where they stand first in a paragraph: a tap tells one in a sentence, right below, and a
// second tap takes it away. For the Tab key all of them are one stop; from there the arrows lead from word to word.

import { button, make } from "./dom.js";
import { emphasised, fill } from "./text.js";

/** @import { Words } from "./wire" */

/** @type {Record<string, 1 | -1>} */
const WORDS_BY = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** @param {HTMLElement} term */
const allTerms = (term) => {
  const found = term.closest(".rt")?.querySelectorAll(".rt-term") ?? [];
  return /** @type {HTMLElement[]} */ ([...found]);
};

/** @param {HTMLElement} term */
const termsInSight = (term) => allTerms(term).filter((other) => other.getClientRects().length);

/** @param {HTMLElement} term which the Tab key leads to from now on */
const becomeStop = (term) => {
  for (const other of allTerms(term)) other.tabIndex = other === term ? 0 : -1;
};

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} term
 */
const leadOn = (event, term) => {
  const by = WORDS_BY[event.key];
  if (!by) return;
  event.preventDefault();
  event.stopPropagation();
  const terms = termsInSight(term);
  terms[(terms.indexOf(term) + by + terms.length) % terms.length].focus();
};

export class Glossary {
  /** @param {Words} words */
  constructor(words) {
    this.words = words;
    this.sentences = new Map(Object.entries(words.glossary).map(([form, told]) => [form.toLowerCase(), told]));
    const forms = [...this.sentences.keys()].sort((one, other) => other.length - one.length);
    this.anyForm = forms.length ? new RegExp(`(?<![\\w-])(${forms.join("|")})(?![\\w-])`, "gi") : /(?!)/g;
  }

  /** @param {string} text */
  marked(text) {
    const seen = new Set();
    return emphasised(text, (part) =>
      part.split(this.anyForm).map((piece, n) => {
        const sentence = n % 2 ? this.sentences.get(piece.toLowerCase()) : undefined;
        if (!sentence || seen.has(sentence)) return piece;
        seen.add(sentence);
        return this.term(piece, sentence);
      }));
  }

  /**
   * @param {string} word
   * @param {string} sentence
   */
  term(word, sentence) {
    const term = button("rt-term", () => this.turn(term, sentence), word);
    term.tabIndex = -1;
    term.setAttribute("aria-expanded", "false");
    term.title = fill(this.words.term, { word });
    term.addEventListener("focus", () => becomeStop(term));
    term.addEventListener("keydown", (event) => leadOn(event, term));
    queueMicrotask(() => { // once it is on the page: the first one in sight is the stop
      if (term.isConnected && !termsInSight(term).some((other) => other.tabIndex === 0)) becomeStop(term);
    });
    return term;
  }

  /**
   * Opens a word, or closes it.
   *
   * @param {HTMLElement} term
   * @param {string} sentence
   */
  turn(term, sentence) {
    const paragraph = /** @type {HTMLElement} */ (term.parentNode);
    const wasOpen = term.getAttribute("aria-expanded") === "true";
    for (const other of paragraph.querySelectorAll(".rt-term")) other.setAttribute("aria-expanded", "false");
    paragraph.querySelector(".rt-gloss")?.remove();
    if (wasOpen) return;
    term.setAttribute("aria-expanded", "true");
    paragraph.append(make("span", { class: "rt-gloss", role: "note" }, sentence));
  }
}
