// The laboratory's page: progress pushed while a question runs, and stepping through the boards
// of an answer.

import { Socket } from "./socket.js";

const data = document.getElementById("data");
if (data) follow(JSON.parse(data.textContent));

const column = document.getElementById("column");
if (column) step(column);

function follow({ job }) {
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
    if (states > 0) parts.unshift(`${short(states)} states`);
    if (states > 0 && seconds > 0) parts.push(`${short(states / seconds)} a second`);
    if (note) parts.push(note);
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

// Arrow buttons walk through the boards; the current one is marked and scrolled to.
function step(list) {
  const controls = document.getElementById("steps");
  const name = document.getElementById("step");
  const boards = [...list.children];
  let at = 0;
  controls.hidden = false;
  for (const button of controls.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => go(at + Number(button.dataset.step)));
  }
  mark();

  function go(to) {
    boards[at].removeAttribute("aria-current");
    at = Math.min(Math.max(to, 0), boards.length - 1);
    mark();
    boards[at].scrollIntoView({ block: "nearest" });
  }

  function mark() {
    boards[at].setAttribute("aria-current", "step");
    name.textContent = `Board ${at} of ${boards.length - 1}`;
    for (const button of controls.querySelectorAll("[data-step]")) {
      const to = at + Number(button.dataset.step);
      button.disabled = to < 0 || to >= boards.length;
    }
  }
}
