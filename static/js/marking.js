// What a mouse does on the board of a match besides playing: its right button draws marks and
// arrows, which nobody else sees and which go with the next position or press; its wheel steps
// through a game, but not through one that is being played here.

import { Drawing } from "./drawing.js";
import { wheel } from "./wheel.js";

const main = document.getElementById("main");
const form = document.getElementById("board");
const moves = document.getElementById("moves");
const discs = [];
for (const disc of form.querySelectorAll("[data-disc]")) discs[disc.dataset.disc] = disc;

const board = {
  form,
  discs,
  art: form.querySelector(".art"),
  centre: (square) => ["x", "y"].map((name) => Number(discs[square].getAttribute(name))),
};
const drawing = new Drawing(board, true, () => {});
const clear = () => drawing.show([], []);

form.addEventListener("pointerdown", ({ button }) => button === 2 || clear());
const changes = new MutationObserver(clear);
changes.observe(form, { attributeFilter: ["data-turned"] });
changes.observe(moves, { childList: true, subtree: true, attributeFilter: ["aria-current"] });

wheel(
  form,
  () => main.dataset.status !== "playing" || !main.querySelector(".seat.mine"),
  (way) => main.querySelector(`.steps [data-step=${way}]`).click(),
);
form.dataset.marking = "";
