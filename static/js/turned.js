// The board seen from the other side: where discs drop, left and right change places; elsewhere
// the board is turned by half. Twice is as before.

export function turnOver(board) {
  const { form, art, game, discs } = board;
  const { columns, rows, drops } = game;
  const places = discs.map((_, square) => board.centre(square));
  discs.forEach((disc, square) => {
    const [row, column] = [Math.floor(square / columns), square % columns];
    const other = (drops ? row : rows - 1 - row) * columns + columns - 1 - column;
    disc.setAttribute("x", places[other][0]);
    disc.setAttribute("y", places[other][1]);
  });
  for (const labels of [".labels text", ".letter", ".number"]) exchange(art.querySelectorAll(labels));
  for (const row of form.querySelectorAll("[role=row]")) reverse(row);
  if (!drops) reverse(form.querySelector(".cells"));
  const turned = form.toggleAttribute("data-turned");
  const across = turned ? `matrix(-1 0 0 1 ${100 * columns} 0)` : "";
  art.querySelector(".lines")?.setAttribute("transform", across);
}

function exchange(labels) {
  const texts = [...labels].map(({ textContent }) => textContent).reverse();
  labels.forEach((label, place) => {
    label.textContent = texts[place];
  });
}

function reverse(element) {
  element.replaceChildren(...[...element.children].reverse());
}
