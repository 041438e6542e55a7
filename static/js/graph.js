// The course of a game as a curve: above the middle the first player is ahead, below it the
// second. What is proved is solid, what is estimated hatched and dashed.

import { element } from "./svg.js";

const USUAL = 448; // while it is not shown
const NARROW = matchMedia("(max-width: 37.5em)");
const LOW = matchMedia("(min-width: 68.8em) and (max-height: 51.25em)");
const LABELS = 4;
const ERRORS = new Set(["?!", "?", "??"]);

// `review`: what is known by ply; `plies`: of the whole game; `ply`: the one shown.
export function drawGraph(svg, review, plies, ply, open) {
  const width = Math.max(svg.getBoundingClientRect().width - 24, 0) || USUAL;
  const height = NARROW.matches ? 46 : LOW.matches ? 54 : 96;
  const middle = height / 2;
  const size = { width, height, middle };
  svg.setAttribute("viewBox", `-12 0 ${width + 24} ${height + 22}`);
  const x = (at) => (plies ? (at * width) / plies : 0);
  const y = (at) => middle - review.get(at).lead * (middle - 8);
  const known = [...review.keys()].filter((at) => review.get(at).lead !== null).sort((a, b) => a - b);
  const parts = [hatching("first"), hatching("second")];
  parts.push(element("rect", { class: "graph-ground", width, height, rx: 10 }));
  for (const run of runs()) parts.push(...area(run));
  parts.push(element("path", { class: "graph-middle", d: `M0 ${middle}H${width}` }));
  for (const run of runs()) parts.push(curve(run));
  const first = known.find((at) => review.get(at).proved);
  if (first > known[0]) parts.push(element("path", { class: "graph-border", d: `M${x(first)} 0V${height}` }));
  if (plies) parts.push(...cursor(x(ply), review.get(ply)?.lead == null ? middle : y(ply), size));
  for (const at of known) {
    if (ERRORS.has(review.get(at).mark) && at < plies) parts.push(mistake(at));
  }
  parts.push(...numbers(plies, x, size));
  svg.replaceChildren(...parts);
  svg.onclick = (event) => {
    const box = svg.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width) * (width + 24) - 12;
    open(Math.min(Math.max(Math.round((share / width) * plies), 0), plies));
  };

  function sure(from, to) {
    return review.get(from).proved && review.get(to).proved;
  }

  // The known plies in stretches that are proved, or estimated, throughout.
  function runs() {
    const found = [];
    known.slice(1).forEach((at, i) => {
      const proved = sure(known[i], at);
      if (found.at(-1)?.proved === proved) found.at(-1).plies.push(at);
      else found.push({ proved, plies: [known[i], at] });
    });
    return found;
  }

  function area({ proved, plies: run }) {
    const points = run.map((at) => `${x(at)} ${y(at)}`).join("L");
    const d = `M${x(run[0])} ${middle}L${points}L${x(run.at(-1))} ${middle}z`;
    const kind = proved ? "graph" : "graph-open";
    return [half(`${kind}-first`, d, 0, size), half(`${kind}-second`, d, middle, size)];
  }

  function curve({ proved, plies: run }) {
    const points = run.map((at) => `${x(at)} ${y(at)}`).join("L");
    const d = `M${points}`;
    return element("path", { class: `graph-curve${proved ? "" : " open"}`, d });
  }

  function mistake(before) {
    const after = before + 1;
    const { mark, error } = review.get(before);
    const group = element("g", { class: `graph-mistake${error?.sure ? "" : " open"}` });
    const level = review.get(after)?.lead == null ? middle : y(after);
    group.append(element("circle", { cx: x(after), cy: level, r: mark.length > 1 ? 8.5 : 7.5 }));
    const sign = element("text", { x: x(after), y: level + 3.6 });
    sign.textContent = mark;
    group.append(sign);
    return group;
  }
}

// Lines of 45 degrees in a player's colour.
function hatching(player) {
  const size = { width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" };
  const pattern = element("pattern", { id: `hatching-${player}`, ...size });
  pattern.append(element("rect", { class: `graph-${player}`, width: 2.4, height: 6 }));
  return pattern;
}

// The part of the area that belongs to one player, cut off at the middle.
function half(kind, area, top, { width, middle }) {
  const clip = element("svg", { y: top, width, height: middle, viewBox: `0 ${top} ${width} ${middle}` });
  clip.append(element("path", { class: kind, d: area }));
  return clip;
}

function cursor(at, level, { height }) {
  return [
    element("path", { class: "graph-cursor", d: `M${at} 0V${height}` }),
    element("circle", { class: "graph-here", cx: at, cy: level, r: 4.5 }),
  ];
}

function numbers(plies, x, { height }) {
  const step = Math.max(1, Math.ceil(plies / LABELS));
  const shown = [];
  for (let at = 0; at <= plies; at += step) shown.push(at);
  return shown.map((at) => {
    const text = element("text", { class: "graph-number", x: x(at), y: height + 17 });
    text.textContent = at;
    return text;
  });
}
