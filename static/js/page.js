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

for (const menu of document.querySelectorAll("details.menu, details.more")) {
  const close = ({ target }) => {
    if (!menu.contains(target)) menu.open = false;
  };
  addEventListener("pointerdown", close);
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !menu.contains(relatedTarget)) menu.open = false;
  });
  menu.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}
