// The board: the painted stage, and over it what moves, what may be pointed at, and what ears are told of it.

import { calm, make, round } from "./dom.js";
import { fill } from "./text.js";

const STEP = 120; // ms a car takes for a space
const CLOSEST = 2.2, SNUG = 1.5, NEAR = 1.05, READABLE = 0.62; // CSS pixels a table unit; NEAR keeps notes at 14 px and more, SNUG fills the frame
const ACROSS = 320; // table units that are seen at least: on a phone a road is not looked at through a keyhole
const WHOLE = 0.8; // where a whole stage is seen at this scale and more, it is
const FINGER = 26; // CSS pixels a space measures at least where a finger is to meet it
const AHEAD = 6; // spaces of the road that one looks at before any die lies there

export class Board {
  constructor(words) {
    this.words = words;
    this.zoom = 1;
    this.cursor = "";
    this.shown = new Map(); // what lies on the road now: key -> element
    this.places = new Map();
    this.layers = {};
    this.over = make("svg", { class: "rt-over", "aria-hidden": "true" });
    for (const name of ["risk", "spaces", "rings", "pieces", "signs", "cursor"]) {
      this.layers[name] = make("g", { class: `rt-${name}` });
      this.over.append(this.layers[name]);
    }
    this.ground = make("div", { class: "rt-ground", "aria-hidden": "true" });
    this.list = make("ul", {
      class: "rt-list", role: "listbox", tabindex: "0", "aria-label": words.board, "aria-describedby": "rt-how",
    });
    this.how = make("p", { id: "rt-how", class: "rt-ears" }, words["board-hint"]);
    this.sheet = make("div", { class: "rt-sheet" }, this.ground, this.over);
    this.frame = make("div", { class: "rt-frame" }, this.sheet, this.list);
    this.zooms = make("div", { class: "rt-zooms" }, // hangs in the bar: on the road they would lie on what is looked at
      round("less", words["zoom-out"], () => this.choose(this.zoom / 1.25)),
      round("more", words["zoom-in"], () => this.choose(this.zoom * 1.25)),
      round("whole", words["zoom-fit"], () => this.scaled(this.least())),
      round("car", words["zoom-car"], () => { this.scaled(Math.max(this.zoom, NEAR)); this.surveys = false; this.aim = this.spot; this.follow(); }));
    this.node = make("section", { class: "rt-board", "aria-label": words.board }, this.frame, this.how);
    new ResizeObserver(() => this.fit()).observe(this.frame);
  }

  // -- The stage ------------------------------------------------------------------------------------------------

  lay(stage) {
    if (this.renamed(stage)) return;
    const [left, top, width, height] = (this.size = stage.frame);
    this.over.setAttribute("viewBox", stage.frame.join(" "));
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
    this.shown.clear();
    this.places = new Map(stage.places.map((place) => [place.key, place]));
    this.order = stage.places.map((place) => place.key);
    this.options = new Map();
    this.list.replaceChildren();
    for (const place of stage.places) {
      this.layers.spaces.append(make("path", { d: place.outline, "data-place": place.key }));
      const option = make("li", { role: "option", id: `rt-at-${place.key}`, "aria-selected": "false" });
      this.options.set(place.key, option);
      this.list.append(option);
    }
    this.cursor = "";
    this.stage = stage;
    this.settled = false;
    this.surveys = false;
    this.fresh = true; // whoever comes to a stage looks at the car and at what lies before it
    this.fit();
  }

  // The same places under other names (a pile has grown, a car is farther): whoever looks or listens stays where he is.
  renamed(stage) {
    const looks = (known) => JSON.stringify([known.table, known.frame, known.places.map((place) => [place.key, place.outline])]);
    if (!this.stage || looks(this.stage) !== looks(stage)) return false;
    this.places = new Map(stage.places.map((place) => [place.key, place]));
    this.stage = stage;
    return true;
  }

  paintOn(canvas) {
    this.ground.replaceChildren(canvas);
    // The canvas is only a picture: the style sheet keeps every pointer from it, and this keeps the Tab key from it.
    for (const node of [canvas, ...canvas.querySelectorAll("*")]) node.setAttribute("tabindex", "-1");
  }

  least() {
    const { clientWidth, clientHeight } = this.frame;
    return Math.min(clientWidth / this.size[2], clientHeight / this.size[3]) || 1;
  }

