// What a person has chosen for this browser: sound, vibration, confirming each move and the like.
// It applies at once, here and in the browser's other tabs.

const USUAL = new Set(["premove", "keys"]); // what is on until it is switched off
const kept = new Map();

function stored(name) {
  try {
    const value = localStorage.getItem(name);
    return value === null ? USUAL.has(name) : value === "on";
  } catch {
    return USUAL.has(name); // storage is blocked: the choice lasts as long as the page
  }
}

export function chosen(name) {
  if (!kept.has(name)) kept.set(name, stored(name));
  return kept.get(name);
}

export function choose(name, on) {
  try {
    localStorage.setItem(name, on ? "on" : "off");
  } catch {
    // see `stored`
  }
  dispatchEvent(new CustomEvent("setting", { detail: { name, on } }));
}

// `heard` is told the name of each setting that was changed, wherever on this page that was.
export function onSetting(heard) {
  addEventListener("setting", ({ detail }) => heard(detail.name, detail.on));
}

onSetting((name, on) => kept.set(name, on));
addEventListener("storage", ({ key, newValue: value }) => {
  if (!kept.has(key)) return;
  dispatchEvent(new CustomEvent("setting", { detail: { name: key, on: value === "on" } }));
});

// Makes the switches in `root` work, and keeps them as they are chosen elsewhere.
export function switches(root) {
  const boxes = [...root.querySelectorAll("[data-setting]")];
  for (const box of boxes) {
    const name = box.dataset.setting;
    box.checked = chosen(name);
    box.addEventListener("change", () => choose(name, box.checked));
  }
  onSetting((name, on) => {
    for (const box of boxes) if (box.dataset.setting === name) box.checked = on;
  });
}
