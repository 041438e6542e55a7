// The tab of openings: what was played from the place that is shown, as the server lists it, and
// beside it what is known of each move by now.

const SETTLED = 150; // ms without a step
const KEPT = 60; // lists at hand

export class Explorer {
  #panel;
  #preview;
  #play;
  #lists = new Map(); // by address
  #filter = {};
  #wish = 0;
  #timer = null;
  #shown = "";
  #findings = null;

  // `play(move)` plays a move that is chosen; `preview` shows where it would go.
  constructor(play) {
    this.#play = play;
    document.addEventListener("click", (event) => this.#click(event));
    document.addEventListener("submit", (event) => this.#submit(event));
    for (const kind of ["mouseover", "focusin"]) {
      document.addEventListener(kind, ({ target }) => this.#point(target));
    }
  }

  // Takes up a page that is shown now.
  start(preview) {
    this.#panel = document.getElementById("panel-openings");
    this.#preview = preview;
    this.#shown = "";
    this.#findings = null;
  }

  // Shows the list of a place, unless nobody looks.
  show({ game }, moves) {
    if (!this.#panel || this.#panel.hidden) return;
    const filter = Object.entries(this.#filter).filter(([, value]) => value);
    const address = `/openings?${new URLSearchParams({ game, moves, ...Object.fromEntries(filter), part: 1 })}`;
    if (address === this.#shown) return;
    this.#shown = address;
    clearTimeout(this.#timer);
    if (this.#lists.has(address)) this.#draw(this.#lists.get(address));
    else this.#timer = setTimeout(() => this.#fetch(address), SETTLED);
  }

  // What the engine has found of the place; null: nothing yet.
  know(findings) {
    this.#findings = findings;
    if (!findings || !this.#panel) return;
    for (const row of this.#panel.querySelectorAll("[data-played]")) {
      const found = findings.moves.find(({ move }) => move === Number(row.dataset.played));
      const cell = row.querySelector("[data-worth]");
      const open = found?.kind.endsWith("open");
      if (!found || (open && cell.dataset.worth !== "found" && cell.textContent)) continue;
      cell.dataset.worth = "found";
      cell.firstElementChild.textContent = [found.label, found.note].join(" ").trim();
      cell.lastElementChild.textContent = found.how;
    }
  }

  async #fetch(address) {
    const wish = ++this.#wish;
    const response = await fetch(address).catch(() => null);
    const text = response?.ok ? await response.text() : "";
    if (wish !== this.#wish || address !== this.#shown) return;
    if (!text) {
      this.#shown = "";
      this.#panel.textContent = "The openings cannot be reached just now.";
      return;
    }
    this.#lists.set(address, text);
    if (this.#lists.size > KEPT) this.#lists.delete(this.#lists.keys().next().value);
    this.#draw(text);
  }

  #draw(text) {
    const { id } = document.activeElement ?? {};
    const { body } = new DOMParser().parseFromString(text, "text/html");
    this.#panel.replaceChildren(...body.childNodes);
    if (id) document.getElementById(id)?.focus({ preventScroll: true });
    this.know(this.#findings);
  }

  #click(event) {
    const link = event.target.closest("#panel-openings [data-played] a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    event.stopPropagation();
    this.#play(Number(link.closest("[data-played]").dataset.played));
  }

  #submit(event) {
    if (!event.target.matches("#panel-openings .explorer-filter")) return;
    event.preventDefault();
    const { q, since, until, game, moves } = event.target.elements;
    this.#filter = { q: q.value, since: since.value, until: until.value };
    this.show({ game: game.value }, moves.value);
  }

  #point(target) {
    const row = target.closest?.("#panel-openings [data-played]");
    if (row) this.#preview.show(Number(row.dataset.played));
    else if (target.closest?.("#panel-openings")) this.#preview.show(null);
  }
}
