// What a move would do, before it is made: the held disc and the landing mark, or the discs
// that would turn over. Only where the move is legal.

// The dashed disc of `mover` on the square where it would land, or with undefined nowhere.
export function markLanding(board, mover, square) {
  const mark = board.art.querySelector(".landing");
  if (square === undefined) return mark.setAttribute("display", "none");
  const [x, y] = board.centre(square);
  mark.setAttribute("href", `#${board.game.family}-${mover}-landing`);
  mark.setAttribute("transform", `translate(${x} ${y})`);
  return mark.removeAttribute("display");
}

export class Preview {
  #board;
  #snapshot;
  #wanted = null;

  constructor(board, snapshot, onName) {
    this.#board = board;
    this.#snapshot = snapshot;
    this.onName = onName;
  }

  // The move that is shown, or null: moves that may not be played show nothing.
  get move() {
    const button = this.#board.buttons.get(this.#wanted);
    return button && !button.disabled ? this.#wanted : null;
  }

  // Points to a move, or with null to none.
  show(move) {
    this.#wanted = move;
    this.draw();
  }

  // Draws anew, after the position has changed under the pointer.
  draw() {
    const { move } = this;
    if (this.#board.game.drops) this.#drop(move);
    else this.#flips(move);
    this.onName(move === null ? null : this.#board.buttons.get(move).ariaLabel);
  }

  #drop(column) {
    const { to_move: mover, landing } = this.#snapshot();
    const art = this.#board.art;
    const family = this.#board.game.family;
    for (const name of [".held", ".lane", ".column-glow"]) {
      const part = art.querySelector(name);
      const hidden = part.getAttribute("display") === "none";
      if (column === null) {
        part.setAttribute("display", "none");
        continue;
      }
      if (hidden) part.style.transition = "none";
      part.removeAttribute("display");
      part.style.transform = `translateX(${this.#board.centre(column)[0] - 50}px)`;
      if (hidden) part.getBoundingClientRect();
      part.style.transition = "";
    }
    art.querySelector(".held").setAttribute("href", `#${family}-${mover}`);
    markLanding(this.#board, mover, column === null ? undefined : landing[column]);
  }

  #flips(square) {
    const { to_move: mover, flips } = this.#snapshot();
    const preview = this.#board.art.querySelector(".preview");
    for (const [move, button] of this.#board.buttons) {
      button.toggleAttribute("data-held", move === square);
    }
    if (square === null) return preview.replaceChildren();
    const turned = (flips[square] ?? []).map((at) => this.#board.symbol(`${mover}-flip`, at));
    return preview.replaceChildren(this.#board.symbol(`${mover}-landing`, square), ...turned);
  }
}
