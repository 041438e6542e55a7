// The course of a game as a curve: above the middle the first player is ahead, below it the
// second.

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 448;
const HEIGHT = 116;
const MIDDLE = HEIGHT / 2;
const SWING = MIDDLE - 8;
const LABELS = 4;

// `review`: what is known by ply, {lead, mark}; `plies`: of the whole game; `ply`: the one shown.
export function drawGraph(svg, review, plies, ply, open) {
  svg.setAttribute("viewBox", `-12 0 ${WIDTH + 24} ${HEIGHT + 22}`);
  const x = (at) => (plies ? (at * WIDTH) / plies : 0);
  const y = (at) => MIDDLE - review.get(at).lead * SWING;
  const known = [...review.keys()].filter((at) => review.get(at).lead !== null).sort((a, b) => a - b);
  const parts = [add("rect", { class: "graph-ground", width: WIDTH, height: HEIGHT, rx: 10 })];
  const curve = known.map((at) => `${x(at)} ${y(at)}`).join("L");
  if (known.length > 1) {
    const [first, last] = [x(known[0]), x(known.at(-1))];
    const area = `M${first} ${MIDDLE}L${curve}L${last} ${MIDDLE}z`;
    parts.push(half("first", area, 0), half("second", area, MIDDLE));
  }
  parts.push(add("path", { class: "graph-middle", d: `M0 ${MIDDLE}H${WIDTH}` }));
  if (curve) parts.push(add("path", { class: "graph-curve", d: `M${curve}` }));
  if (plies) parts.push(...cursor(x(ply), review.get(ply)?.lead == null ? MIDDLE : y(ply)));
  for (const at of known) {
    if (review.get(at).mark === "?" && at < plies) parts.push(mistake(x(at + 1), at + 1));
  }
  parts.push(...numbers(plies, x));
  svg.replaceChildren(...parts);
  svg.onclick = (event) => {
    const box = svg.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width) * (WIDTH + 24) - 12;
    open(Math.min(Math.max(Math.round((share / WIDTH) * plies), 0), plies));
  };

  function mistake(at, after) {
    const group = add("g", { class: "graph-mistake" });
    const height = review.get(after)?.lead == null ? MIDDLE : y(after);
    group.append(add("circle", { cx: at, cy: height, r: 7.5 }));
    const sign = add("text", { x: at, y: height + 3.6 });
    sign.textContent = "?";
    group.append(sign);
    return group;
  }
}

function add(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

// The part of the area that belongs to one player, cut off at the middle.
function half(player, area, top) {
  const clip = add("svg", { y: top, width: WIDTH, height: MIDDLE, viewBox: `0 ${top} ${WIDTH} ${MIDDLE}` });
  clip.append(add("path", { class: `graph-${player}`, d: area }));
  return clip;
}

function cursor(at, height) {
  return [
    add("path", { class: "graph-cursor", d: `M${at} 0V${HEIGHT}` }),
    add("circle", { class: "graph-here", cx: at, cy: height, r: 4.5 }),
  ];
}

function numbers(plies, x) {
  const step = Math.max(1, Math.ceil(plies / LABELS));
  const shown = [];
  for (let at = 0; at <= plies; at += step) shown.push(at);
  return shown.map((at) => {
    const text = add("text", { class: "graph-number", x: x(at), y: HEIGHT + 17 });
    text.textContent = at;
    return text;
  });
}
