// @ts-check
// What is sent behind an answer: the parts of the page that hear it, a row for each name in `page/behind.py`.

import { Advice } from "./advice.js";
import { Cloud } from "./cloud.js";
import { Ghost } from "./ghost.js";
import { Rivals } from "./rivals.js";
import { Review } from "./review.js";

/** @import { Behind as Message, Shown, View } from "./wire" */
/** @import { Table } from "./table.js" */

export class Behind {
  /**
   * @param {Table} table
   * @param {AbortSignal} signal
   */
  constructor(table, signal) {
    this.table = table;
    this.advice = new Advice(table, signal);
    this.cloud = new Cloud(table);
    this.ghost = new Ghost(table);
    this.review = new Review(table);
    this.rivals = new Rivals(table);
    /** @type {{ [Name in keyof Shown]: (shown: Shown[Name]) => void }} */
    this.hears = {
      advised: (shown) => this.advice.come(shown),
      rivals: (shown) => this.rivals.come(shown),
      turn: (shown) => this.advice.turnCame(shown),
      mixed: (shown) => this.advice.mix.come(shown),
      compared: (shown) => this.review.come(shown),
      reviewed: (shown) => this.review.cameBehind(shown),
      evening: (shown) => this.review.eveningCame(shown),
      cloud: (shown) => this.cloud.come(shown),
      ghost: (shown) => this.ghost.come(shown),
      ways: (shown) => this.advice.ways.come(shown),
      film: (shown) => this.table.rally.film.come(shown),
      rally: (shown) => this.table.rally.back.come(shown),
      built: (shown) => this.table.editor.come(shown),
    };
    this.beside = [this.rivals, this.advice, this.ghost].map(({ node }) => node); // the draft, in the panel
  }

  /** @param {View} view behind which nothing has come yet; what belongs to another one goes */
  show(view) {
    for (const part of [this.rivals, this.advice, this.cloud, this.ghost, this.review]) part.show(view);
  }

  /** @param {Message} message what belongs to a view that is gone is not heard; a rally that stops has no view */
  come({ name, n, shown }) {
    const { place, view } = this.table;
    const isSeen = place.kind === "rally" || n === (place.kind === "editor" ? place.editor.n : view.n ?? 0);
    if (isSeen) this.hear(name, shown);
  }

  /**
   * @template {keyof Shown} Name
   * @param {Name} name
   * @param {Shown[Name]} shown
   */
  hear(name, shown) {
    this.hears[name](shown);
  }
}
