// @ts-check
// The painted ground: a widget of its own, which only some of the pages that show us can show inside of us.

/** @import { Model } from "./table.js" */
/** @typedef {{ el: HTMLElement, remove(): void }} View */
/** @typedef {{ get_model(id: string): Promise<object>, create_view?(model: object): Promise<View> }} Widgets */

/**
 * A view of the canvas; nothing where there is none to be had, and the board is drawn without it.
 *
 * @param {Model} model
 * @param {string} reference as Python names another widget
 * @returns {Promise<View | null>}
 */
export async function viewOfCanvas(model, reference) {
  const widgets = model.widget_manager;
  if (!widgets?.create_view) return null;
  try {
    return await widgets.create_view(await widgets.get_model(reference.replace("IPY_MODEL_", "")));
  } catch (error) {
    console.warn("the ground cannot be shown", error);
    return null;
  }
}
