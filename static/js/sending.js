// The own move on its way: shown at once, marked while no answer comes.

const SENDING = 400; // ms after which a move that is not answered is marked so
const SLOW = 3000; // ms after which the connection is called slow
const SECOND = 1000;

// What `move` will change, as the server said beforehand; null where it has not said.
function expected({ game, to_move: mover, landing, flips }, move) {
  const turned = game.drops ? [] : flips[move];
  const placed = game.drops ? landing[move] : move;
  if (placed === undefined || !turned) return null;
  return [placed, ...turned].map((square) => [square, mover]);
}

export class Sending {
  #board;
  #changed;
  #timers = [];
  #since = 0;
  // The move that is not answered yet: { ply, move, changes }, or null.
  move = null;
  // "" at first, then "sending", then "slow".
  stage = "";

  constructor(board, changed) {
    this.#board = board;
    this.#changed = changed;
  }

  get seconds() {
    return Math.floor((performance.now() - this.#since) / SECOND);
  }

  start(snapshot, move) {
    const changes = expected(snapshot, move);
    this.move = { ply: snapshot.ply, move, changes };
    this.stage = "";
    this.#since = performance.now();
    if (changes) this.#board.play(changes);
    this.#timers = [
      setTimeout(() => this.#reach("sending"), SENDING),
      setTimeout(() => this.#reach("slow"), SLOW),
      setInterval(() => this.stage === "slow" && this.#changed(), SECOND),
    ];
  }

  // The move is marked without waiting, as the line is known to be down.
  hurry() {
    if (this.move && !this.stage) this.#reach("sending");
  }

  // Whether `event` is the move that was shown already; it turns whole.
  confirms({ ply, move, changes }) {
    const sent = this.move;
    if (!sent || sent.move !== move || sent.ply + 1 !== ply) return false;
    this.end();
    if (String(sent.changes) !== String(changes)) return false;
    this.#board.confirm(changes);
    return true;
  }

  end() {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
    this.move = null;
    this.stage = "";
  }

  #reach(stage) {
    this.stage = stage;
    if (this.move.changes) this.#board.markSending(this.move.changes);
    this.#changed();
  }
}
