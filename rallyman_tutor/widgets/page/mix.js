// @ts-check
// What would be best if the cards were mixed otherwise: a fold with a slider for each house value, what is best then,
// and beneath each slider where the advice holds.

import { button, columns, make, quiet, row, write } from "./dom.js";

/** @import { MixShown, ShareShown } from "./wire" */
/** @import { Table } from "./table.js" */

export class Mix {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.can = ""; // whether it can be asked for, or was
    this.asks = false; // whether the sliders are waited for
    this.said = "";
    this.sliders = /** @type {Slider[]} */ ([]);
    this.verdict = make("p", { class: "rt-cost" });
    this.field = make("div", { class: "rt-sliders" });
    this.home = button("rt-small", () => this.goHome(), table.words["mix-house"]);
    this.deck = make("table");
    this.how = quiet("");
    this.node = make("details", { class: "rt-mix", hidden: true, ontoggle: () => this.opened() },
      make("summary", {}, table.words.mix), this.verdict, this.field, this.home, this.deck, this.how);
  }

  /** @param {string} can whether the mix can be tried now, and `is` where it is */
  show(can) {
    this.can = can;
    this.node.hidden = !can;
    if (can === "is") this.asks = false;
    if (can === "can" && !this.asks) this.node.open = false; // in another drive nobody has moved a slider yet
    if (can) return;
    this.said = "";
    this.verdict.replaceChildren(); // of another turn nothing is true any more
    for (const slider of this.sliders) slider.showReach([], "");
  }

  opened() {
    if (!this.node.open || this.can !== "can") return;
    this.asks = true;
    this.table.send({ do: "mix" });
  }

  goHome() {
    this.sliders[0]?.input.focus({ preventScroll: true }); // the button goes with what it does
    this.table.send({ do: "mix" });
  }

  /** @param {MixShown} mixed */
  come({ shares, caption, head, rows, verdict, shade, told, how, moved, said }) {
    if (shares.map(({ name }) => name).join() !== this.sliders.map(({ name }) => name).join()) {
      this.sliders = shares.map((share) => new Slider(this.table, share));
      this.field.replaceChildren(...this.sliders.map(({ node }) => node));
    }
    shares.forEach((share, at) => this.sliders[at].show(share));
    this.verdict.replaceChildren(make("b", { class: `rt-shade-${shade}` }, verdict), " ", told.join(" "));
    this.home.hidden = !moved;
    this.deck.replaceChildren(make("caption", {}, caption), columns(head),
      make("tbody", {}, ...rows.map(([name, ...cells]) => row(name, ...cells))));
    write(this.how, how);
    if (this.node.open && said && said !== this.said) this.table.sayBehind(said);
    this.said = said;
  }
}

/** A house value that can be moved: how far, and a stone for each notch that is bright where the advice holds. */
class Slider {
  /**
   * @param {Table} table
   * @param {ShareShown} share
   */
  constructor(table, { name, label, least, most, step }) {
    this.name = name;
    this.values = /** @type {string[]} */ ([]);
    this.isMoving = false; // under a finger, and not let go yet
    const id = table.ids(`mix-${name}`);
    this.input = make("input", { id, type: "range", min: least, max: most, step,
      oninput: () => { this.isMoving = true; this.tell(); },
      onchange: () => {
        this.isMoving = false;
        table.send({ do: "mix", share: name, notch: Number(this.input.value) });
      } });
    this.output = make("output", { for: id });
    this.stones = make("div", { class: "rt-stones", "aria-hidden": "true" });
    this.reach = make("small");
    this.node = make("div", { class: "rt-slider" },
      make("label", { for: id }, label), this.output, this.input, this.stones, this.reach);
  }

  /** @param {ShareShown} share */
  show({ least, step, now, house, values, holds, told }) {
    this.values = values;
    if (!this.isMoving) this.input.value = String(now);
    if (!this.stones.childElementCount) {
      this.stones.append(...values.map((_, at) => make("i", { class: least + at * step === house ? "house" : null,
        style: `left: calc(11px + (100% - 22px) * ${at / (values.length - 1)})` })));
    }
    this.showReach(holds, told);
    this.tell();
  }

  /**
   * @param {boolean[]} holds at each notch, once it is reckoned
   * @param {string} told
   */
  showReach(holds, told) {
    [...this.stones.children].forEach((stone, at) => {
      stone.classList.toggle("holds", holds[at] === true);
      stone.classList.toggle("fails", holds[at] === false);
    });
    write(this.reach, told);
  }

  tell() {
    const { min, step, value } = this.input;
    const told = this.values[(Number(value) - Number(min)) / Number(step)] ?? "";
    write(this.output, told);
    this.input.setAttribute("aria-valuetext", told);
  }
}
