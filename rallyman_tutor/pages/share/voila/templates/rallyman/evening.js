// @ts-check
// The tables of an evening, as the server tells them each second. Where there are more than the picture holds, they
// take turns; whoever wants to read on holds them.
(() => {
  'use strict';
  const EVERY = 1000; // ms between two questions
  const TURN = 10000; // ms for which one lot of tables is shown

  /**
   * @typedef {object} Sheet
   * @property {string[]} head
   * @property {string[][]} rows
   */
  /**
   * @typedef {object} Shown
   * @property {string} code
   * @property {string} game
   * @property {string} phase
   * @property {string} state
   * @property {string[]} drivers
   * @property {Sheet | null} sheet
   */

  /** @param {string} id */
  const seen = id => /** @type {HTMLElement} */ (document.getElementById(id));
  /** @type {Record<string, string>} */
  const words = JSON.parse(seen('evening-words').textContent ?? '{}');
  const room = seen('tables'), held = seen('held');
  let last = '', first = 0, turned = performance.now();
  /** @type {HTMLElement[]} */
  let cards = [];

  /**
   * @param {string} tag
   * @param {...(string | Node)} children names come as text, and never as markup
   */
  const make = (tag, ...children) => {
    const made = document.createElement(tag);
    made.append(...children);
    return made;
  };

  /**
   * Of a line of a sheet the columns that can be read from afar: place, name, total and gap.
   *
   * @param {string[]} cells
   */
  const few = cells => [...cells.slice(0, 2), ...cells.slice(-2)];

  /** @param {Sheet} sheet */
  const drawn = ({ head, rows }) => {
    const top = make('thead', make('tr', ...few(head).map((cell, at) => make('th', at ? cell : ''))));
    const body = make('tbody', ...rows.map(row => make('tr', ...few(row).map(cell => make('td', cell)))));
    return make('table', top, body);
  };

  /** @param {Shown} table */
  const card = ({ code, game, phase, state, drivers, sheet }) => {
    const heading = make('h2', make('b', `${code.slice(0, 3)} ${code.slice(3)}`), make('span', game));
    const made = make('article', heading, make('p', state), sheet ? drawn(sheet) : make('p', drivers.join(', ')));
    made.className = phase;
    return made;
  };

  const fits = () => room.scrollWidth <= room.clientWidth + 1 && room.scrollHeight <= room.clientHeight + 1;

  // As many tables from the first one on as the picture holds.
  const lay = () => {
    room.classList.toggle('one', cards.length < 2);
    room.replaceChildren();
    let end = first;
    while (end < cards.length) {
      room.append(cards[end++]);
      if (end - first > 1 && !fits()) {
        cards[--end].remove();
        break;
      }
    }
    const isAll = first === 0 && end === cards.length;
    seen('pages').hidden = isAll;
    const [told] = seen('pages').children;
    told.textContent = isAll ? '' : `${first + 1}–${end} / ${cards.length}`;
    return end;
  };

  let end = 0;
  const turn = () => {
    if (performance.now() - turned < TURN || held.getAttribute('aria-pressed') === 'true') return;
    turned = performance.now();
    first = end >= cards.length ? 0 : end;
    end = lay();
  };
  held.onclick = () => held.setAttribute('aria-pressed', String(held.getAttribute('aria-pressed') !== 'true'));

  const ask = async () => {
    try {
      const answer = await fetch('evening/tables', { cache: 'no-store', signal: AbortSignal.timeout(5000) });
      const { tables } = await answer.json();
      seen('lost').textContent = '';
      const told = JSON.stringify(tables);
      if (told !== last) {
        last = told;
        cards = tables.length ? tables.map(card) : [make('p', words.none)];
        if (first >= cards.length) first = 0;
        end = lay();
      } else turn();
    } catch {
      seen('lost').textContent = words.lost;
    }
    setTimeout(ask, EVERY);
  };
  addEventListener('resize', () => { end = lay(); });
  ask();
})();
