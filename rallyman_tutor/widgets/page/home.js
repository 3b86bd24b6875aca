// @ts-check
// The map with the next step on it, the doors for which there is a reason, and all that there is besides.

import { Classroom, save } from "./classroom.js";
import { addressOfSheet, button, make, write } from "./dom.js";
import { letterSwitch } from "./keys.js";
import { CourseMap } from "./map.js";
import { kept, parsed } from "./memory.js";
import { drawnCourse, drawnHardness } from "./stages.js";
import { fill } from "./text.js";

/** @import { BrowserSave, Home as Shown } from "./wire" */
/** @import { Table } from "./table.js" */

const MOST_REASONS = 3; // doors that stand open at once

export class Home {
  /**
   * @param {Table} table
   * @param {AbortSignal} signal
   */
  constructor(table, signal) {
    this.table = table;
    const { words } = table;
    this.map = new CourseMap(table, signal);
    this.shownAt = ""; // the map that is shown; nothing elsewhere
    this.isOpenNext = false; // whether all that is here is to be seen when the map is shown next
    this.welcome = make("h2", {}, words.welcome);
    this.onward = make("div", { class: "rt-onward" });
    this.reasons = make("nav", { class: "rt-reasons", "aria-label": words.reasons });
    this.told = make("p", { class: "rt-problem", role: "status" });
    this.boxes = make("nav", { class: "rt-boxes", "aria-label": words.games });
    this.doors = make("div", { class: "rt-doors" });
    this.licence = make("div", { class: "rt-licence" });
    this.whereKept = make("span", {}, words["progress-here"]);
    const called = words["name-in-file"]; // a pupil's, for their teacher
    this.name = make("input", { class: "rt-name", maxlength: "60", "aria-label": called, placeholder: called });
    this.classroom = new Classroom(table);
    this.all = make("div", { class: "rt-all", id: table.ids("all"), hidden: true },
      make("p", {}, words["welcome-more"]), this.boxes, this.doors, this.licence, this.keeping(), this.classroom.node);
    this.opener = button("rt-all-button", () => this.open(Boolean(this.all.hidden)));
    this.opener.setAttribute("aria-controls", this.all.id);
    this.node = make("section", { class: "rt-home", hidden: true, "aria-label": words.course },
      make("div", { class: "rt-welcome" },
        this.welcome, make("div", { class: "rt-first-row" }, this.onward, this.opener), this.reasons, this.told),
      this.all, this.map.node);
  }

  /** @param {string} text */
  tell(text) {
    write(this.told, text);
  }

  /** @param {Shown} home */
  show(home) {
    const { table } = this, { words } = table, { next } = home;
    this.tell("");
    this.welcome.hidden = home.begun;
    const onward = () => table.go(next.name);
    this.onward.replaceChildren(button("rt-door rt-first", onward, make("b", {}, this.nextStep(home))));
    const open = home.doors.map(({ at, title, why }) => this.door(at, title, why));
    const reasons = [...this.reviewDoor(home.drive), ...open];
    this.reasons.hidden = !reasons.length;
    this.reasons.replaceChildren(...reasons.slice(0, MOST_REASONS));
    this.boxes.hidden = home.games.length < 2;
    this.boxes.replaceChildren(...home.games.map((game) => this.box(game)));
    this.doors.replaceChildren(...this.allDoors(home));
    this.licence.replaceChildren(
      make("b", {}, words.licences[home.licence]), make("span", {}, words["licence-more"][home.licence]));
    this.map.show(home);
    const isSameMap = this.shownAt === table.place.at; // and what was opened there stays open
    this.shownAt = table.place.at;
    this.open(this.isOpenNext || (isSameMap && !this.all.hidden));
    this.isOpenNext = false;
  }

  /** @param {Shown} home */
  nextStep({ next, number, begun }) {
    const { words } = this.table;
    if (!next.title) return words["free-drive"];
    return fill(words[begun ? "next-on-map" : "begin-on-map"], { n: number, title: next.title });
  }

  /**
   * A drive that this browser keeps, is over and was not looked back at.
   *
   * @param {string} at its address
   */
  reviewDoor(at) {
    const { words } = this.table, saved = /** @type {BrowserSave | null} */ (parsed(kept(`kept:${at}`)));
    return saved?.over && !saved.reviewed ? [this.door(at, words["review-door"], words["review-now"])] : [];
  }

  /** @param {boolean} isOpen whether all that is here is listed */
  open(isOpen) {
    const { words } = this.table;
    this.all.hidden = !isOpen;
    this.opener.setAttribute("aria-expanded", String(isOpen));
    write(this.opener, words[isOpen ? "to-less" : "to-all"]);
    if (isOpen) this.node.scrollTop = 0;
    else this.showNext();
  }

  /** The map is opened at the next place, unless that is in sight anyway. */
  showNext() {
    const { next, node } = this.map, high = this.node.clientHeight;
    const y = next ? node.offsetTop + next.offsetTop : 0;
    this.node.scrollTop = y > high * 0.8 ? y - high * 0.55 : 0;
  }

