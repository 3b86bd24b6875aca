// @ts-check
// A rule on its live board: the link below a picture puts the tutor in the picture's place, and back again.

for (const figure of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("figure.board"))) {
  const link = /** @type {HTMLAnchorElement} */ (figure.querySelector("a.live"));
  const said = link.textContent ?? "";
  link.setAttribute("role", "button");
  const turn = () => {
    const frame = figure.querySelector("iframe");
    frame ? frame.remove() : figure.prepend(live(figure));
    figure.classList.toggle("is-live", !frame);
    link.textContent = frame ? said : "Back to the picture";
  };
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    turn();
  });
  link.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    turn();
  });
}

/** @param {HTMLElement} figure */
function live(figure) {
  const frame = document.createElement("iframe");
  frame.src = figure.dataset.at ?? "";
  frame.title = `Live board: ${figure.closest("section")?.querySelector("h2")?.firstChild?.textContent ?? ""}`;
  return frame;
}

const menu = /** @type {HTMLDetailsElement | null} */ (document.querySelector("nav > details"));
if (menu && matchMedia("(min-width: 900px)").matches) menu.open = true;

// What has to be scrolled sideways can be reached by keys.
for (const wide of document.querySelectorAll("pre, table")) if (wide.scrollWidth > wide.clientWidth) wide.setAttribute("tabindex", "0");

// Whoever searches the code of a rule is led to the rule.
const asked = new URLSearchParams(location.search).get("q")?.trim().toUpperCase();
if (asked && /^[A-Z0-9]+-[A-Z0-9-]*\d$/.test(asked)) {
  const root = document.documentElement.dataset.content_root ?? "";
  fetch(`${root}_static/rules.json`).then((answer) => answer.json()).then((places) => {
    if (places[asked]) location.replace(root + places[asked]);
  });
}
