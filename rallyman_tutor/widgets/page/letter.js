// @ts-check
// A game by letter where nobody drives: its set-up, a letter that was opened, one to send. The keys, and the newest
// letter of each game, are kept in this browser and nowhere else.

import { addressOf, button, make, pair, quiet, write } from "./dom.js";
import { keep, kept, parsed } from "./memory.js";
import { Rally } from "./rally.js";
import { tableOf } from "./sheet.js";
import { fill } from "./text.js";

/** @import { LetterShown } from "./wire" */
/** @import { Table } from "./table.js" */
/** @typedef {{ keys: string[], games: Record<string, { code: string, said: string }> }} Letters what is kept */

const LETTER = "letter"; // in the address behind #, and the name of what is kept
const MOST_GAMES = 30;
const KEY_BYTES = 15, ID_BYTES = 6;
const TO_BE_SENT = ["send", "waits"];

/** @param {number} bytes @returns {string} a word that nobody guesses */
function secret(bytes) {
  const found = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...found)).replaceAll("+", "-").replaceAll("/", "_");
}

/** @returns {Letters} what this browser keeps; its first key is made when it is asked for */
function letters() {
  const found = /** @type {Partial<Letters> | null} */ (parsed(kept(LETTER)));
  const keys = Array.isArray(found?.keys) ? found.keys.filter((key) => typeof key === "string") : [];
  const games = found?.games && typeof found.games === "object" ? found.games : {};
  if (keys.length) return { keys, games };
  const first = { keys: [secret(KEY_BYTES)], games };
  keep(LETTER, JSON.stringify(first));
  return first;
}

/** The choices before a rally, for one that is driven by letter. */
class LetterForm extends Rally {
  /**
   * @override
   * @param {SubmitEvent} event
   */
  begin(event) {
    event.preventDefault();
    const { stages = "", many = "", rules = "", me = "0" } = this.chosen;
    this.table.send({
      do: "correspond", names: this.entries.map(({ name }) => name), levels: this.entries.map(({ level }) => level),
      me: Number(me), id: secret(ID_BYTES), key: letters().keys[0], stages, many, rules,
    });
  }

  /**
   * Who begins: one of the drivers.
   *
   * @param {Record<string, string>} labels
   */
  me(labels) {
    const select = make("select", {
      onchange: () => { this.chosen.me = select.value; },
      onfocus: () => list(),
    });
    const list = () => {
      const named = this.entries.map(({ name }, at) => fill(labels.driver, { n: at + 1, name }));
      select.replaceChildren(...named.map((name, at) => make("option", { value: at }, name)));
      select.value = this.chosen.me ?? "0";
    };
    list();
    return make("label", {}, make("span", {}, labels.me), select);
  }
}

