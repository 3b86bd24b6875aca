// @ts-check
// The tutor in words: a line for notation and questions, what was announced, and the keys. All of it lies behind one
// button.

import { button, iconButton, make } from "./dom.js";
import { letterSwitch } from "./keys.js";

/** @import { Speech, Table } from "./table.js" */

export class Talk {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    const { words, ids } = table;
    this.lines = /** @type {string[]} */ ([]); // written before, the newest last
    this.at = 0; // which of them stands in the field; behind the newest none does
    this.line = make("input", {
      "aria-label": words["talk-line"], placeholder: words["command-example"], maxlength: 100,
      autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "send",
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.recall(event),
    });
    this.heard = make("ol", { class: "rt-heard", tabindex: "0", "aria-label": words["talk-heard"] });
    this.speech = make("select", {
      id: ids("speech"),
      onchange: (/** @type {Event & { target: HTMLSelectElement }} */ { target }) => this.chooseSpeech(target.value),
    },
      ...Object.entries(words.speeches).map(([how, name]) =>
        make("option", { value: how, selected: how === table.speech }, name)));
    this.keys = make("details", {}, make("summary", {}, words["talk-keys"]), ...this.listOfKeys());
    this.node = make("section", {
      id: ids("talk"), class: "rt-talk", hidden: true, "aria-label": words.talk,
      onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && this.close(),
    },
      make("form", { onsubmit: (/** @type {SubmitEvent} */ event) => this.submitted(event) },
        this.line,
        make("button", { type: "submit", class: "rt-small" }, words["talk-send"]),
        iconButton("take", words.close, () => this.close())),
      this.heard, this.keys,
      make("div", { class: "rt-setting" },
        make("label", { for: ids("speech") }, words.speech), this.speech), letterSwitch(table), table.sounds.chooser());
    this.button = iconButton("talk", words.talk, () => (this.node.hidden ? this.open() : this.close()));
    this.button.setAttribute("aria-controls", this.node.id);
    this.show(false);
    table.ears.whenSaid = () => this.showHeard();
  }

  /** Questions as buttons, so that no letter is needed for them; then all other keys. */
  listOfKeys() {
    const { table } = this, { words } = table;
    /** @param {string} key */
    const cap = (key) => make("kbd", {}, key.toUpperCase());
    const asks = Object.entries(words.asks).map(([about, { key, label }]) =>
      make("li", {}, button("rt-line", () => table.ask(about), make("span", {}, label), cap(key))));
    const others = Object.entries(words["talk-more-keys"]).map(([key, name]) => make("li", {}, name, cap(key)));
    return [make("ul", {}, ...asks, ...others), make("p", { class: "rt-quiet" }, words["board-hint"])];
  }

  /** @param {boolean} isOpen */
  show(isOpen) {
    this.node.hidden = !isOpen;
    this.table.root.classList.toggle("rt-talks", isOpen);
    this.button.setAttribute("aria-expanded", String(isOpen));
  }

  open(withKeys = false) {
    this.show(true);
    this.showHeard();
    if (!withKeys) {
      this.line.focus();
      return;
    }
    this.keys.open = true;
    this.keys.querySelector("summary")?.focus();
  }

  close() {
    if (this.node.hidden) return;
    this.show(false);
    this.table.board.list.focus({ preventScroll: true });
  }

  /** What was announced, the newest first: right below the line that asked for it. */
  showHeard() {
    if (this.node.hidden) return;
    const { said } = this.table.ears;
    this.heard.replaceChildren(...[...said].reverse().map(({ text, lang }) => make("li", { lang }, text)));
    this.heard.scrollTop = 0;
  }

  /** @param {SubmitEvent} event */
  submitted(event) {
    event.preventDefault();
    const line = this.line.value, { speeches } = this.table.words;
    if (line.trim()) this.lines.push(line);
    this.at = this.lines.length;
    this.line.value = "";
    const speech = Object.keys(speeches).find((how) => speeches[how] === line.trim().toLowerCase());
    if (speech) this.chooseSpeech(speech);
    else this.table.send({ do: "command", line });
  }

  /** @param {string} how much is read out from now on */
  chooseSpeech(how) {
    const { table } = this;
    table.speech = /** @type {Speech} */ (how);
    table.keep("speech", how);
    this.speech.value = how;
    table.send({ do: "speak", how: table.speech });
    if (table.view.n) table.redrawMarks();
    table.say(table.words["speech-now"][how]);
  }

  nextSpeech() {
    const all = Object.keys(this.table.words.speeches);
    this.chooseSpeech(all[(all.indexOf(this.table.speech) + 1) % all.length]);
  }

  /** @param {KeyboardEvent} event of an arrow: what was written before comes back */
  recall(event) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by || !this.lines.length) return;
    event.preventDefault();
    this.at = Math.min(this.lines.length, Math.max(0, this.at + by));
    this.line.value = this.lines[this.at] ?? "";
  }
}
