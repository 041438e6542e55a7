// The small boards of the rules: a touch plays the move that was worked out by the server, a
// second one begins again.

import { drop, flip } from "./motion.js";
import { element } from "./svg.js";

const LOOK = 500; // ms in which the move is watched before the board shows what came of it

for (const board of document.querySelectorAll(".lesson-board")) {
  const [art] = board.children;
  const line = board.parentElement.querySelector("[data-seen]");
  const { family } = art.dataset;
  const changes = JSON.parse(board.dataset.changes);
  const ask = line.textContent;
  const before = art.innerHTML;
  let timer;
  mark();

  board.addEventListener("click", () => {
    clearTimeout(timer);
    if (art.dataset.played === undefined) return play();
    delete art.dataset.played;
    art.innerHTML = before;
    line.textContent = ask;
    return mark();
  });

  function disc(square) {
    return art.querySelector(`[data-square="${square}"]`);
  }

  function play() {
    art.dataset.played = "";
    art.querySelector(".landing")?.remove();
    const [[placed, owner], ...turned] = changes;
    const put = (square) => disc(square).setAttribute("href", `#${family}-${owner}-small`);
    put(placed);
    if (board.dataset.drops !== undefined) drop(disc(placed), Number(disc(placed).getAttribute("y")), 3);
    turned.forEach(([square], at) => flip(disc(square), at + 1, turned.length, () => put(square)));
    timer = setTimeout(() => {
      art.innerHTML = board.querySelector(".lesson-after .art").innerHTML;
      line.textContent = line.dataset.seen;
    }, LOOK + 45 * turned.length);
  }

  // Where the touch is meant to go.
  function mark() {
    const [[placed, owner]] = changes;
    const target = disc(placed);
    const [x, y] = ["x", "y"].map((name) => target.getAttribute(name));
    art.append(element("use", { class: "landing", href: `#${family}-${owner}-landing`, x, y }));
  }
}
