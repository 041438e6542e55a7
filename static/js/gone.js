// Somebody has left: the seat says so, and while it is their turn a card counts down to the
// claim. It goes when they come back.

import { say } from "./words.js";

const TICK = 250;
const WAIT = 60000; // ms that the bar shows, as the server waits

function minutes(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export class Gone {
  #root;
  #now;
  #snapshot = null;

  // `now` answers the server's moment.
  constructor(root, now) {
    this.#root = root;
    this.#now = now;
    this.card = root.querySelector("#gone");
    setInterval(() => this.#draw(), TICK);
  }

  set(snapshot) {
    this.#snapshot = snapshot;
    for (const seat of this.#root.querySelectorAll(".seat")) {
      seat.classList.toggle("left", this.#of(Number(seat.dataset.seat)) !== undefined);
    }
    this.#draw();
  }

  #of(seat) {
    const { gone = [], status } = this.#snapshot;
    return status === "playing" ? gone.find((left) => left.seat === seat) : undefined;
  }

  #draw() {
    if (!this.#snapshot) return;
    const { to_move: mover, you, seats } = this.#snapshot;
    const left = this.#of(mover);
    const shown = left !== undefined && you.length > 0 && !you.includes(mover);
    this.card.hidden = !shown;
    if (!shown) return;
    const rest = left.claim_at - this.#now();
    const due = rest <= 0;
    const [sentence, bar] = this.card.children;
    const text = say(due ? "gone.due" : "gone.soon", { player: seats[mover].name, time: minutes(rest) });
    if (sentence.textContent !== text) sentence.textContent = text;
    bar.hidden = due;
    bar.value = Math.max(0, rest) / WAIT;
    for (const button of this.card.querySelectorAll("button")) button.hidden = !due;
  }
}
