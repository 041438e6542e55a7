// A start card's summary follows the choices beneath it, which this browser remembers.

import { browser } from "./storage.js";

for (const options of document.querySelectorAll(".start-options")) {
  const { game, level, colour } = options.closest("form").elements;
  const fields = { game, level, colour };
  const place = `start:${game.options[0].value}`;
  for (const [name, value] of Object.entries(browser.read(place, {}))) {
    const known = [...(fields[name]?.options ?? [])];
    if (!known.some((option) => option.value === value)) continue;
    for (const option of known) option.defaultSelected = option.value === value;
    fields[name].value = value;
  }
  options.addEventListener("change", () => {
    const chosen = Object.entries(fields).map(([name, { value }]) => [name, value]);
    browser.write(place, Object.fromEntries(chosen));
    sum();
  });
  sum();

  function sum() {
    const strength = level.selectedOptions[0].label.split(",")[0];
    options.querySelector("[data-summary]").textContent =
      `${game.selectedOptions[0].label}, ${strength}`;
  }
}
