// What every page has: light or dark, copy buttons, menus that close.

import { notice } from "./notices.js";

document.documentElement.dataset.script = "";

const A_YEAR = 31536000;

document.querySelector("[data-theme-form]").addEventListener("submit", (event) => {
  event.preventDefault();
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const theme = (root.dataset.theme || system) === "dark" ? "light" : "dark";
  root.dataset.theme = theme;
  document.cookie = `theme=${theme}; path=/; max-age=${A_YEAR}; samesite=lax`;
});

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  if (await copied(document.getElementById(button.dataset.copy))) notice("Copied.", "good", 2000);
});

document.addEventListener("focusin", ({ target }) => {
  if (target.matches("[data-copy-text]")) target.select();
});

// Pages over plain http have no clipboard; there the old command still works.
async function copied(field) {
  if (navigator.clipboard) {
    const text = field.dataset.copyText ?? field.value;
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const shown = field.value;
  field.value = field.dataset.copyText ?? shown;
  field.select();
  const done = document.execCommand("copy");
  field.value = shown;
  return done;
}

// Menus close when somebody presses beside them, leaves them or has enough, also those in a part
// of the page that has come since.
const MENUS = "details.menu, details.more";
addEventListener("pointerdown", ({ target }) => {
  for (const menu of document.querySelectorAll(MENUS)) {
    if (!menu.contains(target)) menu.open = false;
  }
});
addEventListener("focusout", ({ target, relatedTarget }) => {
  const menu = target.closest?.(MENUS);
  if (menu && relatedTarget && !menu.contains(relatedTarget)) menu.open = false;
});
addEventListener("keydown", ({ key, target }) => {
  const menu = target.closest?.(MENUS);
  if (key !== "Escape" || !menu?.open) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
