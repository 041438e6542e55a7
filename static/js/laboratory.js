// The laboratory's page: progress pushed while a question runs, and stepping through the boards
// of an answer.

import { Socket } from "./socket.js";

const data = document.getElementById("data");
if (data) follow(JSON.parse(data.textContent));

const column = document.getElementById("column");
if (column) step(column);

const PATIENCE = 20; // seconds that are watched before they say how many are left

// How long a question goes on whose share of the work is known, by its pace since it was first
// seen here: what it had kept from an earlier time took none of this one.
function pacemaker() {
  let first = null;
  let last = 0;
  return (share, seconds) => {
    if (!first || seconds < first.seconds || share < last) first = { share, seconds };
    last = share;
    const [gone, gained] = [seconds - first.seconds, share - first.share];
    if (gone < PATIENCE || gained <= 0) return "";
    const left = ((1 - share) * gone) / gained;
    if (left < 90) return "about a minute left";
    if (left < 5400) return `about ${Math.round(left / 60)} minutes left`;
    return `about ${Math.round(left / 3600)} hours left`;
  };
}

function follow({ job }) {
  const remaining = pacemaker();
  const bar = document.getElementById("bar");
  const line = document.getElementById("state");
  const socket = new Socket(async (state) => {
    if (state === "connected") show(await socket.ask("laboratory", { job }));
    if (state === "lost") line.textContent = "Reconnecting. The question runs on.";
  });
  socket.on("laboratory", show);

  function show(news) {
    if (!news || (news.job && news.job !== job)) return;
    if (!["waiting", "running"].includes(news.status)) return location.reload();
    if (news.status === "waiting") return;
    const { unit = "Ply", done = 0, of = 0, states = 0, seconds = 0, note = "" } = news;
    if (of > 0) bar.value = done / of;
    const parts = [of > 0 ? reached(unit, done, of) : "Running"];
    if (states > 0) parts.push(`${short(states)} lines and positions looked at`);
    if (states > 0 && seconds > 0) parts.push(`${short(states / seconds)} a second`);
    if (note) parts.push(note);
    const left = unit === "%" ? remaining(done / of, seconds) : "";
    if (left) parts.push(left);
    line.textContent = `${parts.join(", ")}.`;
  }
}

function reached(unit, done, of) {
  return unit === "%" ? `about ${((100 * done) / of).toFixed(1)}% of the work` : `${unit} ${done} of ${of}`;
}

function short(number) {
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} million`;
  return Math.round(number).toLocaleString("en");
}

// Buttons, arrow keys and the small boards walk through a game; the board of the moment is
// shown large, and marked in the film.
function step(film) {
  const controls = document.getElementById("steps");
  const shown = document.getElementById("shown");
  const part = (id) => document.getElementById(id);
  const boards = [...film.children];
  let at = boards.findIndex((board) => board.ariaCurrent === "step");
  controls.hidden = false;
  for (const button of controls.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => go(at + Number(button.dataset.step)));
  }
  for (const [ply, board] of boards.entries()) {
    board.querySelector("a").addEventListener("click", (event) => {
      event.preventDefault();
      go(ply);
    });
  }
  document.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -boards.length, End: boards.length };
    const by = steps[event.key];
    const typing = event.target.closest("input, textarea, select, [contenteditable]");
    if (!by || typing || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    go(at + by);
  });
  mark();

  function go(to) {
    boards[at].removeAttribute("aria-current");
    at = Math.min(Math.max(to, 0), boards.length - 1);
    mark();
  }

  function mark() {
    const board = boards[at];
    board.setAttribute("aria-current", "step");
    shown.replaceChildren(board.querySelector(".art").cloneNode(true));
    part("step").textContent = `Board ${at} of ${boards.length - 1}`;
    part("caption-text").textContent = board.dataset.text;
    part("counts").textContent = board.dataset.counts;
    part("evaluate-ply").value = at;
    part("evaluate-at").textContent = at;
    part("play-on").href = board.dataset.playOn;
    part("play-on").hidden = !board.dataset.playOn;
    film.scrollTop = board.offsetTop - film.offsetTop - film.clientHeight / 2;
    for (const button of controls.querySelectorAll("[data-step]")) {
      button.disabled = button.dataset.step < 0 ? at === 0 : at === boards.length - 1;
    }
  }
}
