// @ts-check
// The film of a rally: each stage from above, all cars of a round driving at once; played, stepped through, skipped.

import { between, button, draw, make, pair, prefersReducedMotion, quiet, write } from "./dom.js";
import { numberOf } from "./podium.js";

/** @import { FilmStageShown } from "./wire" */
/** @import { Table } from "./table.js" */
/** @typedef {FilmStageShown["shots"][number]} Shot */
/** @typedef {{ stage: FilmStageShown, shot: Shot, first: boolean }} Frame */

const SPEEDS = [0.5, 1, 2, 4];

export class Film {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.stages = /** @type {FilmStageShown[]} */ ([]);
    this.frames = /** @type {Frame[]} */ ([]);
    this.labels = /** @type {Record<string, string>} */ ({});
    this.at = 0; // the frame that is shown
    this.share = 1; // of its way that is driven
    this.speed = 1;
    this.code = ""; // of the rally
    this.isPlaying = false;
    this.run = Symbol("a film that plays");
    this.drawn = /** @type {FilmStageShown | null} */ (null); // whose ground is seen
    this.pieces = /** @type {{ body: SVGElement, node: SVGElement }[]} */ ([]);
    this.sums = /** @type {HTMLElement[]} */ ([]);
    this.title = make("p", { class: "rt-film-title" });
    this.ground = draw("g", {});
    this.cars = draw("g", {});
    this.picture = draw("svg", { role: "img", tabindex: 0, class: "rt-film-picture" }, this.ground, this.cars);
    this.playing = button("rt-primary", () => this.play(!this.isPlaying));
    this.where = make("input", {
      type: "range", min: 0, oninput: (/** @type {any} */ event) => this.goTo(Number(event.target.value)),
    });
    this.list = make("ol", { class: "rt-film-happened" });
    this.node = make("section", {
      class: "rt-film", hidden: true, onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
    });
  }

  /** Nothing is filmed yet. */
  clear() {
    [this.stages, this.frames, this.at, this.share, this.speed] = [[], [], 0, 0, 1];
    this.isPlaying = false;
    this.code = "";
    this.drawn = null;
    this.list.replaceChildren();
    this.node.hidden = true;
    this.node.replaceChildren();
  }

  /** @param {FilmStageShown} stage one more, in their order; the first one begins a film */
  come(stage) {
    if (stage.number !== this.stages.length + 1) {
      if (stage.number !== 1) return;
      this.clear();
    }
    this.stages.push(stage);
    this.frames.push(...stage.shots.map((shot, n) => ({ stage, shot, first: n === 0 })));
    this.code ||= stage.code;
    if (!this.frames.length) {
      if (stage.number === stage.of) this.tellNothing(stage);
      return;
    }
    const isFirst = this.frames.length === stage.shots.length; // with no frame before it
    if (isFirst) this.build(stage);
    this.where.max = `${this.frames.length - 1}`;
    this.list.append(...stage.shots.flatMap((shot, n) => shot.happened.map((text) => {
      const at = this.frames.length - stage.shots.length + n;
      return make("li", {}, button("rt-small", () => this.goTo(at), `${stage.name}, ${shot.name}`), ` ${text}`);
    })));
    if (isFirst) {
      this.show();
      if (!prefersReducedMotion()) this.play(true);
    }
  }

  /** @param {FilmStageShown} stage the last one, and nobody drove on any */
  tellNothing({ labels }) {
    this.node.replaceChildren(make("h3", {}, labels.title), quiet(labels.nothing));
    this.node.hidden = false;
    this.table.say(labels.nothing);
  }

  /** @param {FilmStageShown} stage the first one that was driven */
  build({ labels, drivers }) {
    const { ids } = this.table;
    this.picture.setAttribute("aria-label", labels.title);
    write(this.playing, labels.play);
    this.where.setAttribute("aria-label", labels.where);
    const speed = make("select", {
      id: ids("film-speed"), onchange: () => { this.speed = Number(speed.value); },
    }, ...SPEEDS.map((one) => make("option", { value: one, selected: one === 1 }, `× ${one}`)));
    this.sums = drivers.map(() => make("span", {}));
    this.labels = labels;
    const word = make("textarea", {
      readonly: true, rows: 3, "aria-label": labels.code, onfocus: (/** @type {any} */ event) => event.target.select(),
    });
    word.value = this.code;
    this.node.replaceChildren(make("h3", {}, labels.title), this.title, this.picture,
      make("ul", { class: "rt-film-drivers" }, ...drivers.map((name, seat) =>
        make("li", {}, numberOf(seat), make("b", {}, name), this.sums[seat]))),
      this.where,
      pair(this.playing, button("rt-small", () => this.step(-1), labels.back),
        button("rt-small", () => this.step(1), labels.on), button("rt-small", () => this.skip(), labels.next),
        make("label", {}, `${labels.speed} `, speed)),
      make("details", {}, make("summary", {}, labels.happened), this.list),
      this.code ? make("details", {}, make("summary", {}, labels.code), quiet(labels.how), word) : "");
    this.node.hidden = false;
    this.node.scrollIntoView({ block: "start" });
    this.playing.focus({ preventScroll: true });
  }

  /** @param {boolean} on */
  play(on) {
    if (on && this.at >= this.frames.length - 1 && this.share >= 1) [this.at, this.share] = [0, 0];
    this.isPlaying = on;
    write(this.playing, on ? this.labels.pause : this.labels.play);
    if (on) this.drive();
  }

  /** Drive on, picture by picture, as long as the film plays and is seen. */
  async drive() {
    const run = (this.run = Symbol("a film that plays"));
    let before = performance.now(), waited = 0;
    while (this.isPlaying && this.run === run && this.node.isConnected && !this.node.hidden) {
      const { stage, first } = this.frames[this.at];
      const now = await new Promise(requestAnimationFrame), passed = ((now - before) / 1000) * this.speed;
      before = now;
      if (this.run !== run) return;
      if (first && this.share === 0 && waited < stage.title) {
        waited += passed;
      } else {
        this.share += passed / stage.seconds;
        if (this.share >= 1 && this.at + 1 < this.frames.length) [this.at, this.share, waited] = [this.at + 1, 0, 0];
        else if (this.share >= 1) {
          this.share = 1;
          if (this.stages.length === stage.of) this.play(false);
        }
      }
      this.show();
    }
  }

  /** @param {number} at the frame that is to be seen, driven to its end */
  goTo(at) {
    this.play(false);
    [this.at, this.share] = [between(at, 0, this.frames.length - 1), 1];
    this.show();
    const { stage, shot } = this.frames[this.at];
    this.table.say([`${stage.name}, ${shot.name}.`, ...shot.happened].join(" "));
  }

  /** @param {number} by rounds */
  step(by) {
    this.goTo(this.at + by);
  }

  /** The film at the beginning of the next stage; it goes on playing if it did. */
  skip() {
    const { stage } = this.frames[this.at], was = this.isPlaying;
    const next = this.frames.findIndex((frame) => frame.stage.number > stage.number);
    this.goTo(next < 0 ? this.frames.length - 1 : next);
    if (was && next >= 0) this.play(true);
  }

  /** The frame as far as it is driven; without motion, as it ends. */
  show() {
    const { stage, shot } = this.frames[this.at], share = prefersReducedMotion() ? 1 : Math.min(this.share, 1);
    if (this.drawn !== stage) {
      this.drawn = stage;
      const [, , width, height] = stage.frame;
      this.picture.setAttribute("viewBox", stage.frame.join(" "));
      this.picture.style.setProperty("--shape", `${width / height}`); // beside its country nothing is seen
      this.ground.innerHTML = stage.ground;
      this.pieces = stage.cars.map((markup, seat) => {
        const body = draw("g", {}), label = draw("text", { class: "rt-film-number" }, `${seat + 1}`);
        body.innerHTML = markup;
        return { body, node: draw("g", {}, body, draw("circle", { r: 6.4, class: "rt-film-roof" }), label) };
      });
      this.cars.replaceChildren(...this.pieces.map(({ node }) => node));
    }
    write(this.title, `${stage.name} · ${shot.name}`);
    this.where.value = `${this.at}`;
    shot.sums.forEach((sum, seat) => { write(this.sums[seat], sum); });
    this.pieces.forEach(({ body, node }, seat) => {
      const spot = along(shot.ways[seat], share);
      node.setAttribute("visibility", spot ? "visible" : "hidden");
      if (!spot) return;
      node.setAttribute("transform", `translate(${spot.x} ${spot.y}) scale(${stage.scale})`);
      if (spot.turn !== null) body.setAttribute("transform", `rotate(${spot.turn})`);
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (target.matches("input, select, textarea, summary")) return;
    const does = /** @type {Record<string, () => void>} */ ({
      ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), n: () => this.skip(),
      " ": () => this.play(!this.isPlaying),
    })[event.key];
    if (!does || (event.key === " " && target.matches("button"))) return;
    event.preventDefault();
    event.stopPropagation();
    does();
  }
}

/**
 * Where a car is after a share of its way, and its direction in degrees; no direction where it stands.
 *
 * @param {number[]} way x and y in turn
 * @param {number} share from 0 to 1
 * @returns {{ x: number, y: number, turn: number | null } | null} null for a car that is not on the road
 */
export function along(way, share) {
  if (!way.length) return null;
  const steps = [];
  for (let n = 0; n + 3 < way.length; n += 2) {
    const [x, y, toX, toY] = way.slice(n, n + 4);
    steps.push({ x, y, dx: toX - x, dy: toY - y, long: Math.hypot(toX - x, toY - y) });
  }
  if (!steps.length) return { x: way[0], y: way[1], turn: null };
  let far = share * steps.reduce((sum, { long }) => sum + long, 0);
  for (const [n, { x, y, dx, dy, long }] of steps.entries()) {
    if (far <= long || n === steps.length - 1) {
      const t = long ? Math.min(far / long, 1) : 0;
      return { x: x + t * dx, y: y + t * dy, turn: (Math.atan2(dy, dx) * 180) / Math.PI };
    }
    far -= long;
  }
  return null;
}
