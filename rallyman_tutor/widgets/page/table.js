// @ts-check
// The table: puts board, hand and panel together, talks with the kernel, and keeps the drive in the visitor's browser.

import { AHEAD, isAhead } from "./ahead.js";
import { Board } from "./board.js";
import { Comparison } from "./comparison.js";
import { addressOf, iconButton, idsOfOnePage, make, prefersReducedMotion, whenResized, write } from "./dom.js";
import { Ears } from "./ears.js";
import { Editor, STAGE } from "./editor.js";
import { First } from "./first.js";
import { Focus } from "./focus.js";
import { Glossary } from "./glossary.js";
import { drawnGround, isPainted, painted, showsCanvas, viewOfCanvas } from "./ground.js";
import { Hand } from "./hand.js";
import { Home } from "./home.js";
import { Insight } from "./insight.js";
import { Keys } from "./keys.js";
import { Lesson } from "./lesson.js";
import { LetterGame } from "./letter.js";
import { forget, keep, kept, parsed, PROGRESS } from "./memory.js";
import { GAME, Menu } from "./menu.js";
import { liveInNotebook, themeAround } from "./notebook.js";
import { Panel } from "./panel.js";
import { Rally } from "./rally.js";
import { othersTurn, Room } from "./room.js";
import { Rulebook } from "./rulebook.js";
import { Run } from "./run.js";
import { Sounds } from "./sounds.js";
import { Summary } from "./summary.js";
import { Talk } from "./talk.js";
import { fill, speak, stars } from "./text.js";
import { languageChooser, Tools } from "./tools.js";
import { Tray } from "./tray.js";

/** @import { Answer, Choices, Intent, BrowserSave, LessonView, Wire } from "./wire" */
/** @import { Verdict } from "./board.js" */
/** @import { Ids } from "./dom.js" */
/** @import { View as CanvasView, Widgets } from "./ground.js" */
/** @import { Theme } from "./notebook.js" */
/** @typedef {Wire & { canvas: string | null }} Traits */

/**
 * Python's side of the table, as anywidget gives it.
 *
 * @typedef {object} Model
 * @property {<Name extends keyof Traits>(name: Name) => Traits[Name]} get
 * @property {(event: string, act: () => void) => void} on
 * @property {(event: string, act: () => void) => void} off
 * @property {(intent: Intent) => void} send
 * @property {Widgets} [widget_manager]
 */

/** @typedef {Extract<Intent, { do: "speak" }>["how"]} Speech how much is read out */

/**
 * The text shown beside the board: about a place, or about something that was pressed.
 *
 * @typedef {{ name?: string, title?: string, said?: string, verdict?: Verdict, cite?: string, code?: string }}
 *   TextAtEdge
 */

/** What is told of a page, by its names on the wire. */
export const PARTS = /** @satisfies {(keyof Traits)[]} */ ([
  "canvas", "place", "stage", "ground", "view", "choices", "behind", "pieces", "sheet", "words", "faces", "answer",
  "kept", "progress",
]);

const PHONE_WIDTH = 700; // CSS pixels; so wide a frame is a phone's
const LANGUAGE = "lang"; // in the address: ?lang=de
const COOKIE = "rallyman-language"; // tells a server the language of the next page
const READY_AFTER = 1500; // ms after which a page is ready, whether or not its country is painted

/** @type {Choices} */
const NOT_YET = { texts: [], of: {}, then: {}, best: {} };

