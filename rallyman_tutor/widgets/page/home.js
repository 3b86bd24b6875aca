// @ts-check
// The course as a road map, the doors beside it, and the progress that can be taken along.

import { Classroom, save } from "./classroom.js";
import { addressOfSheet, between, button, draw, make, whenResized } from "./dom.js";
import { letterSwitch } from "./keys.js";
import { drawnCourse, drawnHardness } from "./stages.js";
import { fill, stars } from "./text.js";

/** @import { Home as Shown, LessonShown } from "./wire" */
/** @import { Table } from "./table.js" */
/** @typedef {[x: number, y: number]} Spot */

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
const MOST = 5; // lessons in a row
const TOP = 52; // pixels above the first row

export class Home {
  /**
   * @param {Table} table
   * @param {AbortSignal} signal
   */
  constructor(table, signal) {
    this.table = table;
    const { words } = table;
    this.chapters = make("div");
    this.boxes = make("nav", { class: "rt-boxes", "aria-label": words.games });
    this.doors = make("div", { class: "rt-doors" });
    this.licence = make("div", { class: "rt-licence" });
    this.told = make("p", { class: "rt-problem", role: "status" });
    this.whereKept = make("span", {}, words["progress-here"]);
    const called = words["name-in-file"]; // a pupil's, for their teacher
    this.name = make("input", { class: "rt-name", maxlength: "60", "aria-label": called, placeholder: called });
    this.classroom = new Classroom(table);
    this.node = make("section", { class: "rt-home", hidden: true, "aria-label": words.course },
      make("div", { class: "rt-welcome" },
        make("h2", {}, words.welcome), make("p", {}, words["welcome-more"]),
        this.boxes, this.doors, this.told, this.licence),
      this.chapters, this.keeping(), this.classroom.node);
    whenResized(this.chapters, signal, () => this.layRoads());
  }

  /** @param {string} text */
  tell(text) {
    this.told.textContent = text;
  }

  /** @param {Shown} home */
  show(home) {
    const { table } = this, { words } = table;
    this.tell("");
    this.boxes.hidden = home.games.length < 2;
    this.boxes.replaceChildren(...home.games.map((game) => this.box(game)));
    this.doors.replaceChildren(...this.allDoors(home));
    this.licence.replaceChildren(
      make("b", {}, words.licences[home.licence]), make("span", {}, words["licence-more"][home.licence]),
      button("rt-small", () => table.go("summary"), words.summary),
      button("rt-small", () => table.go("insight"), words.insight));
    const many = new Set(home.lessons.map((lesson) => lesson.chapter)).size, { lessons, next } = home;
    const firsts = lessons.flatMap(({ chapter }, n) => (chapter === lessons[n - 1]?.chapter ? [] : [n]));
    this.chapters.replaceChildren(...firsts.map((first, n) => {
      const listed = lessons.slice(first, firsts[n + 1]);
      return this.chapter(many > 1 ? lessons[first].chapter : "",
        listed.map((lesson, at) => this.lesson(lesson, first + at, next.name)));
    }));
    this.layRoads();
  }

  /**
   * Lessons on a road of their own, below their heading if they have one.
   *
   * @param {string} name
   * @param {HTMLElement[]} lessons
   */
  chapter(name, lessons) {
    const { words } = this.table;
    const head = [make("h3", {}, words.chapters[name]), make("p", {}, words["chapters-more"][name])];
    return make("section", { class: "rt-map-chapter" }, ...(name ? head : []),
      make("div", { class: "rt-map-frame" },
        draw("svg", { class: "rt-map-road", "aria-hidden": "true" }), make("ol", { class: "rt-map" }, ...lessons)));
  }

  /** @param {Shown["games"][number]} game */
  box(game) {
    const { table } = this, { words } = table;
    const much = game.of ? fill(words["lessons-done"], { n: game.done, of: game.of }) : words["no-lessons"];
    const made = button("rt-box", () => table.go(game.at), make("b", {}, game.name), make("span", {}, much));
    made.dataset.box = game.key;
    made.setAttribute("aria-current", game.now ? "page" : "false");
    return made;
  }

