// The chat beside a match: two rooms, of which the server says which one may read. What is said
// stands in the page as text and nothing else.

import { sentence } from "./a11y.js";
import { browser, tab } from "./storage.js";
import { say } from "./words.js";

const WIDE = matchMedia("(min-width: 68.8em)");
const SHOWN = 120; // lines in the page
const MUTED = 200; // people remembered as muted
const SWIPE = 40; // px by which a finger draws the sheet down
const SYSTEM = new Set(["offered", "declined", "left", "returned", "gave_time"]);
const ROOMS_CHANGE = new Set(["joined", "ended", "took_back", "handed_over"]);

const panel = document.getElementById("chat");
const opener = document.getElementById("chat-open");

function build(name, properties, ...inside) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...inside);
  return made;
}

class Chat {
  #match;
  #lines = new Map();
  #system = new Map(); // what was done, by version
  #rooms = [];
  #room = "";
  #me = "";
  #off = [];
  #asked = false;
  #muted = new Set(browser.read("muted", []));
  #key = ""; // of what was read, in a series of games
  #seen = 0;
  #list = panel.querySelector(".chat-lines");
  #note = panel.querySelector(".chat-note p");
  #form = panel.querySelector("form");
  #tabs = [...panel.querySelectorAll("[data-room]")];
  #switch = panel.querySelector("[data-chat-switch]");
  #unmute = panel.querySelector("[data-unmute]");

