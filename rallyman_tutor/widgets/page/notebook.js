// @ts-check
// In a notebook, where the tutor is one cell among others: keys that are pressed here are ours, its theme is ours, and
// when its kernel is restarted, the board says that it is dead.

/** @import { Table } from "./table.js" */
/** @typedef {"light" | "dark"} Theme */

/**
 * The theme of the page around the tutor: light or dark.
 *
 * @returns {Theme}
 */
export function themeAround() {
  const { jpThemeLight } = document.body.dataset; // JupyterLab's word for it
  const isDark = jpThemeLight ? jpThemeLight === "false" : matchMedia("(prefers-color-scheme: dark)").matches;
  return isDark ? "dark" : "light";
}

/**
 * @param {Table} table
 * @param {AbortSignal} signal
 */
export function liveInNotebook(table, signal) {
  const { root, model } = table;

  /** @param {KeyboardEvent} event a notebook keeps those with Ctrl, Alt or Meta, and the one that runs the cell */
  const isOurs = ({ target, key, ctrlKey, altKey, metaKey, shiftKey }) =>
    root.contains(/** @type {Node} */ (target)) && !(ctrlKey || altKey || metaKey || (shiftKey && key === "Enter"));
  /** @param {KeyboardEvent} event */
  const mark = (event) => root.toggleAttribute("data-lm-suppress-shortcuts", isOurs(event));
  addEventListener("keydown", mark, { capture: true, signal });
  root.addEventListener("keydown", (event) => isOurs(event) && event.stopPropagation(), { signal });

  const theme = new MutationObserver(() => table.followTheme());
  theme.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  signal.addEventListener("abort", () => theme.disconnect());

  const dead = () => table.showDead(); // live at first, so a change of it means that the kernel is gone
  model.on("comm_live_update", dead);
  signal.addEventListener("abort", () => model.off("comm_live_update", dead));
}
