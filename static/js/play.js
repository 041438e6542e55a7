// The match page: connects the store with the board, the panels and the people.

import { isNews, sentence, speak } from "./a11y.js";
import { Absence } from "./absence.js";
import { Actions } from "./actions.js";
import { Board } from "./board.js";
import { chat } from "./chat.js";
import { Clocks } from "./clock.js";
import { Connection } from "./connection.js";
import { Controls } from "./controls.js";
import { Preview } from "./hover.js";
import { keys } from "./keys.js";
import { Match } from "./match.js";
import { Moves } from "./moves.js";
import { clearNews, notice } from "./notices.js";
import { offerSound, played } from "./offering.js";
import { Orientation } from "./orientation.js";
import { wanted } from "./page.js";
import { Panels } from "./panels.js";
import { Premove } from "./premove.js";
import { Sending } from "./sending.js";
import { choose as keep, chosen, onSetting, switches } from "./settings.js";
import { mayMove, turn } from "./state.js";
import { actionOfKey, firstSnapshot, say, whyClosed } from "./words.js";

const root = document.getElementById("main");
const area = document.getElementById("board-area");
const kernels = document.getElementById("kernels");
const picked = area.querySelector("[data-pick='0']");

const match = new Match(firstSnapshot);
const board = new Board(document.getElementById("board"), firstSnapshot.game);
const orientation = new Orientation(board);
const panels = new Panels(root);
const preview = new Preview(board, () => match.snapshot, hint);
const moves = new Moves(board, match, root, look);
const sending = new Sending(board, showLine);
const premove = new Premove(board);
const connection = new Connection(sending, () => match.socket.wake());
const actions = new Actions(root, match, () => connection.byForm);
const clocks = new Clocks(root, (text, left) => {
  speak(text);
  if (left <= LAST) play("low");
});
const absence = new Absence(root, () => clocks.now, speak);
const controls = new Controls(board, preview, area, choose, refuse);

const sounds = wanted(new URL("sound.js", import.meta.url));

const SHAKE = 40; // ms for which a phone shakes
const DOUBLE_CLICK = 400; // ms in which a second click on a target belongs to the first
const LAST = 10000; // ms left on the own clock that are heard
const LOOK_AGAIN = 5000; // ms after which a page without a socket is loaded anew

let resting = null; // the target just used
let rest;

// The controls follow at once; what is read follows when the discs have come to rest.
async function refresh() {
  control();
  await board.settled;
  panels.render(match.snapshot);
  absence.set(match.snapshot); // what may be claimed is a matter of time, too
}

function control() {
  board.control(match.snapshot, !sending.move && !connection.down && !moves.away, resting);
  preview.draw();
}

// The own clock stands until the own move is answered, whatever else happens.
function setClocks(now) {
  if (!sending.move) clocks.set(match.snapshot, now);
}

function showLine() {
  connection.show();
  panels.line(match, sending, connection);
}

// What a square would turn over; not while an earlier position says what it shows.
function hint(text) {
  if (!firstSnapshot.game.drops && !moves.away) panels.hint(text);
  const empty = firstSnapshot.game.drops ? "pick.column" : "pick.square";
  picked.textContent = (text ?? say(empty)).replace(/\.$/, "");
}

// `text` says what the earlier position shows; null: back in the game as it is.
function look(text) {
  if (text === null) showPosition();
  else if (text) speak(text);
  panels.hint(text);
  refresh();
}

function showPosition() {
  board.show(match.snapshot.cells, match.snapshot.last);
  showHint();
  if (match.snapshot.outcome) drawWin();
}

function showHint() {
  const { hint, you, game, landing } = match.snapshot;
  if (!hint || hint.move === null || moves.away || !you.includes(hint.seat)) return;
  const square = game.drops ? landing[hint.move] : hint.move;
  if (square !== undefined) board.markHint(square, hint.seat);
}

// The board as this browser's person wants it: as it is, or from the other side.
function turnBoard() {
  const { drops } = firstSnapshot.game;
  moves.live();
  orientation.show(chosen("turned") ? { turns: drops ? 0 : 2, mirror: drops } : {});
  controls.read();
  showPosition();
  premove.draw();
  preview.show(null);
}

