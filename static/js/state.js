// What is so, and what the page says about it, for a snapshot: the twin of
// webapp/pages/view.py. And how each event changes a snapshot.

import { spentText } from "./duration.js";
import { hintsOfAGame, moveShown, playerName, say } from "./words.js";

export function flags(s) {
  const others = s.seats.filter(({ seat }) => !s.you.includes(seat));
  const holds = s.you.length > 0;
  const alone = holds && others.every(({ kind }) => kind === "ai");
  const facts = {
    [s.status]: true,
    started: s.status !== "waiting",
    player: holds,
    director: holds || s.host,
    restarter: alone || s.host,
    spectator: !holds,
    joinable: s.can_join,
    alone,
    talks: s.status !== "waiting" && (!holds || !alone),
    versus: holds && others.some(({ kind }) => kind !== "ai"),
    mine: mayMove(s),
    moved: s.moves.slice(s.opening).some(([seat, , text]) => s.you.includes(seat) && text !== "--"),
    early: s.status === "playing" && movers(s).size < s.seats.length,
    timed: s.clock !== null,
    casual: !s.rated,
    levels: nextLevel(s) !== "",
    reopenable: alone && s.outcome !== null && !FINAL.includes(s.outcome.reason),
    hintable: alone && mayMove(s) && s.hint === null && s.hints_left[s.to_move] > 0,
    ai: s.seats.some(({ kind }) => kind === "ai"),
    offer: s.offer !== null,
    answer: s.offer !== null && holds && !s.you.some((seat) => s.offer.agreed.includes(seat)),
    asked: s.offer !== null && s.you.includes(s.offer.by),
    unasked: s.offer === null,
    rematched: s.next !== null,
    unmatched: s.next === null,
    invites: !s.open,
    seeks: s.open,
    shown: s.wants_public,
    hidden: !s.wants_public,
    private: !s.public,
  };
  return new Set(Object.keys(facts).filter((name) => facts[name]));
}

const NOBODY_WINS = ["resignation", "abandoned", "time"];

// Endings that are somebody's doing, which no takeback undoes.
const FINAL = [...NOBODY_WINS, "left"];

function movers({ moves, opening }) {
  return new Set(moves.slice(opening).map(([seat]) => seat));
}

export function mayMove(s) {
  return s.status === "playing" && s.you.includes(s.to_move);
}

export function result({ outcome, you }) {
  if (!outcome || you.length !== 1) return "";
  if (outcome.winner === null) return NOBODY_WINS.includes(outcome.reason) ? "" : "drawn";
  return you.includes(outcome.winner) ? "won" : "lost";
}

// The level to try next: the one above for who did not lose to the computer, else the one below.
export function nextLevel(s) {
  const levels = new Set(s.seats.filter(({ seat }) => !s.you.includes(seat)).map(({ level }) => level));
  const so = result(s);
  const at = so && levels.size === 1 ? s.level_choices.indexOf([...levels][0]) : -1;
  return (at >= 0 && s.level_choices[at + (so === "lost" ? -1 : 1)]) || "";
}

export function turn(s) {
  if (s.outcome) return `${verdict(s)} ${s.outcome.text}`;
  if (s.status === "waiting") return say("turn.waiting", { player: s.game.colours[turnSeat(s)] });
  if (s.hint && s.you.includes(s.to_move)) return hintLine(s);
  if (s.you.length === 1 && s.you[0] === s.to_move) return say(`${s.game.family}.your_turn`);
  if (s.you.length === 1) {
    const { kind, name } = s.seats[s.to_move];
    return say(kind === "ai" ? "turn.thinking" : "turn.waiting", { player: name });
  }
  return say("turn", { player: playerName(s, s.to_move) });
}

function hintLine({ hint, hints_left: rest }) {
  if (hint.move === null) return say("hint.search");
  const count = rest[hint.seat];
  const left = say(`hint.left.${count > 1 ? "many" : count ? "one" : "none"}`, { count });
  return `${hint.said} ${left}`;
}

export function turnSeat(s) {
  if (s.status === "waiting") return s.seats.findIndex(({ kind }) => kind === "open");
  return s.outcome?.winner ?? s.to_move;
}

export function verdict({ outcome, you, seats }) {
  if (outcome.winner === null || !you.length) return outcome.title;
  const own = you.length > 1 ? "wins" : "wins.you";
  const key = you.includes(outcome.winner) ? own : "wins.other";
  return say(key, { player: seats[outcome.winner].name, result: outcome.result });
}

export function heading({ game, seats }) {
  const names = seats.map(({ name }) => name || say("heading.free"));
  return `${game.name}, ${names.join(say("heading.against"))}`;
}

export function headline(s) {
  return verdict(s).replaceAll("–", "–\u2060");
}

export function seatState(s, seat) {
  const toMove = s.status === "playing" && s.to_move === seat.seat;
  const mine = s.you.includes(seat.seat);
  if (seat.kind === "open") return say("seat.open");
  if (toMove && mine) return say("seat.your_turn");
  if (seat.kind === "ai" && toMove && s.ahead) return say("seat.line", { count: s.ahead });
  if (seat.kind === "ai") return say(toMove ? "seat.thinking" : "seat.computer");
  if (mine) return say("seat.online");
  if (s.gone.some((left) => left.seat === seat.seat)) return say("seat.left");
  if (!seat.online) return say(`seat.${seat.standing}`);
  return say(toMove ? "seat.to_move" : "seat.online");
}

export function watchingLine({ watching: count, watchers }) {
  const names = watchers.join(", ");
  return say(names ? "watching.named" : "watching", { count, names });
}

export function resultLine(s) {
  return [playedLine(s), ...s.seats.map((seat) => hintsLine(s, seat))].filter(Boolean).join(" ");
}

