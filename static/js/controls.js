// Mouse, touch and keyboard on the board. Every way ends in `choose(move)`.

import { chosen } from "./settings.js";

const SMALLEST_TARGET = 43.9; // 44, less what rounding takes
const handheld = matchMedia("(pointer: coarse), (max-width: 37.5em)");

export class Controls {
  #board;
  #preview;
  #choose;
  #refused;
  #row = 0;
  #column;

  // `refused` hears of a press on a target that is closed.
  constructor(board, preview, area, choose, refused = () => {}) {
    this.#board = board;
    this.#preview = preview;
    this.#choose = choose;
    this.#refused = refused;
    this.area = area;
    this.grid = board.form.querySelector("[role=grid]");
    this.read();
    this.#column = Math.floor((this.rows[0].length - 1) / 2);
    if (!board.game.drops) this.#row = this.#column;
    this.#listen();
  }

  // Takes the cells as they stand now: the board may have been turned.
  read() {
    this.rows = [...this.grid.querySelectorAll("[role=row]")].map((row) => [...row.children]);
  }

  get picks() {
    return this.area.classList.contains("picks");
  }

  #listen() {
    const { form, buttons } = this.#board;
    this.grid.tabIndex = 0;
    for (const button of buttons.values()) {
      const move = Number(button.value);
      button.tabIndex = -1;
      button.addEventListener("pointerenter", () => this.#point(move));
      button.addEventListener("pointerleave", () => this.picks || this.#preview.show(null));
      button.addEventListener("pointerdown", (e) => this.#press(e, button));
    }
    // What a script submits is meant to go by the form.
    form.addEventListener("click", (e) => {
      const button = e.target.closest("button[name=move]");
      if (!button) return;
      e.preventDefault();
      this.#tap(Number(button.value));
    });
    form.addEventListener("pointerup", ({ target, button: pressed }) => {
      const button = target.closest("button[name=move]");
      if (button?.disabled && !pressed) this.#refused(Number(button.value));
    });
    this.grid.addEventListener("keydown", (e) => this.#key(e));
    this.grid.addEventListener("focus", () => this.#activate());
    this.grid.addEventListener("focusin", ({ target }) => this.#goTo(target));
    this.grid.addEventListener("blur", () => this.picks || this.#preview.show(null));
    for (const button of this.area.querySelectorAll("[data-pick]")) {
      button.addEventListener("click", () => this.#adjust(Number(button.dataset.pick)));
    }
    new ResizeObserver(() => this.measure()).observe(form);
  }

  #point(move) {
    if (!this.picks) this.#preview.show(move);
  }

  // A finger may slide to another column before it is lifted.
  #press(event, button) {
    if (event.pointerType !== "touch" || this.picks) return;
    if (button.hasPointerCapture(event.pointerId)) button.releasePointerCapture(event.pointerId);
    this.#preview.show(Number(button.value));
    const done = new AbortController();
    const { signal } = done;
    const end = (e) => {
      if (e.pointerId !== event.pointerId) return;
      done.abort();
      const move = this.#preview.move;
      this.#preview.show(null);
      const slid = e.type === "pointerup" && move !== null && move !== Number(button.value);
      if (slid) this.#choose(move);
    };
    addEventListener("pointerup", end, { signal });
    addEventListener("pointercancel", end, { signal });
  }

  #tap(move) {
    if (!this.picks) return this.#choose(move);
    return this.#preview.show(move);
  }

  // The picker's arrows step through the legal moves; its button plays the picked one.
  #adjust(step) {
    const open = [...this.#board.buttons].filter(([, b]) => !b.disabled).map(([move]) => move);
    const at = open.indexOf(this.#preview.move);
    if (!step) {
      if (at < 0) return;
      this.#choose(open[at]);
      this.#preview.show(null);
    } else if (open.length) {
      const next = at < 0 ? Math.floor(open.length / 2) : at + step;
      this.#preview.show(open[(next + open.length) % open.length]);
    }
  }

  // Whether moves are picked first and then confirmed: by wish, and where fingers are too wide.
  measure() {
    const target = this.rows[0][0].getBoundingClientRect().width;
    const narrow = handheld.matches && target < SMALLEST_TARGET;
    this.area.classList.toggle("picks", narrow || chosen("confirm"));
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const last = this.rows[0].length - 1;
    if (event.key in steps) {
      const [down, right] = steps[event.key];
      this.#row = Math.min(Math.max(this.#row + down, 0), this.rows.length - 1);
      this.#column = Math.min(Math.max(this.#column + right, 0), last);
      this.#activate();
    } else if (event.key === "Home" || event.key === "End") {
      this.#column = event.key === "Home" ? 0 : last;
      this.#activate();
    } else if (event.key === "Enter" || event.key === " ") {
      if (!event.repeat) this.#choose(this.#moveAt()); // a key held down is one move
    } else if (!event.repeat && this.drop(event.key)) {
      // done
    } else return;
    event.preventDefault();
  }

  // Drops into the column of a digit, or chooses it where moves are confirmed or something is
  // drawn; whether there is such a column.
  drop(digit) {
    if (!this.#dropsInto(digit)) return false;
    const move = Number(digit) - 1;
    this.#column = this.rows[0].findIndex((cell) => Number(cell.firstElementChild.value) === move);
    const again = this.#preview.move === move;
    this.#activate();
    if (this.#board.form.matches("[data-drawing]")) return true;
    if (!this.picks || again) this.#choose(move);
    return true;
  }

  #dropsInto(key) {
    return this.#board.game.drops && /^[1-9]$/.test(key) && key <= this.rows[0].length;
  }

  #moveAt() {
    if (this.#board.game.drops) return Number(this.rows[0][this.#column].firstElementChild.value);
    return Number(this.rows[this.#row][this.#column].dataset.square);
  }

  // A target that was reached by itself, as some screen readers do, is the one that keys mean.
  #goTo(target) {
    this.rows.forEach((cells, row) => {
      const column = cells.findIndex((cell) => cell.contains(target));
      if (column >= 0) [this.#row, this.#column] = [row, column];
    });
  }

  #activate() {
    this.grid.querySelector(".active")?.classList.remove("active");
    const cell = this.rows[this.#row][this.#column];
    cell.classList.add("active");
    const named = cell.querySelector("button") ?? cell;
    named.id ||= `cell-${named.dataset.square}`;
    this.grid.setAttribute("aria-activedescendant", named.id);
    this.#preview.show(this.#moveAt());
  }
}
