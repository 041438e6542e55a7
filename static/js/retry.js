// The better move looked for by oneself: one's mistakes one after the other, tried on the board,
// where both sides may go on from the answer.

export class Retry {
  #errors = [];
  #at = -1;
  #tried = null; // the move that waits for its score
  #said = ["", ""];
  #answer = ""; // "good" or "bad" once a move is judged
  #visit;

  // `visit(ply, side)` shows the board before a mistake, or a line from there.
  constructor(visit) {
    this.#visit = visit;
  }

  get on() {
    return this.#at >= 0;
  }

  // The ply at which a better move is looked for.
  get ply() {
    return this.#errors[this.#at]?.at;
  }

  // Whether a move played at this place is an attempt.
  asks(course) {
    return this.on && course.ply === this.ply && course.tried === 0;
  }

  // Begins with one of them.
  start(errors, first) {
    this.#errors = errors;
    this.#show(first);
  }

  stop() {
    this.#at = -1;
    this.#tried = null;
    document.getElementById("main").removeAttribute("data-retry");
  }

  next() {
    if (this.#at + 1 < this.#errors.length) this.#show(this.#at + 1);
    else this.leave();
  }

  again() {
    this.#show(this.#at);
  }

  // Ends it at the board before the mistake, with all that is known of it.
  leave() {
    const { ply } = this;
    this.stop();
    this.#visit(ply, "");
  }

  // Takes up a page that has come in place of the one before.
  resume(course) {
    if (this.on && course.ply !== this.ply) this.stop();
    if (this.on) this.#draw();
  }

  // A move in place of the mistake; it is answered once its score is known.
  attempt(move) {
    this.#tried = move;
    this.#say("A moment, please.", "");
  }

  // What the page says about the move that was tried, which is played with what refutes it;
  // `found`: the scores of all moves. A mistake that is proved is judged by what is proved.
  answer(found, counted) {
    const [best] = found;
    const tried = found.find((one) => one.move === this.#tried);
    if (!tried) return;
    const open = [best, tried].some(({ kind }) => kind.endsWith("open"));
    if (open && this.#errors[this.#at].error.sure) return;
    this.#tried = null;
    const good = counted ? tried.label === best.label : tried.kind === best.kind;
    const worth = [tried.label, tried.note].filter(Boolean).join(" ");
    const [text = "", name = ""] = tried.reply;
    const reply = name ? ` The answer is ${name}.` : "";
    this.#answer = good ? "good" : "bad";
    this.#say(good ? `That is it. ${worth}` : `Not this one: ${worth}.${reply}`, this.#answer);
    this.#visit(this.ply, good ? tried.text : tried.text + text);
  }

  #show(at) {
    this.#at = at;
    this.#tried = null;
    this.#answer = "";
    this.#said = [`Mistake ${at + 1} of ${this.#errors.length}. Find the better move.`, ""];
    this.#visit(this.ply, "");
    this.#draw();
  }

  #say(...said) {
    this.#said = said;
    this.#draw();
  }

  #draw() {
    document.getElementById("main").dataset.retry = "";
    document.getElementById("retry-next").hidden = this.#answer !== "good";
    document.getElementById("retry-again").hidden = this.#answer !== "bad";
    const line = document.getElementById("retry-text");
    [line.textContent, line.className] = this.#said;
  }
}
