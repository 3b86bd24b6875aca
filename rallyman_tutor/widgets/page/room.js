// @ts-check
// A rally at several devices: the door of rooms, the people who gather, who drives above the board, and the podium.

import { addressOf, button, make, pair, quiet, write } from "./dom.js";
import { numberOf, podiumOf } from "./podium.js";
import { addressOfRooms, RoomLine } from "./room_line.js";
import { chartOf, tableOf } from "./sheet.js";
import { fill } from "./text.js";

/** @import { RoomMove, RoomShown, View } from "./wire" */
/** @import { RoomTold } from "./room_line.js" */
/** @import { Table } from "./table.js" */

const LONGEST_NAME = 24;

/** @param {string} code as it is read aloud: in two halves */
const inHalves = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;

/**
 * @param {Table} table
 * @param {View} view
 * @returns {string} who is in turn, where that is somebody else in a room; else nothing
 */
export function othersTurn({ place }, { mine, over, driver }) {
  return place.kind === "rooming" && !mine && !over ? fill(place.room.labels.turn, { name: driver ?? "" }) : "";
}

export class Room {
  /**
   * @param {Table} table
   * @param {AbortSignal} signal
   */
  constructor(table, signal) {
    this.table = table;
    this.line = /** @type {RoomLine | null} */ (null);
    this.isCut = false;
    this.shown = /** @type {RoomShown | null} */ (null);
    this.asked = /** @type {RoomMove | null} */ (null); // a move that the server has not answered
    this.followed = ""; // what the page was told last, so that it is not told twice
    this.called = ""; // the name that was written last
    this.over = /** @type {RoomShown | null} */ (null); // whose podium is shown
    this.turn = ""; // whose turn was said last
    this.problem = make("p", { class: "rt-rally-problem", role: "alert" });
    this.body = make("div", { class: "rt-room-body" });
    this.node = make("section", { class: "rt-rally rt-room", hidden: true, "aria-label": table.words.room });
    this.summary = make("summary", {});
    this.list = make("div", { class: "rt-room-list" });
    this.strip = make("details", { class: "rt-room-strip", hidden: true }, this.summary, this.list);
    signal.addEventListener("abort", () => this.end());
  }

  get labels() {
    return this.shown?.labels ?? {};
  }

  /** Where a name is being written. */
  get field() {
    return /** @type {HTMLInputElement | null} */ (this.body.querySelector("input.rt-room-name"));
  }

  /** The name as far as it is written, which nothing that comes meanwhile takes away. */
  get written() {
    return this.field?.value ?? this.called;
  }

  /** Where there is no room. */
  leave() {
    this.end();
    this.strip.hidden = true;
    this.shown = this.asked = null;
  }

  end() {
    this.line?.end();
    this.line = null;
  }

  /** @param {string} text why nothing came of what was asked */
  tell(text) {
    write(this.problem, text);
  }

  // -- From Python ------------------------------------------------------------------------------------------------

  /**
   * @param {RoomShown} shown
   * @param {boolean} hasBoard
   */
  show(shown, hasBoard) {
    const { table } = this, isOther = this.shown?.code !== shown.code;
    this.shown = shown;
    this.strip.hidden = !hasBoard;
    if (!addressOfRooms()) {
      const instead = button("rt-primary", () => table.go(this.ofGame("rally")), table.words.rally);
      this.frame(shown.labels.nowhere, pair(instead));
      return;
    }
    if (!shown.code) {
      if (this.line?.code) this.end();
      this.frame(shown.said, ...this.door(shown));
      return;
    }
    if (this.line && this.line.code !== shown.code) this.end();
    if (!this.line) {
      this.followed = "";
      this.line = this.lineTo(shown.code);
    } else if (isOther) this.followed = "";
    if (shown.ask) this.asks(shown.ask);
    this.follow();
    this.showRoom();
  }

