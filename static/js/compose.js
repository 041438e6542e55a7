// A question put together from conditions and groups of conditions. The text field stays the
// question itself: every change here writes it anew, and what is typed there is read by the
// server, which answers with its tree.

const form = document.getElementById("compose");
const query = document.getElementById("query");
const sentence = document.getElementById("sentence");
const mistake = document.getElementById("mistake");
const builder = document.getElementById("builder");
const words = document.getElementById("words");
const group = document.getElementById("group-pattern").content;
const condition = document.getElementById("condition-pattern").content;

let reading = 0; // texts whose trees are under way
let prefix = "";
const rules = document.getElementById("rules");
const changes = [...rules.querySelectorAll("input[type=checkbox]")];
const [start, turn] = ["start", "turn"].map((id) => document.getElementById(id));
let root = { op: "and", not: false, items: [] };

form.elements.game.addEventListener("change", ({ target }) => {
  location.assign(`/lab?${new URLSearchParams({ game: target.value, q: query.value })}`);
});
query.addEventListener("change", read);
query.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit();
});
// The text says it all, so the fold sends nothing of its own.
for (const field of [...changes, start, turn]) {
  field.removeAttribute("name");
  field.addEventListener("change", write);
}
builder.hidden = false;
draw();
read();

// -- Text to tree ---------------------------------------------------------------------------

async function read() {
  mistake.hidden = true;
  sentence.textContent = "";
  if (!query.value.trim()) return;
  const asked = query.value;
  const [answer, said] = await parsed(asked);
  if (!answer || asked !== query.value) return;
  if (!answer.ok) {
    mistake.textContent = said.message;
    mistake.hidden = document.getElementById("refusal") !== null;
    return;
  }
  sentence.textContent = said.sentence;
  const { kind, term, where } = said.tree;
  readRules(said.tree);
  prefix = { count: "count ", find: "" }[kind] ?? `${kind} `;
  if (term) prefix += where ? `${term} where ` : term;
  const node = where ? branch(where, false) : null;
  root = node?.items ? node : { op: "and", not: false, items: node ? [node] : [] };
  draw();
}

// The form keeps the pointer off meanwhile: a change to the old tree would undo what was typed.
async function parsed(asked) {
  builder.ariaBusy = ++reading > 0;
  try {
    return await tree(asked);
  } finally {
    builder.ariaBusy = --reading > 0;
  }
}

async function tree(asked) {
  const fields = new URLSearchParams({ game: form.elements.game.value, q: asked });
  const answer = await fetch(`/lab/tree?${fields}`).catch(() => null);
  return [answer, await answer?.json()];
}

function readRules({ rules: changed = [], start: rows = "", turn: first = "" }) {
  for (const change of changes) change.checked = changed.includes(change.value);
  start.value = rows;
  turn.value = first;
  rules.open ||= changed.length > 0 || rows !== "";
}

function branch(tree, not) {
  if (tree.not) return branch(tree.not, !not);
  const op = tree.and ? "and" : tree.or ? "or" : null;
  if (op) return { op, not, items: tree[op].map((part) => branch(part, false)) };
  return { not, text: tree.text };
}

// -- Tree to text ---------------------------------------------------------------------------

function text(node, outermost = false) {
  if (!node.items) return (node.not ? "not " : "") + node.text.trim();
  const parts = node.items.map((item) => text(item)).filter(Boolean);
  if (!parts.length) return "";
  const joined = parts.join(` ${node.op} `);
  if (node.not) return `not (${joined})`;
  return outermost || parts.length === 1 ? joined : `(${joined})`;
}

// The rules that the question changes, as they stand in front of it.
function under() {
  const names = changes.filter((change) => change.checked).map((change) => change.value);
  const rows = start.value.trim().split(/[\s/]+/).filter(Boolean).join("/");
  if (rows) names.push(`start "${rows}" ${turn.value}`.trimEnd());
  return names.length ? `under ${names.join(", ")}: ` : "";
}

function write() {
  query.value = under() + prefix + text(root, true);
  say();
}

// The sentence of what the form has put together; the form itself stays as it is.
async function say() {
  const asked = query.value;
  if (!asked.trim()) return (sentence.textContent = "");
  const [answer, said] = await tree(asked);
  if (asked !== query.value) return;
  sentence.textContent = answer?.ok ? said.sentence : "";
  mistake.textContent = said?.message ?? "";
  mistake.hidden = !answer || answer.ok || !(prefix || root.items.length);
}

// -- Tree to form ---------------------------------------------------------------------------

function draw() {
  builder.replaceChildren(element(root, null));
}

// An edit that adds or takes away parts; the keyboard stays where it was, as far as that exists.
function rebuild(edit) {
  const { part } = document.activeElement.dataset;
  const at = part ? parts(part).indexOf(document.activeElement) : -1;
  edit();
  write();
  draw();
  if (at >= 0) (parts(part)[at] ?? parts("add")[0]).focus();
}

function parts(name) {
  return [...builder.querySelectorAll(`[data-part=${name}]`)];
}

function element(node, parent) {
  const made = (node.items ? group : condition).cloneNode(true).firstElementChild;
  // Found now, before groups within this one bring parts of the same names.
  const own = Object.fromEntries(
    [...made.querySelectorAll("[data-part]")].map((found) => [found.dataset.part, found]),
  );
  const part = (name) => own[name];
  const keep = (name, property, from) => {
    part(name)[from] = node[property];
    part(name).addEventListener("change", ({ target }) => {
      node[property] = target[from];
      write();
    });
  };
  keep("not", "not", "checked");
  if (parent) {
    part("remove").addEventListener("click", () =>
      rebuild(() => parent.items.splice(parent.items.indexOf(node), 1)),
    );
  } else part("remove").remove();
  if (!node.items) {
    keep("text", "text", "value");
    return made;
  }
  keep("op", "op", "value");
  part("choice").append(...words.content.cloneNode(true).children);
  part("add").addEventListener("click", () =>
    rebuild(() => node.items.push({ not: false, text: part("choice").value })),
  );
  const other = { and: "or", or: "and" };
  part("group").addEventListener("click", () =>
    rebuild(() => node.items.push({ op: other[node.op], not: false, items: [] })),
  );
  part("items").append(...node.items.map((item) => element(item, node)));
  return made;
}
