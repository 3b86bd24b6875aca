// The tray: dice or cards, dials, and the decisions that one can press.

import { make, round } from "./dom.js";
import { fill } from "./text.js";

export class Tray {
  constructor(table) {
    this.table = table;
    const { words } = table;
    this.dice = make("div", { class: "rt-dice", role: "group", "aria-label": words.tray });
    this.dials = make("div", { class: "rt-dials" });
    this.undo = round("undo", words.undo, () => table.send({ do: "undo" }));
    this.main = make("button", { type: "button", class: "rt-primary", onclick: () => table.primary() });
    this.more = make("div", { class: "rt-more" });
    this.node = make("footer", { class: "rt-tray" }, this.dice, this.dials, make("div", { class: "rt-deeds" }, this.undo, this.more, this.main));
    this.buttons = new Map();
  }

  show(view) {
    for (const piece of view.pieces) {
      let button = this.buttons.get(piece.key);
      if (!button) {
        button = make("button", { type: "button", class: "rt-die", "data-piece": piece.key, onclick: (event) => this.tapped(event, piece.key) });
        button.addEventListener("pointerdown", (event) => this.table.hand.down(event, -1, piece.key));
        this.buttons.set(piece.key, button);
        this.dice.append(button);
      }
      if (button.face !== piece.face) {
        button.innerHTML = `${this.table.face(piece.face)}<span class="rt-left" aria-hidden="true"></span>`;
        button.face = piece.face;
      }
      button.setAttribute("aria-label", piece.left ? (piece.total > 1 ? `${piece.name}, ${piece.left}` : piece.name) : `${piece.name}, ${this.table.words["laid-none"]}`);
      button.setAttribute("aria-disabled", String(!piece.left || !view.mine || this.table.asks));
      button.setAttribute("aria-pressed", String(this.table.hand.held?.piece === piece.key && this.table.hand.held.at === undefined));
      button.lastChild.textContent = piece.total > 1 && piece.left ? `×${piece.left}` : "";
    }
    const hand = view.pieces.map((piece) => this.buttons.get(piece.key)); // cards come and go, dice stay
    if (hand.length !== this.dice.children.length || hand.some((button, n) => button !== this.dice.children[n])) this.dice.replaceChildren(...hand);
    this.dial(view);
    this.undo.disabled = !view.undo;
    const [first, ...rest] = view.offers;
    const grave = (offer) => offer.name === "retire";
    const lays = this.table.asks || ["goal", "break"].includes(this.table.sheet?.kind); // steps in which nothing is rolled
    const usable = first && !grave(first) && first.name !== "enter" && view.mine && !view.look && !lays;
    const { words, sheet } = this.table, leads = Boolean(sheet?.done); // one main button, always here: behind a step it leads on
    const [label, works] = leads ? [this.table.lesson.label(sheet), true] : view.look ? [words.present, true]
      : view.covered ? [fill(words.uncover, { driver: view.driver }), true] // the next hand is seen by nobody but its player
      : usable ? [first.label, true] : [view.over ? words.finished : words["pick-first"], false];
    this.main.classList.toggle("rt-next-step", leads);
    this.main.disabled = !works;
    this.main.textContent = label;
    this.main.hidden = !leads && !view.look && !view.covered && (view.over || lays);
    const others = view.mine && !view.look && !lays ? (usable ? rest : view.offers).filter((offer) => !grave(offer)) : [];
    const offered = JSON.stringify(others);
    if (offered === this.offered) return; // whoever has walked to one of them stays there
    this.offered = offered;
    this.more.replaceChildren(...others.map((offer) => make("button", { type: "button", class: "rt-offer", onclick: () => this.table.send({ do: "act", move: offer.move }) }, offer.label)));
  }

  tapped(event, piece) {
    if (performance.now() - (this.table.hand.dropped ?? -1e3) < 300) return;
    this.table.hand.pick(piece);
  }

  dial(view) {
    this.dials.replaceChildren(...view.dials.map((dial) => {
      if (dial.kind === "picture") {
        const picture = make("span", { class: "rt-pile", "aria-hidden": "true" });
        picture.innerHTML = this.table.face(dial.face);
        return picture;
      }
      if (dial.kind === "chip") return make("span", { class: `rt-chip rt-dial-${dial.name}` }, dial.text);
      const label = make("small", {}, dial.label);
      if (dial.kind === "plain") return make("span", { class: `rt-dial rt-dial-${dial.name}` }, label, make("b", {}, dial.text));
      const lamps = make("b", { class: "rt-lamps", "aria-hidden": "true" }, "▲".repeat(dial.lit) + "△".repeat(Math.max(0, dial.of - dial.lit)));
      label.setAttribute("aria-hidden", "true");
      return make("span", { class: "rt-dial", role: "img", "aria-label": `${dial.label} ${dial.text}` }, label, lamps);
    }));
  }
}