  /** @param {string} code */
  lineTo(code) {
    return new RoomLine(code, (told) => this.hears(told), (isOpen) => {
      this.isCut = !isOpen;
      if (isOpen && this.asked) this.sendMove(this.asked);
      if (this.shown?.code) this.showRoom();
    });
  }

  /** @param {RoomMove} ask */
  asks(ask) {
    if (this.asked && this.asked.number === ask.number && this.asked.move === ask.move) return;
    if (this.line && ask.number < this.line.moves.length) return; // it was made
    this.asked = ask;
    this.sendMove(ask);
  }

  /** @param {RoomMove} ask */
  sendMove(ask) {
    if (!this.isCut) this.line?.put({ do: "move", ...ask });
  }

  // -- From the server --------------------------------------------------------------------------------------------

  /** @param {{ room?: RoomTold, refused?: string }} told */
  hears({ room, refused }) {
    const { table } = this;
    if (refused === "other-number" && !this.asked) return; // it was made, and sent again when the line came back
    if (refused) {
      this.asked = null;
      const why = this.shown?.refused[refused] ?? refused;
      if (this.line?.room || this.problem.textContent !== why) table.tell(why); // not with each try to come in
      if (refused === "no-room") this.frame("", ...this.wayBack());
      this.tell(why);
    }
    if (!room || !this.line) return;
    if (this.asked && this.line.made(this.asked)) this.asked = null;
    if (!this.shown?.code) { // it was opened here just now
      table.go(`room/${room.code}`);
      return;
    }
    this.follow();
    this.showRoom();
  }

  /** Tells Python what it does not know of the room. */
  follow() {
    const { line, shown } = this, room = line?.room;
    if (!line || !room || !shown || room.code !== shown.code) return;
    const from = shown.begun ? shown.known : 0;
    const seats = room.seats.map(({ name, level, mine }) => ({ name, level, mine }));
    const key = JSON.stringify([room.phase, seats, from, line.moves.length]);
    const isKnown = room.phase === "gathering" ? !shown.begun : shown.begun && from === line.moves.length;
    if (key === this.followed || (isKnown && this.followed)) return;
    this.followed = key;
    const { code, game, start, rules, values } = room;
    this.table.send({
      do: "follow", room: { code, game, start, rules, values, seats, from, moves: line.moves.slice(from) },
    });
  }

  // -- The door ---------------------------------------------------------------------------------------------------

  /** @param {string} place of the game that is on the table */
  ofGame(place) {
    const [, game] = this.table.place.map.split("/");
    return game ? `${place}/${game}` : place;
  }

  /**
   * @param {string} said
   * @param {...Node} parts
   */
  frame(said, ...parts) {
    const { table } = this;
    write(this.problem, "");
    this.body.replaceChildren(...parts);
    this.node.replaceChildren(
      pair(button("rt-small", () => table.go(table.place.map), table.words["to-map"])),
      make("h2", {}, table.words.room), make("p", { class: "rt-rally-said" }, said), this.problem, this.body);
  }

  /** @param {RoomShown} shown */
  door({ labels, setup }) {
    const { table } = this, { ids } = table;
    const code = make("input", {
      id: ids("room-code"), maxlength: 12, autocomplete: "off", spellcheck: "false", autocapitalize: "characters",
    });
    const enter = make("form", {
      onsubmit: (event) => {
        event.preventDefault();
        const written = code.value.replace(/[\s·-]/g, "").toUpperCase();
        if (/^[A-HJ-NP-Z2-9]{6}$/.test(written)) table.go(`room/${written}`);
        else this.tell(this.shown?.refused["no-room"] ?? "");
      },
    }, make("h3", {}, labels.join), this.labelled(labels.code, code),
    make("button", { type: "submit", class: "rt-primary" }, labels["join-go"]));
    return setup ? [enter, this.opening()] : [enter];
  }

