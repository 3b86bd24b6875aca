// @ts-check
// The page of the static edition: shows the tutor, and carries messages between it and Python, which runs in a worker.
//
// What the page looks like at first was drawn when the site was written, and is there before Python is. What a learner
// does meanwhile waits in the worker, behind the greeting.

import tutor from "./tutor.js";
import { PAGES } from "./build.js";
import { Shown, uncover, words } from "./shown.js";
import { offerUpdates } from "./updates.js";

const SLOW = 6000; // ms after which a page that is still coming says that it waits

/** @param {string} id */
const seen = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const at = PAGES[/** @type {any} */ (window).rallymanPage] ?? "home";
const asked = new URLSearchParams(location.search).get("at") ?? at;
const isBrought = new URLSearchParams(location.hash.slice(1)).has("game");

const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: "tutor" });
const shown = new Shown(tutor, (intent) => worker.postMessage({ hear: JSON.stringify(intent) }));

/** @param {string} said while there is nothing to be seen yet */
function wait(said) {
  const waiting = document.getElementById("rallyman-waiting"); // gone, once there is
  if (waiting) waiting.textContent = said;
}

/** @param {string} why of our words */
function fail(why) {
  wait(words()[why]);
  if (shown.isShown) offer(words()[why], words().reload, () => location.reload());
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
  if (data.answered) shown.answered();
  if (data.kept) { // so nothing is fetched twice
    offerUpdates((act) => offer(words().update, words()["update-now"], act));
  }
  if (data.told) shown.tell(JSON.parse(data.told));
  if (data.begun && !shown.isShown) shown.show();
};
const { lang } = document.documentElement;
worker.postMessage({ begin: at, speaks: lang });
/** @param {string} map */
const addressOf = (map) => {
  const page = Object.keys(PAGES).find((name) => PAGES[name] === map);
  return new URL(`first/${lang}/${page}.bin`, import.meta.url).href;
};
if (!isBrought) shown.begin(at, asked, addressOf);

const slow = setTimeout(() => wait(words().long), SLOW);
addEventListener("rallyman:ready", () => {
  clearTimeout(slow);
  uncover();
}, { once: true });
