"""Games of Othello against another program, both with as much processor time.

The rival is a command whose program speaks GTP (`engine.contest.program`), as Edax does with
``-gtp``. It plays at whatever strength the command names. Ours may spend in each game what the
rival has spent in a game on average, and what of that is left over from the games before. Games
begin with the openings of a file, one a line (``openings=FILE``), else with eight random moves,
and each opening is played from both sides.
With ``keep=FILE`` every game is written down, and a later run goes on from there.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from time import process_time
from typing import TYPE_CHECKING, cast

from engine.contest.program import Program
from engine.contest.tally import Tally
from engine.errors import EngineError
from engine.games.othello.game import Othello
from engine.games.othello.search.searcher import OthelloSearcher
from engine.search.control import SearchControl
from engine.search.limits import Limit

if TYPE_CHECKING:
    from engine.bench import Figures, Say
    from engine.game import Move, Position
    from engine.games.othello.position import OthelloPosition

DESCRIPTION = (
    "Othello against a program that speaks GTP, as much processor time each"
    " (command= openings=FILE games= keep=FILE hundredths=)"
)

RANDOM_PLIES = 8

ENDGAME = 24
"""Empty squares from which on a search may see the end."""

FOR_THE_END = 0.35
"""The share of a game's time that is kept for then, and of what is left that a search gets."""
AT_ONCE = 0.7

MOST = 2.0
"""Times an average game's time that one game may take, however much is left over."""

PATIENCE = 100.0
"""Times its processor time that a search may take by the clock of a busy machine."""


@dataclass(frozen=True, slots=True)
class Bout:
    """One game: which it is, our lead in discs, and both sides' processor seconds."""

    game: int
    lead: int
    ours: float
    theirs: float


class Ours:
    """Our search, with a purse of processor seconds for a game."""

    def __init__(self) -> None:
        self._searcher = OthelloSearcher(Othello())
        self._purse, self._proved = 0.0, False
        self.spent = 0.0

    def begin(self, purse: float) -> None:
        """A new game."""
        self._purse, self._proved, self.spent = purse, False, 0.0

    def choose(self, position: Position) -> Move:
        rest = max(self._purse - self.spent, 0.02 * self._purse)
        limit = Limit(time=rest * self._share(position), patience=PATIENCE)
        started = process_time()
        info = self._searcher.search(position, limit, SearchControl())
        self.spent += process_time() - started
        self._proved = self._proved or info.exact
        return info.pv[0]

    def _share(self, position: Position) -> float:
        """How much of what is left a move may take."""
        black, white = cast("OthelloPosition", position).boards
        before_the_end = 64 - (black | white).bit_count() - ENDGAME
        if before_the_end > 0:
            return (1 - FOR_THE_END) / ((before_the_end + 1) // 2)
        return 1.0 if self._proved else AT_ONCE


def run(
    say: Say,
    *,
    command: str = "",
    openings: str = "",
    games: int = 200,
    keep: str = "",
    hundredths: int = 100,
) -> Figures:
    """`hundredths`: of a second that the rival is thought to spend on a game until it has."""
    if not command:
        raise EngineError("Name the rival: command='PROGRAM THAT SPEAKS GTP'.")
    known = _read(keep)
    lines = Path(openings).read_text(encoding="ascii").split() if openings else []
    rival, ours = Program(command), Ours()
    try:
        for number in range(len(known), games):
            theirs = [bout.theirs for bout in known] or [hundredths / 100]
            average = sum(theirs) / len(theirs)
            left_over = average * len(known) - sum(bout.ours for bout in known)
            ours.begin(min(max(average + left_over, average / MOST), MOST * average))
            known.append(play(opening(number // 2, lines), number, ours, rival))
            if keep:
                with Path(keep).open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(known[-1])) + "\n")
    finally:
        rival.close()
    return _told(say, known)


def opening(number: int, lines: list[str]) -> tuple[Move, ...]:
    """The moves that two games begin with."""
    game = Othello()
    if lines:
        return game.parse_moves(lines[number % len(lines)])
    source, position, moves = Random(number), game.start(), []  # noqa: S311 (a game, no secret)
    for _ in range(RANDOM_PLIES):
        moves.append(source.choice(position.legal_moves()))
        position = position.play(moves[-1])
    return tuple(moves)


def play(beginning: tuple[Move, ...], number: int, ours: Ours, rival: Program) -> Bout:
    """Play to the end; ours is Black in games with even numbers."""
    game, side, spent = Othello(), number % 2, rival.seconds
    position: Position = game.start()
    rival.ask("clear_board")
    while (outcome := position.outcome()) is None:
        colour, legal = "bw"[position.to_move], position.legal_moves()
        begun = position.ply >= len(beginning)
        if begun and position.to_move != side and not game.is_pass(legal[0]):
            move = game.parse_move(rival.ask(f"genmove {colour}").lower())
        else:
            move = legal[0]
            if not begun:
                move = beginning[position.ply]
            elif len(legal) > 1:
                move = ours.choose(position)
            if not game.is_pass(move):
                rival.ask(f"play {colour} {game.format_move(move)}")
        position = position.play(move)
    score = outcome.score or 0
    return Bout(number, -score if side else score, ours.spent, rival.seconds - spent)


def _read(keep: str) -> list[Bout]:
    if not keep or not Path(keep).exists():
        return []
    return [Bout(**json.loads(line)) for line in Path(keep).read_text("utf-8").splitlines()]


def _told(say: Say, bouts: list[Bout]) -> Figures:
    tally = Tally()
    for bout in bouts:
        tally = tally.and_points((bout.lead > 0) + 0.5 * (bout.lead == 0))
    ours, theirs = (sum(getattr(bout, side) for bout in bouts) for side in ("ours", "theirs"))
    say(
        f"{tally.won} won {tally.drawn} drawn {tally.lost} lost, {100 * tally.share:.1f} ±"
        f" {100 * tally.margin:.1f}% of the points; {ours / len(bouts):.2f} s a game,"
        f" {theirs / len(bouts):.2f} s the rival"
    )
    return tally.figures() | {"seconds": round(ours, 2), "rival_seconds": round(theirs, 2)}
