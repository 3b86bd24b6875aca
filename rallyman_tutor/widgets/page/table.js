// The table: puts board, hand and panel together, talks with the kernel, and keeps the drive in the visitor's browser.

import { Board } from "./board.js";
import { Coming } from "./coming.js";
import { calm, make, round } from "./dom.js";
import { Glossary } from "./glossary.js";
import { Hand } from "./hand.js";
import { Home } from "./home.js";
import { Lesson } from "./lesson.js";
import { GAME, Menu } from "./menu.js";
import { Panel } from "./panel.js";
import { Rulebook } from "./rulebook.js";
import { fill, stars } from "./text.js";
import { Tray } from "./tray.js";

export class Table {
  constructor(model, root) {
    this.model = model;
    this.root = root;
    this.life = new AbortController(); // ends what is heard beyond this table
    this.words = model.get("words");
    root.dataset.game = this.words.game;
    root.classList.toggle("rt-cards", this.words.hides);
    this.view = model.get("view");
    this.choices = model.get("choices");
    this.glossary = new Glossary(this.words);
    this.live = make("div", { class: "rt-ears", "aria-live": "polite" });
    this.board = new Board(this.words);
    this.hints = make("div", { class: "rt-hint", hidden: true });
    this.board.node.append(this.hints);
    this.lesson = new Lesson(this);
    this.book = new Rulebook(this);
    this.panel = new Panel(this);
    this.tray = new Tray(this);
    this.home = new Home(this);
    this.coming = new Coming(this);
    this.summary = make("section", { class: "rt-summary", hidden: true });
    this.menu = new Menu(this);
    this.title = make("span", { class: "rt-title" });
    this.stars = make("span", { class: "rt-stars", "aria-hidden": "true" });
    root.append(
      make("header", { class: "rt-bar" },
        make("h1", {}, make("button", { type: "button", class: "rt-brand", title: this.words["to-map"], onclick: () => this.go(model.get("place").map) }, this.words.name)), this.title, this.stars, this.board.zooms,
        this.menuButton = round("menu", this.words["new-drive"], ({ detail }) => {
          if (detail) this.board.list.focus({ preventScroll: true }); // whoever came by pointer goes on playing when it closes
          this.menu.open();
        }),
        round("theme", this.words.theme, () => this.turnTheme())),
      this.board.node, this.panel.node, this.tray.node, this.home.node, this.coming.node, this.summary, this.menu.node, this.live);
    this.menuButton.append(make("span", { "aria-hidden": "true" }, this.words["new-drive"]));
    this.hand = new Hand(this);
  }

  listen() {
    const hear = (name, act) => {
      this.model.on(name, act);
      this.life.signal.addEventListener("abort", () => this.model.off(name, act));
    };
    for (const name of ["view", "choices", "stage", "answer", "kept", "place", "progress"]) hear(`change:${name}`, () => this.changed(name));
    hear("change:canvas", () => this.canvas());
    hear("change:words", () => this.anew());
    addEventListener("storage", ({ key }) => { // another tab has noted something: what both have done is put together
      if (key === "rallyman-tutor:progress") this.model.send({ do: "join", progress: this.told("progress") });
    }, { signal: this.life.signal });
    let tall = this.tall;
    const frame = new ResizeObserver(() => { // tables of cards are laid out anew for a phone
      if (this.tall === tall || !this.root.clientWidth) return;
      tall = this.tall;
      this.send({ do: "frame", tall });
    });
    frame.observe(this.root);
    this.life.signal.addEventListener("abort", () => frame.disconnect());
    this.keeps();
    if (!this.onPage) this.guest();
  }

  // Whether the frame is that of a phone.
  get tall() { return this.root.clientWidth <= 700; }

