// Settings, Keys and Share beside the board, never on it: taken from their own pages when somebody asks
// for them. On a match page they lie over the chat and over the moves, on narrow screens on a sheet
// below the own seat.

import { notice } from "./notices.js";
import { prefer } from "./preferences.js";
import { Share } from "./share.js";

const WIDE = matchMedia("(min-width: 68.8em)");
const main = document.getElementById("main");

const { drawerSheet } = document.querySelector("[data-drawer-sheet]").dataset;

const LEAST = 200; // px of a sheet

let dressed = null; // when its style sheet is there
let open = null; // { section, address, opener }

addEventListener("drawer", ({ detail }) => turn(detail));
addEventListener("keydown", escape, { capture: true });
addEventListener("resize", place);
new MutationObserver(([{ oldValue }]) => main.dataset.status !== oldValue && close()).observe(main, {
  attributeFilter: ["data-status"],
  attributeOldValue: true,
}); // what has come of the game lies below

// Opens what is at `address`, or closes it where it is open.
async function turn({ address, opener }) {
  const again = open?.address === address;
  close();
  if (again) return;
  dressed ??= sheet(drawerSheet);
  const [section] = await Promise.all([taken(address), dressed]);
  if (!section) {
    notice("That could not be loaded. Try again.", "bad");
    return;
  }
  close(); // what was asked for meanwhile
  open = { section, address, opener };
  section.querySelector(".drawer-head").append(cross());
  host(section.id).append(section);
  if (section.id === "settings") prefer(section);
  if (section.id === "share") new Share(() => new URLSearchParams(section.dataset.pictured));
  place();
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
}

function sheet(href) {
  return new Promise((done) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.addEventListener("load", done);
    link.addEventListener("error", done);
    document.head.append(link);
  });
}

async function taken(address) {
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) return null;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const section = document.adoptNode(page.querySelector("#main > section"));
  for (const sprite of section.querySelectorAll(".sprite")) {
    if (document.getElementById(sprite.querySelector("[id]").id)) sprite.remove();
  }
  section.classList.add("drawer");
  return section;
}

// Where it lies: a chat that is open gives way, an offer does not.
function host(kind) {
  const beside = kind === "keys" ? ".middle" : ".info";
  return (WIDE.matches && main.querySelector(beside)) || main;
}

function cross() {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "icon-button";
  button.ariaLabel = "Close";
  button.append(document.querySelector(".cross").content.cloneNode(true));
  button.addEventListener("click", close);
  return button;
}

// A sheet begins below what must stay in sight.
function place() {
  if (!open) return;
  host(open.section.id).append(open.section);
  const seen = (main.querySelector(".own") ?? main.querySelector(".board-area")).getBoundingClientRect();
  const top = Math.min(Math.max(0, seen.bottom + 6), innerHeight - LEAST);
  open.section.style.setProperty("--drawer-top", `${Math.round(top)}px`);
}

function escape(event) {
  if (event.key !== "Escape" || !open) return;
  event.stopImmediatePropagation();
  close();
}

function close() {
  if (!open) return;
  const { section, opener } = open;
  open = null;
  const inside = section.contains(document.activeElement);
  section.remove();
  if (inside) opener?.focus({ preventScroll: true });
}
