// @ts-check
// What a screen reader reads out, one announcement after the other, and what was announced before.

import { between, make } from "./dom.js";

const MOST_KEPT = 200; // announcements

export class Ears {
  constructor() {
    this.node = make("div", { class: "rt-ears", "aria-live": "polite" });
    this.said = /** @type {string[]} */ ([]); // the newest last
    this.at = 0; // which of them is read back; behind the newest none is
    this.whenSaid = () => {};
  }

  /** @param {string} text */
  say(text) {
    if (!text) return;
    this.speak(text);
    this.keep(text);
  }

  /** @param {string} text behind what is being read out */
  add(text) {
    this.node.append(make("span", {}, ` ${text}`));
    this.keep(text);
  }

  /** @param {string} text the same text twice is made to differ, since only a change is read out */
  speak(text) {
    this.node.textContent = this.node.textContent === text ? `${text}\u00a0` : text;
  }

  /** @param {string} text */
  keep(text) {
    this.said.push(text);
    if (this.said.length > MOST_KEPT) this.said.shift();
    this.at = this.said.length;
    this.whenSaid();
  }

  /**
   * Reads an earlier announcement once more: first the newest, then those before it.
   *
   * @param {1 | -1} by to a later one or an earlier one
   */
  readBack(by) {
    if (!this.said.length) return;
    this.at = between(this.at + by, 0, this.said.length - 1);
    this.speak(this.said[this.at]);
  }
}
