// A board on another site: a game to step through, or a match that is followed as it goes on.
// Nothing can be done on it.

import { Board } from "./board.js";
import { Course } from "./course.js";
import { Socket } from "./socket.js";

const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "latest" };

let data;
let board;
let course = null;
let cells;
let socket = null;

start();
addEventListener("keydown", (event) => {
  if (!course || event.ctrlKey || event.metaKey || event.altKey || !(event.key in KEYS)) return;
  event.preventDefault();
  step(KEYS[event.key]);
});

function start() {
  data = JSON.parse(document.getElementById("data").textContent);
  board = new Board(document.getElementById("board"), data.snapshot.game);
  board.form.inert = true;
  course = data.course ? new Course(data, board) : null;
  for (const button of document.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => step(button.dataset.step));
  }
  if (course) mark();
  else follow();
}

function step(name) {
  const aim = course.step(name);
  if (!aim) return;
  course.go(aim);
  document.getElementById("standing").textContent = course.standing;
  mark();
}

function mark() {
  for (const button of document.querySelectorAll("[data-step]")) {
    button.disabled = course.step(button.dataset.step) === null;
  }
}

function follow() {
  cells = [...data.snapshot.cells];
  socket ??= new Socket((state) => state === "connected" && !course && watch());
  socket.on("event", hear);
}

// What has happened since the page was made, or since the line was lost.
async function watch() {
  const answer = await socket.ask("watch", { match: data.match });
  if (answer?.ok && answer.v > data.v) reload();
}

function hear(event) {
  if (course || event.match !== data.match || event.v <= data.v) return;
  if (event.v > data.v + 1 || event.t !== "moved" || event.outcome) {
    reload();
    return;
  }
  data.v = event.v;
  for (const [square, owner] of event.changes) cells[square] = owner;
  board.play(event.changes);
  document.getElementById("standing").textContent = data.turns[event.to_move] ?? "";
}

async function reload() {
  const text = await fetch(location.href).then((response) => (response.ok ? response.text() : ""), () => "");
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("main");
  if (!fresh || course) return; // several may be under way when the game ends
  document.getElementById("main").replaceWith(document.adoptNode(fresh));
  start();
}
