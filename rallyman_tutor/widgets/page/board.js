// @ts-check
// The board: the painted stage, and over it what moves, what may be pointed at, and what screen readers say.

import { between, draw, iconButton, make, prefersReducedMotion, whenResized } from "./dom.js";
import { fill, inARow } from "./text.js";
import { Pace } from "./pace.js";

/** @import { Choices, GhostShown, HintShown, Laying, Pieces, Space, Stage, StepShown, View, Words } from "./wire" */
/** @import { WaysDriven, WaysShown } from "./wire" */
/** @import { Ids } from "./dom.js" */
/** @typedef {StepShown["verdict"]} Verdict */
/** @typedef {Pieces["frames"][0][0]} PlacedPiece its key, stamp, x, y, angle, scale and opacity */
/** @typedef {[x: number, y: number]} Spot on the stage, in its own units */
/** @typedef {{ node: SVGGElement, stamp: string, transform: string, angle: number, at: Spot }} ShownPiece */
/** @typedef {Record<string, [Verdict, number]>} Verdicts by place */

const MS_PER_SPACE = 120; // ms a car takes for a space
const MS_STANDING = 60; // ms a picture stands in which no car moves

// Zooms: CSS pixels to a unit of the stage.
const MOST_ZOOM = 2.2;
const ZOOM_FILLING_FRAME = 1.5; // fills the frame
const ZOOM_FOR_NOTES = 1.05; // keeps notes at 14 px and more
const ZOOM_FOR_WHOLE_STAGE = 0.83; // notes are 14 px: a road that is seen whole at this zoom or more is shown whole
const ZOOM_ON_TABLE = 0.5; // a frame that is no phone's shows a whole stage at this zoom or more
const WIDE_FRAME = 700; // CSS pixels; what is narrower is a phone's
const ZOOM_FOR_CARDS = 0.62; // cards and dice can still be read

const LEAST_UNITS_SEEN = 285; // units of the stage that are seen at least, on a phone too
const FINGER_SIZE = 26; // CSS pixels that a space measures at least where fingers tap it
const SPACES_AHEAD = 6; // spaces ahead that are in sight before any die lies there
const UNITS_AROUND = 45; // units of the stage around what is to be in sight
const SMALL_DIE = 20; // units of the stage, of a die of another draft
const DIE = 34; // units of a die that lies
const LEAST_MOVE = 1; // units of the stage after which a car counts as moved

const LAYERS = /** @type {const} */ ([ // from below
  "risk", "spaces", "rings", "cloud", "ghost", "pieces", "ways", "signs", "cursor",
]);

/**
 * The least box around some spots.
 *
 * @param {Spot[]} spots
 */
const around = (spots) => {
  const xs = spots.map(([x]) => x), ys = spots.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};

/**
 * @param {Spot[]} spots
 * @returns {Spot}
 */
const middle = (spots) => {
  const [left, top, right, bottom] = around(spots);
  return [(left + right) / 2, (top + bottom) / 2];
};

/** @param {string} key a place on the road; the lanes of a space have letters */
const laneOf = (key) => key.slice(key.lastIndexOf(".") + 1).replace(/\d/g, "");

