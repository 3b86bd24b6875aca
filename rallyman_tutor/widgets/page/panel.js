// @ts-check
// Beside the board: what the co-driver says, what happened, and what a draft would come to.

import { Behind } from "./behind.js";
import { button, columns, iconButton, make, pair, quiet, row, whenResized, write } from "./dom.js";
import { othersTurn } from "./room.js";
import { capitalised, cited, emphasised, fill, withoutLinks } from "./text.js";

/** @import { CarShown, Laying, StepShown, Line, Message, Button, ExplanationData, View } from "./wire" */
/** @import { Verdict } from "./board.js" */
/** @import { Table } from "./table.js" */

/** @type {Verdict[]} */
const VERDICTS = ["legal", "price", "refused"];
const WORST_FIRST = [...VERDICTS].reverse();

const LIVERIES = 6; // colours of cars
const SHEET_EDGE = 14; // pixels of the sheet that lie over the board, being its round corners
const A_FEW_LINES = 80; // pixels by which the sheet grows without moving the board
const LOUD = ["skid", "bang", "cheers"]; // sounds of what matters in a drive
const MANY_COLUMNS = 3; // so wide a table scrolls in its place, and by keys as well

/** @param {CarShown} car its number, in its colour */
const number = (car) => make("i", {
  class: "rt-number", "aria-hidden": "true", style: `--car: var(--car${car.car % LIVERIES})`,
}, String(car.car + 1));

export class Panel {
  /**
   * @param {Table} table
   * @param {AbortSignal} signal
   */
  constructor(table, signal) {
    this.table = table;
    const { words } = table;
    this.line = -1; // of the past that is looked at
    this.past = ""; // what is shown of it, as long as the present is looked at
    this.isSheet = false; // on a phone; known once the page is laid out
    this.callsNow = false; // whether something stands here that need not be pulled up on a phone
    this.coveredAt = ""; // what was asked for when the sheet last moved the board
    this.topAt = ""; // what is asked for while the head keeps its height

    this.says = make("div", { class: "rt-says" });
    this.laid = make("div", { class: "rt-says" });
    this.behind = new Behind(table, signal);
    this.advice = this.behind.advice;
    this.review = this.behind.review;
    this.costs = /** @type {HTMLElement | null} */ (null); // of two drafts, once they are told
    this.cars = make("div", { class: "rt-cars" });
    this.results = /** @type {HTMLElement | null} */ (null);
    this.shared = make("div", { class: "rt-shared", hidden: true });
    this.log = make("ol", { class: "rt-log" });
    this.told = make("div", { class: "rt-told" });
    this.back = iconButton("back", words.back, () => this.leaf(-1));
    this.ahead = iconButton("ahead", words.forward, () => this.leaf(1));
    this.leaves = make("div", { class: "rt-steps", role: "group", "aria-label": words.happened },
      this.back, this.ahead);
    this.history = make("div", { class: "rt-history" },
      make("h2", {}, words.happened), this.leaves, this.told, this.log);
    this.copies = make("div");
    this.isDraftOpen = false; // whether its dice stand one by one below its line
    this.further = make("details", { class: "rt-further", hidden: true },
      make("summary", {}, words.further), this.copies, this.behind.cloud.node);
    this.goal = make("p", { class: "rt-goal" }, words.goal);
    this.handle = button("rt-handle", () => this.slide());
    this.handle.setAttribute("aria-expanded", "false");
    this.presses = make("div", { class: "rt-now" });
    this.top = make("div", { class: "rt-top" }, this.handle, this.presses);
    this.inside = make("div", { class: "rt-inside" },
      this.goal, table.lesson.node, table.book.node, this.review.node, this.says,
      make("div", { class: "rt-record" },
        this.laid, ...this.behind.beside, this.further, this.cars, this.history));
    this.node = make("aside", { class: "rt-panel", "aria-label": words.codriver },
      this.top, this.inside);
    whenResized(this.node, signal, () => this.coverBoard());
  }