  opening() {
    const { table, labels } = this, { ids } = table;
    const { setup, games } = /** @type {RoomShown} */ (this.shown);
    if (!setup) return make("form", {});
    const { words: { game: here } } = table;
    const game = make("select", { id: ids("room-game") },
      ...games.map((one) => make("option", { value: one.key, selected: one.key === here }, one.name)));
    game.addEventListener("change", () => table.go(`room/${game.value}`));
    const name = this.nameField("room-opener");
    const bots = make("select", { id: ids("room-bots") },
      ...[...Array(setup.most).keys()].map((n) => make("option", { value: n }, n ? String(n) : labels.none)));
    const level = make("select", { id: ids("room-level"), "aria-label": setup.bots },
      ...setup.levels.filter(({ key }) => key).map((one) => make("option", { value: one.key }, one.name)));
    const questions = setup.questions.map(({ field, name: asked, choices }) => ({
      field,
      only: setup.questions.find((one) => one.field === field)?.only_for ?? [],
      select: make("select", { id: ids(`room-${field}`), onchange: () => ask() },
        ...choices.map((one) => make("option", { value: one.key }, one.name))),
      asked,
    }));
    const rows = questions.map(({ asked, select }) => this.labelled(asked, select));
    const ask = () => {
      const stages = questions.find(({ field }) => field === "stages")?.select.value ?? "";
      questions.forEach(({ only }, at) => { rows[at].hidden = only.length > 0 && !only.includes(stages); });
    };
    ask();
    return make("form", {
      onsubmit: (event) => {
        event.preventDefault();
        this.called = name.value;
        this.line ??= this.lineTo("");
        this.line.openRoom({
          game: here, name: name.value, levels: Array(Number(bots.value)).fill(level.value),
          ...Object.fromEntries(questions.map(({ field, select }) => [field, select.value])),
        });
      },
    }, make("h3", {}, labels.open), this.labelled(labels.game, game), this.labelled(labels.name, name),
    make("details", {}, make("summary", {}, labels.more), ...rows,
      this.labelled(labels.bots, bots), this.labelled("", level)),
    make("button", { type: "submit", class: "rt-primary" }, labels["open-go"]));
  }

  /**
   * @param {string} text
   * @param {HTMLElement} field
   */
  labelled(text, field) {
    return make("label", {}, make("span", {}, text), field);
  }

  /** @param {string} id */
  nameField(id) {
    const field = make("input", {
      id: this.table.ids(id), class: "rt-room-name", maxlength: LONGEST_NAME, autocomplete: "off", spellcheck: "false",
    });
    field.value = this.written;
    return field;
  }

  wayBack() {
    return [pair(button("rt-primary", () => this.table.go(this.ofGame("room")), this.labels.another))];
  }

  // -- In the room ------------------------------------------------------------------------------------------------

  showRoom() {
    const { line, table, labels, shown } = this, room = line?.room;
    if (!shown) return;
    if (!room || room.game !== table.words.game) { // the table is made anew for another game
      if (!this.problem.textContent) this.frame(this.isCut ? labels.lost : labels.entering);
      return;
    }
    if (table.place.kind === "rooming") {
      this.showStrip(room);
      return;
    }
    if (shown.sheet && shown.podium) {
      if (this.over !== shown) this.showPodium(shown);
      this.over = shown;
      return;
    }
    this.over = null;
    if (room.phase === "gathering") this.showGathering(room);
  }

  /** @param {RoomShown} shown a room whose rally is over */
  showPodium({ said, podium, sheet, film: label }) {
    const { table } = this, { film, back } = table.rally;
    film.clear();
    back.clear();
    const watch = button("rt-small", () => table.send({ do: "film" }), label);
    this.frame(said, ...(podium ? [podiumOf(podium)] : []), ...(label ? [pair(watch), film.node, back.node] : []),
      ...(sheet ? [tableOf(sheet), chartOf(sheet)] : []), ...this.wayBack());
  }

