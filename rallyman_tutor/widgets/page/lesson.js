// A lesson beside the board: its steps, what to do now, hints one by one, and what a wrong answer would have led to.

import { make } from "./dom.js";
import { fill, stars } from "./text.js";

export class Lesson {
  constructor(table) {
    this.table = table;
    this.node = make("div", { class: "rt-lesson-sheet", hidden: true });
  }

  show(sheet) {
    const { table } = this, { words } = table;
    this.node.hidden = !sheet;
    if (!sheet) return;
    const steps = make("ol", { class: "rt-dots", "aria-label": words.steps }, ...sheet.steps.map((step, n) => make("li", {},
      make("button", { type: "button", class: `${step.done ? "done" : ""} ${n === sheet.at ? "now" : ""}`, "aria-current": n === sheet.at ? "step" : null,
        "aria-label": fill(step.done ? words["step-done"] : words["step-n"], { n: n + 1 }), onclick: () => table.send({ do: "step", at: n }) }, step.done ? "✓" : String(n + 1)))));
    const parts = [steps, make("p", { class: "rt-task", "data-kind": sheet.kind }, sheet.task), make("p", { class: "rt-todo" }, ...table.glossary.marked(sheet.goal))];
    if (sheet.text && !sheet.done) parts.push(...sheet.text.map((text) => make("p", {}, ...table.glossary.marked(text))));
    if (sheet.par) parts.push(make("p", { class: "rt-quiet" }, `${words.par} ${sheet.par}`));
    if (sheet.answers.length) parts.push(this.answers(sheet));
    if (sheet.claims.length && !sheet.done) parts.push(make("div", { class: "rt-claims" }, ...sheet.claims.map((claim) => make("button", { type: "button", class: "rt-answer", onclick: () => table.send({ do: "claim", id: claim.id }) }, claim.text, this.dice(claim.draft)))));
    if (sheet.refutation && !sheet.done) {
      if (sheet.refutation.answer || sheet.refutation.events.length || sheet.refutation.lost.length) parts.push(make("p", { class: "rt-refuted" }, sheet.refutation.say));
      else if (sheet.goals.length > 1 || !sheet.refutation.rules.length) parts.push(this.goals(sheet));
    }
    if (!sheet.done) parts.push(...sheet.hints.map((hint) => make("p", { class: "rt-told-hint" }, ...table.glossary.marked(hint.text))));
    parts.push(sheet.done ? this.finished(sheet) : this.help(sheet));
    const focused = this.node.contains(document.activeElement);
    this.node.replaceChildren(...parts);
    if (sheet.done && !this.wasDone) { table.say(`${words.well}. ${stars(sheet.stars)}`); if (focused) setTimeout(() => table.tray.main.focus()); } // which leads on from here
    this.wasDone = sheet.done;
  }

  answers(sheet) {
    const { table } = this;
    const state = (id) => sheet.done && sheet.right === id ? "right" : sheet.answer === id ? "wrong" : "";
    return make("div", { class: "rt-answers", role: "group", "aria-label": sheet.goal }, ...sheet.answers.map((answer) => {
      return make("button", { type: "button", class: `rt-answer ${state(answer.id)}`, disabled: sheet.done, onclick: () => table.send({ do: "answer", id: answer.id }) }, answer.text, this.dice(answer.draft));
    }));
  }

  // The dice that an answer lays, to be seen before it is pressed.
  dice(draft) {
    if (!draft.length) return null;
    const faces = make("span", { class: "rt-faces", "aria-hidden": "true" });
    faces.innerHTML = draft.map((step) => this.table.face(step.piece)).join("");
    return faces;
  }

  goals(sheet) {
    return make("ul", { class: "rt-goals" }, ...sheet.goals.map((goal) => make("li", { class: goal.met ? "met" : "" }, goal.text)));
  }

  help(sheet) {
    const { table } = this, { words } = table;
    return make("div", { class: "rt-pair" },
      make("button", { type: "button", class: "rt-small", disabled: !sheet["more-hints"], onclick: () => table.send({ do: "hint" }) }, words[`hint-${sheet.hints.length}`] ?? words["hint-none"]),
      make("button", { type: "button", class: "rt-small", onclick: () => table.send({ do: "again" }) }, words["start-over"]));
  }

  // Where "Next" leads: a place, or nothing for the next step of this lesson.
  onward(sheet) {
    const { next } = this.table.model.get("place");
    return !sheet.last || next === "practice" ? "" : next || this.table.model.get("place").map;
  }

  label(sheet) {
    const { words } = this.table, onward = this.onward(sheet);
    return !onward ? words["next-step"] : onward === this.table.model.get("place").map ? words["to-map"] : words["next-lesson"];
  }

  next(sheet) {
    const onward = this.onward(sheet);
    if (onward) this.table.go(onward);
    else this.table.send({ do: "next" });
  }

  finished(sheet) {
    const { table } = this, { words } = table, onward = this.onward(sheet);
    return make("div", { class: "rt-well" },
      make("p", {}, make("b", {}, words.well), " ", make("span", { class: "rt-stars", role: "img", "aria-label": fill(words["stars-of"], { n: sheet.stars }) }, stars(sheet.stars))),
      sheet.after ? make("p", {}, ...table.glossary.marked(sheet.after)) : null,
      sheet.rule ? table.panel.card(sheet.rule, !sheet.after) : null,
      onward && onward !== table.model.get("place").map ? make("button", { type: "button", class: "rt-small", onclick: () => table.go(table.model.get("place").map) }, words["to-map"]) : null);
  }
}
