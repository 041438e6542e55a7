// How hard the engine is to search: lines, time and depth, as chosen for this browser.

import { browser } from "./storage.js";

const USUAL = { lines_told: 3, seconds: 16, depth: 0 };
const KEY = "effort";

let kept = read();

// What a question for an analysis says of it.
export function effort() {
  return kept;
}

// Makes the fields of a menu say and change it; `changed` hears of a change.
export function effortMenu(menu, changed) {
  for (const field of menu.querySelectorAll("select")) {
    const { name } = field;
    field.value = kept[name];
    if (field.selectedIndex < 0) field.value = USUAL[name];
    field.addEventListener("change", () => {
      kept = { ...kept, [name]: Number(field.value) };
      browser.write(KEY, kept);
      changed();
    });
  }
}

function read() {
  const stored = browser.read(KEY, {});
  const numbers = Object.entries(USUAL).map(([name, usual]) => [name, Number.isInteger(stored[name]) ? stored[name] : usual]);
  return Object.fromEntries(numbers);
}