  // A button that was pressed goes or is switched off by what it did. Then the board is next to be pressed: the focus never falls out of the game.
  keeps() {
    const { root, life: { signal } } = this, elsewhere = ({ target }) => { if (!root.contains(target)) this.inside = false; };
    root.addEventListener("focusin", () => { this.inside = true; }, { signal });
    root.addEventListener("click", ({ detail, target }) => { // who clicks up in the bar goes on playing with the keys; who came there by keys stays there
      if (detail && target.closest(".rt-bar, dialog") && !this.board.node.hidden) setTimeout(() => { if (document.activeElement.closest(".rt-bar")) this.board.list.focus({ preventScroll: true }); });
    }, { signal });
    for (const what of ["focusin", "pointerdown"]) document.addEventListener(what, elsewhere, { signal, capture: true });
  }

  stays() {
    const now = document.activeElement, there = this.root.contains(now) && now.checkVisibility() && !now.disabled;
    if (!this.inside || there || (now !== document.body && !this.root.contains(now))) return;
    (this.board.node.hidden ? this.root : this.board.list).focus({ preventScroll: true });
  }

  // In a notebook: keys that are pressed here are ours, except with Ctrl, Alt or Meta, and but for the one that runs the cell; its theme is
  // ours, unless another was chosen; and when its kernel is started anew, this board is told to be dead.
  guest() {
    const { root, life: { signal } } = this;
    const ours = (event) => root.contains(event.target) && !(event.ctrlKey || event.altKey || event.metaKey || (event.shiftKey && event.key === "Enter"));
    addEventListener("keydown", (event) => root.toggleAttribute("data-lm-suppress-shortcuts", ours(event)), { capture: true, signal });
    root.addEventListener("keydown", (event) => { if (ours(event)) event.stopPropagation(); }, { signal });
    const look = new MutationObserver(() => { if (!this.kept("theme") && this.root.dataset.theme !== this.around()) this.turn(this.around()); });
    look.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
    signal.addEventListener("abort", () => look.disconnect());
    const dead = () => this.dies(); // a line to a kernel is told of again only when it ends
    this.model.on("comm_live_update", dead);
    signal.addEventListener("abort", () => this.model.off("comm_live_update", dead));
  }

  // The kernel behind this cell is gone: nothing here is answered any more, and the cell has to be run again.
  dies() {
    if (this.root.querySelector(".rt-dead")) return;
    this.menu.close();
    for (const node of this.root.children) node.inert = true;
    const told = make("div", { class: "rt-dead", role: "alert", tabindex: "-1" }, make("p", {}, make("b", {}, this.words.dead), " ", this.words["dead-more"]));
    this.root.append(told);
    if (this.inside) told.focus();
  }

  // Light or dark, as it is around the page.
  around() {
    const lab = document.body.dataset.jpThemeLight;
    return (lab ? lab === "false" : matchMedia("(prefers-color-scheme: dark)").matches) ? "dark" : "light";
  }

  // Another game has other words: the page is made again, and stands where it stood.
  anew() {
    this.life.abort();
    clearTimeout(this.hurry);
    this.root.replaceChildren();
    const table = new Table(this.model, this.root);
    table.here = this.here;
    table.listen();
    table.arrived();
    if (this.model.get("canvas")) { table.board.lay(this.model.get("stage")); table.canvas(); }
    if (this.model.get("view").n && !table.board.node.hidden) table.look();
    if (this.unseen) table.painted(this.unseen);
  }

  async start() {
    this.theme(this.kept("theme") ?? this.around());
    this.listen();
    const asked = this.onPage ? new URLSearchParams(location.search).get("at") : null;
    const at = asked ?? this.model.get("place").at, game = this.onPage && new URLSearchParams(location.hash.slice(1)).get(GAME);
    this.waits = at !== this.model.get("place").at; // behind the still picture, for the place that the address names
    if (!this.waits) this.arrived();
    if (this.model.get("canvas")) { this.board.lay(this.model.get("stage")); await this.canvas(); }
    if (this.view.n) this.look();
    this.send({ do: "hello", tall: this.tall, theme: this.root.dataset.theme, at, kept: this.told(`kept:${at}`), progress: this.told("progress"), ...(game && { game }) });
    this.painted(performance.now() + 1500);
  }

