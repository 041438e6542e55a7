// The review beside the board: how well each side played, and its mistakes.

const ERRORS = ["?!", "?", "??"];
const TIMES = ["", "once", "twice", "three times", "four times", "five times", "six times"];

// Fills the heads and the list; `go` shows the board before a move. Answers the mistakes.
export function showReview(review, data, course, go) {
  const { game } = data.snapshot;
  const entries = [...review].sort(([a], [b]) => a - b).map(([at, known]) => ({ at, ...known }));
  const movers = data.course.game.map(({ to_move: mover }) => mover);
  for (const head of document.querySelectorAll("[data-head]")) {
    const own = entries.filter(({ at }) => at < data.plies && movers[at] === Number(head.dataset.head));
    fillHead(head, own, game.counted);
  }
  const errors = entries.filter(({ mark, error }) => error && ERRORS.includes(mark));
  const turned = entries.filter(({ kept }) => kept === false).length;
  write("turned", sentence(turned, review, data));
  showMistakes(errors, data, course, go);
  return errors;
}

export function showProgress({ proved, of }) {
  if (!of) return;
  for (const id of ["progress", "mistake-proved"]) write(id, `${proved} of ${of} plies proved`);
  const bar = document.getElementById("progress-bar");
  bar.style.setProperty("--share", `${(100 * proved) / of}%`);
  document.getElementById("stop-review").hidden = proved === of;
}

function fillHead(head, own, counted) {
  const judged = own.filter(({ kept }) => kept !== null);
  const kept = judged.filter((entry) => entry.kept).length;
  const share = judged.length ? Math.round((100 * kept) / judged.length) : null;
  const lost = own.filter((entry) => entry.lost !== null);
  const average = lost.reduce((sum, entry) => sum + entry.lost, 0) / lost.length;
  const discs = counted && lost.length ? `${average.toFixed(1)} discs lost a move` : "";
  head.querySelector(".share").textContent = share === null ? "–" : `${share} %`;
  const line = head.querySelector(".quiet");
  line.textContent = `${kept} of ${judged.length}`;
  add(line, "span", "wide", " moves");
  head.querySelector(".cost").textContent = discs;
  head.querySelector(".track").style.setProperty("--share", `${share ?? 0}%`);
}

// "Yellow wins. It turned five times."
function sentence(turned, review, { plies, course }) {
  const open = [...Array(plies).keys()].some((at) => (review.get(at)?.kept ?? null) === null);
  const so = open ? " as far as it is proved" : "";
  const often = TIMES[turned] ?? `${turned} times`;
  const times = turned ? `turned ${often}` : "never turned";
  const { status, standing } = course.game.at(-1);
  const end = standing.split(". ")[0].replace(/\.$/, "");
  return status === "finished" ? `${end}. It ${times}${so}.` : `The result ${times}${so}.`;
}

// Which mistake is looked at: that of the board, or else the last one before it; from the game's
// end the first one, as all are to be gone through.
export function looked(errors, ply, plies) {
  return ply < plies ? Math.max(errors.findLastIndex(({ at }) => at <= ply), 0) : 0;
}

// The cards, and between two arrows the one that phones show.
function showMistakes(errors, { snapshot: { game }, plies }, { ply, tried }, go) {
  const list = document.getElementById("mistakes");
  const known = JSON.stringify(errors);
  if (list.dataset.known !== known) list.replaceChildren(...errors.map((entry) => card(entry, game)));
  list.dataset.known = known; // what is the same stays, and keeps the focus
  const shown = looked(errors, ply, plies);
  [...list.children].forEach((item, i) => {
    const [button] = item.children;
    button.onclick = () => go({ ply: errors[i].at, tried: 0 });
    if (errors[i].at === ply && !tried) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    item.toggleAttribute("data-shown", i === shown);
  });
  document.getElementById("no-mistakes").hidden = errors.length > 0;
  document.getElementById("mistake-nav").hidden = errors.length === 0;
  document.getElementById("retry").hidden = errors.length === 0;
  write("mistake-place", `Mistake ${shown + 1} of ${errors.length}`);
  const here = errors[shown]?.at === ply;
  arrow("mistake-previous", errors[here ? shown - 1 : shown], go);
  arrow("mistake-next", errors[shown + 1] ?? (here ? undefined : errors[shown]), go);
}

function arrow(id, entry, go) {
  const button = document.getElementById(id);
  button.setAttribute("aria-disabled", String(!entry));
  button.onclick = () => entry && go({ ply: entry.at, tried: 0 });
}

function card({ at, mark, error }, game) {
  const item = document.createElement("li");
  const button = add(item, "button", "mistake");
  button.type = "button";
  const round = `${Math.floor(at / game.players) + 1}.${at % game.players ? " …" : ""}`;
  const head = add(button, "span", "mistake-head");
  head.append(document.querySelector(`[data-head="${error.mover}"] .disc-token`).cloneNode(true));
  add(head, "b", "numbers", `${round} ${error.move}${mark}`);
  const better = add(head, "span", "quiet", "better: ");
  add(better, "b", "", error.better);
  add(head, "span", error.sure ? "tag bad" : "tag", error.tag);
  add(button, "span", "mistake-text", error.text);
  return item;
}

function write(id, text) {
  const element = document.getElementById(id);
  if (element.textContent !== text) element.textContent = text;
}

function add(parent, name, kind, text = "") {
  const made = document.createElement(name);
  made.className = kind;
  made.textContent = text;
  parent.append(made);
  return made;
}
