// @ts-check
// The sheet of settings at a table, behind one press: how near one looks, help, the ghost, words, colours.

import { iconButton, make } from "./dom.js";

/** @import { Table } from "./table.js" */

/**
 * The choice of a language, hidden where there is but one.
 *
 * @param {Table} table
 */
export function languageChooser(table) {
  const { words } = table, offered = Object.entries(words.languages);
  return make("select", {
    class: "rt-language", "aria-label": words["choose-language"], title: words["choose-language"],
    hidden: offered.length < 2,
    onchange: (/** @type {Event & { target: HTMLSelectElement }} */ { target }) => table.chooseLanguage(target.value),
  },
    ...offered.map(([language, name]) =>
      make("option", { value: language, lang: language, selected: language === words.language }, name)));
}

export class Tools {
  /**
   * @param {Table} table
   * @param {AbortSignal} signal
   * @param {HTMLElement[]} settings
   */
  constructor(table, signal, settings) {
    this.table = table;
    const { words, ids } = table;
    this.buttons = make("div", { class: "rt-tool-row" });
    this.node = make("div", {
      id: ids("tools"), class: "rt-tools", role: "group", "aria-label": words.tools, hidden: true,
    }, this.buttons, ...settings);
    this.button = iconButton("tools", words.tools, () => this.show(Boolean(this.node.hidden)));
    this.button.classList.add("rt-opens-tools");
    this.button.setAttribute("aria-controls", this.node.id);
    this.show(false);
    table.talk.button.addEventListener("click", () => this.show(false)); // what it opens would lie below
    this.node.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.show(false);
      this.button.focus();
    });
    document.addEventListener("pointerdown", (event) => {
      const target = /** @type {Node} */ (event.target);
      if (![this.node, this.button].some((ours) => ours.contains(target))) this.show(false);
    }, { signal });
  }

  /** @param {boolean} isOpen */
  show(isOpen) {
    this.node.hidden = !isOpen;
    this.button.setAttribute("aria-expanded", String(isOpen));
  }

  /**
   * At a table these buttons stand in the sheet; elsewhere in the bar, before what is last there.
   *
   * @param {boolean} isAtTable
   * @param {HTMLElement[]} buttons
   */
  hold(isAtTable, ...buttons) {
    if (isAtTable) this.buttons.append(...buttons);
    else this.button.before(...buttons);
    this.button.hidden = !isAtTable;
    if (!isAtTable) this.show(false);
  }
}
