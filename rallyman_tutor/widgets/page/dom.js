// Elements of the page: how they are made, buttons with a sign, and whether things may move.

const SVG = "http://www.w3.org/2000/svg";

export function make(tag, looks = {}, ...children) {
  const node = ["svg", "g", "path", "circle", "text", "line"].includes(tag)
    ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(looks)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child != null));
  return node;
}

const SIGNS = {
  less: "M5 12h14", more: "M5 12h14M12 5v14", whole: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  car: "M12 3v4M12 17v4M3 12h4M17 12h4M12 9a3 3 0 1 0 .01 0", undo: "M9 5 4 10l5 5M4 10h9a6 6 0 0 1 0 12h-2",
  back: "M15 5 8 12l7 7", ahead: "M9 5l7 7-7 7", take: "M6 6l12 12M18 6 6 18", menu: "M4 7h16M4 12h16M4 17h16",
  theme: "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5Z",
};

export function round(sign, name, act) {
  const button = make("button", { type: "button", class: "rt-round", "aria-label": name, title: name, onclick: act });
  button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${SIGNS[sign]}"/></svg>`;
  return button;
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
