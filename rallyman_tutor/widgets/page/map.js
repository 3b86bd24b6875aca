// @ts-check
// The course as a road through a country: lessons are places on it, and between two chapters the road bends. A press on
// the sign of a chapter shows this chapter alone, with what each of its lessons is about.

import { drawnCountry } from "./country.js";
import { between, button, draw, make, whenResized } from "./dom.js";
import { fill, stars } from "./text.js";

/** @import { Home, LessonShown } from "./wire" */
/** @import { Spot } from "./country.js" */
/** @import { Table } from "./table.js" */
/** @typedef {{ spot: Spot, side: 1 | -1 }} Stop where a lesson lies, and whether its row leads to the right */

// A rally car from above, its nose to the right.
const CAR = `
  <rect x="-19" y="-8" width="42" height="20" rx="6" fill="#0004"/>
  <rect x="-21" y="-10" width="42" height="20" rx="6" fill="#0072b2"/>
  <path d="M-21-4H21M-21 4H21" stroke="#faf7f2" stroke-width="3.4"/>
  <path d="M5-8 12-7q3 7 0 14L5 8ZM-9-7-14-6v12l5 1Z" fill="#1d2126"/>
  <rect x="-9" y="-8" width="14" height="16" rx="3" fill="#0072b2"/>
  <circle r="5.4" cx="-2" fill="#faf7f2"/>
  <rect x="-23" y="-9" width="4" height="18" rx="1.5" fill="#1d2126"/>`;

const WIDE = 190; // pixels that a lesson takes at least
const WIDE_NEAR = 250; // and where one looks at its chapter alone
const MOST = 5; // lessons in a row
const WIDEST = 1100; // pixels of a row
const TOP = 70; // pixels above the first row
const ROW = 140; // pixels from row to row
const ROW_NEAR = 176;
const ALONE = 96; // pixels from lesson to lesson where each has a row of its own
const ALONE_NEAR = 138;
const BEND = 96; // pixels more between two chapters: there stands the sign of the next one
const BELOW = 110; // pixels behind the last lesson
const BEHIND = 74; // pixels of road behind the last lesson, with the finish
const CAR_BEFORE = 60; // pixels in front of the place where it waits to go
const SAMPLE = 18; // pixels between two spots of the road from which the country keeps away

export class CourseMap {
  /**
   * @param {Table} table
   * @param {AbortSignal} signal
   */
  constructor(table, signal) {
    this.table = table;
    this.land = draw("svg", { class: "rt-map-road", "aria-hidden": "true" });
    this.chapters = make("div", { class: "rt-map-chapters" });
    this.node = make("div", { class: "rt-country" }, this.land, this.chapters);
    this.laidAt = 0; // how wide it was when it was laid out last
    this.course = /** @type {{ lessons: LessonShown[], next: string }} */ ({ lessons: [], next: "" });
    this.near = ""; // the chapter that is looked at alone
    whenResized(this.node, signal, () => this.node.clientWidth !== this.laidAt && this.lay());
  }

  /** @param {Home} home */
  show({ lessons, next }) {
    this.course = { lessons, next: next.name };
    if (!lessons.some(({ chapter }) => chapter === this.near)) this.near = "";
    this.draw();
  }

  draw() {
    const { course: { lessons, next }, near } = this;
    const many = new Set(lessons.map((lesson) => lesson.chapter)).size;
    const firsts = lessons.flatMap(({ chapter }, n) => (chapter === lessons[n - 1]?.chapter ? [] : [n]));
    const chapters = firsts.map((first, n) => {
      const listed = lessons.slice(first, firsts[n + 1]), { chapter } = lessons[first];
      if (near && chapter !== near) return [];
      const rows = listed.map((lesson, at) => this.lesson(lesson, first + at, next));
      return [this.chapter(many > 1 ? chapter : "", rows)];
    });
    this.chapters.replaceChildren(...chapters.flat());
    this.node.classList.toggle("rt-near", Boolean(near));
    this.node.hidden = !lessons.length;
    this.lay();
  }

  /** @param {string} chapter to be looked at alone; or none, and the whole course is seen again */
  look(chapter) {
    const left = this.near;
    this.near = chapter;
    this.draw();
    const names = /** @type {NodeListOf<HTMLElement>} */ (this.chapters.querySelectorAll(".rt-sign h3 button"));
    const name = [...names].find(({ dataset }) => dataset.chapter === (chapter || left));
    name?.focus({ preventScroll: true });
    name?.scrollIntoView({ block: "center" });
  }

  /** The place to go on at, if there is one. */
  get next() {
    return /** @type {HTMLElement | null} */ (this.chapters.querySelector(".rt-next"));
  }