export class Board {
  /**
   * @param {Words} words
   * @param {Ids} ids
   * @param {AbortSignal} signal
   */
  constructor(words, ids, signal) {
    this.words = words;
    this.ids = ids;
    this.stage = /** @type {Stage | null} */ (null);
    this.zoom = 1;
    this.cursor = ""; // the place that is pointed at
    this.speech = "normal"; // how much is read out of a place
    this.home = /** @type {string | undefined} */ (undefined); // where the learner's own car stands
    this.shown = /** @type {Map<string, ShownPiece>} */ (new Map()); // what lies on the road now
    this.ghost = /** @type {ShownPiece | null} */ (null);
    this.ghostAt = ""; // the place where it stands
    this.places = /** @type {Map<string, Space>} */ (new Map());
    this.order = /** @type {string[]} */ ([]); // of the places along the road
    this.options = /** @type {Map<string, HTMLLIElement>} */ (new Map()); // the places, for screen readers

    this.spot = /** @type {Spot | null} */ (null); // the car of whoever drives
    this.aim = /** @type {Spot | null} */ (null); // what is in the middle
    this.looksAhead = false; // whether the road before the car is in sight, and not the car alone
    this.isNew = false; // nothing was shown on this stage yet
    this.isFitted = false;
    this.isZoomChosen = false;
    this.run = Symbol("pictures that are being shown");
    this.tempo = new Pace(words, ids);
    this.ways = Symbol("two ways that are driven");

    this.over = draw("svg", { class: "rt-over", "aria-hidden": "true" });
    this.layers = /** @type {Record<typeof LAYERS[number], SVGGElement>} */ ({});
    for (const name of LAYERS) {
      this.layers[name] = draw("g", { class: `rt-${name}` });
      this.over.append(this.layers[name]);
    }
    this.ground = make("div", { class: "rt-ground", "aria-hidden": "true" });
    this.list = make("ul", {
      class: "rt-list", role: "listbox", tabindex: "0", "aria-label": words.board, "aria-describedby": ids("how"),
    });
    this.how = make("p", { id: ids("how"), class: "rt-ears" },
      inARow([words["board-hint"], ...Object.values(words.asks).map(({ key, label: text }) =>
        fill(words.colon, { label: key.toUpperCase(), text }))]));
    this.sheet = make("div", { class: "rt-sheet" }, this.ground, this.over);
    this.frame = make("div", { class: "rt-frame" }, this.sheet, this.list);
    this.zooms = make("div", { class: "rt-zooms" }, // in the bar: on the road they would cover what is looked at
      iconButton("less", words["zoom-out"], () => this.chooseZoom(this.zoom / 1.25)),
      iconButton("more", words["zoom-in"], () => this.chooseZoom(this.zoom * 1.25)),
      iconButton("whole", words["zoom-fit"], () => this.setZoom(this.wholeZoom())),
      iconButton("car", words["zoom-car"], () => this.zoomToCar()));
    this.node = make("section", { class: "rt-board", "aria-label": words.board }, this.frame, this.how);
    whenResized(this.frame, signal, () => this.fit());
  }

  // -- The stage ------------------------------------------------------------------------------------------------

  /** @param {Stage} stage */
  setStage(stage) {
    if (this.isSameRoad(stage)) { // only names differ: what is in sight and the cursor stay
      this.stage = stage;
      this.places = new Map(stage.places.map((place) => [place.key, place]));
      return;
    }
    this.stage = stage;
    this.over.setAttribute("viewBox", stage.frame.join(" "));
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
    this.shown.clear();
    this.ghost = null;
    this.places = new Map(stage.places.map((place) => [place.key, place]));
    this.order = stage.places.map((place) => place.key);
    this.options = new Map();
    this.list.replaceChildren();
    for (const place of stage.places) {
      this.layers.spaces.append(draw("path", { d: place.outline, "data-place": place.key }));
      const option = make("li", { role: "option", id: this.ids(`at-${place.key}`), "aria-selected": "false" });
      this.options.set(place.key, option);
      this.list.append(option);
    }
    this.cursor = "";
    this.isFitted = false;
    this.looksAhead = false;
    this.isNew = true; // a new stage is shown at the car and what lies before it
    this.fit();
  }

  /**
   * Whether only names differ: a pile has grown, a car is farther.
   *
   * @param {Stage} stage
   */
  isSameRoad(stage) {
    /** @param {Stage} one */
    const drawn = ({ table, frame, places }) =>
      JSON.stringify([table, frame, places.map(({ key, outline }) => [key, outline])]);
    return this.stage !== null && drawn(this.stage) === drawn(stage);
  }

  /**
   * Puts the painted ground under the pieces; without one the spaces are drawn bare.
   *
   * @param {HTMLElement | null} painted
   */
  setGround(painted) {
    this.node.classList.toggle("rt-bare", !painted);
    this.ground.replaceChildren(...(painted ? [painted] : []));
    if (!painted) return;
    // It is only a picture: the style sheet keeps every pointer from it, and this keeps the Tab key from it.
    for (const node of [painted, ...painted.querySelectorAll("*")]) node.setAttribute("tabindex", "-1");
  }

  // -- Zoom, and what is in sight -------------------------------------------------------------------------------

  /** @returns {Stage["frame"]} */
  get extent() {
    return this.stage?.frame ?? [0, 0, 1, 1];
  }

  /** The zoom at which all of the stage is seen. */
  wholeZoom() {
    const [, , width, height] = this.extent;
    return Math.min(this.frame.clientWidth / width, this.frame.clientHeight / height) || 1;
  }

