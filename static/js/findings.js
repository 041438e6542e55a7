// What the engine found, beside the board: lines of play, who is ahead, what the search did.

// What the search did, folded away until somebody is curious.
export function showSearched(figures) {
  const fold = document.getElementById("searched");
  fold.hidden = !figures.length;
  const entries = figures.flatMap(([label, value]) => [textElement("dt", "", label), textElement("dd", "numbers", value)]);
  fold.querySelector("dl").replaceChildren(...entries);
}

// How far the first player is ahead, from -1 to 1, as a bar.
export function showLead(lead, colour) {
  const bar = document.getElementById("bar");
  if (!bar || lead === null) return;
  const share = Math.round(50 + 50 * lead);
  bar.style.setProperty("--share", `${share}%`);
  bar.ariaLabel = `${share}% for ${colour}`;
}

// A move with its score; every move of its line leads to the position after it. Tab stops at the
// first one alone, from where the rest is a press each.
// It begins after the moves `side`, and `address` says where such a line is shown.
export function lineOf(found, side, address) {
  const item = document.createElement("li");
  const worth = textElement("span", `worth ${found.kind}`, [found.label, found.note].join(" ").trim());
  const moves = document.createElement("span");
  let reached = side;
  found.line.forEach(([text, name], i) => {
    const link = textElement("a", "", name);
    if (i) link.tabIndex = -1;
    reached += text;
    link.href = address({ side: reached, rest: "" });
    moves.append(link, " ");
  });
  item.append(worth, moves, textElement("span", "line-depth", found.how));
  return item;
}

export function textElement(name, kind, text) {
  const made = document.createElement(name);
  made.className = kind;
  made.textContent = text;
  return made;
}
