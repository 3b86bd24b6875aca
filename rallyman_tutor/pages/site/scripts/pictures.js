// @ts-check
// What a page shows before Python is there: what it showed last in this browser, or what was drawn of it when the site
// was written.

import { DARK, PAGES } from "./build.js";
import { unpack } from "./unpack.js";

/** @typedef {Record<string, any>} Told what a page is told, by its names on the wire */

const KEPT = "rallyman-tutor pictures";
const SHOWN = [
  "words", "faces", "place", "stage", "ground", "canvas", "view", "sheet", "choices", "pieces", "progress",
];

/** @param {string} at */
const address = (at) => new URL(`last/${at}`, import.meta.url).href; // of this site: another one knows nothing of it

/** @param {string} name */
const inBrowser = (name) => localStorage.getItem(`rallyman-tutor:${name}`);

/**
 * The picture of a place; nothing where there is none, or none that is true.
 *
 * @param {string} page the name of this page
 * @param {string} at
 * @returns {Promise<{ told: Told, isLast: boolean } | null>}
 */
export async function pictureOf(page, at) {
  try {
    const last = await (await caches.open(KEPT)).match(address(at));
    if (last) return { told: await last.json(), isLast: true };
  } catch {
    // where nothing is kept there is none
  }
  try {
    if (PAGES[page] !== at || inBrowser(`kept:${at}`) || (inBrowser("progress") && at.startsWith("home"))) return null;
    const first = await /** @type {any} */ (window).rallymanFirst; // start.js has asked for it
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
  const told = Object.fromEntries(SHOWN.map((part) => [part, state[part]])), { at } = state.place;
  const pieces = { ...state.pieces, frames: state.pieces.frames?.slice(-1) }; // not the way there
  try {
    const kept = await caches.open(KEPT);
    const ours = new URL("last/", import.meta.url).href;
    for (const { url } of await kept.keys()) if (!url.startsWith(ours)) await kept.delete(url);
    await kept.put(address(at), new Response(JSON.stringify({ ...told, pieces })));
  } catch {
    // then the next picture is the first one again
  }
}

/**
 * A picture that was drawn in the light, in the colours that are looked at now.
 *
 * @param {Told} told
 */
function withTheme(told) {
  const theme = inBrowser("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const { svg } = told.ground ?? {};
  if (!svg || theme === "light") return told;
  const dark = (/** @type {string} */ quoted) => `"${DARK[quoted.slice(1, -1)] ?? quoted.slice(1, -1)}"`;
  return { ...told, ground: { svg: svg.replace(/"#[0-9a-f]{6}"/g, dark) } };
}