  /** The zoom that one begins with: a table of cards is looked at as a whole, a road from the car. */
  firstZoom() {
    const [, , width, height] = this.extent, { clientWidth, clientHeight } = this.frame;
    const whole = this.wholeZoom();
    if (this.words.hides) return Math.max(ZOOM_FOR_CARDS, whole);
    if (whole >= (clientWidth > WIDE_FRAME ? ZOOM_ON_TABLE : ZOOM_FOR_WHOLE_STAGE)) return whole;
    const road = this.zoomFor(this.road());
    if (road >= ZOOM_FOR_WHOLE_STAGE) return Math.min(road, ZOOM_FILLING_FRAME);
    const covers = Math.max(clientWidth / width, clientHeight / height);
    const near = Math.max(ZOOM_FOR_NOTES, Math.min(covers, ZOOM_FILLING_FRAME, clientWidth / LEAST_UNITS_SEEN));
    return this.spot ? this.zoomWithDice(this.spot, near) : near;
  }

  /**
   * The zoom at which spots are all in sight.
   *
   * @param {Spot[]} spots
   */
  zoomFor(spots) {
    const [left, top, right, bottom] = around(spots), { clientWidth, clientHeight } = this.frame;
    return Math.min(clientWidth / (right - left + 2 * UNITS_AROUND), clientHeight / (bottom - top + 2 * UNITS_AROUND));
  }

  /**
   * The zoom at which the car and its dice are in sight and can still be told apart.
   *
   * @param {Spot} spot
   * @param {number} most
   */
  zoomWithDice(spot, most) {
    const dice = this.diceLaid();
    return dice.length ? Math.min(most, Math.max(ZOOM_FOR_CARDS, this.zoomFor([spot, ...dice]))) : most;
  }

  /** @returns {Spot[]} the places of the road and the cars that wait beside it, without the country around them */
  road() {
    const places = [...this.places.values()];
    return [...places.map(({ x, y }) => /** @type {Spot} */ ([x, y])), ...this.lying("car:")];
  }

  fit() {
    if (!this.stage || !this.frame.clientWidth) return;
    if (this.isFitted && (!this.words.hides || this.isZoomChosen)) {
      this.setZoom(this.zoom);
      return;
    }
    this.isFitted = true;
    this.setZoom(this.firstZoom());
    this.follow(true);
  }

  /** @param {number} zoom as the learner wishes: from here on they decide how near they sit */
  chooseZoom(zoom) {
    this.isZoomChosen = true;
    this.setZoom(zoom);
  }

  /** @param {number} zoom */
  setZoom(zoom) {
    const [, , width, height] = this.extent;
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = this.frame;
    const x = (scrollLeft + clientWidth / 2) / this.zoom, y = (scrollTop + clientHeight / 2) / this.zoom;
    this.zoom = Math.min(MOST_ZOOM, Math.max(Math.min(this.wholeZoom(), ZOOM_FOR_NOTES), zoom));
    this.sheet.style.width = `${width * this.zoom}px`;
    this.sheet.style.height = `${height * this.zoom}px`;
    this.frame.scrollTo(x * this.zoom - clientWidth / 2, y * this.zoom - clientHeight / 2);
  }

  zoomToCar() {
    this.setZoom(Math.max(this.zoom, ZOOM_FOR_NOTES));
    this.looksAhead = false;
    this.aim = this.spot;
    this.follow();
  }

  /**
   * Zooms in on a spot of the screen, or on the car, where the spaces are too small for a finger. Says whether it had
   * to.
   *
   * @param {number} [x]
   * @param {number} [y]
   */
  zoomForFinger(x, y) {
    const sides = [...this.layers.spaces.children].map((path) => {
      const { width, height } = /** @type {SVGPathElement} */ (path).getBBox();
      return Math.min(width, height);
    }).sort((one, other) => one - other);
    const usual = sides[sides.length >> 1]; // how wide most spaces are
    if (this.words.hides || !usual || usual * this.zoom >= FINGER_SIZE) return false;
    const spot = x === undefined || y === undefined ? this.spot : this.spotAt(x, y);
    this.setZoom(Math.max(ZOOM_FOR_NOTES, FINGER_SIZE / usual, FINGER_SIZE / sides[0]));
    if (spot) this.centre(spot, "instant");
    return true;
  }

  /**
   * The spot of the stage under a spot of the screen.
   *
   * @param {number} x
   * @param {number} y
   * @returns {Spot}
   */
  spotAt(x, y) {
    const { left, top } = this.sheet.getBoundingClientRect();
    return [(x - left) / this.zoom + this.extent[0], (y - top) / this.zoom + this.extent[1]];
  }

