// A study: what its owner says of each position, and who else changes it meanwhile. On a page
// that is no study yet the first note makes it one. What changes the tree comes back as a page;
// marks and arrows are sent beside what goes on, the last state of a place at last.

import { Drawing } from "./drawing.js";
import { notice } from "./notices.js";

const QUIET = 250; // ms after the last stroke until a drawing is sent

export class Study {
  #socket;
  #visit;
  #data;
  #course;
  #drawing = null;
  #newest = 0; // the version that the server has told of
  #sending = false;
  #waiting = null; // the timer of a drawing that is not sent yet
  #unsent = null;
  #turn = Promise.resolve(); // the changes before, one after the other
  #pressed = ""; // the last one, until it is answered

  // `visit(url, body)` shows a page, by a POST if there is a body.
  constructor(socket, visit) {
    this.#socket = socket;
    this.#visit = visit;
    socket.on("study", ({ study, version }) => study === this.#data.study?.id && this.#heard(version));
    document.addEventListener("submit", (event) => this.#submit(event));
    // The second press of a double click meets the button of the page that the first one led to.
    document.addEventListener("click", (event) => {
      if (event.detail > 1 && event.target.closest("#annotate button")) event.preventDefault();
    });
    addEventListener("pagehide", () => this.#unsent && this.#send(true));
  }

  // Takes up the page that is shown now.
  start(data, board, course) {
    const drawing = this.#drawing?.on ?? false;
    this.#data = data;
    this.#course = course;
    this.#drawing = new Drawing(board, this.#form !== null, () => this.#drawn());
    this.#drawing.on = drawing && this.#form !== null;
    document.getElementById("draw")?.addEventListener("click", ({ detail }) => {
      this.#drawing.on = !this.#drawing.on;
      if (this.#drawing.on && !detail) board.form.querySelector("[role=grid]").focus({ preventScroll: true });
    });
    if (data.study) this.#newest = Math.max(this.#newest, data.study.version);
    this.show();
    this.follow();
  }

  // Hears of changes that are made elsewhere.
  async follow() {
    const id = this.#data?.study?.id;
    if (!id) return;
    const answer = await this.#socket.ask("study", { study: id });
    if (answer?.ok && id === this.#data.study?.id) this.#heard(answer.version);
  }

  // Shows what is said of the place that the course is at.
  show() {
    const { text = "", glyph = "", marks = [], arrows = [] } = this.#note ?? {};
    this.#drawing.show(marks, arrows);
    const { look } = this.#course;
    for (const form of document.querySelectorAll("#annotate, .study-line form")) {
      for (const [name, value] of Object.entries(look)) {
        if (form.elements[name]) form.elements[name].value = value;
      }
    }
    if (!this.#form) return;
    for (const button of this.#form.querySelectorAll("[data-glyph]")) {
      const chosen = button.dataset.glyph === glyph;
      button.ariaPressed = String(chosen);
      button.value = chosen ? "" : button.dataset.glyph;
    }
    const box = this.#form.elements.text;
    box.value = text;
    box.defaultValue = text;
  }

  // The marks and arrows of the place, as the addresses of pictures have them.
  get drawn() {
    const { marks = [], arrows = [] } = this.#note ?? {};
    const named = { marks: marks.join(","), arrows: arrows.map((arrow) => arrow.join("-")).join(",") };
    return Object.fromEntries(Object.entries(named).filter(([, value]) => value));
  }

  // Plays a move into the study; false where it is not one's own.
  play(move) {
    if (!this.#data.study?.own) return false;
    this.#change({ edit: "move", move });
    return true;
  }

  get #form() {
    return document.getElementById("annotate");
  }

  get #note() {
    return this.#data.study?.notes[this.#course.moves];
  }

  #submit(event) {
    const { target, submitter } = event;
    if (target.id !== "annotate") return;
    event.preventDefault();
    this.#change(submitter?.name ? { [submitter.name]: submitter.value } : {});
  }

  // Sends the form with these fields besides, after what was changed before, and shows what
  // comes of it. What is pressed twice in a row counts once.
  #change(fields) {
    const body = new FormData(this.#form);
    const { value, defaultValue } = this.#form.elements.text;
    const study = this.#data.study?.id;
    const pressed = JSON.stringify([fields, body.get("ply"), body.get("side"), value]);
    if (pressed === this.#pressed) return;
    this.#pressed = pressed;
    const post = () => {
      const here = this.#form && (!study || study === this.#data.study?.id);
      return here && this.#post(fields, body, value !== defaultValue);
    };
    this.#turn = this.#turn.then(post).finally(() => {
      if (pressed === this.#pressed) this.#pressed = "";
    });
  }

  async #post(fields, body, drafted) {
    clearTimeout(this.#waiting);
    if (this.#unsent) await this.#send();
    if (fields.edit) {
      if (drafted) {
        this.#unsent = new FormData();
        for (const [name, value] of body) this.#unsent.set(name, value);
        await this.#send();
      }
      body.delete("text");
    }
    if (this.#data.study) body.set("version", this.#data.study.version);
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    this.#sending = true;
    const message = await this.#visit(this.#form.action, body);
    this.#sending = false;
    if (message) notice(message, "warn", 6000);
    if (message) this.#visit(location.href, null);
    else this.#compare();
  }

  #drawn() {
    const { marks, arrows } = this.#drawing;
    const { study } = this.#data;
    if (study) study.notes[this.#course.moves] = { ...this.#note, marks, arrows };
    const body = new FormData(this.#form);
    body.delete("text");
    body.set("edit", "note");
    body.set("marks", marks.join(" "));
    body.set("arrows", arrows.map((arrow) => arrow.join("-")).join(" "));
    const place = (form) => `${form.get("ply")} ${form.get("side")}`;
    if (this.#unsent && place(this.#unsent) !== place(body)) this.#send();
    this.#unsent = body;
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.#send(), QUIET);
  }

  // Sends the drawing; the page stays as it is.
  async #send(leaving = false) {
    const body = this.#unsent;
    if (this.#sending && !leaving) {
      this.#waiting = setTimeout(() => this.#send(), QUIET);
      return;
    }
    this.#unsent = null;
    this.#sending = true;
    const { study } = this.#data;
    if (study) body.set("version", study.version);
    const headers = { Accept: "application/json" };
    const options = { method: "POST", body, headers, keepalive: leaving };
    const answer = await fetch(this.#form.action, options).then((r) => r.json(), () => null);
    this.#sending = false;
    if (!answer?.ok) {
      notice(answer?.message ?? "The drawing could not be kept.", "warn");
      if (answer) this.#visit(location.href, null);
    } else if (study) {
      this.#know(answer.version);
      this.#compare();
    } else {
      this.#visit(answer.location, null);
    }
  }

  // The page is of this version now.
  #know(version) {
    this.#data.study.version = version;
    this.#newest = Math.max(this.#newest, version);
    for (const field of document.querySelectorAll("#main [name=version]")) field.value = version;
  }

  #heard(version) {
    if (version === 0) notice("This study was deleted.", "warn", 0);
    this.#newest = Math.max(this.#newest, version);
    if (!this.#sending && !this.#unsent) this.#compare();
  }

  // Shows the study anew where somebody has changed it; what is being written stays.
  async #compare() {
    const { study } = this.#data;
    if (!study || study.version >= this.#newest) return;
    const draft = this.#form?.elements.text;
    const written = draft && draft.value !== draft.defaultValue ? draft.value : null;
    await this.#visit(location.href, null);
    if (written === null || !this.#form) return;
    this.#form.elements.text.value = written;
    this.#form.querySelector("details").open = true;
    notice("This study was changed elsewhere. What you write is not kept yet.", "warn");
  }
}