  // Says that the page is ready, once the place asked for is there and the country is on its canvas (or does not come).
  painted(end) {
    this.unseen = end;
    if (this.life.signal.aborted) return; // the table made anew goes on
    if (this.waits && performance.now() < end) { requestAnimationFrame(() => this.painted(end)); return; }
    if (this.waits) this.arrived();
    const canvas = this.board.node.hidden ? null : this.board.ground.querySelector("canvas");
    const there = !canvas || canvas.getContext("2d").getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[3];
    if (there || performance.now() > end) { this.unseen = 0; window.dispatchEvent(new CustomEvent("rallyman:ready")); }
    else requestAnimationFrame(() => this.painted(end));
  }

  // Whether the table has a page to itself, as in Voila; in a notebook it is one cell among others.
  get onPage() { return document.body.classList.contains("rallyman-page"); }

  async canvas() {
    const reference = this.model.get("canvas");
    if (!reference) return;
    const model = await this.model.widget_manager.get_model(reference.replace("IPY_MODEL_", ""));
    const view = await this.model.widget_manager.create_view(model);
    this.board.paintOn(view.el);
  }

  // -- Places -----------------------------------------------------------------------------------------------------

  go(to) {
    this.menu.close();
    this.hand.held = null;
    this.send({ do: "go", to, kept: this.told(`kept:${to}`) });
  }

  // The board, the map or the summary; and the address that opens this place another time.
  arrived() {
    this.waits = false;
    const place = this.model.get("place"), { words } = this, sits = !place.home && !place.summary && !place.coming;
    for (const node of [this.board.node, this.board.zooms, this.panel.node]) node.hidden = !sits;
    this.tray.node.hidden = !sits || Boolean(place.rules && !place.rule?.ok && !place.rule?.broken); // who only reads needs no dice
    this.home.node.hidden = !place.home;
    this.summary.hidden = !place.summary;
    this.coming.node.hidden = !place.coming;
    this.book.node.hidden = !place.rules;
    this.menuButton.hidden = place.at.split("/")[0] !== "drive";
    this.root.classList.toggle("rt-away", !place.home);
    this.root.dataset.at = place.rules ? "rules" : place.home || place.summary || place.coming ? "home" : place.at.split("/")[0];
    this.title.textContent = place.title;
    if (!sits) this.stars.textContent = "";
    if (place.home) this.home.show(place.home);
    if (place.summary) this.sum(place.summary);
    if (place.coming) this.coming.show(place.coming);
    if (place.rules && this.here !== place.at) this.panel.slide(true); // a phone shows first what is to be read
    if (place.rules) { if (this.book.rules?.[0].code !== place.rules[0].code) this.book.contents(place.rules); this.book.show(place.rule); }
    this.stays();
    if (!this.onPage) return;
    document.title = place.title ? fill(words["page-title"], { title: place.title }) : words.name;
    const address = new URL(place.page, location.href);
    if (this.here && this.here !== place.at) this.settle = true;
    if (this.here !== place.at && address.href !== location.href) history.replaceState(null, "", address);
    this.here = place.at;
  }

  sum(summary) {
    const { words } = this;
    this.summary.replaceChildren(
      make("div", { class: "rt-pair" }, make("button", { type: "button", class: "rt-small", onclick: () => this.go(this.model.get("place").map) }, words["to-map"]),
        make("button", { type: "button", class: "rt-small", onclick: () => print() }, words.print)),
      make("h2", {}, words.summary),
      ...(summary.games.length ? [] : [make("p", {}, words["summary-none"])]), make("p", { class: "rt-quiet" }, summary.practice),
      ...summary.games.flatMap((game) => [make("h2", {}, `${game.name} · ${words.licences[game.licence]}`),
        ...game.lessons.map((lesson) => make("section", {}, make("h3", {}, `${lesson.title} `, make("span", { class: "rt-stars" }, stars(lesson.stars))),
          make("ul", {}, ...lesson.rules.map((rule) => make("li", {}, make("b", {}, `${rule.title}. `), `${rule.why} `, make("code", {}, rule.code))))))]));
  }

