// @ts-check
// What a page shows before Python is there, and after it has come. The tutor reads its model here, and says here what
// was done; whoever carries messages to Python and back, `page.js` or `served.js`, gives the rest.

import { keepPicture, pictureOf } from "./pictures.js";

/** @import { Told } from "./pictures.js" */
/** @typedef {{ model: object, el: HTMLElement, signal?: AbortSignal }} View */
/** @typedef {{ parts: string[], render(view: View): () => void }} Tutor */

const BEFORE_KEEPING = 700; // ms without anything new, after which what is shown is kept
const THINKING = 400; // ms that an answer may take before that is shown
const TAKEN = "rt-taken"; // what was pressed, and waits
const BLANK = "rt-blank"; // a map that does not say how far somebody is

/** @param {string} id */
const seen = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * The words around the tutor, in the language that is spoken now where the page has several.
 *
 * @returns {Record<string, string>}
 */
export function words() {
  const told = JSON.parse(seen("rallyman-words").textContent ?? "");
  const { lang } = document.documentElement;
  return told[lang] ?? told[lang.split("-")[0]] ?? told;
}

/**
 * Whether this message is no deed of the learner's.
 *
 * @param {any} intent
 */
const isGreeting = (intent) => intent.do === "hello" || intent.do === "frame";

export class Shown {
  /**
   * @param {Tutor} tutor
   * @param {(intent: unknown) => void} send takes what was done to Python, now or once that is there
   * @param {object} [widgets] what shows other widgets inside of the tutor
   */
  constructor(tutor, send, widgets) {
    this.tutor = tutor;
    this.state = /** @type {Told} */ (Object.fromEntries(tutor.parts.map((part) => [part, {}])));
    this.state.canvas = null;
    this.hearing = /** @type {Map<string, Set<() => void>>} */ (new Map()); // event: what hears it
    this.isShown = false;
    this.isLast = false; // whether it is shown as it was when it was last seen here
    this.untold = /** @type {Told} */ ({}); // what Python has told behind that
    this.waits = true; // for Python
    this.unanswered = 0; // messages without an answer
    this.thinking = 0; // the timer of what is said about that
    this.keeping = 0; // the timer of what is kept next
    this.pressed = /** @type {Element | null} */ (null); // what was pressed last
    this.ended = new AbortController();
    this.model = {
      get: (/** @type {string} */ part) => this.state[part],
      on: (/** @type {string} */ event, /** @type {() => void} */ act) => {
        this.hearing.set(event, (this.hearing.get(event) ?? new Set()).add(act));
      },
      off: (/** @type {string} */ event, /** @type {() => void} */ act) => this.hearing.get(event)?.delete(act),
      send: (/** @type {unknown} */ intent) => this.send(intent, send),
      ...(widgets && { widget_manager: widgets }),
    };
  }

  /**
   * @param {unknown} intent
   * @param {(intent: unknown) => void} send
   */
  send(intent, send) {
    send(intent);
    this.unanswered++;
    if (this.waits && isGreeting(intent)) return;
    if (this.waits) this.pressed?.classList.add(TAKEN);
    this.thinking ||= setTimeout(() => this.murmur(), this.waits ? 0 : THINKING);
  }

  /** Python has answered a message; the first one is the greeting, and then it knows what is kept here. */
  answered() {
    if (this.waits) this.live();
    if (--this.unanswered) return;
    clearTimeout(this.thinking);
    this.thinking = 0;
    this.murmur();
  }

  /** Says that an answer takes its time, and why, as long as that is so. */
  murmur() {
    const text = this.unanswered && this.thinking ? words()[this.waits ? "coming" : "thinking"] : "";
    seen("rallyman-thinking").textContent = text;
  }

  /**
   * Shows the picture of a place, where there is a true one and Python is not there before it.
   *
   * @param {string} own the place of this page
   * @param {string} at
   * @param {(at: string) => string} addressOf the address of the first picture of a map
   */
  async begin(own, at, addressOf) {
    const picture = await pictureOf(own, at, addressOf);
    if (!picture || this.isShown) return;
    this.isLast = Boolean(picture.isLast ?? picture.isBlank);
    seen("rallyman-tutor").classList.toggle(BLANK, Boolean(picture.isBlank));
    this.take(picture.told);
    this.show();
  }

  show() {
    this.isShown = true;
    const el = seen("rallyman-tutor"), { signal } = this.ended;
    el.setAttribute("aria-busy", String(this.waits));
    el.addEventListener("click", ({ target }) => {
      this.pressed = /** @type {Element} */ (target).closest("button, a, [data-place], [data-key]");
    }, { capture: true, signal });
    this.tutor.render({ model: this.model, el, signal });
  }

  /** Python is there: what is shown is what it says from now on. */
  live() {
    this.waits = this.isLast = false;
    this.take(this.untold);
    const el = seen("rallyman-tutor");
    el.setAttribute("aria-busy", "false");
    el.classList.remove(BLANK);
    for (const taken of document.querySelectorAll(`.${TAKEN}`)) taken.classList.remove(TAKEN);
  }

  /** @param {Told} told by Python, which does not yet know where the learner was when this was seen last */
  tell(told) {
    const language = told.words?.language, shown = this.state.words.language;
    const isAnother = language && shown && language !== shown; // by the greeting Python learns of the learner's
    if (this.waits && isAnother) this.isLast = true;
    if (this.isLast) Object.assign(this.untold, told);
    else this.take(told);
  }

  /**
   * Takes in what was told, and tells the tutor what has changed by it.
   *
   * @param {Told} told
   */
  take(told) {
    const { state } = this;
    const isSame = (/** @type {string} */ part) =>
      state[part] === told[part] || JSON.stringify(state[part]) === JSON.stringify(told[part]);
    const changed = Object.keys(told).filter((part) => !isSame(part));
    for (const part of changed) state[part] = told[part];
    if (!this.isShown) return;
    for (const part of changed) for (const act of [...(this.hearing.get(`change:${part}`) ?? [])]) act();
    clearTimeout(this.keeping);
    if (changed.length) this.keeping = setTimeout(() => keepPicture(state), BEFORE_KEEPING);
  }
}

/** The still picture of a board goes once the tutor is to be seen. */
export function uncover() {
  const start = document.getElementById("rallyman-start");
  start?.classList.add("leaving");
  setTimeout(() => start?.remove(), 200);
}
