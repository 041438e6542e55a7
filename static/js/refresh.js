// A page that tells how far something has come follows it in place: what it marks `data-fresh` is
// taken anew from the server, but for what is being used just now.

import { notice } from "./notices.js";

const SOON = 1; // seconds to the first look: a short file is kept by then
const PATIENCE = 5; // times as long between two looks where the server does not answer for long
const USED = ":is(a, button):is(:hover, :active, :focus)";

const usual = Number(document.getElementById("main").dataset.again);
look(Math.min(SOON, usual));

function look(seconds, missed = 0) {
  setTimeout(async () => {
    if (document.hidden) return look(usual, missed);
    const page = await taken();
    if (!page) return look(usual * Math.min(missed + 1, PATIENCE), missed + 1);
    const next = Number(page.getElementById("main").dataset.again);
    tellEnds(page);
    const whole = renew(page);
    if (next || !whole) look(next || usual);
    return undefined;
  }, 1000 * seconds);
}

async function taken() {
  const response = await fetch(location.href).catch(() => null);
  const text = response?.ok && (await response.text().catch(() => null));
  const page = text && new DOMParser().parseFromString(text, "text/html");
  return page && page.getElementById("main") ? page : null;
}

// Inner parts before those around them; answers whether all are as the server has them.
function renew(page) {
  let whole = true;
  for (const part of [...document.querySelectorAll("[data-fresh]")].reverse()) {
    const fresh = page.getElementById(part.id);
    if (fresh && part.isEqualNode(fresh)) continue;
    if (part.querySelector(USED) || selected(part)) whole = false;
    else if (fresh) part.replaceWith(fresh);
  }
  return whole;
}

function selected(part) {
  const selection = getSelection();
  return !selection.isCollapsed && selection.containsNode(part, true);
}

function tellEnds(page) {
  for (const { id } of document.querySelectorAll("[data-ends]")) {
    const part = page.getElementById(id);
    if (part && !("ends" in part.dataset)) notice(words(part).join(": "), "good");
  }
}

function words(part) {
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const said = [];
  while (texts.nextNode()) said.push(texts.currentNode.data);
  return said;
}