  constructor(match) {
    this.#match = match;
    match.socket.on("chat", (line) => this.#receive(line));
    match.socket.on("chat_off", ({ match: id, off }) => id === this.#id && this.#setOff(off));
    match.addEventListener("synced", () => this.#synced());
    match.addEventListener("event", ({ detail }) => this.#event(detail));
    opener.addEventListener("click", () => (panel.hidden ? this.#open() : this.#close()));
    panel.addEventListener("click", (event) => this.#click(event));
    this.#form.addEventListener("submit", (event) => this.#submit(event));
    addEventListener("keydown", ({ key }) => key === "Escape" && !panel.hidden && this.#close());
    this.#closeByTouch();
    visualViewport?.addEventListener("resize", () => this.#place());
    addEventListener("resize", () => this.#place());
  }

  get #id() {
    return this.#match.snapshot.match;
  }

  // -- What comes ------------------------------------------------------------------------

  // Players learn at once what they missed; the many who look on ask when they open the chat.
  #synced() {
    if (this.#asked || this.#match.snapshot.you.length) this.#ask();
  }

  async #ask() {
    this.#asked = true;
    if (!this.#match.socket.connected) return this.#say(say("line.offline"));
    const answer = await this.#match.socket.ask("chat", { match: this.#id });
    if (!answer?.ok) return answer && this.#say(answer.message);
    this.#rooms = answer.rooms;
    this.#me = answer.me;
    this.#switch.hidden = !answer.player;
    this.#switch.dataset.on = answer.own_off ? "yes" : "";
    this.#switch.textContent = say(answer.own_off ? "chat.switch_on" : "chat.switch_off");
    if (!this.#rooms.includes(this.#room)) this.#room = this.#rooms[0] ?? "";
    this.#key = `chat-${answer.series}`;
    this.#seen = Math.max(this.#seen, tab.read(this.#key, 0));
    this.#lines = new Map(answer.lines.map((line) => [line.number, line]));
    this.#system.clear();
    for (const note of answer.notes) this.#tell(note, note.after);
    this.#setOff(answer.off);
    this.#draw();
    return undefined;
  }

  #receive(line) {
    if (line.match !== this.#id) return;
    this.#lines.set(line.number, line);
    if (this.#lines.size > SHOWN) this.#lines.delete(Math.min(...this.#lines.keys()));
    this.#draw();
  }

  #event(event) {
    if (ROOMS_CHANGE.has(event.t)) this.#synced();
    if (!SYSTEM.has(event.t)) return;
    this.#tell(event, this.#newest);
    this.#draw();
  }

  // Something done stands behind the line before it.
  #tell(event, after) {
    const text = sentence(event, this.#match.snapshot);
    const at = after + 0.5 + event.v / 1e6;
    if (text) this.#system.set(event.v, { at, key: `event-${event.v}`, text });
    if (this.#system.size > SHOWN) this.#system.delete(Math.min(...this.#system.keys()));
  }

  #setOff(off) {
    this.#off = off;
    const player = off.join(", ");
    this.#say(off.length ? say("chat.off", { player }) : "");
    this.#enable();
  }

  // -- What is seen ----------------------------------------------------------------------

  get #newest() {
    return Math.max(0, ...this.#lines.keys());
  }

  #draw() {
    const heard = [...this.#lines.values()].filter(({ speaker }) => !this.#muted.has(speaker));
    const shown = heard.filter(({ room }) => room === this.#room);
    const rows = shown.map((line) => ({ at: line.number, key: line.number, line }));
    if (this.#room !== "watchers") rows.push(...this.#system.values());
    rows.sort((a, b) => a.at - b.at);
    const atEnd = this.#list.scrollHeight - this.#list.scrollTop - this.#list.clientHeight < 40;
    this.#fill(rows);
    if (atEnd) this.#list.scrollTop = this.#list.scrollHeight;
    for (const tab of this.#tabs) {
      tab.hidden = !this.#rooms.includes(tab.dataset.room);
      tab.ariaPressed = String(tab.dataset.room === this.#room);
    }
    this.#unmute.hidden = heard.length === this.#lines.size;
    this.#count(heard);
    this.#enable();
  }

  // What stands there already stays, or all of it would be read aloud again.
  #fill(rows) {
    const wanted = new Set(rows.map(({ key }) => String(key)));
    for (const row of [...this.#list.children]) if (!wanted.has(row.dataset.key)) row.remove();
    let at = this.#list.firstElementChild;
    for (const { key, line, text } of rows) {
      if (at?.dataset.key === String(key)) {
        at = at.nextElementSibling;
        continue;
      }
      const system = { className: "system", textContent: text };
      const row = line ? this.#row(line) : build("li", system);
      row.dataset.key = key;
      this.#list.insertBefore(row, at);
    }
  }

  #row({ number, speaker, name, text }) {
    if (speaker === this.#me) {
      return build("li", {}, build("b", { textContent: name }), " ", text);
    }
    const who = build("button", { type: "button", className: "speaker", textContent: name });
    who.ariaLabel = say("chat.about", { player: name });
    who.ariaExpanded = "false";
    who.dataset.speaker = speaker;
    who.dataset.number = number;
    return build("li", {}, who, " ", text);
  }

  // Muting and reporting stand below the line of whoever was pressed.
  #about(who) {
    const line = who.parentElement;
    const open = line.querySelector(".about");
    for (const other of this.#list.querySelectorAll(".about")) other.remove();
    who.ariaExpanded = String(!open);
    if (open) return;
    const { speaker, number } = who.dataset;
    const button = (textContent, name, value) => {
      const made = build("button", { type: "button", className: "button", textContent });
      made.dataset[name] = value;
      return made;
    };
    const mute = button(say("chat.mute"), "mute", speaker);
    const report = button(say("chat.report"), "report", number);
    line.append(build("div", { className: "about" }, mute, report));
    line.scrollIntoView({ block: "nearest" });
    mute.focus();
  }

  #count(heard) {
    if (!panel.hidden) {
      this.#seen = this.#newest;
      tab.write(this.#key, this.#seen);
    }
    const news = heard.filter(({ number, speaker }) => number > this.#seen && speaker !== this.#me);
    const badge = opener.querySelector(".unread");
    badge.hidden = !news.length;
    badge.textContent = news.length > 9 ? "9+" : news.length || "";
    opener.ariaLabel = news.length ? say("chat.unread", { count: news.length }) : null;
    if (!news.length) opener.removeAttribute("aria-label");
  }

  #enable() {
    const may = this.#room !== "" && !this.#off.length;
    for (const control of panel.querySelectorAll("[data-say], form button, form input")) {
      control.disabled = !may;
    }
    if (this.#asked && !this.#rooms.length) this.#say(say("chat.nobody"));
  }

  #say(text) {
    this.#note.textContent = text;
  }

  // -- What is done ----------------------------------------------------------------------

  async #open() {
    panel.hidden = false;
    opener.ariaExpanded = "true";
    this.#place();
    await this.#ask();
    this.#list.scrollTop = this.#list.scrollHeight;
    this.#focus();
  }

  // On a phone a focused field would bring up the keyboard, over the board.
  #focus() {
    const field = this.#form.elements.text;
    (WIDE.matches && !field.disabled ? field : this.#list).focus({ preventScroll: true });
  }

  #close() {
    panel.hidden = true;
    opener.ariaExpanded = "false";
    opener.focus({ preventScroll: true });
  }

  // The sheet begins below the own seat and stands on the keyboard of a phone.
  #place() {
    if (panel.hidden) return;
    const { bottom } = document.querySelector(".own").getBoundingClientRect();
    const { height, offsetTop } = visualViewport ?? { height: innerHeight, offsetTop: 0 };
    panel.style.setProperty("--chat-top", `${Math.round(bottom + scrollY + 6)}px`);
    const keyboard = Math.max(0, Math.round(innerHeight - height - offsetTop));
    panel.style.setProperty("--chat-bottom", `${keyboard}px`);
  }

  #closeByTouch() {
    document.getElementById("board-area").addEventListener("click", () => {
      if (!panel.hidden && !WIDE.matches) this.#close();
    });
    let from = null;
    const head = panel.querySelector(".chat-head");
    head.addEventListener("pointerdown", ({ clientY }) => (from = clientY));
    addEventListener("pointerup", ({ clientY }) => {
      if (from !== null && clientY - from > SWIPE && !WIDE.matches) this.#close();
      from = null;
    });
  }

  #click({ target }) {
    const button = target.closest("button");
    if (!button) return;
    const { room, mute, report, number } = button.dataset;
    if ("chatClose" in button.dataset) this.#close();
    else if ("chatSwitch" in button.dataset) this.#toggle(button);
    else if ("unmute" in button.dataset) this.#mute(null);
    else if (room) this.#enter(room);
    else if ("say" in button.dataset) this.#send(button.textContent);
    else if (mute) this.#mute(mute);
    else if (report) this.#report(Number(report));
    else if (number) this.#about(button);
  }

  #enter(room) {
    this.#room = room;
    this.#draw();
    this.#list.scrollTop = this.#list.scrollHeight;
  }

  async #submit(event) {
    event.preventDefault();
    const { text } = this.#form.elements;
    if (!text.value.trim()) return;
    if (await this.#send(text.value)) text.value = "";
  }

  async #send(text) {
    const { socket } = this.#match;
    if (!socket.connected) return this.#say(say("line.offline"));
    const answer = await socket.ask("say", { match: this.#id, room: this.#room, text });
    this.#say(answer ? (answer.message ?? "") : say("chat.lost"));
    if (answer?.ok) this.#list.scrollTop = this.#list.scrollHeight;
    return answer?.ok;
  }

  async #toggle({ dataset }) {
    const on = dataset.on === "yes";
    const answer = await this.#match.socket.ask("chat_switch", { match: this.#id, on });
    if (answer?.ok) this.#ask();
    else if (answer) this.#say(answer.message);
  }

  // For oneself, in this browser; null: hear all again.
  #mute(speaker) {
    if (speaker) this.#muted.add(speaker);
    else for (const { speaker: one } of this.#lines.values()) this.#muted.delete(one);
    browser.write("muted", [...this.#muted].slice(-MUTED));
    this.#draw();
    this.#say(speaker ? say("chat.muted") : "");
    this.#focus();
  }

  async #report(number) {
    const answer = await this.#match.socket.ask("report", { match: this.#id, number });
    for (const open of this.#list.querySelectorAll(".about")) open.remove();
    if (answer) this.#say(answer.ok ? say("chat.reported") : answer.message);
  }
}

// A server without chat has no panel.
export function chat(match) {
  if (panel) new Chat(match);
}
