// The table: puts board, hand and panel together, talks with the kernel, and keeps the drive in the visitor's browser.

class Table {
  constructor(model, root) {
    this.model = model;
    this.root = root;
    this.words = model.get("words");
    this.view = model.get("view");
    this.choices = model.get("choices");
    this.live = make("div", { class: "rt-ears", "aria-live": "polite" });
    this.board = new Board(this.words);
    this.hints = make("div", { class: "rt-hint", hidden: true });
    this.board.node.append(this.hints);
    this.panel = new Panel(this);
    this.tray = new Tray(this);
    this.lesson = make("span", { class: "rt-lesson" });
    root.append(
      make("header", { class: "rt-bar" },
        make("h1", {}, this.words.name), this.lesson,
        round("theme", this.words.theme, () => this.turnTheme()),
        round("menu", this.words.menu, () => this.open())),
      this.board.node, this.panel.node, this.tray.node, this.menu = this.setup(), this.live);
    this.hand = new Hand(this);
  }

  async start() {
    this.theme(this.kept("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
    this.board.lay(this.model.get("stage"));
    await this.canvas();
    for (const name of ["view", "choices", "stage", "answer", "kept"]) this.model.on(`change:${name}`, () => this.changed(name));
    this.model.on("change:canvas", () => this.canvas());
    this.changed("view");
    const old = this.kept("drive");
    let kept = null;
    try { kept = old && JSON.parse(old); } catch { kept = {}; }
    this.send({ do: "hello", theme: this.root.dataset.theme, kept });
    requestAnimationFrame(() => requestAnimationFrame(() => window.dispatchEvent(new CustomEvent("rallyman:ready"))));
  }

  async canvas() {
    const reference = this.model.get("canvas");
    if (!reference) return;
    const model = await this.model.widget_manager.get_model(reference.replace("IPY_MODEL_", ""));
    const view = await this.model.widget_manager.create_view(model);
    this.board.paintOn(view.el);
  }

  // -- From the kernel ------------------------------------------------------------------------------------------

  changed(what) {
    if (what === "stage") { this.board.lay(this.model.get("stage")); this.remark(); }
    else if (what === "kept") this.keep("drive", JSON.stringify(this.model.get("kept")));
    else if (what === "choices") this.remark();
    else if (what === "answer") this.answered(this.model.get("answer"));
    else this.look();
  }

  look() {
    this.view = this.model.get("view");
    const own = this.view.cars.find((car) => car.mine);
    this.board.home = own?.place;
    this.board.play(this.model.get("pieces"), this.view.driver);
    this.lesson.textContent = this.words.ready[this.model.get("stage").table] ?? this.words["free-drive"];
    if (this.hand.held?.at !== undefined && !this.view.draft[this.hand.held.at]) this.hand.held = null;
    this.panel.show(this.view);
    this.remark();
    this.say(this.view.say);
    if (this.view.problem) this.hint({ name: "", said: this.view.problem, verdict: "refused" });
  }

  remark() {
    const choices = this.model.get("choices");
    this.choices = choices.n === this.view.n ? choices : { texts: [], of: {}, best: {} }; // else those on the way will fit
    this.tray.show(this.view);
    this.root.classList.toggle("rt-looking", Boolean(this.view.look));
    this.board.mark(this.view, this.hand.piece, this.choices);
  }

  answered(answer) {
    if (answer.field === "started") { this.menu.close(); this.board.list.focus({ preventScroll: true }); return; }
    if (answer.field === "table") { this.menu.querySelector("[role=alert]").textContent = answer.text; return; }
    if (answer.aside) { const old = this.kept("drive"); if (old) this.keep("drive-aside", old); }
    if (!answer.text) return;
    this.hint({ name: "", said: answer.text, verdict: "refused" });
    this.say(answer.text);
  }

  // -- To the kernel, to ears, to eyes ----------------------------------------------------------------------------

  send(intent) {
    this.hints.hidden = true;
    this.model.send(intent);
  }

  primary() {
    const first = this.view.offers[0];
    if (first && !this.tray.main.disabled) this.send({ do: "act", move: first.move });
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
    return this.model.get("faces")[piece] ?? "";
  }

  // -- Light and dark, and what this browser keeps ----------------------------------------------------------------

  theme(theme) {
    this.root.dataset.theme = theme;
    document.documentElement.dataset.rallymanTheme = theme;
  }

  turnTheme() {
    this.theme(this.root.dataset.theme === "dark" ? "light" : "dark");
    this.keep("theme", this.root.dataset.theme);
    this.send({ do: "theme", theme: this.root.dataset.theme });
  }

  keep(name, value) {
    try { localStorage.setItem(`${this.words.key}:${name}`, value); } catch { /* a browser that keeps nothing */ }
  }

  kept(name) {
    try { return localStorage.getItem(`${this.words.key}:${name}`); } catch { return null; }
  }

  open() {
    const grave = this.view.mine && this.view.offers.find((offer) => offer.name === "retire");
    this.leave.hidden = !grave;
    if (grave) [this.leave.textContent, this.leave.dataset.move] = [grave.label, grave.move];
    this.menu.querySelector("[role=alert]").textContent = "";
    this.menu.showModal();
  }

  // -- A new drive ------------------------------------------------------------------------------------------------

  setup() {
    const { words } = this;
    const stage = make("select", { name: "table", id: "rt-stage" }, ...Object.entries(words.ready).map(([key, name]) => make("option", { value: key }, name)));
    const own = make("input", { name: "own", id: "rt-own", placeholder: words["own-hint"], autocomplete: "off", spellcheck: "false" });
    const cars = make("select", { name: "cars", id: "rt-cars" }, ...[1, 2, 3, 4].map((n) => make("option", { value: n }, n === 1 ? words.alone : String(n - 1))));
    const hands = make("input", { type: "checkbox", id: "rt-bots", checked: true });
    this.again = () => this.send({ do: "new", table: own.value.trim() || stage.value, cars: Number(cars.value), bots: hands.checked, seed: String(Date.now() % 1e9) });
    const form = make("form", { method: "dialog", onsubmit: (event) => { event.preventDefault(); this.again(); } },
      make("h2", {}, words["new-drive"]),
      make("label", { for: "rt-stage" }, words.stage), stage,
      make("label", { for: "rt-own" }, words["own-stage"]), own,
      make("label", { for: "rt-cars" }, words.others), cars,
      make("label", { class: "rt-check", for: "rt-bots" }, hands, words.bots),
      make("p", { role: "alert" }),
      this.leave = make("button", { type: "button", class: "rt-small rt-leave", onclick: () => { this.menu.close(); this.send({ do: "act", move: this.leave.dataset.move }); } }),
      make("div", { class: "rt-deeds" },
        make("button", { type: "button", class: "rt-small", onclick: () => this.menu.close() }, words.close),
        make("button", { type: "submit", class: "rt-primary" }, words["start-drive"])));
    return make("dialog", { class: "rt-menu", "aria-label": words["new-drive"] }, form);
  }
}

export default {
  render({ model, el }) {
    const root = make("div", { class: "rt" });
    el.append(root);
    new Table(model, root).start();
  },
};