// That a game was won with help is no secret.
function hintsLine({ hints_left: left }, { seat, name: player }) {
  const count = hintsOfAGame - left[seat];
  return count ? say(`hint.taken.${count > 1 ? "many" : "one"}`, { player, count }) : "";
}

function playedLine({ game, moves: all, counts, outcome }) {
  const count = all.filter(([, , text]) => text !== "--").length;
  const moves = say(count === 1 ? "moves.one" : "moves.many", { count });
  if (!game.counted) return say("result.moves", { moves });
  const { winner, score } = outcome;
  const order = first(counts, winner);
  const text = order.map((player) => counts[player]).join("–");
  const lead = counts[order[0]] - counts[order[1]];
  const empty = winner !== null && score !== null && Math.abs(score) !== lead;
  const player = game.colours[order[0]];
  return say(empty ? "result.empty" : "result.discs", { counts: text, moves, player });
}

// The indexes of `list`, `which` before the others.
function first(list, which) {
  return [...list.keys()].sort((a, b) => (a !== which) - (b !== which) || a - b);
}

export function seriesLine(s) {
  if (s.number === 1) return "";
  const order = first(s.tally.wins, s.you[0]);
  return say("result.series", { points: order.map((seat) => tallyText(s, seat)).join("–") });
}

export function tallyText({ tally: { wins, draws } }, seat) {
  const points = wins[seat] + draws / 2;
  return Number.isInteger(points) ? String(points) : `${Math.floor(points) || ""}½`;
}

export function moveName(s, ply) {
  const { game, moves } = s;
  const [seat, move, text] = moves[ply - 1];
  const key = text === "--" ? "move.pass" : game.drops ? "move.column" : "move.square";
  const shown = moveShown(game, move, text);
  const name = say(key, { number: ply, player: game.colours[seat], text: shown });
  return [name, moveTook(s, ply)].filter(Boolean).join(", ");
}

// How long a move took, where a clock was there; a pass is made by itself.
export function moveTook({ moves, opening, spent }, ply) {
  const took = spent?.[ply - 1 - opening];
  return took === undefined || moves[ply - 1][2] === "--" ? "" : spentText(took);
}

export function offerLine({ offer, you, seats }) {
  if (!offer) return "";
  const key = you.includes(offer.by) ? "offered" : "offer";
  return say(`${key}.${offer.kind}`, { player: seats[offer.by].name });
}

const CHANGES = {
  moved(s, e) {
    s.ply = e.ply;
    s.to_move = e.to_move;
    s.legal = e.legal;
    s.landing = {};
    s.flips = {};
    s.last = e.changes.map(([square]) => square);
    s.hint = null;
    s.moves.push([e.seat, e.move, e.text]);
    if (e.clock) s.spent?.push(e.clock.at - s.clock.at);
    for (const [square, owner] of e.changes) s.cells[square] = owner;
    recount(s);
    if (s.offer && s.offer.kind !== "rematch") s.offer = null;
  },
  took_back(s, e) {
    Object.assign(s, { ply: e.ply, cells: e.cells, last: e.last, to_move: e.to_move });
    Object.assign(s, { legal: e.legal, landing: {}, flips: {}, offer: null, hint: null });
    Object.assign(s, { tally: e.tally, outcome: null, status: "playing" });
    s.moves.length = e.moves;
    s.spent?.splice(e.moves - s.opening);
    recount(s);
  },
  joined(s, e) {
    const { name, registered, rating } = e;
    Object.assign(s.seats[e.seat], { kind: "human", name, registered, rating });
    Object.assign(s.seats[e.seat], { online: true, standing: "online" });
    s.status = e.status;
    s.can_join &&= s.seats.some(({ kind }) => kind === "open");
  },
  offered(s, e) {
    s.offer = { kind: e.kind, by: e.by, agreed: [e.by] };
  },
  agreed(s, e) {
    s.offer?.agreed.push(e.by);
  },
  declined(s) {
    s.offer = null;
  },
  ended(s, e) {
    Object.assign(s, { status: "finished", outcome: e.outcome, legal: [], offer: null, hint: null });
    s.tally = e.tally;
    e.ratings?.forEach(([rating, change], seat) => Object.assign(s.seats[seat], { rating, change }));
  },
  levelled(s, e) {
    Object.assign(s.seats[e.seat], { level: e.level, name: e.name });
  },
  renamed(s, { seat, name, registered }) {
    Object.assign(s.seats[seat], { name, registered });
  },
  handed_over(s, e) {
    Object.assign(s.seats[e.seat], { kind: "ai", level: e.level, name: e.name, registered: false, online: true });
    s.you = s.you.filter((seat) => seat !== e.seat);
    s.offer = null;
  },
  shown(s, { seat, on, public: everybody }) {
    s.public = everybody;
    if (s.you.includes(seat)) s.wants_public = on;
  },
  left(s, { seat, at, claim_at }) {
    s.gone.push({ seat, at, claim_at });
  },
  returned(s, { seat }) {
    s.gone = s.gone.filter((left) => left.seat !== seat);
  },
  asked_hint(s, { seat, left }) {
    s.hint = { seat, move: null, text: "", said: "" };
    s.hints_left[seat] = left;
  },
  hinted(s, { seat, move, text, said, left }) {
    s.hint = move === null ? null : { seat, move, text, said };
    s.hints_left[seat] = left;
  },
  rematched(s, e) {
    s.next = e.next;
    s.offer = null;
  },
};

function recount(s) {
  s.counts = s.counts.map((_, player) => s.cells.filter((owner) => owner === player).length);
}

export function apply(snapshot, event) {
  snapshot.v = event.v;
  CHANGES[event.t]?.(snapshot, event);
  if (event.clock) snapshot.clock = event.clock;
}
