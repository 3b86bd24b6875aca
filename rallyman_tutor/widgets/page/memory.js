// @ts-check
// What this browser keeps: the theme, the progress, and the table or lesson at each place.

const PREFIX = "rallyman-tutor:";

/** Under which name the progress is kept, as a storage event tells it. */
export const PROGRESS = `${PREFIX}progress`;

/**
 * What is kept under a name; nothing where the browser keeps nothing.
 *
 * @param {string} name
 */
export function kept(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/**
 * Keeps a text under a name. False where the browser cannot, as in a private window or when its storage is full.
 *
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, value);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // then it stays
  }
}

/**
 * The data that a text holds as JSON; nothing where it holds none.
 *
 * @param {string | null} text
 */
export function parsed(text) {
  try {
    return text && JSON.parse(text);
  } catch {
    return null;
  }
}