  /**
   * @param {Spot} spot
   * @param {"smooth" | "instant"} [behavior]
   */
  centre([x, y], behavior = "smooth") {
    this.frame.scrollTo({
      left: (x - this.extent[0]) * this.zoom - this.frame.clientWidth / 2,
      top: (y - this.extent[1]) * this.zoom - this.frame.clientHeight / 2,
      behavior: prefersReducedMotion() ? "instant" : behavior,
    });
  }

  /** Looks where one was looking, in a frame that may have changed since. */
  follow(atOnce = false) {
    if (this.looksAhead) this.aim = this.aheadOfCar();
    if (this.aim) this.centre(this.aim, atOnce ? "instant" : "smooth");
  }

  /**
   * Where to look: at the middle of the road, if all of it is seen; else at the car and its dice, or at the car and the
   * road ahead, and at other cars that are near enough. The car stays in sight.
   *
   * @returns {Spot | null}
   */
  aheadOfCar() {
    if (!this.spot) return null;
    if (this.zoomFor(this.road()) >= this.zoom) return middle(this.road());
    const [x, y] = this.spot, dice = this.diceLaid();
    const next = this.order.indexOf(this.home ?? "") + SPACES_AHEAD;
    const ahead = this.places.get(this.order[Math.min(this.order.length - 1, next)]);
    /** @type {Spot[]} */
    const own = [this.spot, ...(dice.length || !ahead ? dice : [/** @type {Spot} */ ([ahead.x, ahead.y])])];
    const all = [...own, ...this.lying("car:")];
    const [wantedX, wantedY] = middle(this.zoomFor(all) >= this.zoom ? all : own);
    /**
     * @param {number} from
     * @param {number} to
     * @param {number} side of the frame, in pixels
     */
    const towards = (from, to, side) => {
      const edge = side / 2 / this.zoom - Math.min(60, side / 5 / this.zoom);
      return from + between(to - from, -edge, edge);
    };
    return [towards(x, wantedX, this.frame.clientWidth), towards(y, wantedY, this.frame.clientHeight)];
  }

  /** Where dice lie that are not rolled yet. */
  diceLaid() {
    return this.lying("die:");
  }

  /** @param {string} kind what the keys of the pieces begin with */
  lying(kind) {
    return [...this.shown].filter(([key]) => key.startsWith(kind)).map(([, piece]) => piece.at);
  }

  /** Car and dice into what is left of a frame that became much smaller. */
  gather() {
    if (!this.spot || [this.spot, ...this.diceLaid()].every((spot) => this.isInSight(spot))) return;
    this.looksAhead = !this.words.hides;
    if (!this.words.hides) this.setZoom(this.zoomWithDice(this.spot, this.zoom));
    this.follow(true);
  }

  /** Another step of a lesson: one looks at what it is about, as on a stage that is new. */
  lookAnew() {
    this.isNew = true;
  }

  /**
   * Whether a spot is in sight, and not too near the edge.
   *
   * @param {Spot} spot
   * @param {number} [edge] pixels that it is away from the edges at least
   */
  isInSight([x, y], edge = Math.min(110, this.frame.clientWidth / 4)) {
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = this.frame;
    const left = (x - this.extent[0]) * this.zoom - scrollLeft, top = (y - this.extent[1]) * this.zoom - scrollTop;
    const margin = edge / 1.5; // above and below
    return left > edge && left < clientWidth - edge && top > margin && top < clientHeight - margin;
  }

  // -- What moves -----------------------------------------------------------------------------------------------

  /**
   * Shows the pictures one after the other, up to how things stand now.
   *
   * @param {Pieces} pieces
   * @param {string} driver
   */
  async showPieces({ frames, stamps }, driver) {
    const run = (this.run = Symbol("pictures that are being shown")), { tempo } = this;
    tempo.begin(frames.length > 2 && !prefersReducedMotion(), this.node);
    for (const [n, frame] of frames.entries()) {
      const isLast = n === frames.length - 1;
      const moved = this.putPieces(frame, stamps);
      const car = frame.find(([key]) => key === `car:${driver}`);
      if (car) this.followCar([car[2], car[3]], n === 0 && isLast, isLast);
      if (isLast || prefersReducedMotion() || !tempo.factor) continue;
      await tempo.wait(moved ? MS_PER_SPACE * 1.6 : MS_STANDING);
      if (this.run !== run) return;
    }
    tempo.end();
  }

