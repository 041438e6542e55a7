// How the board of the analysis is seen: turned by quarters where it is square, mirrored, with the
// colours exchanged. Nothing of the game changes; it is kept as long as the tab.

import { Orientation } from "./orientation.js";
import { tab } from "./storage.js";

const SUFFIXES = ["", "-small", "-token", "-landing", "-flip", "-sending"];
const PLAIN = { turns: 0, mirror: false, swap: false };

let exchanged = false; // whether the drawings of the two players' discs have changed names

export class View {
  #board;
  #orientation;
  #key;
  #moved;

  // `moved` hears that squares have changed their places.
  constructor(board, menu, moved) {
    this.#board = board;
    this.#moved = moved;
    this.#key = `view ${board.game.family}`;
    this.#orientation = new Orientation(board);
    for (const button of menu.querySelectorAll("[data-view]")) {
      button.addEventListener("click", () => this.#change(button.dataset.view));
    }
  }

  // Takes up what was chosen before.
  start() {
    this.#apply();
    const { turns, mirror, swap } = this.#state;
    if (turns || mirror || swap) this.#moved();
  }

  get #state() {
    return { ...PLAIN, ...tab.read(this.#key, {}) };
  }

  #change(what) {
    const state = this.#state;
    if (what === "turn") state.turns = (state.turns + (state.mirror ? 3 : 1)) % 4;
    else if (what === "plain") Object.assign(state, PLAIN);
    else state[what] = !state[what];
    tab.write(this.#key, state);
    this.#apply();
    this.#moved();
  }

  #apply() {
    const { turns, mirror, swap } = this.#state;
    this.#orientation.show({ turns, mirror });
    document.getElementById("main").toggleAttribute("data-swapped", swap);
    exchange(this.#board.game.family, swap);
    for (const button of document.querySelectorAll("[data-view]")) {
      const on = { mirror, swap, turn: turns > 0 }[button.dataset.view];
      if (on !== undefined) button.ariaPressed = String(on);
    }
  }
}

// Every drawing of a disc is used by its name, so changing names is changing colours.
function exchange(family, swap) {
  if (swap === exchanged) return;
  exchanged = swap;
  for (const suffix of SUFFIXES) {
    const [one, other] = [0, 1].map((player) => document.getElementById(`${family}-${player}${suffix}`));
    if (!one || !other) continue;
    [one.id, other.id] = [other.id, one.id];
  }
}
