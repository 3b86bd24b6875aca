// @ts-check
// The first thing that runs on a page. It asks for the page's first picture before any other script is there; and tells
// whoever comes with a browser that cannot run the tutor what it needs. It is written so that old browsers can read it.
(function () {
  var isFile = location.protocol === "file:", own = /** @type {any} */ (window);
  var canRun = "noModule" in document.createElement("script") && typeof WebAssembly === "object"
    && typeof DecompressionStream === "function"
    && typeof Array.prototype.at === "function" && typeof BigInt64Array === "function";
  if (!canRun || isFile) {
    document.documentElement.className = isFile ? "rallyman-file" : "rallyman-old";
    return;
  }
  var page = (/([^/]*?)(\.html)?$/.exec(location.pathname) || [])[1] || "index";
  var folder = /** @type {HTMLScriptElement} */ (document.currentScript).getAttribute("data-folder");
  own.rallymanPage = page;
  own.rallymanFirst = fetch(folder + "/first/" + page + ".bin").catch(function () { return null; });
})();
