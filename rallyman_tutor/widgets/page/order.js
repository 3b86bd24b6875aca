// @ts-check
// Drafts to be put in order, chosen one after the other; one that is chosen again is taken out. Only the whole order is
// told to Python, once it is to be checked.

import { button, make, pair } from "./dom.js";
import { fill } from "./text.js";

/** @import { AnswerShown, RankingView } from "./wire" */
/** @import { Lesson } from "./lesson.js" */
/** @import { Table } from "./table.js" */

export class Order {
  /**
   * @param {Table} table
   * @param {Lesson} lesson
   */
  constructor(table, lesson) {
    this.table = table;
    this.lesson = lesson;
    this.node = make("div", { class: "rt-order" });
    this.placed = /** @type {string[]} */ ([]); // the drafts that have a place, by their ids
    this.known = ""; // the step that this is about, and the answer to it that was given last
  }

  /**
   * What is to be put in order; an answer that was given stands there as it was given.
   *
   * @param {RankingView} sheet
   */
  show(sheet) {
    const known = `${sheet.lesson} ${sheet.at} ${sheet.answer}`;
    if (known !== this.known) this.placed = sheet.answer.split(" ").filter(Boolean);
    this.known = known;
    this.draw(sheet);
    return [this.node];
  }

  /** The step is begun again. */
  clear() {
    this.known = "";
  }

  /** @param {RankingView} sheet */
  draw(sheet) {
    const { words } = this.table, order = this.placed.join(" "), isRefuted = order !== "" && order === sheet.answer;
    const rows = sheet.answers.map((answer) => this.draft(sheet, answer));
    const check = button("rt-small", () => this.table.send({ do: "answer", id: order }), words["order-check"]);
    check.disabled = this.placed.length < sheet.answers.length;
    this.node.replaceChildren(
      make("div", { class: "rt-answers", role: "group", "aria-label": sheet.goal }, ...rows),
      ...(sheet.done || isRefuted ? [] : [pair(check)])); // what is known to be wrong needs no second look
    return { rows, check };
  }

  /**
   * @param {RankingView} sheet
   * @param {AnswerShown} answer a draft, with its place
   */
  draft(sheet, { id, text, draft, worth }) {
    const { words } = this.table, at = this.placed.indexOf(id), isPlaced = at >= 0;
    const told = worth ? make("span", { class: "rt-worth" }, worth) : null;
    const number = make("b", { class: "rt-place", "aria-hidden": "true" }, isPlaced ? String(at + 1) : "");
    const made = button(`rt-answer rt-ranked ${sheet.done ? "right" : ""}`.trim(), () => this.choose(sheet, id, text),
      number, make("span", {}, text, this.lesson.dice(draft), told));
    const facts = { draft: text, n: at + 1, of: sheet.answers.length };
    if (!sheet.done) made.setAttribute("aria-label", fill(words[isPlaced ? "order-stands" : "order-open"], facts));
    made.disabled = sheet.done;
    return made;
  }

  /**
   * Gives a draft the next place, or takes it out.
   *
   * @param {RankingView} sheet
   * @param {string} id
   * @param {string} text
   */
  choose(sheet, id, text) {
    const { words } = this.table, isPlaced = this.placed.includes(id);
    this.placed = isPlaced ? this.placed.filter((one) => one !== id) : [...this.placed, id];
    const hadFocus = this.node.contains(document.activeElement), left = sheet.answers.length - this.placed.length;
    const { rows, check } = this.draw(sheet);
    if (hadFocus) (left || !check.isConnected ? rows[sheet.answers.findIndex((one) => one.id === id)] : check).focus();
    const deed = fill(words[isPlaced ? "order-taken" : "order-placed"], { n: this.placed.length, draft: text });
    this.table.say(`${deed} ${left ? fill(words["order-left"], { n: left }) : words["order-full"]}`);
  }
}
