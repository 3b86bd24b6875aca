// @ts-check
// The tray: dice or cards, dials, and the decisions that one can press.

import { button, iconButton, make, write } from "./dom.js";
import { othersTurn } from "./room.js";
import { fill } from "./text.js";
import { WhatIs } from "./whatis.js";

/** @import { DialShown, Button, PieceShown, View } from "./wire" */
/** @import { Table } from "./table.js" */
/** @typedef {{ node: HTMLButtonElement, count: HTMLElement, face: string | null }} PieceButton */

/** @param {Button} offer */
const isRetire = (offer) => offer.name === "retire"; // ends the drive: in the menu nobody presses it by mistake

/** @param {Button} offer */
const isNatural = (offer) => !isRetire(offer) && offer.name !== "enter";

export class Tray {
  /**
   * @param {Table} table
   * @param {AbortSignal} signal
   */
  constructor(table, signal) {
    this.table = table;
    const { words } = table;
    this.pieces = make("div", { class: "rt-dice", role: "group", "aria-label": words.tray });
    this.dials = make("div", { class: "rt-dials" });
    this.undo = iconButton("undo", words.undo, () => table.send({ do: "undo" }));
    this.main = button("rt-primary", () => table.pressMain());
    this.more = make("div", { class: "rt-more" });
    this.node = make("footer", { class: "rt-tray" });
    this.whatIs = new WhatIs(table, this.node, signal);
    this.node.append(this.pieces, this.dials,
      make("div", { class: "rt-deeds" }, this.whatIs.button, this.undo, this.more, this.main));
    this.buttons = /** @type {Map<string, PieceButton>} */ (new Map());
    this.told = ""; // the dials that are shown
    this.offered = ""; // the decisions that are shown beside the main button
  }

  /** @param {View} view */
  show(view) {
    for (const piece of view.pieces) this.showPiece(piece, view);
    const shown = view.pieces.flatMap((piece) => this.buttons.get(piece.key)?.node ?? []); // cards come and go
    const now = this.pieces.children;
    if (shown.length !== now.length || shown.some((node, n) => node !== now[n])) this.pieces.replaceChildren(...shown);
    this.showDials(view);
    this.whatIs.show();
    this.undo.disabled = !view.undo;
    this.showMain(view);
    this.showOthers(view);
  }

  // -- Dice and cards -------------------------------------------------------------------------------------------

  /**
   * @param {PieceShown} piece
   * @param {View} view
   */
  showPiece(piece, view) {
    const { hand, isQuestion } = this.table;
    const shown = this.buttons.get(piece.key) ?? this.newButton(piece.key);
    if (shown.face !== piece.face) {
      shown.node.innerHTML = this.table.face(piece.face);
      shown.node.append(shown.count);
      shown.face = piece.face;
    }
    const isHeld = hand.held?.piece === piece.key && hand.held.at === undefined;
    shown.node.setAttribute("aria-label", this.spoken(piece));
    shown.node.setAttribute("aria-disabled", String(!piece.left || !view.mine || isQuestion));
    shown.node.setAttribute("aria-pressed", String(isHeld));
    write(shown.count, piece.total > 1 && piece.left ? `×${piece.left}` : "");
  }

  /**
   * @param {string} key
   * @returns {PieceButton}
   */
  newButton(key) {
    const { hand } = this.table;
    const node = make("button", {
      type: "button",
      class: "rt-die",
      "data-piece": key,
      "data-word": `pieces ${key}`,
      onclick: () => this.tapped(key),
      onpointerdown: (/** @type {PointerEvent} */ event) => hand.startDrag(event, -1, key),
    });
    const made = { node, count: make("span", { class: "rt-left", "aria-hidden": "true" }), face: null };
    this.buttons.set(key, made);
    return made;
  }

  /** @param {PieceShown} piece */
  spoken(piece) {
    if (!piece.left) return `${piece.name}, ${this.table.words["laid-none"]}`;
    return piece.total > 1 ? `${piece.name}, ${piece.left}` : piece.name;
  }

  /** @param {string} piece */
  tapped(piece) {
    if (!this.table.hand.hasJustDropped) this.table.hand.pick(piece);
  }

  // -- Decisions ------------------------------------------------------------------------------------------------

  /** Whether this step of a lesson is one in which nothing is rolled or decided. */
  get onlyLays() {
    const { sheet } = this.table;
    return sheet ? !sheet.plays : false;
  }

