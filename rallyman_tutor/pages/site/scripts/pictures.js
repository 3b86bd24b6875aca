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

/** @param {string} name kept in the browser; nothing where it keeps nothing, or the page is being left */
function inBrowser(name) {
  try {
    return localStorage.getItem(`rallyman-tutor:${name}`);
  } catch {
    return null;
  }
}

const theme = () => inBrowser("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

/**
 * All that a picture of a place follows from in this browser. Where it has changed, the picture is true no more.
 *
 * @param {string} at
 */
const since = (at) =>
  JSON.stringify([inBrowser("progress"), inBrowser(`kept:${at}`), theme(), document.documentElement.lang]);

/**
 * A picture of a place: what it showed last here, or what was drawn of it beforehand. Of somebody's map that is a map
 * without what they have done.
 *
 * @typedef {{ told: Told, isLast?: boolean, isBlank?: boolean }} Picture
 */

/**
 * The picture of a place; nothing where there is none, or none that is true.
 *
 * @param {string} own the place of this page
 * @param {string} at
 * @param {(at: string) => string} addressOf the address of the first picture of a map
 * @returns {Promise<Picture | null>}
 */
export async function pictureOf(own, at, addressOf) {
  try {
    const last = await (await (await caches.open(KEPT)).match(address(at)))?.json();
    if (last?.since === since(at)) return { told: last.told, isLast: true };
  } catch {
    // where nothing is kept there is none
  }
  try {
    const progress = JSON.parse(inBrowser("progress") ?? "null");
    if (progress && at.startsWith("home")) {
      const game = at.split("/")[1] ?? progress.last?.split("/")[0];
      return game ? blank(await drawn(await fetch(addressOf(`home/${game}`))), progress) : null;
    }
    if (own !== at || inBrowser(`kept:${at}`)) return null;
    const told = await drawn(await /** @type {any} */ (window).rallymanFirst); // the page has asked for it already
    return told && { told: progress ? { ...told, progress } : told };
  } catch {
    return null; // it comes with Python
  }
}

/**
 * A map that does not say how far somebody is.
 *
 * @param {Told | null} told
 * @param {unknown} progress
 */
function blank(told, progress) {
  if (told?.place.kind !== "home") return null;
  const { place } = told, home = { ...place.home, begun: true, doors: [], next: { name: "", title: "" } };
  return { told: { ...told, progress, place: { ...place, home } }, isBlank: true };
}

/** @param {Response | null} first a picture as it was drawn, packed */
async function drawn(first) {
  return first?.ok && first.status !== 204 ? withTheme(await unpack(first).json()) : null;
}

/**
 * Whether somebody who comes back to this place finds it as it is shown now.
 *
 * @param {Told} state
 */
function comesBack({ place, view, sheet }) {
  if (place.kind === "lesson") return !sheet.done && !view.look;
  if (place.kind === "drive") return !view.look;
  return ["home", "summary", "coming"].includes(place.kind);
}

/**
 * Keeps what a page shows now, where it will show the same to somebody who comes back.
 *
 * @param {Told} state
 */
export async function keepPicture(state) {
  if (!comesBack(state)) return;
  const told = Object.fromEntries(Object.keys(state).map((part) => [part, SHOWN.includes(part) ? state[part] : {}]));
  const { at } = state.place, pieces = { ...state.pieces, frames: state.pieces.frames?.slice(-1) }; // not the way there
  const ground = state.ground.svg ? state.ground : photographed();
  const picture = JSON.stringify({ told: { ...told, pieces, ground }, since: since(at) });
  try {
    const kept = await caches.open(KEPT);
    const ours = new URL("last/", import.meta.url).href;
    for (const { url } of await kept.keys()) if (!url.startsWith(ours)) await kept.delete(url);
    await kept.put(address(at), new Response(picture));
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
