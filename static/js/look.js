// How boards look here: words in a cookie that the server writes into the page, and `data-look` on
// the root, which it wrote there.

const A_YEAR = 31536000;
const root = document.documentElement;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

// Whether discs are to appear where they belong instead of moving there.
export function still() {
  return reduced.matches || root.matches('[data-look~="still"]');
}

export function remember(name, value) {
  const age = value ? A_YEAR : 0;
  document.cookie = `${name}=${value}; path=/; max-age=${age}; samesite=lax`;
}

// Shows what the cookies say by now: another tab may have chosen.
export function showLook() {
  show("theme", cookie("theme"));
  show("look", cookie("look").replaceAll(".", " "));
  if (root.dataset.look) document.querySelector("link[disabled]")?.removeAttribute("disabled");
  const table = getComputedStyle(root).getPropertyValue("--table");
  for (const meta of document.querySelectorAll("[name=theme-color]")) meta.content = table;
}

function cookie(name) {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? "";
}

function show(name, value) {
  if (value) root.dataset[name] = value;
  else delete root.dataset[name];
}
