"""Themes of Othello puzzles, found anew on shipped boards by the rules alone."""

from __future__ import annotations

import pytest

import engine
from engine.games.othello.position import OthelloPosition
from engine.games.othello.puzzles import THEMES, rebuttal
from engine.puzzles.collection import collection
from engine.puzzles.puzzle import Weighed
from engine.registry import family_of

PUZZLES = [
    puzzle
    for number in collection().numbers
    if family_of((puzzle := collection().get(number)).game).key == "othello"
]
CORNERS = {"a1", "a8", "h1", "h8"}
BESIDE = {
    "a1": {"a2", "b1", "b2"},
    "h1": {"g1", "g2", "h2"},
    "a8": {"a7", "b7", "b8"},
    "h8": {"g7", "g8", "h7"},
}


def regions(position: engine.Position) -> list[set[int]]:
    """The empty squares, parted where no two touch, by walking from each to its neighbours."""
    left = {square for square in range(64) if position.cell(square) < 0}
    found = []
    while left:
        todo, region = [left.pop()], set()
        while todo:
            square = todo.pop()
            region.add(square)
            row, column = divmod(square, 8)
            near = {
                8 * y + x
                for y in range(max(0, row - 1), min(8, row + 2))
                for x in range(max(0, column - 1), min(8, column + 2))
            }
            todo += left & near
            left -= near
        found.append(region)
    return found


def moves_of(position: OthelloPosition, player: int) -> set[int]:
    """The squares that a player could play on if it were their turn."""
    turned = OthelloPosition.set_up(position.game, position.boards, player)
    return {move for move in turned.legal_moves() if move < 64}


def swindles(position: OthelloPosition, move: int) -> bool:
    region = next(region for region in regions(position) if move in region)
    left, reached = region - {move}, position.play(move)
    if len(left) != 1:
        return False
    mine, theirs = (moves_of(reached, p) for p in (position.to_move, 1 - position.to_move))
    return left <= mine and not left & theirs


@pytest.mark.parametrize("theme", THEMES)
def test_there_are_some_of_every_theme(theme: str) -> None:
    assert sum(theme in puzzle.themes for puzzle in PUZZLES) >= 15


def test_every_theme_means_what_it_says() -> None:
    for puzzle in PUZZLES:
        stage, game, solver = puzzle.stages[0], puzzle.game, puzzle.solver
        position, move = stage.position, stage.solution.move
        reached = position.play(move)
        end = position
        for played in stage.solution.line:
            end = end.play(played)
        square = game.format_move(move)
        legal = {game.format_move(one) for one in position.legal_moves()}
        passes = [game.is_pass(one) for one in reached.legal_moves()] == [True]
        even = all(len(region) % 2 == 0 for region in regions(reached))
        open_corners = {name for name in CORNERS if position.cell(game.parse_move(name)) < 0}
        facts = {
            "wipe_out": all(end.cell(one) != 1 - solver for one in range(64)),
            "forced_line": len(puzzle.stages) >= 3,
            "swindle": swindles(position, move),
            "parity": len(regions(position)) > 1 and even and not passes,
            "no_move": passes,
            "corner": bool(legal & CORNERS),
            "beside_corner": any(square in BESIDE[name] for name in open_corners),
            "only_move": all(other.score < 0 for other in stage.moves[1:]),
        }
        assert set(puzzle.themes) == {theme for theme, so in facts.items() if so}, puzzle.number


def test_a_refutation_outlines_what_the_reply_turned_over() -> None:
    game = engine.game("othello")
    position = game.start()
    reply = game.parse_move("d6")
    found = rebuttal(position, Weighed(game.parse_move("f5"), 0, (game.parse_move("f5"), reply)))
    assert found.sentences == (
        "White answers d6 and turns 1 disc.",
        "With best play it is only a draw.",
    )
    assert {game.format_move(square) for square in found.squares} == {"d5", "d6"}


def test_a_lesser_win_is_called_so() -> None:
    game = engine.game("othello")
    line = game.parse_moves("f5d6")
    said = rebuttal(game.start(), Weighed(line[0], 6, line)).sentences
    assert said[-1] == "Black wins only by 6."
    lost = rebuttal(game.start(), Weighed(line[0], -6, line)).sentences
    assert lost[-1] == "White wins by 6."