export class Table {
  /**
   * @param {Model} model
   * @param {HTMLElement} root
   * @param {AbortSignal} shown ends with what shows us
   * @param {Ids} ids
   */
  constructor(model, root, shown, ids = idsOfOnePage(shown)) {
    this.model = model;
    this.root = root;
    this.shown = shown;
    this.ids = ids;
    this.life = new AbortController(); // of this table: another game gets a new table
    const { signal } = this.life;
    shown.addEventListener("abort", () => this.life.abort(), { signal });

    this.words = model.get("words");
    this.view = model.get("view");
    this.choices = NOT_YET;
    this.sheet = /** @type {LessonView | null} */ (null);
    this.isQuestion = false;
    this.step = ""; // of which lesson was shown last
    this.best = /** @type {string | undefined} */ (""); // what was told last of one's own best time
    this.here = ""; // the place that was shown last
    this.isWaiting = false; // behind the still picture, for the place that the address names
    this.saidBehind = 0; // the number of the view behind which something was said
    this.readyBy = 0; // when the page is ready at the latest; 0 once it is
    this.playsAtOnce = false; // whether the card that was just laid is played where it lies well
    this.handedOver = /** @type {Record<string, string | null>} */ ({}); // to the kernel, of what is kept
    this.autoActTimer = 0;
    this.ground = /** @type {CanvasView | null} */ (null);

    root.dataset.game = this.words.game;
    root.lang = this.words.language;
    if (this.onPage) document.documentElement.lang = root.lang;
    speak(this.words.language, this.words.forms);
    root.classList.toggle("rt-cards", this.words.hides);
    this.glossary = new Glossary(this.words);
    this.ears = new Ears();
    const speech = kept("speech") ?? "";
    this.speech = /** @type {Speech} */ (Object.hasOwn(this.words.speeches, speech) ? speech : "normal");
    this.hints = make("div", { class: "rt-hint", hidden: true });
    this.board = new Board(this.words, ids, signal);
    this.board.node.append(this.hints);
    this.lesson = new Lesson(this);
    this.book = new Rulebook(this);
    this.panel = new Panel(this, signal);
    this.tray = new Tray(this, signal);
    this.home = new Home(this, signal);
    this.first = new First(this);
    this.coming = new Comparison(this);
    this.summary = new Summary(this);
    this.insight = new Insight(this);
    this.run = new Run(this, signal);
    this.rally = new Rally(this);
    this.editor = new Editor(this, signal);
    this.letter = new LetterGame(this);
    this.room = new Room(this, signal);
    this.screens = {
      home: this.home, summary: this.summary, insight: this.insight, coming: this.coming, run: this.run,
      rally: this.rally, letter: this.letter, room: this.room, editor: this.editor,
    }; // by the kinds of places without a board
    this.menu = new Menu(this);
    this.sounds = new Sounds(this, signal);
    this.board.node.append(this.sounds.caption);
    this.talk = new Talk(this);
    this.title = make("span", { class: "rt-title" });
    this.stars = make("span", { class: "rt-stars", "aria-hidden": "true" });
    this.menuButton = iconButton("menu", this.words["new-drive"], (event) => this.openMenu(event));
    this.menuButton.append(make("span", { "aria-hidden": "true" }, this.words["new-drive"]));
    this.themeButton = iconButton("theme", this.words.theme, () => this.turnTheme());
    this.languages = languageChooser(this);
    const { advice, ghost } = this.panel.behind;
    this.tools = new Tools(this, signal, [advice.choice, ghost.offer, this.board.tempo.choice]);
    root.append(
      make("header", { class: "rt-bar" },
        this.brand(), this.title, this.run.strip, this.room.strip, this.stars, this.menuButton, this.letter.back,
        this.first.skip, this.tools.button),
      this.tools.node,
      this.board.node, this.panel.node, this.first.node, this.tray.node, this.home.node, this.coming.node,
      this.summary.node, this.insight.node, this.run.node, this.rally.node, this.letter.node, this.room.node,
      this.editor.node, this.menu.node, this.talk.node, this.ears.node);
    this.hand = new Hand(this, signal);
    this.keys = new Keys(this, signal);
    this.focus = new Focus(root, () => (this.board.node.hidden ? null : this.board.list), signal);
    signal.addEventListener("abort", () => {
      clearTimeout(this.autoActTimer);
      this.ground?.remove();
    });
  }

  /** The name of the game, which leads to the map. */
  brand() {
    const { "to-map": title, name } = this.words;
    const onclick = () => this.go(this.place.map);
    return make("h1", {}, make("button", { type: "button", class: "rt-brand", title, onclick }, name));
  }

  /** @param {MouseEvent} event */
  openMenu({ detail }) {
    if (detail) this.board.list.focus({ preventScroll: true }); // opened by a click: then keys go on playing
    this.menu.open();
  }

  get place() {
    return this.model.get("place");
  }

  /** Whether the table has a page to itself, as in Voila; in a notebook it is one cell among others. */
  get onPage() {
    return document.body.classList.contains("rallyman-page");
  }

  /** At the finish of a drive: the learner's best time on this stage. */
  get ownBest() {
    return this.place.kind === "drive" ? this.place.best : "";
  }

