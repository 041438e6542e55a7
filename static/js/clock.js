// The clocks of the seats, counted down between the server's words. The server decides; here a
// clock only shows what it said last, less what has passed since.

import { LOW, clockText } from "./duration.js";
import { say } from "./words.js";

const SPOKEN = [60000, 30000, 10000];
const TICK = 100;

export class Clocks {
  #root;
  #speak;
  #snapshot = null;
  #offset = -Infinity;
  #anew = true; // whether what was known of the server's moment may be wrong
  #stopped = null;
  #last = new Map();

  // `speak` hears how much an own clock has left, now and then.
  constructor(root, speak) {
    this.#root = root;
    this.#speak = speak;
    setInterval(() => this.#draw(), TICK);
  }

  // `now` is the server's moment, heard just now: what comes soonest is nearest to the truth.
  set(snapshot, now) {
    this.#snapshot = snapshot;
    this.#stopped = null;
    if (now) {
      const offset = now - performance.now();
      this.#offset = this.#anew ? offset : Math.max(this.#offset, offset);
      this.#anew = false;
    }
    this.#draw();
  }

  // The line was lost: a server that was down meanwhile has not counted that time.
  lost() {
    this.#anew = true;
  }

  // The server's moment, as far as it is known here.
  get now() {
    return performance.now() + this.#offset;
  }

  // The own clock stops with the finger; the answer sets it right.
  stop() {
    this.#stopped = performance.now();
    this.#draw();
  }

  left(seat) {
    const { clock, status } = this.#snapshot;
    if (clock.run !== seat || status !== "playing") return clock.ms[seat];
    const now = (this.#stopped ?? performance.now()) + this.#offset;
    return Math.max(0, clock.ms[seat] - Math.max(0, now - clock.at));
  }

  #draw() {
    if (!this.#snapshot?.clock) return;
    const { seats, clock, status } = this.#snapshot;
    for (const { seat, kind } of seats) {
      const left = this.left(seat);
      const running = clock.run === seat && status === "playing" && this.#stopped === null;
      const shown = this.#root.querySelector(`[data-clock="${seat}"]`);
      const text = clockText(left);
      if (shown.textContent !== text) shown.textContent = text;
      shown.classList.toggle("running", running);
      shown.classList.toggle("low", left < LOW && kind !== "ai" && status !== "finished");
      shown.classList.toggle("long", text.length > 5); // tenths or hours
      if (running) this.#say(seat, left);
    }
  }

  #say(seat, left) {
    const before = this.#last.get(seat) ?? left;
    this.#last.set(seat, left);
    if (!this.#snapshot.you.includes(seat)) return;
    const passed = SPOKEN.find((mark) => before > mark && left <= mark);
    if (passed) this.#speak(say("clock.left", { time: clockText(passed) }), passed);
  }
}
