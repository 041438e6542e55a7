// Laying out a board by hand: discs are put with mouse, finger or keys, and the server says
// after every change which rules the board breaks and where. The text says the same and can be
// written and pasted.

import { notice } from "./notices.js";

const SETTLED = 150; // ms without a change until the server is asked

const editor = document.getElementById("editor");
const form = document.getElementById("layout");
const rows = document.getElementById("rows");
if (editor) start();

function start() {
  const { family, symbols, columns } = editor.dataset;
  const width = Number(columns);
  const grid = editor.querySelector("[role=grid]");
  const lines = [...grid.querySelectorAll("[role=row]")].map((row) => [...row.children]);
  const names = JSON.parse(editor.dataset.names); // of each player, at last of nobody
  const empty = names.length - 1;
  const discs = new Map([...editor.querySelectorAll("[data-disc]")].map((d) => [d.dataset.disc, d]));
  let place = [0, 0]; // row and column that the keys are at
  let timer = null;
  let asking = 0;
  let painting = null; // what a finger that slides puts

  document.getElementById("as-text").open = false;
  grid.tabIndex = 0;
  grid.addEventListener("keydown", key);
  grid.addEventListener("focus", () => point(...place));
  grid.addEventListener("pointerdown", press);
  grid.addEventListener("pointermove", slide);
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => (painting = null));
  form.addEventListener("input", ({ target }) => {
    if (target === rows) read();
    if (target.name !== "brush") later();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask();
  });
  for (const button of document.querySelectorAll("[data-fill]")) {
    button.addEventListener("click", () => {
      rows.value = button.dataset.fill;
      read();
      later();
    });
  }
  blame();

  function brush() {
    return Number(document.querySelector("[name=brush]:checked").value);
  }

  function owner(cell) {
    return cell.dataset.owner === "" ? empty : Number(cell.dataset.owner);
  }

  function put(cell, player) {
    if (owner(cell) === player) return;
    show(cell, player);
    write();
    later();
  }

  function show(cell, player) {
    const disc = discs.get(cell.dataset.square);
    cell.dataset.owner = player === empty ? "" : player;
    if (player === empty) disc.removeAttribute("href");
    else disc.setAttribute("href", `#${family}-${player}`);
    cell.ariaLabel = `${cell.dataset.name}, ${names[player]}`;
  }

  function write() {
    rows.value = lines.map((cells) => cells.map((cell) => symbols[owner(cell)]).join("")).join("\n");
  }

  // Shows what the text says, as far as it is a board of this size.
  function read() {
    const texts = rows.value.split("\n").map((line) => [...line.replaceAll(/\s/g, "").toUpperCase()]);
    const whole = texts.filter((line) => line.length > 0);
    if (whole.length !== lines.length || whole.some((line) => line.length !== width)) return;
    lines.forEach((cells, y) => {
      cells.forEach((cell, x) => {
        const player = symbols.indexOf(whole[y][x]);
        show(cell, player < 0 ? empty : player);
      });
    });
  }

  function press(event) {
    const cell = event.target.closest("[data-square]");
    if (!cell || event.button) return;
    painting = owner(cell) === brush() ? empty : brush();
    if (cell.hasPointerCapture(event.pointerId)) cell.releasePointerCapture(event.pointerId);
    place = placeOf(cell);
    put(cell, painting);
  }

  function slide(event) {
    if (painting === null) return;
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest("#editor [data-square]");
    if (cell) put(cell, painting);
  }

  function placeOf(cell) {
    const y = lines.findIndex((cells) => cells.includes(cell));
    return [y, lines[y].indexOf(cell)];
  }

  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const ways = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const [y, x] = place;
    const cell = lines[y][x];
    if (event.key in ways) {
      const [down, right] = ways[event.key];
      point(clamp(y + down, lines.length), clamp(x + right, width));
    } else if (event.key === "Enter" || event.key === " ") put(cell, owner(cell) === brush() ? empty : brush());
    else if (["0", "Delete", "Backspace"].includes(event.key)) put(cell, empty);
    else if (Number(event.key) >= 1 && Number(event.key) <= empty) put(cell, Number(event.key) - 1);
    else return;
    event.preventDefault();
  }

  function clamp(value, count) {
    return Math.min(Math.max(value, 0), count - 1);
  }

  function point(y, x) {
    place = [y, x];
    grid.querySelector(".active")?.classList.remove("active");
    lines[y][x].classList.add("active");
    grid.setAttribute("aria-activedescendant", lines[y][x].id);
  }

  function later() {
    clearTimeout(timer);
    timer = setTimeout(ask, SETTLED);
  }

  // What the server says of the board; the newest question counts.
  async function ask() {
    clearTimeout(timer);
    const wish = ++asking;
    const data = new FormData(form);
    data.delete("brush");
    const url = `${form.action}?${new URLSearchParams(data)}`;
    const text = await fetch(url).then((response) => response.text(), () => "");
    if (wish !== asking) return;
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("findings");
    if (!fresh) {
      notice("The board could not be checked; the line is down.", "warn");
      return;
    }
    document.getElementById("findings").replaceWith(document.adoptNode(fresh));
    history.replaceState(null, "", url);
    blame();
  }

  // Outlines the squares on which a rule is broken.
  function blame() {
    const squares = document.getElementById("findings").dataset.broken.split(" ");
    for (const cell of grid.querySelectorAll("[data-square]")) {
      cell.toggleAttribute("data-broken", squares.includes(cell.dataset.square));
    }
  }
}
