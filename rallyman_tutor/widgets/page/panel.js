// Beside the board: what the co-driver says, what happened, and what a draft would come to.

import { make, round } from "./dom.js";
import { fill, rich } from "./text.js";

export class Panel {
  constructor(table) {
    this.table = table;
    const { words } = table;
    this.body = make("div", { class: "rt-says" });
    this.laid = make("div", { class: "rt-says" });
    this.cars = make("div", { class: "rt-cars" });
    this.log = make("ol", { class: "rt-log" });
    this.told = make("div", { class: "rt-told" });
    this.steps = make("div", { class: "rt-steps", role: "group", "aria-label": words.happened },
      this.back = round("back", words.back, () => this.walk(-1)), this.ahead = round("ahead", words.forward, () => this.walk(1)));
    this.handle = make("button", { type: "button", class: "rt-handle", "aria-expanded": "false", onclick: () => this.slide() });
    this.now = make("div", { class: "rt-now" });
    this.top = make("div", { class: "rt-top" }, this.handle, this.now);
    this.node = make("aside", { class: "rt-panel", "aria-label": words.codriver },
      this.top,
      make("div", { class: "rt-inside" },
        this.goal = make("p", { class: "rt-goal" }, words.goal), table.lesson.node, table.book.node,
        this.body,
        make("div", { class: "rt-record" }, this.laid, this.cars,
          make("div", { class: "rt-history" }, make("h2", {}, words.happened), this.steps, this.told, this.log))));
    new ResizeObserver(() => this.cover()).observe(this.node);
  }

  // On a phone the sheet covers the lower part of the board: the road moves up into what is left.
  cover() {
    const { board } = this.table, covered = getComputedStyle(this.handle).display === "none" ? 0 : Math.max(0, this.node.offsetHeight - 14);
    if (!this.node.offsetHeight || board.frame.style.bottom === `${covered}px`) return;
    const before = parseFloat(board.frame.style.bottom) || 0, more = covered - before, at = this.at();
    const hides = this.table.words.hides && more > 0; // of a table of cards every place is to be seen
    if (before && covered && !hides && Math.abs(more) < 80 && this.covers === at) return; // a line longer or shorter: the road stays where it is
    this.covers = at;
    board.frame.style.bottom = `${covered}px`;
    if (!board.size || !board.spot) return;
    if (more > 80) board.gather(); // it was pulled up, and is not just a line longer
    else if (!board.seen(...board.spot)) board.follow(true);
  }

  slide(open = !this.node.classList.contains("rt-open")) {
    this.node.classList.toggle("rt-open", open);
    this.handle.setAttribute("aria-expanded", String(open));
    this.head();
  }

  show(view) {
    const { words, sheet, asks } = this.table;
    const parts = [];
    this.goal.hidden = this.table.root.dataset.at !== "drive";
    if (view.problem) parts.push(make("p", { class: "rt-problem" }, view.problem));
    if (asks) { /* the lesson's own sheet says it all */ }
    else if (view.over) parts.push(this.result(view));
    else if (view.messages.length) parts.push(...this.messages(view.messages, this.table.model.get("place").rule?.code));
    else if (view.draft.length) parts.push(make("p", { class: "rt-good" }, words["looks-good"]));
    else if (!sheet && !view.look && !this.table.model.get("place").rules) {
      const greeting = view.lines ? [] : [make("p", { class: "rt-hello" }, words["nothing-laid"])]; // whoever has driven knows
      const advice = view.pieces.length ? [make("p", { class: "rt-quiet" }, words["start-hint"])] : []; // nothing to pick before cards are dealt
      parts.push(...greeting, ...advice, ...(view.lines ? [] : [this.legend()]));
    }
    if (this.table.own && this.table.root.dataset.at === "drive") parts.push(make("div", { class: "rt-own" }, make("p", { class: "rt-quiet" }, words["own-kept"]),
      make("button", { type: "button", class: "rt-small", onclick: () => this.table.goesBack() }, words["own-back"])));
    const laid = [];
    if (view.draft.length) laid.push(this.draft(view));
    if (view.draft.length && !asks && words["chance-none"] && (view.risk.p || !view.messages.length)) laid.push(this.risk(view));
    const ways = view.ways.length > 0 && view.mine && !view.look && !asks;
    if (ways) laid.push(this.ways(view));
    const calls = ways || (view.over && !sheet); // what is to be pressed, and how it ended, need not be pulled up on a phone
    if (calls && !this.calls) this.slide(true);
    this.calls = calls;
    if (words.coached && view.mine && !view.over && !view.covered && this.table.root.dataset.at === "drive") laid.push(this.advice(view));
    if (words.questions && view.mine && !view.covered && this.table.root.dataset.at !== "rules") laid.push(this.questions());
    if (words.copy && this.table.root.dataset.at === "drive" && (view.other || view.draft.length)) laid.push(this.other(view));
    this.body.replaceChildren(...parts);
    this.laid.replaceChildren(...laid);
    for (const node of [this.body, this.laid]) node.hidden = !node.childElementCount;
    this.head();
    this.history(view);
  }

