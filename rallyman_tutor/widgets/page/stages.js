// @ts-check
// A solved stage as a picture: its course, and how hard it is.

import { draw } from "./dom.js";
import { fill } from "./text.js";

/** @import { Words } from "./wire" */

const HARDEST = 5; // triangles of the hardest stage
const COURSE = "-6 -6 132 80"; // the box of a stage's course, with a margin

/** @param {string} course the points of a line */
export function drawnCourse(course) {
  const points = course.split(" "), [x, y] = points[0].split(",");
  const [endX, endY] = points[points.length - 1].split(",");
  return draw("svg", { class: "rt-course", viewBox: COURSE, "aria-hidden": "true" },
    draw("polyline", { class: "edge", points: course }),
    draw("polyline", { points: course }),
    draw("circle", { class: "start", cx: x, cy: y, r: 5 }),
    draw("circle", { class: "finish", cx: endX, cy: endY, r: 5 }));
}

/**
 * @param {Words} words
 * @param {string} hard how hard it is, from 1
 */
export function drawnHardness(words, hard) {
  const triangles = Array.from({ length: HARDEST }, (_, n) => {
    const left = n * 20 + 2;
    const corners = `M${left} 16 L${left + 8} 2 L${left + 16} 16 Z`;
    return draw("path", { class: n < Number(hard) ? "" : "none", d: corners });
  });
  const label = fill(words["stage-hard"], { hard });
  return draw("svg", { class: "rt-hard", viewBox: "0 0 100 18", role: "img", "aria-label": label }, ...triangles);
}
