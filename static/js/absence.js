// Somebody has left: the seat says so, and a card counts down to the claim, which may be made
// while it is their turn. It goes when they come back.

import { minutes } from "./duration.js";
import { say } from "./words.js";

const LOOK_AFTER = 250;
const WAIT = 60000; // ms that the bar shows, as the server waits

export class Absence {
  #root;
  #now;
  #speak;
  #snapshot = null;
  #said = "";

  // `now` answers the server's moment; `speak` hears what the card comes to say, not each second.
  constructor(root, now, speak) {
    this.#root = root;
    this.#now = now;
    this.#speak = speak;
    this.card = root.querySelector("#gone");
    setInterval(() => this.#draw(), LOOK_AFTER);
  }

  set(snapshot) {
    this.#snapshot = snapshot;
    for (const seat of this.#root.querySelectorAll(".seat")) {
      seat.classList.toggle("left", this.#of(Number(seat.dataset.seat)) !== undefined);
    }
    this.#draw();
  }

  #of(seat) {
    const { gone = [], status, you } = this.#snapshot;
    if (status !== "playing" || you.includes(seat)) return undefined;
    return gone.find((left) => left.seat === seat);
  }

  // Who is waited for: of several who left, the one to move.
  #awaited() {
    const { gone = [], to_move: mover, you } = this.#snapshot;
    const left = this.#of(mover) ?? this.#of(gone[0]?.seat);
    return you.length ? left : undefined;
  }

  // How long it is to the claim, beside the name of whoever is waited for.
  #count(left) {
    const rest = left ? left.claim_at - this.#now() : 0;
    for (const seat of this.#root.querySelectorAll(".seat")) {
      const { dataset } = seat.querySelector(".seat-state");
      if (rest <= 0 || Number(seat.dataset.seat) !== left.seat) delete dataset.claim;
      else dataset.claim = say("gone.seat", { time: minutes(rest) });
    }
  }

  #draw() {
    const left = this.#snapshot && this.#awaited();
    this.card.hidden = !left;
    this.#count(left);
    if (!left) {
      this.#said = "";
      return;
    }
    const { to_move: mover, seats } = this.#snapshot;
    const rest = left.claim_at - this.#now();
    const due = rest <= 0;
    const key = `gone.${mover === left.seat ? "" : "later."}${due ? "due" : "soon"}`;
    const text = say(key, { player: seats[left.seat].name, time: minutes(rest) });
    const [sentence, bar] = this.card.children;
    if (sentence.textContent !== text) sentence.textContent = text;
    if (key !== this.#said) this.#speak(text);
    this.#said = key;
    bar.hidden = due;
    bar.value = Math.max(0, rest) / WAIT;
    const open = due && mover === left.seat;
    for (const button of this.card.querySelectorAll("button")) button.hidden = !open;
  }
}
