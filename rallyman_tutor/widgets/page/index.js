// What a notebook runs: anywidget's module format, an object with `render`.

import { make } from "./dom.js";
import { Table } from "./table.js";

export default {
  render({ model, el }) {
    // What is pressed on a word of ours stays with us: a notebook would take the focus for its cell, and the keys with it.
    const root = make("div", { class: "rt", tabindex: "-1" });
    el.append(make("div", { class: "rt-cell" }, root));
    new Table(model, root).start();
  },
};
