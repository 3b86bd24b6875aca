// @ts-check
// The parts that a stage is built of, as pictures: the tiles of a box, and pace notes.

import { button, draw, make } from "./dom.js";

/** @import { EditorOffer } from "./wire" */
/** @typedef {{ snow: boolean, left: string, right: string, drifts: number, cut: boolean }} Brush */

const HEXAGON = "-50,0 -25,-43 25,-43 50,0 25,43 -25,43";
const DANGERS = ["yellow", "orange", "red"];
const TURNS = [150, 110, 80, 55, 32]; // degrees that a bend turns by, from the note of its line
const OUTWARD = 12; // of the drift, beside the line

/**
 * The road of a picture: its body, its edges, and its middle.
 *
 * @param {string} d
 */
const road = (d) => ["rt-edge", "rt-road", "rt-middle"].map((name) => draw("path", { class: name, d }));

/**
 * A sign on the road.
 *
 * @param {string} looks
 * @param {number} x
 * @param {number} y
 * @param {string} text
 */
const sign = (looks, x, y, text) =>
  draw("g", { class: `rt-sign-${looks}`, transform: `translate(${x} ${y})` },
    draw("rect", { x: -5 - 4.4 * text.length, y: -11, width: 10 + 8.8 * text.length, height: 22, rx: 7 }),
    draw("text", { y: 6 }, text));

/**
 * A tile of the box, as it would lie behind the road: entered from below.
 *
 * @param {EditorOffer} offer
 */
export function tilePicture({ danger, path, bends, jumps, cuts, ford }) {
  const signs = [
    ...bends.map((text) => ["bend", text]), ...jumps.map((text) => ["jump", `⌃${text}`]),
    ...cuts.map((text) => ["cut", `K${text}`]), ...(ford ? [["ford", "≈"]] : []),
  ];
  const first = -(signs.length - 1) * 12;
  const dots = Array.from({ length: DANGERS.indexOf(danger) + 1 }, (_, n) =>
    draw("circle", { class: "rt-danger", cx: -36 + n * 8, cy: 0, r: 3 }));
  return draw("svg", { class: "rt-part", viewBox: "-52 -46 104 92", "aria-hidden": "true", "data-danger": danger },
    draw("polygon", { points: HEXAGON }), ...road(path), ...dots,
    ...signs.map(([looks, text], n) => sign(looks, 22, first + n * 24, text)));
}

/**
 * A part of pace notes as a picture: a straight, a jump, or a bend with its drift and shortcut.
 *
 * @param {string} note `s1`, `j3`, `R3/4x3K4`
 * @param {boolean} snow
 */
export function notePicture(note, snow) {
  const [, turn, line, drift, cut] = /^([RL])(\d)(?:\/(\d)x\d)?(?:K(\d))?$/.exec(note) ?? [];
  const jump = /^j(\d)$/.exec(note)?.[1];
  const shapes = turn ? bend(turn === "R" ? 1 : -1, Number(line), drift, cut) : road("M0,44 0,-44");
  if (jump) {
    const crest = draw("path", { class: "rt-crest", d: "M-13,10 0,-4 13,10M-13,22 0,8 13,22" });
    shapes.push(crest, sign("jump", 0, -22, jump));
  }
  const looks = `rt-part rt-note${snow ? " rt-snow" : ""}`;
  return draw("svg", { class: looks, viewBox: "-52 -46 104 92", "aria-hidden": "true" },
    draw("rect", { class: "rt-land", x: -50, y: -45, width: 100, height: 90, rx: 14 }), ...shapes);
}

/**
 * A bend that comes from below, its line inside and its drift outside.
 *
 * @param {number} side 1 to the right, -1 to the left
 * @param {number} line
 * @param {string | undefined} drift
 * @param {string | undefined} cut
 * @returns {Node[]}
 */
function bend(side, line, drift, cut) {
  const angle = TURNS[line - 1] * Math.PI / 180, radius = 26;
  const middle = side * (radius - (line < 3 ? 18 : 4)), top = line < 3 ? -4 : 0;
  /** @param {number} r @param {number} share */
  const at = (r, share) => {
    const a = angle * share;
    return `${(middle - side * r * Math.cos(a)).toFixed(0)},${(top - r * Math.sin(a)).toFixed(0)}`;
  };
  const out = [Math.sin(angle) * side * 40, -Math.cos(angle) * 40];
  const [x, y] = at(radius, 1).split(",").map(Number);
  const arc = Array.from({ length: 9 }, (_, n) => at(radius, n / 8)).join(" ");
  const d = `M${at(radius, 0).split(",")[0]},46 ${arc} ${(x + out[0]).toFixed(0)},${(y + out[1]).toFixed(0)}`;
  const shapes = [];
  if (cut) {
    shapes.push(draw("path", { class: "rt-cut", d: `M${at(radius, 0)} ${at(radius * 0.2, 0.5)} ${at(radius, 1)}` }));
  }
  shapes.push(...road(d));
  if (drift) {
    const dashed = Array.from({ length: 9 }, (_, n) => at(radius + OUTWARD, n / 8)).join(" ");
    shapes.push(draw("path", { class: "rt-drift", d: `M${dashed}` }));
  }
  shapes.push(sign("bend", -side * 26, 30, drift ? `${line}/${drift}` : String(line)));
  if (cut) shapes.push(sign("cut", side * 28, 30, `K${cut}`));
  return shapes;
}

/**
 * A bend's note with what is to be added to it: drift spaces a note above its line, and a shortcut likewise.
 *
 * @param {string} side
 * @param {number} line
 * @param {Brush} brush
 */
export const bendNote = (side, line, { drifts, cut }) =>
  `${side}${line}${drifts ? `/${Math.min(5, line + 1)}x${drifts}` : ""}${cut ? `K${Math.min(5, line + 1)}` : ""}`;

/** @param {Brush} brush the ground in notation */
export const groundOf = ({ snow, left, right }) => `${snow ? "snow" : "dry"} ${left}/${right}`;

/**
 * A part in the tray. One that cannot lie there stays pressable: pressing it tells why.
 *
 * @param {string} word
 * @param {string} name
 * @param {string} refused
 * @param {Node} picture
 * @param {() => void} act
 */
export function offerButton(word, name, refused, picture, act) {
  const label = refused ? `${name}. ${refused}` : name;
  const made = button(`rt-editor-offer${refused ? " rt-refused" : ""}`, act, picture, make("span", {}, word));
  made.setAttribute("aria-label", label);
  made.title = label;
  made.dataset.word = word;
  return made;
}
