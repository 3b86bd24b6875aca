// Sentences of the page: their gaps filled in, their emphasis, and stars.

import { make } from "./dom.js";

export const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");

export const stars = (many) => "★".repeat(many) + "☆".repeat(3 - many);

// *Emphasis* and **strong words** of a lesson's text, as elements; never as markup.
export const rich = (text, plain = (part) => [part]) => text.split(/(\*\*[^*]+\*\*|\*[^*]+\*)/).flatMap((part) =>
  part.startsWith("**") ? [make("strong", {}, part.slice(2, -2))] : part.startsWith("*") && part.length > 2 ? [make("em", {}, part.slice(1, -1))] : plain(part));
