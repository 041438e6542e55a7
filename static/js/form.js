// The form for a new game shows the board it orders.

const form = document.getElementById("new-game");
const preview = document.getElementById("preview");

if (preview) form.addEventListener("input", () => {
  const { columns, rows, connect } = form.elements;
  if (connect) connect.max = Math.max(columns.value, rows.value);
  const numbers = [...form.querySelectorAll("input[type=number]")];
  const query = new URLSearchParams(numbers.map(({ name, value }) => [name, value]));
  if (form.checkValidity()) preview.src = `/boards/${form.dataset.family}.svg?${query}`;
});

// A game with a friend is nobody else's business unless both want it.
const shown = form.elements.public;
let chosen = false;
shown.addEventListener("change", () => {
  chosen = true;
});
form.addEventListener("change", () => {
  const invites = [...form.querySelectorAll("select")].some(({ value }) => value === "friend");
  if (!chosen) shown.checked = !invites;
});

// Only a friend's game with a clock can be rated.
const { rated } = form.elements;
form.addEventListener("change", suit);
suit();

function suit() {
  if (!rated) return;
  const kinds = [...form.querySelectorAll("select")].map(({ value }) => value);
  rated.disabled = !form.elements.clock.value || !kinds.includes("friend") || !kinds.includes("me");
}