  /** @param {RoomTold} room */
  showGathering(room) {
    const { table, labels } = this, own = room.seats.find(({ mine }) => mine);
    const focused = this.body.contains(document.activeElement) ? document.activeElement?.id : "";
    const isWriting = this.field !== null;
    const link = addressOf(table.place.page).href;
    const name = this.nameField("room-name");
    if (own && !isWriting && !this.called) name.value = own.name;
    const sit = make("form", {
      onsubmit: (event) => {
        event.preventDefault();
        this.called = name.value;
        this.line?.say({ do: "sit", name: name.value });
      },
    }, this.labelled(labels.name, name),
    make("button", { type: "submit", class: own ? "rt-small" : "rt-primary" }, own ? labels.rename : labels.sit));
    const begin = button("rt-primary", () => this.line?.say({ do: "begin" }), labels.begin);
    const problem = this.problem.textContent;
    this.frame(this.isCut ? labels.lost : this.shown?.said ?? "",
      make("p", { class: "rt-room-code" }, make("span", {}, labels.code), " ", make("b", {}, inHalves(room.code))),
      make("p", {}, labels.address, " ", make("a", { href: link }, link)),
      make("h3", {}, labels.seats), make("ul", {}, ...room.seats.map((seat, at) => this.seat(seat, at))),
      quiet(`${fill(labels.free, { n: room.free })} · ${fill(labels.devices, { n: room.watching })}`),
      ...(room.free || own ? [sit] : [quiet(labels["looks-on"])]),
      ...(own ? [pair(button("rt-small", () => this.line?.say({ do: "rise" }), labels.rise))] : []),
      room.opener ? pair(begin) : quiet(labels.waits));
    write(this.problem, problem);
    if (focused) document.getElementById(focused)?.focus();
  }

  /**
   * @param {RoomTold["seats"][number]} seat
   * @param {number} at its number, from 0
   */
  seat({ name, level, held, here, mine }, at) {
    const { labels } = this;
    const notes = [
      ...(mine ? [labels.you] : []), ...(held ? [] : [labels.bot]), ...(held && level ? [labels["stands-in"]] : []),
      ...(here ? [] : [labels.away]),
    ];
    return make("li", {}, numberOf(at), " ", make("bdi", {}, name), notes.length ? ` (${notes.join(", ")})` : "");
  }

  /** @param {RoomTold} room who drives, and behind it who is there */
  showStrip(room) {
    const { labels, table } = this, { driver, over, mine } = table.view;
    const whose = mine ? labels.yours : fill(labels.turn, { name: driver ?? "" });
    const lost = this.isCut ? labels.lost : "";
    this.summary.replaceChildren(make("b", {}, inHalves(room.code)), " ", make("bdi", {}, over ? labels.over : whose));
    this.strip.classList.toggle("rt-room-cut", this.isCut);
    this.strip.classList.toggle("rt-room-waits", !mine && !over);
    const own = room.seats.find((seat) => seat.mine);
    const canRelieve = Boolean(own);
    this.list.replaceChildren(
      ...(lost ? [make("p", {}, lost)] : []),
      make("ul", {}, ...room.seats.map((seat, at) => {
        const line = this.seat(seat, at);
        if (canRelieve && seat.held && !seat.mine && !seat.level) {
          line.append(" ", button("rt-small", () => this.line?.say({ do: "relieve", seat: at }),
            fill(labels.relieve, { name: seat.name })));
        }
        if (seat.mine && seat.level) {
          line.append(" ", button("rt-small", () => this.line?.say({ do: "back" }), labels.back));
        }
        return line;
      })),
      quiet(own ? fill(labels.devices, { n: room.watching }) : labels["looks-on"]));
    if (lost && !this.wasCut) table.say(lost);
    this.wasCut = Boolean(lost);
    if (mine && this.turn !== "mine") table.ears.add(labels.yours);
    this.turn = mine ? "mine" : driver;
  }

  wasCut = false;
}