  /**
   * Lessons below their heading, if they have one.
   *
   * @param {string} name
   * @param {HTMLElement[]} lessons
   */
  chapter(name, lessons) {
    const { words } = this.table, isNear = Boolean(this.near), onclick = () => this.look(isNear ? "" : name);
    const title = make("button",
      { type: "button", "aria-expanded": String(isNear), "data-chapter": name, onclick }, words.chapters[name]);
    const said = [make("h3", {}, title), make("p", {}, words["chapters-more"][name])];
    const back = isNear ? button("rt-small", () => this.look(""), words["whole-course"]) : "";
    const sign = name ? make("div", { class: "rt-sign" }, ...said, back) : null;
    return make("section", { class: "rt-map-chapter" }, sign, make("ol", { class: "rt-map" }, ...lessons));
  }

  /**
   * @param {LessonShown} lesson
   * @param {number} n
   * @param {string} next the one to go on with
   */
  lesson(lesson, n, next) {
    const { words } = this.table;
    const isBegun = lesson.done > 0 && lesson.done < lesson.of, isSkipped = lesson.known && !lesson.stars;
    const begun = isBegun ? fill(words["steps-done"], { n: lesson.done, of: lesson.of }) : null;
    const instead = begun ?? (isSkipped ? words.known : null); // of the stars
    const made = button("", () => this.table.go(lesson.name),
      make("i", { "aria-hidden": "true" }, String(n + 1)),
      make("b", { lang: lesson.language }, lesson.title),
      make("span", {
        class: "rt-stars", role: "img", "aria-label": instead ?? fill(words["stars-of"], { n: lesson.stars }),
      }, instead ?? stars(lesson.stars)),
      this.near ? make("small", { lang: lesson.language }, lesson.about) : "");
    if (!this.near) made.title = lesson.about;
    const isNext = lesson.name === next;
    return make("li", { class: lesson.stars ? "rt-done" : isNext && "rt-next" }, made);
  }

  // -- The road -------------------------------------------------------------------------------------------------

  /** Lays out road and country, as wide as there is room; without room for a row the road leads straight down. */
  lay() {
    const wide = this.node.clientWidth;
    this.laidAt = wide;
    if (!wide) return;
    const inner = Math.min(wide, WIDEST), row = between(Math.floor(inner / (this.near ? WIDE_NEAR : WIDE)), 1, MOST);
    const { stops, high } = this.stops(wide, inner, row);
    this.node.style.height = `${high}px`;
    this.land.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    if (!stops.length) return;
    const curves = row === 1 ? downwards(stops) : toAndFro(stops, inner / row);
    const d = `M${curves[0][0]}${curves.map(([, one, other, to]) => `C${one} ${other} ${to}`).join("")}`;
    const road = ["rt-verge", "rt-tarmac", "rt-middle"].map((looks) => draw("path", { d, class: looks }));
    this.land.replaceChildren(...road);
    const signs = /** @type {NodeListOf<HTMLElement>} */ (this.chapters.querySelectorAll(".rt-sign"));
    const taken = [...[...signs].map(boxOf), ...stops.map(({ spot: [x, y] }) =>
      (row === 1 ? [x - 30, y - 34, x + 260, y + 44] : [x - 78, y - 36, x + 78, y + 74]))];
    /** @type {(x: number, y: number) => boolean} */
    const isTaken = (x, y) =>
      taken.some(([left, top, right, bottom]) => x > left && x < right && y > top && y < bottom);
    this.land.prepend(...drawnCountry(this.table.words.game, wide, high, alongside(curves), isTaken));
    this.showFinish(stops, row === 1);
    this.showCar(stops, row === 1);
  }

  /**
   * Puts signs and lessons where they belong; gives the stops of the road, and how high all of it is.
   *
   * @param {number} wide
   * @param {number} inner of it has lessons
   * @param {number} row lessons in a row
   */
  stops(wide, inner, row) {
    const left = (wide - inner) / 2, step = inner / row;
    const [alone, among] = this.near ? [ALONE_NEAR, ROW_NEAR] : [ALONE, ROW], high = row === 1 ? alone : among;
    /** @type {Stop[]} */
    const stops = [];
    let y = TOP, side = /** @type {1 | -1} */ (1);
    for (const chapter of /** @type {NodeListOf<HTMLElement>} */ (this.chapters.querySelectorAll(".rt-map-chapter"))) {
      const sign = /** @type {HTMLElement | null} */ (chapter.querySelector(".rt-sign"));
      if (sign) { // on the side where the road does not come down
        const beside = side > 0 && stops.length ? wide - left - sign.offsetWidth - 24 : left + 24;
        const at = row === 1 ? 96 : beside;
        Object.assign(sign.style, { left: `${at}px`, top: `${y - 52}px` });
        y += stops.length || row === 1 ? BEND : BEND - 24;
      }
      const items = /** @type {NodeListOf<HTMLElement>} */ (chapter.querySelectorAll("li"));
      items.forEach((item, n) => {
        if (n && n % row === 0) {
          y += high;
          side = side > 0 ? -1 : 1;
        }
        const along = step * (n % row + 0.5), x = side > 0 ? left + along : left + inner - along;
        /** @type {Spot} */
        const spot = row === 1
          ? [52 + 26 * Math.sin(stops.length * 1.25), y]
          : [x, y + 14 * Math.sin(stops.length * 2.1)];
        Object.assign(item.style, { left: `${spot[0]}px`, top: `${spot[1]}px` });
        item.classList.toggle("rt-beside", row === 1);
        stops.push({ spot, side });
      });
      y += high;
      side = side > 0 ? -1 : 1;
    }
    return { stops, high: y - high + BELOW };
  }

