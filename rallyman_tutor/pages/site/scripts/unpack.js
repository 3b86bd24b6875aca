// @ts-check
// Files of the site that were packed when it was written, so that they are small whatever serves them.

/**
 * A packed file, unpacked while it comes.
 *
 * @param {string} name beside this script
 * @param {string} [type] what the unpacked file is
 */
export async function unpacked(name, type = "application/octet-stream") {
  return unpack(await fetch(new URL(name, import.meta.url)), type);
}

/**
 * @param {Response} answer with a packed file
 * @param {string} [type] what the unpacked file is
 */
export function unpack(answer, type = "application/octet-stream") {
  if (!answer.ok || !answer.body) throw new Error(`${answer.url}: ${answer.status}`);
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
}
