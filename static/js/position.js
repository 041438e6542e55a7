// The playground: a click on the drawn board puts the next kind of disc there, in the text
// and in the drawing. The text stays the way in for keyboards and for pasting.

const rows = document.getElementById("rows");
const art = document.querySelector("#drawn .art");
if (art) {
  const { columns, symbols, empty, dropped } = document.getElementById("drawn").dataset;
  const width = Number(columns);
  const states = [...symbols, empty];
  const family = art.dataset.family;

  art.addEventListener("click", (event) => {
    const board = rows.value.split("\n").map((line) => [...line.replaceAll(/\s/g, "")]);
    const lines = board.filter((line) => line.length === width);
    const point = new DOMPoint(event.clientX, event.clientY);
    const { x, y } = point.matrixTransform(art.getScreenCTM().inverse());
    const column = Math.floor(x / 100);
    const line = Math.floor(y / 100);
    if (!lines[line] || column < 0 || column >= width) return;
    const shown = lines[line][column].toUpperCase();
    const at = states.indexOf(".-".includes(shown) ? empty : shown);
    const next = states[(at + 1) % states.length];
    lines[line][column] = next;
    rows.value = lines.map((letters) => letters.join("")).join("\n");
    const row = dropped ? lines.length - 1 - line : line;
    draw(art.querySelector(`[data-square="${row * width + column}"]`), states.indexOf(next));
  });

  function draw(square, player) {
    if (player === states.length - 1) square.removeAttribute("href");
    else square.setAttribute("href", `#${family}-${player}-small`);
  }
}
