// @ts-check
// The hand: picking up a die and putting it down, by dragging or by tapping twice; `keys.js` does the same by keys.
//
// Only what is done is told to the kernel. While a die is held everything is answered from `choices`, here.

import { showAhead } from "./ahead.js";
import { closest, make } from "./dom.js";
import { fill } from "./text.js";

/** @import { Table, TextAtEdge } from "./table.js" */
/** @typedef {{ piece: string, at?: number }} Held a piece from the tray, or the one at a place of the draft */

const DRAG_DISTANCE = 6; // px a pointer moves before a tap is a drag
const ABOVE_FINGER = 22; // px above the finger that drags a die is the place it points to
const AT_THE_EDGE = 20; // px from the edge of the board; what is nearer to it cannot be seen well
const RIGHT_AFTER_DROP = 300; // ms in which a click still belongs to the die that was dropped

/**
 * Which step of the draft the die under a pointer is; -1 for none.
 *
 * @param {EventTarget | null} target
 */
const dieUnder = (target) => Number(closest(target, "[data-key^='die:']")?.dataset.key?.slice(4) ?? 0) - 1;

/**
 * The card of the fan on the table that an event met, by its name in the tray.
 *
 * @param {EventTarget | null} target
 */
const cardUnder = (target) => closest(target, "[data-key^='card:']")?.dataset.key?.split(":")[1] ?? "";

export class Hand {
  /**
   * @param {Table} table
   * @param {AbortSignal} signal
   */
  constructor(table, signal) {
    this.table = table;
    this.signal = signal;
    this.held = /** @type {Held | null} */ (null);
    this.target = ""; // the place over which a die is dragged
    this.under = ""; // the place under the mouse
    this.droppedAt = -Infinity; // when a die was dropped last
    this.isFirstStep = false; // whether the next step of the arrows leads to where the piece fits
    this.isUnseen = false; // whether the place where the piece fits may be out of sight
    this.isUnwarned = false; // whether a die is in the hand whose answers are still on their way
    this.unplaced = ""; // a card that was laid without a place
    this.dragged = make("div", { class: "rt-dragged", hidden: true, "aria-hidden": "true" });
    table.root.append(this.dragged);
    const { over } = table.board;
    over.addEventListener("pointerdown", (event) => {
      const card = cardUnder(event.target);
      if (card) this.startDrag(event, -1, card);
      else this.startDrag(event, dieUnder(event.target));
    });
    over.addEventListener("click", (event) => this.tapped(/** @type {PointerEvent} */ (event)));
    over.addEventListener("pointermove", (event) => this.hovers(event));
    over.addEventListener("pointerleave", () => table.hint(null));
  }

  get piece() {
    return this.held?.piece ?? "";
  }

  // -- Picking up and laying down ---------------------------------------------------------------------------------

  /**
   * @param {Held | null} held
   * @param {boolean} [isQuiet] nothing is said, and the board stays where it is
   */
  hold(held, isQuiet = false) {
    const { table } = this, { view, words } = table;
    if (view.look) table.send({ do: "look", at: -1 });
    this.held = held;
    this.isFirstStep = Boolean(held);
    this.isUnseen = held !== null && held.at === undefined && !isQuiet;
    table.redrawMarks();
    this.isUnwarned = Boolean(held) && !table.choices.n;
    if (isQuiet) return;
    const name = view.pieces.find((piece) => piece.key === held?.piece)?.name ?? "", warning = this.warning();
    table.hint(warning);
    const said = held ? fill(words["say-held"], { piece: name }) : words["say-dropped"];
    const why = table.speech === "brief" ? "" : warning?.said;
    table.say([said, warning && `${warning.title}.`, why].filter(Boolean).join(" "));
  }

  /** Whether a die was dropped so short a time ago that a click still belongs to it. */
  get hasJustDropped() {
    return performance.now() - this.droppedAt < RIGHT_AFTER_DROP;
  }

  /** Why a die from the tray fits nowhere without a price. */
  warning() {
    const { choices } = this.table, best = this.held && this.held.at === undefined && choices.best[this.held.piece];
    return best && choices.of[this.piece][best][0] !== "legal" ? this.reason(best) : null;
  }

