// The analysis page: the engine's findings as they come, and moves tried on the board. Every
// position is a page of the server's; its main part takes the place of the one that is shown.
// Steps among the positions that a page brought along are made here.

import { Board } from "./board.js";
import { Controls } from "./controls.js";
import { Course } from "./course.js";
import { effort, effortMenu } from "./effort.js";
import { Explorer } from "./explorer.js";
import { lineOf, showLead, showSearched, textElement } from "./findings.js";
import { drawGraph } from "./graph.js";
import { markLanding, Preview } from "./hover.js";
import { keys } from "./keys.js";
import { notice } from "./notices.js";
import { Overlays } from "./overlay.js";
import { Retry } from "./retry.js";
import { looked, showProgress, showReview } from "./review.js";
import { Share } from "./share.js";
import { Socket } from "./socket.js";
import { Study } from "./study.js";
import { View } from "./view.js";
import { wheel } from "./wheel.js";
import { actionOfKey, targetName } from "./words.js";

const TABS = ["moves", "review", "openings", "import"];
const SETTLED = 120; // ms without a step

let data;
let board;
let course;
let preview;
let token = 0;
let game = ""; // what `review` belongs to
let review = new Map();
let findings = null;
let opening = 0;
let settling = null; // the timer after which a place counts as arrived at
let overlays;
let share;
let errors = []; // the plies before mistakes
let reviewing = true;
const asked = new URLSearchParams(location.search).get("tab");
let tab = TABS.includes(asked) ? asked : TABS[0];
const retry = new Retry((ply, side) => {
  if (side || course.tried) open(address({ ply, side, rest: "" }));
  else go({ ply, tried: 0 });
});
const explorer = new Explorer(play);

const socket = new Socket((state) => {
  if (state === "connected") {
    look();
    study.follow();
  }
  if (state === "lost") notice("Reconnecting.", "warn", 3000);
  if (state === "outdated") notice("This page is from an older version; please reload it.", "warn", 0);
});
socket.on("analysis", (news) => news.token === token && hear(news));

const study = new Study(socket, (url, body) => open(url, true, body));

