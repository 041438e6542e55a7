// Fills the sentences that the page brought along; they are written in engine/words.py and
// webapp/pages/view.py.

const data = JSON.parse(document.getElementById("data").textContent);

export const firstSnapshot = data.snapshot;

export function say(key, values = {}) {
  return data.sentences[key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

export function columnOf(game, square) {
  return (square % game.columns) + 1;
}

export function rowOf(game, square) {
  return Math.floor(square / game.columns) + 1;
}

export function squareName(game, square) {
  return String.fromCharCode(97 + (square % game.columns)) + rowOf(game, square);
}

// The text of a move as lists show it.
export function moveText(game, move) {
  if (game.family === "connectfour") return "123456789abcdefg"[move];
  return move === game.columns * game.rows ? "--" : squareName(game, move);
}

// "Yellow drops in column 4, row 2." The first change is the placed disc.
export function moveSentence(game, seat, changes) {
  const player = game.colours[seat];
  if (!changes.length) return say(`${game.family}.pass`, { player });
  const [square] = changes[0];
  if (game.family === "connectfour") {
    const column = columnOf(game, square);
    return say("connectfour.move", { player, column, row: rowOf(game, square) });
  }
  const count = changes.length - 1;
  const key = count === 1 ? "othello.move.one" : "othello.move.many";
  return say(key, { player, square: squareName(game, square), count });
}

export function cellName(game, square, owner) {
  const disc = owner < 0 ? say("empty") : game.colours[owner].toLowerCase();
  return say(`${game.family}.square`, {
    square: squareName(game, square),
    column: columnOf(game, square),
    row: rowOf(game, square),
    disc,
  });
}

// What a playable target is called: "Drop in column 4, row 2.", "g4 flips 7 discs."
export function targetName(snapshot, move) {
  const { game, cells, landing, flips } = snapshot;
  if (game.family !== "connectfour") {
    const count = flips[move]?.length;
    if (!count) return squareName(game, move);
    const key = count === 1 ? "othello.target.one" : "othello.target.many";
    return say(key, { square: squareName(game, move), count });
  }
  if (move in landing) {
    return say("connectfour.target", { column: move + 1, row: rowOf(game, landing[move]) });
  }
  const full = cells[(game.rows - 1) * game.columns + move] >= 0;
  return full ? say("connectfour.full", { column: move + 1 }) : `Column ${move + 1}`;
}