  /** Warn of a die that was in the hand before the page knew where it fits. */
  warnLate() {
    if (!this.isUnwarned || !this.held || !this.table.choices.n) return;
    this.isUnwarned = false;
    const warning = this.warning();
    if (!warning || this.target) return;
    this.table.hint(warning);
    this.table.say(`${warning.title}. ${warning.said}`);
  }

  /**
   * Takes a piece of the tray into the hand; tapped a second time, it goes to where it fits.
   *
   * @param {string} piece
   */
  pick(piece) {
    const { table } = this, { view, words } = table;
    const isThere = view.pieces.some((one) => one.key === piece && one.left);
    const isHeld = this.held?.piece === piece && this.held.at === undefined;
    if (table.isQuestion) table.refuse(words["asks-first"]);
    else if (!view.mine) table.refuse(view.over ? words.finished : words["others-turn"]);
    else if (!isThere) table.refuse(words["laid-none"]);
    else if (table.place.kind === "first") this.layNew(piece, ""); // a tap is enough
    else if (!isHeld) this.hold({ piece });
    else if (words.hides && this.openPlaces(piece).length > 1) this.askWhere();
    else this.lay("");
  }

  /** @param {string} piece a card; where it may go, but for being thrown away */
  openPlaces(piece) {
    const { choices, words, board } = this.table;
    return Object.entries(choices.of[piece] ?? {})
      .filter(([place, [verdict]]) => verdict !== "refused" && place !== words.away && board.places.has(place))
      .map(([place]) => place);
  }

  /** Where the piece in hand fits comes into sight, once: whoever moves the board away after that wants it so. */
  reveal() {
    const { board, choices, words } = this.table;
    if (!this.isUnseen || !this.held || !choices.n) return;
    this.isUnseen = false;
    const away = this.placesToShow(words.hides).map((key) => board.places.get(key))
      .find((place) => place && !board.isInSight([place.x, place.y], AT_THE_EDGE));
    if (away) board.centre([away.x, away.y]);
  }

  /** @param {boolean} isCard */
  placesToShow(isCard) {
    if (isCard) return this.openPlaces(this.piece);
    return this.warning() ? [] : [this.table.choices.best[this.piece]];
  }

  /** A card that could go to several places goes to none of them by itself. */
  askWhere() {
    this.isFirstStep = true;
    this.leadToPlaces();
    this.table.refuse(this.table.words["which-place"]);
  }

  leadToPlaces() {
    this.table.board.setCursor("");
    this.table.board.list.focus({ preventScroll: true });
  }

  /** The kernel laid no card for want of a place: it stays in the hand, and the arrows lead to where it may go. */
  keepUnplaced() {
    const piece = this.unplaced;
    this.unplaced = "";
    if (!piece || !this.table.view.pieces.some((one) => one.key === piece && one.left)) return;
    this.hold({ piece }, true);
    this.leadToPlaces();
  }

  /** @param {string} place or nothing: where it fits, and for a die of the draft, back into the tray */
  lay(place) {
    if (!this.held) return;
    const { table } = this, { piece, at } = this.held, isCard = table.words.hides && at === undefined;
    const reason = place && at === undefined ? this.reason(place) : null;
    this.held = null;
    this.unplaced = isCard && !place ? piece : "";
    table.playsAtOnce = isCard; // a card that lies well
    if (at === undefined) this.layNew(piece, place);
    else if (place) table.send({ do: "put", at, place });
    else table.send({ do: "take", at });
    table.hint(reason); // the verdict was sent beforehand: it is there in the same frame
  }

  /**
   * @param {string} piece of the tray
   * @param {string} place or nothing: where it fits
   */
  layNew(piece, place) {
    this.table.send({ do: "lay", piece, place });
    showAhead(this.table, piece, place);
  }

  /**
   * What a space means for the die in hand: the engine's answer, which was sent beforehand.
   *
   * @param {string} place
   * @returns {TextAtEdge}
   */
  reason(place) {
    const { board, choices, words } = this.table, name = board.places.get(place)?.name ?? "";
    const verdicts = choices.of[this.piece];
    const found = verdicts && (verdicts[place] ?? verdicts["*"]);
    if (!found) return { name, said: "" };
    const [verdict, number] = found, text = choices.texts[number];
    if (!text) return { name, verdict, title: words[verdict], said: "" };
    return { name, verdict, title: text.title, said: text.said || text.why, cite: text.cite, code: text.code };
  }

