// The boards of the game at hand and of the line tried beside it, which the page brought
// along: stepping through them needs no server.

import { showWinning } from "./winning.js";

export class Course {
  #data;
  #board;
  #tried; // boards of the line beside the game, which leaves it after `#branch` moves
  #branch;

  constructor(data, board) {
    this.#data = data;
    this.#board = board;
    this.#tried = data.course.tried;
    this.#branch = data.look.ply;
    // The place: moves of the game, and of the line beside it from there.
    this.ply = data.look.ply;
    this.tried = this.#texts(this.#tried.length, data.look.side);
  }

  get snapshot() {
    const { changes, ...shown } = this.#shown;
    const last = changes.map(([square]) => square);
    return { ...this.#data.snapshot, ...shown, you: [shown.to_move], cells: this.#cells(), last };
  }

  get standing() {
    return this.#shown.standing;
  }

  get opening() {
    return this.#shown.opening;
  }

  get over() {
    return this.#shown.status === "finished";
  }

  // All moves up to the place, as one word.
  get moves() {
    return this.#path.map(({ text }) => text).join("");
  }

  // The board that is shown, as the addresses of pictures have it.
  get pictured() {
    const { game, start } = this.#data.look;
    return { game, ...(start && { start }), moves: this.moves };
  }

  // The place as the address has it.
  get look() {
    const { game, start, moves, lines, match } = this.#data.look;
    const texts = this.#tried.map(({ text }) => text);
    const side = texts.slice(0, this.tried).join("");
    const rest = texts.slice(this.tried).join("");
    return { game, start, moves, ply: this.ply, side, rest, lines, match };
  }

  // Whether so many moves of a line beside the game are at hand.
  holds(tried) {
    return tried > 0 && tried <= this.#tried.length;
  }

  get branch() {
    return this.#branch;
  }

  // Where a step leads: { ply, tried }, or null where it leads nowhere.
  step(name) {
    const end = this.#data.course.game.length - 1;
    const { ply, tried } = this;
    const aims = {
      first: { ply: 0, tried: 0 },
      previous: tried ? { ply, tried: tried - 1 } : { ply: ply - 1, tried: 0 },
      next: this.#tried.length ? { ply, tried: tried + 1 } : { ply: ply + 1, tried: 0 },
      latest: { ply: end, tried: 0 },
    };
    const aim = aims[name];
    if (aim.ply < 0 || aim.ply > end || aim.tried > this.#tried.length) return null;
    return aim.ply === ply && aim.tried === tried ? null : aim;
  }

  // Shows a place. A line that is left is kept among the others.
  go({ ply, tried }) {
    if (ply !== this.#branch && this.#tried.length) this.#park();
    this.ply = ply;
    this.tried = tried;
    this.#branch = this.#tried.length ? this.#branch : ply;
    this.#draw();
  }

  #park() {
    const line = `${this.#branch}_${this.#tried.map(({ text }) => text).join("")}`;
    const look = this.#data.look;
    look.lines = look.lines ? `${look.lines}.${line}` : line;
    this.#tried = [];
  }

  // How many of the tried moves `side` spells.
  #texts(most, side) {
    let count = 0;
    for (let length = 0; count < most && length < side.length; count++) {
      length += this.#tried[count].text.length;
    }
    return count;
  }

  get #path() {
    const { game } = this.#data.course;
    return [...game.slice(1, this.ply + 1), ...this.#tried.slice(0, this.tried)];
  }

  get #shown() {
    return this.tried ? this.#tried[this.tried - 1] : this.#data.course.game[this.ply];
  }

  #cells() {
    const cells = [...this.#data.course.start];
    for (const { changes } of this.#path) {
      for (const [square, owner] of changes) cells[square] = owner;
    }
    return cells;
  }

  #draw() {
    const { snapshot } = this;
    const { lines, winning } = this.#shown;
    this.#board.show(snapshot.cells, lines.length ? [] : snapshot.last);
    this.#board.control(snapshot, true);
    showWinning(this.#board, snapshot.cells, { lines, winning });
  }
}