// Moves are planned only where that is wanted, and one press makes a move.
function mayPlan() {
  return chosen("premove") && !chosen("confirm") && premove.may(match.snapshot);
}

async function choose(move) {
  if (sending.move || connection.down || moves.away) return;
  if (mayPlan() && !connection.byForm) {
    if (move !== resting) premove.plan(match.snapshot, move);
    return;
  }
  if (!mayMove(match.snapshot) || !match.snapshot.legal.includes(move)) {
    refuse(move);
    return;
  }
  const button = board.buttons.get(move);
  if (connection.byForm) {
    board.form.requestSubmit(button);
    return;
  }
  resting = move;
  clearTimeout(rest);
  rest = setTimeout(() => {
    resting = null;
    control();
  }, DOUBLE_CLICK);
  const { ply } = match.snapshot;
  board.unmarkPlanned();
  sending.start(match.snapshot, move);
  clocks.stop();
  control();
  if (!(await match.act("move", { ply, move }))) takeBack();
}

// A move that may not be made: everybody reads why, not only those who listen.
function refuse(move) {
  if (mayPlan()) return choose(move);
  if (match.snapshot.legal.includes(move) && mayMove(match.snapshot)) return;
  const mine = mayMove(match.snapshot);
  const text = mine ? whyClosed(match.snapshot, move) : turn(match.snapshot);
  if (mine) notice(text);
  speak(text);
}

async function takeBack() {
  const { move } = sending;
  sending.end();
  clocks.set(match.snapshot);
  if (move?.changes && !moves.away) {
    await board.lift(move.changes);
    showPosition();
  }
  showLine();
  refresh();
}

async function drawWin() {
  const { outcome, match: id } = match.snapshot;
  if (!outcome.squares.length) return;
  const response = await fetch(`/m/${id}/board.svg`).catch(() => null);
  if (response?.ok && !moves.away) await board.win(await response.text(), outcome.squares);
}

const EVENTS = {
  moved(event) {
    const shown = sending.confirms(event);
    if (!shown && sending.move) showPosition();
    else if (!shown && !moves.away) board.play(event.changes);
    sending.end();
    if (premove.planned === null) board.unmarkPlanned();
    moves.add(event);
    hear(event);
    const planned = premove.take(match.snapshot);
    if (planned !== null) setTimeout(() => choose(planned));
  },
  hinted: () => showHint(),
  took_back() {
    sending.end();
    premove.cancel();
    moves.reset();
    showPosition();
  },
  async ended() {
    premove.cancel();
    actions.settle();
    if (match.snapshot.you.length) played();
    await board.settled;
    clearNews();
    if (!moves.away) drawWin();
    keepFocus();
  },
  rematched: ({ next }) => follow(next),
  handed_over: ({ seat }) => panels.isOwn(seat) && location.reload(),
};

const SETTINGS = {
  named: () => match.sync(),
  confirm: () => controls.measure(),
  premove: () => premove.cancel(),
  turned: turnBoard,
};

match.addEventListener("event", async ({ detail: event }) => {
  const done = EVENTS[event.t]?.(event);
  setClocks(event.clock?.at ?? event.at);
  absence.set(match.snapshot);
  showLine();
  control();
  await done;
  const text = sentence(event, match.snapshot);
  if (text) speak(text);
  if (text && isNews(event)) notice(text);
  refresh();
});

// What makes sounds comes with the first that is wanted.
async function play(name) {
  if (!chosen("sound") || !(await sounds(true))) return;
  const blocked = () => notice(say("sound.blocked"));
  dispatchEvent(new CustomEvent("sound", { detail: { name, blocked } }));
}

function hear({ changes, outcome }) {
  if (outcome) play("end");
  else if (changes.length) play(changes.length > 1 ? "flip" : "drop");
  if (mayMove(match.snapshot) && chosen("vibration")) navigator.vibrate?.(SHAKE);
}

