// What another tab of this browser has made of its person: signed in or out, another name. Then this
// page is taken anew, but not while something in it is written, or chosen otherwise than it came. A
// match's page learns it from the server.

import { browser, tab } from "./storage.js";

// In ms, for browsers that keep what is remembered, but no cookie: each page has another name there.
const ONCE_IN = 10000;
const named = document.querySelector(".person").textContent;

browser.write("person", named);
addEventListener("storage", ({ key }) => key === "person" && compare());
addEventListener("pageshow", ({ persisted }) => persisted && compare());

// Not `location.reload`, which would send a form again whose answer stands here; and to a place in
// this page a browser only scrolls.
function compare() {
  if ([...document.querySelectorAll("input, select, textarea")].some(isChanged)) return;
  if (browser.read("person") === named || Date.now() - tab.read("anew", 0) < ONCE_IN) return;
  tab.write("anew", Date.now());
  location.replace(location.href.split("#")[0]);
}

function isChanged({ type, value, defaultValue, checked, defaultChecked, options, selectedIndex }) {
  if (options) {
    const chosen = [...options].findIndex(({ defaultSelected }) => defaultSelected);
    return selectedIndex !== Math.max(0, chosen);
  }
  if (type === "checkbox" || type === "radio") return checked !== defaultChecked;
  return value !== defaultValue;
}
