// What another tab of this browser has made of its person: signed in or out, another name. Then this
// page is taken anew, but not while something is being written in it.

import { browser, tab } from "./storage.js";

// In ms, for browsers that keep what is remembered, but no cookie: each page has another name there.
const ONCE_IN = 10000;
const named = document.querySelector(".person").textContent;

browser.write("person", named);
addEventListener("storage", ({ key }) => key === "person" && compare());
addEventListener("pageshow", ({ persisted }) => persisted && compare());

// Not `location.reload`, which would send a form again whose answer stands here.
function compare() {
  const fields = [...document.querySelectorAll("textarea, input:is(:not([type]), [type=text])")];
  const writing = fields.some(({ value, defaultValue }) => value !== defaultValue);
  const lately = Date.now() - tab.read("taken anew", 0) < ONCE_IN;
  if (writing || lately || browser.read("person", named) === named) return;
  tab.write("taken anew", Date.now());
  location.replace(location.href);
}