  /**
   * @param {Spot} spot where the car is now
   * @param {boolean} atOnce
   * @param {boolean} isLast whether it stays there
   */
  followCar(spot, atOnce, isLast) {
    const moved = !this.spot || Math.hypot(spot[0] - this.spot[0], spot[1] - this.spot[1]) > LEAST_MOVE;
    this.spot = spot;
    if (this.isNew || moved) {
      this.looksAhead = this.isNew && !this.words.hides;
      this.aim = spot;
    }
    if (this.isNew) {
      if (!this.isZoomChosen && this.frame.clientWidth) this.setZoom(this.firstZoom());
      this.follow(true);
    } else if (moved && this.stage && !this.isInSight(spot)) this.follow(atOnce);
    this.isNew &&= !isLast;
  }

  /**
   * @param {PlacedPiece[]} frame
   * @param {Record<string, string>} stamps
   */
  putPieces(frame, stamps) {
    const before = this.shown;
    this.shown = new Map(); // in the order of the frame, in which they are painted
    let moved = false;
    frame.forEach((placed, n) => {
      const name = placed[0] || `${placed[1]}:${n}`;
      const known = before.get(name) ?? this.shown.get(name);
      before.delete(name);
      this.shown.delete(name);
      const piece = known ?? this.newPiece(placed[0]);
      this.shown.set(name, piece);
      if (this.putPiece(piece, placed, stamps, !known)) moved = true;
    });
    for (const { node } of before.values()) node.remove();
    const { pieces } = this.layers;
    [...this.shown.values()].forEach(({ node }, n) => { // one that stays in its place is not styled and laid out anew
      if (pieces.children[n] !== node) pieces.insertBefore(node, pieces.children[n] ?? null);
    });
    return moved;
  }

  /**
   * A die in the middle of a place, until the next picture has it where it lies.
   *
   * @param {string} key of the piece
   * @param {string} at the place
   * @param {string} face
   */
  layAhead(key, at, face) {
    const place = this.places.get(at);
    if (!place) return;
    const piece = this.newPiece(key), { node } = piece, { x, y } = place;
    node.innerHTML = face;
    for (const [name, value] of Object.entries({ x: -DIE / 2, y: -DIE / 2, width: DIE, height: DIE })) {
      node.firstElementChild?.setAttribute(name, String(value));
    }
    node.style.transform = `translate(${x}px, ${y}px)`;
    this.shown.set(key, { ...piece, at: [x, y] });
    this.layers.pieces.append(node);
  }

  /** @param {GhostShown | null} shown the ghost where it stands, under the cars; nothing where there is none */
  showGhost(shown) {
    const { piece, stamp = "", place = "" } = shown ?? {};
    this.ghostAt = place;
    if (!piece) {
      this.layers.ghost.replaceChildren();
      this.ghost = null;
      return;
    }
    const isNew = !this.ghost, ghost = (this.ghost ??= this.newPiece(piece[0]));
    this.layers.ghost.append(ghost.node);
    this.putPiece(ghost, piece, { [piece[1]]: stamp }, isNew);
  }

  /**
   * Where drives of the draft ended, as pale cars that lie under everything else.
   *
   * @param {PlacedPiece[]} pieces
   * @param {Record<string, string>} stamps
   */
  showCloud(pieces, stamps) {
    this.layers.cloud.replaceChildren(...pieces.map((placed) => {
      const piece = this.newPiece(placed[0]);
      this.putPiece(piece, placed, stamps, true);
      return piece.node;
    }));
  }

  /**
   * @param {string} key
   * @returns {ShownPiece}
   */
  newPiece(key) {
    return { node: draw("g", key ? { "data-key": key } : {}), stamp: "", transform: "", angle: 0, at: [0, 0] };
  }

  /**
   * Puts one piece where it belongs; says whether it moves there little by little.
   *
   * @param {ShownPiece} piece
   * @param {PlacedPiece} placed
   * @param {Record<string, string>} stamps
   * @param {boolean} isNew
   */
  putPiece(piece, [key, stamp, x, y, angle, scale, opacity], stamps, isNew) {
    const { node } = piece, moves = !prefersReducedMotion();
    let moved = false;
    if (piece.stamp !== stamp) {
      node.innerHTML = `<g>${stamps[stamp] ?? ""}</g>`;
      piece.stamp = stamp;
    }
    const transform = `translate(${x}px, ${y}px) rotate(${angle}deg) scale(${scale})`;
    if (piece.transform !== transform) {
      if (moves && !isNew && (key.startsWith("car:") || piece === this.ghost)) {
        this.glide(piece, [x, y], angle, scale);
        moved = true;
      }
      node.style.transform = transform;
      Object.assign(piece, { transform, angle, at: [x, y] });
    }
    node.style.opacity = String(opacity);
    if (moves && isNew && key.startsWith("played:")) {
      const tumble = ["rotate(-200deg) scale(1.5)", "rotate(15deg) scale(1.1)", "none"];
      node.firstElementChild?.animate(tumble.map((now) => ({ transform: now })), { duration: 250, easing: "ease-out" });
      moved = true;
    }
    return moved;
  }

