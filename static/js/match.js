// The store of one match: the snapshot, kept current by events in the order of their
// versions. On a gap it asks for what it missed.

import { chosen } from "./settings.js";
import { Socket } from "./socket.js";
import { apply } from "./state.js";

// Seconds until a refused question is asked again, where the server does not say.
const RETRY = 2;

// Where another tab has made this browser somebody else by now, the page comes anew.
const name = document.querySelector(".person :last-child").textContent;

export class Match extends EventTarget {
  #syncing = false;
  #ahead = 0; // the newest version that came too early to be shown
  #again = null;
  // Whether what the page was loaded with has been brought up to date: later events are news.
  caughtUp = false;

  constructor(snapshot) {
    super();
    this.snapshot = snapshot;
    this.socket = new Socket((state) => this.#connection(state));
    this.#attend();
    this.socket.on("event", (event) => this.#receive(event));
    this.socket.on("hints", (hints) => this.#hint(hints));
    this.socket.on("thinking", ({ seat, ahead }) => this.#note({ thinking: seat, ahead }));
    this.socket.on("beat", (beat) => this.socket.ask("beat", beat));
    this.socket.on("presence", (presence) => this.#presence(presence));
    this.socket.on("kernels", (progress) => this.#tell("kernels", progress));
    addEventListener("pageshow", ({ persisted }) => persisted && this.#comeBack());
  }

  // Sends an action until it is answered; the id lets the server recognise a repetition.
  async act(t, fields = {}) {
    const id = crypto.randomUUID?.() ?? String(Math.random());
    const message = { match: this.snapshot.match, t, id, ...fields };
    const answer = await this.socket.ask("act", message, true);
    if (!answer.ok) this.#tell("refused", answer);
    if (!answer.ok || answer.v > this.snapshot.v) this.sync();
    return answer.ok;
  }

  // Fetches the missed events, or a new snapshot when there are too many.
  async sync() {
    if (this.#syncing || !this.socket.connected) return;
    this.#syncing = true;
    const { match, v, you } = this.snapshot;
    const asked = { match, v, you, name, named: chosen("named") };
    const answer = await this.socket.ask("watch", asked);
    this.#syncing = false;
    if (!answer?.ok) {
      if (answer) this.#askAgain(answer);
      return;
    }
    if (answer.now) this.#tell("moment", answer.now);
    if (answer.snapshot) this.#replace(answer.snapshot);
    answer.events?.forEach((event) => this.#receive(event));
    this.caughtUp = true;
    if ("thinking" in answer) this.snapshot.thinking = answer.thinking;
    if (answer.hints) this.#hint(answer.hints);
    this.#tell("changed");
    this.#tell("synced");
    // An event may have overtaken the answer that did not know of it yet.
    if (this.#ahead > this.snapshot.v) this.sync();
  }

  // Refused to look on: a server that is busy, or asked too often, may let it later.
  #askAgain({ code, retry }) {
    if (code === "no_match" || code === "unreadable") return;
    if (code === "other") location.reload();
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.sync(), 1000 * (retry ?? RETRY));
  }

  #receive(event) {
    if (event.match !== this.snapshot.match || event.v <= this.snapshot.v) return;
    if (event.v > this.snapshot.v + 1) {
      this.#ahead = event.v;
      this.sync();
      return;
    }
    apply(this.snapshot, event);
    this.#attend();
    this.#tell("event", event);
  }

  // A player notices soon when nothing comes any more; an onlooker need not cost so much.
  #attend() {
    const { status, you } = this.snapshot;
    this.socket.attentive = status === "playing" && you.length > 0;
  }

  #replace(snapshot) {
    this.snapshot = snapshot;
    this.#attend();
    this.#tell("replaced");
  }

  #hint({ v, landing, flips }) {
    if (v !== this.snapshot.v) return;
    Object.assign(this.snapshot, { landing, flips });
    this.#tell("hints");
  }

  #presence({ match, watching, online, standings, names }) {
    if (match !== this.snapshot.match) return;
    Object.assign(this.snapshot, { watching, watchers: names });
    this.snapshot.seats.forEach((seat, index) => {
      Object.assign(seat, { online: online[index], standing: standings[index] });
    });
    this.#tell("changed");
  }

  #note(facts) {
    Object.assign(this.snapshot, facts);
    this.#tell("changed");
  }

  #connection(state) {
    this.#syncing = false;
    if (state === "connected") this.sync();
    this.#tell("connection", state);
  }

  #comeBack() {
    this.caughtUp = false;
    this.socket.wake();
    this.sync();
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
