// @ts-check
// Python in the visitor's browser. Messages that come before it is there wait for it.
//
// It is not started but restored: when the site was written, Python was started once, with everything loaded, and its
// memory was kept. A browser in which that cannot be restored starts it from its parts.

import { LANGUAGES, LOCK, TABLES } from "./build.js";
import { loadPyodide } from "./pyodide.mjs";
import { keep, keeping, kept, unpacked } from "./unpack.js";

/** @typedef {{ hear(raw: string): void, go_on(): boolean }} Visitor */

const NOTHING_ZIPPED = new Uint8Array([80, 75, 5, 6, ...Array(18).fill(0)]); // an archive without files
const ROOT = "/tutor";

/** @type {{ hear?: string }[]} */
const waiting = [];
/** @type {Visitor | null} */
let visitor = null;
let isGoingOn = false;

/** @param {string} told */
const tell = (told) => postMessage({ told });

/** Does what comes behind the answers, one step after the other; between two of them messages are heard. */
function goOn() {
  if (isGoingOn || !visitor) return;
  isGoingOn = true;
  setTimeout(() => {
    isGoingOn = false;
    if (visitor?.go_on()) goOn();
  });
}

/** @param {{ hear?: string }} message */
function hear({ hear: raw }) {
  if (raw !== undefined) visitor?.hear(raw);
  postMessage({ answered: true });
  goOn();
}

/**
 * The files of an archive: a line that names them with their lengths, and then their bytes.
 *
 * @param {string} name
 * @returns {Promise<[string, Uint8Array][]>}
 */
async function archive(name) {
  const bytes = new Uint8Array(await (await unpacked(name)).arrayBuffer()), head = bytes.indexOf(10);
  let from = head + 1;
  /** @type {[string, number][]} */
  const files = JSON.parse(new TextDecoder().decode(bytes.subarray(0, head)));
  return files.map(([file, size]) => [file, bytes.subarray(from, from += size)]);
}

/**
 * Writes the files into Python's file system.
 *
 * @param {any} FS
 * @param {[string, Uint8Array][]} files
 */
function unpackInto(FS, files) {
  for (const [file, bytes] of files) {
    FS.mkdirTree(`${ROOT}/${file.slice(0, file.lastIndexOf("/"))}`);
    FS.writeFile(`${ROOT}/${file}`, bytes, { canOwn: true });
  }
}

/**
 * Python with our files, restored from its memory or, without one, started.
 *
 * @param {Promise<[string, Uint8Array][]>[]} archives
 * @param {ArrayBuffer} [memory]
 */
async function start(archives, memory) {
  const files = (await Promise.all(archives)).flat();
  return loadPyodide({
    lockFileContents: LOCK,
    packageBaseUrl: "./",
    env: { HOME: ROOT, PYTHONPATH: ROOT, PYTHONHASHSEED: "0" },
    fsInit: async (/** @type {any} */ FS) => unpackInto(FS, files),
    ...(memory && { _loadSnapshot: memory }),
  });
}

// Everything is fetched at once, and the engine is compiled while the memory, which is larger, still comes.
const compiled = unpacked("engine.bin", "application/wasm").then((answer) => WebAssembly.compileStreaming(answer));
compiled.catch(() => {}); // told where it is waited for
import(new URL("pyodide.asm.js", import.meta.url).href).catch(() => {}); // Pyodide asks for it again, and then tells

// Pyodide asks for two files by itself: the engine, which is here already, and the standard library, which is in
// memory.
const ask = self.fetch;
let hasMemory = true;
self.fetch = async (what, how) => {
  const name = String(what instanceof Request ? what.url : what).split("/").at(-1);
  if (name === "pyodide.asm.wasm") return new Response();
  if (name === "python_stdlib.zip") return hasMemory ? new Response(NOTHING_ZIPPED) : unpacked("library.bin");
  return ask(what, how);
};

// Where the engine does not come, Pyodide would wait for ever.
WebAssembly.instantiateStreaming = async (/** @type {any} */ _, /** @type {any} */ imports) => {
  const module = await compiled.catch(fail);
  return { module, instance: await WebAssembly.instantiate(module, imports) };
};

/**
 * @param {unknown} error
 * @returns {never}
 */
function fail(error) {
  postMessage({ failed: String(error) });
  throw error;
}

async function python() {
  const files = archive("files.bin");
  try {
    return await start([files], await (await unpacked("memory.bin")).arrayBuffer());
  } catch (error) {
    console.info("Python is started from its parts", error);
    hasMemory = false;
    return start([files, archive("code.bin")]);
  }
}

/** @param {string} language */
const textsOf = (language) => new URL(`languages/${language}.bin`, import.meta.url).href;

/** @type {Map<string, Uint8Array<ArrayBuffer>>} */
const brought = new Map(); // the texts of the language in which the page begins, until Python takes them

/**
 * Brings the texts of the language in which the page begins, while Python comes. English is in memory.
 *
 * @param {string} language
 */
async function bring(language) {
  if (!LANGUAGES.includes(language)) return;
  try {
    const answer = await kept(textsOf(language));
    if (answer.ok) brought.set(language, new Uint8Array(await answer.arrayBuffer()));
  } catch {
    // there is no network, and they were never kept: the page says so
  }
}

/**
 * The packed texts of a language.
 *
 * @param {string} language
 */
function texts(language) {
  if (!LANGUAGES.includes(language)) return;
  const found = brought.get(language) ?? fetchedNow(textsOf(language));
  if (found && !brought.delete(language)) keep(textsOf(language), found);
  return found;
}

/**
 * The table of a solved stage.
 *
 * @param {string} named
 */
function table(named) {
  return TABLES.includes(named) ? fetchedNow(new URL(`tables/${named}.bin`, import.meta.url).href) : undefined;
}

/**
 * A file of the site, for which Python waits.
 *
 * @param {string} address
 */
function fetchedNow(address) {
  const asked = new XMLHttpRequest();
  asked.open("GET", address, false);
  asked.responseType = "arraybuffer";
  try {
    asked.send();
  } catch {
    return; // there is no network, and it was never kept
  }
  return asked.status === 200 ? new Uint8Array(asked.response) : undefined;
}

onmessage = async ({ data }) => {
  if (data.begin === undefined) {
    if (visitor) hear(data);
    else waiting.push(data);
    return;
  }
  try {
    const [here] = await Promise.all([python(), bring(data.speaks)]);
    const { Visitor } = here.pyimport("rallyman_tutor.pages.site.visitor");
    visitor = Visitor(data.begin, tell, table, texts, data.speaks);
    postMessage({ begun: true });
    waiting.forEach(hear);
    goOn();
    Promise.allSettled(keeping).then(() => postMessage({ kept: true }));
  } catch (error) {
    fail(error);
  }
};