  /**
   * @param {ShownPiece} piece
   * @param {Spot} to
   * @param {number} angle
   * @param {number} scale
   */
  glide({ node, at: [fromX, fromY], angle: turned }, [x, y], angle, scale) {
    const turn = ((((angle - turned) % 360) + 540) % 360) - 180; // the short way round
    node.animate([
      { transform: `translate(${fromX}px, ${fromY}px) rotate(${angle - turn}deg) scale(${scale})` },
      { transform: `translate(${x}px, ${y}px) rotate(${angle}deg) scale(${scale})` },
    ], { duration: between(Math.hypot(x - fromX, y - fromY) / 45, 1, 3) * MS_PER_SPACE, easing: "ease-in-out" });
  }

  // -- What it would mean ---------------------------------------------------------------------------------------

  /**
   * Marks on the road what lies there, and what the piece in hand would mean everywhere.
   *
   * @param {View} view
   * @param {string} held the piece in hand
   * @param {Choices} choices
   * @param {HintShown[]} hints
   * @param {boolean} isSecret a question is open, and the dice must not give the answer away
   */
  drawMarks(view, held, choices, hints, isSecret) {
    for (const name of /** @type {const} */ (["rings", "signs", "risk"])) this.layers[name].replaceChildren();
    const steps = view.look ? [] : view.draft.filter((step) => step.place);
    const laid = new Map(steps.map((step) => [step.place, step]));
    if (!isSecret) for (const step of laid.values()) this.drawVerdict(step);
    this.drawHints(hints);
    const verdicts = (held && !view.look && choices.of[held]) || {};
    this.over.classList.toggle("rt-holding", Boolean(held));
    for (const path of this.layers.spaces.children) this.drawChoice(path, Boolean(held), verdicts);
    for (const [key, option] of this.options) {
      const heard = [
        this.places.get(key)?.name ?? "",
        ...this.carsAt(key, view),
        ...this.dieAt(laid.get(key), isSecret),
        ...(held ? this.choiceAt(key, verdicts, choices) : []),
      ].join(". ");
      if (option.ariaLabel !== heard) option.ariaLabel = heard; // as its text it would be laid out each time
    }
    this.setCursor(this.cursor);
  }

  /** @param {StepShown} step */
  drawVerdict(step) {
    const place = this.places.get(step.place);
    if (!place) return;
    if (step.verdict === "refused") this.drawBadge(place, "refused", "×", 20);
    else if (step.p > 0) {
      const [left, top, width] = this.extent;
      const strong = `stroke-width:${2 + 9 * step.p};opacity:${0.35 + 0.65 * Math.min(1, 2 * step.p)}`;
      const y = place.y - 20 < top + 18 ? place.y + 34 : place.y - 20; // inside the picture, also at its edge
      const x = between(place.x, left + 24, left + width - 24);
      this.layers.risk.append(draw("path", { d: place.outline, style: strong }));
      this.layers.signs.append(draw("text", { x, y, class: "rt-figure" }, step.chance));
    }
  }

  /** @param {HintShown[]} hints */
  drawHints(hints) {
    for (const hint of hints) {
      const keys = hint.draft?.length ? hint.draft.map((laid) => laid.place) : [hint.place ?? ""];
      for (const place of keys.map((key) => this.places.get(key))) {
        if (place) this.layers.rings.append(draw("path", { d: place.outline, class: "rt-hinted" }));
      }
    }
  }

  /** @param {WaysShown | null} ways where two ways part is lit; the odds stand on the space that decides */
  drawApart(ways) {
    const lit = this.places.get(ways?.parts ?? ""), decides = this.places.get(ways?.odds?.place ?? "");
    if (lit) this.layers.rings.append(draw("path", { d: lit.outline, class: "rt-lit" }));
    if (!decides || !ways?.odds) return;
    const [left, , width] = this.extent, x = between(decides.x, left + 60, left + width - 60);
    this.layers.rings.append(draw("path", { d: decides.outline, class: "rt-decides" }));
    this.layers.signs.append(draw("text", { x, y: decides.y - 24, class: "rt-figure" }, ways.odds.text));
  }

