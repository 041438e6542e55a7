// The front page's search: narrows the ready questions as one types. Enter asks the server,
// which finds the same.

const field = document.getElementById("find");
const groups = document.getElementById("groups");
const none = document.getElementById("none");
const narrowed = groups.classList.contains("lab-all");

field.addEventListener("input", () => {
  const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  groups.classList.toggle("lab-all", narrowed || wanted.length > 0);
  let found = 0;
  for (const group of groups.children) {
    const cards = [...group.querySelectorAll("li")];
    for (const card of cards) {
      card.hidden = !wanted.every((word) => card.dataset.words.includes(word));
    }
    const shown = cards.filter((card) => !card.hidden).length;
    group.hidden = shown === 0;
    found += shown;
  }
  none.hidden = found > 0;
});
