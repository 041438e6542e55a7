// Marks and arrows on the squares of a board: shown, and drawn by mouse, touch or keyboard. A
// press marks a square, a stroke from one to another is an arrow, once more takes it away. With
// the right mouse button, or Shift or Ctrl and the left one, that works at any time, else while
// drawing is switched on.

import { element } from "./svg.js";

// As `templates/boards/notes.svg` draws them.
const STROKES = {
  "arrow-edge": { stroke: "#10202E", "stroke-width": 19, "stroke-linecap": "round" },
  arrow: { stroke: "#5BE3F0", "stroke-width": 12, "stroke-linecap": "round", "marker-end": "url(#note-head)" },
};

export class Drawing {
  marks = [];
  arrows = [];
  #board;
  #layer;
  #changed;
  #switched;
  #from = null; // the square at which a stroke has begun
  #on = false;

  // `switched` hears when drawing is switched on or off.
  constructor(board, allowed, changed, switched = () => {}) {
    this.#board = board;
    this.#switched = switched;
    this.#layer = board.art.querySelector(".notes");
    this.#changed = changed;
    if (allowed) this.#listen();
  }

  get on() {
    return this.#on;
  }

  set on(on) {
    this.#on = on;
    this.#from = null;
    this.#board.form.toggleAttribute("data-drawing", on);
    const button = document.getElementById("draw");
    if (button) button.ariaPressed = String(on);
    this.#switched(on);
  }

  // Whether a press draws, and plays nothing.
  draws({ button, pointerType, shiftKey, ctrlKey }) {
    return this.#on || button === 2 || (pointerType === "mouse" && !button && (shiftKey || ctrlKey));
  }

  show(marks, arrows) {
    this.marks = [...marks];
    this.arrows = arrows.map((arrow) => [...arrow]);
    this.#from = null;
    this.#draw();
  }

  #listen() {
    const { form } = this.#board;
    const pad = document.createElement("div");
    pad.className = "pad";
    if (document.getElementById("draw")) form.append(pad);
    form.addEventListener("contextmenu", (event) => event.preventDefault());
    let plays = true;
    // A screen reader clicks without a press, and on what lies below the pad.
    form.addEventListener("click", (event) => (plays && !this.#on) || this.#swallow(event), { capture: true });
    form.addEventListener("pointerdown", (event) => {
      plays = !this.draws(event);
      if (plays) return;
      event.preventDefault();
      form.toggleAttribute("data-stroke", event.target !== pad);
      this.#from = this.#square(event);
      const end = (other) => {
        if (other.pointerId !== event.pointerId) return;
        removeEventListener("pointerup", end);
        removeEventListener("pointercancel", end);
        setTimeout(() => (plays = true)); // after the click that this may be
        if (other.type === "pointerup") this.#stroke(this.#from, this.#square(other));
        this.#from = null;
      };
      addEventListener("pointerup", end);
      addEventListener("pointercancel", end);
    });
    form.addEventListener("pointermove", ({ buttons }) => buttons || form.removeAttribute("data-stroke"));
    const grid = form.querySelector("[role=grid]");
    grid.addEventListener("keydown", (event) => this.#key(event, grid), { capture: true });
  }

  // While drawing: Enter marks the square, with Shift it begins and ends an arrow.
  #key(event, grid) {
    if (!this.#on) return;
    if (event.key === "Escape") this.on = false;
    else if (event.key === "Enter" || event.key === " ") {
      if (event.repeat) return this.#swallow(event);
      const square = this.#reached(grid);
      if (square !== null && event.shiftKey && this.#from === null) this.#begin(square);
      else if (square !== null) this.#stroke(this.#from ?? square, square);
    } else return;
    this.#swallow(event);
  }

  #swallow(event) {
    event.preventDefault();
    event.stopPropagation();
  }

  // The square that the keys have reached; from the head of a column the first below.
  #reached(grid) {
    const cell = grid.querySelector(".active");
    if (!cell) return null;
    if (cell.dataset.square) return Number(cell.dataset.square);
    const column = [...cell.parentElement.children].indexOf(cell);
    return Number(grid.querySelectorAll("[role=row]")[1].children[column].dataset.square);
  }

  #begin(square) {
    this.#from = square;
    this.#draw();
  }

  #stroke(from, to) {
    this.#from = null;
    if (from === null || to === null) return;
    if (from === to) this.#toggle(this.marks, (mark) => mark === to, to);
    else this.#toggle(this.arrows, ([a, b]) => a === from && b === to, [from, to]);
    this.#draw();
    this.#changed();
  }

  #toggle(list, same, entry) {
    const at = list.findIndex(same);
    if (at < 0) list.push(entry);
    else list.splice(at, 1);
  }

  #square({ clientX, clientY }) {
    const { art, discs } = this.#board;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(art.getScreenCTM().inverse());
    const near = (square) => {
      const [cx, cy] = this.#board.centre(square);
      return Math.abs(cx - x) <= 50 && Math.abs(cy - y) <= 50;
    };
    const found = discs.findIndex((_disc, square) => near(square));
    return found < 0 ? null : found;
  }

  #draw() {
    const marks = this.#from === null ? this.marks : [...this.marks, this.#from];
    this.#layer.replaceChildren(...marks.map((at) => this.#mark(at)), ...this.arrows.flatMap((at) => this.#arrow(at)));
  }

  #mark(square) {
    const [x, y] = this.#board.centre(square);
    return element("use", { href: "#note-mark", x, y });
  }

  #arrow([from, to]) {
    const [x1, y1] = this.#board.centre(from);
    const [x2, y2] = this.#board.centre(to);
    const d = `M${x1} ${y1}L${x2} ${y2}`;
    return ["arrow-edge", "arrow"].map((kind) => element("path", { class: kind, ...STROKES[kind], d }));
  }
}