  /**
   * Two ways driven side by side, once, as pale cars with their names.
   *
   * @param {WaysDriven} driven
   */
  async driveWays({ ways, stamps }) {
    const run = (this.ways = Symbol("two ways that are driven"));
    const cars = ways.map(({ name, frames }, n) => {
      const piece = this.newPiece(`car:way:${n}`), label = draw("text", { y: n ? 30 : -18, class: "rt-way" }, name);
      return { piece, label, frames, node: draw("g", {}, piece.node, label) };
    });
    this.layers.ways.append(...cars.map(({ node }) => node));
    const last = Math.max(...ways.map(({ frames }) => frames.length)) - 1;
    for (let n = prefersReducedMotion() ? last : 0; n <= last && this.ways === run; n++) {
      for (const { piece, label, frames } of cars) {
        const placed = frames[Math.min(n, frames.length - 1)];
        if (!placed) continue;
        const [, stamp, x, y, angle, scale, opacity] = placed;
        this.putPiece(piece, ["car:way", stamp, x, y, angle, scale, opacity], stamps, n === 0);
        label.style.transform = `translate(${x}px, ${y}px)`;
      }
      await new Promise((done) => setTimeout(done, MS_PER_SPACE * (n === last ? 16 : 3)));
    }
    for (const { node } of cars) node.remove();
  }

  /** @param {string[]} keys the places of the mistakes of a drive, the dearest first */
  drawNumbers(keys) {
    keys.forEach((key, at) => {
      const place = this.places.get(key);
      if (!place) return;
      this.layers.rings.append(draw("path", { d: place.outline, class: "rt-hinted" }));
      this.drawBadge(place, "refused", `${at + 1}`, 20);
    });
  }

  /**
   * The dice of another draft, small beside what lies there.
   *
   * @param {Laying[]} laid
   * @param {(piece: string) => string} face
   */
  drawSmallDice(laid, face) {
    for (const { piece, place: key } of laid) {
      const place = this.places.get(key);
      if (!place) continue;
      const die = draw("g", { class: "rt-small-die" });
      die.innerHTML = face(piece);
      const picture = die.firstElementChild;
      const { x, y } = place, size = SMALL_DIE;
      for (const [name, value] of Object.entries({ x: x + 6, y: y + 4, width: size, height: size })) {
        picture?.setAttribute(name, String(value));
      }
      this.layers.rings.append(draw("path", { d: place.outline, class: "rt-hinted" }));
      this.layers.signs.append(die);
    }
  }

  /**
   * @param {Element} path
   * @param {boolean} isHeld
   * @param {Verdicts} verdicts
   */
  drawChoice(path, isHeld, verdicts) {
    const place = this.places.get(/** @type {SVGElement} */ (path).dataset.place ?? "");
    const found = place && verdicts[place.key];
    const [verdict] = found ?? verdicts["*"] ?? ["refused"];
    path.setAttribute("class", isHeld ? verdict : "");
    if (!found) return;
    if (verdict !== "refused") this.layers.rings.append(draw("path", { d: place.outline, class: "rt-casing" }));
    this.layers.rings.append(draw("path", { d: place.outline, class: verdict }));
    if (verdict === "legal") {
      this.layers.signs.append(draw("circle", { cx: place.x, cy: place.y, r: 6, class: "rt-dot" }));
    } else if (verdict === "price") this.drawBadge(place, "price", "!", 0);
  }

  /**
   * @param {Space} place
   * @param {Verdict} kind
   * @param {string} text
   * @param {number} up how far above the middle of the space
   */
  drawBadge({ x, y }, kind, text, up) {
    this.layers.signs.append(
      draw("circle", { cx: x, cy: y - up, r: 9, class: `rt-badge ${kind}` }),
      draw("text", { x, y: y - up + 5, class: "rt-badge-text" }, text));
  }

  // What a screen reader says of a place, part by part.

  /**
   * @param {string} key
   * @param {View} view
   */
  carsAt(key, view) {
    const cars = (view.cars ?? []).filter((car) => car.place === key)
      .map((car) => (car.mine ? this.words.here : fill(this.words["car-here"], { name: car.name })));
    return key && key === this.ghostAt ? [...cars, this.words["ghost-here"]] : cars;
  }

  /**
   * @param {StepShown | undefined} step
   * @param {boolean} isSecret
   */
  dieAt(step, isSecret) {
    if (!step) return [];
    if (isSecret) return [step.name];
    const chance = step.told ? `, ${step.told}` : "";
    return [step.name + chance, ...(step.verdict === "refused" ? [this.words.refused] : [])];
  }