  // -- From the kernel ------------------------------------------------------------------------------------------

  changed(what) {
    const kept = this.model.get("kept");
    if (what === "stage") { this.board.lay(this.model.get("stage")); if (this.view.n) this.remark(); }
    else if (what === "kept") { if (kept.at) this.keepsDrive(kept); }
    else if (what === "progress") this.keep("progress", JSON.stringify(this.model.get("progress")));
    else if (what === "choices") { this.remark(); this.hand.warn(); }
    else if (what === "place") this.arrived();
    else if (what === "answer") this.answered(this.model.get("answer"));
    else this.look();
  }

  look() {
    this.view = this.model.get("view");
    this.sheet = this.model.get("sheet");
    if (!this.sheet?.kind) this.sheet = null;
    this.asks = ["find", "predict", "choose", "quiz"].includes(this.sheet?.kind);
    const step = this.sheet ? `${this.sheet.lesson} ${this.sheet.at}` : "";
    if (step !== this.step) { // on a phone what is to be pressed is there without pulling anything up
      if (this.sheet || this.step) this.panel.slide(this.asks || Boolean(this.sheet?.claims.length) || Boolean(this.model.get("place").rules));
      this.step = step;
    }
    this.root.classList.toggle("rt-asks", this.asks);
    const own = this.view.cars.find((car) => car.mine);
    this.board.home = own?.place;
    if (this.hints.dataset.verdict === "legal") this.hint(""); // the die lies, and the panel speaks
    this.board.play(this.model.get("pieces"), this.view.driver);
    const earned = this.sheet?.steps.filter((step) => step.done).map((step) => step.stars);
    this.stars.textContent = earned ? stars(earned.length ? Math.min(...earned) : 0) : ""; // so far
    if (this.asks || (this.hand.held?.at !== undefined && !this.view.draft[this.hand.held.at])) this.hand.held = null;
    this.lesson.show(this.sheet);
    this.panel.show(this.view);
    this.remark();
    this.say(this.view.say);
    this.stays();
    clearTimeout(this.hurry);
    const { hurry, offers: [natural], mine, look, covered } = this.view;
    if (hurry && natural && mine && !look && !covered && !calm()) this.hurry = setTimeout(() => this.send({ do: "act", move: natural.move }), 1000 * hurry); // who wants no motion decides himself
    if (this.eager) {
      const [first] = this.view.offers, [laid] = this.view.draft;
      if (this.view.draft.length === 1 && laid.verdict === "legal" && first && !this.tray.main.hidden && !this.sheet?.done) this.send({ do: "act", move: first.move });
      this.eager = false;
    }
    if (this.view.problem) {
      this.hand.keeps();
      this.hint({ name: "", said: this.view.problem, verdict: "refused" });
    }
  }

  remark() {
    const choices = this.model.get("choices");
    this.choices = choices.n === this.view.n ? choices : { texts: [], of: {}, best: {} }; // else those on the way will fit
    this.tray.show(this.view);
    this.root.classList.toggle("rt-looking", Boolean(this.view.look));
    this.board.mark(this.view, this.hand.piece, this.choices, this.sheet && !this.sheet.done ? this.sheet.hints : [], this.asks && !this.sheet.done);
    this.hand.reveal();
  }

  answered(answer) {
    if (this.waits) this.arrived(); // there is no such place
    if (answer.field === "started") { this.menu.close(); this.board.list.focus({ preventScroll: true }); return; }
    if (answer.field === "table") { this.menu.misread(answer.text); return; }
    if (answer.field === "share") { this.menu.share(answer.text); return; }
    if (answer.aside) {
      const name = answer.aside === "progress" ? "progress" : `kept:${answer.aside}`, old = this.before?.[name];
      if (old) this.keep(`${name}:aside`, old);
    }
    if (!answer.text) return;
    this.hint({ name: "", said: answer.text, verdict: "refused" });
    this.home.tell(answer.text);
    this.say(answer.text);
  }

