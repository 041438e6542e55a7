// Short messages under the header; they are read aloud as they appear.

const place = document.getElementById("notices");

// Shows `text` for `time` ms, or until the answered function is called. What is said again
// takes the place of what was said before, so that repeated passes do not pile up.
export function notice(text, kind = "", time = 4000) {
  [...place.children].find((shown) => shown.textContent === text)?.remove();
  const pill = document.createElement("p");
  pill.className = `pill ${kind}`;
  pill.textContent = text;
  place.append(pill);
  const remove = () => pill.remove();
  if (time) setTimeout(remove, time);
  return remove;
}
