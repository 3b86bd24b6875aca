// The hand: picking up a die and putting it down, by dragging, by tapping twice, or by keys alone.
//
// Only what is done is told to the kernel. While a die is held everything is answered from `choices`, here.

import { make } from "./dom.js";
import { fill } from "./text.js";

const FAR = 6; // px a pointer moves before a tap is a drag

export class Hand {
  constructor(table) {
    this.table = table;
    this.held = null; // { piece, at }: a die from the tray, or the one at a place of the draft
    this.ghost = make("div", { class: "rt-ghost", hidden: true, "aria-hidden": "true" });
    table.root.append(this.ghost);
    // On a page of its own the table hears every key; in a notebook with other cells only those meant for it.
    (table.onPage ? document : table.root).addEventListener("keydown", (event) => this.key(event), { signal: table.life.signal });
    const { over, frame } = table.board;
    over.addEventListener("pointerdown", (event) => {
      const card = this.cardUnder(event.target);
      if (card) this.down(event, -1, card);
      else this.down(event, this.dieUnder(event.target));
    });
    over.addEventListener("click", (event) => this.tapped(event));
    over.addEventListener("pointermove", (event) => this.pointed(event));
    over.addEventListener("pointerleave", () => table.hint(""));
    frame.addEventListener("keydown", (event) => this.walked(event));
  }

  get piece() { return this.held?.piece ?? ""; }

  dieUnder(target) {
    const key = target.closest?.("[data-key^='die:']")?.dataset.key;
    return key ? Number(key.slice(4)) - 1 : -1;
  }

  // A card of the fan on the table, which is the same as in the tray.
  cardUnder(target) {
    return target.closest?.("[data-key^='card:']")?.dataset.key.split(":")[1] ?? "";
  }

  hold(held, say = true) {
    const { view, words } = this.table;
    if (view.look) this.table.send({ do: "look", at: -1 });
    this.held = held;
    this.setsOut = Boolean(held); // the first step of the arrows leads to where it fits
    this.unseen = held && held.at === undefined; // where it fits may be out of sight
    this.table.remark();
    this.unwarned = held && !this.table.choices.n; // what it may do is still on its way
    if (!say) return;
    const name = view.pieces.find((piece) => piece.key === held?.piece)?.name ?? "", told = this.warning();
    this.table.hint(told);
    this.table.say([held ? fill(words["say-held"], { piece: name }) : words["say-dropped"], told && `${told.title}.`, told?.said].filter(Boolean).join(" "));
  }

  // Why a die from the tray fits nowhere without a price.
  warning() {
    const { choices } = this.table, best = this.held && this.held.at === undefined && choices.best?.[this.held.piece];
    return best && choices.of[this.held.piece][best][0] !== "legal" ? this.reason(best) : null;
  }

  // The same for a die that was quicker in the hand than the answers were here.
  warn() {
    if (!this.unwarned || !this.held || !this.table.choices.n) return;
    this.unwarned = false;
    const told = this.warning();
    if (!told || this.target) return;
    this.table.hint(told);
    this.table.say(`${told.title}. ${told.said}`);
  }

  pick(piece) {
    const { view, words, asks } = this.table, found = view.pieces.find((one) => one.key === piece);
    if (asks) this.table.tell(words["asks-first"]);
    else if (!view.mine) this.table.tell(view.over ? words.finished : words["not-yours"]);
    else if (!found?.left) this.table.tell(words["laid-none"]);
    else if (this.held?.piece !== piece || this.held.at !== undefined) this.hold({ piece });
    else if (words.hides && this.open(piece).length > 1) this.asksWhere();
    else this.lay(""); // tapped twice: where it fits
  }

  // Where a card may go, but for being thrown away.
  open(piece) {
    const { choices, words } = this.table;
    return Object.entries(choices.of?.[piece] ?? {}).filter(([place, [verdict]]) => verdict !== "refused" && place !== words.away && this.table.board.places.has(place)).map(([place]) => place);
  }

  // Where the piece in hand fits comes into sight, once: whoever moves the board away after that wants it so.
  reveal() {
    const { board, choices, words } = this.table;
    if (!this.unseen || !this.held || !choices.n) return;
    this.unseen = false;
    const fits = words.hides ? this.open(this.piece) : this.warning() ? [] : [choices.best?.[this.piece]];
    const away = fits.map((key) => board.places.get(key)).find((place) => place && !board.seen(place.x, place.y));
    if (away) board.middle(away.x, away.y);
  }