  /** @param {Shown["games"][number]} game */
  box(game) {
    const { table } = this, { words } = table;
    const much = game.of ? fill(words["lessons-done"], { n: game.done, of: game.of }) : words["no-lessons"];
    const made = button("rt-box", () => table.go(game.at), make("b", {}, game.name), make("span", {}, much));
    made.dataset.box = game.key;
    made.setAttribute("aria-current", game.now ? "page" : "false");
    return made;
  }

  /** @param {Shown} home */
  allDoors(home) {
    const { table } = this, { words } = table;
    const due = [
      ...(home.due ? [fill(words["due-rules"], { n: home.due })] : []),
      ...(home.decisions ? [fill(words["due-decisions"], { n: home.decisions })] : []),
    ];
    const waits = home.waiting ? [fill(words["due-waiting"], { n: home.waiting })] : [];
    const dueNow = due.length ? [fill(words.due, { list: due.join(", ") })] : [];
    const practice = [...dueNow, ...waits].join(". ") || words["practice-more"];
    return [
      ...(home.placement ? [this.door(home.placement, words.placement, words["placement-more"])] : []),
      this.door(home.drive, words["free-drive"], words["drive-more"]),
      this.door("practice", words.practice, practice),
      ...(home.puzzle
        ? [this.door(home.puzzle.at, words.puzzles, home.puzzle.solved ? words["puzzles-done"] : words["puzzles-more"])]
        : []),
      ...(home.daily
        ? [this.ofDay(home.daily)]
        : []),
      this.door(home.run, words.run, words["run-more"]),
      this.door(home.rally, words.rally, words["rally-more"]),
      ...(home.letter ? [this.door(home.letter, words.letter, words["letter-more"])] : []),
      this.door(home.room, words.room, words["room-more"]),
      ...(home.editor ? [this.door(home.editor, words.editor, words["editor-more"])] : []),
      ...(home.coming ? [this.door("coming", words.coming, words["coming-more"])] : []),
      this.door(home.book, words.rulebook, fill(words["rules-more"], { n: home.rules })),
      ...(table.onPage ? [this.printed()] : []),
      this.door("summary", words.summary, words["summary-open"]),
      this.door("insight", words.insight, words["insight-open"]),
    ];
  }

  /** The quick reference opens in the place of the tutor, and leads back: it can be printed. */
  printed() {
    const { words } = this.table;
    return make("a", {
      class: "rt-door", href: addressOfSheet(words),
    }, make("b", {}, words.sheet), make("span", {}, words["sheet-more"]));
  }

  /** @param {NonNullable<Shown["daily"]>} daily its door, with a picture of the stage */
  ofDay(daily) {
    const { words } = this.table, door = this.door(daily.at, words.daily, this.today(daily));
    const told = words.stages[daily.key];
    if (told) {
      door.append(make("span", { class: "rt-stage" }, drawnCourse(told.course), make("span", {},
        make("span", {}, `${fill(words["stage-par"], { par: told.par })}. ${told.length}`),
        drawnHardness(words, told.hard))));
    }
    return door;
  }

  /** @param {NonNullable<Shown["daily"]>} daily */
  today({ stage, best }) {
    return fill(this.table.words[best ? "daily-best" : "daily-more"], { stage, best });
  }

  /**
   * @param {string} to
   * @param {string} title
   * @param {string} more
   */
  door(to, title, more) {
    return button("rt-door", () => this.table.go(to), make("b", {}, title), make("span", {}, more));
  }

  // -- Progress -------------------------------------------------------------------------------------------------

  /** Progress lives in this browser only; it can be taken along as a file. */
  keeping() {
    const { words } = this.table;
    const file = make("input", { type: "file", accept: "application/json", hidden: true });
    file.addEventListener("change", () => this.bring(file));
    return make("p", { class: "rt-keep" }, this.whereKept, " ",
      button("rt-small", () => this.download(), words.download), this.name,
      button("rt-small", () => file.click(), words.bring), file,
      letterSwitch(this.table));
  }

  /** @param {HTMLInputElement} file */
  async bring(file) {
    const chosen = file.files?.[0];
    file.value = "";
    if (!chosen) return;
    let progress = null;
    try {
      progress = JSON.parse(await chosen.text());
    } catch {
      // without data the kernel answers that this is no file of ours
    }
    this.table.send({ do: "bring", progress });
  }

  /** A private window, or one that is full. */
  tellNothingIsKept() {
    if (this.whereKept.classList.contains("rt-warns")) return;
    write(this.whereKept, this.table.words["progress-nowhere"]);
    this.table.say(this.whereKept.textContent);
    this.whereKept.classList.add("rt-warns");
  }

  download() {
    const name = this.name.value.trim(), progress = this.table.model.get("progress");
    save(JSON.stringify(name ? { ...progress, name } : progress), "application/json", "rallyman-progress.json");
  }
}
