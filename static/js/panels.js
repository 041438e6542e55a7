// Everything of the match page around the board, drawn from the snapshot.

import { minutes } from "./duration.js";
import { flags, heading, headline, nextLevel, offerLine, result, resultLine } from "./state.js";
import { seatState, seriesLine, tallyText, turn, turnSeat, watchingLine } from "./state.js";
import { say } from "./words.js";

export class Panels {
  #root;
  #hint = null;
  #line = {};
  // What was rendered last: a snapshot runs ahead of the board while discs move.
  #sentence;
  #states = new Map();

  constructor(root) {
    this.#root = root;
    this.#sentence = root.querySelector("[data-turn]").textContent;
  }

  // A sentence that stands in the turn line instead of whose turn it is, or null.
  hint(text) {
    this.#hint = text;
    this.#say();
  }

  render(snapshot) {
    this.#root.dataset.status = snapshot.status;
    this.#root.dataset.result = result(snapshot);
    this.#show(flags(snapshot));
    snapshot.seats.forEach((seat) => this.#seat(snapshot, seat));
    this.#turn(snapshot);
    this.#text("h1", heading(snapshot));
    this.#text("[data-watching]", watchingLine(snapshot));
    this.#text("[data-offer]", offerLine(snapshot));
    for (const field of this.#root.querySelectorAll("input[name=ply]")) field.value = snapshot.ply;
    if (snapshot.outcome) this.#result(snapshot);
    if (snapshot.next) this.#root.querySelector("[data-next]").href = `/m/${snapshot.next}`;
  }

  // What stands in the seats' small lines while a move is on its way or the line is down.
  line({ snapshot, socket }, { move, stage, seconds }, { offline }) {
    this.#line = {};
    if (offline) {
      const ago = minutes(performance.now() - socket.heard);
      for (const { seat, kind } of snapshot.seats) {
        const other = kind === "human" && !snapshot.you.includes(seat);
        if (other) this.#line[seat] = say("line.heard", { ago });
      }
    }
    if (move && stage) {
      const key = offline ? "line.seat.waiting" : `line.seat.${stage}`;
      this.#line[snapshot.to_move] = say(key, { seconds });
    }
    for (const { seat } of snapshot.seats) this.#state(seat);
  }

  // Whether the page was made for the player of this seat.
  isOwn(seat) {
    return this.#root.querySelector(`.seat.mine[data-seat="${seat}"]`) !== null;
  }

  #show(facts) {
    for (const element of this.#root.querySelectorAll("[data-when]")) {
      const needed = element.dataset.when.split(" ").filter(Boolean);
      const unless = element.dataset.unless;
      element.hidden = !needed.every((name) => facts.has(name)) || facts.has(unless);
    }
    for (const control of this.#root.querySelectorAll("[data-enable]")) {
      control.disabled = !facts.has(control.dataset.enable);
    }
  }

  #seat(snapshot, seat) {
    const card = this.#root.querySelector(`.seat[data-seat="${seat.seat}"]`);
    const toMove = snapshot.status === "playing" && snapshot.to_move === seat.seat;
    card.classList.toggle("to-move", toMove);
    card.classList.toggle("winner", snapshot.outcome?.winner === seat.seat);
    const name = card.querySelector("[data-name]");
    name.textContent = seat.name || say(`seat.${snapshot.open ? "stranger" : "friend"}`);
    if (seat.registered) name.href = `/@/${encodeURIComponent(seat.name.replaceAll(" ", "_"))}`;
    else name.removeAttribute("href");
    card.querySelector("[data-rating]").textContent = seat.rating ?? "";
    const change = card.querySelector("[data-change]");
    change.dataset.change = change.textContent = seat.change ?? "";
    card.classList.toggle("open", seat.kind === "open");
    this.#states.set(seat.seat, seatState(snapshot, seat));
    this.#state(seat.seat);
    const count = card.querySelector(".count");
    if (count) {
      count.textContent = snapshot.counts[seat.seat];
      count.ariaLabel = `${snapshot.counts[seat.seat]} discs`;
    }
    this.#text(`[data-tally-name="${seat.seat}"]`, seat.name || seat.colour);
    this.#text(`[data-wins="${seat.seat}"]`, tallyText(snapshot, seat.seat));
  }

  #state(seat) {
    const text = this.#line[seat] ?? this.#states.get(seat);
    if (text !== undefined) this.#text(`.seat[data-seat="${seat}"] [data-state]`, text);
  }

  #say() {
    this.#text("[data-turn]", this.#hint || this.#sentence);
    this.#root.querySelector(".sentence").classList.toggle("hinted", Boolean(this.#hint));
  }

  #turn(snapshot) {
    this.#sentence = turn(snapshot);
    this.#say();
    document.title = `${this.#sentence} ${snapshot.game.name}`;
    const token = this.#root.querySelector("[data-turn-disc] use");
    token.setAttribute("href", `#${snapshot.game.family}-${turnSeat(snapshot)}-token`);
  }

  #result(snapshot) {
    this.#text("[data-verdict]", headline(snapshot));
    this.#text("[data-reason] span", snapshot.outcome.text.replace(/\.$/, ""));
    this.#text("p[data-result]", resultLine(snapshot));
    this.#text("[data-series]", seriesLine(snapshot));
    const level = nextLevel(snapshot);
    const other = this.#root.querySelector("[data-level]");
    other.value = `rematch:${level}`;
    other.dataset.level = level;
    this.#text("[data-level-name]", level);
  }

  #text(selector, text) {
    const element = this.#root.querySelector(selector);
    if (element && element.textContent !== String(text)) element.textContent = text;
  }
}