  /**
   * @param {string} key
   * @param {Verdicts} verdicts
   * @param {Choices} choices
   */
  choiceAt(key, verdicts, choices) {
    const found = verdicts[key] ?? verdicts["*"];
    if (!found) return [];
    const [verdict, number] = found, told = number >= 0 && this.speech !== "brief" ? choices.texts[number] : null;
    const said = told && this.speech === "full" ? told.said || told.why : null;
    return [this.words[verdict] + (told ? `: ${told.title}` : ""), ...(said ? [said] : [])];
  }

  // -- The cursor -----------------------------------------------------------------------------------------------

  /** @param {string} key a place, or nothing */
  setCursor(key) {
    this.cursor = key;
    this.layers.cursor.replaceChildren();
    for (const option of this.list.querySelectorAll("[aria-selected=true]")) {
      option.setAttribute("aria-selected", "false");
    }
    const place = this.places.get(key);
    if (!place) {
      this.list.removeAttribute("aria-activedescendant");
      return;
    }
    this.layers.cursor.append(
      draw("path", { d: place.outline, class: "rt-casing" }), draw("path", { d: place.outline }));
    this.options.get(key)?.setAttribute("aria-selected", "true");
    this.list.setAttribute("aria-activedescendant", this.ids(`at-${key}`));
  }

  /** @param {string} key a place that has to be in sight as well */
  moveCursor(key) {
    this.setCursor(key);
    const place = this.places.get(key);
    if (place && !this.isInSight([place.x, place.y])) this.centre([place.x, place.y]);
  }

  /** @param {number} by how many places, in the order of the road; the first step leads to the learner's own car */
  stepCursor(by) {
    const start = this.order.indexOf(this.cursor);
    const at = start < 0 ? this.order.indexOf(this.home ?? "") : start + by;
    this.moveCursor(this.order[between(at, 0, this.order.length - 1)]);
  }

  /**
   * Moves to the next space ahead (or behind), not to one beside: of the spaces a few places on, to the one that lies
   * straightest ahead.
   *
   * @param {1 | -1} sign
   */
  stepAlongRoad(sign) {
    const at = this.order.indexOf(this.cursor), here = this.places.get(this.cursor);
    if (!here) {
      this.stepCursor(sign);
      return;
    }
    const [dx, dy] = this.direction(at, here).map((part) => part * sign);
    let best = "", least = Infinity;
    for (let n = at + sign; Math.abs(n - at) <= SPACES_AHEAD && this.order[n]; n += sign) {
      const there = this.places.get(this.order[n]);
      if (!there) continue;
      const x = there.x - here.x, y = there.y - here.y;
      const ahead = x * dx + y * dy, aside = Math.abs(x * dy - y * dx);
      const stays = laneOf(there.key) === laneOf(here.key) ? 0.4 : 1; // the same lane is preferred
      const cost = (ahead + 2 * aside) * stays;
      if (ahead > aside / 2 && ahead > 12 && cost < least) [best, least] = [there.key, cost];
    }
    if (best) this.moveCursor(best);
    else this.stepCursor(sign);
  }

  /**
   * Which way the road leads at a place, seen from the places around it.
   *
   * @param {number} at
   * @param {Space} here
   */
  direction(at, here) {
    /**
     * @param {number} from
     * @param {number} to
     */
    const middle = (from, to) => {
      const near = this.order.slice(Math.max(0, from), Math.max(0, to)).flatMap((key) => this.places.get(key) ?? []);
      const some = near.length ? near : [here];
      /** @param {"x" | "y"} axis */
      const mean = (axis) => some.reduce((sum, place) => sum + place[axis], 0) / some.length;
      return [mean("x"), mean("y")];
    };
    const [fromX, fromY] = middle(at - SPACES_AHEAD, at), [toX, toY] = middle(at + 1, at + 1 + SPACES_AHEAD);
    const long = Math.hypot(toX - fromX, toY - fromY) || 1;
    return [(toX - fromX) / long, (toY - fromY) / long];
  }

  /**
   * The place under a spot of the screen.
   *
   * @param {number} x
   * @param {number} y
   */
  placeAt(x, y) {
    for (const node of document.elementsFromPoint(x, y)) {
      const { place } = /** @type {HTMLElement | SVGElement} */ (node).dataset ?? {};
      if (place) return place;
    }
    return "";
  }
}
