// What is done on the board of a match besides playing. Marks and arrows are drawn, which nobody
// else sees and which go with the next position or press: by the mouse's right button, or while
// drawing is switched on, which whoever plays leaves with the position. The wheel steps through a
// game, but not through one that is being played here.

import { Drawing } from "./drawing.js";
import { notice } from "./notices.js";
import { wheel } from "./wheel.js";

// What keeps presses from the board's own buttons while one draws.
const href = new URL("drawing.css", import.meta.url);
const styled = new Promise((done) => {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: done, onerror: done });
  document.head.append(link);
});

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
const drawing = new Drawing(board, true, () => {}, tell);
const clear = () => drawing.show([], []);
const looksOn = () => main.dataset.status !== "playing" || !main.querySelector(".seat.mine");
let told = () => {};

// Says how to draw, beside a button that ends it.
function tell(on) {
  told();
  if (!on) return;
  const done = Object.assign(document.createElement("button"), { type: "button", textContent: "Done" });
  done.addEventListener("click", () => {
    drawing.on = false;
  });
  told = notice("Press to mark, pull an arrow.", "planned", 0, done);
}

addEventListener("draw", async ({ detail: clicks }) => {
  await styled;
  drawing.on = !drawing.on;
  if (drawing.on && !clicks) form.querySelector("[role=grid]").focus({ preventScroll: true });
});
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !drawing.on) return;
  drawing.on = false;
  event.stopImmediatePropagation();
}, { capture: true });

form.addEventListener("pointerdown", (event) => drawing.draws(event) || clear());
const changes = new MutationObserver(() => {
  clear();
  if (!looksOn()) drawing.on = false;
});
changes.observe(form, { attributeFilter: ["data-turned"] });
changes.observe(moves, { childList: true, subtree: true, attributeFilter: ["aria-current"] });

wheel(
  form,
  looksOn,
  (way) => main.querySelector(`.steps [data-step=${way}]`).click(),
);
form.dataset.marking = "";
