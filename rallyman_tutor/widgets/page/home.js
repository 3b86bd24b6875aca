// The course as a road map, and the doors beside it.

import { make } from "./dom.js";
import { fill, stars } from "./text.js";

// A rally car from above, its nose to the right.
const CAR = `<rect x="-19" y="-8" width="42" height="20" rx="6" fill="#0004"/><rect x="-21" y="-10" width="42" height="20" rx="6" fill="#0072b2"/>
  <path d="M-21-4H21M-21 4H21" stroke="#faf7f2" stroke-width="3.4"/><path d="M5-8 12-7q3 7 0 14L5 8ZM-9-7-14-6v12l5 1Z" fill="#1d2126"/>
  <rect x="-9" y="-8" width="14" height="16" rx="3" fill="#0072b2"/><circle r="5.4" cx="-2" fill="#faf7f2"/><rect x="-23" y="-9" width="4" height="18" rx="1.5" fill="#1d2126"/>`;

export class Home {
  constructor(table) {
    this.table = table;
    this.map = make("ol", { class: "rt-map" });
    this.road = make("svg", { class: "rt-map-road", "aria-hidden": "true" });
    this.boxes = make("nav", { class: "rt-boxes", "aria-label": table.words.games });
    this.doors = make("div", { class: "rt-doors" });
    this.licence = make("div", { class: "rt-licence" });
    this.told = make("p", { class: "rt-problem", role: "status" });
    this.node = make("section", { class: "rt-home", hidden: true, "aria-label": table.words.course },
      make("div", { class: "rt-welcome" }, make("h2", {}, table.words.welcome), make("p", {}, table.words["welcome-more"]), this.boxes, this.doors, this.told, this.licence),
      make("div", { class: "rt-map-frame" }, this.road, this.map),
      this.keep());
    new ResizeObserver(() => this.lay()).observe(this.map);
  }

  tell(text) {
    this.told.textContent = text;
  }

  show(home) {
    const { table } = this, { words } = table;
    this.told.textContent = "";
    this.boxes.hidden = home.games.length < 2;
    this.boxes.replaceChildren(...home.games.map((game) => make("button", { type: "button", class: "rt-box", "data-box": game.key, "aria-current": game.now ? "page" : "false", onclick: () => table.go(game.at) },
      make("b", {}, game.name), make("span", {}, game.of ? fill(words["lessons-done"], { n: game.done, of: game.of }) : words["no-lessons"]))));
    const door = (to, title, more, kind = "") => make("button", { type: "button", class: `rt-door ${kind}`, onclick: () => table.go(to) }, make("b", {}, title), make("span", {}, more));
    this.doors.replaceChildren(
      door(home.next.name, home.begun ? words.continue : words.begin, home.next.title, "rt-first"),
      door("practice", words.practice, home.due ? fill(words.due, { n: home.due }) : words["due-none"]),
      door(home.drive, words["free-drive"], words["drive-more"]),
      ...(home.coming ? [door("coming", words.coming, words["coming-more"])] : []),
      door(home.book, words.rulebook, fill(words["rules-more"], { n: home.rules })));
    this.licence.replaceChildren(make("b", {}, words.licences[home.licence]), make("span", {}, words["licence-more"][home.licence]),
      make("button", { type: "button", class: "rt-small", onclick: () => table.go("summary") }, words.summary));
    const half = (lesson) => lesson.done && lesson.done < lesson.of ? fill(words["steps-done"], { n: lesson.done, of: lesson.of }) : null; // a lesson that is begun
    this.map.replaceChildren(...home.lessons.map((lesson, n) => make("li", { class: lesson.stars ? "rt-done" : lesson.name === home.next.name ? "rt-next" : "" },
      make("button", { type: "button", onclick: () => table.go(lesson.name), title: lesson.about },
        make("i", { "aria-hidden": "true" }, String(n + 1)),
        make("b", {}, lesson.title),
        make("span", { class: "rt-stars", role: "img", "aria-label": half(lesson) ?? fill(words["stars-of"], { n: lesson.stars }) }, half(lesson) ?? stars(lesson.stars))))));
    this.lay();
  }

