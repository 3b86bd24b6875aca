// @ts-check
// Keeps the site in the browser, so that it opens at once and without a network. When the site was written, the next
// line was filled in: a newer site has another BUILD, and keeps what is its own.
const BUILD = "", FILES = /** @type {string[]} */ ([]), PAGES = /** @type {string[]} */ ([]);
const TEXTS = /\/languages\/\w+\.bin$/; // of a language, kept once it was spoken
const ONCE_SEEN = /\/first\/|-sheet\.\w+\.html$/; // kept then

const own = /** @type {any} */ (self); // a service worker, not a window
const PREFIX = `rallyman-tutor ${own.registration.scope} `, KEPT = PREFIX + BUILD;

// What lies outside the folder of this site keeps its name from site to site: it has to be asked for anew. Of the rest
// the page has kept some already (`unpack.js`).
own.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(KEPT).then(async (kept) => {
    const asked = FILES.map((file) =>
      new Request(file, { cache: file.startsWith(`${BUILD}/`) ? "default" : "reload" }));
    const there = (await kept.keys()).map(({ url }) => url);
    await kept.addAll(asked.filter(({ url }) => !there.includes(url)));
    await Promise.allSettled((await spoken()).map((file) => kept.add(file)));
  }));
});

/** The texts of the languages that an older site has kept, by their place in this one. */
async function spoken() {
  const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== KEPT);
  const every = await Promise.all(older.map(async (name) => (await caches.open(name)).keys()));
  return [...new Set(every.flat().flatMap(({ url }) => TEXTS.exec(url)?.[0] ?? []))].map((file) => BUILD + file);
}

// The page of the first visit is served from here, too, as soon as all is kept: its network may be gone by then.
own.addEventListener("activate", (/** @type {any} */ event) => {
  const isOld = (/** @type {string} */ name) => name.startsWith(PREFIX) && name !== KEPT;
  const forget = caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))));
  event.waitUntil(Promise.all([own.clients.claim(), forget]));
});

own.addEventListener("message", (/** @type {any} */ { data }) => {
  if (data === "go") own.skipWaiting();
});

/**
 * Whether an address is that of a page of ours. They are all the same but for their names, so one of them is kept
 * for all: whoever has not changed to a newer site yet never gets a page of it.
 *
 * @param {string} address
 */
function isPage(address) {
  const name = address.slice(own.registration.scope.length).split(/[?#]/)[0].replace(/\.html$/, "");
  return PAGES.includes(name || "index");
}

/**
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function answer(request) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(request.mode === "navigate" && isPage(request.url) ? "index.html" : request);
  if (found) return found;
  const isFirst = request.url.includes("/first/"), isKept = ONCE_SEEN.test(request.url.split(/[?#]/)[0]);
  const none = () => new Response(null, { status: 204 }); // then Python draws it
  try {
    const fresh = await fetch(request);
    if (isFirst && !fresh.ok) return none();
    if (isKept && fresh.ok) kept.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    if (isFirst) return none();
    throw error;
  }
}

own.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(own.registration.scope)) event.respondWith(answer(request));
});