  /** @param {View} view */
  show(view) {
    this.goal.hidden = this.table.place.kind !== "drive";
    this.says.replaceChildren(...this.whatIsSaid(view), ...this.aboutOwnDrive());
    this.behind.show(view);
    this.costs = null;
    this.laid.replaceChildren(...this.aboutDraft(view));
    for (const node of [this.says, this.laid]) node.hidden = !node.childElementCount;
    this.showGhostsTime();
    this.showHead();
    this.showPast(view);
  }

  /** What both drafts cost, once that is told. */
  showCosts() {
    const costs = this.costsOfBoth();
    this.costs?.replaceWith(costs);
    this.costs = this.costs && costs;
  }

  /** The ghost's time, in a row of its own below the result. */
  showGhostsTime() {
    this.results?.querySelector(".rt-pale")?.remove();
    this.results?.append(...[this.behind.ghost.row()].filter((row) => row !== null));
  }

  // -- On a phone: a sheet that is pulled up ----------------------------------------------------------------------

  /** What is asked for now: as long as this does not change, nothing but a finger moves the board. */
  get task() {
    return `${this.table.place.at} ${this.table.sheet?.at}`;
  }

  get isOpen() {
    return this.node.classList.contains("rt-open");
  }

  /** The sheet covers the lower part of the board: the road moves up into what is left. */
  coverBoard() {
    const { board, words } = this.table, wasSheet = this.isSheet;
    this.isSheet = getComputedStyle(this.handle).display !== "none";
    if (this.isSheet !== wasSheet) this.keepHeight();
    const covered = this.isSheet ? Math.max(0, this.node.offsetHeight - SHEET_EDGE) : 0;
    if (!this.node.offsetHeight || board.frame.style.bottom === `${covered}px`) return;
    const before = parseFloat(board.frame.style.bottom) || 0, more = covered - before;
    const hidesCards = words.hides && more > 0; // of a table of cards every place is to be seen
    const isSlight = Math.abs(more) < A_FEW_LINES && this.coveredAt === this.task;
    if (before && covered && !hidesCards && isSlight) return; // a line longer or shorter: the road stays where it is
    this.coveredAt = this.task;
    board.frame.style.bottom = `${covered}px`;
    if (!board.stage || !board.spot) return;
    if (more > A_FEW_LINES) board.gather(); // it was pulled up, and is not just a line longer
    else if (!board.isInSight(board.spot)) board.follow(true);
  }

  slide(open = !this.isOpen) {
    this.node.classList.toggle("rt-open", open);
    this.handle.setAttribute("aria-expanded", String(open));
    this.showHead();
  }

  /**
   * Shows the head of the panel, all that a phone shows of it until it is pulled up: the task, what became of it, and
   * what to press now.
   */
  showHead() {
    const { view, sheet, isQuestion } = this.table;
    if (!view.n) return; // the board is still on its way
    const { isOpen } = this, [message] = view.messages;
    const said = isOpen ? this.titleOfSheet() : this.newest(view), more = isOpen ? "" : this.behindIt(view);
    write(this.handle, said, more ? make("span", {}, ...emphasised(withoutLinks(more))) : "");
    if (said) this.handle.removeAttribute("aria-label");
    else this.handle.setAttribute("aria-label", this.table.words.codriver);
    this.handle.dataset.kind = isOpen || !message || isQuestion ? "" : message.kind;
    this.handle.classList.toggle("rt-tasked", Boolean(sheet));
    this.presses.replaceChildren(...(isOpen ? [] : this.whatToPress(view)));
    this.keepHeight();
  }

  /**
   * A head that was taller in this task stays so: the board does not jump. Its height is asked for right before the
   * page is painted, when it is laid out anyway; asked for here, it would be laid out twice.
   */
  keepHeight() {
    const at = this.isSheet && !this.isOpen ? this.task : "";
    if (this.topAt !== at || !at) this.top.style.minHeight = "";
    this.topAt = at;
    if (at) requestAnimationFrame(() => {
      if (this.topAt) this.top.style.minHeight = `${this.top.offsetHeight}px`;
    });
  }

  /** A question stands in the sheet, and the board needs the room. */
  titleOfSheet() {
    const { words, place, isQuestion } = this.table;
    if (isQuestion) return "";
    return place.kind === "rules" ? words.rulebook : words.codriver;
  }

