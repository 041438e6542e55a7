// The buttons of a match page: what they ask for is done over the socket; what cannot be undone
// is asked for once more, in place. Where no socket opens they stay what they are: forms.

// What concerns the position that was seen.
const WITH_PLY = new Set(["takeback", "hint"]);

// What is meant as often as it is pressed; elsewhere a second click belongs to the first.
const REPEATED = "[data-act=takeback][data-when^=alone], [data-act=give]";

export class Actions {
  #root;
  #match;
  #byForm;
  #confirmation = document.getElementById("confirm");
  #confirmed = null;

  // `byForm` answers whether the forms are to be sent.
  constructor(root, match, byForm) {
    this.#root = root;
    this.#match = match;
    this.#byForm = byForm;
    root.addEventListener("click", (event) => this.#click(event));
    for (const form of root.querySelectorAll("[data-level-form]")) {
      form.addEventListener("submit", (event) => this.#level(event, form));
    }
  }

  // Nothing is left to be sure about.
  settle() {
    this.#confirmation.hidden = true;
  }

  #click(event) {
    const button = event.target.closest("[data-act], [data-answer]");
    if (!button || (this.#byForm() && button.dataset.act)) return;
    event.preventDefault();
    if (event.detail > 1 && !button.matches(REPEATED)) return;
    button.closest("details")?.removeAttribute("open");
    const { answer, confirm } = button.dataset;
    if (confirm) this.#ask(button);
    else if (answer === "no") this.#answered();
    else if (answer === "yes") this.#perform(this.#confirmed.dataset);
    else this.#perform(button.dataset);
  }

  #ask(button) {
    this.#confirmed = button;
    this.#confirmation.querySelector("p").textContent = button.dataset.confirm;
    this.#confirmation.hidden = false;
    this.#confirmation.querySelector("button").focus();
  }

  #answered() {
    this.settle();
    this.#confirmed?.focus();
  }

  #perform({ act: t, kind, level }) {
    if (!this.#confirmation.hidden) this.#answered();
    const { ply } = this.#match.snapshot;
    this.#match.act(t, { ...(kind && { kind }), ...(level && { level }), ...(WITH_PLY.has(t) && { ply }) });
  }

  #level(event, form) {
    if (this.#byForm()) return;
    event.preventDefault();
    const { seat, level } = form.elements;
    this.#match.act("level", { seat: Number(seat.value), level: level.value });
    form.closest("details").open = false;
  }
}
