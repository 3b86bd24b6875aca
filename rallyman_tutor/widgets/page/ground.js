// @ts-check
// The painted ground: a widget of its own where the page that shows us can show one inside of us, elsewhere a picture.

/** @import { Model } from "./table.js" */
/** @typedef {{ el: HTMLElement, remove(): void }} View */
/** @typedef {{ get_model(id: string): Promise<object>, create_view?(model: object): Promise<View> }} Widgets */

const PAINTED_WITHIN = 2000; // ms

/**
 * Whether the page that shows us promises to show other widgets inside of us.
 *
 * @param {Model} model
 */
export function showsCanvas(model) {
  return Boolean(model.widget_manager?.create_view);
}

/**
 * The ground as a picture, once it was sent.
 *
 * @param {Model} model
 */
export function drawnGround(model) {
  const { svg } = model.get("ground");
  if (!svg) return null;
  const drawn = document.createElement("div");
  drawn.innerHTML = svg;
  return drawn;
}

/**
 * A view of the canvas; nothing where the page that shows us cannot make one.
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

/**
 * Whether there is something on the canvas in here; where there is none, nothing is awaited.
 *
 * @param {HTMLElement} ground
 */
export function isPainted(ground) {
  const canvas = ground instanceof HTMLCanvasElement ? ground : ground.querySelector("canvas");
  if (!canvas) return true;
  const middle = canvas.getContext("2d")?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1);
  return !middle || middle.data[3] > 0;
}

/**
 * Waits until a view is painted, for a while at most.
 *
 * @param {View} view
 * @param {() => boolean} isMeant whether it is still the one to be shown
 */
export async function painted(view, isMeant) {
  const end = performance.now() + PAINTED_WITHIN;
  while (isMeant() && !isPainted(view.el) && performance.now() < end) await new Promise(requestAnimationFrame);
}
