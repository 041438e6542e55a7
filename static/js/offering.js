// Sound is off until it is chosen: it is offered once, when a second game begins.

import { notice } from "./notices.js";
import { choose, chosen } from "./settings.js";
import { say } from "./words.js";

const OFFERED_FOR = 10000; // ms

// Somebody has played a game to its end.
export function played() {
  choose("played", true);
}

export function offerSound({ status, you }) {
  const first = !chosen("played") || chosen("offered") || chosen("sound");
  if (first || status !== "playing" || !you.length) return;
  choose("offered", true);
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = say("sound.choose");
  const remove = notice(say("sound.offer"), "", OFFERED_FOR, button);
  button.addEventListener("click", () => {
    choose("sound", true);
    remove();
  });
}
