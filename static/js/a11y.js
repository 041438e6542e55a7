// What screen readers hear.

import { moveSentence, say } from "./words.js";
import { offerLine, turn, verdict } from "./state.js";

const KEPT = 4;
const log = document.getElementById("spoken");

export function speak(text) {
  const line = document.createElement("span");
  line.textContent = `${text} `;
  log.append(line);
  while (log.children.length > KEPT) log.firstChild.remove();
}

// The sentence for an event, or "" for one that needs none.
export function sentence(event, snapshot) {
  const name = (seat) => snapshot.seats[seat].name;
  switch (event.t) {
    case "moved": {
      const move = moveSentence(snapshot, event.seat, event.changes);
      return event.outcome ? move : `${move} ${turn(snapshot)}`;
    }
    case "took_back":
      return say("took_back", { turn: turn(snapshot) });
    case "ended":
      return `${verdict(snapshot)} ${event.outcome.text}`;
    case "joined":
      return say("joined", { player: event.name });
    case "offered":
      return offerLine({ ...snapshot, offer: event });
    case "declined":
      return say(event.own ? "withdrawn" : `declined.${event.kind}`, { player: name(event.by) });
    case "levelled":
      return say("levelled", { player: event.name });
    case "handed_over": {
      const colour = snapshot.game.colours[event.seat];
      return say(`handed_over.${event.reason}`, { player: event.player, colour });
    }
    case "left": // players read it in the card that waits for the claim
      return snapshot.you.length ? "" : say("left", { player: name(event.seat) });
    case "returned":
      return say("returned", { player: name(event.seat) });
    case "gave_time":
      return say("gave_time", { player: name(event.by), other: name(event.seat) });
    case "shown": {
      const key = event.public ? "all" : event.on ? "one" : "none";
      return say(`shown.${key}`, { player: name(event.seat) });
    }
    case "hinted":
      if (!snapshot.you.includes(event.seat)) return "";
      return event.move === null ? say("hint.failed") : turn(snapshot);
    case "ai_failed":
      return event.text;
    default:
      return "";
  }
}

const NEWS = new Set(
  "joined declined levelled handed_over ai_failed left returned gave_time shown".split(" "),
);

// Whether everybody should read about an event, not only those who listen. A pass shows
// nothing on the board.
export function isNews(event) {
  return NEWS.has(event.t) || (event.t === "moved" && !event.changes.length);
}
