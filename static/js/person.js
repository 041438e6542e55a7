// What another tab of this browser has made of its person: signed in or out, another name. Then this
// page is taken anew, but not while something is being written in it. A match's page learns it from
// the server.

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
  const fields = document.querySelectorAll("textarea, input:not([type]), [type=text]");
  if ([...fields].some(({ value, defaultValue }) => value !== defaultValue)) return;
  if (browser.read("person") === named || Date.now() - tab.read("anew", 0) < ONCE_IN) return;
  tab.write("anew", Date.now());
  location.replace(location.href.split("#")[0]);
}
