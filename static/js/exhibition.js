// While nobody plays in public, a game of two computers goes by on the first page, once.

import { draw } from "./thumbnail.js";

const PACE = 2000; // ms a move
const still = matchMedia("(prefers-reduced-motion: reduce)");

// Starts the game that is on the page, if there is one; without motion its end stands there.
export function exhibit() {
  const card = document.querySelector("[data-exhibition]");
  if (!card || still.matches || document.documentElement.matches("[data-look~=still]")) return;
  const { given, steps } = JSON.parse(card.dataset.exhibition);
  const art = card.querySelector(".art");
  const [lines, count] = [".lines", "[data-count]"].map((part) => card.querySelector(part));
  const result = count.textContent;
  const cells = Array(art.querySelectorAll("[data-square]").length).fill(-1);
  for (const [square, owner] of given) cells[square] = owner;
  let ply = 0;
  lines?.setAttribute("display", "none");
  const timer = setInterval(() => {
    if (!card.isConnected) clearInterval(timer);
    else if (!document.hidden) move();
  }, PACE);
  move();

  function move() {
    const [owner, ...squares] = steps[ply];
    for (const square of squares) cells[square] = owner;
    ply += 1;
    draw(art, { cells, last: squares });
    count.textContent = count.dataset.count.replace("{}", ply);
    if (ply < steps.length) return;
    clearInterval(timer);
    count.textContent = result;
    lines?.removeAttribute("display");
  }
}