  /** Where there are lessons and questions: the one behind this one; nothing behind the last. */
  get next() {
    const { place } = this;
    switch (place.kind) {
      case "lesson":
      case "practice":
      case "puzzle":
      case "risk":
      case "placement":
      case "running":
        return place.next;
      default:
        return "";
    }
  }

  /** Whether a board was sent. */
  get hasStage() {
    return Boolean(this.model.get("stage").places);
  }

  get isOnPhone() {
    return this.root.clientWidth <= PHONE_WIDTH;
  }

  // -- The beginning ----------------------------------------------------------------------------------------------

  async start() {
    this.showTheme(/** @type {Theme} */ (kept("theme") ?? themeAround()));
    this.listen();
    const asked = this.onPage ? new URLSearchParams(location.search).get("at") : null;
    const language = this.onPage ? new URLSearchParams(location.search).get(LANGUAGE) : null;
    if (kept("language")) this.tellServer(kept("language") ?? "");
    const game = this.onPage && new URLSearchParams(location.hash.slice(1)).get(GAME);
    const stage = this.onPage && new URLSearchParams(location.hash.slice(1)).get(STAGE);
    const at = asked ?? this.place.at;
    const hasComeBack = this.place.kind === "first" && kept("progress"); // their own next step is on its way
    this.isWaiting = at !== this.place.at || Boolean(hasComeBack);
    if (!this.isWaiting) this.arrived();
    if (this.hasStage && !hasComeBack) {
      this.board.setStage(this.model.get("stage"));
      await this.showGround();
      if (this.life.signal.aborted) return;
    }
    if (this.view.n && !hasComeBack) this.showView();
    this.send({
      do: "hello",
      tall: this.isOnPhone,
      theme: /** @type {Theme} */ (this.root.dataset.theme),
      drawn: !showsCanvas(this.model),
      speech: this.speech,
      language: language ?? kept("language") ?? "",
      browser: navigator.language,
      at,
      kept: this.bring(`kept:${at}`),
      progress: this.bring("progress"),
      ...(game && { game }),
      ...(stage && { stage }),
    });
    if (language && !Object.hasOwn(this.words.languages, language.split(/[-_]/)[0].toLowerCase())) {
      const list = Object.values(this.words.languages).join(", ");
      this.tell(fill(this.words["no-language"], { found: language, list }));
    }
    this.tellWhenReady(performance.now() + READY_AFTER);
  }

  /**
   * Says that the page is ready, once the place asked for is there and the country is on its canvas.
   *
   * @param {number} end when it says so at the latest
   */
  tellWhenReady(end) {
    this.readyBy = end;
    if (this.life.signal.aborted) return; // the table made in its place goes on
    const isLate = performance.now() > end;
    if (!isLate && (this.isWaiting || !this.isPainted())) {
      requestAnimationFrame(() => this.tellWhenReady(end));
      return;
    }
    if (this.isWaiting) this.arrived(); // there is no such place
    this.readyBy = 0;
    window.dispatchEvent(new CustomEvent("rallyman:ready"));
  }

  groundCame() {
    if (this.place.kind === "editor") this.editor.drawn();
    else this.board.setGround(drawnGround(this.model));
  }

  isPainted() {
    return this.board.node.hidden || isPainted(this.board.ground);
  }

  listen() {
    const { model, life: { signal } } = this;
    /** @type {[keyof Traits & string, () => void][]} */
    const news = [
      ["view", () => this.showView()],
      ["choices", () => this.choicesCame()],
      ["behind", () => this.panel.behind.come(model.get("behind"))],
      ["stage", () => this.stageCame()],
      ["answer", () => this.answered(model.get("answer"))],
      ["kept", () => this.keepDrive(model.get("kept"))],
      ["place", () => this.arrived()],
      ["progress", () => this.keep("progress", JSON.stringify(model.get("progress")))],
      ["canvas", () => this.showGround()],
      ["ground", () => this.groundCame()],
      ["words", () => this.makeAnew()],
    ];
    for (const [name, act] of news) {
      model.on(`change:${name}`, act);
      signal.addEventListener("abort", () => model.off(`change:${name}`, act));
    }
    addEventListener("storage", ({ key }) => { // another tab has noted something: what both have done is put together
      if (key === PROGRESS) model.send({ do: "join", progress: this.bring("progress") });
    }, { signal });
    let tall = this.isOnPhone;
    whenResized(this.root, signal, () => { // tables of cards are laid out anew for a phone
      if (this.isOnPhone === tall || !this.root.clientWidth) return;
      tall = this.isOnPhone;
      this.send({ do: "frame", tall });
    });
    if (!this.onPage) liveInNotebook(this, signal);
  }

