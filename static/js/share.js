// What can be taken away from a game follows the place that is shown, and how its picture is
// wanted.

let dark = false;
let plain = false;

// `picture()` answers what the pictures are to show, as the parameters of their
// addresses.
export class Share {
  #picture;

  constructor(picture) {
    this.#picture = picture;
    const [night, bare] = ["taken-dark", "taken-plain"].map((id) => document.getElementById(id));
    night.checked = dark;
    bare.checked = plain;
    night.addEventListener("change", () => this.show((dark = night.checked)));
    bare.addEventListener("change", () => this.show((plain = bare.checked)));
    this.show();
  }

  show() {
    const look = { ...(dark && { theme: "dark" }), ...(plain && { coordinates: 0 }) };
    const query = new URLSearchParams(this.#picture());
    for (const [name, value] of Object.entries(look)) query.set(name, value);
    for (const link of document.querySelectorAll("[data-taken]")) {
      link.href = `${link.dataset.taken}?${query}`;
    }
  }
}