// The board takes no keys any more: who used it goes on from the result.
async function keepFocus() {
  const { activeElement: at } = document;
  const lost = at === document.body || board.form.contains(at) || at.closest(".actions, .offer");
  if (!match.snapshot.you.length || !lost) return;
  await refresh();
  root.querySelector("[data-verdict]").focus({ preventScroll: true });
}

// Players are taken to the next game in the tab they use; everybody else finds its link, and
// so does a player who goes back to the old game.
function follow(next) {
  const { you, host } = match.snapshot;
  const inUse = !document.hidden && document.hasFocus();
  if ((you.length || host) && inUse && match.caughtUp) location.assign(`/m/${next}`);
}

match.addEventListener("replaced", () => {
  sending.end();
  premove.cancel();
  clocks.set(match.snapshot, match.snapshot.now);
  moves.reset();
  showPosition();
  showLine();
  refresh();
});
match.addEventListener("moment", ({ detail }) => setClocks(detail));
match.addEventListener("changed", refresh);
match.addEventListener("hints", () => {
  showHint();
  refresh();
});
match.addEventListener("refused", ({ detail }) => notice(detail.message, "bad"));

match.addEventListener("connection", ({ detail: state }) => {
  connection.set(state);
  if (state !== "connected") clocks.lost();
  if (connection.byForm) lookAgain();
  showLine();
  control();
});

// Without a socket the page looks for the other's move as it would without script.
function lookAgain() {
  if (connection.byForm && match.snapshot.status !== "finished" && !mayMove(match.snapshot)) {
    setTimeout(() => connection.byForm && location.reload(), LOOK_AGAIN);
  }
}

match.addEventListener("kernels", ({ detail: { ready, progress, text } }) => {
  kernels.hidden = ready;
  kernels.firstElementChild.textContent = text;
  kernels.querySelector("progress").value = progress;
});

root.querySelector("[data-turn-board]").addEventListener("click", ({ currentTarget }) => {
  currentTarget.closest("details").open = false;
  turnOver();
});

function turnOver() {
  if (!sending.move) keep("turned", !chosen("turned")); // only what is at rest is turned
}

// What a key does that has a button: it presses the button, where that can be pressed.
function press(selector) {
  const button = [...root.querySelectorAll(selector)].find((at) => !at.closest("[hidden]") && !at.disabled);
  button?.click();
  return Boolean(button);
}

keys(actionOfKey, {
  board: () => controls.grid.focus(),
  column: (digit) => controls.drop(digit),
  cancel: () => premove.cancel(),
  turn: turnOver,
  hint: () => press("[data-act=hint]"),
  takeback: () => press("[data-act=takeback]"),
  draw: () => press("[data-act=offer][data-kind=draw]"),
  rematch: () => press("[data-act=rematch], [data-status=finished] [data-act=accept], [data-next]"),
  chat: () => press("#chat-open"),
  marks: () => press("#draw"),
  sound() {
    keep("sound", !chosen("sound"));
    notice(say(chosen("sound") ? "sound.on" : "sound.off"));
  },
  list: () => document.querySelector(".help").click(),
  first: () => moves.step("first"),
  previous: () => moves.step("previous"),
  next: () => moves.step("next"),
  latest: () => moves.step("latest"),
});

// What is done on the board besides playing comes when a mouse does, or somebody asks for it.
const marking = wanted(new URL("marking.js", import.meta.url));
if (matchMedia("(hover: hover)").matches) {
  board.form.addEventListener("mouseenter", marking, { once: true });
}
root.querySelector("#draw").addEventListener("click", async ({ currentTarget, detail }) => {
  currentTarget.closest("details").open = false;
  if (await marking()) dispatchEvent(new CustomEvent("draw", { detail }));
});

chat(match);
switches(root);
onSetting((name) => SETTINGS[name]?.());
clocks.set(match.snapshot, match.snapshot.now);
absence.set(match.snapshot);
if (chosen("turned")) turnBoard();
else showHint();
refresh();
offerSound(match.snapshot);
root.dataset.ready = controls.picks ? "picks" : "yes";