  /** Another game has other words: the table is made again, and stands where it stood. */
  makeAnew() {
    const { written } = this.room;
    this.life.abort();
    this.root.replaceChildren();
    const table = new Table(this.model, this.root, this.shown, this.ids);
    table.here = this.here;
    table.handedOver = this.handedOver;
    table.ears.said.push(...this.ears.said);
    table.room.called = written;
    table.listen();
    table.arrived();
    if (this.hasStage) {
      table.board.setStage(this.model.get("stage"));
      table.showGround();
    }
    if (table.view.n && !table.board.node.hidden) table.showView();
    if (this.readyBy) table.tellWhenReady(this.readyBy);
  }

  async showGround() {
    const reference = this.model.get("canvas");
    const view = reference ? await viewOfCanvas(this.model, reference) : null;
    const isMeant = () => !this.life.signal.aborted && reference === this.model.get("canvas");
    if (view && this.board.ground.hasChildNodes()) await painted(view, isMeant); // what is there stays until then
    if (!isMeant()) {
      view?.remove();
      return;
    }
    this.board.setGround(view?.el ?? drawnGround(this.model));
    this.ground?.remove();
    this.ground = view;
  }

  /** The kernel behind this cell is gone: nothing here is answered any more, and the cell has to be run again. */
  showDead() {
    if (this.root.querySelector(".rt-dead")) return;
    this.menu.close();
    for (const node of this.root.children) /** @type {HTMLElement} */ (node).inert = true;
    const told = make("p", {}, make("b", {}, this.words.dead), " ", this.words["dead-more"]);
    const dead = make("div", { class: "rt-dead", role: "alert", tabindex: "-1" }, told);
    this.root.append(dead);
    if (this.focus.isInside) dead.focus();
  }

  // -- Places -----------------------------------------------------------------------------------------------------

  /** @param {string} to */
  go(to) {
    this.menu.close();
    this.hand.held = null;
    this.send({ do: "go", to, kept: this.bring(`kept:${to}`) });
  }

  /** The board, or a screen without one; and the address that opens this place another time. */
  arrived() {
    this.isWaiting = false;
    const { place, screens } = this, { kind } = place, hasBoard = !(kind in screens);
    const onlyReads = place.kind === "rules" && !place.rule?.ok && !place.rule?.broken; // and needs no dice
    const isFirst = kind === "first";
    this.board.node.hidden = !hasBoard;
    for (const node of [this.board.zooms, this.panel.node]) node.hidden = !hasBoard || isFirst;
    for (const node of [this.first.node, this.first.skip]) node.hidden = !isFirst;
    this.tray.node.hidden = !hasBoard || onlyReads;
    for (const [name, screen] of Object.entries(screens)) screen.node.hidden = name !== kind;
    this.book.node.hidden = kind !== "rules";
    this.menuButton.hidden = kind !== "drive";
    this.letter.showBack(place.kind === "lettering" ? place.back : "");
    this.tools.hold(hasBoard && !isFirst, this.board.zooms, this.talk.button, this.themeButton, this.languages);
    this.talk.button.hidden = !hasBoard || isFirst;
    if (!hasBoard) this.talk.close();
    this.root.classList.toggle("rt-away", kind !== "home" && !isFirst);
    this.root.dataset.at = kind;
    write(this.title, place.title);
    if (!hasBoard) write(this.stars, "");
    if (kind !== "home") this.home.shownAt = "";
    this.showPlace();
    this.focus.keep();
    if (this.onPage) this.nameAddress();
  }