  /** @param {View} view the draft in a word; nothing where nothing is laid */
  verdict(view) {
    const { words } = this.table, [message] = view.messages;
    if (message) return message.title;
    if (view.over) return words.finished;
    return view.draft.length ? words["looks-good"] : "";
  }

  /** @param {View} view the one thing to know now */
  newest(view) {
    const { words, sheet } = this.table;
    if (view.problem !== undefined) return view.problem;
    if (view.look) return words.looking;
    if (sheet && !view.retry) return sheet.done ? this.table.lesson.verdict(sheet) : sheet.goal;
    const told = this.review.verdict || this.verdict(view) || view.retry?.said;
    return told || othersTurn(this.table, view) || (view.pieces.length ? this.startHint(view) : words["nothing-laid"]);
  }

  /** @param {View} view how to begin; whoever has cards and waits is told that */
  startHint(view) {
    const { words } = this.table;
    return view.mine || !words.hides ? words["start-hint"] : words["others-turn"];
  }

  /** @param {View} view and what to know besides */
  behindIt(view) {
    const { sheet, isQuestion } = this.table, [message] = view.messages, last = view.draft.at(-1);
    if (isQuestion || view.look || view.problem) return "";
    if (sheet?.done && !view.retry) return sheet.after;
    if (sheet?.refutation?.answer) return sheet.refutation.say;
    const laid = last && !message ? `${capitalised(last.name)}. ` : "", verdict = this.verdict(view);
    if (sheet && verdict) return `${laid}${verdict}`;
    const isBreaking = sheet?.wants === "draft" && sheet.breaks;
    if (sheet) return [isBreaking ? `${sheet.task}.` : "", ...sheet.text].filter(Boolean).join(" ");
    return message ? message.said : laid;
  }

  /**
   * Who is where and in which gear, what of the task is still open, and what else can be done with the die laid last.
   *
   * @param {View} view
   */
  whatToPress(view) {
    const { table } = this, { words, sheet, board, isQuestion } = table;
    const rows = [];
    if (view.cars.length > 1 && !words.hides && table.place.kind !== "rules") {
      /** @param {CarShown} car */
      const far = (car) => board.order.indexOf(car.place);
      const cars = view.cars.filter((car) => car["still-in"]).sort((one, other) => far(other) - far(one));
      rows.push(make("ol", { class: "rt-field", "aria-label": words.field }, ...cars.map((car) =>
        make("li", { class: car.mine ? "rt-mine" : "" }, number(car), car.name, make("b", {}, car.facts[0])))));
    }
    rows.push(...this.advice.brief);
    if (this.behind.ghost.said) rows.push(make("p", { class: "rt-beside" }, this.behind.ghost.said));
    if (!view.review && view.reviews.length && !isQuestion) rows.push(pair(...this.review.doors()));
    rows.push(...this.review.brief);
    const goals = sheet?.wants === "draft" && !sheet.done ? sheet.goals : [];
    if (goals.length > 1) rows.push(table.lesson.goals(goals));
    const last = view.draft.length - 1;
    const ways = isQuestion || view.look || last < 0 ? [] : this.variants(view.draft[last].variants, last);
    if (ways.length) rows.push(pair(...ways));
    return rows;
  }

  // -- What the co-driver says ------------------------------------------------------------------------------------

  /** @param {View} view */
  whatIsSaid(view) {
    const { words, sheet, isQuestion, place } = this.table;
    const problem = view.problem ? [make("p", { class: "rt-problem" }, view.problem)] : [];
    if (isQuestion) return problem; // the lesson's own sheet says the rest
    if (view.over) return [...problem, this.result(view)];
    const isStageOver = Boolean(view.reviews.length || view.review) && place.kind !== "rules";
    if (isStageOver) problem.push(make("div", { class: "rt-result" }, ...this.lookingBack(view.review)));
    if (view.messages.length) return [...problem, ...this.messages(view.messages)];
    if (view.draft.length) return [...problem, make("p", { class: "rt-good" }, words["looks-good"])];
    if (sheet || view.look || place.kind === "rules") return problem;
    const waits = othersTurn(this.table, view);
    if (waits) return [...problem, quiet(waits)];
    const advice = view.pieces.length ? [quiet(this.startHint(view))] : []; // nothing to pick before cards are dealt
    if (view.lines) return [...problem, ...advice]; // whoever has driven knows the rest
    return [...problem, make("p", { class: "rt-hello" }, words["nothing-laid"]), this.legend()];
  }

