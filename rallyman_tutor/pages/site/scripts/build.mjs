// @ts-check
// Run by Node when a site is written: starts Python as a browser would, loads everything, compiles it, and keeps its memory.
//
//     node build.mjs PYODIDE MODULES FILES CODE MEMORY
//
// PYODIDE is the folder of that package; MODULES and FILES are archives; CODE, an archive of compiled modules, and MEMORY
// are written.

import nodes from "node:crypto";
import { readFileSync, writeFileSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, modulesAt, filesAt, codeAt, memoryAt] = process.argv.slice(2);
const ROOT = "/tutor";

// Node would tell the line of code first, and that is so long that a pipe is full before the error comes.
process.on("uncaughtException", (error) => {
  writeSync(2, String(error.stack ?? error).slice(0, 4000));
  process.exit(1);
});

// The same files give the same memory: neither time nor chance may come into it.
const MOMENT = Date.UTC(2026, 0, 1);
Date.now = () => MOMENT;
performance.now = () => 0;
globalThis.Date = /** @type {any} */ (class extends Date {
  /** @param {any[]} told */
  constructor(...told) {
    super(...(told.length ? /** @type {[]} */ (told) : /** @type {any} */ ([MOMENT])));
  }
});
nodes.randomFillSync = (/** @type {any} */ array) => array.fill(1);
Math.random = () => 0.5;

/** @param {Uint8Array} bytes */
function* archive(bytes) {
  const head = bytes.indexOf(10);
  let from = head + 1;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(bytes.subarray(0, head)))) {
    yield [name, bytes.slice(from, from += size)];
  }
}

const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const { info } = JSON.parse(readFileSync(`${pyodide}/pyodide-lock.json`, "utf-8"));

/**
 * A Python with the files of some archives.
 *
 * @param {Uint8Array[]} archives
 * @param {object} [more]
 */
const python = (archives, more) => loadPyodide({
  lockFileContents: JSON.stringify({ info, packages: {} }),
  packageBaseUrl: "./",
  env: { HOME: ROOT, PYTHONPATH: ROOT, PYTHONHASHSEED: "0", PYTHONDONTWRITEBYTECODE: "1", PYTHONNODEBUGRANGES: "1" },
  fsInit: async (/** @type {any} */ FS) => {
    for (const bytes of archives) for (const [name, content] of archive(bytes)) {
      FS.mkdirTree(`${ROOT}/${name.slice(0, name.lastIndexOf("/"))}`);
      FS.writeFile(`${ROOT}/${name}`, content);
    }
  },
  ...more,
});

/**
 * Clears memory that was used and is free again, so that it packs to nothing: takes it, piece by piece, and gives it back.
 *
 * @param {any} Module
 */
function wipe(Module) {
  const end = Module.HEAPU8.length, taken = [];
  for (let size = 1 << 16; size >= 32; size >>= 1) {
    for (;;) {
      const at = Module._PyMem_RawMalloc(size);
      taken.push(at);
      if (at + size > end) break; // beyond what was ever used
      Module.HEAPU8.fill(0, at, at + size);
    }
  }
  taken.forEach((at) => Module._PyMem_RawFree(at));
}

const compiler = await python([readFileSync(modulesAt)]);
compiler.pyimport("rallyman_tutor.pages.site.loading").compile_all(ROOT, "/code");
const code = compiler.FS.readFile("/code");
writeFileSync(codeAt, code);

const loaded = await python([code, readFileSync(filesAt)], { _makeSnapshot: true });
loaded.runPython(`__import__("rallyman_tutor.pages.site.loading", fromlist=["loading"]).load_all("${ROOT}")`);
wipe(loaded._module);
writeFileSync(memoryAt, loaded.makeMemorySnapshot());
