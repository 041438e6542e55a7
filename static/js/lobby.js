// Live thumbnails on the home page and the list of games, and whose turn it is in one's own.

import { clockText } from "./duration.js";
import { exhibit } from "./exhibition.js";
import { showSeeks } from "./seeks.js";
import { Socket } from "./socket.js";
import { draw } from "./thumbnail.js";

const REFRESH = 3000;
const ENOUGH = 6;
let waiting = null;
let due = 0;
let connectedBefore = false;
// Over how long, in ms, all the pages that show this list take it anew.
let spread = 0;

const socket = new Socket((state) => state === "connected" && catchUp());

socket.on("lobby", (game) => {
  spread = game.spread ?? spread;
  const thumb = find(game);
  if (thumb) return update(thumb, game);
  // A move elsewhere is no news here, except to a list with room for it.
  if (game.status === "finished" || (game.v > 1 && thumbs().length >= ENOUGH)) return undefined;
  return reload();
});

socket.on("own", (game) => {
  const entry = document.querySelector(`[data-own="${game.match}"]`);
  if (entry?.dataset.status === game.status) return updateOwn(entry, game);
  const listed = document.querySelector(".lobby") && (entry || game.status !== "finished");
  return listed && reload(0);
});

socket.on("seeks", ({ seeks }) => showSeeks(seeks));

// What happened before the socket was open, or while it was lost.
async function catchUp() {
  await follow();
  if (connectedBefore) reload();
  connectedBefore = true;
}

// Says which boards are shown: of others no move is told.
async function follow() {
  const shown = thumbs().map(({ dataset }) => dataset.match);
  const answer = await socket.ask("lobby", { on: true, shown });
  if (!answer?.ok) return;
  spread = answer.spread ?? spread;
  if (answer.seeks) showSeeks(answer.seeks);
  for (const game of answer.games) if (find(game)) update(find(game), game);
}

function thumbs() {
  return [...document.querySelectorAll("[data-match]")];
}

function find({ match }) {
  return thumbs().find(({ dataset }) => dataset.match === match);
}

function update(thumb, game) {
  if (game.v <= Number(thumb.dataset.v)) return undefined; // another server knows less
  if (game.status !== thumb.dataset.status) return reload();
  thumb.dataset.v = game.v;
  return draw(thumb.querySelector(".art"), game);
}

// Those that wait for their player stand first; what is being used stays where it is.
function updateOwn(entry, game) {
  if (game.v <= Number(entry.dataset.v)) return;
  entry.dataset.v = game.v;
  draw(entry.querySelector(".art"), game);
  entry.classList.toggle("to-move", game.turn);
  const item = entry.closest("li");
  const { turn, waiting: other } = item.parentElement.dataset;
  entry.querySelector("[data-turn]").textContent = game.turn ? turn : other;
  const clock = entry.querySelector(".my-clock");
  if (clock && game.ms !== null) clock.textContent = clockText(game.ms);
  if (game.turn && !item.matches(":hover, :focus-within")) item.parentElement.prepend(item);
}

// A card that stands there only while there is something in it; `put` is how it comes to `place`.
function renew(page, id, place, put) {
  const [here, there] = [document, page].map((at) => at.getElementById(id));
  const more = there?.querySelector("details");
  if (more) more.open = Boolean(here?.querySelector("[open]"));
  if (there && here) here.replaceWith(there);
  else if (there) document.querySelector(place)[put](there);
  else here?.remove();
}

// The list itself has changed: take it from the server, but not more often than needed.
// What concerns this person alone waits for no crowd.
function reload(over = spread) {
  const at = performance.now() + REFRESH + over * Math.random();
  if (waiting !== null && due <= at) return;
  clearTimeout(waiting);
  due = at;
  waiting = setTimeout(async () => {
    waiting = null;
    const response = await fetch(location.pathname).catch(() => null);
    if (!response?.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    document.getElementById("list").replaceWith(page.getElementById("list"));
    exhibit();
    renew(page, "last", ".day-puzzle", "before");
    renew(page, "mine", ".lobby-side", "append");
    renew(page, "challenges", ".lobby-side", "prepend");
    follow();
  }, at - performance.now());
}

exhibit();