  // The road winds from lesson to lesson, to and fro, as wide as there is room.
  lay() {
    const items = [...this.map.children], wide = this.map.clientWidth;
    if (!items.length || !wide) return;
    const row = Math.max(1, Math.min(5, Math.floor(wide / 190))), high = row === 1 ? 92 : 132, step = wide / row;
    const spots = items.map((_, n) => {
      const line = Math.floor(n / row), along = n % row;
      const x = row === 1 ? 44 + 26 * Math.sin(n * 1.25) : step * ((line % 2 ? row - 1 - along : along) + 0.5);
      return [x, 52 + line * high + (row === 1 ? 0 : 14 * Math.sin(n * 2.1))];
    });
    this.map.style.height = `${Math.ceil(items.length / row) * high + 24}px`;
    items.forEach((item, n) => { item.style.left = `${spots[n][0]}px`; item.style.top = `${spots[n][1]}px`; item.classList.toggle("rt-beside", row === 1); });
    const bow = (from, to) => from[1] === to[1] || Math.abs(from[0] - to[0]) > step / 2 ? (to[0] - from[0]) / 2 : (from[0] > wide / 2 ? 1 : -1) * step * 0.55;
    let way = row === 1 ? `M${spots[0][0]} ${spots[0][1] - 50}L${spots[0]}` : `M${spots[0][0] - step / 2} ${spots[0][1]}L${spots[0]}`;
    for (let n = 1; n < spots.length; n++) {
      const [from, to] = [spots[n - 1], spots[n]], turns = row > 1 && n % row === 0;
      way += turns ? `C${from[0] + bow(from, to)} ${from[1]} ${to[0] + bow(from, to)} ${to[1]} ${to}`
        : row === 1 ? `C${from[0]} ${from[1] + high / 2} ${to[0]} ${to[1] - high / 2} ${to}`
          : `C${(from[0] + to[0]) / 2} ${from[1]} ${(from[0] + to[0]) / 2} ${to[1]} ${to}`;
    }
    this.road.replaceChildren(...["rt-verge", "rt-tarmac", "rt-middle"].map((kind) => make("path", { d: way, class: kind })));
    const at = items.findIndex((item) => item.classList.contains("rt-next"));
    if (at < 0) return;
    const [x, y] = spots[at], back = Math.floor(at / row) % 2; // the learner's own car waits before the lesson that comes next
    const car = make("g", { class: "rt-map-car", transform: row === 1 ? `translate(${x} ${y - 48}) rotate(90)` : `translate(${x + (back ? 58 : -58)} ${y}) rotate(${back ? 180 : 0})` });
    car.innerHTML = CAR;
    this.road.append(car);
  }

  // Progress lives in this browser only; it can be taken along as a file.
  keep() {
    const { table } = this, { words } = table;
    const file = make("input", { type: "file", accept: "application/json", hidden: true, onchange: async () => {
      const [chosen] = file.files;
      file.value = "";
      if (!chosen) return;
      let told = null;
      try { told = JSON.parse(await chosen.text()); } catch { /* told as foreign below */ }
      table.send({ do: "bring", progress: told });
    } });
    return make("p", { class: "rt-keep" }, this.keeping = make("span", {}, words["progress-here"]), " ",
      make("button", { type: "button", class: "rt-small", onclick: () => this.download() }, words.download),
      make("button", { type: "button", class: "rt-small", onclick: () => file.click() }, words.bring), file,
      make("label", { class: "rt-letters" }, make("input", { type: "checkbox", checked: table.kept("letters") !== "off", onchange: ({ target }) => table.keep("letters", target.checked ? "on" : "off") }), words.letters));
  }

  // A private window, or one that is full.
  keepsNothing() {
    if (this.keeping.classList.contains("rt-warns")) return;
    this.keeping.textContent = this.table.words["progress-nowhere"];
    this.table.say(this.keeping.textContent);
    this.keeping.classList.add("rt-warns");
  }

  download() {
    const link = make("a", { href: URL.createObjectURL(new Blob([JSON.stringify(this.table.model.get("progress"))], { type: "application/json" })), download: "rallyman-progress.json" });
    link.click();
    URL.revokeObjectURL(link.href);
  }
}
