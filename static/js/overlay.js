// What the engine sees on the board and people may want to see too, one kind at a time, with a
// sentence below it. The server computes; what it said of a position is not asked for again.

import { tab } from "./storage.js";
import { element } from "./svg.js";

const KEPT = 200; // positions
const SETTLED = 120; // ms at a place until it is asked for

const known = new Map();
let chosen = tab.read("overlay", "");

export class Overlays {
  #board;
  #course;
  #select = document.getElementById("overlay");
  #sentence = document.getElementById("overlay-sentence");
  #timer = null;
  #wish = 0;

  constructor(board, course) {
    this.#board = board;
    this.#course = course;
    if (![...this.#select.options].some(({ value }) => value === chosen)) chosen = "";
    this.#select.value = chosen;
    this.#select.addEventListener("change", () => {
      chosen = this.#select.value;
      tab.write("overlay", chosen);
      this.show();
    });
    this.show();
  }

  // Shows what is chosen for the place that the course is at.
  show() {
    clearTimeout(this.#timer);
    this.#wish += 1;
    const key = String(new URLSearchParams(this.#course.pictured));
    if (!chosen) this.#draw(null);
    else if (known.has(key)) this.#draw(known.get(key));
    else {
      this.#draw(null);
      this.#timer = setTimeout(() => this.#ask(key), SETTLED);
    }
  }

  async #ask(key) {
    const wish = this.#wish;
    const answer = await fetch(`/analysis/overlays.json?${key}`).then(
      (response) => (response.ok ? response.json() : null),
      () => null,
    );
    if (answer) known.set(key, answer.overlays);
    if (known.size > KEPT) known.delete(known.keys().next().value);
    if (wish === this.#wish) this.#draw(answer?.overlays ?? null);
  }

  #draw(overlays) {
    const layer = this.#board.art.querySelector(".overlay");
    const found = overlays?.find(({ key }) => key === chosen);
    this.#sentence.textContent = found?.sentence ?? "";
    layer.replaceChildren(...(found ? this.#parts(found) : []));
    const shaded = (found?.regions ?? []).flatMap(({ squares }) => squares);
    const under = this.#board.art.querySelector(".overlay-under"); // discs lie on it
    under?.replaceChildren(...shaded.map((square) => this.#shade(square)));
    this.#board.form.dataset.overlay = found ? chosen : "";
  }

  #parts({ key, regions, marks }) {
    const outlines = regions.map(({ squares }) => this.#outline(squares));
    const words = regions.filter(({ word }) => word).map((region) => this.#word(region));
    const signs = marks.map(([square, player], i) => this.#sign(key, square, player, marks, i));
    return [...outlines, ...signs, ...words];
  }

  #shade(square) {
    const [x, y] = this.#board.centre(square);
    return element("rect", { x: x - 50, y: y - 50, width: 100, height: 100, class: "overlay-shade" });
  }

  // Along every side of a square beyond which the region ends.
  #outline(squares) {
    const places = squares.map((square) => this.#board.centre(square));
    const inside = new Set(places.map(String));
    const sides = [
      [0, -100, -50, -50, "h100"],
      [0, 100, -50, 50, "h100"],
      [-100, 0, -50, -50, "v100"],
      [100, 0, 50, -50, "v100"],
    ];
    const open = ([x, y], [right, down]) => !inside.has(String([x + right, y + down]));
    const lines = places.flatMap((place) =>
      sides
        .filter((side) => open(place, side))
        .map(([, , x, y, line]) => `M${place[0] + x} ${place[1] + y}${line}`),
    );
    return element("path", { d: lines.join(""), class: "overlay-outline" });
  }

  #word({ squares, word }) {
    const places = squares.map((square) => this.#board.centre(square));
    const middle = (at) => places.reduce((sum, place) => sum + place[at], 0) / places.length;
    const far = ([x, y]) => Math.hypot(x - middle(0), y - middle(1));
    const [x, y] = places.reduce((best, place) => (far(place) < far(best) ? place : best));
    const group = element("g", { transform: `translate(${x} ${y})`, class: "overlay-word" });
    const width = 18 + 15.5 * word.length;
    const text = element("text", { y: 9.5 });
    text.textContent = word;
    group.append(element("rect", { x: -width / 2, y: -20, width, height: 40, rx: 20 }), text);
    return group;
  }

  // A hollow diamond on a disc, in the other lightness; a small disc on an empty square, two
  // beside one another where both sides have an interest in it.
  #sign(key, square, player, marks, i) {
    const [x, y] = this.#board.centre(square);
    if (key === "stable") {
      return element("path", {
        d: "M0-22 22 0 0 22-22 0z",
        transform: `translate(${x} ${y})`,
        class: `overlay-diamond of-${player}`,
      });
    }
    const same = marks.flatMap(([other], place) => (other === square ? [place] : []));
    const aside = (same.indexOf(i) - (same.length - 1) / 2) * 38;
    const group = element("g", { transform: `translate(${x + aside} ${y}) scale(.42)`, class: "overlay-disc" });
    group.append(
      element("circle", { r: 50 }),
      element("use", { href: `#${this.#board.game.family}-${player}-small` }),
    );
    return group;
  }
}