  // What is asked for now: as long as this does not change, nothing but a finger moves the board.
  at() {
    return `${this.table.model.get("place").at} ${this.table.sheet?.at}`;
  }

  // What the panel comes down to, all of it that a phone shows until it is pulled up: the task, what became of it, and what to press now.
  head() {
    const { view, words, sheet, asks } = this.table, [top] = view.messages ?? [], rules = this.table.model.get("place").rules;
    if (!view.n) return; // the board is still on its way
    const open = this.node.classList.contains("rt-open");
    const laid = view.draft.at(-1), verdict = top ? top.title : view.over ? words.finished : laid ? words["looks-good"] : "";
    const first = view.problem ?? (view.look ? words.looking : null) ?? (sheet ? (sheet.done ? words.well : sheet.goal) : null) ?? (verdict || (view.pieces.length ? words["start-hint"] : words["nothing-laid"]));
    const what = laid && !top ? `${laid.name[0].toUpperCase()}${laid.name.slice(1)}. ` : "";
    const more = asks || view.look || view.problem ? "" : sheet?.done ? sheet.after : sheet ? (verdict ? `${what}${verdict}` : [sheet.kind === "break" ? `${sheet.task}.` : "", ...sheet.text].filter(Boolean).join(" ")) : top ? top.said : what;
    const asked = open && asks ? "" : open ? (rules ? words.rulebook : words.codriver) : first; // a question stands in the sheet, and the board needs the room
    this.handle.replaceChildren(asked, open || !more ? "" : make("span", {}, ...rich(more)));
    this.handle.setAttribute("aria-label", asked ? "" : words.codriver);
    if (asked) this.handle.removeAttribute("aria-label");
    this.handle.dataset.kind = open || !top || asks ? "" : top.kind;
    this.handle.classList.toggle("rt-tasked", Boolean(sheet));
    this.now.replaceChildren(...(open ? [] : this.presses(view)));
    this.top.style.minHeight = "";
    if (this.lastTop !== this.at() || open) [this.tallest, this.lastTop] = [0, open ? "" : this.at()];
    this.tallest = Math.max(this.tallest, this.top.offsetHeight);
    if (!open) this.top.style.minHeight = `${this.tallest}px`;
  }

  // Who is where and in which gear, what of the task is still open, and what else can be done with the die laid last.
  presses(view) {
    const { table } = this, { words, sheet, board } = table, rows = [];
    if (view.cars.length > 1 && !words.hides && table.root.dataset.at !== "rules") {
      const far = (car) => board.order?.indexOf(car.place) ?? 0, cars = view.cars.filter((car) => car["still-in"]).sort((one, other) => far(other) - far(one));
      rows.push(make("ol", { class: "rt-field", "aria-label": words.field }, ...cars.map((car) => make("li", { class: car.mine ? "rt-mine" : "" },
        make("i", { class: "rt-number", "aria-hidden": "true", style: `--car: var(--car${car.car % 6})` }, String(car.car + 1)), car.name, make("b", {}, car.facts[0])))));
    }
    if (sheet && !sheet.done && !table.asks && sheet.goals.length > 1) rows.push(table.lesson.goals(sheet));
    const last = view.draft.length - 1, ways = table.asks || view.look || last < 0 ? [] : view.draft[last].variants;
    if (ways.length) rows.push(make("div", { class: "rt-pair" }, ...ways.map((other) => make("button", { type: "button", class: "rt-small", onclick: () => table.send({ do: "put", at: last, move: other.move }) }, other.label))));
    return rows;
  }

  legend() {
    const { words } = this.table;
    return make("ul", { class: "rt-legend" }, ...["legal", "price", "refused"].map((verdict) => make("li", { class: verdict }, words[verdict])));
  }

  // -- What he thinks -------------------------------------------------------------------------------------------

  // In the rulebook the rule itself lies open already: only what to try is left to say of it.
  messages(messages, open) {
    const known = messages.filter((told) => told.code === open && told.remedies?.length), fresh = messages.filter((told) => told.code !== open);
    const cards = [...known.map((told) => this.trial(told)), ...fresh.map((told, n) => this.card(told, n === 0))];
    if (cards.length < 2) return cards;
    return [cards[0], make("p", { class: "rt-quiet" }, fill(this.table.words.more, { n: cards.length - 1 })), ...cards.slice(1)];
  }