  /**
   * The finish, behind the last lesson.
   *
   * @param {Stop[]} stops
   * @param {boolean} isDown
   */
  showFinish(stops, isDown) {
    const { spot: [x, y], side } = stops[stops.length - 1];
    const where = isDown ? `translate(${x} ${y + 62}) rotate(90)` : `translate(${x + side * 58} ${y})`;
    const squares = Array.from({ length: 8 }, (_, n) =>
      `<rect class="rt-${n % 2 ? "black" : "white"}" x="-5" y="${-15 + n * 3.75}" width="5" height="3.75"/>
       <rect class="rt-${n % 2 ? "white" : "black"}" x="0" y="${-15 + n * 3.75}" width="5" height="3.75"/>`);
    const line = draw("g", { transform: where });
    line.innerHTML = squares.join("");
    this.land.append(line);
  }

  /**
   * The car waits before what comes next.
   *
   * @param {Stop[]} stops
   * @param {boolean} isDown
   */
  showCar(stops, isDown) {
    const all = [...this.chapters.querySelectorAll("li")], { next } = this;
    const stop = stops[all.findIndex((item) => item === next)];
    if (!stop) return;
    const { spot: [x, y], side } = stop;
    const where = isDown
      ? `translate(${x} ${y - 50}) rotate(90)`
      : `translate(${x - side * CAR_BEFORE} ${y}) rotate(${side > 0 ? 0 : 180})`;
    const car = draw("g", { class: "rt-map-car", transform: where });
    car.innerHTML = CAR;
    this.land.append(car);
  }
}

/** @typedef {[from: Spot, one: Spot, other: Spot, to: Spot]} Curve a piece of road, as SVG has curves */

/**
 * The road where each lesson has a row of its own.
 *
 * @param {Stop[]} stops
 * @returns {Curve[]}
 */
function downwards(stops) {
  const [x, y] = stops[0].spot, [endX, endY] = stops[stops.length - 1].spot;
  const on = stops.slice(1).map(({ spot: to }, n) => {
    const from = stops[n].spot, half = (to[1] - from[1]) / 2;
    return /** @type {Curve} */ ([from, [from[0], from[1] + half], [to[0], to[1] - half], to]);
  });
  return [straight([x, y - 90], [x, y]), ...on, straight([endX, endY], [endX, endY + BEHIND])];
}

/**
 * The road along rows that lead to the right and to the left by turns.
 *
 * @param {Stop[]} stops
 * @param {number} step from lesson to lesson
 * @returns {Curve[]}
 */
function toAndFro(stops, step) {
  const [x, y] = stops[0].spot, { spot: [endX, endY], side: last } = stops[stops.length - 1];
  const on = stops.slice(1).map(({ spot: to, side }, n) => {
    const { spot: from, side: before } = stops[n];
    const edge = before > 0 ? Math.max(from[0], to[0]) : Math.min(from[0], to[0]);
    const out = side === before ? (from[0] + to[0]) / 2 : edge + before * step * 0.55;
    return /** @type {Curve} */ ([from, [out, from[1]], [out, to[1]], to]);
  });
  const begin = straight([Math.min(-40, x - step / 2), y], [x, y]);
  return [begin, ...on, straight([endX, endY], [endX + last * BEHIND, endY])];
}

/** @type {(from: Spot, to: Spot) => Curve} */
const straight = (from, to) => [from, from, to, to];

/**
 * Spots along curves, which are not asked of the browser: it takes long for many.
 *
 * @param {Curve[]} curves
 * @returns {Spot[]}
 */
const alongside = (curves) => curves.flatMap(([from, one, other, to]) => {
  const many = Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / SAMPLE) + 4;
  return Array.from({ length: many }, (_, n) => {
    const t = n / many, s = 1 - t;
    /** @param {0 | 1} at */
    const along = (at) => s ** 3 * from[at] + 3 * s * s * t * one[at] + 3 * s * t * t * other[at] + t ** 3 * to[at];
    return /** @type {Spot} */ ([along(0), along(1)]);
  });
});

/** @param {HTMLElement} node the box that it takes: left, top, right, bottom */
const boxOf = ({ offsetLeft: left, offsetTop: top, offsetWidth: wide, offsetHeight: high }) =>
  [left - 20, top - 16, left + wide + 20, top + high + 20];
