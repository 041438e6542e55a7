// The open games of the first page, as the server tells them.

const list = document.getElementById("seeks");
const row = document.getElementById("seek-row");

export function showSeeks(seeks) {
  if (!list) return;
  list.replaceChildren(...seeks.map(entry));
  document.getElementById("seek-count").textContent = seeks.length || "";
  document.getElementById("no-seeks").hidden = seeks.length > 0;
}

function entry({ match, names, game, game_name: name, size_text: size, control, colours, seat, rating }) {
  const item = row.content.firstElementChild.cloneNode(true);
  item.querySelector("use").setAttribute("href", `#${game.split(":")[0]}-${seat}-token`);
  item.querySelector("[data-names]").textContent = `${names.join(", ")} ${rating}`.trimEnd();
  const { untimed, you, rated } = list.dataset;
  const what = [`${name} ${size}`, control ?? untimed, you.replace("{player}", colours[0])];
  if (rating) what.push(rated);
  item.querySelector("[data-what]").textContent = what.join(" · ");
  item.querySelector("form").action = `/m/${match}/join`;
  return item;
}