  fit() {
    if (!this.size || !this.frame.clientWidth) return;
    const whole = this.words.hides; // a table of cards is looked at as a whole, a road from the car
    if (!this.settled || (whole && !this.chosen)) {
      this.settled = true;
      const cover = Math.max(this.frame.clientWidth / this.size[2], this.frame.clientHeight / this.size[3]);
      const least = this.least();
      this.scaled(whole ? Math.max(READABLE, least) : least >= WHOLE ? least : Math.max(NEAR, Math.min(cover, SNUG, this.frame.clientWidth / ACROSS)));
      this.follow(true);
    } else this.scaled(this.zoom);
  }

  choose(zoom) {
    this.chosen = true; // from here on the learner decides how near he sits
    this.scaled(zoom);
  }

  scaled(zoom) {
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = this.frame;
    const x = (scrollLeft + clientWidth / 2) / this.zoom, y = (scrollTop + clientHeight / 2) / this.zoom;
    this.zoom = Math.min(CLOSEST, Math.max(Math.min(this.least(), NEAR), zoom));
    this.sheet.style.width = `${this.size[2] * this.zoom}px`;
    this.sheet.style.height = `${this.size[3] * this.zoom}px`;
    this.frame.scrollTo(x * this.zoom - clientWidth / 2, y * this.zoom - clientHeight / 2);
  }

  middle(x, y, smooth = true) {
    this.frame.scrollTo({
      left: (x - this.size[0]) * this.zoom - this.frame.clientWidth / 2,
      top: (y - this.size[1]) * this.zoom - this.frame.clientHeight / 2,
      behavior: smooth && !calm() ? "smooth" : "instant",
    });
  }

  follow(at_once = false) {
    if (this.surveys) this.aim = this.survey(); // the frame may have changed since
    if (this.aim) this.middle(...this.aim, !at_once);
  }

  // Halfway from the car to the farthest of its dice, or else to the road ahead, and never so far that the car is out of sight.
  survey() {
    const [x, y] = this.spot, dice = this.dice();
    const half = [this.frame.clientWidth, this.frame.clientHeight].map((side) => side / 2 / this.zoom - Math.min(60, side / 5 / this.zoom));
    const ahead = dice.length ? null : this.places.get(this.order[Math.min(this.order.length - 1, this.order.indexOf(this.home) + AHEAD)]);
    const far = dice.reduce((known, die) => Math.hypot(die[0] - x, die[1] - y) > Math.hypot(known[0] - x, known[1] - y) ? die : known, [ahead?.x ?? x, ahead?.y ?? y]);
    return far.map((to, axis) => [x, y][axis] + Math.max(-half[axis], Math.min(half[axis], (to - [x, y][axis]) / 2)));
  }

  // Where dice lie that are not rolled yet.
  dice() {
    return [...this.shown].filter(([key]) => key.startsWith("die:")).map(([, node]) => node.at);
  }

  // Car and dice into what is left of a frame that became much smaller.
  gather() {
    if ([this.spot, ...this.dice()].every(([x, y]) => this.seen(x, y))) return;
    this.surveys = !this.words.hides;
    this.follow(true);
  }

  // -- What moves -----------------------------------------------------------------------------------------------

  async play(pieces, driver) {
    const run = (this.run = Symbol());
    const key = `car:${driver}`;
    for (const [n, frame] of pieces.frames.entries()) {
      const last = n === pieces.frames.length - 1;
      const moved = this.put(frame, pieces.stamps);
      const own = frame.find((piece) => piece[0] === key);
      if (own) {
        const changed = !this.spot || Math.hypot(own[2] - this.spot[0], own[3] - this.spot[1]) > 1;
        this.spot = [own[2], own[3]];
        if (this.fresh || changed) [this.surveys, this.aim] = [this.fresh && !this.words.hides, this.spot];
        if (this.fresh) this.follow(true);
        else if (changed && this.size) this.seen(...this.spot) || this.follow(n === 0 && last);
        this.fresh &&= !last;
      }
      if (last || calm()) continue;
      await new Promise((done) => setTimeout(done, moved ? STEP * 1.6 : 60));
      if (this.run !== run) return;
    }
  }

  seen(x, y) {
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = this.frame;
    const px = (x - this.size[0]) * this.zoom - scrollLeft, py = (y - this.size[1]) * this.zoom - scrollTop;
    const edge = Math.min(110, clientWidth / 4);
    return px > edge && px < clientWidth - edge && py > edge / 1.5 && py < clientHeight - edge / 1.5;
  }

