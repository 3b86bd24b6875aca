// @ts-check
// A die that lies well is seen to lie before the kernel has answered: what the table shows then came with the choices.

/** @import { BrowserSave, StepShown } from "./wire" */
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
  keepAhead(table, then.draft);
  if (!isCard) board.layAhead(`die:${then.draft.length}`, at, table.face(piece));
  table.panel.show(table.view);
  table.first.tell(table.view);
  table.redrawMarks();
  requestAnimationFrame(() => table.focus.keep()); // it asks for a layout, which is made once, for the frame
}

/**
 * Keeps a draft in the browser as the kernel will have it kept: what is seen to lie is there after a reload as well. A
 * decision that is tried again is not kept, and of a lesson the draft before its first roll.
 *
 * @param {Table} table
 * @param {StepShown[]} laid
 */
function keepAhead(table, laid) {
  const { model, view } = table, kept = model.get("kept"), draft = laid.map(({ move }) => move);
  const drive = /** @type {Record<string, unknown> | undefined} */ (kept.table);
  if (view.retry || view.review || (kept.step !== undefined && view.lines)) return;
  if (drive?.draft) table.keepDrive({ ...kept, table: /** @type {BrowserSave["table"]} */ ({ ...drive, draft }) });
  else if (kept.draft) table.keepDrive({ ...kept, draft });
}