  /** Where another drive lies over one's own. */
  aboutOwnDrive() {
    const { table } = this, { words } = table;
    if (!table.ownDrive || table.place.kind !== "drive") return [];
    const back = button("rt-small", () => table.returnToOwnDrive(), words["own-back"]);
    return [make("div", { class: "rt-own" }, quiet(words["own-kept"]), back)];
  }

  legend() {
    const { words } = this.table;
    const lines = VERDICTS.map((verdict) => make("li", { class: verdict }, words[verdict]));
    return make("ul", { class: "rt-legend" }, ...lines);
  }

  /**
   * In the rulebook the rule is open already, so only what to try is said.
   *
   * @param {Message[]} messages
   */
  messages(messages) {
    const { place } = this.table, open = place.kind === "rules" ? place.rule?.code : "";
    const known = messages.filter((told) => told.code === open && told.remedies?.length);
    const others = messages.filter((told) => told.code !== open);
    const cards = [...known.map((told) => this.remedies(told)), ...others.map((told, n) => this.card(told, n === 0))];
    if (cards.length < 2) return cards;
    const [first, ...rest] = cards;
    return [first, quiet(fill(this.table.words.more, { n: rest.length })), ...rest];
  }

  /** @param {Message} told */
  remedies({ remedies = [] }) {
    const buttons = remedies.map(({ label, price, intent }) => {
      const made = button("rt-try", () => this.table.send(intent), label);
      made.dataset.price = price;
      return made;
    });
    return make("div", { class: "rt-remedies", role: "group", "aria-label": this.table.words.try }, ...buttons);
  }

  /**
   * A rule to be opened.
   *
   * @param {ExplanationData | Message} told
   * @param {boolean} open
   */
  card(told, open) {
    const { glossary, words } = this.table;
    /**
     * @param {string} text
     * @param {string | null} [looks]
     */
    const paragraph = (text, looks = null) => make("p", { class: looks }, ...glossary.marked(text));
    const cite = told.cite.replaceAll(/(\w)-(\d)/g, "$1\u2011$2"); // never broken at its hyphen
    return make("details", { class: `rt-card ${told.kind}`, open },
      make("summary", {}, make("h3", {}, told.title)),
      told.said ? paragraph(told.said, "rt-saw") : null,
      paragraph(told.why),
      told.fix ? paragraph(told.fix, "rt-fix") : null,
      "remedies" in told && told.remedies?.length ? this.remedies(told) : null,
      this.lessonAhead(told.code),
      make("p", { class: "rt-cite" }, make("span", {}, ...cited(cite, words["cited-in"])), this.ruleLink(told.code)));
  }

  /** @param {string} code of a rule, which opens in the rulebook; there, the code alone */
  ruleLink(code) {
    const { table } = this, shown = make("code", {}, code);
    return table.place.kind === "rules" ? shown : button("rt-code", () => table.go(`rules/${code}`), shown);
  }

  /** @param {string} code of a rule; the first lesson on it leads there, as long as it is not done */
  lessonAhead(code) {
    const { words, place } = this.table;
    const found = (place.kind === "drive" ? place.ahead : []).find((lesson) => lesson.teaches.includes(code));
    if (!found) return null;
    const label = fill(words["lesson-ahead"], { title: found.title });
    return button("rt-small rt-ahead", () => this.table.go(found.name), label);
  }

  /** Opens the first card and has it read out; where there is no card, what stands here is read out. */
  openFirst() {
    const card = this.says.querySelector("details");
    this.slide(true);
    if (card) {
      card.open = true;
      card.querySelector("summary")?.focus();
      this.table.say(card.textContent ?? "");
    } else this.table.say(`${this.says.textContent} ${this.laid.textContent}`);
  }

