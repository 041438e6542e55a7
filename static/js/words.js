// Fills the sentences that the page brought along; they are written in engine/sentences.py and
// webapp/pages/view.py.

const data = JSON.parse(document.getElementById("data").textContent);

export const firstSnapshot = data.snapshot;
export const actionOfKey = data.keys;
export const hintsOfAGame = data.hints;

export function say(key, values = {}) {
  return data.sentences[key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

function columnOf(game, square) {
  return (square % game.columns) + 1;
}

function rowOf(game, square) {
  return Math.floor(square / game.columns) + 1;
}

// What the server calls a square; where moves are columns it has no name.
function squareName(square) {
  return data.squares[square] ?? "";
}

// The sentence of a key in its singular or plural, or the one that has neither.
function counted(key, count) {
  const numbered = `${key}.${count === 1 ? "one" : "many"}`;
  return numbered in data.sentences ? numbered : key;
}

// Who is meant where several sit at one screen: the name; else the colour, which squares say too.
export function playerName({ game, seats, you }, seat) {
  return you.length > 1 && you.includes(seat) ? seats[seat].name : game.colours[seat];
}

// "You drop in column 4, row 2." The first change is the placed disc.
export function moveSentence(snapshot, seat, changes) {
  const { game, you } = snapshot;
  const player = playerName(snapshot, seat);
  const own = you.length === 1 && you[0] === seat ? ".you" : "";
  const key = (name, count) => {
    const mine = counted(`${game.family}.${name}${own}`, count);
    return mine in data.sentences ? mine : counted(`${game.family}.${name}`, count);
  };
  if (!changes.length) return say(key("pass"), { player });
  const [square] = changes[0];
  const count = changes.length - 1;
  return say(key("move", count), {
    player,
    column: columnOf(game, square),
    row: rowOf(game, square),
    square: squareName(square),
    count,
  });
}

export function cellName(game, square, owner) {
  const disc = owner < 0 ? say("empty") : game.colours[owner].toLowerCase();
  return say(`${game.family}.square`, {
    square: squareName(square),
    column: columnOf(game, square),
    row: rowOf(game, square),
    disc,
  });
}

// What a playable target is called: "Drop in column 4, row 2.", "g4 flips 7 discs."
export function targetName(snapshot, move) {
  const { game, cells, landing, flips } = snapshot;
  if (!game.drops) {
    const count = flips[move]?.length;
    const square = squareName(move);
    const key = counted(`${game.family}.target`, count);
    return move in flips && key in data.sentences ? say(key, { square, count }) : square;
  }
  if (move in landing) {
    const row = rowOf(game, landing[move]);
    return say(`${game.family}.target`, { column: move + 1, row });
  }
  const full = cells[(game.rows - 1) * game.columns + move] >= 0;
  return full ? say(`${game.family}.full`, { column: move + 1 }) : `Column ${move + 1}`;
}

// Why a move may not be made: the rule of its game, or what its target says of itself.
export function whyClosed(snapshot, move) {
  const rule = data.sentences[`${snapshot.game.family}.closed`];
  return rule ?? targetName(snapshot, move);
}

// A move as lists show it: a column's number, else the notation of records.
export function moveShown(game, move, text) {
  if (text === "--") return say("pass");
  return game.drops ? String(move + 1) : text;
}
