// @ts-check
// A page's line to the server of a room: it opens it again whenever it is cut, catches up, and keeps all that it heard.

import { keep, kept } from "./memory.js";

/**
 * What the server tells of a room; `moves` are those from `from` on.
 *
 * @typedef {object} RoomTold
 * @property {string} code
 * @property {string} game
 * @property {"gathering" | "driving" | "over"} phase
 * @property {{ name: string, level: string, held: boolean, here: boolean, mine: boolean }[]} seats
 * @property {number} free
 * @property {boolean} opener
 * @property {number} watching
 * @property {unknown} start
 * @property {string} rules
 * @property {string} values
 * @property {number} number
 * @property {number} from
 * @property {unknown[]} moves
 */

const SECRET = "room-secret"; // by this the server knows whose seat it is; it is told to nobody else
const SOON = 300, LATEST = 3000; // ms between two tries to open the line
const TAKEN = 30000; // and where no place was free
const STILL = 8000, UNHEARD = 4000; // ms between two questions whether the line lives, and until an answer is missed

/** The address at which rooms are found; nothing where none are kept. */
export const addressOfRooms = () =>
  /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name="rallyman-rooms"]'))?.content ?? "";

let unkept = ""; // where the browser keeps nothing, for as long as the page is there

/** The secret of this browser, made when it is needed first. */
function secret() {
  const known = kept(SECRET) ?? unkept;
  if (/^[0-9a-f]{32}$/.test(known)) return known;
  const made = [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");
  unkept = made;
  keep(SECRET, made);
  return made;
}

export class RoomLine {
  /**
   * @param {string} code of the room, or nothing where one is to be opened
   * @param {(told: { room?: RoomTold, refused?: string }) => void} hears
   * @param {(isOpen: boolean) => void} turns
   */
  constructor(code, hears, turns) {
    this.code = code;
    this.hears = hears;
    this.turns = turns;
    this.room = /** @type {RoomTold | null} */ (null);
    this.moves = /** @type {unknown[]} */ ([]); // all of them
    this.waiting = /** @type {object | null} */ (null); // what could not be said yet
    this.socket = /** @type {WebSocket | null} */ (null);
    this.isEnded = false;
    this.pause = SOON;
    this.again = 0;
    this.asked = 0; // when the line was asked whether it lives; 0: it has answered
    this.watch = setInterval(() => this.look(), UNHEARD);
    this.lastAsked = performance.now();
    this.open();
  }

  open() {
    if (this.isEnded) return;
    const address = new URL(addressOfRooms(), location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    this.asked = 0;
    socket.onopen = () => {
      this.pause = SOON;
      if (this.code) this.put({ do: "enter", code: this.code, secret: secret(), known: this.moves.length });
      this.turns(true); // what it says is heard in the room
      if (this.waiting) this.put(this.waiting);
      this.waiting = null;
    };
    socket.onmessage = ({ data }) => {
      if (socket !== this.socket) return;
      this.asked = 0;
      this.take(JSON.parse(data));
    };
    socket.onclose = () => {
      if (socket !== this.socket || this.isEnded) return;
      this.socket = null;
      this.turns(false);
      if (!this.code && !this.waiting) return; // nobody waits for it: `say` opens it again
      this.again = setTimeout(() => this.open(), this.pause * (0.7 + 0.6 * Math.random()));
      this.pause = Math.min(LATEST, this.pause * 2);
    };
  }

  /** Asks now and then whether the line lives. One that gives no answer is given up, and opened anew. */
  look() {
    const now = performance.now();
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (this.asked) {
      this.asked = 0;
      const { socket } = this;
      socket.onclose?.(new CloseEvent("close"));
      socket.close();
    } else if (now - this.lastAsked > STILL) {
      this.asked = this.lastAsked = now;
      this.put({ do: "still" });
    }
  }

  /** @param {{ room?: RoomTold, refused?: string }} told */
  take(told) {
    const { room } = told;
    if (room) {
      if (room.from > this.moves.length) { // something is missing: all of it is asked for
        this.moves = [];
        this.put({ do: "enter", code: room.code, secret: secret(), known: 0 });
        return;
      }
      this.moves = [...this.moves.slice(0, room.from), ...room.moves];
      this.room = room;
      this.code = room.code;
    }
    if (!this.room && told.refused === "no-room") this.end(); // asking again would find none either
    if (!this.room && told.refused?.startsWith("too-many")) this.pause = TAKEN;
    this.hears(told);
  }

  /**
   * Whether this very move was made.
   *
   * @param {{ number: number, move: string }} asked
   */
  made({ number, move }) {
    const found = this.moves[number];
    return Array.isArray(found) && found[0] === move;
  }

  /** @param {object} said it is said now, or once the line is open; of several that wait the last one counts */
  say(said) {
    if (this.socket?.readyState === WebSocket.OPEN) this.put(said);
    else {
      this.waiting = said;
      clearTimeout(this.again);
      if (!this.socket) this.open();
    }
  }

  /** @param {object} wish what is asked of a new room */
  openRoom(wish) {
    this.say({ do: "open", secret: secret(), ...wish });
  }

  /** @param {object} said */
  put(said) {
    this.socket?.send(JSON.stringify(said));
  }

  end() {
    this.isEnded = true;
    clearTimeout(this.again);
    clearInterval(this.watch);
    this.socket?.close();
  }
}