  trial(told) {
    return make("div", { class: "rt-remedies", role: "group", "aria-label": this.table.words.try }, ...told.remedies.map((one) =>
      make("button", { type: "button", class: "rt-try", "data-price": one.price, onclick: () => this.table.send(one.intent) }, one.label)));
  }

  card(told, open) {
    const { glossary } = this.table;
    return make("details", { class: `rt-card ${told.kind}`, open },
      make("summary", {}, make("h3", {}, told.title)),
      told.said ? make("p", { class: "rt-saw" }, ...glossary.marked(told.said)) : null,
      make("p", {}, ...glossary.marked(told.why)),
      told.fix ? make("p", { class: "rt-fix" }, ...glossary.marked(told.fix)) : null,
      told.remedies?.length ? this.trial(told) : null,
      make("p", { class: "rt-cite" }, make("span", {}, told.cite.replaceAll(/(\w)-(\d)/g, "$1\u2011$2")), make("code", {}, told.code)));
  }

  first() {
    const card = this.body.querySelector("details");
    this.slide(true);
    if (card) { card.open = true; card.querySelector("summary").focus(); this.table.say(card.textContent); }
    else this.table.say(`${this.body.textContent} ${this.laid.textContent}`);
  }

  draft(view) {
    const { table } = this, { words } = table;
    const list = make("ol", { class: "rt-draft", "aria-label": words.draft });
    view.draft.forEach((step, at) => {
      if (this.table.asks) {
        const pointed = this.table.sheet.answer === String(at);
        const face = make("span", { class: "rt-face", "aria-hidden": "true" });
        face.innerHTML = this.table.face(step.piece);
        list.append(make("li", {}, this.table.sheet.kind === "find"
          ? make("button", { type: "button", class: `rt-answer ${pointed ? (this.table.sheet.done ? "right" : "wrong") : ""}`, disabled: this.table.sheet.done, onclick: () => table.send({ do: "point", at }) }, face, step.name)
          : make("span", { class: "rt-what" }, face, step.name)));
        return;
      }
      list.append(make("li", { class: step.verdict },
        make("span", { class: "rt-face", "aria-hidden": "true" }), make("span", { class: "rt-what" }, step.name),
        step.chance ? make("span", { class: "rt-chance" }, step.chance) : null,
        ...step.variants.map((other) => make("button", { type: "button", class: "rt-small", onclick: () => table.send({ do: "put", at, move: other.move }) }, other.label)),
        round("take", `${words["take-back"]}: ${step.name}`, () => table.send({ do: "take", at }))));
      list.lastChild.firstChild.innerHTML = this.table.face(step.piece);
    });
    return list;
  }

