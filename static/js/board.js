// The drawing of the board. All places come from the server's drawing: each square has its
// own <use> there, and this module only says which disc it shows.

import { Motions, appear, drop, flip, lift } from "./motion.js";
import { element } from "./svg.js";
import { cellName, targetName } from "./words.js";
import { mayMove } from "./state.js";

export class Board {
  #motions = new Motions();

  constructor(form, game) {
    this.form = form;
    this.game = game;
    this.art = form.querySelector(".art");
    this.plan = this.art.querySelector(".plan");
    this.discs = [];
    for (const disc of form.querySelectorAll("[data-disc]")) this.discs[disc.dataset.disc] = disc;
    this.cells = [];
    for (const cell of form.querySelectorAll("[data-square]")) {
      this.cells[cell.dataset.square] = cell;
    }
    this.buttons = new Map(
      [...form.querySelectorAll("button[name=move]")].map((b) => [Number(b.value), b]),
    );
  }

  // Shows a position at once.
  show(cells, last) {
    this.#motions.finish();
    this.#unmark();
    cells.forEach((owner, square) => this.#put(square, owner));
    this.#markLast(last[0], cells[last[0]]);
    this.clearLines();
  }

  // Shows one move with its motion. `changes` begin with the placed disc. A pass disturbs no
  // motion: the discs of the move before it may still be turning.
  play(changes) {
    if (!changes.length) return;
    this.#motions.finish();
    this.clearLines();
    const [[placed, owner], ...flips] = changes;
    this.#put(placed, owner);
    this.#markLast(undefined);
    this.#motions.add(this.#arrive(placed), () => this.#markLast(placed, owner));
    const distances = flips.map(([square]) => this.#distance(placed, square));
    const farthest = Math.max(...distances, 1);
    flips.forEach(([square, to], i) => {
      const change = () => this.#put(square, to);
      this.#motions.add(flip(this.discs[square], distances[i], farthest, change), change);
    });
    this.#turning();
  }

  // Marks a shown move as not answered yet, and draws it whole when it is.
  markSending(changes) {
    this.#motions.finish();
    this.form.dataset.sending = "";
    const [[placed, owner]] = changes;
    for (const [square] of changes) this.discs[square].classList.add("sent");
    if (this.game.drops) this.discs[placed].setAttribute("href", `${this.#disc(owner)}-sending`);
    else this.plan.replaceChildren(this.symbol(`${owner}-flip`, placed));
  }

  // Where a planned move would lie: cream dashes round the own mark.
  markPlanned(square, owner) {
    const { drops } = this.game;
    const disc = this.symbol(drops ? `${owner}-landing` : String(owner), square);
    const transform = `translate(${this.centre(square).join(" ")})`;
    const ring = element("circle", { transform, r: drops ? 36.5 : 42.5, class: "planned-ring" });
    disc.setAttribute("class", "planned-disc");
    this.plan.replaceChildren(disc, ring);
  }

  // The planned disc is held over its column, with a cross: another press there takes it back.
  holdPlanned(square, owner) {
    const held = this.symbol(String(owner), square);
    const y = Number(this.art.querySelector(".held").getAttribute("y"));
    held.setAttribute("y", y);
    held.setAttribute("class", "planned-held");
    const d = "M0-21a21 21 0 1 0 0 42 21 21 0 1 0 0-42zM-8-8 8 8M8-8-8 8";
    const transform = `translate(${this.centre(square)[0] + 34} ${y - 27})`;
    this.plan.append(held, element("path", { d, class: "planned-cross", transform }));
  }

  // What is suggested: the own mark in a whole ring, until the next change.
  markHint(square, owner) {
    this.markPlanned(square, owner);
    this.plan.lastChild.setAttribute("class", "hint-ring");
  }

  unmarkPlanned() {
    this.plan.replaceChildren();
  }

  confirm(changes) {
    if (!("sending" in this.form.dataset)) return;
    this.#unmark();
    for (const [square, owner] of changes) this.#put(square, owner);
    this.#motions.add(appear(this.discs[changes[0][0]]), () => {});
  }

  // Lifts out a move that was refused; resolves when it is gone.
  async lift(changes) {
    this.#motions.finish();
    await lift(this.discs[changes[0][0]]).finished;
  }

  // Resolves when no disc moves any more.
  get settled() {
    return this.#motions.settled;
  }

  // Enables exactly the targets that may be played now, and names everything. The one that
  // was just used rests for a moment.
  control(snapshot, enabled, resting = null) {
    const legal = new Set(enabled && mayMove(snapshot) ? snapshot.legal : []);
    const { drops } = this.game;
    this.form.dataset.mover = snapshot.to_move;
    this.form.elements.ply.value = snapshot.ply;
    this.cells.forEach((cell, square) => {
      if (drops) cell.ariaLabel = cellName(this.game, square, snapshot.cells[square]);
    });
    for (const [move, button] of this.buttons) {
      const open = legal.has(move);
      button.disabled = !open || move === resting;
      if (!drops && open) button.dataset.move = move;
      else if (!drops) delete button.dataset.move;
      button.ariaLabel =
        drops || open
          ? targetName(snapshot, move)
          : cellName(this.game, move, snapshot.cells[move]);
    }
  }

  // The outlines of a win are drawn by the server; `picture` is its image of the board.
  async win(picture, winning) {
    await this.settled;
    for (const [square, disc] of this.discs.entries()) {
      disc.classList.toggle("dim", !winning.includes(square));
    }
    this.#markLast(undefined);
    const lines = this.art.querySelector(".lines");
    const drawn = new DOMParser().parseFromString(picture, "image/svg+xml");
    lines?.replaceChildren(...drawn.querySelectorAll(".lines path"));
    lines?.classList.add("drawing");
  }

  clearLines() {
    this.art.querySelector(".lines")?.replaceChildren();
    for (const disc of this.discs) disc.classList.remove("dim");
  }

  centre(square) {
    const disc = this.discs[square];
    return [Number(disc.getAttribute("x")), Number(disc.getAttribute("y"))];
  }

  // A <use> of a symbol of this game, for previews.
  symbol(name, square) {
    const [x, y] = this.centre(square);
    return element("use", { href: `#${this.game.family}-${name}`, x, y });
  }

  #disc(owner) {
    return `#${this.game.family}-${owner}`;
  }

  // While discs move, what will be open is not shown yet.
  async #turning() {
    this.form.dataset.turning = "";
    await this.settled;
    if (!this.#motions.size) delete this.form.dataset.turning;
  }

  #unmark() {
    delete this.form.dataset.sending;
    this.plan.replaceChildren();
    for (const disc of this.discs) disc.classList.remove("sent");
  }

  #arrive(square) {
    const disc = this.discs[square];
    if (!this.game.drops) return appear(disc);
    const held = Number(this.art.querySelector(".held").getAttribute("y"));
    const fall = this.centre(square)[1] - held;
    return drop(disc, fall, Math.round(fall / 100) - 1);
  }

  #put(square, owner) {
    const disc = this.discs[square];
    if (owner < 0) disc.removeAttribute("href");
    else disc.setAttribute("href", this.#disc(owner));
    this.cells[square].dataset.owner = owner < 0 ? "" : owner;
  }

  #markLast(square, owner) {
    for (const mark of this.art.querySelectorAll(".last")) {
      if (square === undefined) mark.setAttribute("display", "none");
      else {
        mark.removeAttribute("display");
        mark.setAttribute("transform", `translate(${this.centre(square).join(" ")})`);
      }
      if (mark.matches(".last-dot")) mark.setAttribute("fill", owner === 1 ? "#CF3B26" : "#FF7A62");
    }
  }

  #distance(from, to) {
    const [x1, y1] = this.centre(from);
    const [x2, y2] = this.centre(to);
    return Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)) / 100;
  }
}
