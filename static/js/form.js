// The form for a new game shows the board it orders.

const form = document.getElementById("new-game");
const preview = document.getElementById("preview");

function key() {
  const value = (name) => form.elements[name].value;
  if (form.dataset.family === "othello") return `othello:${value("size")}`;
  return `connectfour:${value("columns")}x${value("rows")}:2`;
}

form.addEventListener("input", () => {
  const { columns, rows, connect } = form.elements;
  if (connect) connect.max = Math.max(columns.value, rows.value);
  if (form.checkValidity()) preview.src = `/boards/${key()}.svg`;
});
