// @ts-check
// The country around the road of a course, drawn as the boards are: from above, with light from the top left.

import { draw } from "./dom.js";

/** @typedef {[x: number, y: number]} Spot */
/** @typedef {(random: () => number) => string} Thing a drawing around the origin, as SVG */
/** @typedef {{ ground: string, fills: number, things: [Thing, number][] }} Land how full it is, and of what */

const CELL = 44; // pixels; at most one thing stands in each
const BESIDE_ROAD = 50; // pixels from the middle of the road to the middle of a thing
const WAVES = 26; // pixels by which the border between two lands goes up and down

const CROWN = "0,-15 11,-11 15,0 10,12 -1,15 -12,10 -15,-1 -10,-12";
const SPIKES = "0,-17 4,-6 12,-12 6,-3 17,0 6,4 12,12 3,6 0,17 -4,6 -12,12 -6,3 -17,0 -6,-4 -12,-12 -3,-6";

/** @type {(looks: string) => Thing} */
const tree = (looks) => (random) => {
  const size = 0.75 + random() * 0.6;
  return `<g transform="scale(${size.toFixed(2)})"><circle class="rt-shade" cx="5" cy="6" r="15"/>
    <polygon class="rt-${looks}" points="${CROWN}"/>
    <polygon class="rt-lit" points="${CROWN}" transform="translate(-3 -4) scale(.55)"/></g>`;
};

/** @type {(hasSnow: boolean) => Thing} */
const fir = (hasSnow) => (random) => {
  const size = 0.8 + random() * 0.5;
  return `<g transform="scale(${size.toFixed(2)}) rotate(${Math.floor(random() * 60)})">
    <polygon class="rt-shade" points="${SPIKES}" transform="translate(4 5)"/>
    <polygon class="rt-fir" points="${SPIKES}"/>
    <polygon class="rt-${hasSnow ? "white" : "lit"}" points="${SPIKES}" transform="scale(.5)"/></g>`;
};

/** @type {Thing} */
const house = (random) => {
  const looks = ["roof", "slate", "straw"][Math.floor(random() * 3)], wide = 26 + random() * 14;
  return `<g transform="rotate(${Math.floor(random() * 40 - 20)})">
    <rect class="rt-shade" x="${-wide / 2 + 5}" y="-7" width="${wide}" height="22"/>
    <rect class="rt-${looks}" x="${-wide / 2}" y="-11" width="${wide}" height="22"/>
    <rect class="rt-lit" x="${-wide / 2}" y="-11" width="${wide}" height="10"/>
    <rect class="rt-black" x="${wide / 4}" y="-5" width="5" height="5"/></g>`;
};

/** @type {Thing} */
const field = (random) => {
  const rows = [-18, -9, 0, 9, 18].map((y) => `M-40 ${y}H40`).join("");
  return `<g transform="rotate(${Math.floor(random() * 50 - 25)})">
    <rect class="rt-straw" x="-44" y="-26" width="88" height="52" rx="4"/>
    <path class="rt-furrows" d="${rows}"/></g>`;
};

/** @type {Thing} */
const rock = (random) => `<g transform="scale(${(0.7 + random() * 0.9).toFixed(2)})">
  <polygon class="rt-shade" points="-9,4 2,-6 16,0 14,12 0,15"/>
  <polygon class="rt-rock" points="-14,2 -4,-11 9,-8 13,6 2,11 -9,10"/>
  <polygon class="rt-lit" points="-14,2 -4,-11 9,-8 0,-1"/></g>`;

/** @type {Thing} */
const pond = (random) => `<path class="rt-water"
  transform="scale(${(0.7 + random() * 0.5).toFixed(2)}) rotate(${Math.floor(random() * 90)})"
  d="M-40 4C-42-18-14-24 6-20 34-22 46-2 34 14 20 28-34 26-40 4Z"/>`;

/** @type {Thing} */
const tufts = () => `<path class="rt-tuft" d="M-4 3-6-5M0 3V-7M4 3 6-5M16 12 14 5M20 12V3M24 12 26 5"/>`;

/** @type {Thing} */
const sheep = () => `<g><circle class="rt-white" r="6"/><circle class="rt-black" cx="6" cy="-2" r="3"/>
  <circle class="rt-white" cx="17" cy="9" r="5"/><circle class="rt-black" cx="12" cy="8" r="2.6"/></g>`;

/** @type {Thing} */
const drift = (random) => `<path class="rt-white" transform="scale(${(0.6 + random() * 0.7).toFixed(2)})"
  d="M-26 6C-24-12-4-10 4-8 18-10 30 2 22 10 8 18-24 18-26 6Z"/>`;

/** @type {(looks: string) => Thing} */
const tile = (looks) => (random) => `<g transform="scale(${(0.85 + random() * 0.3).toFixed(2)})">
  <polygon class="rt-tile rt-${looks}" points="30,0 15,26 -15,26 -30,0 -15,-26 15,-26"/></g>`;

