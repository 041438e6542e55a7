// The review beside the board: how well each side played, its mistakes, and trying them anew.

const ERRORS = ["?!", "?", "??"];

// Fills the heads and the list; `go` shows the board before a move.
export function showReview(review, data, ply, go) {
  const { game } = data.snapshot;
  const entries = [...review].sort(([a], [b]) => a - b).map(([at, known]) => ({ at, ...known }));
  const movers = data.course.game.map(({ to_move: mover }) => mover);
  for (const head of document.querySelectorAll("[data-head]")) {
    const own = entries.filter(({ at }) => at < data.plies && movers[at] === Number(head.dataset.head));
    fillHead(head, own, game.counted);
  }
  const errors = entries.filter(({ mark, error }) => error && ERRORS.includes(mark));
  const turned = entries.filter(({ kept }) => kept === false).length;
  document.getElementById("turned").textContent = sentence(turned, review, data.plies);
  const list = document.getElementById("mistakes");
  list.replaceChildren(...errors.map((entry) => card(entry, game, entry.at === ply, go)));
  document.getElementById("no-mistakes").hidden = errors.length > 0;
  document.getElementById("retry").hidden = errors.length === 0;
  return errors;
}

export function showProgress({ proved, of }) {
  if (!of) return;
  document.getElementById("progress").textContent = `${proved} of ${of} plies proved`;
  const bar = document.getElementById("progress-bar");
  bar.style.setProperty("--share", `${of ? (100 * proved) / of : 100}%`);
  document.getElementById("stop-review").hidden = proved === of;
}

function fillHead(head, own, counted) {
  const judged = own.filter(({ kept }) => kept !== null);
  const kept = judged.filter((entry) => entry.kept).length;
  const share = judged.length ? Math.round((100 * kept) / judged.length) : null;
  const lost = own.filter((entry) => entry.lost !== null);
  const average = lost.reduce((sum, entry) => sum + entry.lost, 0) / lost.length;
  const discs = counted && lost.length ? `, ${average.toFixed(1)} discs lost a move` : "";
  head.querySelector(".share").textContent = share === null ? "–" : `${share} %`;
  head.querySelector(".quiet").textContent = `${kept} of ${judged.length} moves${discs}`;
  head.querySelector(".track").style.setProperty("--share", `${share ?? 0}%`);
}

function sentence(turned, review, plies) {
  const open = [...Array(plies).keys()].some((at) => (review.get(at)?.kept ?? null) === null);
  const times = turned === 1 ? "once" : `${turned} times`;
  const so = open ? " as far as it is proved" : "";
  return turned ? `The result turned ${times}${so}.` : `The result never turned${so}.`;
}

function card({ at, mark, error }, game, current, go) {
  const item = document.createElement("li");
  const button = add(item, "button", "mistake");
  button.type = "button";
  if (current) button.setAttribute("aria-current", "step");
  const round = `${Math.floor(at / game.players) + 1}.${at % game.players ? " …" : ""}`;
  const head = add(button, "span", "mistake-head");
  add(head, "span", "dot").dataset.player = error.mover;
  add(head, "b", "numbers", `${round} ${error.move}${mark}`);
  const better = add(head, "span", "quiet", "better: ");
  add(better, "b", "", error.better);
  add(head, "span", error.sure ? "tag bad" : "tag", error.tag);
  add(button, "span", "mistake-text", error.text);
  button.addEventListener("click", () => go({ ply: at, tried: 0 }));
  return item;
}

// Tries the moves anew that were mistakes, one after the other.
export class Retry {
  #errors = [];
  #at = -1;
  #tried = null; // the move that waits for its score
  #go;

  constructor(go) {
    this.#go = go;
  }

  get on() {
    return this.#at >= 0;
  }

  // The ply at which a better move is looked for.
  get ply() {
    return this.#errors[this.#at]?.at;
  }

  start(errors, ply) {
    this.#errors = errors;
    const next = errors.findIndex(({ at }) => at >= ply);
    this.#show(next < 0 ? 0 : next);
  }

  stop() {
    this.#at = -1;
    this.#tried = null;
    document.getElementById("main").removeAttribute("data-retry");
  }

  next() {
    if (this.#at + 1 < this.#errors.length) this.#show(this.#at + 1);
    else this.stop();
  }

  // A move in place of the mistake; it is answered once its score is known.
  attempt(move) {
    this.#tried = move;
    document.getElementById("retry-next").hidden = true;
    this.#say("A moment, please.", "");
  }

  // What the page says about the move that was tried; `found`: the scores of all moves. A
  // mistake that is proved is judged by what is proved.
  answer(found, counted) {
    const [best] = found;
    const tried = found.find((one) => one.move === this.#tried);
    if (!tried) return;
    const open = [best, tried].some(({ kind }) => kind.endsWith("open"));
    if (open && this.#errors[this.#at].error.sure) return;
    if (!open) this.#tried = null;
    const good = counted ? tried.label === best.label : tried.kind === best.kind;
    const worth = [tried.label, tried.note].filter(Boolean).join(" ");
    const reply = tried.reply ? ` The answer is ${tried.reply}.` : "";
    const text = good ? `That is it. ${worth}` : `Not this one: ${worth}.${reply}`;
    this.#say(text, good ? "good" : "bad");
    document.getElementById("retry-next").hidden = !good;
  }

  #show(at) {
    this.#at = at;
    this.#tried = null;
    const { at: ply } = this.#errors[at];
    document.getElementById("main").dataset.retry = "";
    document.getElementById("retry-next").hidden = true;
    this.#go({ ply, tried: 0 });
    this.#say(`Mistake ${at + 1} of ${this.#errors.length}. Find the better move.`, "");
  }

  #say(text, kind) {
    const line = document.getElementById("retry-text");
    line.textContent = text;
    line.className = kind;
  }
}

function add(parent, name, kind, text = "") {
  const made = document.createElement(name);
  made.className = kind;
  made.textContent = text;
  parent.append(made);
  return made;
}