  /** What the place shows besides a board. */
  showPlace() {
    const { place } = this;
    if (place.kind !== "run" && place.kind !== "running") this.run.leave();
    if (place.kind !== "room" && place.kind !== "rooming") this.room.leave();
    switch (place.kind) {
      case "first":
        if (!this.board.stage) { // its road was not shown, since another place was waited for
          this.board.setStage(this.model.get("stage"));
          this.showGround();
        }
        this.first.show(place);
        break;
      case "home":
        this.home.show(place.home);
        break;
      case "summary":
        this.summary.show(place.summary);
        break;
      case "insight":
        this.insight.show(place.insight);
        break;
      case "coming":
        this.coming.show(place.coming);
        break;
      case "run":
        this.run.showScreen(place.run);
        break;
      case "running":
        this.run.showStrip(place.run);
        break;
      case "rules":
        if (this.here !== place.at) this.panel.slide(true); // a phone shows first what is to be read
        if (this.book.rules[0]?.code !== place.rules[0].code) this.book.showContents(place.rules);
        this.book.show(place.rule);
        break;
      case "rally":
        this.rally.show(place.rally);
        break;
      case "editor":
        this.editor.show(place.editor);
        break;
      case "letter":
        this.letter.show(place.letter);
        break;
      case "room":
      case "rooming":
        this.room.show(place.room, place.kind === "rooming");
        break;
      case "lettering":
      case "rallying":
      case "drive":
      case "lesson":
      case "practice":
      case "puzzle":
      case "risk":
      case "placement": // there is the board, and what lies on it comes with its view
        break;
      default: // a kind that has no case here is an error of types
        /** @satisfies {never} */ (place);
    }
  }

  nameAddress() {
    const { place, words } = this, address = addressOf(place.page);
    document.title = place.title ? fill(words["page-title"], { title: place.title }) : words.name;
    const title = document.querySelector("title"), own = place.kind === "lesson" ? place.language : undefined;
    if (title && this.onPage) title.lang = own ?? words.language;
    if (this.here !== place.at && address.href !== location.href) history.replaceState(null, "", address);
    this.here = place.at;
  }

  // -- From the kernel ------------------------------------------------------------------------------------------

  /** What the learner did has been answered. */
  showView() {
    const sheet = this.model.get("sheet");
    this.view = this.model.get("view");
    this.root.classList.remove(AHEAD);
    this.sheet = sheet.kind ? sheet : null;
    this.isQuestion = this.sheet ? !this.sheet.lays : false;
    this.slideForStep();
    this.root.classList.toggle("rt-asks", this.isQuestion);
    this.board.home = this.view.cars.find((car) => car.mine)?.place;
    if (this.hints.dataset.verdict === "legal") this.hint(null); // the die is laid, and the panel says the rest
    this.board.showPieces(this.model.get("pieces"), this.view.driver);
    this.showStars();
    const { held } = this.hand, isGone = held?.at !== undefined && !this.view.draft[held.at];
    if (this.isQuestion || isGone) this.hand.held = null;
    this.lesson.show(this.sheet);
    this.panel.show(this.view);
    this.first.tell(this.view);
    this.room.showRoom();
    this.redrawMarks();
    this.say(this.run.before(this.view.say), this.sheet?.["say-language"]);
    this.sounds.follow(this.view.log, this.place.at);
    const best = this.view.over ? this.ownBest : "";
    if (best && best !== this.best) this.ears.add(best);
    this.best = best;
    this.focus.keep();
    this.autoActAfter(this.view.hurry);
    this.playAtOnce();
    if (this.view.problem) {
      this.hand.keepUnplaced();
      this.hint({ said: this.view.problem, verdict: "refused" });
    }
  }

  /** On a phone what is to be pressed in a new step is there without pulling anything up. */
  slideForStep() {
    const { sheet } = this, step = sheet ? `${sheet.lesson} ${sheet.at}` : "";
    if (step === this.step) return;
    this.step = step;
    this.board.lookAnew();
    this.board.setCursor(""); // what was pointed at in the step before does not decide in this one
    const hasClaims = sheet?.wants === "draft" && sheet.claims.length > 0;
    this.panel.slide(this.isQuestion || hasClaims || this.place.kind === "rules");
  }

  /** The stars of the lesson so far: those of its weakest step. */
  showStars() {
    const earned = this.sheet?.steps.filter((step) => step.done).map((step) => step.stars);
    write(this.stars, earned ? stars(earned.length ? Math.min(...earned) : 0) : "");
  }

  /**
   * Takes the first decision after so many seconds, where something is shown for so long only. For whoever wants
   * no motion there is no time limit.
   *
   * @param {number} seconds or 0
   */
  autoActAfter(seconds) {
    clearTimeout(this.autoActTimer);
    const { offers: [first], mine, look, covered } = this.view;
    if (!seconds || !first || !mine || look || covered || prefersReducedMotion()) return;
    this.autoActTimer = setTimeout(() => this.send({ do: "act", move: first.move }), 1000 * seconds);
  }

