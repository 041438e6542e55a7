"""Themes of Connect Four puzzles, found anew on shipped boards by the rules alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import engine
from engine.games.connectfour.puzzles import THEMES, rebuttal, themes
from engine.puzzles.collection import collection
from engine.puzzles.puzzle import Puzzle, Stage, Weighed
from engine.registry import family_of

PUZZLES = [
    puzzle
    for number in collection().numbers
    if family_of((puzzle := collection().get(number)).game).key == "connectfour"
]


def after(position: engine.Position, moves) -> engine.Position:
    for move in moves:
        position = position.play(move)
    return position


def board(moves: str) -> engine.Position:
    game = engine.game("connectfour")
    return after(game.start(), game.parse_moves(moves))


def wins(position: engine.Position) -> list[int]:
    """The columns in which the side to move wins at once, by trying."""
    return [
        column
        for column in position.legal_moves()
        if (outcome := position.play(column).outcome()) and outcome.winner is not None
    ]


def threatens(stage: Stage) -> bool:
    """Whether the solver could win at once if the other side did nothing that matters.

    What the other side plays can close one column; a win in another column stays, or in the
    same column does where every reply elsewhere leaves it.
    """
    reached = stage.position.play(stage.solution.move)
    columns = {
        column
        for reply in reached.legal_moves()
        if reached.play(reply).outcome() is None
        for column in wins(reached.play(reply))
        if column != reply
    }
    return bool(columns)


def forks(stage: Stage) -> bool:
    """Whether the solver wins with the next disc, whatever the reply, and threatens to."""
    reached = stage.position.play(stage.solution.move)
    if wins(reached) or not threatens(stage):
        return False
    return all(wins(reached.play(reply)) for reply in reached.legal_moves())


def squeezed(stage: Stage) -> bool:
    before = after(stage.position, stage.solution.line[:-2])
    return all(wins(before.play(column)) == [column] for column in before.legal_moves())


def lines(square: int) -> Iterator[list[int]]:
    row, column = divmod(square, 7)
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for first in range(-3, 1):
            places = [(column + across * i, row + up * i) for i in range(first, first + 4)]
            if all(0 <= x < 7 and 0 <= y < 6 for x, y in places):
                yield [7 * y + x for x, y in places]


def on_own_row(puzzle: Puzzle) -> bool:
    start, end = puzzle.stages[0], puzzle.stages[-1]
    last = after(end.position, end.solution.line).last_changes[0]
    first = start.position.play(start.solution.move)
    threatened = any(
        all(square == last or first.cell(square) == puzzle.solver for square in line)
        for line in lines(last)
    )
    return threatened and first.cell(last) < 0 and (last // 7) % 2 == puzzle.solver


@pytest.mark.parametrize("theme", THEMES)
def test_there_are_some_of_every_theme(theme: str) -> None:
    assert sum(theme in puzzle.themes for puzzle in PUZZLES) >= 3


def test_every_theme_means_what_it_says() -> None:
    for puzzle in PUZZLES:
        first, last = puzzle.stages[0], puzzle.stages[-1]
        won = first.solution.score > 0
        alone = all(other.score < 0 for other in first.moves[1:])
        assert ("only_move" in puzzle.themes) is alone
        assert ("double_threat" in puzzle.themes) is any(map(forks, puzzle.stages)), puzzle.number
        forced = len(puzzle.stages) > 2 and all(map(threatens, puzzle.stages))
        assert ("forced_line" in puzzle.themes) is forced
        assert ("quiet_move" in puzzle.themes) is (won and not threatens(first)), puzzle.number
        if "zugzwang" in puzzle.themes:
            assert won
            assert squeezed(last)
        elif won and len(last.solution.line) > 2:
            before = after(last.position, last.solution.line[:-2])
            assert len(before.legal_moves()) == 1 or not squeezed(last)
        parity = "zugzwang" in puzzle.themes and on_own_row(puzzle)
        assert ("parity" in puzzle.themes) is parity


def test_an_open_three_is_a_double_threat_and_a_lone_disc_is_not() -> None:
    position = board("4454")
    three = Weighed(2, 18, (2, 1, 5))
    lone = Weighed(0, 3, (0, 3, 0))
    others = (Weighed(6, 1, (6, 3)),)
    assert "double_threat" in themes([Stage(position, (three, *others))])
    assert themes([Stage(position, (lone, *others))]) == ("quiet_move",)


def test_the_reply_on_a_winning_square_is_outlined_with_its_line() -> None:
    position = board("1122336")  # Red has three in row 1, Yellow in row 2
    found = rebuttal(position, Weighed(6, -18, (6, 3)))
    assert found.sentences == ("Red plays column 4.", "That is four in a row.")
    assert found.squares == (0, 1, 2, 3)


def test_the_line_that_a_reply_has_destroyed_is_outlined() -> None:
    position = board("112233")
    red, yellow = Weighed(6, -4, (6, 3)), position.play(6).play(3)
    found = rebuttal(position, red)
    assert found.sentences[0] == "Yellow plays column 4."
    assert found.sentences[1] == "That was Red's winning square: the dashed line needed it."
    assert found.sentences[2].startswith("Yellow wins in ")
    assert found.squares == (0, 1, 2, 3)
    assert yellow.outcome() is None


def test_the_same_column_is_said_to_be_on_top() -> None:
    position = board("1122")
    found = rebuttal(position, Weighed(2, 0, (2, 2)))
    assert found.sentences == (
        "Yellow plays on top of it, on row 2.",
        "With best play it is only a draw.",
    )
