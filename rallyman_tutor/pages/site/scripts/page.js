// @ts-check
// The page of the static edition: shows the tutor, and carries messages between it and Python, which runs in a worker.
//
// What the page looks like at first was drawn when the site was written, and is there before Python is. What a learner
// does meanwhile waits in the worker, behind the greeting.

import tutor from "./tutor.js";
import { PAGES, WIRE } from "./build.js";
import { keepPicture, pictureOf } from "./pictures.js";
import { offerUpdates } from "./updates.js";

/** @import { Told } from "./pictures.js" */

const BEFORE_KEEPING = 700; // ms without anything new, after which what is shown is kept
const THINKING = 400; // ms that an answer may take before that is shown
const SLOW = 6000; // ms after which a page that is still coming says that it waits

/** @param {string} id */
const seen = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @type {Record<string, string>} */
const words = JSON.parse(seen("rallyman-words").textContent ?? "");

const name = /** @type {any} */ (window).rallymanPage;
const at = PAGES[name] ?? "home";
const asked = new URLSearchParams(location.search).get("at") ?? at;
const isBrought = new URLSearchParams(location.hash.slice(1)).has("game");

const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: "tutor" });
/** @type {Map<string, Set<() => void>>} */
const hearing = new Map(); // event: what hears it
/** @type {Told} */
const state = Object.fromEntries([...WIRE, "canvas"].map((part) => [part, part === "canvas" ? null : {}]));
let unanswered = 0, thinking = 0; // messages without an answer, and the timer of what is said about that
let hasBegun = false;
let keeping = 0; // the timer of what is kept next
let isShown = false, isLast = false; // whether the tutor is shown, and as it was when it was last seen here

const model = {
  /** @param {string} part */
  get: (part) => state[part],
  /**
   * @param {string} event
   * @param {() => void} act
   */
  on(event, act) {
    hearing.set(event, (hearing.get(event) ?? new Set()).add(act));
  },
  /**
   * @param {string} event
   * @param {() => void} act
   */
  off(event, act) {
    hearing.get(event)?.delete(act);
  },
  /** @param {unknown} intent */
  send(intent) {
    worker.postMessage({ hear: JSON.stringify(intent) });
    unanswered++;
    thinking ||= setTimeout(murmur, THINKING);
  },
};

/**
 * Takes in what was told, and tells the tutor what has changed by it.
 *
 * @param {Told} told
 */
function take(told) {
  const isSame = (/** @type {string} */ part) => JSON.stringify(state[part]) === JSON.stringify(told[part]);
  const changed = Object.keys(told).filter((part) => !isSame(part));
  for (const part of changed) state[part] = told[part];
  if (!isShown) return;
  for (const part of changed) for (const act of [...(hearing.get(`change:${part}`) ?? [])]) act();
  clearTimeout(keeping);
  if (changed.length) keeping = setTimeout(() => keepPicture(state), BEFORE_KEEPING);
}

/** Says that an answer takes its time, and why, as long as that is so. */
function murmur() {
  const why = hasBegun ? words.thinking : words.coming;
  seen("rallyman-thinking").textContent = unanswered && thinking ? why : "";
}

function show() {
  isShown = true;
  tutor.render({ model: /** @type {any} */ (model), el: seen("rallyman-tutor") });
}

/** @param {string} said while there is nothing to be seen yet */
function wait(said) {
  const waiting = document.getElementById("rallyman-waiting"); // gone, once there is
  if (waiting) waiting.textContent = said;
}

/** @param {string} why of our words */
function fail(why) {
  wait(words[why]);
  if (isShown) offer(words[why], words.reload, () => location.reload());
}

/**
 * Shows the banner: a sentence, and a button that does something about it.
 *
 * @param {string} said
 * @param {string} deed
 * @param {() => void} act
 */
function offer(said, deed, act) {
  const box = document.createElement("div"), text = document.createElement("span");
  const button = document.createElement("button");
  text.textContent = said;
  button.className = "rallyman-button";
  button.textContent = deed;
  button.onclick = act;
  box.append(text, button);
  seen("rallyman-banner").replaceChildren(box);
}

worker.onerror = () => fail("unborn");
worker.onmessage = (/** @type {MessageEvent} */ { data }) => {
  if (data.failed) {
    console.error(data.failed);
    fail("unborn");
    return;
  }
  if (data.answered && !--unanswered) {
    clearTimeout(thinking);
    thinking = 0;
    murmur();
  }
  if (data.kept) offerUpdates((act) => offer(words.update, words["update-now"], act)); // so nothing is fetched twice
  if (data.told && !isLast) take(JSON.parse(data.told));
  if (!data.begun) return;
  hasBegun = true;
  isLast = false; // from now on it is told what it is then
  if (!isShown) show();
};
worker.postMessage({ begin: at });
if (!isBrought) {
  pictureOf(name, asked).then((picture) => {
    if (!picture || isShown) return;
    ({ isLast } = picture);
    take(picture.told);
    show();
  });
}

const slow = setTimeout(() => wait(words.long), SLOW);
addEventListener("rallyman:ready", () => {
  clearTimeout(slow);
  const start = document.getElementById("rallyman-start");
  start?.classList.add("leaving");
  setTimeout(() => start?.remove(), 200);
}, { once: true });