  /** A card that lies well is played at once. */
  playAtOnce() {
    const { draft: [laid], draft, offers: [first] } = this.view, isAsked = this.playsAtOnce;
    this.playsAtOnce = false;
    if (!isAsked || draft.length !== 1 || laid.verdict !== "legal" || !first) return;
    if (!this.tray.main.hidden && !this.sheet?.done) this.send({ do: "act", move: first.move });
  }

  choicesCame() {
    this.redrawMarks();
    this.hand.warnLate();
  }

  stageCame() {
    this.board.setStage(this.model.get("stage"));
    if (this.view.n) this.redrawMarks();
  }

  redrawMarks() {
    const { view, sheet } = this, choices = this.model.get("choices"), isOpen = sheet !== null && !sheet.done;
    this.choices = choices.n === view.n && !isAhead(this) ? choices : NOT_YET; // those that fit are on their way
    this.tray.show(view);
    this.root.classList.toggle("rt-holds", Boolean(this.hand.held));
    this.root.classList.toggle("rt-looking", Boolean(view.look));
    const advised = view.look ? [] : this.panel.advice.parts, hints = isOpen ? sheet.hints : advised;
    const best = view.look ? [] : this.panel.review.best;
    const dear = (!view.look && view.review?.places) || [];
    this.board.speech = this.speech;
    this.board.drawMarks(view, this.hand.piece, this.choices, hints, this.isQuestion && isOpen);
    this.board.drawNumbers(dear);
    if (!view.look) this.board.drawApart(this.panel.advice.apart);
    this.board.drawSmallDice(best, (piece) => this.face(piece));
    this.hand.reveal();
  }

  /** @param {Answer} answer */
  answered(answer) {
    if (this.isWaiting) this.arrived(); // there is no such place
    switch (answer.kind) {
      case "started":
        this.menu.close();
        this.board.list.focus({ preventScroll: true });
        break;
      case "misread":
        this.menu.misread(answer.text);
        break;
      case "shared":
        this.menu.share(answer.code, answer.start);
        break;
      case "pupils":
        this.home.classroom.show(answer.pupils);
        break;
      case "reply":
        this.hint({ said: answer.text });
        this.say(answer.text);
        break;
      case "not-restored":
        this.setAside(answer.what === "progress" ? "progress" : `kept:${answer.what}`);
        this.tell(answer.text);
        break;
      case "told":
        this.languages.value = this.words.language; // where the one that was chosen could not be had
        this.tell(answer.text);
        break;
    }
  }

  /** @param {string} text why nothing came of what was asked, or what came of it */
  tell(text) {
    this.panel.advice.asks = false; // what failed may be asked for once more
    this.hint({ said: text, verdict: "refused" });
    this.home.tell(text);
    if (this.place.kind === "first") this.first.say(text);
    if (this.place.kind === "rally") this.rally.tell(text);
    if (this.place.kind === "letter") this.letter.tell(text);
    if (this.place.kind === "room") this.room.tell(text);
    this.say(text);
  }

  // -- To the kernel, to ears, to eyes ----------------------------------------------------------------------------

  /** @param {Intent} intent */
  send(intent) {
    this.hints.hidden = true;
    this.model.send(intent);
  }

  /** @param {string} about one of the questions that the table answers; the road from the place that is pointed at */
  ask(about) {
    this.send({ do: "tell", about, place: this.board.cursor });
  }

  /** What the main button does, or why it does nothing. */
  pressMain() {
    const { view, words, isQuestion, tray } = this;
    if (!view.n) return;
    const deed = tray.mainDeed(view);
    if (deed) {
      deed.act();
      return;
    }
    /** @type {[boolean, string][]} */
    const reasons = [
      [isQuestion, words["asks-first"]],
      [view.over, words.finished],
      [Boolean(tray.main.hidden), words["no-roll"]],
      [true, othersTurn(this, view) || words["pick-first"]],
    ];
    this.refuse(reasons.find(([is]) => is)?.[1] ?? "");
  }

  /** @param {string} text why nothing came of what was pressed, for eyes and ears */
  refuse(text) {
    this.hint({ said: text, verdict: "price" });
    this.say(text);
  }

  /**
   * @param {string} text for screen readers, and for the list of what they were told
   * @param {string} [lang] its language, where that is not the page's
   */
  say(text, lang) {
    this.ears.say(text, lang);
  }

