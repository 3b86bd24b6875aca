// @ts-check
// The stage editor: the road as it lies, the tray below it, and beside it what is known of the stage.

import { addressOf, button, closest, draw, iconButton, make, pair, whenResized, write } from "./dom.js";
import { bendNote, groundOf, notePicture, offerButton, tilePicture } from "./editor_tray.js";
import { keep, kept, parsed } from "./memory.js";
import { drawnHardness } from "./stages.js";
import { fill } from "./text.js";

/** @import { EditorFigures, EditorOffer, EditorShown } from "./wire" */
/** @import { Table } from "./table.js" */
/** @typedef {{ name: string, text: string }} KeptStage */

export const STAGE = "stage"; // in the address: #stage=…
const GROUPS = ["ends", "straight", "curves", "hairpins", "winding"];
/** Below, a finger meets nothing. */
const LEAST_SCALE = /** @type {Record<string, number>} */ ({ classic: 0.5, dirt: 0.24 });
const MOST_SCALE = 1.2;
const NOTES = [1, 2, 3, 4, 5];
const MS_FOR_DAYLIGHT = 3000; // that printing waits for a picture

/**
 * The stages that this browser keeps of a game.
 *
 * @param {string} game
 * @returns {KeptStage[]}
 */
export function keptStages(game) {
  const found = parsed(kept(`stages:${game}`));
  if (!Array.isArray(found)) return [];
  return found.filter((one) => typeof one?.name === "string" && typeof one?.text === "string");
}

export class Editor {
  /**
   * @param {Table} table
   * @param {AbortSignal} signal
   */
  constructor(table, signal) {
    this.table = table;
    this.shown = /** @type {EditorShown | null} */ (null);
    this.brush = { snow: false, left: "grass", right: "grass", drifts: 3, cut: false };
    this.onlyFitting = true;
    this.picture = make("img", { class: "rt-editor-picture", alt: "" });
    this.over = draw("svg", { class: "rt-editor-over", role: "presentation" });
    this.sheet = make("div", { class: "rt-editor-sheet" }, this.picture, this.over);
    this.frame = make("div", { class: "rt-editor-road", tabindex: "0" }, this.sheet);
    this.deeds = make("div", { class: "rt-editor-deeds" });
    this.why = make("div", { class: "rt-editor-why", role: "alert" });
    this.tray = make("div", { class: "rt-editor-tray" });
    this.figures = make("div", { class: "rt-editor-figures" });
    this.shelf = make("div", { class: "rt-editor-shelf" });
    this.list = make("div", { class: "rt-editor-list" });
    this.notice = make("p", { class: "rt-quiet", role: "status" });
    this.whenDrawn = () => {};
    this.node = make("section", { class: "rt-editor", hidden: true });
    this.node.addEventListener("keydown", (event) => this.pressed(event), { signal });
    this.over.addEventListener("click", (event) => this.chose(event), { signal });
    whenResized(this.frame, signal, () => this.fit());
    addEventListener("hashchange", () => this.followed(), { signal });
  }

  /** @param {EditorShown} shown */
  show(shown) {
    const { labels } = shown, { table } = this, before = this.shown;
    this.shown = shown;
    if (before?.n !== shown.n) this.told = null;
    this.node.setAttribute("aria-label", labels.title);
    const focus = this.focused();
    if (!this.node.hasChildNodes() || before?.game !== shown.game) {
      this.node.replaceChildren(
        make("div", { class: "rt-editor-main" }, this.frame, this.deeds, this.why, this.tray),
        make("aside", { class: "rt-editor-beside" }, this.figures, this.shelf, this.list));
    }
    this.showRoad();
    this.showDeeds();
    this.showWhy();
    this.showTray();
    this.showFigures();
    if (before?.text !== shown.text || before?.labels !== labels) this.showShelf();
    this.showList();
    this.refocus(focus);
    table.say(shown.said);
  }

