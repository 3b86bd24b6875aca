// @ts-check
// For teachers: files of several pupils become a table, which can be saved. Nothing of it is kept.

import { button, columns, make, pair, quiet, row } from "./dom.js";
import { inARow } from "./text.js";

/** @import { ClassTable } from "./wire" */
/** @import { Table } from "./table.js" */

export class Classroom {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    const { words } = table;
    const file = make("input", { type: "file", accept: "application/json", multiple: true, hidden: true });
    file.addEventListener("change", () => {
      this.read([...(file.files ?? [])]);
      file.value = "";
    });
    this.shown = make("div", { role: "status" });
    this.node = make("details", { class: "rt-class" }, make("summary", {}, words.class),
      quiet(words["class-more"]),
      pair(button("rt-small", () => file.click(), words["class-choose"])), file, this.shown);
    this.node.addEventListener("dragover", (event) => event.preventDefault());
    this.node.addEventListener("drop", (event) => {
      event.preventDefault();
      this.read([...(event.dataTransfer?.files ?? [])]);
    });
  }

  /** @param {File[]} files */
  async read(files) {
    if (!files.length) return;
    const held = await Promise.all(files.map(async (file) => [file.name, await dataIn(file)]));
    this.table.send({ do: "pupils", files: held });
  }

  /** @param {ClassTable} told */
  show({ head, rows, mistakes, notes, csv }) {
    const { words } = this.table;
    /** @param {string[]} head @param {string[][]} rows */
    const table = (head, rows) => make("div", {
      class: "rt-wide", hidden: !rows.length, tabindex: "0", role: "group", "aria-label": words.class, // may scroll
    }, make("table", {}, columns(head), make("tbody", {}, ...rows.map(([name, ...cells]) => row(name, ...cells)))));
    this.shown.replaceChildren(
      ...notes.map((note) => make("p", { class: "rt-problem" }, note)),
      table(head, rows),
      ...(mistakes.length ? [table(mistakes[0], mistakes.slice(1))] : []),
      pair(rows.length ? button("rt-small", () => save(csv, "text/csv", "class.csv"), words["class-save"]) : null));
    this.node.open = true;
    this.table.say(inARow([...notes, ...[...rows, ...mistakes.slice(1)].map((cells) => cells.join(", "))]));
  }
}

/** @param {File} file data, or nothing, which the kernel says is no file of ours */
async function dataIn(file) {
  try {
    return JSON.parse(await file.text());
  } catch {
    return null;
  }
}

/**
 * @param {string} text
 * @param {string} type
 * @param {string} name
 */
export function save(text, type, name) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}
