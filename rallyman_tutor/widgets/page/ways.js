// @ts-check
// Two ways to the finish beside each other: two bars that part where the decision parts them, and what for, turn by
// turn.

import { button, draw, make } from "./dom.js";
import { fill } from "./text.js";

/** @import { WaysDriven, WaysShown } from "./wire" */
/** @import { Table } from "./table.js" */

const WIDTH = 320, BAR = 20, ROW = 58; // of the picture, in its own units
const LEAST_LABELLED = 24; // so wide is a span that has room for its figure

export class Ways {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.inside = make("div");
    this.shown = /** @type {WaysShown | null} */ (null);
    this.driven = /** @type {WaysDriven | null} */ (null);
    this.drive = button("rt-small", () => this.driveBoth(), table.words["ways-drive"]);
    this.node = make("details", { class: "rt-ways-apart", hidden: true },
      make("summary", {}, table.words.why), this.inside, this.drive); // stays open, or closed, from draft to draft
  }

  /** @param {WaysShown | null} ways */
  show(ways) {
    this.node.hidden = !ways;
    if (ways !== this.shown) this.driven = null;
    this.shown = ways;
    this.drive.hidden = !this.driven;
    this.inside.replaceChildren(...(ways ? [this.picture(ways), this.list(ways)] : []));
  }

  /** @param {WaysDriven} driven both ways, space by space */
  come(driven) {
    this.driven = driven;
    this.drive.hidden = !this.shown;
  }

  driveBoth() {
    if (!this.driven) return;
    const { panel, board } = this.table;
    if (panel.isSheet) panel.slide(false);
    board.driveWays(this.driven);
    this.table.say(this.driven.ways.map(({ said }) => said).join(" "));
  }

  /** @param {WaysShown} ways */
  list({ rows }) {
    return make("ul", {}, ...rows.map((said) => make("li", {}, said)));
  }

  /** @param {WaysShown} ways each bar a way, as long as it takes; lines lead from turn to turn */
  picture({ bars, whens }) {
    const long = bars.map(({ spans }) => spans.reduce((sum, span) => sum + Math.max(0, span.seconds), 0));
    const longest = Math.max(1, ...long);
    const placed = bars.map(({ spans }) => {
      let x = 0;
      return spans.map((span) => {
        const width = (Math.max(0, span.seconds) / longest) * WIDTH, left = x;
        x += width;
        return { ...span, left, width, right: x };
      });
    });
    const shown = bars.flatMap(({ name, total }, n) => {
      const top = n * ROW + 18;
      return [
        draw("text", { x: 0, y: top - 5, class: "rt-whose" }, name),
        draw("text", { x: WIDTH, y: top - 5, class: "rt-total" }, total),
        ...placed[n].flatMap(({ when, left, width, label }) => [
          draw("rect", { x: left, y: top, width, height: BAR, class: `rt-span-${when}` }),
          width < LEAST_LABELLED ? null
            : draw("text", { x: left + width / 2, y: top + 15, class: `rt-in rt-in-${when}` }, label),
        ]),
      ];
    });
    const lines = placed[0].map(({ right }, n) => draw("path", {
      d: `M${right} ${18 + BAR + 2}L${placed[1][n].right} ${ROW - 2}`, class: "rt-apart",
    }));
    const label = bars.map(({ name, total }) => fill(this.table.words.colon, { label: name, text: total })).join(", ");
    const keys = Object.entries(whens).map(([when, name]) => make("span", { class: `rt-key-${when}` }, name));
    return make("figure", {},
      draw("svg", { viewBox: `-1 0 ${WIDTH + 2} ${ROW + 40}`, role: "img", "aria-label": label }, ...lines, ...shown),
      make("figcaption", { "aria-hidden": "true" }, ...keys));
  }
}
