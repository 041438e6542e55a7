"""A puzzle as its page shows it: how far a try has come, the boards of a line, other moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.judging.appraisal import label, note
from engine.puzzles import words
from engine.sentences import name_move
from webapp import wire
from webapp.domain.opening import positions
from webapp.pages import view
from webapp.svg import draw_position, outlines
from webapp.wire.board import position_fields

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Move, Position
    from engine.puzzles.puzzle import Puzzle, Stage, Standing, Weighed

REPLIED = 2
"""Moves after which a wrong try is first shown: it, and what refutes it."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the page shows of a try.

    Attributes:
        line: the moves to step through, the tried one first; empty while it is to be tried.
        boards: before them and after each.
        step: which of the boards is shown.
        sentences: why the move was wrong, or right.
        outlined: what the reply to a wrong move destroys, as SVG paths; shown after the reply.
    """

    reached: Standing
    line: tuple[Move, ...]
    boards: tuple[Position, ...]
    step: int
    sentences: tuple[str, ...] = ()
    outlined: tuple[str, ...] = ()

    @property
    def state(self) -> str:
        """``open``, ``wrong`` or ``solved``."""
        return "solved" if self.reached.solved else "wrong" if self.reached.wrong else "open"

    @property
    def position(self) -> Position:
        return self.boards[self.step]

    @property
    def replied(self) -> bool:
        """Whether the board is shown right after the reply to a wrong move."""
        return self.state == "wrong" and self.step == REPLIED


def shown(reached: Standing, step: int | None) -> Shown:
    """A try as it is shown, at a step of its line if one is asked for."""
    stage, wrong = reached.stage, reached.wrong
    if not (wrong or reached.solved):
        return Shown(reached, (), (stage.position,), 0)
    line = (wrong or stage.solution).line
    boards = positions(stage.position.game, line, stage.position)
    usual = REPLIED if wrong else 1
    at = min(usual if step is None else step, len(line))
    if wrong is None:
        return Shown(reached, line, boards, at, words.reason(stage))
    rebuttal = words.refutation(stage, wrong)
    over = len(boards) > REPLIED and boards[REPLIED].outcome() is not None  # has its own outline
    paths = () if over else outlines(stage.position.game, rebuttal.squares)
    return Shown(reached, line, boards, at, rebuttal.sentences, paths)


@dataclass(frozen=True, slots=True)
class Other:
    """A move that does not solve the puzzle: its name, what answers it, what it is worth."""

    name: str
    reply: str
    worth: str
    note: str
    bad: bool


def others(stage: Stage) -> list[Other]:
    """Every move but the solution, the best first."""
    return [_other(stage.position, found) for found in stage.moves[1:]]


def data(puzzle: Puzzle, seen: Shown) -> dict[str, Any]:
    """What the page's script needs; of a puzzle that is open nothing that tells the solution."""
    return {
        "snapshot": snapshot(seen),
        "sentences": view.sentences(puzzle.game),
        "squares": view.square_names(puzzle.game),
        "state": seen.state,
        "step": seen.step,
        "boards": [_board(before, after) for before, after in _pairs(seen.boards)],
        "outlined": list(seen.outlined),
        "arrived": _arrival(puzzle, seen.reached),
    }


def snapshot(seen: Shown) -> dict[str, Any]:
    """The board's position; only what is still to be solved may be played on."""
    fields = position_fields(seen.position)
    return fields if seen.state == "open" else {**fields, "you": []}


def moves_text(puzzle: Puzzle, reached: Standing) -> str:
    """The right moves so far, as forms and addresses have them."""
    return puzzle.game.format_moves(puzzle.solution[: reached.found])


def _arrival(puzzle: Puzzle, reached: Standing) -> dict[str, Any] | None:
    """Between two moves to find: the board after the first, and the reply to it."""
    if reached.wrong or reached.solved or not reached.found:
        return None
    stage = puzzle.stages[reached.found - 1]
    between = stage.position.play(stage.solution.move)
    return {
        "cells": wire.cells(between),
        "changes": wire.changes(reached.stage.position, between.to_move),
    }


def _pairs(boards: Sequence[Position]) -> list[tuple[Position | None, Position]]:
    return list(zip((None, *boards), boards, strict=False))


def _board(before: Position | None, after: Position) -> dict[str, Any]:
    drawing = draw_position(after)
    return {
        "cells": wire.cells(after),
        "last": list(after.last_changes[:1]),
        "changes": wire.changes(after, before.to_move) if before else [],
        "lines": list(drawing.lines),
        "winning": sorted(drawing.winning),
    }


def _other(position: Position, found: Weighed) -> Other:
    game = position.game
    score = words.candidate(position, found).score
    reply = "ends the game"
    if found.reply is not None:
        other = game.player_names[1 - position.to_move]
        answered = name_move(game, found.reply)
        reply = f"{other} passes" if game.is_pass(found.reply) else f"{other} answers {answered}"
    return Other(
        name_move(game, found.move), reply, label(score), note(position, score), score.sign < 0
    )