  // -- The draft --------------------------------------------------------------------------------------------------

  /** @param {View} view */
  aboutDraft(view) {
    const { table } = this, { words, sheet, isQuestion } = table, { kind } = table.place;
    const hasDraft = view.draft.length > 0, isOwnTurn = view.mine && !view.covered;
    const hasWays = view.ways.length > 0 && view.mine && !view.look && !isQuestion;
    const calls = hasWays || Boolean(view.over && !sheet); // to be pressed, or how it ended
    if (calls && !this.callsNow) this.slide(true);
    this.callsNow = calls;
    this.showFurther(view);
    const hasRisk = hasDraft && !isQuestion && words["chance-none"] && (view.risk.p || !view.messages.length);
    const risk = hasRisk ? this.risk(view) : null, figures = hasRisk && view.risk.p ? [this.figures(view)] : [];
    const dice = hasDraft ? [this.draft(view), ...figures] : [];
    return [
      ...(hasDraft && !isQuestion ? this.inOneLine(view, risk, dice) : dice),
      hasWays ? this.ways(view) : null,
      words.questions && isOwnTurn && kind !== "rules" ? this.questions(words.questions) : null,
    ].filter((part) => part !== null);
  }

  /**
   * What a draft will do, in one line: where it ends and what it risks. Its dice one by one and the figures stand a
   * press behind it, and stay there once they are opened; what else can be done with the last die stands below.
   *
   * @param {View} view
   * @param {HTMLElement | null} risk
   * @param {HTMLElement[]} parts
   */
  inOneLine(view, risk, parts) {
    const { words } = this.table, last = view.draft.length - 1;
    const ends = view.ends && words["draft-ends"] ? fill(words["draft-ends"], { ends: view.ends }) : "";
    const line = [ends, " ", risk].filter((part) => part);
    const whole = make("details", { class: "rt-laid", open: this.isDraftOpen },
      make("summary", {}, ...(ends || risk ? line : [words.draft])), ...parts);
    whole.addEventListener("toggle", () => { this.isDraftOpen = whole.open; });
    const ways = this.variants(view.draft[last].variants, last);
    return [whole, ...(ways.length ? [make("div", { class: "rt-last" }, ...ways)] : [])];
  }

  /**
   * More about a draft, a press behind it: another one to compare it with, and how it goes a thousand times.
   *
   * @param {View} view
   */
  showFurther(view) {
    const { words, place } = this.table;
    const isCopied = Boolean(words.copy) && place.kind === "drive" && Boolean(view.other || view.draft.length);
    this.copies.replaceChildren(...(isCopied ? [this.secondDraft(view)] : []));
    this.further.hidden = !isCopied && Boolean(this.behind.cloud.node.hidden);
    if (view.other) this.further.open = true;
  }

  /** @param {View} view */
  draft(view) {
    const { words, isQuestion } = this.table;
    const steps = view.draft.map((step, at) => (isQuestion ? this.stepAskedAbout(step, at) : this.step(step, at)));
    return make("ol", { class: "rt-draft", "aria-label": words.draft }, ...steps);
  }

  /** @param {string} piece */
  face(piece) {
    const face = make("span", { class: "rt-face", "aria-hidden": "true" });
    face.innerHTML = this.table.face(piece);
    return face;
  }

  /**
   * @param {StepShown} step
   * @param {number} at
   */
  step(step, at) {
    const { table } = this, takeBack = fill(table.words.colon, { label: table.words["take-back"], text: step.name });
    return make("li", { class: step.verdict },
      this.face(step.piece), make("span", { class: "rt-what" }, step.name),
      step.chance ? make("span", { class: "rt-chance" }, step.chance) : null,
      ...this.variants(step.variants, at),
      iconButton("take", takeBack, () => table.send({ do: "take", at })));
  }

  /**
   * Buttons for what else can be done with a step of the draft.
   *
   * @param {Button[]} variants
   * @param {number} at
   */
  variants(variants, at) {
    return variants.map(({ move, label }) => button("rt-small", () => this.table.send({ do: "put", at, move }), label));
  }