export class LetterGame {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.form = new LetterForm(table);
    this.handedIn = ""; // the letter of the address that was opened last
    this.back = button("rt-small rt-letter-back", () => table.send({ do: "ready" }));
    this.problem = make("p", { class: "rt-rally-problem", role: "alert" });
    this.node = make("section", { class: "rt-rally rt-letter", hidden: true, "aria-label": table.words.letter });
    if (table.onPage) {
      addEventListener("hashchange", () => this.takeAddress(), { signal: table.life.signal });
    }
  }

  /** @param {string} text why a letter cannot be opened, or a rally not be begun */
  tell(text) {
    const { place } = this.table;
    if (place.kind === "letter" && place.letter.code) this.remember(place.letter); // not one that cannot be opened
    write(this.problem, text);
    this.problem.scrollIntoView({ block: "nearest" });
  }

  /** Opens the letter that the address brings. */
  takeAddress() {
    const code = this.table.onPage && new URLSearchParams(location.hash.slice(1)).get(LETTER);
    if (!code || code === this.handedIn) return;
    this.handedIn = code;
    this.open(code);
  }

  /**
   * @param {string} text
   * @param {string} [key] that was written by hand
   */
  open(text, key) {
    const { keys, games } = letters(), codes = Object.entries(games).map(([id, { code }]) => [id, code]);
    this.table.send({
      do: "letter", text, keys: key ? [...keys, key] : keys, kept: Object.fromEntries(codes), typed: Boolean(key),
    });
  }

  /** @param {LetterShown} letter */
  show(letter) {
    const { table } = this, { labels, phase, said, setup, sheet } = letter;
    const heading = make("p", { class: "rt-rally-said", tabindex: "-1" }, said);
    write(this.problem, "");
    this.node.replaceChildren(
      pair(button("rt-small", () => table.go(table.place.map), table.words["to-map"])),
      make("h2", {}, table.words.letter), heading, this.problem);
    if (phase === "start") {
      this.node.append(...this.known(labels));
      if (setup) {
        this.form.entries = setup.entries.map((entry) => ({ ...entry }));
        this.form.chosen = {};
        const form = this.form.form(/** @type {any} */ (letter), setup);
        form.querySelector(".rt-primary")?.before(this.form.me(labels));
        form.prepend(make("h3", {}, labels.start));
        this.node.append(form);
      }
      this.node.append(this.paste(labels));
      this.takeAddress();
      return;
    }
    this.remember(letter);
    this.node.append(...letter.notes.map((note) => make("p", {}, note)), ...this.deed(letter));
    if (letter.since.length) {
      this.node.append(make("section", { class: "rt-letter-since" }, make("h3", {}, letter.since_title),
        make("ol", {}, ...letter.since.map((line) => make("li", {}, line)))));
    }
    if (sheet) this.node.append(tableOf(sheet));
    if (letter.picture) {
      const src = `data:image/svg+xml,${encodeURIComponent(letter.picture)}`;
      this.node.append(make("figure", { class: "rt-letter-board" }, make("img", { src, alt: labels.board })));
    }
    this.node.append(...this.ownKey(letter));
    table.say([said, ...letter.notes].join(" "));
    heading.focus({ preventScroll: true });
  }

  /**
   * Keeps the newest letter of this game, and has it stand in the address, so that a reload finds it.
   *
   * @param {LetterShown} letter
   */
  remember({ id, code, said, key }) {
    const { table } = this, found = letters(), others = Object.entries(found.games).filter(([one]) => one !== id);
    const games = Object.fromEntries([...others.slice(1 - MOST_GAMES), [id, { code, said }]]);
    const keys = key && !found.keys.includes(key) ? [...found.keys, key] : found.keys;
    if (!keep(LETTER, JSON.stringify({ keys, games }))) table.home.tellNothingIsKept();
    if (!table.onPage) return;
    this.handedIn = code;
    history.replaceState(history.state, "", this.link(code));
  }

  /** @param {string} code */
  link(code) {
    return Object.assign(addressOf(this.table.place.page), { hash: `${LETTER}=${code}` }).href;
  }

  // -- Before a letter ----------------------------------------------------------------------------------------------

  /** @param {Record<string, string>} labels */
  paste(labels) {
    const field = make("textarea", { rows: 2, autocomplete: "off", spellcheck: "false" });
    return make("form", {
      onsubmit: (event) => {
        event.preventDefault();
        this.open(field.value);
      },
    }, make("label", {}, make("span", {}, labels.paste), field), this.opens(labels));
  }

  /** @param {Record<string, string>} labels */
  opens(labels) {
    return make("button", { type: "submit", class: "rt-small" }, labels.open);
  }

  /** @param {Record<string, string>} labels */
  known(labels) {
    const games = Object.values(letters().games).reverse();
    if (!games.length) return [];
    return [make("section", { class: "rt-letter-known" }, make("h3", {}, labels.known),
      ...games.map(({ code, said }) => button("rt-line", () => this.open(code), said)))];
  }

  // -- A letter -----------------------------------------------------------------------------------------------------

  /**
   * What is to be done with it.
   *
   * @param {LetterShown} letter
   */
  deed(letter) {
    const { table } = this, { labels, phase, go, laid, how, code } = letter;
    if (phase === "plan") {
      const select = make("select", {}, ...how.map(({ key, name }) => make("option", { value: key }, name)));
      const choice = how.length ? [make("label", {}, make("span", {}, labels.how), select)] : [];
      const seal = button("rt-primary", () => table.send({ do: "seal", how: how.length ? select.value : "" }), go);
      const change = button("rt-small", () => table.send({ do: "ready" }), labels.back);
      return [make("section", { class: "rt-letter-plan" }, make("h3", {}, labels.laid),
        make("ol", {}, ...laid.map((line) => make("li", {}, line))), ...choice, pair(seal, change))];
    }
    if (go) return [pair(button("rt-primary", () => table.send({ do: "ready" }), go))];
    const again = pair(button("rt-small", () => table.send({ do: "ready" }), labels.again));
    const isLast = phase === "over" || !TO_BE_SENT.includes(phase);
    return [...(isLast ? [] : [this.toSend(labels, code)]), ...(letter.asks_key ? [this.asksKey(letter)] : []), again];
  }

  /**
   * @param {Record<string, string>} labels
   * @param {string} code
   */
  toSend(labels, code) {
    const text = this.table.onPage ? this.link(code) : code;
    const field = make("input", { readonly: true, "aria-label": labels.link, value: text, class: "rt-letter-link" });
    field.addEventListener("focus", () => field.select());
    const said = make("p", { class: "rt-quiet", role: "status" });
    const copy = () => {
      field.focus();
      navigator.clipboard?.writeText(text).then(() => { write(said, labels.copied); }, () => {});
    };
    const share = () => navigator.share({ text }).catch(() => {}); // whoever changes their mind has sent nothing
    const shares = "share" in navigator ? [button("", share, labels.send)] : [];
    const copies = button("rt-primary", copy, labels.copy);
    return make("section", { class: "rt-letter-send" }, field, pair(copies, ...shares), said);
  }

  /** @param {LetterShown} letter */
  asksKey({ labels, code }) {
    const field = make("input", { autocomplete: "off", spellcheck: "false" });
    return make("form", {
      onsubmit: (event) => {
        event.preventDefault();
        this.open(code, field.value.trim());
      },
    }, make("label", {}, make("span", {}, labels["key-more"]), field), this.opens(labels));
  }

  /** @param {LetterShown} letter */
  ownKey({ labels, key }) {
    if (!key) return [];
    return [make("details", {}, make("summary", {}, labels["own-key"]), quiet(labels["key-keep"]),
      make("code", { class: "rt-letter-key" }, key))];
  }

  /** @param {string} back the words on the button that leads from the board back to the letter; or none */
  showBack(back) {
    write(this.back, back);
    this.back.hidden = !back;
  }
}
