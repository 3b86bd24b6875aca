// @ts-check
// The first thing that runs on a page. It finds out which language is spoken: the one that the address asks for, else
// the one that was chosen here before, else that of the browser, unless whoever wrote the site has chosen another than
// English. It asks for the page's first picture before any other script is there; and tells whoever comes with a
// browser that cannot run the tutor what it needs. Whoever installs the tutor finds it called in the language that is
// spoken then. It is written so that old browsers can read it.
(function () {
  var root = document.documentElement, titles = document.getElementsByTagName("title")[0];
  var isFile = location.protocol === "file:", own = /** @type {any} */ (window);
  var canRun = "noModule" in document.createElement("script") && typeof WebAssembly === "object"
    && typeof DecompressionStream === "function"
    && typeof Array.prototype.at === "function" && typeof BigInt64Array === "function";

  /** @param {string | null | undefined} asked a language as an address or a browser writes it: "de-CH" */
  function known(asked) {
    var short = String(asked || "").split(/[-_.]/)[0].toLowerCase();
    return /^[a-z]+$/.test(short) && titles.hasAttribute("data-" + short) ? short : "";
  }

  function chosenBefore() {
    try {
      return localStorage.getItem("rallyman-tutor:language");
    } catch (error) {
      return ""; // nothing is kept here
    }
  }

  function callInstalled() {
    var manifest = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=manifest]"));
    if (manifest && known(root.lang)) manifest.href = "manifest." + known(root.lang) + ".webmanifest";
  }

  var asked = /[?&]lang=([\w-]+)/.exec(location.search), browser = root.lang === "en" ? navigator.language : "";
  root.lang = known(asked && asked[1]) || known(chosenBefore()) || known(browser) || root.lang;
  document.title = titles.getAttribute("data-" + root.lang) || document.title;
  callInstalled();
  if (own.MutationObserver) new MutationObserver(callInstalled).observe(root, { attributeFilter: ["lang"] });

  if (!canRun || isFile) {
    root.className = isFile ? "rallyman-file" : "rallyman-old";
    return;
  }
  var page = (/([^/]*?)(\.html)?$/.exec(location.pathname) || [])[1] || "index";
  var folder = /** @type {HTMLScriptElement} */ (document.currentScript).getAttribute("data-folder");
  if (!folder) return; // a page without the tutor
  own.rallymanPage = page;
  own.rallymanFirst = fetch(folder + "/first/" + root.lang + "/" + page + ".bin").catch(function () { return null; });
})();
