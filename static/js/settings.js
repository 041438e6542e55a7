// What a person has chosen for this browser: sound, vibration, confirming each move. All are off
// until chosen, and apply at once.

const kept = new Map();

function stored(name) {
  try {
    return localStorage.getItem(name) === "on";
  } catch {
    return false; // storage is blocked: the choice lasts as long as the page
  }
}

export function chosen(name) {
  if (!kept.has(name)) kept.set(name, stored(name));
  return kept.get(name);
}

export function choose(name, on) {
  kept.set(name, on);
  try {
    localStorage.setItem(name, on ? "on" : "off");
  } catch {
    // see `stored`
  }
}

// Makes the switches in `root` work; `changed` hears the name of each that was used.
export function switches(root, changed) {
  for (const box of root.querySelectorAll("[data-setting]")) {
    const name = box.dataset.setting;
    box.checked = chosen(name);
    box.addEventListener("change", () => {
      choose(name, box.checked);
      changed(name);
    });
  }
}