  /** @param {Shown} home */
  allDoors(home) {
    const { table } = this, { words } = table;
    const due = [
      ...(home.due ? [fill(words["due-rules"], { n: home.due })] : []),
      ...(home.decisions ? [fill(words["due-decisions"], { n: home.decisions })] : []),
    ];
    const waits = home.waiting ? [fill(words["due-waiting"], { n: home.waiting })] : [];
    const practice = [due.length ? fill(words.due, { list: due.join(", ") }) : words["due-none"], ...waits].join(". ");
    return [
      this.door(home.next.name, home.begun ? words.continue : words.begin, home.next.title, "rt-first"),
      ...(home.placement ? [this.door(home.placement, words.placement, words["placement-more"])] : []),
      this.door("practice", words.practice, practice),
      ...(home.puzzle
        ? [this.door(home.puzzle.at, words.puzzles, home.puzzle.solved ? words["puzzles-done"] : words["puzzles-more"])]
        : []),
      ...(home.daily
        ? [this.ofDay(home.daily)]
        : []),
      this.door(home.run, words.run, words["run-more"]),
      this.door(home.drive, words["free-drive"], words["drive-more"]),
      ...(home.coming ? [this.door("coming", words.coming, words["coming-more"])] : []),
      this.door(home.book, words.rulebook, fill(words["rules-more"], { n: home.rules })),
      ...(table.onPage ? [this.printed()] : []),
    ];
  }

  /** The quick reference opens beside the tutor, where it can be printed. */
  printed() {
    const { words } = this.table;
    return make("a", {
      class: "rt-door", href: addressOfSheet(words.game), target: "_blank", rel: "noopener",
    }, make("b", {}, words.sheet), make("span", {}, words["sheet-more"]));
  }

  /** @param {NonNullable<Shown["daily"]>} daily its door, with a picture of the stage */
  ofDay(daily) {
    const { words } = this.table, door = this.door(daily.at, words.daily, this.today(daily));
    const told = words.stages[daily.key];
    if (told) {
      door.append(make("span", { class: "rt-stage" }, drawnCourse(told.course), make("span", {},
        make("span", {}, `${fill(words["stage-par"], { par: told.par })}. ${told.length}`),
        drawnHardness(words, told.hard))));
    }
    return door;
  }

  /** @param {NonNullable<Shown["daily"]>} daily */
  today({ stage, best }) {
    return fill(this.table.words[best ? "daily-best" : "daily-more"], { stage, best });
  }

  /**
   * @param {string} to
   * @param {string} title
   * @param {string} more
   * @param {string} [looks]
   */
  door(to, title, more, looks = "") {
    return button(`rt-door ${looks}`, () => this.table.go(to), make("b", {}, title), make("span", {}, more));
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
      make("b", {}, lesson.title),
      make("span", {
        class: "rt-stars", role: "img", "aria-label": instead ?? fill(words["stars-of"], { n: lesson.stars }),
      }, instead ?? stars(lesson.stars)));
    made.title = lesson.about;
    const isNext = lesson.name === next;
    return make("li", { class: lesson.stars ? "rt-done" : isNext && "rt-next" }, made);
  }

  // -- The road -------------------------------------------------------------------------------------------------

  layRoads() {
    for (const frame of this.chapters.querySelectorAll(".rt-map-frame")) {
      const [road, map] = /** @type {[SVGElement, HTMLElement]} */ (/** @type {unknown} */ (frame.children));
      this.layRoad(road, map);
    }
  }

  /**
   * The road winds from lesson to lesson, to and fro, as wide as there is room; without room, straight down.
   *
   * @param {SVGElement} road
   * @param {HTMLElement} map
   */
  layRoad(road, map) {
    const items = /** @type {HTMLElement[]} */ ([...map.children]), wide = map.clientWidth;
    if (!items.length || !wide) return;
    const row = between(Math.floor(wide / WIDE), 1, MOST);
    const bends = row === 1 ? downwards() : toAndFro(row, wide);
    const spots = items.map((_, n) => bends.spot(n));
    map.style.height = `${Math.ceil(items.length / row) * bends.high + 24}px`;
    items.forEach((item, n) => {
      const [x, y] = spots[n];
      Object.assign(item.style, { left: `${x}px`, top: `${y}px` });
      item.classList.toggle("rt-beside", row === 1);
    });
    const way = bends.start(spots[0]) + spots.slice(1).map((to, n) => bends.way(spots[n], to, n + 1)).join("");
    road.replaceChildren(
      ...["rt-verge", "rt-tarmac", "rt-middle"].map((looks) => draw("path", { d: way, class: looks })));
    const at = items.findIndex((item) => item.classList.contains("rt-next"));
    if (at < 0) return;
    const car = draw("g", { class: "rt-map-car", transform: bends.car(spots[at], at) }); // before what comes next
    car.innerHTML = CAR;
    road.append(car);
  }

  // -- Progress -------------------------------------------------------------------------------------------------

  /** Progress lives in this browser only; it can be taken along as a file. */
  keeping() {
    const { words } = this.table;
    const file = make("input", { type: "file", accept: "application/json", hidden: true });
    file.addEventListener("change", () => this.bring(file));
    return make("p", { class: "rt-keep" }, this.whereKept, " ",
      button("rt-small", () => this.download(), words.download), this.name,
      button("rt-small", () => file.click(), words.bring), file,
      letterSwitch(this.table));
  }

  /** @param {HTMLInputElement} file */
  async bring(file) {
    const chosen = file.files?.[0];
    file.value = "";
    if (!chosen) return;
    let progress = null;
    try {
      progress = JSON.parse(await chosen.text());
    } catch {
      // without data the kernel answers that this is no file of ours
    }
    this.table.send({ do: "bring", progress });
  }

  /** A private window, or one that is full. */
  tellNothingIsKept() {
    if (this.whereKept.classList.contains("rt-warns")) return;
    this.whereKept.textContent = this.table.words["progress-nowhere"];
    this.table.say(this.whereKept.textContent);
    this.whereKept.classList.add("rt-warns");
  }

  download() {
    const name = this.name.value.trim(), progress = this.table.model.get("progress");
    save(JSON.stringify(name ? { ...progress, name } : progress), "application/json", "rallyman-progress.json");
  }
}

