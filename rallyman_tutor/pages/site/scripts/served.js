// @ts-check
// The served page before its kernel is there: shows the tutor as it was drawn beforehand, keeps what is done, and hands
// both over to the widget when it has come.

import tutor from "./tutor.js";
import { Shown, uncover } from "./shown.js";

/** @typedef {{ idle: () => void }} Heard */
/**
 * The widget's side of the tutor.
 *
 * @typedef {object} Widget
 * @property {(part: string) => unknown} get
 * @property {(event: string, act: () => void) => void} on
 * @property {(intent: unknown, told: object) => void} send
 * @property {{ get_model(id: string): Promise<object>, create_view(model: object): Promise<object> }} widget_manager
 */

const AT_LATEST = 5000; // ms after which the greeting counts as answered, where nothing says so
const APPLIED = 60; // ms in which what an answer has told is taken in

const own = /** @type {HTMLElement} */ (document.getElementById("rallyman-tutor")).dataset.at ?? "home";
const asked = new URLSearchParams(location.search).get("at") ?? own;
const isBrought = new URLSearchParams(location.hash.slice(1)).has("game");

/** @type {Widget | null} */
let widget = null;
/** @type {unknown[]} */
const waiting = []; // what was done before there was a widget

/** @param {unknown} intent */
function send(intent) {
  if (!widget) {
    waiting.push(intent);
    return;
  }
  let isOver = false;
  const over = () => {
    if (isOver) return;
    isOver = true;
    const wasWaiting = shown.waits;
    shown.answered();
    if (wasWaiting) window.dispatchEvent(new CustomEvent("rallyman:alive"));
  };
  const status = (/** @type {any} */ { content }) => content.execution_state === "idle" && setTimeout(over, APPLIED);
  setTimeout(over, AT_LATEST);
  widget.send(intent, { iopub: { status } });
}

const shown = new Shown(tutor, send, {
  get_model: (/** @type {string} */ id) => /** @type {Widget} */ (widget).widget_manager.get_model(id),
  create_view: (/** @type {object} */ model) => /** @type {Widget} */ (widget).widget_manager.create_view(model),
});

/** @type {any} */ (window).rallymanShown = {
  model: shown.model,
  /** Whether the tutor is to be seen, and waits for its kernel. */
  get waits() {
    return shown.isShown && shown.waits;
  },
  /**
   * The widget has come, and shows itself here.
   *
   * @param {Widget} come
   */
  takes(come) {
    widget = come;
    /** @type {Record<string, unknown>} */
    let news = Object.fromEntries(tutor.parts.map((part) => [part, come.get(part)]));
    const tell = () => {
      shown.tell(news);
      news = {};
    };
    tell();
    for (const part of tutor.parts) come.on(`change:${part}`, () => { news[part] = come.get(part); });
    come.on("change", tell);
    if (!shown.isShown) shown.show();
    waiting.splice(0).forEach(send);
  },
};

/** @param {string} map */
const addressOf = (map) =>
  new URL(`first/${map}.bin?lang=${document.documentElement.lang}`, import.meta.url).href;
if (!isBrought) shown.begin(own, asked, addressOf);
addEventListener("rallyman:ready", uncover, { once: true });
