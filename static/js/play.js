// The match page: connects the store with the board, the panels and the people.

import { isNews, sentence, speak } from "./a11y.js";
import { Board } from "./board.js";
import { Controls } from "./controls.js";
import { Preview } from "./hover.js";
import { Match } from "./match.js";
import { Moves } from "./moves.js";
import { notice } from "./notices.js";
import { Panels } from "./panels.js";
import { mayMove, turn } from "./state.js";
import { firstSnapshot, say } from "./words.js";

const root = document.getElementById("main");
const area = document.getElementById("board-area");
const confirmation = document.getElementById("confirm");
const kernels = document.getElementById("kernels");
const picked = area.querySelector("[data-pick='0']");

const match = new Match(firstSnapshot);
const board = new Board(document.getElementById("board"), firstSnapshot.game);
const panels = new Panels(root);
const preview = new Preview(board, () => match.snapshot, hint);
const moves = new Moves(board, match, root, look);
const controls = new Controls(board, preview, area, choose);

const DOUBLE_CLICK = 400; // ms in which a second click on a target belongs to the first

let sending = false;
let resting = null; // the target just used
let rest;
let offline = false;
let removeWarning = null;

function refresh() {
  panels.render(match.snapshot);
  board.control(match.snapshot, !sending && !offline && !moves.away, resting);
  preview.draw();
}

function hint(text) {
  if (!firstSnapshot.game.drops) panels.hint(text, match.snapshot);
  const empty = firstSnapshot.game.drops ? "pick" : "pick.square";
  picked.textContent = (text ?? say(empty)).replace(/\.$/, "");
}

// `text` says what the earlier position shows; null: back in the game as it is.
function look(text) {
  if (text === null) showPosition();
  else if (text) speak(text);
  panels.hint(text, match.snapshot);
  refresh();
}

function showPosition() {
  board.show(match.snapshot.cells, match.snapshot.last);
  if (match.snapshot.outcome) drawWin();
}

async function choose(move) {
  if (sending || offline || moves.away) return;
  if (!mayMove(match.snapshot) || !match.snapshot.legal.includes(move)) {
    const full = board.buttons.get(move)?.ariaLabel;
    speak(mayMove(match.snapshot) && full ? full : turn(match.snapshot));
    return;
  }
  sending = true;
  resting = move;
  clearTimeout(rest);
  rest = setTimeout(() => {
    resting = null;
    refresh();
  }, DOUBLE_CLICK);
  const { ply } = match.snapshot;
  const done = match.act("move", { ply, move });
  board.control(match.snapshot, false);
  preview.draw();
  await done;
  sending = false;
  refresh();
}

async function drawWin() {
  const { outcome, match: id } = match.snapshot;
  if (!outcome.squares.length) return;
  const response = await fetch(`/m/${id}/board.svg`).catch(() => null);
  if (response?.ok && !moves.away) await board.win(await response.text(), outcome.squares);
}

match.addEventListener("event", async ({ detail: event }) => {
  if (event.t === "moved") {
    sending = false;
    if (!moves.away) board.play(event.changes);
    moves.add(event);
  } else if (event.t === "took_back") {
    moves.reset();
    showPosition();
  } else if (event.t === "ended" && !moves.away) {
    await board.settled;
    drawWin();
  } else if (event.t === "rematched") follow(event.next);
  else if (event.t === "handed_over" && panels.isOwn(event.seat)) location.reload();
  const text = sentence(event, match.snapshot);
  if (text) speak(text);
  if (text && isNews(event)) notice(text);
  refresh();
});

// Players are taken to the next game in the tab they use; everybody else finds its link, and
// so does a player who goes back to the old game.
function follow(next) {
  const { you, host } = match.snapshot;
  const inUse = !document.hidden && document.hasFocus();
  if ((you.length || host) && inUse && match.caughtUp) location.assign(`/m/${next}`);
}

match.addEventListener("replaced", () => {
  sending = false;
  moves.reset();
  showPosition();
  refresh();
});
match.addEventListener("changed", refresh);
match.addEventListener("hints", refresh);
match.addEventListener("refused", ({ detail }) => notice(detail.message, "bad"));

match.addEventListener("connection", ({ detail: state }) => {
  if (state === "outdated") {
    notice("This page is from an older version; please reload it.", "warn", 0);
    offline = true;
  } else if (state === "lost" && !offline) {
    offline = true;
    removeWarning = notice(say("reconnecting"), "warn", 0);
  } else if (state === "connected" && offline) {
    offline = false;
    removeWarning?.();
    notice(say("back"), "good", 2000);
  }
  refresh();
});

match.addEventListener("kernels", ({ detail: { ready, progress, text } }) => {
  kernels.hidden = ready;
  kernels.firstElementChild.textContent = text;
  kernels.querySelector("progress").value = progress;
});

function perform({ act: t, kind }) {
  const { ply } = match.snapshot;
  match.act(t, { ...(kind && { kind }), ...(t === "takeback" && { ply }) });
}

// What cannot be undone is asked for once more, in place.
let confirmed = null;

function ask(button) {
  confirmed = button.dataset;
  confirmation.querySelector("p").textContent = button.dataset.confirm;
  confirmation.hidden = false;
  confirmation.querySelector("button").focus();
}

root.addEventListener("click", (event) => {
  const button = event.target.closest("[data-act], [data-answer]");
  if (!button) return;
  event.preventDefault();
  const { answer, confirm } = button.dataset;
  if (confirm) return ask(button);
  confirmation.hidden = true;
  if (answer === "no") return undefined;
  return perform(answer === "yes" ? confirmed : button.dataset);
});

for (const form of root.querySelectorAll("[data-level-form]"))
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { seat, level } = form.elements;
    match.act("level", { seat: Number(seat.value), level: level.value });
    form.closest("details").open = false;
  });

refresh();
root.dataset.ready = controls.picks ? "picks" : "yes";