  /** A link to a stage was followed on this very page. */
  followed() {
    const stage = this.table.onPage && new URLSearchParams(location.hash.slice(1)).get(STAGE);
    if (!stage || this.node.hidden) return;
    history.replaceState(null, "", addressOf(this.table.place.page));
    this.table.send({ do: "build", deed: "open", what: stage });
  }

  /** The picture has come. */
  drawn() {
    const { svg } = this.table.model.get("ground");
    this.picture.hidden = !svg || !this.shown?.text;
    if (svg) this.picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    this.whenDrawn();
  }

  /** On paper the road lies in daylight; by night it is painted anew for that, if its picture comes soon. */
  async print() {
    const { table } = this, isNight = table.root.dataset.theme === "dark";
    if (isNight) {
      const isDrawn = new Promise((go) => { this.whenDrawn = () => go(null); });
      table.changeTheme("light");
      await Promise.race([isDrawn, new Promise((go) => setTimeout(go, MS_FOR_DAYLIGHT))]);
      await this.picture.decode();
    }
    window.print();
    if (isNight) table.changeTheme("dark");
  }

  /** @param {EditorFigures} told */
  come(told) {
    this.told = told;
    this.showFigures();
    this.showOver();
    if (told.said) this.table.ears.add(told.said);
  }

  // -- The road ---------------------------------------------------------------------------------------------------

  showRoad() {
    const { shown } = this;
    if (!shown) return;
    const hasRoad = shown.parts.length > 0;
    this.frame.classList.toggle("rt-empty", !hasRoad);
    this.frame.dataset.empty = shown.labels.empty;
    this.sheet.hidden = !hasRoad;
    this.frame.setAttribute("role", hasRoad ? "listbox" : "group");
    this.frame.setAttribute("aria-label", `${shown.labels.road}. ${shown.labels.keys}`);
    this.drawn();
    this.showOver();
    this.fit();
  }

  /** The whole road, as large as it can be seen at once; one that would be too small for a finger is scrolled. */
  fit() {
    const { shown, frame, sheet } = this;
    if (!shown?.parts.length || !frame.clientWidth) return;
    const [, , width, height] = shown.frame;
    const whole = Math.min(frame.clientWidth / width, frame.clientHeight / height, MOST_SCALE);
    const scale = Math.max(whole, LEAST_SCALE[shown.game]);
    sheet.style.width = `${Math.floor(width * scale)}px`;
    sheet.style.height = `${Math.floor(height * scale)}px`;
    this.reveal();
  }

  showOver() {
    const { shown, told } = this;
    if (!shown) return;
    const hurts = told?.hurts_at ?? -1, wrong = shown.why?.at ?? -1;
    this.over.setAttribute("viewBox", shown.frame.join(" "));
    this.over.replaceChildren(...shown.parts.map(({ outline, name }, at) => {
      const looks = [
        "rt-editor-laid", ...(at === shown.at ? ["rt-chosen"] : []), ...(at === hurts ? ["rt-hurts"] : []),
        ...(at === wrong ? ["rt-wrong"] : []),
      ];
      const path = draw("path", {
        d: outline, class: looks.join(" "), role: "option", "data-at": at, id: this.idOf(at),
        "aria-selected": String(at === shown.at), "aria-label": this.named(`${at + 1}`, name),
      });
      path.append(draw("title", {}, this.named(`${at + 1}`, name)));
      return path;
    }), ...(hurts >= 0 && shown.parts[hurts] ? [this.mark(shown.parts[hurts])] : []));
    if (shown.at < shown.parts.length) this.frame.setAttribute("aria-activedescendant", this.idOf(shown.at));
    else this.frame.removeAttribute("aria-activedescendant");
  }

  /** @param {number} at the number of a part, from 0 */
  idOf(at) {
    return this.table.ids(`editor-part-${at}`);
  }

