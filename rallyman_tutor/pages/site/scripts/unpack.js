// @ts-check
// Files of the site that were packed when it was written, so that they are small whatever serves them. They are kept in
// the browser as they come, where `service.js` keeps the rest later: so none of them is fetched twice.

const SITE = new URL("../", import.meta.url).href, BUILD = import.meta.url.split("/").at(-2);
const KEPT = `rallyman-tutor ${SITE} ${BUILD}`;

/** @type {Promise<void>[]} */
export const keeping = []; // what is kept at this moment

/**
 * A packed file, unpacked while it comes.
 *
 * @param {string} name beside this script
 * @param {string} [type] what the unpacked file is
 */
export async function unpacked(name, type = "application/octet-stream") {
  return unpack(await kept(new URL(name, import.meta.url).href), type);
}

/**
 * A file of the site, from where it is kept, or fetched and kept.
 *
 * @param {string} address
 */
export async function kept(address) {
  let files = null;
  try {
    files = await caches.open(KEPT);
    const found = await files.match(address);
    if (found) return found;
  } catch {
    // nothing can be kept, as in a private window
  }
  const fresh = await fetch(address);
  if (fresh.ok && files) keeping.push(files.put(address, fresh.clone()));
  return fresh;
}

/**
 * Keeps a file that has come in another way.
 *
 * @param {string} address
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
export async function keep(address, bytes) {
  try {
    await (await caches.open(KEPT)).put(address, new Response(bytes));
  } catch {
    // nothing can be kept
  }
}

/**
 * @param {Response} answer with a packed file
 * @param {string} [type] what the unpacked file is
 */
export function unpack(answer, type = "application/octet-stream") {
  if (!answer.ok || !answer.body) throw new Error(`${answer.url}: ${answer.status}`);
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
}