  // -- Pointers -------------------------------------------------------------------------------------------------

  /**
   * A pointer is down on a piece of the tray (`at` is -1) or of the draft: perhaps it drags it.
   *
   * @param {PointerEvent} event
   * @param {number} at
   * @param {string} [piece]
   */
  startDrag(event, at, piece = this.table.view.draft[at]?.piece) {
    const { table } = this;
    if (event.button || !piece || !table.view.mine || table.isQuestion) return;
    if (at < 0 && !table.view.pieces.some((one) => one.key === piece && one.left)) return;
    const from = /** @type {Element} */ (event.currentTarget), over = new AbortController();
    let isDragging = false;

    const start = () => {
      isDragging = true;
      if (event.pointerType === "touch") table.board.zoomForFinger();
      from.setPointerCapture(event.pointerId);
      this.hold({ piece, ...(at >= 0 && { at }) }, true); // a board that moves would move away from the pointer
      this.dragged.innerHTML = table.face(piece);
      this.dragged.hidden = false;
    };
    /** @param {PointerEvent} now */
    const move = (now) => {
      if (!isDragging) {
        if (Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) < DRAG_DISTANCE) return;
        start();
      }
      now.preventDefault();
      const { x, y } = table.root.getBoundingClientRect(), up = now.pointerType === "touch" ? ABOVE_FINGER : 0;
      this.dragged.style.transform = `translate(${now.clientX - x}px, ${now.clientY - y}px)`;
      this.dragOver(table.board.placeAt(now.clientX, now.clientY - up));
    };
    /** @param {boolean} isDropped and not given up */
    const stop = (isDropped) => {
      over.abort();
      this.dragged.hidden = true;
      if (!isDragging) return;
      this.droppedAt = performance.now();
      const place = isDropped ? this.target : "";
      this.dragOver("");
      if (place) this.lay(place);
      else if (at >= 0 && isDropped) this.lay(""); // off the road: taken back
      else this.hold(null);
    };

    // Heard on the window: a quick pointer has left the die before its first movement is reported.
    const { signal } = over;
    this.signal.addEventListener("abort", () => over.abort(), { signal });
    window.addEventListener("pointermove", move, { signal });
    window.addEventListener("pointerup", () => stop(true), { signal });
    window.addEventListener("pointercancel", () => stop(false), { signal });
    window.addEventListener("keydown", ({ key }) => key === "Escape" && stop(false), { signal });
  }

  /** @param {string} place over which a die is dragged, or nothing */
  dragOver(place) {
    if (place === this.target) return;
    this.target = place;
    this.table.board.setCursor(place);
    this.table.hint(place ? this.reason(place) : null);
  }

  /** @param {PointerEvent} event of a mouse that drags nothing */
  hovers(event) {
    if (event.pointerType === "touch" || event.buttons) return;
    const place = /** @type {SVGElement} */ (event.target).dataset?.place ?? "";
    if (place === this.under) return;
    this.under = place;
    this.table.hint(place ? this.reason(place) : null);
  }

  /** @param {PointerEvent} event */
  tapped(event) {
    if (this.hasJustDropped) return;
    const { table } = this, { board, view } = table, card = cardUnder(event.target), at = dieUnder(event.target);
    const place = board.placeAt(event.clientX, event.clientY);
    if (table.isQuestion) {
      if (at >= 0 && table.sheet?.wants === "die") table.send({ do: "point", at });
    } else if (card) this.pick(card);
    else if (this.held) this.tappedWithHeld(event, place, at);
    else if (view.draft[at]) this.hold({ piece: view.draft[at].piece, at });
    else if (place) {
      board.setCursor(place);
      table.hint(this.reason(place));
    }
  }

  /**
   * @param {PointerEvent} event
   * @param {string} place
   * @param {number} at the step of the draft that lies there
   */
  tappedWithHeld(event, place, at) {
    const { board, words } = this.table, isItself = this.held?.at !== undefined && this.held.at === at;
    const cameCloser = event.pointerType === "touch" && board.zoomForFinger(event.clientX, event.clientY);
    if (cameCloser) this.table.refuse(words.closer);
    else this.lay(isItself ? "" : place);
  }
}