  // -- To the kernel, to ears, to eyes ----------------------------------------------------------------------------

  send(intent) {
    this.hints.hidden = true;
    this.model.send(intent);
  }

  primary() {
    const first = this.view.offers[0];
    if (this.view.look && !this.sheet?.done) this.panel.look(-1);
    else if (this.view.covered) this.send({ do: "uncover" });
    else if (this.sheet?.done) this.lesson.next(this.sheet);
    else if (first && !this.tray.main.disabled && !this.tray.main.hidden) this.send({ do: "act", move: first.move });
    else this.tell(this.asks ? this.words["asks-first"] : this.view.over ? this.words.finished : this.tray.main.hidden ? this.words["no-roll"] : this.words["pick-first"]);
  }

  // Why nothing came of what was pressed, for eyes and ears.
  tell(text) {
    this.hint({ name: "", said: text, verdict: "price" });
    this.say(text);
  }

  say(text) {
    if (text) this.live.textContent = this.live.textContent === text ? `${text}\u00a0` : text;
  }

  hint(told) {
    this.hints.hidden = !told;
    if (!told) return;
    if (typeof told === "string") told = { said: told };
    this.hints.dataset.verdict = told.verdict ?? "";
    this.hints.replaceChildren(
      make("b", {}, [told.name, told.title].filter(Boolean).join(" · ")), " ", told.said ?? "",
      told.code ? make("code", {}, told.code) : "");
  }

  face(piece) {
    const faces = this.model.get("faces");
    const alone = (one) => /^\db$/.test(one) ? faces.b.repeat(Number(one[0])) : faces[one] ?? "";
    return faces[piece] ?? piece.split(/[ +]/).map(alone).join(""); // dice that are taken together, and a die with its brakes
  }

  // -- Light and dark, and what this browser keeps ----------------------------------------------------------------

  theme(theme) {
    this.root.dataset.theme = theme;
    document.documentElement.dataset.rallymanTheme = theme;
  }

  turnTheme() {
    this.turn(this.root.dataset.theme === "dark" ? "light" : "dark");
    this.keep("theme", this.root.dataset.theme);
  }

  turn(theme) {
    this.theme(theme);
    this.send({ do: "theme", theme });
  }

  keep(name, value) {
    try { localStorage.setItem(`rallyman-tutor:${name}`, value); } catch { this.home.keepsNothing(); }
  }

  kept(name) {
    try { return localStorage.getItem(`rallyman-tutor:${name}`); } catch { return null; }
  }

  // A drive that a link brought takes the place of one's own; one's own is laid aside, and can be gone back to.
  keepsDrive(kept) {
    const name = `kept:${kept.at}`, old = kept.brought && this.parsed(this.kept(name));
    if (old && !old.brought && (old.table?.replay?.moves?.length || old.table?.draft?.length)) this.keep(`${name}:own`, JSON.stringify(old));
    this.keep(name, JSON.stringify(kept));
  }

  // One's own drive, where another one lies over it.
  get own() { return this.parsed(this.kept(`kept:${this.model.get("place").at}:own`)); }

  goesBack() {
    const { at } = this.model.get("place"), name = `kept:${at}`, { own } = this;
    if (!own) return;
    (this.before ??= {})[name] = JSON.stringify(own);
    try { localStorage.removeItem(`rallyman-tutor:${name}:own`); } catch { /* it is offered once more */ }
    this.send({ do: "go", to: at, kept: own });
  }

  parsed(text) {
    try { return text && JSON.parse(text); } catch { return null; }
  }

  // What was kept under a name, as data; what cannot even be read is handed on as nothing in particular, to be refused.
  told(name) {
    const text = this.kept(name);
    (this.before ??= {})[name] = text;
    try { return text && JSON.parse(text); } catch { return { at: this.model.get("place").at }; }
  }
}
