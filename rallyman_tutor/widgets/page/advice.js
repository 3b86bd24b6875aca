// @ts-check
// What the co-driver advises, behind the view: what each draft costs, if that is always told; part by part what is
// asked for, then what the draft is worth. At a table of cards it is how far each move is behind the best.

import { button, columns, make, quiet, row, write } from "./dom.js";
import { Mix } from "./mix.js";
import { toPrinciple } from "./rulebook.js";
import { Ways } from "./ways.js";

/** @import { Advice as Ranks, AdviceShown, CostShown, TurnTold, View, WorthShown } from "./wire" */
/** @typedef {Extract<import("./wire").Intent, { do: "help" }>["how"]} HelpSetting */
/** @import { Table } from "./table.js" */

const LONG = 600; // ms after which it is said that something is being reckoned

export class Advice {
  /**
   * @param {Table} table
   * @param {AbortSignal} signal
   */
  constructor(table, signal) {
    this.table = table;
    this.of = ""; // the draft that it was told of
    this.lost = ""; // where most was lost in the last turn
    this.lines = 0; // of the past, when that was told
    this.advised = /** @type {AdviceShown | null} */ (null); // nothing as long as it is reckoned
    this.at = /** @type {number | undefined} */ (0); // the number of the view behind which it came
    this.asks = false; // whether it is waited for
    this.timer = 0;
    signal.addEventListener("abort", () => clearTimeout(this.timer));
    this.turn = make("p", { class: "rt-turn", hidden: true }); // what the last turn cost
    this.told = make("div", {});
    this.ways = new Ways(table);
    this.atWorth = make("div");
    this.figures = make("details", { class: "rt-worth", hidden: true },
      make("summary", {}, table.words["chance-figures"]), this.atWorth);
    this.enough = button("rt-small rt-enough", () => this.stop(), table.words.enough);
    this.ask = button("rt-small", () => this.askMore()); // stays, and keeps the focus, from part to part
    this.mix = new Mix(table);
    const { words, ids } = table;
    this.setting = make("select", { id: ids("help"), onchange: () => this.set() },
      ...Object.entries(words.helps).map(([how, name]) => make("option", { value: how }, name)));
    const label = make("label", { for: ids("help") }, words.help);
    this.choice = make("div", { class: "rt-setting" }, label, this.setting);
    this.node = make("div", { class: "rt-beside", hidden: true },
      this.turn, this.told, this.ways.node, this.figures, this.enough, this.ask, this.mix.node);
  }

  set() {
    this.table.send({ do: "help", how: /** @type {HelpSetting} */ (this.setting.value) });
  }

  askMore() {
    if (this.asks) return;
    this.asks = true;
    this.table.send({ do: "advise" });
  }

  stop() {
    this.ask.focus({ preventScroll: true }); // this button goes
    this.table.send({ do: "enough" });
  }

  /** Whether something is to be told and is not there yet. */
  get isReckoned() {
    return this.table.view.reckons && !(this.advised && this.at === this.table.view.n);
  }

  /** The parts whose spaces are marked on the road. */
  get parts() {
    const lost = this.lost && !this.table.view.draft.length ? [{ text: "", place: this.lost }] : [];
    return this.table.view.reckons ? this.advised?.parts ?? [] : lost;
  }

  /** Where two ways part on the road, and the odds of the space that decides; nothing before that was told. */
  get apart() {
    return this.table.view.reckons ? this.advised?.ways ?? null : null;
  }

  /** What both drafts cost; nothing before the reason was told. */
  get costs() {
    return this.table.view.reckons ? this.advised?.costs ?? [] : [];
  }

  /** @param {View} view */
  show(view) {
    const { words, place } = this.table, { draft, lines } = view;
    const isDrive = place.kind === "drive" || Boolean(view.retry);
    this.node.hidden = !words.coached || !view.mine || view.covered || view.over || !isDrive;
    const of = JSON.stringify([lines, draft.map(({ move }) => move)]);
    if (!view.reckons || of !== this.of) this.advised = null; // of another draft nothing is true any more
    if (view.lines !== this.lines || view.help !== "after") [this.turn.hidden, this.lost] = [true, ""];
    this.lines = view.lines;
    this.of = of;
    clearTimeout(this.timer);
    this.asks &&= this.isReckoned;
    if (this.asks) this.timer = setTimeout(() => this.table.say(words.reckons), LONG);
    this.choice.hidden = !view.help || Boolean(this.node.hidden);
    if (this.setting.value !== view.help) this.setting.value = view.help; // set, it has the page laid out at once
    this.showTold(view);
  }