  put(frame, stamps) {
    const left = new Set(this.shown.keys());
    let moved = false;
    frame.forEach(([key, stamp, x, y, angle, scale, opacity], n) => {
      const name = key || `${stamp}:${n}`;
      left.delete(name);
      let node = this.shown.get(name);
      const fresh = !node;
      this.shown.delete(name);
      if (fresh) node = make("g", key ? { "data-key": key } : {});
      this.shown.set(name, node); // in the order of the frame
      this.layers.pieces.append(node); // painted in the order of the frame
      if (node.stamp !== stamp) { node.innerHTML = `<g>${stamps[stamp] ?? ""}</g>`; node.stamp = stamp; }
      const where = `translate(${x}px, ${y}px) rotate(${angle}deg) scale(${scale})`;
      if (node.where !== where) {
        const glides = !fresh && key.startsWith("car:") && !calm();
        if (glides) { moved = true; this.glide(node, x, y, angle, scale); }
        node.style.transform = where;
        node.where = where;
        node.turned = angle;
        node.at = [x, y];
      }
      node.style.opacity = opacity;
      if (fresh && key.startsWith("played:") && !calm()) {
        node.firstChild.animate(
          [{ transform: "rotate(-200deg) scale(1.5)" }, { transform: "rotate(15deg) scale(1.1)" }, { transform: "none" }],
          { duration: 250, easing: "ease-out" });
        moved = true;
      }
    });
    for (const name of left) { this.shown.get(name).remove(); this.shown.delete(name); }
    return moved;
  }

  glide(node, x, y, angle, scale) {
    const [fromX, fromY] = node.at;
    const turn = ((((angle - node.turned) % 360) + 540) % 360) - 180; // the short way round
    const time = Math.min(3, Math.max(1, Math.hypot(x - fromX, y - fromY) / 45)) * STEP;
    node.animate([
      { transform: `translate(${fromX}px, ${fromY}px) rotate(${angle - turn}deg) scale(${scale})` },
      { transform: `translate(${x}px, ${y}px) rotate(${angle}deg) scale(${scale})` },
    ], { duration: time, easing: "ease-in-out" });
  }

  // -- What it would mean ---------------------------------------------------------------------------------------

  // `secret`: a question is open, and the dice must not give the answer away.
  mark(view, held, choices, hints = [], secret = false) {
    const { rings, signs, risk } = this.layers;
    rings.replaceChildren(); signs.replaceChildren(); risk.replaceChildren();
    const laid = new Map();
    for (const step of view.look ? [] : view.draft) if (step.place) laid.set(step.place, step);
    for (const step of laid.values()) {
      const place = this.places.get(step.place);
      if (!place || secret) continue;
      if (step.verdict === "refused") this.sign(place, "refused", "×", 20);
      else if (step.p > 0) {
        risk.append(make("path", { d: place.outline, style: `stroke-width:${2 + 9 * step.p};opacity:${0.35 + 0.65 * Math.min(1, 2 * step.p)}` }));
        const [left, top, width] = this.size, y = place.y - 20 < top + 18 ? place.y + 34 : place.y - 20; // whole, also at the edge of the picture
        signs.append(make("text", { x: Math.min(left + width - 24, Math.max(left + 24, place.x)), y, class: "rt-figure" }, step.chance));
      }
    }
    for (const hint of hints) {
      const spots = hint.draft?.length ? hint.draft : hint.place ? [hint] : [];
      for (const spot of spots) if (this.places.has(spot.place)) rings.append(make("path", { d: this.places.get(spot.place).outline, class: "rt-hinted" }));
    }
    const of = held && !view.look ? choices.of?.[held] ?? {} : {};
    this.over.classList.toggle("rt-holding", Boolean(held));
    for (const path of this.layers.spaces.children) {
      const key = path.dataset.place, found = of[key];
      path.setAttribute("class", held ? (found ?? of["*"] ?? ["refused"])[0] : "");
      if (!found) continue;
      const place = this.places.get(key);
      if (found[0] !== "refused") rings.append(make("path", { d: place.outline, class: "rt-casing" }));
      rings.append(make("path", { d: place.outline, class: found[0] }));
      if (found[0] === "legal") signs.append(make("circle", { cx: place.x, cy: place.y, r: 6, class: "rt-dot" }));
      else if (found[0] === "price") this.sign(place, "price", "!", 0);
    }
    if (held) for (const node of this.shown.values()) this.layers.pieces.append(node);
    for (const [key, option] of this.options ?? []) {
      const says = this.spoken(key, view, laid, held, of, choices, secret);
      if (option.textContent !== says) option.textContent = says;
    }
    this.point(this.cursor);
  }

  sign(place, kind, text, up) {
    this.layers.signs.append(
      make("circle", { cx: place.x, cy: place.y - up, r: 9, class: `rt-badge ${kind}` }),
      make("text", { x: place.x, y: place.y - up + 5, class: "rt-badge-text" }, text));
  }

