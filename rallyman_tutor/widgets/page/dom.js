// @ts-check
// Elements of the page: how they are made, buttons among them, whether things may move, and where they may lie; and
// addresses.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {string | Node | null | undefined} Child */
/** @typedef {(event: any) => unknown} Act */
/** @typedef {Record<string, string | number | boolean | null | undefined | Act>} Attributes */

/**
 * An element. `onclick` and its like are listened to, `true` is an attribute without a value, and `false` or `null`
 * none; a child that is null or undefined is left out.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * An element of an SVG drawing; its attributes and children are given as to `make`.
 *
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function draw(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {Element} T
 * @param {T} node
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    // As an attribute, a page with a strict policy would refuse a style.
    else if (name === "style") /** @type {any} */ (node).style.cssText = String(value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, String(value));
  }
  addTo(node, children);
  return node;
}

/**
 * Put texts and elements into an element instead of all that it has; null and undefined are left out.
 *
 * @param {Element} node
 * @param {...Child} children
 */
export function write(node, ...children) {
  node.replaceChildren();
  addTo(node, children);
}

/**
 * No line ends between a number and its unit, but where a text is copied it stays as it is.
 *
 * @param {Element} node
 * @param {Child[]} children
 */
function addTo(node, children) {
  const isCopied = node.matches("code, pre, textarea");
  for (const child of children) {
    if (child != null) node.append(typeof child === "string" && !isCopied ? withItsUnit(child) : child);
  }
}

/** @param {string} text */
const withItsUnit = (text) => text.replace(/(\d) (?=(?:s|%)(?![\p{L}\p{N}]))/gu, "$1\u00a0");

/**
 * The element that an event met, or its nearest ancestor, that fits a selector.
 *
 * @param {EventTarget | null} target
 * @param {string} selector
 */
export const closest = (target, selector) =>
  target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(selector)) : null;

/** @typedef {(name: string) => string} Ids */

/**
 * The ids of one page's elements. Several pages may stand in one document, as in JupyterLab: each of them but the first
 * has a number in its ids, so that a reference finds an element of its own page.
 *
 * @param {AbortSignal} signal of whoever shows the page: its number is free again
 * @returns {Ids}
 */
export function idsOfOnePage(signal) {
  const shared = /** @type {any} */ (globalThis); // each notebook loads modules of its own
  const taken = /** @type {Set<number>} */ (shared.rallymanPages ??= new Set());
  let number = 0;
  while (taken.has(number)) number++;
  taken.add(number);
  signal.addEventListener("abort", () => taken.delete(number));
  return (name) => (number ? `rt-${name}-${number}` : `rt-${name}`);
}

/**
 * A button with words on it.
 *
 * @param {string} looks its classes
 * @param {Act} act what pressing it does
 * @param {...Child} children
 */
export function button(looks, act, ...children) {
  return make("button", { type: "button", class: looks || null, onclick: act }, ...children);
}

const ICONS = {
  ahead: "M9 5l7 7-7 7",
  back: "M15 5 8 12l7 7",
  car: "M12 3v4M12 17v4M3 12h4M17 12h4M12 9a3 3 0 1 0 .01 0",
  less: "M5 12h14",
  menu: "M4 7h16M4 12h16M4 17h16",
  more: "M5 12h14M12 5v14",
  talk: "M4 5h16v11h-9l-5 4v-4H4zM8 9h8M8 12h5",
  take: "M6 6l12 12M18 6 6 18",
  tools: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4v6M9 14v6",
  theme: "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5Z",
  undo: "M9 5 4 10l5 5M4 10h9a6 6 0 0 1 0 12h-2",
  whole: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
};

/**
 * A round button with a picture on it.
 *
 * @param {keyof typeof ICONS} icon
 * @param {string} name what it does, for ears and for whoever points at it
 * @param {Act} act what pressing it does
 */
export function iconButton(icon, name, act) {
  const made = make("button", { type: "button", class: "rt-round", "aria-label": name, title: name, onclick: act });
  made.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[icon]}"/></svg>`;
  return made;
}

/**
 * A row of a table, with its first cell as a heading.
 *
 * @param {string} heading
 * @param {...(string | Node)} cells
 */
export const row = (heading, ...cells) =>
  make("tr", {}, make("th", { scope: "row" }, heading), ...cells.map((cell) => make("td", {}, cell)));

/** @param {string[]} names the head of a table */
export const columns = (names) =>
  make("thead", {}, make("tr", {}, ...names.map((name) => make("th", { scope: "col" }, name))));

/** @param {string} text a paragraph that is not in the foreground */
export const quiet = (text) => make("p", { class: "rt-quiet" }, text);

/**
 * A row of buttons.
 *
 * @param {...Child} buttons
 */
export const pair = (...buttons) => make("div", { class: "rt-pair" }, ...buttons);

/**
 * The address of a page of ours, beside the one that is shown: notebooks where a server runs them, else plain files.
 *
 * @param {string} page its name, and what is asked of it
 */
export const addressOf = (page) =>
  new URL(page.replace(/(?=\?|$)/, location.pathname.endsWith(".ipynb") ? ".ipynb" : ".html"), location.href);

/**
 * The address of a game's quick reference: a page of its own, for printing, in the language that is spoken.
 *
 * @param {{ game: string, language: string }} words
 */
export const addressOfSheet = ({ game, language }) => {
  const ending = language.startsWith("en") ? "html" : `${language}.html`;
  return new URL(`${game}-sheet.${ending}`, location.href).href;
};

/** Whether the learner wants things to stand still. */
export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Calls `act` whenever a node has another size, until the signal ends it.
 *
 * @param {Element} node
 * @param {AbortSignal} signal
 * @param {() => void} act
 */
export function whenResized(node, signal, act) {
  const observer = new ResizeObserver(act);
  observer.observe(node);
  signal.addEventListener("abort", () => observer.disconnect());
}

/**
 * A number, or the nearer bound where it lies outside.
 *
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
export const between = (value, least, most) => Math.min(most, Math.max(least, value));
