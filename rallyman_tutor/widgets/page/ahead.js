// @ts-check
// A die that lies well is seen to lie before the kernel has answered: what the table shows then came with the choices.

/** @import { Table } from "./table.js" */

export const AHEAD = "rt-ahead"; // the class of a table as long as that is so

/** @param {Table} table */
export const isAhead = (table) => table.root.classList.contains(AHEAD);

/**
 * Shows a draft with one more piece, where nothing speaks against it. The kernel's own answer takes its place.
 *
 * @param {Table} table
 * @param {string} piece
 * @param {string} place or nothing: where it fits best
 */
export function showAhead(table, piece, place) {
  const { board, choices, view, words } = table, isCard = words.hides, at = place || choices.best[piece];
  const then = choices.then[piece]?.[at];
  if (!then || (isCard && !place && table.hand.openPlaces(piece).length > 1)) return; // the kernel asks where
  table.view = { ...view, ...then, undo: true };
  table.root.classList.add(AHEAD);
  if (!isCard) board.layAhead(`die:${then.draft.length}`, at, table.face(piece));
  table.panel.show(table.view);
  table.first.tell(table.view);
  table.redrawMarks();
  table.focus.keep();
}