  /** @param {EditorShown["parts"][number]} part where it will hurt */
  mark({ x, y }) {
    return draw("g", { class: "rt-hurt-mark", transform: `translate(${x} ${y - 6})` },
      draw("path", { d: "M0 -34 30 20 -30 20Z" }), draw("text", { y: 12 }, "!"));
  }

  /** The chosen part, or the end, is in sight. */
  reveal() {
    const { shown, frame, sheet } = this;
    if (!shown?.parts.length) return;
    const { x, y } = shown.parts[Math.min(shown.at, shown.parts.length - 1)], [left, top, width] = shown.frame;
    const scale = sheet.clientWidth / width;
    frame.scrollTo({
      left: (x - left) * scale - frame.clientWidth / 2, top: (y - top) * scale - frame.clientHeight / 2,
    });
  }

  /** @param {MouseEvent} event */
  chose(event) {
    const at = closest(event.target, "[data-at]")?.dataset.at;
    if (at === undefined) return;
    this.frame.focus({ preventScroll: true });
    this.choose(Number(at) === this.shown?.at ? -1 : Number(at));
  }

  /** @param {number} at */
  choose(at) {
    this.table.send({ do: "build", deed: "pick", at });
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const { shown } = this, target = /** @type {HTMLElement} */ (event.target);
    if (!shown || target.closest("input, select, textarea")) return;
    const last = shown.parts.length;
    const isTray = Boolean(target.closest(".rt-editor-tray"));
    const deed = this.deedOf(event);
    if (target.closest(".rt-editor-beside") && deed !== "undo" && deed !== "redo") return; // a key of its own there
    if (deed) this.table.send({ do: "build", deed });
    else if (isTray && this.walkTray(event, target)) { /* the next part of the tray has the focus */ }
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key === "Home") this.choose(0);
    else if (event.key === "End") this.choose(-1);
    else if (isTray) return;
    else if (event.key === "ArrowRight" || event.key === "ArrowDown") this.choose(Math.min(last, shown.at + 1));
    else if (event.key === "ArrowLeft" || event.key === "ArrowUp") this.choose(Math.max(0, shown.at - 1));
    else return;
    event.preventDefault();
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {"undo" | "redo" | "remove" | "turn" | null}
   */
  deedOf(event) {
    const key = event.key.toLowerCase(), isControl = event.ctrlKey || event.metaKey;
    if (isControl && key === "z") return event.shiftKey ? "redo" : "undo";
    if (isControl && key === "y") return "redo";
    if (isControl || event.altKey) return null;
    if (key === "delete" || key === "backspace") return "remove";
    return key === "t" && kept("letters") !== "off" ? "turn" : null;
  }