/**
 * How a map is laid out: where each lesson lies, how high a row is, the way to the first and from one to the next, and
 * where the car waits.
 *
 * @typedef {object} Bends
 * @property {number} high
 * @property {(n: number) => Spot} spot
 * @property {(first: Spot) => string} start
 * @property {(from: Spot, to: Spot, n: number) => string} way
 * @property {(spot: Spot, n: number) => string} car
 */

/** @returns {Bends} one lesson a row, its name beside it */
function downwards() {
  const high = 92;
  return {
    high,
    spot: (n) => [44 + 26 * Math.sin(n * 1.25), TOP + n * high],
    start: ([x, y]) => `M${x} ${y - 50}L${x},${y}`,
    way: (from, to) => `C${from[0]} ${from[1] + high / 2} ${to[0]} ${to[1] - high / 2} ${to}`,
    car: ([x, y]) => `translate(${x} ${y - 48}) rotate(90)`,
  };
}

/**
 * @param {number} row lessons in a row; the rows lead to the right and to the left by turns
 * @param {number} wide
 * @returns {Bends}
 */
function toAndFro(row, wide) {
  const high = 132, step = wide / row;
  /** @param {number} n */
  const isBack = (n) => Math.floor(n / row) % 2 === 1;
  /**
   * How far the road swings out where it turns from a row to the next.
   *
   * @param {Spot} from
   * @param {Spot} to
   */
  const bow = (from, to) => {
    if (from[1] === to[1] || Math.abs(from[0] - to[0]) > step / 2) return (to[0] - from[0]) / 2;
    return (from[0] > wide / 2 ? 1 : -1) * step * 0.55;
  };
  return {
    high,
    spot: (n) => {
      const along = isBack(n) ? row - 1 - (n % row) : n % row;
      return [step * (along + 0.5), TOP + Math.floor(n / row) * high + 14 * Math.sin(n * 2.1)];
    },
    start: ([x, y]) => `M${x - step / 2} ${y}L${x},${y}`,
    way: (from, to, n) => {
      if (n % row === 0) return `C${from[0] + bow(from, to)} ${from[1]} ${to[0] + bow(from, to)} ${to[1]} ${to}`;
      const middle = (from[0] + to[0]) / 2;
      return `C${middle} ${from[1]} ${middle} ${to[1]} ${to}`;
    },
    car: ([x, y], n) => `translate(${x + (isBack(n) ? 58 : -58)} ${y}) rotate(${isBack(n) ? 180 : 0})`,
  };
}
