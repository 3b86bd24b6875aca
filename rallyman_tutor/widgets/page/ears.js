// @ts-check
// What a screen reader reads out, one announcement after the other, and what was announced before.

import { between, make } from "./dom.js";

const MOST_KEPT = 200; // announcements

/** @typedef {{ text: string, lang?: string }} Announcement and its language, where that is not the page's */

export class Ears {
  constructor() {
    this.node = make("div", { class: "rt-ears", "aria-live": "polite" });
    this.said = /** @type {Announcement[]} */ ([]); // the newest last
    this.at = 0; // which of them is read back; behind the newest none is
    this.whenSaid = () => {};
  }

  /**
   * @param {string} text
   * @param {string} [lang] its language, where that is not the page's
   */
  say(text, lang) {
    if (!text) return;
    this.speak({ text, lang });
    this.keep({ text, lang });
  }

  /** @param {string} text behind what is being read out */
  add(text) {
    this.node.append(make("span", {}, ` ${text}`));
    this.keep({ text });
  }

  /** @param {Announcement} told the same text twice is made to differ, since only a change is read out */
  speak({ text, lang }) {
    const told = this.node.textContent === text ? `${text}\u00a0` : text;
    this.node.replaceChildren(lang ? make("span", { lang }, told) : told);
  }

  /** @param {Announcement} told */
  keep(told) {
    this.said.push(told);
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
