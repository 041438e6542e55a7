// How discs move. Each function answers the running animation; `Motions` keeps those that run
// and can bring all of them to their final frames at once.

import { still } from "./look.js";

function fade(disc) {
  return disc.animate({ opacity: [0, 1] }, { duration: 120 });
}

// A fall of `distance` units over `rows` rows with one rebound of a twelfth of it.
export function drop(disc, distance, rows) {
  if (still()) return fade(disc);
  const at = (offset, units, easing) => ({
    offset,
    transform: `translateY(${-units}px)`,
    easing,
  });
  const frames = [
    at(0, distance, "cubic-bezier(.55,0,1,.9)"),
    at(0.68, 0, "ease-out"),
    at(0.82, distance / 12, "ease-in"),
    at(1, 0),
  ];
  return disc.animate(frames, { duration: Math.min(400, 220 + 28 * rows) });
}

// Turns a disc over: `change` gives it its other colour halfway. The start waits for the
// distance from the placed disc, and all flips are done by 600 ms.
export function flip(disc, squaresAway, farthest, change) {
  if (still()) {
    change();
    return fade(disc);
  }
  disc.style.transformOrigin = `${disc.getAttribute("x")}px ${disc.getAttribute("y")}px`;
  const step = farthest > 1 ? Math.min(45, 280 / (farthest - 1)) : 45;
  const delay = step * (squaresAway - 1);
  const frames = [
    { offset: 0, transform: "none" },
    { offset: 0.5, transform: "translateY(-8px) scaleX(.04)" },
    { offset: 1, transform: "none" },
  ];
  const easing = "cubic-bezier(.45,0,.55,1)";
  const animation = disc.animate(frames, { duration: 320, delay, easing });
  animation.halfway = setTimeout(change, delay + 160);
  return animation;
}

export function appear(disc) {
  return fade(disc);
}

// A refused disc leaves upwards.
export function lift(disc) {
  const up = still() ? "none" : "translateY(-60px)";
  return disc.animate({ opacity: [1, 0], transform: ["none", up] }, { duration: 160 });
}

// The motions that run now, each with its final frame.
export class Motions {
  #running = new Map();

  add(animation, last) {
    const end = () => this.#end(animation);
    this.#running.set(animation, { last, done: animation.finished.then(end, end) });
  }

  get size() {
    return this.#running.size;
  }

  // Resolves when all have come to rest, each in its final frame, those too that begin meanwhile.
  get settled() {
    return this.#rest();
  }

  async #rest() {
    while (this.#running.size) {
      await Promise.all([...this.#running.values()].map(({ done }) => done));
    }
  }

  finish() {
    for (const animation of [...this.#running.keys()]) {
      animation.finish();
      this.#end(animation);
    }
  }

  #end(animation) {
    const running = this.#running.get(animation);
    if (!running) return;
    this.#running.delete(animation);
    clearTimeout(animation.halfway);
    running.last();
  }
}
