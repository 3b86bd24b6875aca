// The menu of a drive: sit down at another table, join a game that somebody shared, or share this one.

import { make } from "./dom.js";

export const GAME = "game"; // behind the #: what stands there never reaches a server

// The code within a link that was shared; anything else as it was written.
const shared = (text) => text.trim().split(`#${GAME}=`).at(-1);

export class Menu {
  constructor(table) {
    this.table = table;
    const { words } = table;
    this.stage = make("select", { id: "rt-stage", onchange: () => this.crew() }, ...Object.entries(words.ready).map(([key, name]) => make("option", { value: key }, name)));
    this.own = make("input", { id: "rt-own", "aria-label": words["own-stage"], placeholder: words["own-hint"], autocomplete: "off", spellcheck: "false" });
    this.cars = make("select", { id: "rt-cars", onchange: () => this.crew() });
    this.level = make("select", { id: "rt-level" }, ...Object.entries(words.levels).map(([key, name]) => make("option", { value: key, selected: key === "club" }, name)));
    this.bots = make("input", { type: "checkbox", id: "rt-bots", checked: true });
    this.others = [make("label", { class: "rt-check", for: "rt-bots" }, this.bots, words.bots), ...(words.coached ? [make("label", { for: "rt-level" }, words.level), this.level] : [])];
    this.alert = make("div", { role: "alert" });
    this.shared = make("div", { class: "rt-shared", hidden: true });
    const form = make("form", { method: "dialog", onsubmit: (event) => { event.preventDefault(); this.begin(); } },
      make("h2", {}, words["new-drive"]),
      make("label", { for: "rt-stage" }, words.stage), this.stage,
      make("details", {}, make("summary", {}, words["own-stage"]), this.own, make("p", { class: "rt-quiet" }, words["own-more"])),
      make("label", { for: "rt-cars" }, words.others), this.cars,
      ...this.others, this.alert, this.shared,
      make("div", { class: "rt-deeds" },
        this.leave = make("button", { type: "button", class: "rt-small rt-leave", onclick: () => { this.close(); table.send({ do: "act", move: this.leave.dataset.move }); } }),
        make("button", { type: "button", class: "rt-small", onclick: () => table.send({ do: "share" }) }, words.share),
        make("button", { type: "button", class: "rt-small", onclick: () => this.close() }, words.close),
        make("button", { type: "submit", class: "rt-primary" }, words["start-drive"])));
    this.node = make("dialog", { class: "rt-menu", "aria-label": words["new-drive"] }, form);
    this.crew();
  }

  open() {
    const { mine, offers } = this.table.view, grave = mine && offers.find((offer) => offer.name === "retire");
    this.leave.hidden = !grave;
    if (grave) [this.leave.textContent, this.leave.dataset.move] = [grave.label, grave.move];
    this.alert.textContent = "";
    this.shared.hidden = true;
    this.node.showModal();
  }

  close() {
    if (this.node.open) this.node.close();
  }

  // A table of teams takes other numbers than one of single players; who drives alone is asked nothing about others.
  crew() {
    const { words } = this.table, fits = words["seats-at"]?.[this.stage.value] ?? words.seats, was = Number(this.cars.value);
    this.cars.replaceChildren(...fits.map((n) => make("option", { value: n, selected: n === was }, n === 1 ? words.alone : String(n - 1))));
    for (const node of this.others) node.hidden = this.cars.value === "1";
  }

  begin() {
    this.table.send({ do: "new", table: shared(this.own.value) || this.stage.value, cars: Number(this.cars.value), bots: this.bots.checked,
      level: this.level.value, seed: String(Date.now() % 1e9) });
  }

  // Why a stage cannot be read; what was written stands below, with a mark under the spot, in letters of one width.
  misread(text) {
    const [said, ...shown] = text.split("\n");
    this.alert.replaceChildren(said, shown.length ? make("pre", {}, shown.join("\n")) : "");
  }

  // The game as a link where the page has an address of its own, else as a bare code; to copy by hand where nothing else may.
  share(code) {
    const { words, model, onPage } = this.table, link = onPage ? Object.assign(new URL(model.get("place").page, location.href), { hash: `${GAME}=${code}` }).href : code;
    const field = make("input", { id: "rt-link", readonly: true, onfocus: () => field.select() });
    field.value = link;
    const said = make("p", { class: "rt-quiet", role: "status" }, words["share-copy"]);
    this.shared.replaceChildren(make("label", { for: "rt-link" }, words["share-link"]), field, said);
    this.shared.hidden = false;
    field.focus();
    navigator.clipboard?.writeText(link).then(() => { said.textContent = words["share-copied"]; }, () => { /* may not: it is selected */ });
  }
}
