// @ts-check
// What happens as sounds, each with a caption, for who wishes them. No file is fetched: every sound is made here, of
// tones and of noise.

import { make, write } from "./dom.js";
import { kept } from "./memory.js";

/** @import { Line } from "./wire" */
/** @import { Table } from "./table.js" */

/**
 * One part of a sound. Times are in seconds, heights in Hertz.
 *
 * @typedef {object} Part
 * @property {"sine" | "triangle" | "sawtooth" | "noise"} wave
 * @property {number} from how high it begins; of noise, about where it is loudest
 * @property {number} to how high it ends
 * @property {number} at when it begins
 * @property {number} lasts
 * @property {number} loud from 0 to 1
 */

/** @type {(wave: Part["wave"], from: number, to: number, at: number, lasts: number, loud: number) => Part} */
const part = (wave, from, to, at, lasts, loud) => ({ wave, from, to, at, lasts, loud });

const RATTLE = [0, 0.07, 0.13, 0.21].map((at) => part("noise", 2600, 1800, at, 0.04, 0.3));

/** @type {Record<string, Part[]>} */
export const SOUNDS = {
  clean: [...RATTLE, part("sine", 880, 880, 0.27, 0.12, 0.16)],
  hazard: [...RATTLE, part("triangle", 220, 160, 0.27, 0.24, 0.3)],
  engine: [part("sawtooth", 70, 130, 0, 0.32, 0.1), part("noise", 500, 900, 0, 0.32, 0.1)],
  skid: [part("noise", 1800, 700, 0, 0.5, 0.32), part("triangle", 520, 260, 0, 0.45, 0.08)],
  bang: [part("noise", 260, 90, 0, 0.18, 0.5), part("sine", 110, 50, 0, 0.22, 0.3)],
  card: [part("noise", 3800, 2200, 0, 0.09, 0.2)],
  bell: [part("sine", 1320, 1320, 0, 0.28, 0.14), part("sine", 1980, 1980, 0.02, 0.2, 0.07)],
  cheers: [
    ...[523, 659, 784, 1047].map((tone, n) => part("triangle", tone, tone, n * 0.13, 0.26, 0.16)),
    part("noise", 1400, 1400, 0.1, 0.9, 0.07),
  ],
};
const APART = 0.42; // seconds from one sound to the next
const MOST_AT_ONCE = 6;
const SHOWN_FOR = 3500; // milliseconds

/**
 * Has a sound made, at a moment of this context.
 *
 * @param {BaseAudioContext} context
 * @param {Part[]} parts
 * @param {number} when
 */
export function sounded(context, parts, when) {
  for (const { wave, from, to, at, lasts, loud } of parts) {
    const start = when + at, end = start + lasts, gain = context.createGain();
    gain.gain.setValueAtTime(loud, start);
    gain.gain.exponentialRampToValueAtTime(0.001, end);
    gain.connect(context.destination);
    const source = wave === "noise" ? noise(context, lasts) : context.createOscillator();
    const filter = wave === "noise" ? context.createBiquadFilter() : null;
    if (source instanceof OscillatorNode) source.type = /** @type {OscillatorType} */ (wave);
    if (filter) filter.type = "bandpass";
    const pitch = source instanceof OscillatorNode ? source.frequency : filter?.frequency;
    pitch?.setValueAtTime(from, start);
    pitch?.linearRampToValueAtTime(to, end);
    (filter ? source.connect(filter) : source).connect(gain);
    source.start(start);
    source.stop(end);
  }
}

/**
 * @param {BaseAudioContext} context
 * @param {number} lasts
 */
function noise(context, lasts) {
  const buffer = context.createBuffer(1, Math.ceil(lasts * context.sampleRate), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  source.buffer = buffer;
  return source;
}

export class Sounds {
  /**
   * @param {Table} table
   * @param {AbortSignal} signal
   */
  constructor(table, signal) {
    this.table = table;
    this.isOn = kept("sounds") === "on";
    this.heard = /** @type {number | null} */ (null); // the number of the last line that was there
    this.place = "";
    this.context = /** @type {AudioContext | null} */ (null);
    this.timer = 0;
    // What a screen reader hears of it is the announcement itself.
    this.caption = make("p", { class: "rt-caption", hidden: true, "aria-hidden": "true" });
    signal.addEventListener("abort", () => {
      clearTimeout(this.timer);
      this.context?.close();
    });
  }

  /** A switch: whether there are sounds. */
  chooser() {
    const box = make("input", { type: "checkbox", checked: this.isOn });
    box.addEventListener("change", () => {
      this.isOn = box.checked;
      this.table.keep("sounds", this.isOn ? "on" : "off");
      if (this.isOn) this.play(["bell"]);
      else this.caption.hidden = true;
    });
    return make("label", { class: "rt-sounds" }, box, this.table.words.sounds);
  }

  /**
   * Plays what has happened since it was asked last at this place.
   *
   * @param {Line[]} log
   * @param {string} place
   */
  follow(log, place) {
    const last = log.at(-1)?.line ?? -1, before = this.heard, isNew = place !== this.place;
    this.heard = last;
    this.place = place;
    if (!this.isOn || isNew || before === null) return;
    const sounds = log.filter(({ line, sound }) => line > before && sound).map(({ sound }) => sound);
    this.play(sounds.filter((sound, n) => sound !== sounds[n - 1]).slice(0, MOST_AT_ONCE));
  }

  /** @param {string[]} sounds one after the other */
  play(sounds) {
    if (!sounds.length) return;
    const { words } = this.table;
    write(this.caption, sounds.map((sound) => words.captions[sound]).join(" · "));
    this.caption.hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.caption.hidden = true), SHOWN_FOR);
    if (!window.AudioContext) return; // the captions are all there is
    this.context ??= new AudioContext();
    void this.context.resume();
    const now = this.context.currentTime + 0.02;
    for (const [n, sound] of sounds.entries()) sounded(this.context, SOUNDS[sound], now + n * APART);
  }
}
