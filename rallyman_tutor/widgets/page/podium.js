// @ts-check
// The podium of a rally: three steps with cars on them, who stands there, and all others below.

import { draw, make } from "./dom.js";

/** @import { Classed, PodiumShown } from "./wire" */

const COLOURS = 6; // of cars
const BODY = "M4 33c0-7 3-9 10-10l12-3 11-11c2-2 4-3 7-3h23c4 0 6 1 8 4l8 11 12 2c5 1 7 4 7 9v6H4z";
const WINDOWS = "M33 20l9-9c1-1 2-1 4-1h6v10zM57 10h9c3 0 4 1 5 2l6 8H57z";

/**
 * The number of a driver's car, in its colour. Their name stands beside it.
 *
 * @param {number} seat
 */
export const numberOf = (seat) => make("b", {
  class: "rt-rally-number", style: `--car: var(--car-${seat % COLOURS})`, "aria-hidden": "true",
}, `${seat + 1}`);

/**
 * A rally car from the side, with its number on the door.
 *
 * @param {number} seat
 */
export const carOf = (seat) => draw("svg", {
  viewBox: "0 0 106 52", class: "rt-podium-car", style: `--car: var(--car${seat % COLOURS})`, "aria-hidden": "true",
},
  draw("ellipse", { cx: 53, cy: 46, rx: 50, ry: 4, class: "rt-podium-shade" }),
  draw("path", { d: "M86 8h16v4h-9l-3 12h-6z", class: "rt-podium-dark" }),
  draw("path", { d: BODY, class: "rt-podium-body" }),
  draw("path", { d: WINDOWS, class: "rt-podium-glass" }),
  draw("path", { d: "M4 33h98v3H4z", class: "rt-podium-stripe" }),
  ...[24, 82].flatMap((cx) => [
    draw("circle", { cx, cy: 39, r: 9.5, class: "rt-podium-dark" }),
    draw("circle", { cx, cy: 39, r: 4.5, class: "rt-podium-rim" })]),
  draw("circle", { cx: 53, cy: 29, r: 9, class: "rt-podium-door" }),
  draw("text", { x: 53, y: 33.5 }, `${seat + 1}`));

/** @param {PodiumShown} podium */
export function podiumOf({ steps, others }) {
  const drivers = (/** @type {Classed[]} */ step) => step.map((one) =>
    make("div", { class: "rt-podium-driver" }, make("b", {}, one.name),
      make("span", {}, one.gap || one.sum), carOf(one.seat)));
  return make("section", { class: "rt-podium" },
    make("ol", { class: "rt-podium-steps" }, ...steps.map((step, at) => make("li", {
      class: `rt-podium-${at + 1}`, hidden: !step.length, value: at + 1,
    }, ...drivers(step), make("div", { class: "rt-podium-step", "aria-hidden": "true" }, `${at + 1}`)))),
    make("ul", { class: "rt-podium-others", hidden: !others.length }, ...others.map(({ seat, name, place, gap, sum }) =>
      make("li", {}, place ? `${place}. ` : "", numberOf(seat), " ", make("b", {}, name), ` ${gap || sum}`))));
}
