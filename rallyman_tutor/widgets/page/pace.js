// @ts-check
// How fast the other drivers are seen to drive: set among the settings of a table, and skipped while they do.

import { button, make } from "./dom.js";
import { keep, kept } from "./memory.js";

/** @import { Words } from "./wire" */
/** @import { Ids } from "./dom.js" */

const FACTORS = /** @type {Record<string, number>} */ ({ slow: 3, usual: 1, fast: 0.35, once: 0 });
const NAME = "bots-drive", USUAL = "usual"; // under which it is kept, and what it is before somebody sets it

export class Pace {
  /**
   * @param {Words} words
   * @param {Ids} ids
   */
  constructor(words, ids) {
    this.hurry = () => {};
    this.isSkipped = false;
    this.setting = make("select", {
      id: ids("bots-drive"), onchange: (/** @type {any} */ { target }) => keep(NAME, target.value),
    }, ...Object.entries(words["bots-paces"]).map(([value, name]) => make("option", { value }, name)));
    this.setting.value = kept(NAME) ?? USUAL;
    if (!this.setting.value) this.setting.value = USUAL; // something else was kept
    this.choice = make("div", { class: "rt-setting" },
      make("label", { for: this.setting.id }, words["bots-pace"]), this.setting);
    this.skip = button("rt-small rt-skip-bots", () => {
      this.isSkipped = true;
      this.hurry();
    }, words["skip-bots"]);
  }

  /** How much longer than usual a picture stands; 0: not at all. */
  get factor() {
    return this.isSkipped ? 0 : FACTORS[this.setting.value];
  }

  /**
   * @param {boolean} isShowing several pictures, one after the other
   * @param {HTMLElement} board on which they can be skipped: only meanwhile does something lie there to be pressed
   */
  begin(isShowing, board) {
    this.isSkipped = false;
    if (!isShowing || !this.factor) this.end();
    else if (this.skip.parentNode !== board) board.append(this.skip); // one that lies there keeps the focus
  }

  /** Nothing more is to be skipped. */
  end() {
    this.skip.remove();
  }

  /**
   * Waits, or until somebody skips.
   *
   * @param {number} ms
   */
  wait(ms) {
    return new Promise((done) => {
      this.hurry = () => done(undefined);
      setTimeout(done, ms * this.factor);
    });
  }
}
