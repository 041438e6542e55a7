// The single keys of a page. Which key does what is told by the server, in the table that people
// read as well (webapp/pages/keys.py); the page says how. They rest while somebody writes or chooses
// by them.

import { chosen } from "./settings.js";

const WRITING = "input:not([type=checkbox]), select, textarea, [contenteditable], [role=tab]";

// `does` has a function for every action in `table`; it is told the key. What answers false has
// not used it.
export function keys(table, does) {
  addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest?.(WRITING)) return;
    if (key.length === 1 && !chosen("keys")) return;
    const action = table[key] ?? table[key.toLowerCase()];
    if (!action || (event.repeat && key.length === 1 && !",.".includes(key))) return;
    if (does[action](key) !== false) event.preventDefault();
  });
}