  // A card that could go to several places goes to none of them by itself.
  asksWhere() {
    this.setsOut = true;
    this.table.board.point("");
    this.table.board.list.focus({ preventScroll: true });
    this.table.tell(this.table.words["which-place"]);
  }

  // The kernel laid no card for want of a place: it stays in the hand, and the arrows lead to where it may go.
  keeps() {
    if (this.unplaced && this.table.view.pieces.some((one) => one.key === this.unplaced && one.left)) {
      this.hold({ piece: this.unplaced }, false);
      this.table.board.point("");
      this.table.board.list.focus({ preventScroll: true });
    }
    this.unplaced = "";
  }

  lay(place) {
    const { piece, at } = this.held ?? {};
    if (!piece) return;
    const told = place && at === undefined ? this.reason(place) : null;
    this.held = null;
    this.unplaced = !place && at === undefined && this.table.words.hides ? piece : ""; // a card that nobody said a place for
    this.table.eager = this.table.words.hides && at === undefined; // a card that lies well is played at once
    if (at === undefined) this.table.send({ do: "lay", piece, place });
    else if (place) this.table.send({ do: "put", at, place });
    else this.table.send({ do: "take", at });
    this.table.hint(told); // the verdict was fetched before it was asked for: it is there in the same frame
  }

  // -- Pointers -------------------------------------------------------------------------------------------------

  down(event, at, piece = this.table.view.draft[at]?.piece) {
    if (event.button || !piece || !this.table.view.mine || this.table.asks) return;
    if (at < 0 && !this.table.view.pieces.find((one) => one.key === piece)?.left) return;
    const from = event.currentTarget, start = [event.clientX, event.clientY];
    let dragging = false;
    const move = (now) => {
      if (!dragging && Math.hypot(now.clientX - start[0], now.clientY - start[1]) < FAR) return;
      if (!dragging) {
        dragging = true;
        if (event.pointerType === "touch") this.table.board.closer();
        from.setPointerCapture(event.pointerId);
        this.hold({ piece, ...(at >= 0 && { at }) }, false);
        this.ghost.innerHTML = this.table.face(piece);
        this.ghost.hidden = false;
      }
      now.preventDefault();
      const frame = this.table.root.getBoundingClientRect();
      this.ghost.style.transform = `translate(${now.clientX - frame.x}px, ${now.clientY - frame.y}px)`;
      this.over(this.table.board.placeAt(now.clientX, now.clientY - (now.pointerType === "touch" ? 22 : 0)));
    };
    const stop = (end) => {
      for (const [what, act] of hearing) window.removeEventListener(what, act);
      this.ghost.hidden = true;
      if (!dragging) return;
      this.dropped = performance.now();
      const place = end.type === "pointerup" ? this.target : "";
      this.over("");
      if (place) this.lay(place);
      else if (at >= 0 && end.type === "pointerup") this.lay(""); // dropped off the road: taken back
      else this.hold(null);
    };
    const escape = (now) => { if (now.key === "Escape") stop(now); };
    const hearing = [["pointermove", move], ["pointerup", stop], ["pointercancel", stop], ["keydown", escape]];
    // Heard on the window: a quick hand is off the die before the first movement is told.
    for (const [what, act] of hearing) window.addEventListener(what, act);
  }

  over(place) {
    if (place === this.target) return;
    this.target = place;
    this.table.board.point(place);
    this.table.hint(place ? this.reason(place) : "");
  }

  pointed(event) {
    if (event.pointerType === "touch" || event.buttons) return;
    const place = event.target.dataset?.place ?? "";
    if (place !== this.under) { this.under = place; this.table.hint(place ? this.reason(place) : ""); }
  }

  tapped(event) {
    if (performance.now() - (this.dropped ?? -1e3) < 300) return;
    const at = this.dieUnder(event.target), place = this.table.board.placeAt(event.clientX, event.clientY);
    if (this.table.asks) { if (at >= 0 && this.table.sheet.kind === "find") this.table.send({ do: "point", at }); return; }
    const card = this.cardUnder(event.target);
    if (card) this.pick(card);
    else if (this.held && event.pointerType === "touch" && this.table.board.closer(event.clientX, event.clientY)) this.table.tell(this.table.words.closer);
    else if (this.held && place && !(this.held.at !== undefined && at === this.held.at)) this.lay(place);
    else if (this.held) this.lay("");
    else if (at >= 0 && this.table.view.draft[at]) this.hold({ piece: this.table.view.draft[at].piece, at });
    else if (place) { this.table.board.point(place); this.table.hint(this.reason(place)); }
  }

