// @ts-check
// The picture between two drivers of a rally at one screen: the car of whoever drives next, waiting on the road.

import { draw, make } from "./dom.js";
import { carOf } from "./podium.js";

const WIDE = 640, HIGH = 240, VERGE = 150; // where the grass ends and the road begins
const HILLS = [
  ["far", "M0 92C70 46 150 40 230 78 300 40 400 26 500 66 560 50 610 56 640 70V160H0Z"],
  ["near", "M0 122C90 88 180 96 270 118 380 88 480 92 640 116V170H0Z"],
];
const TREES = [[34, 118, 1], [66, 126, 0.75], [118, 112, 0.8], [196, 122, 0.7], [428, 116, 0.8], [474, 124, 1],
  [516, 114, 0.7], [590, 120, 1.1], [616, 130, 0.8]]; // where each stands, and how large it is
const FIR = "M0-46L11-24H6L15-6H3V2H-3V-6H-15L-6-24H-11Z";

/**
 * The car of the driver in a seat.
 *
 * @param {number} seat
 */
export function waitingCar(seat) {
  const trees = TREES.map(([x, y, size]) =>
    draw("path", { d: FIR, class: "rt-handover-tree", transform: `translate(${x} ${y}) scale(${size})` }));
  const land = draw("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "xMidYMax slice" },
    draw("rect", { width: WIDE, height: HIGH, class: "rt-handover-sky" }),
    ...HILLS.map(([name, d]) => draw("path", { d, class: `rt-handover-${name}` })),
    ...trees,
    draw("rect", { y: VERGE - 6, width: WIDE, height: 6, class: "rt-handover-verge" }),
    draw("rect", { y: VERGE, width: WIDE, height: HIGH - VERGE, class: "rt-handover-road" }),
    draw("path", { d: `M0 ${HIGH - 26}H${WIDE}`, class: "rt-handover-dashes" }));
  return make("div", { class: "rt-handover", "aria-hidden": "true" }, land, carOf(seat));
}
