"""Every kind of question answered by the rules alone: what changed rules leave to ask with.

Small boards only. What is too large is said to be so, or answered as far as it went.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.errors import UnsupportedGame
from engine.laboratory.answers import Answer, Verdict
from engine.laboratory.backend import backend_of
from engine.laboratory.exhaustion.unfolding import MOST_BOARDS, unfolded
from engine.laboratory.exhaustion.worth import Worth
from engine.laboratory.inquiry import plies_text
from engine.laboratory.language.meaning import reads, term_value
from engine.laboratory.language.naming import board_name
from engine.laboratory.language.query import And, Condition, Kind, term_text
from engine.laboratory.trace import Trace
from engine.laboratory.verdicts import none_found, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Move
    from engine.laboratory.inquiry import Inquiry

WAY = "search of all boards by the rules"

_FORCED = {1: "can force a win", 0: "can force a draw, not more", -1: "cannot force even a draw"}


def by_boards(inquiry: Inquiry) -> tuple[Answer, Iterator[tuple[Move, ...]]]:
    """The answer to any question but what can be forced and zugzwang, and further lines."""
    inquiry.way = WAY
    match inquiry.question.kind:
        case Kind.COUNT:
            return counted(inquiry), matching(inquiry)
        case Kind.MOST | Kind.FEWEST:
            return _extreme(inquiry)
        case Kind.POSITIONS:
            return _positions(inquiry), iter(())
        case Kind.VALUE:
            return _value(inquiry), iter(())
    return _find(inquiry)


def matching(inquiry: Inquiry) -> Iterator[tuple[Move, ...]]:
    """Every matching line, the shortest first; without images of earlier ones if so asked."""
    game, distinct = inquiry.question.game, inquiry.bounds.distinct
    true = reads(game, inquiry.question.node, inquiry.control)
    seen: set[tuple[Move, ...]] = set()
    for layer in unfolded(inquiry, all_lines=True):
        for reached in [reached for reached in layer if true(reached.board)]:
            for moves in reached.moves():
                if distinct:
                    first = min(backend_of(game).images(game, moves))
                    if first in seen:
                        continue
                    seen.add(first)
                yield moves


def counted(inquiry: Inquiry) -> Answer:
    """How many lines match, ply by ply: each board once, times the lines that lead to it."""
    inquiry.way, rows = WAY, []
    true = reads(inquiry.question.game, inquiry.question.node)
    witness: Trace | None = None
    for plies, layer in enumerate(unfolded(inquiry)):
        found = [reached for reached in layer if true(reached.board)]
        matches = sum(reached.lines for reached in found)
        rows.append((plies, sum(reached.lines for reached in layer), matches))
        if witness is None and found:
            witness = inquiry.checked(next(found[0].moves()))
    return number(inquiry, rows, witness)


def _find(inquiry: Inquiry) -> tuple[Answer, Iterator[tuple[Move, ...]]]:
    lines = matching(inquiry)
    moves = next(lines, None)
    if moves is not None:
        claim = f"Yes. This game of {plies_text(len(moves))} shows it"
        claim += "; none is shorter." if moves else "."
        witness = inquiry.checked(moves)
        return inquiry.answer(Verdict.WITNESS, claim, witness=witness, holds=True), lines
    return none_found(inquiry), lines


def _extreme(inquiry: Inquiry) -> tuple[Answer, Iterator[tuple[Move, ...]]]:
    question, term = inquiry.question, inquiry.question.term
    assert term is not None  # noqa: S101 (the parser guarantees it)
    measured = replace(question, node=And((question.node, Condition(term, ">=", -MOST_BOARDS))))
    asked = inquiry.about(measured)  # a term that looks back has to be read on whole lines
    true, sign = reads(question.game, question.node), question.kind.sign
    best: tuple[int, tuple[Move, ...]] | None = None
    for layer in unfolded(asked):
        for reached in layer:
            board = reached.board
            if true(board) and (best is None or sign * term_value(term, board) > sign * best[0]):
                best = term_value(term, board), next(reached.moves())
    inquiry.searched, inquiry.complete = asked.searched, asked.complete
    if best is None:
        verdict = Verdict.PROVED if inquiry.complete else Verdict.NOT_FOUND
        claim = "No game satisfies the condition."
        if inquiry.stopped:
            verdict, claim = Verdict.STOPPED, "Stopped before a game was found."
        return inquiry.answer(verdict, claim), iter(())
    (value, moves), name = best, term_text(question.game, term)
    verdict, claim = Verdict.PROVED, f"{name} = {value}; this game reaches it."
    if not inquiry.complete:
        word = "at most" if question.kind is Kind.FEWEST else "at least"
        verdict, claim = Verdict.WITNESS, f"{name} = {value} is reached: {word}, not a proof."
    answer = inquiry.answer(
        verdict, claim, witness=inquiry.checked(moves), value=value, exact=inquiry.complete
    )
    node = And((question.node, Condition(term, "=", value)))
    others = matching(inquiry.about(replace(question, kind=Kind.FIND, node=node, term=None)))
    return answer, (line for line in others if line != moves)


def _positions(inquiry: Inquiry) -> Answer:
    """Every board with its side to move, and what each player can force from the start."""
    rows, seen = [], set[object]()
    for plies, layer in enumerate(unfolded(inquiry)):
        boards = [reached.board.final for reached in layer]
        rows.append((plies, len(boards), sum(board.outcome() is not None for board in boards)))
        seen.update(board.key() for board in boards)
    number, forced = f"{len(seen):,} different positions", tuple[int, ...]()
    if inquiry.stopped:
        verdict, claim = Verdict.STOPPED, f"Stopped; {number} so far."
    elif inquiry.complete:
        worth = _worth(inquiry)
        forced = worth.of(inquiry.question.game.start())
        verdict, claim = Verdict.PROVED, f"{number} can be reached. {_forced(inquiry, forced)}"
    else:
        within = plies_text(inquiry.searched)
        verdict, claim = (
            Verdict.COUNTED,
            f"{number} can be reached within {within}. There are more.",
        )
    return inquiry.answer(
        verdict,
        claim,
        forced=forced,
        columns=("ply", "positions", "of which finished"),
        by_ply=tuple(rows),
    )


def _forced(inquiry: Inquiry, forced: tuple[int, ...]) -> str:
    names = inquiry.question.game.player_names
    return " ".join(f"{name} {_FORCED[x]}." for name, x in zip(names, forced, strict=True))


def _value(inquiry: Inquiry) -> Answer:
    """The result of perfect play, with a line of it; of three players, what each can force."""
    game, worth = inquiry.question.game, _worth(inquiry)
    forced = worth.of(game.start())
    if inquiry.stopped:
        claim = "Stopped before the game was solved."
        return inquiry.answer(Verdict.STOPPED, claim, exact=False)
    inquiry.searched = 0
    if game.players > 2:
        return inquiry.answer(Verdict.PROVED, _forced(inquiry, forced), forced=forced)
    claim = "With best play the game is a draw."
    if any(forced):
        claim = f"With best play {game.player_names[forced.index(1)]} wins."
    return inquiry.answer(
        Verdict.PROVED, claim, forced=forced, witness=Trace(game, worth.best_line(game.start()))
    )


def _worth(inquiry: Inquiry) -> Worth:
    game = inquiry.question.game

    def look(boards: int) -> bool:
        if boards > MOST_BOARDS:
            raise UnsupportedGame(
                f"{board_name(game)} has more than {MOST_BOARDS:,} boards under these rules, too"
                " many to look at; ask about a smaller one."
            )
        inquiry.figures["boards"] = boards
        inquiry.tell(0, 0, note=f"{boards:,} boards")
        return inquiry.stopped

    return Worth(look)