  risk(view) {
    const { words } = this.table, { risk } = view;
    if (!risk.p) return make("p", { class: "rt-risk none" }, words["chance-none"]);
    const head = make("tr", {}, ...words["chance-head"].map((text) => make("th", { scope: "col" }, text)));
    const rows = risk.rows.map((row, at) => make("tr", {},
      make("th", { scope: "row" }, view.draft[at]?.name ?? ""), make("td", {}, row.here), make("td", {}, row.through)));
    return make("details", { class: "rt-risk" },
      make("summary", {}, make("strong", {}, fill(words.chance, { chance: risk.all })), ` · ${words["chance-figures"]}`),
      make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
  }

  // Two drafts side by side: what one gains by the other.
  other(view) {
    const { table } = this, { words } = table, { other } = view;
    const button = (name, act, off) => make("button", { type: "button", class: "rt-small", disabled: off, onclick: () => table.send({ do: act }) }, name);
    const buttons = make("div", { class: "rt-pair" }, button(words.copy, "copy", !view.draft.length), other ? button(words.swap, "swap") : null);
    if (!other) return buttons;
    const dice = (steps) => { const cell = make("td", { class: "rt-faces" }); cell.innerHTML = steps.map((step) => table.face(step.piece)).join(""); cell.setAttribute("aria-label", steps.map((step) => step.piece).join(" ")); return cell; };
    const row = (name, ...cells) => make("tr", {}, make("th", { scope: "row" }, name), ...cells.map((cell) => cell.nodeType ? cell : make("td", {}, cell)));
    const verdict = (steps) => steps.some((step) => step.verdict === "refused") ? "refused" : steps.some((step) => step.verdict === "price") ? "price" : "legal";
    return make("div", { class: "rt-other" },
      make("table", {}, make("thead", {}, make("tr", {}, make("td"), make("th", { scope: "col" }, words.draft), make("th", { scope: "col" }, words.second))),
        make("tbody", {},
          row(words.tray, dice(view.draft), dice(other.dice)),
          row(words.lost, view.risk.all, other.chance),
          row(words.ends, view.ends, other.ends),
          row(words.verdict, words[verdict(view.draft)], words[other.verdict]))),
      buttons);
  }

  // Every legal way to lay what lies rolled, the mildest first; one tap lays it on the road.
  ways(view) {
    return make("div", { class: "rt-ways" }, make("h3", {}, this.table.words.ways),
      make("ol", {}, ...view.ways.map((way) => make("li", {}, make("button", { type: "button", class: "rt-line", onclick: () => this.table.send({ do: "draft", moves: way.moves }) }, way.label)))));
  }

  // How far each card is behind the best, played out from what the learner can see.
  advice(view) {
    const { words } = this.table, { advice } = view;
    if (!advice.rows.length) return make("div", { class: "rt-pair" }, make("button", { type: "button", class: "rt-small", onclick: () => this.table.send({ do: "advise" }) }, words.advise));
    const head = make("tr", {}, ...words["advice-head"].map((text) => make("th", { scope: "col" }, text)));
    const rows = advice.rows.map((row) => make("tr", {}, make("td", {}, `${row.rank}`), make("th", { scope: "row" }, row.name), make("td", {}, row.behind), make("td", {}, row.error)));
    return make("div", { class: "rt-advice" }, make("h3", {}, words.advice),
      make("p", {}, advice.said),
      make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)),
      make("p", { class: "rt-quiet" }, words["advice-how"]));
  }

  // Questions that a key of the game asks too.
  questions() {
    const { words } = this.table;
    return make("div", { class: "rt-pair" }, ...Object.entries(words.questions).map(([of, name]) => make("button", { type: "button", class: "rt-small", onclick: () => this.table.send({ do: "ask", move: of }) }, name)));
  }

  result(view) {
    const { words } = this.table;
    return make("div", { class: "rt-result" }, make("h3", {}, words.finished),
      make("table", {}, make("tbody", {}, ...view.result.rows.map((row) => make("tr", {}, ...row.map((cell, n) => make(n === 1 ? "th" : "td", n === 1 ? { scope: "row" } : {}, String(cell ?? ""))))))),
      make("button", { type: "button", class: "rt-try", onclick: () => this.table.menu.begin() }, words.again));
  }

  // -- What happened --------------------------------------------------------------------------------------------

  history(view) {
    const { words } = this.table;
    this.line = view.look?.line ?? -1;
    this.cars.hidden = view.cars.length < 2;
    this.cars.replaceChildren(...(this.cars.hidden ? [] : [make("table", {},
      make("thead", {}, make("tr", {}, ...[words.cars, ...view.columns].map((text) => make("th", { scope: "col" }, text)))),
      make("tbody", {}, ...view.cars.map((car) => make("tr", { class: car.mine ? "rt-mine" : "" },
        make("th", { scope: "row" }, make("i", { class: "rt-number", "aria-hidden": "true", style: `--car: var(--car${car.car % 6})` }, String(car.car + 1)), car.name), ...car.facts.map((fact, n) => make("td", {}, n || car["still-in"] ? fact : words.out))))))]));
    if (view.columns.length > 3) this.cars.tabIndex = 0; // so wide a table scrolls in its place, and by keys as well
    this.node.querySelector(".rt-history").hidden = !view.lines;
    this.log.replaceChildren(...view.log.slice().reverse().map((line) => make("li", { class: view.look?.line === line.line ? "rt-this" : "" },
      make("button", { type: "button", class: "rt-line", onclick: () => this.look(line.line) }, make("span", {}, line.text, ...(line.thought ? [make("q", {}, line.thought)] : [])), make("span", { class: "rt-why" }, words.why)))));
    this.back.disabled = !view.lines || view.look?.line === 0;
    this.ahead.disabled = !view.look;
    this.told.replaceChildren(...(view.look ? [make("p", { class: "rt-quiet" }, words.looking), ...(this.table.sheet?.done ? [make("button", { type: "button", class: "rt-small", onclick: () => this.look(-1) }, words.present)] : []), this.card({ ...view.look.told, kind: "fact" }, true)] : []));
  }

  walk(by) {
    const { lines } = this.table.view;
    const at = (this.line < 0 ? lines : this.line) + by;
    this.look(at >= lines ? -1 : Math.max(0, at));
  }

  look(at) {
    this.line = at; // a second click need not wait for the answer to the first
    this.table.send({ do: "look", at });
  }
}
