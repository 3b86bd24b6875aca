// @ts-check
// Sentences of the page: their gaps filled in, their emphasis, and stars.

import { make } from "./dom.js";

/** @import { Child } from "./dom.js" */

/**
 * A sentence with its `{gaps}` filled in.
 *
 * @param {string} text
 * @param {Record<string, string | number>} facts
 */
export const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => String(facts[name] ?? ""));

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
export const capitalised = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;
