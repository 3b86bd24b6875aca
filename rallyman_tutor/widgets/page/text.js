// @ts-check
// Sentences of the page: their gaps filled in, their emphasis, and stars.

import { make, write } from "./dom.js";

/** @import { Child } from "./dom.js" */

const grammar = { language: "en", forms: /** @type {Record<string, Record<string, string>>} */ ({}) };

/**
 * The language of the sentences from now on, and what its forms do to the beginnings of facts.
 *
 * @param {string} language
 * @param {Record<string, Record<string, string>>} forms
 */
export const speak = (language, forms) => { Object.assign(grammar, { language, forms }); };

/**
 * A sentence with its `{gaps}` filled in. Behind a colon stands how a fact is told, as docs/languages/form.md has it:
 * `{n:space|spaces}` by its number, `{space:wem}` in a form.
 *
 * @param {string} text
 * @param {Record<string, string | number>} facts
 * @returns {string}
 */
export const fill = (text, facts) =>
  text.replace(/\{(\w+)(?::((?:[^{}]|\{[^{}]*\})*))?\}/g, (_, name, how) => {
    const fact = String(facts[name] ?? "");
    return how === undefined ? fact : told(fact, fill(how, facts));
  });

/** @param {string} fact @param {string} how */
const told = (fact, how) => {
  if (how.includes("|")) return branch(fact, how.split("|"));
  const text = inForm(fact, how.replace(/[_^]$/, ""));
  if (how.endsWith("^")) return capitalised(text);
  return how.endsWith("_") ? text.slice(0, 1).toLowerCase() + text.slice(1) : text;
};

/** @param {string} fact @param {string[]} branches */
const branch = (fact, branches) => {
  const keyed = branches.filter((one) => one.includes("=")), open = branches.filter((one) => !one.includes("="));
  const found = keyed.find((one) => begins(fact, one.slice(0, one.indexOf("="))));
  if (found) return found.slice(found.indexOf("=") + 1);
  return open[/^[−-]?\d+([.,]\d+)?$/.test(fact) && isOne(fact) ? 0 : open.length - 1] ?? "";
};

/** @param {string} fact a number, as it is written */
const isOne = (fact) => {
  const tenths = /[.,](\d+)$/.exec(fact)?.[1].length ?? 0;
  const rules = new Intl.PluralRules(grammar.language, { minimumFractionDigits: tenths });
  return rules.select(Math.abs(Number(fact.replace("−", "-").replace(",", ".")))) === "one";
};

/** @param {string} text @param {string} word */
const begins = (text, word) =>
  text.startsWith(word) && !(/[\p{L}\p{N}]$/u.test(word) && /^[\p{L}\p{N}]/u.test(text.slice(word.length)));

/** @param {string} fact @param {string} name */
const inForm = (fact, name) => {
  const length = (/** @type {string} */ start) => (start.startsWith("[") ? 1 : start.length);
  const rules = Object.entries(grammar.forms[name] ?? {}).sort(([one], [other]) => length(other) - length(one));
  for (const [start, instead] of rules) {
    if (start.startsWith("[")) {
      if (fact && start.slice(1, -1).includes(fact[0].toLowerCase())) return instead + fact;
    } else if (begins(fact, start)) return instead + fact.slice(start.length);
  }
  return fact;
};

const IN_QUOTES = /(?<=[«„“]\s?)[^«»„“”\s][^«»„“”]*?(?=\s?[»“”])/g; // as each language sets them

/**
 * A citation: whatever stands between quotation marks in it is a heading of the printed book.
 *
 * @param {string} text
 * @param {string} language of the book
 * @returns {(string | HTMLElement)[]}
 */
export function cited(text, language) {
  const made = /** @type {(string | HTMLElement)[]} */ ([]);
  let to = 0;
  for (const { 0: heading, index } of text.matchAll(IN_QUOTES)) {
    const node = document.createElement("span");
    node.lang = language;
    write(node, heading);
    made.push(text.slice(to, index), node);
    to = index + heading.length;
  }
  return [...made, text.slice(to)];
}

/** @param {number} earned of three */
export const stars = (earned) => "★".repeat(earned) + "☆".repeat(3 - earned);

const LINK = /^\[([^\]]+)\]\((https:\/\/[^)\s]+)\)$/;

/** @param {string} text without its links, of which the words stay */
export const withoutLinks = (text) => text.replace(/\[([^\]]+)\]\(https:\/\/[^)\s]+\)/g, "$1");

/**
 * The *emphasis*, the **strong words** and the [links](https://…) of a lesson's text, as elements; never as markup.
 *
 * @param {string} text
 * @param {(part: string) => Child[]} [plain] what becomes of the rest
 * @returns {Child[]}
 */
export const emphasised = (text, plain = (part) => [part]) =>
  text.split(/(\[[^\]]+\]\(https:\/\/[^)\s]+\)|\*\*[^*]+\*\*|\*[^*]+\*)/).flatMap((part) => {
    const link = LINK.exec(part);
    if (link) return [make("a", { href: link[2], target: "_blank", rel: "noopener noreferrer" }, link[1])];
    if (part.startsWith("**")) return [make("strong", {}, part.slice(2, -2))];
    if (part.startsWith("*") && part.length > 2) return [make("em", {}, part.slice(1, -1))];
    return plain(part);
  });

/** @param {string} text */
export const capitalised = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/**
 * Short texts in a row, as a screen reader is to read them: one after the other, each a sentence of its own.
 *
 * @param {string[]} texts
 */
export const inARow = (texts) => texts.map((text) => /[.?!…]$/.test(text) ? text : `${text}.`).join(" ");