  /** @param {string} text for screen readers, what comes behind a view: after all that is read out of that view */
  sayBehind(text) {
    const { say = "", n = 0 } = this.view, isFirst = !say && this.saidBehind !== n;
    this.saidBehind = n;
    if (isFirst) this.say(text);
    else this.ears.add(text);
  }

  /** @param {TextAtEdge | null} told at the edge of the board */
  hint(told) {
    this.hints.hidden = !told;
    if (!told) return;
    this.hints.dataset.verdict = told.verdict ?? "";
    this.hints.replaceChildren(
      make("b", {}, [told.name, told.title].filter(Boolean).join(" · ")), " ", told.said ?? "",
      told.code ? make("code", {}, told.code) : "");
  }

  /**
   * The picture of a piece; dice that are taken together, and a die with its brakes, are several in a row.
   *
   * @param {string} piece
   */
  face(piece) {
    const faces = this.model.get("faces");
    /** @param {string} one */
    const alone = (one) => (/^\db$/.test(one) ? faces.b.repeat(Number(one[0])) : faces[one] ?? "");
    return faces[piece] ?? piece.split(/[ +]/).map(alone).join("");
  }

  // -- Light and dark -----------------------------------------------------------------------------------------------

  /** @param {Theme} theme */
  showTheme(theme) {
    this.root.dataset.theme = theme;
    document.documentElement.dataset.rallymanTheme = theme;
  }

  /** @param {Theme} theme which the ground is painted in as well */
  changeTheme(theme) {
    this.showTheme(theme);
    this.send({ do: "theme", theme });
  }

  /** @param {string} language */
  chooseLanguage(language) {
    this.keep("language", language);
    this.tellServer(language);
    if (this.onPage) {
      const address = new URL(location.href);
      address.searchParams.set(LANGUAGE, language);
      history.replaceState(history.state, "", address);
    }
    this.send({ do: "language", to: language });
  }

  /**
   * The next page of a server comes in the language that was chosen.
   *
   * @param {string} language
   */
  tellServer(language) {
    if (this.onPage) document.cookie = `${COOKIE}=${language}; path=/; max-age=31536000; samesite=lax`;
  }

  turnTheme() {
    this.changeTheme(this.root.dataset.theme === "dark" ? "light" : "dark");
    this.keep("theme", this.root.dataset.theme ?? "");
  }

  /** As it is around us now, unless the learner has chosen. */
  followTheme() {
    if (!kept("theme") && this.root.dataset.theme !== themeAround()) this.changeTheme(themeAround());
  }

  // -- What this browser keeps --------------------------------------------------------------------------------------

  /**
   * @param {string} name
   * @param {string} value
   */
  keep(name, value) {
    if (!keep(name, value)) this.home.tellNothingIsKept();
  }

  /**
   * What was kept under a name, as data for the kernel; in place of what cannot be read, an entry without contents,
   * which the kernel refuses.
   *
   * @param {string} name
   */
  bring(name) {
    const text = kept(name);
    this.handedOver[name] = text;
    return text && (parsed(text) ?? { at: this.place.at });
  }

  /** @param {string} name of what was brought and could not be put back */
  setAside(name) {
    const text = this.handedOver[name];
    if (text) this.keep(`${name}:aside`, text);
  }

  /**
   * A drive that a link brought takes the place of one's own, which is laid aside and can be gone back to.
   *
   * @param {BrowserSave} now
   */
  keepDrive(now) {
    if (!now.at) return;
    const name = `kept:${now.at}`, before = /** @type {BrowserSave | null} */ (now.brought ? parsed(kept(name)) : null);
    const table = /** @type {{ replay?: { moves?: string[] }, draft?: string[] } | undefined} */ (before?.table);
    const isBegun = table?.replay?.moves?.length || table?.draft?.length;
    const isLaidAside = before && !before.brought && isBegun;
    if (isLaidAside) this.keep(`${name}:own`, JSON.stringify(before));
    this.keep(name, JSON.stringify(now));
    if (isLaidAside && this.view.n) this.panel.show(this.view); // which says so
  }

  /** One's own drive, where another one lies over it. */
  get ownDrive() {
    return parsed(kept(`kept:${this.place.at}:own`));
  }

  returnToOwnDrive() {
    const { ownDrive, place: { at } } = this, name = `kept:${at}`;
    if (!ownDrive) return;
    this.handedOver[name] = JSON.stringify(ownDrive);
    forget(`${name}:own`);
    this.send({ do: "go", to: at, kept: ownDrive });
  }
}
