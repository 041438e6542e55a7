// Which way a board lies: turned by quarters where it is square, and mirrored. Nothing of the game
// changes: squares keep their numbers, and the cells of the page come in the order in which they
// are seen.

export class Orientation {
  #board;
  #places; // of each square as the server drew it
  #letters;

  constructor(board) {
    this.#board = board;
    this.#places = board.discs.map((_, square) => board.centre(square));
    const texts = (kind) => [...board.art.querySelectorAll(kind)].map((text) => text.textContent);
    this.#letters = { top: texts(".letter, .labels text"), left: texts(".number") };
  }

  show({ turns = 0, mirror = false }) {
    const { form, art, discs, game } = this.#board;
    const seen = discs.map((_, square) => this.#seen(square, turns, mirror));
    discs.forEach((disc, square) => {
      const [x, y] = this.#places[seen[square]];
      disc.setAttribute("x", x);
      disc.setAttribute("y", y);
    });
    const shown = []; // which square is seen at the place of each
    for (const [square, place] of seen.entries()) shown[place] = square;
    this.#order(shown);
    this.#label(shown);
    const across = mirror && game.drops ? `matrix(-1 0 0 1 ${100 * game.columns} 0)` : "";
    art.querySelector(".lines")?.setAttribute("transform", across);
    form.toggleAttribute("data-turned", turns > 0 || mirror);
  }

  #seen(square, turns, mirror) {
    const { columns, rows } = this.#board.game;
    let [row, column] = [Math.floor(square / columns), square % columns];
    for (let turn = 0; turn < turns; turn++) [row, column] = [column, rows - 1 - row];
    return row * columns + (mirror ? columns - 1 - column : column);
  }

  // Puts the named cells into the order in which they are seen; where discs drop, row 0 is below.
  #order(shown) {
    const { form, cells, game, buttons } = this.#board;
    const rows = [...form.querySelectorAll(".cells > [role=row]")];
    rows.forEach((row, y) => {
      const first = (game.drops ? game.rows - 1 - y : y) * game.columns;
      const squares = shown.slice(first, first + game.columns);
      row.replaceChildren(...squares.map((square) => cells[square]));
    });
    const columns = form.querySelector(".columns");
    if (!columns) return;
    const order = shown.slice(0, game.columns);
    columns.replaceChildren(...order.map((column) => buttons.get(column).parentElement));
  }

  // A side of the board is named by what changes along it: columns by letters or rows by numbers.
  #label(shown) {
    const { art, game } = this.#board;
    const { columns } = game;
    const { top, left } = this.#letters;
    const row = (square) => Math.floor(square / columns);
    const write = (texts, step, beside) => {
      texts.forEach((text, i) => {
        const [one, other] = [shown[i * step], shown[i * step + beside]];
        const lettered = game.drops || one % columns === other % columns;
        text.textContent = lettered ? top[one % columns] : left[row(one)];
      });
    };
    write(art.querySelectorAll(".letter, .labels text"), 1, columns);
    write(art.querySelectorAll(".number"), columns, 1);
  }
}
