// @ts-check
// What a notebook runs: a module of anywidget's, an object with `render`.

import { make } from "./dom.js";
import { PARTS, Table } from "./table.js";

/** @import { Model } from "./table.js" */

export default {
  parts: PARTS,

  /**
   * Shows the tutor. Aborting the signal ends it, and so does calling the function that is returned.
   *
   * @param {{ model: Model, el: HTMLElement, signal?: AbortSignal }} view
   */
  render({ model, el, signal }) {
    const { rallymanShown } = window; // a page that shows the tutor before its kernel is there
    if (rallymanShown && model !== rallymanShown.model) {
      rallymanShown.takes(model);
      return () => {};
    }
    // What is pressed on a word of ours stays with us: a notebook would take the focus, and the keys, for its cell.
    const root = make("div", { class: "rt", tabindex: "-1" });
    const cell = make("div", { class: "rt-cell" }, root);
    const shown = new AbortController();
    signal?.addEventListener("abort", () => shown.abort(), { signal: shown.signal });
    shown.signal.addEventListener("abort", () => cell.remove());
    el.append(cell);
    new Table(model, root, shown.signal).start();
    return () => shown.abort();
  },
};