  /**
   * Whether the first decision is one for the main button.
   *
   * @param {View} view
   */
  isFirstUsable({ offers: [first], mine, look }) {
    return Boolean(first) && isNatural(first) && mine && !look && !this.onlyLays;
  }

  /**
   * What the main button does now; nothing where no decision is open. After a step that is done it leads on; where the
   * next player's hand is hidden, it is pressed before the hand is shown.
   *
   * @param {View} view
   */
  mainDeed(view) {
    const { words, sheet, lesson, panel } = this.table, [first] = view.offers;
    const deeds = [
      this.table.first.deed,
      {
        is: this.leadsOn(view),
        label: () => (sheet ? lesson.nextLabel(sheet) : ""),
        act: () => sheet && lesson.next(sheet),
      },
      { is: Boolean(view.look), label: () => words.present, act: () => panel.lookAt(-1) },
      {
        is: view.covered,
        label: () => fill(words.uncover, { driver: view.driver }),
        act: () => this.table.send({ do: "uncover" }),
      },
      {
        is: this.isFirstUsable(view),
        label: () => (view.retry?.made === first.move ? words["review-drive-on"] : first.label),
        act: () => this.table.send({ do: "act", move: first.move }),
      },
    ];
    return deeds.find((deed) => deed.is);
  }

  /** @param {View} view whether a step is done, and nothing of its drive is tried again */
  leadsOn(view) {
    return Boolean(this.table.sheet?.done) && !view.retry;
  }

  /** @param {View} view */
  showMain(view) {
    const { words } = this.table, deed = this.mainDeed(view), leadsOn = this.leadsOn(view);
    this.main.classList.toggle("rt-next-step", leadsOn);
    if (this.isFirstUsable(view) && !leadsOn) this.main.dataset.word = `offers ${view.offers[0].name}`;
    else delete this.main.dataset.word;
    this.main.disabled = !deed;
    const waits = othersTurn(this.table, view) || words["pick-first"];
    write(this.main, deed?.label() ?? (view.over ? words.finished : waits));
    this.main.hidden = !leadsOn && !view.look && !view.covered && (view.over || this.onlyLays);
  }

  /** @param {View} view */
  showOthers(view) {
    const rest = this.isFirstUsable(view) ? view.offers.slice(1) : view.offers;
    const others = view.mine && !view.look && !this.onlyLays ? rest.filter((offer) => !isRetire(offer)) : [];
    const offered = JSON.stringify(others);
    if (offered === this.offered) return; // so the focus stays on the one that has it
    this.offered = offered;
    this.more.replaceChildren(...others.map(({ move, name, label }) => {
      const made = button("rt-offer", () => this.table.send({ do: "act", move }), label);
      made.dataset.word = `offers ${name}`;
      return made;
    }));
  }

  // -- Dials ----------------------------------------------------------------------------------------------------

  /** @param {View} view */
  showDials({ dials }) {
    const told = JSON.stringify(dials);
    if (told === this.told) return;
    this.told = told;
    this.dials.replaceChildren(...dials.map((dial) => this.dial(dial)));
  }

  /** @param {DialShown} dial */
  dial(dial) {
    const word = `dials ${dial.name}`;
    if (dial.kind === "picture") {
      const picture = make("span", { class: "rt-pile", "aria-hidden": "true", "data-word": word });
      picture.innerHTML = this.table.face(dial.face ?? "");
      return picture;
    }
    const named = `rt-dial-${dial.name}`;
    if (dial.kind === "chip") return make("span", { class: `rt-chip ${named}`, "data-word": word }, dial.text);
    if (dial.kind === "plain") {
      return make("span", { class: `rt-dial ${named}`, "data-word": word },
        make("small", {}, dial.label), make("b", {}, dial.text));
    }
    const { lit = 0, of = 0 } = dial;
    const lamps = "▲".repeat(lit) + "△".repeat(Math.max(0, of - lit));
    const told = fill(this.table.words.colon, { label: dial.label, text: dial.text });
    const all = { class: "rt-dial", role: "img", "aria-label": told, "data-word": word };
    return make("span", all,
      make("small", { "aria-hidden": "true" }, dial.label),
      make("b", { class: "rt-lamps", "aria-hidden": "true" }, lamps));
  }
}
