"""What the page of a review says: how well each side played, and its mistakes.

The words are those of ``review.js``, which a browser test compares.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.registry import family_of
from engine.sentences import describe_outcome
from webapp.pages.analysis_view import path
from webapp.svg import draw_position
from webapp.wire.board import landing
from webapp.wire.review import ERRORS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import Square
    from webapp.domain.line import Line
    from webapp.svg import Drawing
    from webapp.wire.review import ErrorMessage, PlyMessage

TIMES = ("", "once", "twice", "three times", "four times", "five times", "six times")


@dataclass(frozen=True, slots=True)
class Head:
    """How well one side played.

    Attributes:
        kept: of how many of its `judged` moves the result stayed what it was.
        discs: that its moves gave away on average, where they count; None: that is not known.
    """

    name: str
    kept: int
    judged: int
    discs: float | None

    @property
    def text(self) -> str:
        return f"{self.kept} of {self.judged} moves"

    @property
    def share(self) -> int | None:
        """Those that kept it in percent, None without any."""
        return round(100 * self.kept / self.judged) if self.judged else None

    @property
    def lost(self) -> str:
        return "" if self.discs is None else f"{self.discs:.1f} discs lost a move"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that was worse than another.

    Attributes:
        ply: before it.
        number: as moves are counted, ``4.`` or ``4. …``.
        drawing: the board before it.
        better: where the better move goes; None: it is a pass.
        path: of that board on the page of the analysis.
    """

    ply: int
    number: str
    mark: str
    error: ErrorMessage
    drawing: Drawing
    better: Square | None
    path: str


def heads(line: Line, known: Mapping[int, PlyMessage]) -> list[Head]:
    """Of every side, in their order."""
    counted = family_of(line.game).counted
    found = []
    for player, name in enumerate(line.game.player_names):
        plies = (ply for ply in range(len(line.moves)) if line.positions[ply].to_move == player)
        own = [known[ply] for ply in plies if ply in known]
        judged = [entry["kept"] for entry in own if entry["kept"] is not None]
        lost = [entry["lost"] for entry in own if entry["lost"] is not None]
        discs = sum(lost) / len(lost) if counted and lost else None
        found.append(Head(name, sum(judged), len(judged), discs))
    return found


def sentence(line: Line, known: Mapping[int, PlyMessage]) -> str:
    """Who won, and how often it turned: "Yellow wins. It turned five times."."""
    kept = [known[ply]["kept"] if ply in known else None for ply in range(len(line.moves))]
    turned = kept.count(False)
    often = TIMES[turned] if turned < len(TIMES) else f"{turned} times"
    times = f"turned {often}" if turned else "never turned"
    so = " as far as it is proved" if None in kept else ""
    outcome = line.positions[-1].outcome()
    words = "" if outcome is None else str(describe_outcome(line.game, outcome))
    end = words.split(". ", maxsplit=1)[0].removesuffix(".")
    if kept and set(kept) == {None}:
        return f"{end}. Nothing is proved yet." if end else "Nothing is proved yet."
    return f"{end}. It {times}{so}." if end else f"The result {times}{so}."


def mistakes(line: Line, known: Mapping[int, PlyMessage]) -> list[Mistake]:
    """In the order of the game."""
    players = line.game.players
    found = []
    for ply in sorted(known):
        entry = known[ply]
        error = entry["error"]
        if error is None or entry["mark"] not in ERRORS or ply >= len(line.moves):
            continue
        position = line.positions[ply]
        number = f"{ply // players + 1}.{' …' if ply % players else ''}"
        drawing = replace(draw_position(position, ""), last=None)
        better = error["best"]
        drops = family_of(line.game).drops
        square = landing(position).get(str(better)) if drops else better
        on_board = square is not None and 0 <= square < line.game.columns * line.game.rows
        drawn = square if on_board else None
        found.append(Mistake(ply, number, entry["mark"], error, drawing, drawn, path(line.at(ply))))
    return found
