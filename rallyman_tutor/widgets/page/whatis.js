// @ts-check
// What a die, a card, a dial or a button of the tray is, in a sentence right above it. Nothing is laid or rolled by
// asking.
//
// One asks by the button with the question mark and a press, by a long press, by the other button of a mouse, or by the
// key ? on what has the focus.

import { between, closest, make, write } from "./dom.js";
import { kept } from "./memory.js";

/** @import { Table } from "./table.js" */

const LONG = 550; // ms that a finger rests
const STILL = 8; // px that it may move meanwhile
const EDGE = 8; // px from the sides of the tray
const DIALS = "span[data-word]:not([aria-hidden])";

/** @param {EventTarget | null} target */
const asked = (target) => closest(target, "[data-word]");

export class WhatIs {
  /**
   * @param {Table} table
   * @param {HTMLElement} tray
   * @param {AbortSignal} signal
   */
  constructor(table, tray, signal) {
    this.table = table;
    this.tray = tray;
    this.timer = 0; // of a finger that rests
    this.from = /** @type {[number, number] | null} */ (null); // where it rests
    this.hasTold = false; // whether a click still belongs to a long press
    /** @type {HTMLButtonElement} */
    this.button = make("button", {
      type: "button",
      class: "rt-round rt-asks-what",
      "aria-pressed": "false",
      "aria-label": table.words["what-is"],
      title: table.words["what-is"],
      onclick: () => this.turn(!this.isOn),
    }, "?");
    this.told = make("p", { class: "rt-what-is", role: "note", hidden: true });
    tray.append(this.told);
    tray.addEventListener("pointerdown", (event) => this.rests(event), { capture: true });
    for (const name of ["pointermove", "pointerup", "pointercancel"]) {
      const moves = (/** @type {Event} */ event) => this.moves(/** @type {PointerEvent} */ (event));
      document.addEventListener(name, moves, { capture: true, signal });
    }
    tray.addEventListener("click", (event) => this.clicked(event), { capture: true });
    tray.addEventListener("contextmenu", (event) => {
      const node = asked(event.target);
      if (!node) return;
      event.preventDefault();
      this.tell(node);
    });
    tray.addEventListener("keydown", (event) => this.pressed(event), { capture: true });
    document.addEventListener("pointerdown", ({ target }) => {
      if (!tray.contains(/** @type {Node} */ (target))) this.turn(false);
    }, { signal });
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** @returns {boolean} */
  get isOn() {
    return this.button.getAttribute("aria-pressed") === "true";
  }

  /** @param {boolean} isOn whether the next press asks instead of doing; what was told goes */
  turn(isOn) {
    if (isOn === this.isOn && this.told.hidden) return;
    this.told.hidden = true;
    this.button.setAttribute("aria-pressed", String(isOn));
    this.tray.classList.toggle("rt-asking", isOn);
    this.show();
    if (isOn) this.table.say(this.table.words["what-is-how"]);
  }

  /** While one asks, keys lead to the dials too. */
  show() {
    for (const dial of /** @type {NodeListOf<HTMLElement>} */ (this.tray.querySelectorAll(DIALS))) {
      if (this.isOn) dial.tabIndex = 0;
      else dial.removeAttribute("tabindex");
    }
  }

  /** @param {HTMLElement} node tells of it, right above it */
  tell(node) {
    const { words } = this.table, [kind, name] = (node.dataset.word ?? "").split(" ");
    const sentence = words["what-is-told"][kind]?.[name];
    if (!sentence) return;
    write(this.told, sentence);
    this.told.hidden = false;
    const { left, width, top } = node.getBoundingClientRect(), tray = this.tray.getBoundingClientRect();
    const most = tray.width - this.told.offsetWidth - EDGE;
    const middle = left - tray.left + (width - this.told.offsetWidth) / 2;
    this.told.style.left = `${between(middle, EDGE, Math.max(EDGE, most))}px`;
    this.told.style.bottom = `${tray.bottom - top + 6}px`;
    this.table.say(sentence);
  }

  /** @param {PointerEvent} event a finger that stays where it is asks; of a die that it drags nothing is asked */
  rests(event) {
    this.hasTold = false;
    const node = asked(event.target);
    if (!node) return;
    if (this.isOn) event.stopPropagation(); // and nothing is dragged
    else if (event.pointerType === "touch") {
      this.from = /** @type {[number, number]} */ ([event.clientX, event.clientY]);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        this.hasTold = true;
        this.tell(node);
      }, LONG);
    }
  }

  /** @param {PointerEvent} event */
  moves({ type, clientX, clientY }) {
    const [x, y] = this.from ?? [clientX, clientY];
    if (type !== "pointermove" || Math.hypot(clientX - x, clientY - y) > STILL) clearTimeout(this.timer);
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const node = asked(event.target), isAsked = this.isOn || this.hasTold;
    this.hasTold = false;
    if (!node || !isAsked) {
      if (!this.button.contains(/** @type {Node} */ (event.target))) this.told.hidden = true;
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (this.isOn) this.tell(node);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const node = asked(event.target), { key } = event;
    const isAsking = key === "?" && kept("letters") !== "off" && !event.ctrlKey && !event.altKey && !event.metaKey;
    if (key === "Escape" && (this.isOn || !this.told.hidden)) this.turn(false);
    else if (!node || !(isAsking || (this.isOn && (key === "Enter" || key === " ")))) return;
    else {
      event.preventDefault();
      this.tell(node);
    }
    event.stopPropagation();
  }
}
