// @ts-check
// The keys: dice and cards by letters and digits, the road by arrows, and questions that the table answers in words.

import { closest, make } from "./dom.js";
import { kept } from "./memory.js";
import { inARow } from "./text.js";

/** @import { Table } from "./table.js" */

/** @type {Record<string, number>} */
const PLACES_BY = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5, Home: -999, End: 999 };

/** @type {Record<string, 1 | -1>} */
const ROAD_BY = { ArrowRight: 1, ArrowLeft: -1 };

const WRITTEN_INTO = "input, select, textarea, dialog, .rt-bar, .rt-tools";

/** @param {KeyboardEvent} event */
const isForBrowser = (event) => event.ctrlKey || event.altKey || event.metaKey;

/**
 * The choice whether letters and digits play, which a screen without a board offers as well.
 *
 * @param {Table} table
 */
export function letterSwitch(table) {
  const letters = make("input", { type: "checkbox", checked: kept("letters") !== "off" });
  letters.addEventListener("change", () => {
    table.keep("letters", letters.checked ? "on" : "off");
    const all = /** @type {NodeListOf<HTMLInputElement>} */ (table.root.querySelectorAll(".rt-letters input"));
    for (const other of all) other.checked = letters.checked;
  });
  return make("label", { class: "rt-letters" }, letters, table.words.letters);
}

export class Keys {
  /**
   * @param {Table} table
   * @param {AbortSignal} signal
   */
  constructor(table, signal) {
    this.table = table;
    this.lastChosen = ""; // the card that was chosen by keys last
    this.questions = new Map(Object.entries(table.words.asks).map(([about, { key }]) => [key, about]));
    // On a page of its own the table hears every key; in a notebook with other cells only those meant for it.
    const hears = table.onPage ? document : table.root;
    hears.addEventListener("keydown", (event) => this.pressed(/** @type {KeyboardEvent} */ (event)), { signal });
    table.board.frame.addEventListener("keydown", (event) => this.moved(event));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const key = event.key.toLowerCase();
    if (this.isForUs(event, key) && this.does(event, key)) event.preventDefault();
  }

  /**
   * Whether a key is one of the game's.
   *
   * @param {KeyboardEvent} event
   * @param {string} key
   */
  isForUs(event, key) {
    const { root, board, view } = this.table, { target } = event;
    if (!view.n) return false; // the board is still on its way
    if (isForBrowser(event) || closest(target, WRITTEN_INTO) || board.node.hidden) return false;
    const isElsewhere = target !== document.body && !root.contains(/** @type {Node} */ (target));
    if (isElsewhere) return false; // something else on the page has the focus
    if (key.length === 1 && key !== " " && kept("letters") === "off") return false;
    const isPressing = ["enter", " "].includes(key) && closest(target, "button, summary");
    return !isPressing || Boolean(closest(target, ".rt-die")); // another button is pressed by it
  }

  /**
   * Does what a key means; says whether it means anything.
   *
   * @param {KeyboardEvent} event
   * @param {string} key
   */
  does(event, key) {
    const { table } = this, { view, words, root, board, hand } = table, { target } = event;
    const ofGame = words.keys?.[`${event.shiftKey && key.length === 1 ? "shift+" : ""}${key}`];
    /** @type {Record<string, () => void>} */
    const deeds = {
      backspace: () => table.send(view.draft.length ? { do: "take" } : { do: "undo" }),
      z: () => table.send({ do: "undo" }),
      r: () => table.pressMain(),
      "?": () => this.tellWhy(),
      "/": () => table.talk.open(),
      k: () => table.talk.open(true),
      v: () => table.talk.nextSpeech(),
      ",": () => table.ears.readBack(-1),
      ".": () => table.ears.readBack(1),
    };
    if (this.answers(key)) return true;
    if (ofGame) this.doesInCardGame(ofGame);
    else if (view.pieces?.some((piece) => piece.key === key)) hand.pick(key);
    else if (key === "escape" && hand.held) hand.hold(null);
    else if (Object.hasOwn(deeds, key)) deeds[key]();
    else if (!event.shiftKey && this.questions.has(key)) table.ask(this.questions.get(key) ?? "");
    else {
      const isOnTray = key.startsWith("arrow") && closest(target, ".rt-tray");
      const leadsToBoard = target === document.body || target === root || isOnTray;
      if (!leadsToBoard || !this.moved(event)) return false;
      board.list.focus({ preventScroll: true });
    }
    return true;
  }

