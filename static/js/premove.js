// A move planned during the other's turn. One only, for one turn, seen by nobody else; it names
// a column or a square and lands on what is there by then.

import { notice } from "./notices.js";
import { mayMove } from "./state.js";
import { moveShown, say } from "./words.js";

export class Premove {
  #board;
  #move = null;
  #mark = null;
  #remove = () => {};

  constructor(board) {
    this.#board = board;
  }

  get planned() {
    return this.#move;
  }

  // Whether the viewer waits for somebody else at this moment.
  may({ status, you, to_move: mover }) {
    return status === "playing" && you.length === 1 && you[0] !== mover;
  }

  // Plans `move` in place of what was planned; the same once more cancels it.
  plan(snapshot, move) {
    const again = move === this.#move;
    this.cancel();
    if (again) return;
    const { game, cells, you, seats, to_move: mover } = snapshot;
    const square = landingOf(game, cells, move);
    if (square === undefined) return;
    this.#move = move;
    this.#mark = [square, you[0]];
    this.draw();
    const key = game.drops ? "premove.column" : "premove.square";
    const text = say(key, { move: moveShown(game, move, game.drops ? "" : this.#name(move)) });
    const wait = say("premove.waits", { player: seats[mover].name });
    this.#remove = notice(`${text} ${wait}`, "planned", 0, this.#button());
  }

  // Marks what is planned, after the board was drawn anew.
  draw() {
    if (this.#move === null) return;
    this.#board.markPlanned(...this.#mark);
    if (this.#board.game.drops) this.#board.holdPlanned(...this.#mark);
  }

  cancel() {
    if (this.#move === null) return;
    this.#move = null;
    this.#board.unmarkPlanned();
    this.#remove();
  }

  // The planned move once the turn has come, or null; it is planned no longer.
  take(snapshot) {
    const move = this.#move;
    if (move === null || !mayMove(snapshot)) return null;
    this.cancel();
    if (snapshot.legal.includes(move)) return move;
    const key = snapshot.game.drops ? "premove.full" : "premove.closed";
    notice(say(key, { column: move + 1 }), "warn");
    return null;
  }

  #name(move) {
    return this.#board.buttons.get(move).ariaLabel.split(/[ ,]/)[0];
  }

  #button() {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = say("cancel");
    button.addEventListener("click", () => this.cancel());
    return button;
  }
}

// The square on which the planned disc is drawn: the free one, in a column the lowest.
function landingOf(game, cells, move) {
  const squares = [...cells.keys()];
  const fits = (at) => (game.drops ? at % game.columns === move : at === move);
  return squares.find((at) => fits(at) && cells[at] < 0);
}
