// What every page has: light or dark, copy buttons, menus that close, settings.

import { remember, showLook } from "./look.js";
import { notice } from "./notices.js";

document.documentElement.dataset.script = "";

document.querySelector("[data-theme-form]").addEventListener("submit", (event) => {
  event.preventDefault();
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const theme = (root.dataset.theme || system) === "dark" ? "light" : "dark";
  remember("theme", theme);
  showLook();
});
addEventListener("pageshow", ({ persisted }) => persisted && showLook());
document.addEventListener("visibilitychange", showLook);

// Settings and Keys open beside the board where there is one, elsewhere as pages.
const source = document.querySelector("[data-drawer-script]")?.dataset.drawerScript;
const drawer = source && wanted(source);
document.addEventListener("click", async (event) => {
  const opener = event.target.closest("[data-drawer]");
  if (!opener || !source || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  opener.closest("details")?.removeAttribute("open");
  const detail = { address: opener.dataset.drawer, opener };
  if (await drawer()) dispatchEvent(new CustomEvent("drawer", { detail }));
});

// Answers a function that runs a script the first time, and answers something if it is there: if not,
// that is said, unless it is asked by the way.
export function wanted(src) {
  let coming = null;
  return async (quiet) => {
    coming ??= new Promise((onload, onerror) => {
      const script = document.createElement("script");
      document.head.append(Object.assign(script, { type: "module", src, onload, onerror }));
    });
    try {
      return await coming;
    } catch {
      coming = null;
      if (!quiet) notice("That could not be loaded. Try again.", "bad");
    }
  };
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  if (await copied(document.getElementById(button.dataset.copy))) notice("Copied.", "good", 2000);
});

// Where the device can, a link goes by its own ways of sharing.
for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share;
  const data = { title: document.title, url: button.dataset.share };
  button.addEventListener("click", () => navigator.share(data).catch(() => {})); // called off
}

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
const MENUS = ":is(details.menu, details.more)";
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
  const menu = target.closest?.(MENUS) ?? document.querySelector(`${MENUS}[open]`);
  if (key !== "Escape" || !menu?.open) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
