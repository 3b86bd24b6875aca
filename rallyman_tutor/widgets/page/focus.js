// @ts-check
// Keeps the focus in the game: a pressed button may go or be switched off by what it did, and then the board gets the
// focus.

const TOOLS = ".rt-bar, .rt-tools .rt-round"; // what is pressed and needs no keys behind that

export class Focus {
  /**
   * @param {HTMLElement} root
   * @param {() => HTMLElement | null} board what gets the focus, where there is a board
   * @param {AbortSignal} signal
   */
  constructor(root, board, signal) {
    this.root = root;
    this.board = board;
    this.isInside = false; // whether the last focus or press was in the game
    root.addEventListener("focusin", () => { this.isInside = true; }, { signal });
    root.addEventListener("click", (event) => this.clicked(event), { signal });
    for (const what of ["focusin", "pointerdown"]) {
      document.addEventListener(what, ({ target }) => this.met(target), { signal, capture: true });
    }
  }

  /** @param {EventTarget | null} target what is focused or pressed, anywhere */
  met(target) {
    if (!this.root.contains(/** @type {Node} */ (target))) this.isInside = false;
  }

  /**
   * After a click in the bar the keys go on playing; whoever came to the bar by keys stays there.
   *
   * @param {MouseEvent} event
   */
  clicked({ detail, target }) {
    const isAbove = /** @type {Element} */ (target).closest(`${TOOLS}, dialog`);
    if (!detail || !isAbove || !this.board()) return;
    setTimeout(() => {
      if (document.activeElement?.closest(TOOLS)) this.board()?.focus({ preventScroll: true });
    });
  }

  /** Brings it back, where it has just been lost. */
  keep() {
    const now = /** @type {HTMLButtonElement | null} */ (document.activeElement);
    const isHere = now !== null && this.root.contains(now);
    if (!this.isInside || (isHere && now.checkVisibility() && !now.disabled)) return;
    if (isHere || now === document.body) (this.board() ?? this.root).focus({ preventScroll: true });
  }
}