  /** @param {AdviceShown} advised */
  come(advised) {
    const { table } = this, before = this.advised?.said;
    this.advised = advised;
    this.at = table.view.n;
    this.asks = false;
    clearTimeout(this.timer);
    this.showTold(table.view);
    table.panel.showCosts();
    table.panel.showHead();
    if (advised.said !== before) table.sayBehind(advised.said);
    table.redrawMarks();
  }

  /** @param {TurnTold} turn what the learner's last turn cost, where they wish to hear that */
  turnCame({ said, place }) {
    const before = this.turn.hidden ? "" : this.turn.textContent;
    write(this.turn, said);
    this.turn.hidden = !said;
    this.lost = place;
    if (said !== before) this.table.sayBehind(said);
    this.table.panel.showHead();
    this.table.redrawMarks();
  }

  /** @param {View} view */
  showTold(view) {
    const { words } = this.table, waits = this.isReckoned && !this.advised;
    const soon = make("p", { class: "rt-reckons" }, words.reckons);
    this.told.replaceChildren(...this.whatIsTold(view), ...(waits ? [soon] : []));
    const { ways = null, worth = null } = this.table.view.reckons ? this.advised ?? {} : {};
    this.ways.show(ways);
    this.figures.hidden = !worth;
    this.atWorth.replaceChildren(...(worth ? this.worth(worth) : []));
    this.enough.hidden = !waits;
    this.told.ariaBusy = String(this.isReckoned);
    this.mix.show(view.reckons ? this.advised?.mixes ?? "" : "");
    write(this.ask, view.advise || (this.advised ? this.advised.more : waits && words.advise) || "");
    this.ask.hidden = !this.ask.textContent;
    this.ask.ariaDisabled = String(this.asks);
  }

  /** @param {View} view */
  whatIsTold({ advice }) {
    const { cost = null, parts = [], worth = null, said = "" } = this.advised ?? {};
    const { words } = this.table, isRefused = said && !cost && !parts.length && !worth;
    const inShort = cost ? [this.cost(cost)] : [];
    const told = [
      ...parts.map(({ text }) => make("p", { "data-part": true }, text)),
      ...(isRefused ? [make("p", {}, said)] : []),
      ...(advice.rows.length ? this.ranks(advice) : []),
    ];
    if (!told.length) return inShort;
    return [...inShort, make("div", { class: "rt-advice" }, make("h3", {}, words.advice), ...told)];
  }

  /** @param {CostShown} cost what the draft costs and risks, in short */
  cost({ verdict, shade, figures, why }) {
    const beside = verdict ? [make("b", { class: `rt-shade-${shade}` }, verdict), " "] : [];
    return make("p", { class: "rt-cost" }, ...beside, make("span", {}, figures), why ? ` ${why}` : null);
  }

  /** What a phone tells above its dice. */
  get brief() {
    if (this.node.hidden) return [];
    const turn = this.turn.hidden ? [] : [make("p", { class: "rt-turn" }, this.turn.textContent)];
    return this.table.view.reckons && this.advised?.cost ? [this.cost(this.advised.cost)] : turn;
  }

  /** @param {Ranks} advice how far each card is behind the best, played out from what the learner can see */
  ranks({ rows, said, principle }) {
    const { words } = this.table, door = toPrinciple(this.table, principle);
    const lines = rows.map(({ rank, name, behind, error }) => make("tr", {},
      make("td", {}, `${rank}`), make("th", { scope: "row" }, name), make("td", {}, behind), make("td", {}, error)));
    return [
      make("p", {}, said),
      ...(door ? [door] : []),
      make("table", {}, columns(words["advice-head"]), make("tbody", {}, ...lines)),
      quiet(words["advice-how"]),
    ];
  }

  /** @param {WorthShown} worth what the draft comes to, beside the best driving */
  worth({ head, rows, notes, how }) {
    const lines = rows.map(([name, ...cells]) => row(name, ...cells));
    return [
      make("table", { hidden: !rows.length }, columns(head), make("tbody", {}, ...lines)),
      ...notes.map((note) => make("p", {}, note)),
      ...how.map(quiet),
    ];
  }
}
