// Lines that have won: they are drawn whole, whatever their length, and all other discs dimmed.

import { element } from "./svg.js";

export function showWinning({ art, discs }, cells, { lines, winning }) {
  art.querySelector(".lines")?.replaceChildren(...lines.map((d) => element("path", { pathLength: 1, d })));
  discs.forEach((disc, square) => {
    const dim = winning.length > 0 && cells[square] >= 0 && !winning.includes(square);
    disc.classList.toggle("dim", dim);
    if (dim) disc.setAttribute("opacity", ".64");
    else disc.removeAttribute("opacity");
  });
}