  /**
   * A step of a draft that a question is about; where it asks which one is wrong, each can be pointed at.
   *
   * @param {StepShown} step
   * @param {number} at
   */
  stepAskedAbout(step, at) {
    const { table } = this, { sheet } = table;
    if (sheet?.wants !== "die") {
      return make("li", {}, make("span", { class: "rt-what" }, this.face(step.piece), step.name));
    }
    const isRight = sheet.done && sheet.right === String(at), unlessRight = sheet.answer === String(at) ? "wrong" : "";
    const verdict = isRight ? "right" : unlessRight;
    const point = () => table.send({ do: "point", at });
    const made = button(`rt-answer ${verdict}`.trim(), point, this.face(step.piece), step.name);
    made.disabled = sheet.done;
    return make("li", {}, made);
  }

  /** @param {View} view whether it can go wrong */
  risk({ risk }) {
    const { words } = this.table;
    return risk.p ? make("strong", { class: "rt-risk" }, capitalised(risk.told), ".")
      : make("span", { class: "rt-risk none" }, words["chance-none"]);
  }

  /** @param {View} view how likely it is to go wrong, die by die */
  figures({ risk, draft }) {
    const { words } = this.table;
    const rows = risk.rows.map(({ here, through }, at) => row(draft[at]?.name ?? "", here, through));
    return make("details", { class: "rt-risk" },
      make("summary", {}, words["chance-figures"]),
      make("table", {}, columns(words["chance-head"]), make("tbody", {}, ...rows)));
  }

  /** @param {View} view two drafts side by side: what one gains by the other */
  secondDraft(view) {
    const { words } = this.table, { other } = view;
    const copy = button("rt-small", () => this.table.send({ do: "copy" }), words.copy);
    copy.disabled = !view.draft.length;
    if (!other) return pair(copy);
    const swap = button("rt-small", () => this.table.send({ do: "swap" }), words.swap);
    const verdict = WORST_FIRST.find((one) => view.draft.some((step) => step.verdict === one)) ?? "legal";
    const dice = make("tr", {}, make("th", { scope: "row" }, words.tray), this.dice(view.draft), this.dice(other.dice));
    const named = [make("td"), ...[words.draft, words.second].map((name) => make("th", { scope: "col" }, name))];
    return make("div", { class: "rt-other" },
      make("table", {}, make("thead", {}, make("tr", {}, ...named)),
        make("tbody", {},
          dice,
          row(words.lost, view.risk.all, other.chance),
          this.costs = this.costsOfBoth(),
          row(words.ends ?? "", view.ends, other.ends),
          row(words.verdict, words[verdict], words[other.verdict]))),
      pair(copy, swap));
  }

  costsOfBoth() {
    const { costs } = this.advice, made = row(this.table.words.costs, ...costs);
    made.hidden = !costs.length;
    return made;
  }

  /** @param {Laying[]} steps */
  dice(steps) {
    const cell = make("td", { class: "rt-faces", "aria-label": steps.map((step) => step.piece).join(" ") });
    cell.innerHTML = steps.map((step) => this.table.face(step.piece)).join("");
    return cell;
  }

  /** @param {View} view every legal way to lay what lies rolled, the mildest first; one tap lays it on the road */
  ways({ ways }) {
    const lines = ways.map(({ label, moves }) =>
      make("li", {}, button("rt-line", () => this.table.send({ do: "draft", moves }), label)));
    return make("div", { class: "rt-ways" }, make("h3", {}, this.table.words.ways), make("ol", {}, ...lines));
  }

  /** @param {Record<string, string>} questions that a key of the game asks too */
  questions(questions) {
    return pair(...Object.entries(questions).map(([move, name]) =>
      button("rt-small", () => this.table.send({ do: "ask", move }), name)));
  }

  /** @param {View["review"]} review what was asked for, and what else may be */
  lookingBack(review) {
    const doors = this.review.doors();
    return [review ? this.review.whole(review) : null, doors.length ? pair(...doors) : null];
  }

