// A small board, brought up to date: `cells` by square, `last` the squares of the last move.
export function draw(art, { cells, last }) {
  for (const square of art.querySelectorAll("[data-square]")) {
    const owner = cells[square.dataset.square];
    if (owner < 0) square.removeAttribute("href");
    else square.setAttribute("href", `#${art.dataset.family}-${owner}-small`);
  }
  const mark = art.querySelector("circle");
  const placed = art.querySelector(`[data-square="${last[0]}"]`);
  if (!mark || !placed) return;
  mark.setAttribute("cx", placed.getAttribute("x"));
  mark.setAttribute("cy", placed.getAttribute("y"));
}