  // What a space means for the die in hand: the engine's answer, fetched before it was asked.
  reason(place) {
    const { board, choices, words } = this.table;
    const name = board.places.get(place)?.name ?? "";
    const of = this.piece && choices.of?.[this.piece];
    const [verdict, number] = of ? of[place] ?? of["*"] ?? [] : [];
    if (!verdict) return { name, said: "" };
    const told = number >= 0 ? choices.texts[number] : null;
    return { name, verdict, title: told?.title ?? words[verdict], said: told ? told.said || told.why : "", cite: told?.cite, code: told?.code };
  }

  // -- Keys -----------------------------------------------------------------------------------------------------

  key(event) {
    const { target } = event, { root, board } = this.table, key = event.key.toLowerCase();
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input, select, textarea, dialog, .rt-bar") || board.node.hidden) return;
    if (!root.contains(target) && target !== document.body) return; // something else on the page has the focus
    if (key.length === 1 && key !== " " && this.table.kept("letters") === "off") return;
    if (["enter", " "].includes(key) && target.closest("button, summary") && !target.closest(".rt-die")) return; // that one is pressed
    const deed = this.table.words.keys?.[`${event.shiftKey && key.length === 1 ? "shift+" : ""}${key}`];
    if (deed) this.does(deed);
    else if (this.table.view.pieces?.some((piece) => piece.key === key)) this.pick(key);
    else if (key === "escape" && this.held) this.hold(null);
    else if (key === "backspace") this.table.view.draft.length ? this.table.send({ do: "take" }) : this.table.send({ do: "undo" });
    else if (key === "z") this.table.send({ do: "undo" });
    else if (key === "r") this.table.primary();
    else if (key === "?") this.why();
    else if ((target === document.body || target === root || (target.closest(".rt-tray") && key.startsWith("arrow"))) && this.walked(event)) board.list.focus({ preventScroll: true });
    else return;
    event.preventDefault();
  }

  // What the keys of a card game do: choose a card, throw it away, go on, or ask how things stand.
  does(deed) {
    const { table } = this, [what, of] = deed.split(":");
    if (what === "ask") table.send({ do: "ask", move: of });
    else if (what === "on") table.primary();
    else if (what === "away") this.held ? this.lay(of) : table.tell(table.words["away-none"]);
    else if (what === "next" || what === "last") {
      const hand = table.view.pieces.filter((piece) => piece.left), at = hand.findIndex((piece) => piece.key === this.last);
      const next = hand.at((at + (what === "next" ? 1 : at < 0 ? 0 : -1)) % hand.length);
      if (!next || !table.view.mine) return;
      this.last = next.key; // one goes on from a card that was laid down and taken back
      table.tray.buttons.get(next.key).focus();
      this.hold({ piece: next.key });
    }
  }

  // Along the road with Right and Left, from space to space in their order with Up and Down. Whether the key meant something here.
  walked(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || this.table.words.keys?.[event.key.toLowerCase()]) return false;
    const { board } = this.table, { key } = event;
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5, Home: -999, End: 999 }[key], along = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (by || along) {
      const fits = this.setsOut && (along > 0 || (by && !board.cursor)) && this.fits();
      if (fits) board.goes(fits);
      else if (along) board.along(along);
      else board.walk(by);
      this.setsOut = this.setsOut && !this.table.choices.n; // where it fits may still be on its way
      this.table.hint(this.reason(board.cursor));
    } else if (key === "Enter" || key === " ") this.entered();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  // Where the piece in hand may go, if the cursor is not there already.
  fits() {
    const { choices, board, words } = this.table, of = choices.of?.[this.piece] ?? {}, is = (place) => of[place] && of[place][0] !== "refused";
    if (is(board.cursor)) return "";
    const [first] = words.hides ? this.open(this.piece) : [choices.best?.[this.piece]];
    return is(first) ? first : "";
  }

  entered() {
    const { board, view } = this.table;
    if (this.held && !board.cursor) { this.pick(this.held.piece); return; }
    if (this.held) { this.lay(board.cursor); return; }
    const at = view.draft.findIndex((step) => step.place === board.cursor);
    if (at >= 0 && this.table.sheet?.kind === "find") this.table.send({ do: "point", at });
    else if (at >= 0 && !this.table.asks) this.hold({ piece: view.draft[at].piece, at });
    else this.why();
  }

  why() {
    const { board, words } = this.table;
    if (!board.cursor) { this.table.panel.first(); return; }
    const told = this.reason(board.cursor);
    this.table.hint(told);
    this.table.say([told.name, told.title, told.said, told.cite].filter(Boolean).join(". ") || words["start-hint"]);
  }
}
