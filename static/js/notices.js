// Short messages: on a match page in the place of the turn's sentence, elsewhere at the foot of
// the window. They are read aloud as they appear.

const place = document.getElementById("notices");

// Shows `text` for `time` ms, or until the answered function is called; `control` is a button
// beside it. What is said again takes the place of what was said before, so that repeated
// passes do not pile up.
export function notice(text, kind = "", time = 4000, control = null) {
  [...place.children].find((shown) => shown.firstChild.textContent === text)?.remove();
  const pill = document.createElement("p");
  pill.className = `pill ${kind}`;
  pill.append(text);
  if (control) pill.append(control);
  if (time) pill.dataset.news = "";
  place.append(pill);
  const remove = () => pill.remove();
  if (time) setTimeout(remove, time);
  return remove;
}

// What was news is none any more, as the game is over.
export function clearNews() {
  for (const pill of place.querySelectorAll("[data-news]")) pill.remove();
}