  /**
   * Gives the answer of this number, where a question is open; says whether there is one.
   *
   * @param {string} key a digit
   */
  answers(key) {
    const { sheet, isQuestion, panel } = this.table;
    if (!isQuestion || !sheet || sheet.done || !/^[1-9]$/.test(key)) return false;
    const answer = /** @type {NodeListOf<HTMLElement>} */ (panel.node.querySelectorAll(".rt-answer"))[Number(key) - 1];
    answer?.click();
    return Boolean(answer);
  }

  /** @param {string} deed of a key of a card game: choose a card, throw it away, go on, or ask how things stand */
  doesInCardGame(deed) {
    const { table } = this, { hand } = table, [what, of] = deed.split(":");
    /** @type {Record<string, () => void>} */
    const deeds = {
      ask: () => table.send({ do: "ask", move: of }),
      on: () => table.pressMain(),
      away: () => (hand.held ? hand.lay(of) : table.refuse(table.words["away-none"])),
      next: () => this.chooseCard(1),
      last: () => this.chooseCard(-1),
    };
    deeds[what]?.();
  }

  /** @param {1 | -1} by to the next card of the hand or the one before; behind the last comes the first */
  chooseCard(by) {
    const { table } = this, cards = table.view.pieces.filter((piece) => piece.left);
    const at = cards.findIndex((piece) => piece.key === this.lastChosen);
    const next = at < 0 ? cards.at(by > 0 ? 0 : -1) : cards.at((at + by) % cards.length);
    if (!next || !table.view.mine) return;
    this.lastChosen = next.key; // one goes on from a card that was laid down and taken back
    table.tray.buttons.get(next.key)?.node.focus();
    table.hand.hold({ piece: next.key });
  }

  /**
   * Moves the cursor: along the road with Right and Left, from space to space in their order with Up and Down. Says
   * whether the key meant something here.
   *
   * @param {KeyboardEvent} event
   */
  moved(event) {
    const { board, words, choices, hand } = this.table, { key } = event;
    if (isForBrowser(event) || words.keys?.[key.toLowerCase()]) return false;
    const by = PLACES_BY[key], along = ROAD_BY[key];
    if (by || along) {
      const isToFit = hand.isFirstStep && (along > 0 || (by && !board.cursor));
      const fits = isToFit && this.nextFit();
      if (fits) board.moveCursor(fits);
      else if (along) board.stepAlongRoad(along);
      else board.stepCursor(by);
      hand.isFirstStep = hand.isFirstStep && !choices.n; // where it fits may still be on its way
      this.table.hint(hand.reason(board.cursor));
    } else if (key === "Enter" || key === " ") this.entered();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  /** Where the piece in hand may go, if the cursor is not there already. */
  nextFit() {
    const { choices, board, words, hand } = this.table, verdicts = choices.of[hand.piece] ?? {};
    /** @param {string} place */
    const isOpen = (place) => Boolean(verdicts[place]) && verdicts[place][0] !== "refused";
    if (isOpen(board.cursor)) return "";
    const first = words.hides ? hand.openPlaces(hand.piece)[0] : choices.best[hand.piece];
    return isOpen(first) ? first : "";
  }

  /** Enter on the board: lays what is held, takes up what lies there, or asks why. */
  entered() {
    const { table } = this, { board, view, hand } = table;
    const at = view.draft.findIndex((step) => step.place === board.cursor);
    if (hand.held && !board.cursor) hand.pick(hand.held.piece);
    else if (hand.held) hand.lay(board.cursor);
    else if (at >= 0 && table.sheet?.wants === "die") table.send({ do: "point", at });
    else if (at >= 0 && !table.isQuestion) hand.hold({ piece: view.draft[at].piece, at });
    else this.tellWhy();
  }

  tellWhy() {
    const { table } = this, { board, words, hand } = table;
    if (!board.cursor) {
      table.panel.openFirst();
      return;
    }
    const told = hand.reason(board.cursor);
    table.hint(told);
    const said = [told.name, told.title, told.said, told.cite].flatMap((text) => text ? [text] : []);
    table.say(said.length ? inARow(said) : words["start-hint"]);
  }
}
