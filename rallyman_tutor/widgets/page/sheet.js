// @ts-check
// The sheet of a rally: a row for each driver, how the places changed, and the sheet as a file and on paper.

import { save } from "./classroom.js";
import { button, columns, draw, make, pair, quiet } from "./dom.js";
import { numberOf } from "./podium.js";

/** @import { RallySheetShown } from "./wire" */

const WIDE = 70, HIGH = 26; // of the chart: from one stage to the next, and from one place to the next

/**
 * The sheet as a table.
 *
 * @param {RallySheetShown} sheet
 */
export function tableOf({ title, head, rows, seats }) {
  const lines = rows.map((cells, row) => make("tr", {}, ...cells.map((cell, at) =>
    (at === 1 ? make("th", { scope: "row" }, numberOf(seats[row]), " ", cell) : make("td", {}, cell)))));
  return make("section", { class: "rt-wide" }, make("h3", {}, title),
    make("table", {}, columns(head), make("tbody", {}, ...lines)));
}

/**
 * The sheet as a file for spreadsheets, and on paper.
 *
 * @param {RallySheetShown} sheet
 * @param {Record<string, string>} labels
 */
export const doorsOf = ({ csv }, labels) => pair(
  button("rt-small", () => save(csv, "text/csv", "rally.csv"), labels.save),
  button("rt-small", () => print(), labels.print));

/**
 * The places after each row of the sheet: a line for each driver, from the second row on. The sheet says the same in
 * figures.
 *
 * @param {RallySheetShown} sheet
 */
export function chartOf({ chart, rows, orders, seats }) {
  const parts = orders[0].length, wide = WIDE * parts + 150, high = HIGH * (orders.length + 0.6);
  const x = (/** @type {number} */ at) => WIDE * (at + 0.5);
  const y = (/** @type {number} */ place) => HIGH * (place - 0.2);
  const ends = /** @type {Record<string, { at: number, place: number, names: string[] }>} */ ({}); // of the lines
  const lines = orders.flatMap((places, driver) => {
    const known = places.map((place, at) => ({ place, at })).filter(({ place }) => place);
    if (!known.length) return [];
    const colour = `var(--car-${seats[driver] % 6})`, last = known[known.length - 1];
    const points = known.map(({ place, at }) => `${x(at)},${y(place)}`).join(" ");
    (ends[`${last.at} ${last.place}`] ??= { ...last, names: [] }).names.push(rows[driver][1]);
    return [
      draw("polyline", { points, fill: "none", stroke: colour, "stroke-width": 3 }),
      ...known.map(({ place, at }) => draw("circle", { cx: x(at), cy: y(place), r: 5, fill: colour })),
    ];
  });
  const names = Object.values(ends).map(({ at, place, names }) =>
    draw("text", { x: x(at) + 12, y: y(place) + 5 }, `${place}. ${names.join(", ")}`));
  const size = { viewBox: `0 0 ${wide} ${high}`, width: wide, "aria-hidden": "true" };
  const picture = draw("svg", size, ...lines, ...names);
  return make("figure", { class: "rt-rally-chart", hidden: parts < 2 }, picture, make("figcaption", {}, quiet(chart)));
}