document.addEventListener("visibilitychange", () => {
  if (document.hidden) socket.ask("analysis", { on: false });
  else look();
});
addEventListener("popstate", () => open(location.href, false));
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // a fragment's "popstate" would load the page anew
  toBoard();
});
addEventListener("resize", () => draw());
addEventListener("pageshow", ({ persisted }) => persisted && socket.wake());
keys(actionOfKey, {
  board: toBoard,
  first: () => stepBy("first"),
  previous: () => stepBy("previous"),
  next: () => stepBy("next"),
  latest: () => stepBy("latest"),
  list: () => document.querySelector(".help").click(),
  marks: () => document.getElementById("draw")?.click(),
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("main a[href^='/analysis?'], main a[href='/analysis'], #moves a, #lines a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const { ply, tried } = link.dataset;
  if (link.id.startsWith("step-")) stepBy(link.id.slice(5));
  else if (course.holds(Number(tried))) go({ ply: course.branch, tried: Number(tried) });
  else if (ply) go({ ply: Number(ply), tried: 0 });
  else open(link.href);
});
document.addEventListener("paste", (event) => {
  if (event.target.closest?.("input, textarea")) return;
  const text = event.clipboardData.getData("text/plain");
  if (!text.trim()) return;
  event.preventDefault();
  document.getElementById("game-text").value = text;
  document.querySelector(".open-game").requestSubmit();
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  if (!event.dataTransfer.files.length) return;
  event.preventDefault();
  document.getElementById("game-file").files = event.dataTransfer.files;
  document.querySelector(".open-game").requestSubmit();
});
document.addEventListener("change", ({ target }) => {
  if (target.id === "game-file" && target.files.length) target.form.requestSubmit();
});
start();

function toBoard() {
  document.getElementById("grid").focus();
}

// Takes up the page that is shown now.
function start() {
  data = JSON.parse(document.getElementById("data").textContent);
  const { game: key, start: begun, moves } = data.look;
  if (game !== `${key} ${begun} ${moves}`) {
    review = new Map();
    retry.stop();
  }
  game = `${key} ${begun} ${moves}`;
  findings = null;
  board = new Board(document.getElementById("board"), data.snapshot.game);
  course = new Course(data, board);
  preview = new Preview(board, () => course.snapshot, point);
  const controls = new Controls(board, preview, document.getElementById("board-area"), play);
  const view = new View(board, document.getElementById("seen"), () => {
    controls.read();
    course.go({ ply: course.ply, tried: course.tried });
    preview.show(null);
    place();
    draw();
  });
  wheel(board.form, () => true, stepBy);
  explorer.start(preview);
  overlays = new Overlays(board, course);
  study.start(data, board, course);
  share = new Share(() => ({ ...course.pictured, ...study.drawn }));
  view.start();
  effortMenu(document.getElementById("effort"), look);
  tabs();
  reveal();
  draw();
  look();
}

// The tabs beside the board, and what can be done with a review.
function tabs() {
  retry.resume(course);
  const on = (id, act) => document.getElementById(id)?.addEventListener("click", act);
  for (const name of TABS) on(`tab-${name}`, () => choose(name));
  document.querySelector("[role=tablist]")?.addEventListener("keydown", ({ key }) => {
    if (key !== "ArrowLeft" && key !== "ArrowRight") return;
    const open = TABS.filter((one) => !document.getElementById(`tab-${one}`).hidden);
    const way = key === "ArrowRight" ? 1 : -1;
    choose(open.at((open.indexOf(tab) + way) % open.length));
    document.getElementById(`tab-${tab}`).focus();
  });
  on("retry", () => retry.start(errors, looked(errors, course.ply, data.plies)));
  for (const what of ["next", "again", "leave"]) on(`retry-${what}`, () => retry[what]());
  on("stop-review", () => {
    reviewing = false;
    document.getElementById("stop-review").hidden = true;
    look();
  });
  const refused = document.querySelector(".course .error");
  choose(refused ? "import" : tab);
  refused?.scrollIntoView({ block: "nearest" }); // on a phone it is below the board
}

function choose(name) {
  tab = document.getElementById(`tab-${name}`).hidden ? TABS[0] : name;
  document.getElementById("main").dataset.tab = tab;
  for (const one of TABS) {
    const button = document.getElementById(`tab-${one}`);
    button.ariaSelected = String(one === tab);
    button.tabIndex = one === tab ? 0 : -1;
    const beside = one === "import" && tab === "moves" && !data.plies; // nothing to read yet
    document.getElementById(`panel-${one}`).hidden = one !== tab && !beside;
  }
  explorer.show(course.look, course.moves);
}

function look() {
  if (document.hidden) return;
  token += 1;
  const { game: key, start: begun, moves, ply, side } = course.look;
  const wish = { token, game: key, start: begun, moves, ply, side, review: reviewing, ...effort() };
  socket.ask("analysis", wish).then((answer) => {
    if (answer && !answer.ok) notice(answer.message, "bad");
  });
}

// Shows another position, or what a form's `body` leads to; the newest wish counts. Answers why
// a form was refused.
async function open(url, push = true, body = null) {
  const wish = ++opening;
  const response = await fetch(url, body ? { method: "POST", body } : {}).catch(() => null);
  const text = response?.ok || body ? ((await response?.text()) ?? "") : "";
  if (wish !== opening) return "";
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.getElementById("main");
  if (!fresh?.matches(".analysis")) {
    if (body) return page.querySelector("h1")?.textContent ?? "The server cannot be reached.";
    location.href = url;
    return "";
  }
  const { id: focused, name } = document.activeElement ?? {};
  document.getElementById("main").replaceWith(document.adoptNode(fresh));
  document.title = page.title;
  if (push && response.url !== location.href) history.pushState(null, "", response.url);
  start();
  // After a click on the board the arrow keys are for stepping.
  if (focused && name !== "move") document.getElementById(focused)?.focus({ preventScroll: true });
  return "";
}

function address(fields) {
  const shown = tab === "review" || tab === "openings" ? { tab } : {};
  const { ply, side } = course.look;
  const kept = data.study && { ply, side }; // a study's address says the rest
  const named = { ...(kept ?? course.look), ...shown, ...fields };
  const filled = Object.entries(named).filter(([, value]) => value !== "");
  const path = kept ? data.study.place : "/analysis";
  return `${path}?${new URLSearchParams(filled)}`;
}

function play(move) {
  const { legal } = course.snapshot;
  if (retry.asks(course) && legal.includes(move)) tryAnew(move);
  else if (legal.includes(move)) (!retry.on && study.play(move)) || open(address({ move }));
  else if (data.snapshot.game.drops && !course.over) notice(targetName(course.snapshot, move), "warn");
}

// A move in place of a mistake: right, or with the answer that refutes it.
function tryAnew(move) {
  retry.attempt(move);
  if (findings) retry.answer(findings.moves, data.snapshot.game.counted);
}

function stepBy(name) {
  const aim = course.step(name);
  if (aim) go(aim);
}

// Shows a place that the page has at hand, and once nobody steps on has it analysed.
function go(aim) {
  if (retry.on && aim.ply !== retry.ply) retry.stop();
  opening += 1; // a page on its way is not wanted any more
  token += 1;
  findings = null;
  course.go(aim);
  preview.draw();
  place();
  draw();
  clearTimeout(settling);
  settling = setTimeout(() => {
    history.replaceState(null, "", address({}));
    look();
  }, SETTLED);
}

// What the page says about the place beside the board.
function place() {
  const { look: at, standing, opening: name, over, moves } = course;
  const said = document.getElementById("said");
  said.style.minHeight = `${said.getBoundingClientRect().height}px`; // what is said next takes the same place
  for (const old of document.querySelectorAll("#board .mark")) old.remove();
  for (const [id, text] of Object.entries({ verdict: standing, proof: "", remarks: "", lines: "" })) {
    document.getElementById(id).textContent = text;
  }
  document.getElementById("searched").hidden = true;
  const called = document.getElementById("opening-name");
  called.textContent = name;
  called.hidden = !name;
  for (const [field, value] of Object.entries(at)) {
    if (board.form.elements[field]) board.form.elements[field].value = value;
  }
  study.show();
  overlays.show();
  explorer.show(course.look, moves);
  document.querySelector("#moves [aria-current]")?.removeAttribute("aria-current");
  const here = course.tried ? `[data-tried="${course.tried}"]` : `[data-ply="${course.ply}"]`;
  document.querySelector(`#moves ${here}`)?.setAttribute("aria-current", "step");
  reveal();
  for (const name of ["first", "previous", "next", "latest"]) {
    const link = document.getElementById(`step-${name}`);
    if (course.step(name)) link.removeAttribute("aria-disabled");
    else link.setAttribute("aria-disabled", "true");
    link.href = address({});
  }
  const playOn = document.getElementById("play-on");
  playOn.hidden = over || Boolean(at.start);
  playOn.href = `/new?${new URLSearchParams({ game: at.game, moves })}`;
  share.show();
  document.getElementById("set-up").href = `/lab/position?${new URLSearchParams(course.pictured)}`;
  document.getElementById("link").dataset.copyText = new URL(address({}), location.href).href;
}

// Scrolls to the current move, the list only, never the page.
function reveal() {
  const list = document.getElementById("moves");
  const entry = list.querySelector("[aria-current]");
  if (!entry) return;
  const [around, box] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (box.bottom > around.bottom) list.scrollTop += box.bottom - around.bottom + 10;
  if (box.top < around.top) list.scrollTop -= around.top - box.top + 10;
}

function hear(news) {
  if (news.progress) {
    document.getElementById("proof").textContent = news.progress;
    return;
  }
  if (news.review) {
    for (const { ply, ...known } of news.review) review.set(ply, known);
    showProgress(news);
  } else {
    findings = news;
    retry.answer(news.moves, data.snapshot.game.counted);
  }
  draw();
}

function draw() {
  const graph = document.getElementById("graph");
  if (graph) drawGraph(graph, review, data.plies, course.ply, (ply) => go({ ply, tried: 0 }));
  if (data.plies) errors = showReview(review, data, course, go);
  for (const link of document.querySelectorAll("#moves [data-ply]")) {
    const { mark = "" } = review.get(link.dataset.ply - 1) ?? {};
    link.dataset.mark = mark;
  }
  explorer.know(findings);
  if (!findings) return;
  const said = document.getElementById("said");
  said.style.minHeight = "";
  delete said.dataset.waiting;
  document.getElementById("verdict").textContent = findings.verdict;
  document.getElementById("proof").textContent = findings.proof;
  document.getElementById("remarks").textContent = findings.remarks.join(" ");
  showSearched(findings.effort);
  const withLines = findings.moves.filter((found) => found.line.length);
  document.getElementById("lines").replaceChildren(...withLines.map((found) => lineOf(found, course.look.side, address)));
  showLead(findings.lead, data.snapshot.game.colours[0]);
  marks();
}

// Every move's score over its column or on its square.
function marks() {
  for (const old of document.querySelectorAll("#board .mark")) old.remove();
  const [best] = findings.moves;
  for (const found of findings.moves) {
    const button = board.buttons.get(found.move);
    if (!button) continue; // a pass
    const mark = textElement("span", `mark ${found.kind}`, found.label);
    if (found.note) mark.append(textElement("small", "", found.note));
    mark.toggleAttribute("data-long", found.label.length > 4); // −12.3 in a disc
    mark.toggleAttribute("data-best", found.label === best.label && found.kind === best.kind);
    mark.toggleAttribute("data-played", found.move === playedWrong());
    mark.ariaHidden = "true";
    button.parentElement.append(mark);
    const named = button.ariaLabel.split(" Score ")[0];
    const worth = [found.label, found.note].filter(Boolean).join(", ");
    button.ariaLabel = `${named} Score ${worth}.`;
  }
  point(null);
}

// The move of the game that was a mistake here, if it was one.
function playedWrong() {
  const wrong = !course.tried && review.get(course.ply)?.error;
  return wrong ? data.course.game[course.ply + 1].move : null;
}

// Where the best move would land, while no other one is pointed at.
function point(name) {
  document.querySelector("[data-pick='0']").textContent = (name ?? "Choose a move").replace(/\.$/, "");
  if (!data.snapshot.game.drops || name !== null) return;
  const best = retry.on ? undefined : findings?.moves[0]?.move;
  const { to_move: mover, landing } = course.snapshot;
  markLanding(board, mover, landing[best]);
}