  spoken(key, view, laid, held, of, choices, secret) {
    const parts = [this.places.get(key).name];
    for (const car of view.cars ?? []) if (car.place === key) parts.push(car.mine ? this.words.here : fill(this.words["car-here"], { name: car.name }));
    const step = laid.get(key);
    if (step && secret) parts.push(step.name);
    else if (step) {
      parts.push(step.name + (step.chance ? `, ${fill(this.words.chance, { chance: step.chance })}` : ""));
      if (step.verdict === "refused") parts.push(this.words.refused);
    }
    if (held) {
      const [verdict, number] = of[key] ?? of["*"] ?? [];
      if (verdict) parts.push(this.words[verdict] + (number >= 0 ? `: ${choices.texts[number].title}` : ""));
    }
    return parts.join(". ");
  }

  point(key) {
    this.cursor = key;
    this.layers.cursor.replaceChildren();
    for (const option of this.list.querySelectorAll("[aria-selected=true]")) option.setAttribute("aria-selected", "false");
    const place = this.places.get(key);
    if (!place) { this.list.removeAttribute("aria-activedescendant"); return; }
    this.layers.cursor.append(make("path", { d: place.outline, class: "rt-casing" }), make("path", { d: place.outline }));
    this.options.get(key).setAttribute("aria-selected", "true");
    this.list.setAttribute("aria-activedescendant", `rt-at-${key}`);
  }

  walk(by) {
    const start = this.order.indexOf(this.cursor);
    const at = start < 0 ? this.order.indexOf(this.home) : start + by;
    this.goes(this.order[Math.min(this.order.length - 1, Math.max(0, at))]);
  }

  goes(key) {
    this.point(key);
    const place = this.places.get(key);
    if (place && !this.seen(place.x, place.y)) this.middle(place.x, place.y);
  }

  // The next space ahead (or behind), and not the one abreast: of those a few places on, the one that lies straightest.
  along(sign) {
    const at = this.order.indexOf(this.cursor), here = this.places.get(this.cursor);
    if (!here) { this.walk(sign); return; }
    const lane = (key) => key.split(".").at(-1).replace(/\d/g, "");
    const spot = (n) => this.places.get(this.order[n]), near = (from, to) => this.order.slice(Math.max(0, from), Math.max(0, to)).map((key) => this.places.get(key));
    const middle = (some) => some.length ? [some.reduce((sum, { x }) => sum + x, 0) / some.length, some.reduce((sum, { y }) => sum + y, 0) / some.length] : [here.x, here.y];
    const [behind, before] = [middle(near(at - AHEAD, at)), middle(near(at + 1, at + 1 + AHEAD))];
    const long = Math.hypot(before[0] - behind[0], before[1] - behind[1]) || 1, [dx, dy] = [(before[0] - behind[0]) * sign / long, (before[1] - behind[1]) * sign / long];
    let best = null;
    for (let n = at + sign; Math.abs(n - at) <= AHEAD && spot(n); n += sign) {
      const [x, y] = [spot(n).x - here.x, spot(n).y - here.y], ahead = x * dx + y * dy, aside = Math.abs(x * dy - y * dx);
      const cost = (ahead + 2 * aside) * (lane(spot(n).key) === lane(this.cursor) ? 0.4 : 1); // one stays in one's lane
      if (ahead > aside / 2 && ahead > 12 && (!best || cost < best.cost)) best = { n, cost };
    }
    if (best) this.goes(this.order[best.n]);
    else this.walk(sign);
  }

  // Closer to a spot of the screen, or to the car, where the spaces are too small for a finger. Whether it had to come closer.
  closer(x, y) {
    const sides = [...this.layers.spaces.children].map((path) => { const { width, height } = path.getBBox(); return Math.min(width, height); }).sort((one, other) => one - other);
    const grain = sides[sides.length >> 1]; // how wide most spaces are
    if (this.words.hides || !grain || grain * this.zoom >= FINGER) return false;
    const { left, top } = this.sheet.getBoundingClientRect(), spot = x === undefined ? this.spot : [(x - left) / this.zoom + this.size[0], (y - top) / this.zoom + this.size[1]];
    this.scaled(Math.max(NEAR, FINGER / grain, FINGER / sides[0]));
    if (spot) this.middle(...spot, false);
    return true;
  }

  placeAt(x, y) {
    for (const node of document.elementsFromPoint(x, y)) {
      if (node.dataset?.place) return node.dataset.place;
    }
    return "";
  }
}
