// A puzzle: a move is tried on the board, what comes of it is played there. The server says
// what; its page's main part takes the place of the one that is shown.

import { Board } from "./board.js";
import { Controls } from "./controls.js";
import { Preview } from "./hover.js";
import { notice } from "./notices.js";
import { element } from "./svg.js";
import { showWinning } from "./winning.js";
import { whyClosed } from "./words.js";

const PAUSE = 350; // ms between the tried move and its reply

let data;
let board;
let controls;
let step;
let asking = false;
let shown = 0; // counts the pages, so that an old one's motions end

document.addEventListener("click", (event) => {
  const link = event.target.closest(".line-steps a, #again");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  if (link.id === "again") open(link.href);
  else if (link.id) go(step + (link.id === "line-next" ? 1 : -1));
  else go(Number(link.dataset.at));
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches(".help-form")) return;
  event.preventDefault();
  send(event.target.action, new FormData(event.target, event.submitter));
});
document.addEventListener("keydown", (event) => {
  const keys = { ArrowLeft: -1, ArrowRight: 1 };
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select")) return;
  if (data.state === "open") {
    if (!event.repeat) controls.drop(event.key);
    return;
  }
  if (!(event.key in keys)) return;
  event.preventDefault();
  go(step + keys[event.key]);
});
addEventListener("popstate", () => open(location.href, false));
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // a fragment's "popstate" would load the page anew
  document.getElementById("grid").focus();
});
start();

// Takes up the page that is shown now.
function start() {
  shown += 1;
  data = JSON.parse(document.getElementById("data").textContent);
  board = new Board(document.getElementById("board"), data.snapshot.game);
  ({ step } = data);
  const preview = new Preview(board, () => data.snapshot, () => {});
  controls = new Controls(board, preview, document.getElementById("board-area"), attempt, refuse);
  worth();
}

function attempt(move) {
  const { snapshot } = data;
  if (asking || data.state !== "open") return;
  if (!snapshot.legal.includes(move)) {
    refuse(move);
    return;
  }
  const placed = snapshot.landing[move] ?? move;
  const changes = [placed, ...(snapshot.flips[move] ?? [])].map((at) => [at, snapshot.to_move]);
  board.play(changes);
  const form = new FormData(board.form);
  form.set("move", move);
  send(board.form.action, form, true);
}

function refuse(move) {
  if (data.state === "open") notice(whyClosed(data.snapshot, move), "warn");
}

// Sends a form and shows the page that it leads to.
async function send(url, body, tried = false) {
  if (asking) return;
  asking = true;
  const answer = await fetch(url, { method: "POST", body }).catch(() => null);
  const text = answer?.ok ? await answer.text().catch(() => "") : "";
  asking = false;
  if (text) return take(text, answer.url, true, tried);
  if (tried) board.show(data.snapshot.cells, []);
  const refused = answer && new DOMParser().parseFromString(await answer.text(), "text/html");
  const said = refused?.querySelector("main p")?.textContent;
  return notice(said || "The server cannot be reached. Please try again.", "bad");
}

async function open(url, push = true) {
  const text = await fetch(url).then((answer) => (answer.ok ? answer.text() : ""), () => "");
  if (text) take(text, url, push);
  else location.href = url;
}

function take(text, url, push, tried = false) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const main = fresh.getElementById("main");
  if (!main?.matches(".puzzle")) {
    location.href = url;
    return;
  }
  const focused = document.activeElement?.closest("#grid, .puzzle-side");
  document.getElementById("main").replaceWith(document.adoptNode(main));
  document.title = fresh.title;
  if (push) history.pushState(null, "", url);
  start();
  if (tried) arrive();
  if (focused) refocus(focused.id === "grid");
}

// Where the keyboard goes on: the board while there is something to play, else the next step.
function refocus(onBoard) {
  const next = document.querySelector(".puzzle-actions .primary");
  if (data.state === "open" && onBoard) document.getElementById("grid").focus({ preventScroll: true });
  else next?.focus({ preventScroll: true });
}

// Plays what has come of the tried move, which the board has shown already.
async function arrive() {
  const now = shown;
  const played = data.state === "wrong" ? data.boards[1] : null;
  const reply = played ? data.boards[2]?.changes : data.arrived?.changes;
  if (!reply?.length) return;
  const cells = played ? played.cells : data.arrived.cells;
  board.show(cells, []);
  refuted(false);
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  if (now !== shown || (played && step !== 2)) return;
  board.play(reply);
  await board.settled;
  if (now === shown && (!played || step === 2)) draw();
}

// Shows a board of the line.
function go(to) {
  if (to < 0 || to >= data.boards.length || data.state === "open") return;
  step = to;
  draw();
  for (const link of document.querySelectorAll(".line-moves a")) {
    if (Number(link.dataset.at) === step) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
  enable(document.getElementById("line-back"), step > 0);
  enable(document.getElementById("line-next"), step < data.boards.length - 1);
}

function enable(link, on) {
  if (on) link.removeAttribute("aria-disabled");
  else link.setAttribute("aria-disabled", "true");
  if (on) link.href = "#";
  else link.removeAttribute("href");
}

function draw() {
  if (data.state === "open") return;
  const { cells, last, lines, winning } = data.boards[step];
  board.show(cells, lines.length ? [] : last);
  showWinning(board, cells, { lines, winning });
  refuted(data.state === "wrong" && step === 2);
}

function refuted(on) {
  const outlines = on ? data.outlined.map((d) => element("path", { d })) : [];
  board.art.querySelector(".refuted").replaceChildren(...outlines);
}

// What the wrong move is worth stands where it was played.
function worth() {
  const sign = document.querySelector(".wrong-move");
  if (!sign) return;
  const square = Number(sign.dataset.square);
  const { drops, columns } = board.game;
  const target = drops ? board.buttons.get(square % columns) : null;
  if (target) target.parentElement.append(sign);
  sign.hidden = !target;
}