  /** @param {View} view */
  result({ result, review, helped }) {
    const { words, menu, place, ownBest } = this.table;
    const rows = (result?.rows ?? []).map((cells) => make("tr", {}, ...cells.map((cell, n) =>
      make(n === 1 ? "th" : "td", n === 1 ? { scope: "row" } : {}, String(cell ?? "")))));
    this.results = make("tbody", {}, ...rows);
    this.shared.hidden = true;
    const isDrive = place.kind === "drive";
    const share = button("rt-small", () => this.table.send({ do: "share" }), words.share);
    return make("div", { class: "rt-result" }, make("h3", {}, words.finished),
      make("table", {}, this.results),
      ownBest ? make("p", { class: "rt-own-best" }, ownBest) : null,
      helped && isDrive ? quiet(helped) : null,
      ...this.lookingBack(review),
      pair(button("rt-try", () => menu.begin(), words.again), isDrive ? share : null), this.shared);
  }

  /**
   * Ask for what stands at the top of the panel; on a phone the sheet is pulled up for it, or down from the road.
   *
   * @param {import("./wire").Intent} intent
   * @param {boolean} open
   */
  goTo(intent, open) {
    this.slideToTop(open);
    this.table.send(intent);
  }

  slideToTop(open = true) {
    if (this.isSheet) this.slide(open);
    this.inside.scrollTop = 0;
  }

  // -- What happened ------------------------------------------------------------------------------------------------

  /** @param {View} view */
  showPast(view) {
    this.line = view.look?.line ?? -1;
    const past = JSON.stringify([view.cars, view.columns, view.log, view.lines]);
    if (past === this.past && !view.look) return; // a die that is laid changes nothing there, and a rally is long
    this.past = view.look ? "" : past;
    this.showCars(view);
    this.history.hidden = !view.lines;
    this.log.replaceChildren(...[...view.log].reverse().map((line) => this.logLine(line, line.line === this.line)));
    this.back.disabled = !view.lines || view.look?.line === 0;
    this.ahead.disabled = !view.look;
    this.told.replaceChildren(...this.lookedAt(view));
  }

  /** @param {View} view */
  showCars(view) {
    const { words } = this.table, { cars } = view;
    this.cars.hidden = cars.length < 2;
    if (view.columns.length > MANY_COLUMNS) this.cars.tabIndex = 0;
    if (this.cars.hidden) {
      this.cars.replaceChildren();
      return;
    }
    const rows = cars.map((car) => make("tr", { class: car.mine ? "rt-mine" : "" },
      make("th", { scope: "row" }, number(car), car.name),
      ...car.facts.map((fact, n) => make("td", {}, n || car["still-in"] ? fact : words.out))));
    this.cars.replaceChildren(
      make("table", {}, columns([words.cars, ...view.columns]), make("tbody", {}, ...rows)));
  }

  /**
   * @param {Line} line
   * @param {boolean} isNow
   */
  logLine({ line, text, thought, mark, sound }, isNow) {
    const matters = mark || LOUD.includes(sound) ? " rt-matters" : ""; // the others are paler
    const said = make("span", {}, text, mark ? make("b", {}, mark) : null, thought ? make("q", {}, thought) : null);
    const why = make("span", { class: "rt-why" }, this.table.words.why);
    const pressed = button("rt-line", () => this.lookAt(line), said, why);
    return make("li", { class: (isNow ? "rt-this" : "") + matters }, pressed);
  }

  /** @param {View} view */
  lookedAt({ look }) {
    const { words, sheet } = this.table;
    if (!look) return [];
    const present = button("rt-small", () => this.lookAt(-1), words.present);
    return [quiet(words.looking), ...(sheet?.done ? [present] : []), this.card({ ...look.told, kind: "fact" }, true)];
  }

  /** @param {number} by how many lines, from the one that is looked at or from the present */
  leaf(by) {
    const { lines } = this.table.view, at = (this.line < 0 ? lines : this.line) + by;
    this.lookAt(at >= lines ? -1 : Math.max(0, at));
  }

  /** @param {number} at a line, or -1 for the present */
  lookAt(at) {
    this.line = at; // a second click need not wait for the answer to the first
    this.table.send({ do: "look", at });
  }
}
