// The settings at work, on their page or beside a board: each applies as soon as it is chosen.

import { remember, showLook } from "./look.js";
import { switches } from "./settings.js";

const page = document.getElementById("settings");
if (page) prefer(page);

export function prefer(settings) {
  switches(settings);
  const form = settings.querySelector("form");
  form.addEventListener("change", () => keep(form.elements));
  form.addEventListener("submit", (event) => event.preventDefault());
}

// The usual is not said; what the words mean stands in webapp/pages/look.py.
function keep({ theme, board, marks, coordinates, still }) {
  const words = [
    board.value !== board[0].value && board.value,
    marks.value !== marks[0].value && marks.value,
    !coordinates.checked && "bare",
    still.checked && "still",
  ];
  remember("theme", theme.value);
  remember("look", words.filter(Boolean).join("."));
  showLook();
}
