// The state of the connection in one sentence, and when the own move goes with it.

import { notice } from "./notices.js";
import { say } from "./words.js";

const BACK = 2000; // ms that the good news stays

export class Connection {
  #sending;
  #retry;
  #state = "connected";
  #was = "connected";
  #shown = "";
  #remove = () => {};

  // `retry` is done when a person does not want to wait.
  constructor(sending, retry) {
    this.#sending = sending;
    this.#retry = retry;
  }

  // Whether the page takes no move now.
  get down() {
    return ["lost", "offline", "outdated"].includes(this.#state);
  }

  // Whether moves go by the form, as no connection could be opened.
  get byForm() {
    return this.#state === "unreachable";
  }

  get offline() {
    return this.#state === "offline";
  }

  set(state) {
    if (this.#state === "outdated") return;
    if (state === "heard" && this.#state !== "silent") return;
    if (state === "lost" && this.#state === "offline") return;
    this.#was = this.#state;
    this.#state = state === "heard" ? "connected" : state;
    if (this.down) this.#sending.hurry();
    this.show();
  }

  show() {
    const [key, kind] = this.#sentence();
    if (key === this.#shown) return;
    this.#shown = key;
    this.#remove();
    this.#remove = () => {};
    if (key) this.#remove = notice(say(key), kind, 0, this.offline ? this.#tryNow() : null);
    else if (this.#was === "lost" || this.#was === "offline") notice(say("back"), "good", BACK);
    if (!key) this.#was = "connected";
  }

  #tryNow() {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = say("line.try");
    button.addEventListener("click", this.#retry);
    return button;
  }

  #sentence() {
    const waits = this.#sending.move !== null;
    if (this.#state === "outdated") return ["line.outdated", "warn"];
    if (this.#state === "offline") return [waits ? "line.offline.move" : "line.offline", "bad"];
    if (this.#state === "lost") return ["reconnecting", "warn"];
    if (this.byForm) return ["line.form", "warn"];
    if (this.#sending.stage === "slow") return ["line.slow.move", "warn"];
    if (this.#state === "silent") return [waits ? "line.slow.move" : "line.slow", "warn"];
    return this.#sending.stage ? ["line.sending", ""] : ["", ""];
  }
}