/** @type {(looks: string) => Thing} */
const card = (looks) => (random) => `<g transform="rotate(${Math.floor(random() * 70 - 35)})">
  <rect class="rt-shade" x="-16" y="-21" width="38" height="50" rx="5"/>
  <rect class="rt-paper" x="-19" y="-25" width="38" height="50" rx="5"/>
  <rect class="rt-${looks}" x="-15" y="-21" width="30" height="42" rx="3"/>
  <path class="rt-lines" d="M-9 16-3-16M9 16 3-16M0 14V8M0 2v-5M0-8v-4"/></g>`;

const MEADOW = {
  ground: "meadow", fills: 0.6,
  things: pairs(tree("wood"), 6, tree("autumn"), 2, field, 1, tufts, 5, sheep, 2),
};
const VILLAGE = { ground: "meadow", fills: 0.8, things: pairs(house, 7, tree("wood"), 3, tufts, 2) };
const WOODS = {
  ground: "woods", fills: 0.97,
  things: pairs(tree("wood"), 9, tree("autumn"), 4, fir(false), 4, pond, 0.4),
};
const HEIGHTS = { ground: "heights", fills: 0.6, things: pairs(rock, 5, fir(false), 4, tufts, 1) };
const SNOW = { ground: "snow", fills: 0.55, things: pairs(fir(true), 5, drift, 3, rock, 1) };
const GRAVEL = { ground: "meadow", fills: 0.6, things: pairs(tile("gravel"), 3, tree("wood"), 4, tufts, 2) };
const MUD = { ground: "mud", fills: 0.75, things: pairs(tile("wood"), 3, tree("wood"), 5, fir(false), 2, pond, 1) };
const DESERT = { ground: "sand", fills: 0.5, things: pairs(tile("sand"), 3, rock, 4, tufts, 1) };
const RED_TABLE = { ground: "plum", fills: 0.22, things: pairs(card("plum"), 1, card("brick"), 1) };
const GREEN_TABLE = { ground: "pine", fills: 0.22, things: pairs(card("pine"), 1, card("rust"), 1) };

/** @type {Record<string, Land[]>} from the beginning of a course to its end */
const COUNTRIES = {
  classic: [VILLAGE, MEADOW, WOODS, HEIGHTS, SNOW],
  dirt: [GRAVEL, MUD, DESERT],
  crazy_rally: [RED_TABLE],
  mil_millas: [GREEN_TABLE],
};

/**
 * @param {...(Thing | number)} all a thing and its share, by turns
 * @returns {[Thing, number][]}
 */
function pairs(...all) {
  return all.flatMap((one, n) => (n % 2 ? [] : [/** @type {[Thing, number]} */ ([one, all[n + 1]])]));
}

/** Numbers from 0 to 1 that are the same for every visit, so that the country stays as one knows it. */
function numbers() {
  let seed = 7;
  return () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
}

/**
 * @param {Land} land
 * @param {() => number} random
 */
function anyOf({ things }, random) {
  let left = random() * things.reduce((sum, [, share]) => sum + share, 0);
  return (things.find(([, share]) => (left -= share) < 0) ?? things[0])[0];
}

/**
 * The country of a game: its grounds from top to bottom, and what stands on them, away from the road.
 *
 * @param {string} game
 * @param {number} wide
 * @param {number} high
 * @param {Spot[]} road spots along its middle
 * @param {(x: number, y: number) => boolean} isTaken whether something else is to be read there
 */
export function drawnCountry(game, wide, high, road, isTaken) {
  const lands = COUNTRIES[game] ?? COUNTRIES.classic, random = numbers(), each = high / lands.length;
  const grounds = lands.map(({ ground }, n) =>
    draw("path", { class: `rt-land rt-${ground}`, d: border(n * each, wide, high) }));
  const near = new Map(); // spots of the road, by the rows of cells in which they are near
  for (const [x, y] of road) {
    const at = Math.floor(y / CELL);
    for (const row of [at - 1, at, at + 1]) near.set(row, [...(near.get(row) ?? []), [x, y]]);
  }
  let things = "";
  for (let top = 0; top < high; top += CELL) {
    for (let left = 0; left < wide; left += CELL) {
      const x = left + random() * CELL, y = top + random() * CELL, isEmpty = random();
      const land = lands[Math.min(lands.length - 1, Math.floor(y / each))], thing = anyOf(land, random)(random);
      const beside = near.get(Math.floor(y / CELL)) ?? [];
      if (isEmpty > land.fills || isTaken(x, y)) continue;
      if (beside.some((/** @type {Spot} */ [a, b]) => Math.hypot(a - x, b - y) < BESIDE_ROAD)) continue;
      things += `<g transform="translate(${x.toFixed(0)} ${y.toFixed(0)})">${thing}</g>`;
    }
  }
  const standing = draw("g", {});
  standing.innerHTML = things;
  return [...grounds, standing];
}

/**
 * The ground from here down, below a border that goes up and down.
 *
 * @param {number} top
 * @param {number} wide
 * @param {number} high
 */
function border(top, wide, high) {
  if (!top) return `M0 0H${wide}V${high}H0Z`;
  const parts = Math.max(2, Math.round(wide / 180)), step = wide / parts;
  const waves = Array.from({ length: parts }, (_, n) =>
    `q${step / 2} ${n % 2 ? WAVES : -WAVES} ${step} 0`).join("");
  return `M0 ${top}${waves}V${high}H0Z`;
}