  /**
   * Arrow keys walk the tray.
   *
   * @param {KeyboardEvent} event
   * @param {HTMLElement} target
   */
  walkTray(event, target) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const offers = /** @type {HTMLElement[]} */ ([...this.tray.querySelectorAll(".rt-editor-offer")]);
    const at = offers.indexOf(target);
    if (!by || at < 0) return false;
    offers[(at + by + offers.length) % offers.length].focus();
    return true;
  }

  // -- Deeds ------------------------------------------------------------------------------------------------------

  showDeeds() {
    const { shown, table } = this;
    if (!shown) return;
    const { labels } = shown, hasParts = shown.parts.length > 0, isChosen = shown.at < shown.parts.length;
    /** @param {"undo" | "redo" | "remove" | "turn" | "clear"} deed @param {boolean} can */
    const press = (deed, can) => {
      const made = button("rt-small", () => table.send({ do: "build", deed }), labels[deed]);
      made.dataset.deed = deed;
      made.disabled = !can;
      return made;
    };
    const chosen = shown.parts[shown.at];
    const end = hasParts ? labels["at-end"] : "";
    const name = chosen ? this.named(`${shown.at + 1}`, chosen.name) : end;
    const told = make("span", { class: "rt-editor-chosen" }, name);
    this.deeds.replaceChildren(
      told,
      pair(press("undo", shown.undo), press("redo", shown.redo), press("remove", hasParts),
        press("turn", shown.turns), press("clear", hasParts)),
      ...(isChosen ? [this.whereTo(labels)] : []));
  }

  /** @param {Record<string, string>} labels whether the next part comes in place of the chosen one or before it */
  whereTo(labels) {
    const name = this.table.ids("editor-where");
    /** @param {boolean} instead @param {string} label */
    const choice = (instead, label) => make("label", {}, make("input", {
      type: "radio", name, checked: this.shown?.instead === instead, "data-control": instead ? "instead" : "before",
      onchange: () => this.table.send({ do: "build", deed: "instead" }),
    }), " ", label);
    return make("div", { class: "rt-editor-where" }, choice(true, labels.instead), choice(false, labels.before),
      button("rt-small", () => this.choose(-1), labels.end));
  }

  showWhy() {
    const { shown, table } = this, why = shown?.why;
    this.why.hidden = !why;
    if (!why) return;
    const more = [why.said, why.why, why.fix].filter(Boolean).join(" ");
    this.why.replaceChildren(make("p", {}, make("b", {}, why.title), " ", more),
      why.code ? button("rt-small", () => table.go(`rules/${why.code}`), why.code) : "");
  }

  // -- The tray ---------------------------------------------------------------------------------------------------

  showTray() {
    const { shown } = this, focus = this.focused();
    if (!shown) return;
    if (shown.tray.length) this.showTiles(shown);
    else this.showNotes(shown);
    this.refocus(focus);
  }

  /** @param {EditorShown} shown */
  showTiles({ tray, labels }) {
    const only = make("input", {
      type: "checkbox", "data-control": "fits", checked: this.onlyFitting, onchange: () => {
        this.onlyFitting = only.checked;
        this.showTray();
      },
    });
    const groups = GROUPS.map((group) => {
      const all = tray.filter((offer) => offer.group === group);
      const there = this.onlyFitting ? all.filter(({ refused }) => !refused) : all;
      return there.length ? this.group(labels[group], there.map((offer) => this.tile(offer))) : null;
    });
    this.tray.replaceChildren(make("div", { class: "rt-editor-head" }, make("h3", {}, labels.tray),
      make("label", {}, only, " ", labels.fits)), ...groups.filter((one) => one !== null));
  }

  /** @param {EditorOffer} offer */
  tile(offer) {
    return offerButton(offer.word, offer.name, offer.refused, tilePicture(offer), () => this.lay(offer.word));
  }

  /** @param {string} word */
  lay(word) {
    this.table.send({ do: "build", deed: "lay", what: word });
  }

  /**
   * @param {string} name
   * @param {Node[]} offers
   */
  group(name, offers) {
    return make("div", { class: "rt-editor-group", role: "group", "aria-label": name },
      make("h4", {}, name), make("div", { class: "rt-editor-offers" }, ...offers));
  }

  /** @param {string} label @param {string} text what it is called, and what is told of it */
  named(label, text) {
    return fill(this.table.words.colon, { label, text });
  }

  /** @param {EditorShown} shown pace notes, with the ground that they get */
  showNotes({ labels }) {
    const { brush } = this;
    /** @param {string} note @param {string} name */
    const offer = (note, name) =>
      offerButton(note, name, "", notePicture(note, brush.snow), () => this.lay(`${groundOf(brush)} ${note}`));
    /** @param {string} side @param {string} name */
    const bends = (side, name) => this.group(name, NOTES.map((line) => {
      const note = bendNote(side, line, brush);
      return offer(note, this.named(name, note));
    }));
    this.tray.replaceChildren(
      make("div", { class: "rt-editor-head" }, make("h3", {}, labels.tray), ...this.brushes(labels)),
      this.group(labels.straight, [offer("s1", labels.straight)]), bends("L", labels.left), bends("R", labels.right),
      this.group(labels.jumps, NOTES.slice(1).map((note) =>
        offer(`j${note}`, this.named(labels.jumps, `${note}`)))));
  }

  /** @param {Record<string, string>} labels */
  brushes(labels) {
    const { brush, shown } = this;
    const changed = () => this.showTray();
    const snow = make("input", {
      type: "checkbox", "data-control": "snow", checked: brush.snow,
      onchange: () => { brush.snow = snow.checked; changed(); },
    });
    const cut = make("input", {
      type: "checkbox", "data-control": "cut", checked: brush.cut,
      onchange: () => { brush.cut = cut.checked; changed(); },
    });
    /** @param {"left" | "right"} side */
    const beside = (side) => {
      const select = make("select", {
        "data-control": side, onchange: () => { brush[side] = select.value; changed(); },
      },
        ...(shown?.terrain ?? []).map(([key, name]) =>
          make("option", { value: key, selected: key === brush[side] }, name)));
      return make("label", {}, labels[`beside-${side}`], " ", select);
    };
    const drifts = make("select", {
      "data-control": "drifts", onchange: () => { brush.drifts = Number(drifts.value); changed(); },
    },
      ...[0, 2, 3, 4].map((many) =>
        make("option", { value: many, selected: many === brush.drifts }, many ? String(many) : labels.none)));
    return [
      make("label", {}, labels.drift, " ", drifts), make("label", {}, cut, " ", labels.cut),
      make("label", {}, snow, " ", labels.snow), beside("left"), beside("right"),
    ];
  }

  // -- Beside the road --------------------------------------------------------------------------------------------

  showFigures() {
    const { shown, told, table } = this;
    if (!shown) return;
    const { labels } = shown;
    /** @param {string} text @param {string} looks */
    const line = (text, looks = "") => (text ? make("p", { class: looks || null }, text) : null);
    const hard = told?.hard ? drawnHardness(table.words, told.hard) : null;
    const lines = [
      line([shown.length, told?.hard ? "" : shown.hard].filter(Boolean).join(" · ")), hard,
      line(shown.lacking, "rt-editor-lacks"), line(told?.par ?? "", "rt-editor-par"),
      line(told?.sure ?? "", "rt-quiet"),
      line(told?.hurts ?? "", told?.hurts_at !== undefined && told.hurts_at >= 0 ? "rt-editor-hurts" : ""),
      line(told?.hurts ? "" : shown.tight, "rt-quiet"), line(told?.work ?? "", "rt-quiet"),
    ];
    this.figures.replaceChildren(make("h3", {}, labels.figures), ...lines.filter((one) => one !== null));
  }

  get game() {
    return this.shown?.game ?? "";
  }

  showShelf() {
    const { shown, table } = this;
    if (!shown) return;
    const { labels, text, line, lacking } = shown;
    const can = Boolean(text) && !lacking;
    const drive = button("rt-primary", () => this.drive(), labels.drive);
    const rally = button("rt-small", () => this.rally(), labels.rally);
    for (const one of [drive, rally]) one.disabled = !can;
    const name = make("input", {
      "aria-label": labels.name, placeholder: labels.name, maxlength: 40, autocomplete: "off",
    });
    const field = make("input", { "aria-label": labels.line, value: line, autocomplete: "off", spellcheck: "false" });
    const form = make("form", { class: "rt-editor-form", onsubmit: (event) => {
      event.preventDefault();
      this.keepStage(name.value.trim());
    } }, name, make("button", { type: "submit", class: "rt-small", disabled: !text }, labels.keep));
    const bring = make("form", { class: "rt-editor-form", onsubmit: (event) => {
      event.preventDefault();
      table.send({ do: "build", deed: "open", what: field.value });
    } }, field, make("button", { type: "submit", class: "rt-small" }, labels.bring));
    const copies = pair(
      button("rt-small", () => this.copy(this.link(), labels.copied), labels.link),
      button("rt-small", () => this.copy(line, labels.copied), labels.copy),
      button("rt-small", () => this.print(), labels.print));
    for (const one of copies.querySelectorAll("button")) one.disabled = !text;
    this.shelf.replaceChildren(pair(drive, rally), this.notice,
      make("h3", {}, labels.share), make("label", { class: "rt-quiet" }, labels.line), bring, copies,
      make("h3", {}, labels.kept), form, this.own());
  }

  /** The stages that this browser keeps. */
  own() {
    const { table, shown } = this;
    const rows = keptStages(this.game).map((one) => make("li", {},
      button("rt-line", () => table.send({ do: "build", deed: "open", what: one.text }), one.name),
      iconButton("take", this.named(shown?.labels.forget ?? "", one.name), () => {
        this.writeStages(keptStages(this.game).filter(({ name }) => name !== one.name));
        this.showShelf();
      })));
    return make("ul", { class: "rt-editor-own" }, ...rows);
  }

  /** @param {string} name */
  keepStage(name) {
    const { shown } = this;
    if (!shown?.text) return;
    const { labels } = shown;
    if (!name) {
      this.tell(labels["no-name"]);
      return;
    }
    const before = keptStages(this.game), others = before.filter((one) => one.name !== name);
    const isKept = this.writeStages([...others, { name, text: shown.text }]);
    this.showShelf();
    const told = others.length < before.length ? labels.overwrite : fill(labels["kept-now"], { name });
    this.tell(isKept ? told : labels["not-kept"]);
  }

  /** @param {KeptStage[]} stages */
  writeStages(stages) {
    return keep(`stages:${this.game}`, JSON.stringify(stages));
  }

  link() {
    const address = addressOf(this.table.place.page);
    address.hash = new URLSearchParams({ [STAGE]: this.shown?.line ?? "" }).toString();
    return address.href;
  }

  /**
   * @param {string} text
   * @param {string} told
   */
  async copy(text, told) {
    try {
      await navigator.clipboard.writeText(text);
      this.tell(told);
    } catch {
      this.tell(text);
    }
  }

  /** @param {string} text what came of something, or why nothing did */
  tell(text) {
    write(this.notice, text);
    this.table.say(text);
  }

  drive() {
    const { table, shown } = this;
    if (!shown) return;
    const { text } = shown;
    table.send({ do: "go", to: table.place.at.replace("editor", "drive"), kept: null });
    table.send({ do: "new", table: text, cars: 1, bots: true, seed: String(Date.now() % 1e6) });
  }

  rally() {
    const { table, shown } = this;
    if (!shown) return;
    const known = keptStages(this.game), names = known.map(({ name }) => name), { figures } = shown.labels;
    let name = figures;
    for (let n = 2; names.includes(name); n++) name = `${figures} ${n}`;
    if (!known.some(({ text }) => text === shown.text)) this.keepStage(name);
    table.rally.own = shown.text;
    table.go(table.place.at.replace("editor", "rally"));
  }

  /** The list for the table, which is printed with the picture. */
  showList() {
    const { shown } = this;
    if (!shown) return;
    const { labels, parts, line } = shown;
    const rows = parts.map(({ name, way }) => make("li", {}, make("b", {}, name), way ? ` (${way})` : ""));
    this.list.replaceChildren(make("h3", {}, labels.list), make("ol", {}, ...rows), make("code", {}, line));
    this.list.hidden = !parts.length;
  }

  // -- The focus, which stays where it was ------------------------------------------------------------------------

  focused() {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement) || !this.node.contains(at)) return "";
    const { word, deed, control } = at.dataset;
    if (word) return `[data-word="${CSS.escape(word)}"]`;
    if (deed) return `[data-deed="${deed}"]`;
    return control ? `[data-control="${control}"]` : "";
  }

  /** @param {string} where */
  refocus(where) {
    if (!where) return;
    const found = /** @type {HTMLButtonElement | null} */ (this.node.querySelector(where));
    if (found && !found.disabled) found.focus({ preventScroll: true });
    else this.frame.focus({ preventScroll: true });
  }
}
