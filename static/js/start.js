// A start card's summary follows the choices beneath it.

for (const options of document.querySelectorAll(".start-options")) {
  const { game, level } = options.closest("form").elements;
  options.addEventListener("change", () => {
    const strength = level.selectedOptions[0].label.split(",")[0];
    options.querySelector("[data-summary]").textContent =
      `${game.selectedOptions[0].label}, ${strength}`;
  });
}
