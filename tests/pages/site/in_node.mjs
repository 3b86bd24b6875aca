// Python as it runs in a browser, here in Node: what a function of a module of tests gives there.
//
//     node in_node.mjs PYODIDE ARCHIVE MODULE FUNCTION ARGUMENTS-AS-JSON ...

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, archive, module, name, ...calls] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const { info } = JSON.parse(readFileSync(`${pyodide}/pyodide-lock.json`, "utf-8"));
const bytes = readFileSync(archive), head = bytes.indexOf(10);
const python = await loadPyodide({
  lockFileContents: JSON.stringify({ info, packages: {} }),
  packageBaseUrl: "./",
  env: { HOME: "/tutor", PYTHONPATH: "/tutor" },
  fsInit: async (FS) => {
    let from = head + 1;
    for (const [file, size] of JSON.parse(bytes.subarray(0, head).toString())) {
      FS.mkdirTree(`/tutor/${file.slice(0, file.lastIndexOf("/"))}`);
      FS.writeFile(`/tutor/${file}`, bytes.subarray(from, (from += size)));
    }
  },
});
const act = python.pyimport(module)[name];
for (const call of calls) console.log(act(...JSON.parse(call)));
