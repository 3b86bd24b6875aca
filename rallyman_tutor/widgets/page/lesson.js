// @ts-check
// A lesson beside the board: its steps, what to do now, hints one by one, and what a wrong answer would have led to.

import { button, make, pair } from "./dom.js";
import { Order } from "./order.js";
import { toPrinciple } from "./rulebook.js";
import { fill, stars } from "./text.js";

/** @import { AnswerShown, AnswerView, DecisionView, DraftView, Laying, LessonView } from "./wire" */
/** @import { Table } from "./table.js" */

const SHORT = 14; // letters of an answer that is short enough to stand in a row with others

export class Lesson {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.node = make("div", { class: "rt-lesson-sheet", hidden: true });
    this.order = new Order(table, this);
    this.wasDone = false;
  }

  /** @param {LessonView | null} sheet */
  show(sheet) {
    this.node.hidden = !sheet;
    this.table.title.lang = (sheet && this.language) ?? this.table.words.language;
    if (!sheet) return;
    const hadFocus = this.node.contains(document.activeElement);
    this.node.replaceChildren(
      this.steps(sheet),
      make("p", { class: "rt-task", "data-kind": sheet.kind }, sheet.task),
      this.told(sheet.goal, "rt-todo"),
      ...(sheet.done ? this.done(sheet) : this.open(sheet)));
    if (sheet.done && !this.wasDone) {
      this.table.say(`${this.verdict(sheet)}. ${stars(sheet.stars)}`);
      if (hadFocus) setTimeout(() => this.table.tray.main.focus()); // which leads on from here
    }
    this.wasDone = sheet.done;
  }

  /**
   * What stands below the goal while the step is open.
   *
   * @param {LessonView} sheet
   */
  open(sheet) {
    return [
      ...sheet.text.map((text) => this.told(text)),
      ...sheet.pictures.map((picture) => this.picture(picture)),
      ...this.asked(sheet),
      this.refutation(sheet),
      this.figures(sheet),
      ...sheet.hints.map((hint) => this.paragraph(hint.text, "rt-told-hint", hint.language)),
      sheet.done ? null : toPrinciple(this.table, sheet.principle),
      this.table.place.kind === "running" ? null : this.help(sheet),
      this.before(sheet),
    ].filter((part) => part !== null);
  }

  /** @param {LessonView} sheet of a lesson that somebody came to sooner than those on which it builds */
  before({ at, steps }) {
    const { table } = this, { words, place } = table;
    if (place.kind !== "lesson" || !place.before || at || steps[0].done) return null;
    const { name, title } = place.before;
    return make("p", { class: "rt-quiet" }, fill(words["builds-on"], { title }), " ",
      button("rt-small", () => table.go(name), words["to-builds-on"]));
  }

  /**
   * What stands below the goal once the step is done.
   *
   * @param {LessonView} sheet
   */
  done(sheet) {
    return [...this.asked(sheet), this.finished(sheet)];
  }

  /**
   * What is to be given, or was: of what there is to choose from, or how much is allowed.
   *
   * @param {LessonView} sheet
   * @returns {HTMLElement[]}
   */
  asked(sheet) {
    switch (sheet.wants) {
      case "draft":
        return [...this.par(sheet), ...this.claims(sheet)];
      case "answer":
      case "decision":
        return this.answers(sheet);
      case "ranking":
        return this.order.show(sheet);
      case "die": // the draft below has the dice
        return [];
    }
  }

  /**
   * @param {string} text in which words of the game are marked
   * @param {string | null} [looks]
   * @param {string} [lang] its language, where that is not the page's
   */
  paragraph(text, looks = null, lang = undefined) {
    return make("p", { class: looks, lang }, ...this.table.glossary.marked(text));
  }

  /** The language of a lesson that is told in another one than the page; else nothing, and the page's is meant. */
  get language() {
    const { place } = this.table;
    return place.kind === "lesson" ? place.language : undefined;
  }

  /**
   * A paragraph of the lesson itself.
   *
   * @param {string} text
   * @param {string | null} [looks]
   */
  told(text, looks = null) {
    return this.paragraph(text, looks, this.language);
  }

  /** @param {LessonView["pictures"][number]} picture that lies in the lesson's folder */
  picture({ file, alt }) {
    const { place } = this.table, src = place.kind === "lesson" ? place.pictures[file] : "";
    const told = make("p", { class: "rt-quiet", lang: this.language }, alt);
    if (!src) return told;
    const shown = make("img", { class: "rt-lesson-picture", src, alt, lang: this.language });
    shown.addEventListener("error", () => shown.replaceWith(told)); // what is on it can be read all the same
    return shown;
  }

  /** @param {LessonView} sheet */
  steps(sheet) {
    const { words } = this.table;
    const dots = sheet.steps.map((step, n) => {
      const name = fill(words[step.done ? "step-done" : "step-n"], { n: n + 1 }), isNow = n === sheet.at;
      const looks = `${step.done ? "done" : ""} ${isNow ? "now" : ""}`;
      const dot = button(looks, () => this.table.send({ do: "step", at: n }), step.done ? "✓" : String(n + 1));
      dot.setAttribute("aria-label", name);
      if (isNow) dot.setAttribute("aria-current", "step");
      return make("li", {}, dot);
    });
    return make("ol", { class: "rt-dots", "aria-label": words.steps }, ...dots);
  }

  /** @param {DraftView} sheet */
  par(sheet) {
    return sheet.par ? [make("p", { class: "rt-quiet" }, `${this.table.words.par} ${sheet.par}`)] : [];
  }

  /** @param {AnswerView | DecisionView} sheet */
  answers(sheet) {
    if (!sheet.answers.length) return [];
    const buttons = sheet.answers.map((answer) => {
      const isRight = sheet.done && sheet.right === answer.id;
      const unlessRight = sheet.answer === answer.id ? "wrong" : "";
      const made = this.choice(answer, isRight ? "right" : unlessRight, "answer");
      made.disabled = sheet.done;
      return made;
    });
    const inRow = sheet.answers.every(({ text, draft }) => text && text.length <= SHORT && !draft.length);
    const looks = inRow ? "rt-answers rt-chips" : "rt-answers";
    return [make("div", { class: looks, role: "group", "aria-label": sheet.goal }, ...buttons)];
  }

  /** @param {DraftView} sheet */
  claims(sheet) {
    if (!sheet.claims.length || sheet.done) return [];
    return [make("div", { class: "rt-claims" }, ...sheet.claims.map((claim) => this.choice(claim, "", "claim")))];
  }

  /**
   * @param {AnswerShown} choice
   * @param {"right" | "wrong" | ""} verdict
   * @param {"answer" | "claim"} deed
   */
  choice({ id, text, brief, draft, worth, language: lang }, verdict, deed) {
    const told = worth ? make("span", { class: "rt-worth" }, worth) : null;
    const looks = `rt-answer ${verdict}`.trim(), named = make("span", { lang }, brief || text, told);
    const shown = brief ? [this.dice(draft), named] : [named, this.dice(draft)];
    const made = button(looks, () => this.table.send({ do: deed, id }), ...shown);
    if (brief) made.setAttribute("aria-label", text);
    return made;
  }

  /** @param {Laying[]} draft what an answer lays, to be seen before it is pressed */
  dice(draft) {
    if (!draft.length) return null;
    const faces = make("span", { class: "rt-faces", "aria-hidden": "true" });
    faces.innerHTML = draft.map((step) => this.table.face(step.piece)).join("");
    return faces;
  }

  /** @param {LessonView} sheet */
  refutation(sheet) {
    const { refutation } = sheet;
    if (!refutation) return null;
    if (refutation.answer || refutation.events.length || refutation.lost.length) {
      return this.paragraph(refutation.say, "rt-refuted");
    }
    if (sheet.wants !== "draft") return null;
    return sheet.goals.length > 1 || !refutation.rules.length ? this.goals(sheet.goals) : null;
  }

  /** @param {LessonView} sheet with figures, which stand a tap behind */
  figures({ figures }) {
    if (!figures.length) return null;
    const lines = figures.map((text) => this.paragraph(text));
    return make("details", { class: "rt-figures" }, make("summary", {}, this.table.words.figures), ...lines);
  }

  /** @param {DraftView["goals"]} goals */
  goals(goals) {
    const lines = goals.map((goal) => make("li", { class: goal.met ? "met" : "" }, goal.text));
    return make("ul", { class: "rt-goals" }, ...lines);
  }

  /** @param {LessonView} sheet */
  help(sheet) {
    const { words, place } = this.table, taken = /** @type {0 | 1 | 2} */ (sheet.hints.length);
    if (place.kind === "placement") {
      return pair(button("rt-small", () => this.next(sheet), words[sheet.answer ? "next-question" : "not-known"]));
    }
    const isFirst = sheet.wants === "decision" && !taken;
    const label = isFirst ? words["hint-choices"] : words[`hint-${taken}`] ?? words["hint-none"];
    const hint = button("rt-small", () => this.table.send({ do: "hint" }), label);
    hint.disabled = !sheet["more-hints"];
    const again = () => {
      this.order.clear();
      this.table.send({ do: "again" });
    };
    const isOneStep = place.kind === "puzzle" && sheet.steps.length === 1;
    return pair(hint, isOneStep ? null : button("rt-small", again, words["start-over"]));
  }

  /** @param {LessonView} sheet that is done: whether the answer was right, where there was but one try */
  verdict({ answer, right }) {
    const { words } = this.table;
    return answer === right ? words.well : words.missed;
  }

  /** @param {LessonView} sheet */
  finished(sheet) {
    const { table } = this, { words, place } = table, onward = this.onward(sheet);
    const earned = fill(words["stars-of"], { n: sheet.stars });
    return make("div", { class: "rt-well" },
      make("p", {}, make("b", {}, this.verdict(sheet)), " ",
        make("span", { class: "rt-stars", role: "img", "aria-label": earned }, stars(sheet.stars))),
      sheet.after ? this.told(sheet.after) : null,
      toPrinciple(table, sheet.principle),
      sheet.rule ? table.panel.card(sheet.rule, !sheet.after) : null,
      this.figures(sheet),
      onward && onward !== place.map ? button("rt-small", () => table.go(place.map), words["to-map"]) : null);
  }

  // -- Where "Next" leads ---------------------------------------------------------------------------------------

  /** @param {LessonView} sheet a place, or nothing for the next step of this lesson */
  onward(sheet) {
    const { next, place: { at, map } } = this.table; // where there is always something else to be asked, next is here
    return !sheet.last || next === at ? "" : next || map;
  }

  /** @param {LessonView} sheet */
  nextLabel(sheet) {
    const { words, place } = this.table, onward = this.onward(sheet);
    if (!onward) return words["next-step"];
    if (onward.startsWith("puzzles/")) return words["next-puzzle"];
    if (/^rally(\/|$)/.test(onward)) return words.rally;
    return onward === place.map ? words["to-map"] : words["next-lesson"];
  }

  /** @param {LessonView} sheet */
  next(sheet) {
    const onward = this.onward(sheet);
    if (onward) this.table.go(onward);
    else this.table.send({ do: "next" });
  }
}
