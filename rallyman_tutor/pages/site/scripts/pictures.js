// @ts-check
// What a page shows before Python is there: what it showed last in this browser, or what was drawn of it beforehand,
// when the site was written or on the server.

import { DARK } from "./build.js";
import { unpack } from "./unpack.js";

/** @typedef {Record<string, any>} Told what a page is told, by its names on the wire */

const KEPT = "rallyman-tutor pictures";
const SHOWN = [
  "words", "faces", "place", "stage", "ground", "canvas", "view", "sheet", "choices", "pieces", "progress",
];

/** @param {string} at */
const address = (at) => new URL(`last/${at}`, import.meta.url).href; // of this version: another one knows nothing of it

/** @param {string} name */
const inBrowser = (name) => localStorage.getItem(`rallyman-tutor:${name}`);

const theme = () => inBrowser("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

/**
 * All that a picture of a place follows from in this browser. Where it has changed, the picture is true no more.
 *
 * @param {string} at
 */
const since = (at) => JSON.stringify([inBrowser("progress"), inBrowser(`kept:${at}`), theme()]);

/**
 * The picture of a place; nothing where there is none, or none that is true.
 *
 * @param {string} own the place of this page
 * @param {string} at
 * @returns {Promise<{ told: Told, isLast: boolean } | null>}
 */
export async function pictureOf(own, at) {
  try {
    const last = await (await (await caches.open(KEPT)).match(address(at)))?.json();
    if (last?.since === since(at)) return { told: last.told, isLast: true };
  } catch {
    // where nothing is kept there is none
  }
  try {
    if (own !== at || inBrowser(`kept:${at}`) || (inBrowser("progress") && at.startsWith("home"))) return null;
    const first = await /** @type {any} */ (window).rallymanFirst; // the page has asked for it already
    return first && { told: withTheme(await unpack(first).json()), isLast: false };
  } catch {
    return null; // it comes with Python
  }
}

/**
 * Keeps what a page shows now.
 *
 * @param {Told} state
 */
export async function keepPicture(state) {
  const told = Object.fromEntries(Object.keys(state).map((part) => [part, SHOWN.includes(part) ? state[part] : {}]));
  const { at } = state.place, pieces = { ...state.pieces, frames: state.pieces.frames?.slice(-1) }; // not the way there
  const ground = state.ground.svg ? state.ground : photographed();
  try {
    const kept = await caches.open(KEPT);
    const ours = new URL("last/", import.meta.url).href;
    for (const { url } of await kept.keys()) if (!url.startsWith(ours)) await kept.delete(url);
    const picture = { told: { ...told, pieces, ground }, since: since(at) };
    await kept.put(address(at), new Response(JSON.stringify(picture)));
  } catch {
    // then the next picture is the first one again
  }
}

/** A ground that was painted on a canvas, as a picture. */
function photographed() {
  const canvas = /** @type {HTMLCanvasElement | null} */ (document.querySelector(".rt-ground canvas"));
  return canvas ? { svg: `<img alt="" src="${canvas.toDataURL("image/webp", 0.9)}">` } : {};
}

/**
 * A picture that was drawn in the light, in the colours that are looked at now.
 *
 * @param {Told} told
 */
function withTheme(told) {
  const { svg } = told.ground ?? {};
  if (!svg || theme() === "light") return told;
  const dark = (/** @type {string} */ quoted) => `"${DARK[quoted.slice(1, -1)] ?? quoted.slice(1, -1)}"`;
  return { ...told, ground: { svg: svg.replace(/"#[0-9a-f]{6}"/g, dark) } };
}
