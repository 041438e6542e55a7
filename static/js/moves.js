// The list of moves, and looking back through them. Whoever looks back stays there; the mark
// "Live" says that the game goes on.

import { moveName, moveTook } from "./state.js";
import { element } from "./svg.js";
import { moveSentence, moveShown, say } from "./words.js";

export class Moves {
  #board;
  #match;
  #history = null;
  #at = null;

  constructor(board, match, root, onLook) {
    this.#board = board;
    this.#match = match;
    this.onLook = onLook;
    this.list = root.querySelector("#moves");
    this.steps = root.querySelectorAll("[data-step]");
    this.list.addEventListener("click", ({ target }) => {
      const button = target.closest("[data-ply]");
      if (button) this.look(Number(button.dataset.ply));
    });
    for (const button of this.steps) {
      button.addEventListener("click", () => this.step(button.dataset.step));
    }
    new ResizeObserver(() => this.#reveal()).observe(this.list);
    this.render();
  }

  // Whether an earlier position is shown.
  get away() {
    return this.#at !== null;
  }

  // The moves were changed as a whole.
  reset() {
    this.#history = null;
    this.#at = null;
    this.render();
  }

  add(event) {
    this.#history?.changes.push(event.changes);
    this.render();
  }

  render() {
    const { moves, game } = this.#match.snapshot;
    const rows = [];
    moves.forEach(([seat, move, text], index) => {
      if (index % game.players === 0) rows.push(this.#row(rows.length + 1));
      rows.at(-1).append(this.#entry(seat, moveShown(game, move, text), index + 1));
    });
    this.list.replaceChildren(...rows);
    this.#mark();
  }

  // Shows the position after `ply` moves; null or the newest: the game as it is.
  async look(ply) {
    const count = this.#match.snapshot.moves.length;
    if (ply === null || ply >= count) return this.live();
    this.#history ??= await this.#load();
    if (!this.#history) return undefined;
    const at = Math.max(0, ply);
    this.#at = at;
    const cells = [...this.#history.start];
    for (const changes of this.#history.changes.slice(0, at)) {
      for (const [square, owner] of changes) cells[square] = owner;
    }
    const last = at ? this.#history.changes[at - 1] : [];
    this.#board.show(cells, last.map(([square]) => square));
    this.#mark();
    this.onLook(at ? this.#sentence(at) : say("move.none"));
    return undefined;
  }

  live() {
    if (this.#at === null) return;
    this.#at = null;
    this.#mark();
    this.onLook(null);
  }

  async #load() {
    const response = await fetch(`/m/${this.#match.snapshot.match}/changes.json`).catch(() => null);
    return response?.ok ? response.json() : null;
  }

  #sentence(ply) {
    const [seat] = this.#match.snapshot.moves[ply - 1];
    return moveSentence(this.#match.snapshot, seat, this.#history.changes[ply - 1]);
  }

  // Goes to the first, previous, next or latest position.
  step(way) {
    const count = this.#match.snapshot.moves.length;
    const at = this.#at ?? count;
    const target = { first: 0, previous: at - 1, next: at + 1, latest: count };
    this.look(target[way]);
  }

  #row(number) {
    const row = document.createElement("li");
    const label = document.createElement("span");
    label.className = "number";
    label.textContent = number;
    row.append(label);
    return row;
  }

  #entry(seat, text, ply) {
    const button = document.createElement("button");
    button.className = "move";
    button.type = "button";
    button.dataset.ply = ply;
    button.ariaLabel = moveName(this.#match.snapshot, ply);
    const token = element("svg", { class: "disc-token", viewBox: "-50 -50 100 100", "aria-hidden": true });
    token.append(element("use", { href: `#${this.#board.game.family}-${seat}-token` }));
    const label = document.createElement("span");
    label.textContent = text;
    const took = document.createElement("small");
    took.textContent = moveTook(this.#match.snapshot, ply);
    button.append(token, label, took);
    return button;
  }

  #mark() {
    const count = this.#match.snapshot.moves.length;
    const at = this.#at ?? count;
    this.#board.form.toggleAttribute("data-away", this.away);
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.list.querySelector(`[data-ply="${at}"]`)?.setAttribute("aria-current", "step");
    this.#reveal();
    for (const button of this.steps) {
      const back = button.dataset.step === "first" || button.dataset.step === "previous";
      button.disabled = back ? at === 0 : at === count;
      if (button.dataset.step === "latest") {
        button.classList.toggle("live", this.away);
        button.ariaLabel = this.away ? say("live") : "Latest position";
      }
    }
  }

  // Scrolls to the current move, the list only, never the page.
  #reveal() {
    const entry = this.list.querySelector("[aria-current]");
    if (!entry) return;
    const list = this.list.getBoundingClientRect();
    const box = entry.getBoundingClientRect();
    this.list.scrollLeft += box.right - list.right + 4;
    this.list.scrollTop += box.bottom - list.bottom + 10;
  }
}
