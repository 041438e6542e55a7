// Live thumbnails on the home page and the list of games.

import { Socket } from "./socket.js";

const REFRESH = 3000;
let waiting = null;

const socket = new Socket((state) => {
  if (state === "connected") socket.ask("lobby", {});
});

socket.on("lobby", (game) => {
  const thumb = document.querySelector(`[data-match="${game.match}"]`);
  if (!thumb || game.status === "finished") return reload();
  if (game.v < Number(thumb.dataset.v)) return undefined;
  thumb.dataset.v = game.v;
  return draw(thumb.querySelector(".art"), game);
});

function draw(art, { cells, last }) {
  for (const square of art.querySelectorAll("[data-square]")) {
    const owner = cells[square.dataset.square];
    if (owner < 0) square.removeAttribute("href");
    else square.setAttribute("href", `#${art.dataset.family}-${owner}-small`);
  }
  const mark = art.querySelector("circle");
  const placed = art.querySelector(`[data-square="${last[0]}"]`);
  if (!mark || !placed) return;
  mark.setAttribute("cx", placed.getAttribute("x"));
  mark.setAttribute("cy", placed.getAttribute("y"));
}

// The list itself has changed: take it from the server, but not more often than needed.
function reload() {
  waiting ??= setTimeout(async () => {
    waiting = null;
    const response = await fetch(location.pathname);
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    document.getElementById("list").replaceWith(page.getElementById("list"));
  }, REFRESH);
}
