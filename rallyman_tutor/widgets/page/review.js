// @ts-check
// A drive looked back at: what was lost where; and a mistake of it tried again, beside the best.

import { button, columns, draw, make, pair, quiet, row, write } from "./dom.js";
import { toPrinciple } from "./rulebook.js";
import { fill } from "./text.js";

/** @import { ComparedShown, EveningShown, Intent, PrincipleNamed, ReviewShown, StageShown, View } from "./wire" */
/** @import { Table } from "./table.js" */

export class Review {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.compared = /** @type {ComparedShown | null} */ (null);
    this.at = /** @type {number | undefined} */ (0); // the number of the view behind which it came
    this.wrong = /** @type {HTMLLIElement[]} */ ([]); // the mistakes, a line for each
    this.evening = make("div");
    this.about = ""; // what was heard of it
    this.asked = /** @type {HTMLElement | null} */ (null); // the whole drive, as far as it was looked back at
    this.node = make("section", { class: "rt-retry", hidden: true, "aria-label": table.words["review-try"] });
  }

  // -- The whole drive --------------------------------------------------------------------------------------------

  /** @param {ReviewShown} review the drive that is over: what was lost, where; or how far that is reckoned */
  whole(review) {
    this.asked = review.waits ? this.progress(review) : this.found(review);
    return this.asked;
  }

  /** @param {string} title @param {string} driver */
  heading(title, driver) {
    return driver ? fill(this.table.words.colon, { label: title, text: driver }) : title;
  }

  /** @param {ReviewShown} review */
  progress({ title, driver, waits, how }) {
    return make("section", { class: "rt-review", "aria-busy": "true" },
      make("h3", {}, this.heading(title, driver)),
      make("p", { class: "rt-reckons" }, waits), ...how.map(quiet));
  }

  /** @param {ReviewShown} review of cards it comes behind the view, decision by decision */
  cameBehind(review) {
    const before = this.asked;
    if (!before) return;
    const waits = before.querySelector(".rt-reckons");
    if (waits && review.waits) write(waits, review.waits);
    else {
      before.replaceWith(this.whole(review));
      this.table.sayBehind(review.said);
    }
  }

  /** @param {EveningShown} evening why each mistake was one, what they were about, and what to do now */
  eveningCame({ whys, principles, about, doors }) {
    const { table, table: { words } } = this;
    this.wrong.forEach((line, at) => {
      const because = line.querySelector(".rt-because");
      because?.replaceChildren(...this.because(whys[at] ?? "", principles[at]));
    });
    this.evening.hidden = !about;
    const now = doors.map(({ at, label }) => button("rt-small", () => table.go(at), label));
    this.evening.replaceChildren(make("p", {}, about),
      now.length ? make("div", {}, words["evening-puzzles"], " ", ...now) : "");
    if (about !== this.about) table.sayBehind(about);
    this.about = about;
  }

  /**
   * @param {string} why a mistake was one
   * @param {PrincipleNamed | null | undefined} principle that it went against
   */
  because(why, principle) {
    const door = toPrinciple(this.table, principle);
    return door ? [why, " ", door] : [why];
  }

  /** @param {ReviewShown} review */
  found({ title, driver, figures, legs_head, legs, stages, mistakes, principles, notes, head, rows, how }) {
    const { words } = this.table;
    const wrong = mistakes.map((said, at) => make("li", {}, said, " ",
      make("span", { class: "rt-because" }, ...this.because("", principles[at])), " ",
      button("rt-small", () => this.tryAgain(at), words["review-try"])));
    this.wrong = wrong;
    this.evening = make("div", { class: "rt-evening", hidden: true });
    return make("section", { class: "rt-review" }, make("h3", {}, this.heading(title, driver)),
      make("table", { class: "rt-figures" },
        make("tbody", {}, ...figures.map(([name, ...cells]) => row(name, ...cells)))),
      make("div", { class: "rt-legs", hidden: !legs.length }, make("table", {}, columns(legs_head),
        make("tbody", {}, ...legs.map(([name, ...cells]) => row(name, ...cells))))),
      stages.length ? make("p", { class: "rt-quiet" }, words["review-map"]) : null,
      ...stages.map((stage) => this.lostWhere(stage, stages.length > 1)),
      mistakes.length ? make("h4", {}, words["review-mistakes"]) : null,
      make("ol", { hidden: !wrong.length }, ...wrong),
      this.evening,
      ...notes.map((note) => make("p", {}, note)),
      make("details", {}, make("summary", {}, words["review-table"]),
        make("table", {}, columns(head), make("tbody", {}, ...rows.map(([name, ...cells]) => row(name, ...cells))))),
      ...how.map(quiet));
  }

  /**
   * @param {StageShown} stage the road as it was driven, turn by turn
   * @param {boolean} named
   */
  lostWhere({ title, turns, marks }, named) {
    const road = turns.map(({ points }) => draw("polyline", { points, class: "rt-edge" }));
    const lines = turns.map(({ points, shade, name }) =>
      draw("polyline", { points, class: `rt-lost-${shade}` }, draw("title", {}, name)));
    const all = turns.map((turn) => turn.points).join(" ").split(" ");
    const ends = [all[0], all[all.length - 1]].map((point, n) => {
      const [cx, cy] = point.split(",");
      return draw("circle", { cx, cy, r: 5, class: n ? "rt-finish" : "rt-start" });
    });
    const label = turns.map((turn) => turn.name).join(", ");
    return make("figure", {},
      draw("svg", { viewBox: "-12 -12 324 194", role: "img", "aria-label": label }, ...road, ...lines, ...ends,
        ...marks.flatMap(({ number, x, y }) => [
          draw("circle", { cx: x, cy: y, r: 9, class: "rt-mark" }), draw("text", { x, y: y + 5 }, `${number}`)])),
      named ? make("figcaption", {}, title) : null);
  }

  /** The reviews that may be asked for. */
  doors() {
    return this.table.view.reviews.map(({ driver, label }) =>
      button("rt-try", () => this.goTo({ do: "review", driver }, true), label));
  }

  toReview() {
    return button("rt-small", () => this.goTo({ do: "return" }, true), this.table.words["review-return"]);
  }

  /** @param {number} at which of the decisions that cost most */
  tryAgain(at) {
    this.goTo({ do: "retry", at }, false);
  }

  /**
   * @param {Intent} intent
   * @param {boolean} open
   */
  goTo(intent, open) {
    this.table.panel.goTo(intent, open);
  }

  // -- A mistake that is tried again ------------------------------------------------------------------------------

  /** What is decided there now beside the best decision; nothing before that, or as long as it is reckoned. */
  get shown() {
    const { compared, table: { view } } = this;
    return view.retry?.made && this.at === view.n ? compared : null;
  }

  /** Where the dice of the best one lie. */
  get best() {
    return this.shown?.best ?? [];
  }

  /** How good it is, in a few words. */
  get verdict() {
    return this.shown?.verdict ?? "";
  }

  /** What a phone tells above its dice. */
  get brief() {
    const { retry } = this.table.view;
    if (!retry) return [];
    const { words, panel } = this.table;
    const beside = button("rt-small", () => panel.slideToTop(true), words["review-beside"]);
    return [pair(this.shown ? beside : null, this.toReview())];
  }

  /** @param {ComparedShown} compared a phone tells above its dice how good it is */
  come(compared) {
    const { table } = this, before = this.compared?.said;
    this.compared = compared;
    this.at = table.view.n;
    if (compared.said !== before) table.sayBehind(compared.said);
    this.show(table.view);
    table.panel.showHead();
    table.redrawMarks();
  }

  /** What stops the comparing: the decision is taken back. */
  enough() {
    return button("rt-small rt-enough", () => this.table.send({ do: "undo" }), this.table.words.enough);
  }

  /** @param {View} view a decision of an earlier drive that is tried again, and the way back */
  show({ retry }) {
    const { words } = this.table;
    if (!retry?.made) this.compared = null;
    this.node.hidden = !retry;
    if (!retry) return;
    const waits = retry.made ? [make("p", { class: "rt-reckons" }, words.reckons), this.enough()] : [];
    const told = this.shown ? this.besideTheBest(this.shown) : waits;
    const door = toPrinciple(this.table, retry.principle);
    this.node.replaceChildren(quiet(retry.said), ...(door ? [door] : []), ...told, this.toReview());
    this.node.ariaBusy = String(Boolean(retry.made && !this.shown));
  }

  /** @param {ComparedShown} compared */
  besideTheBest({ verdict, shade, drafts, head, rows, notes, how, principle, old }) {
    const { table, table: { words } } = this;
    const dice = [table.view.draft, this.best].map((steps) => steps.map(({ piece }) => piece));
    const isBest = drafts[0][1] === drafts[1]?.[1]; // then one of them is enough
    const listed = drafts.map(([whose, draft], n) => make("li", {},
      make("b", {}, whose), this.faces(dice[n]), make("span", {}, draft)));
    const door = toPrinciple(table, principle);
    const columnsShown = isBest ? 2 : head.length;
    return [
      make("p", { class: "rt-cost" }, make("b", { class: `rt-shade-${shade}` }, verdict)),
      make("ul", { class: "rt-drafts" }, ...listed.slice(isBest ? 1 : 0)),
      make("table", {}, columns(head.slice(0, columnsShown)),
        make("tbody", {}, ...rows.map(([name, ...cells]) => row(name, ...cells.slice(0, columnsShown - 1))))),
      ...notes.map((note) => make("p", {}, note)),
      ...(door ? [door] : []),
      pair(button("rt-small", () => table.send({ do: "clear" }), words["review-again"]),
        button("rt-small", () => table.pressMain(), words["review-drive-on"])),
      ...(old ? [this.ofFirstChoice(old)] : []),
      quiet(how),
    ];
  }

  /** @param {string[]} old what can come of the first choice; nothing as long as that is reckoned */
  ofFirstChoice(old) {
    const { words } = this.table;
    if (!old.length) return make("p", { class: "rt-reckons" }, words.reckons);
    return make("details", {}, make("summary", {}, words["review-old"]), ...old.map((said) => make("p", {}, said)),
      button("rt-try", () => this.goTo({ do: "refute" }, false), words["review-refute"]));
  }

  /** @param {string[]} pieces */
  faces(pieces) {
    const shown = make("span", { class: "rt-faces", "aria-hidden": "true" });
    shown.innerHTML = pieces.map((piece) => this.table.face(piece)).join("");
    return shown;
  }
}
