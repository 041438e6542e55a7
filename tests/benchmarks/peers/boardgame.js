// A game that never ends, on boardgame.io's own server: node boardgame.js FOLDER PORT,
// where FOLDER is one in which `npm install boardgame.io ws` was called.
const [folder, port] = process.argv.slice(2);
const { Server, Origins } = require(`${folder}/node_modules/boardgame.io/dist/cjs/server.js`);

const drop = ({ G, playerID }, column) => {
  const disc = G.board[column];
  if (disc.length === 6) disc.length = 0;
  disc.push(playerID);
};

const game = {
  name: "c4",
  setup: () => ({ board: Array.from({ length: 7 }, () => []) }),
  moves: { drop },
  turn: { activePlayers: { all: "anybody" }, stages: { anybody: {} } },
};

Server({ games: [game], origins: [Origins.LOCALHOST] }).run(Number(port), () => {});
