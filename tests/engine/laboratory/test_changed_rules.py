"""Questions that change the rules: published numbers, naive twins, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import UnsupportedGame
from engine.game import EMPTY
from engine.jsonnumbers import exact
from engine.laboratory import byboards
from engine.laboratory.answers import Verdict
from engine.laboratory.language.evaluator import evaluate
from engine.laboratory.language.parser import QueryError, parse
from engine.laboratory.language.wording import question_words
from engine.laboratory.prove import Bounds, Investigation
from engine.laboratory.report import boards_text
from engine.laboratory.stored import answer_from
from engine.laboratory.trace import Trace
from engine.registry import game
from engine.search.control import SearchControl
from tests.engine.laboratory.facts import ask
from tests.naive.changed_rules import NaiveLines, value
from tests.naive.othello import NaiveOthello

if TYPE_CHECKING:
    from engine.laboratory.answers import Answer

NOUGHTS = "connectfour:3x3:3"
"""With free placing, noughts and crosses."""


def noughts(text: str) -> Answer:
    return ask(NOUGHTS, f"under free placing: {text}")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("count ended", 255_168),
        ("count won(red)", 131_184),
        ("count won(yellow)", 77_904),
        ("count draw", 46_080),
    ],
)
def test_all_games_of_noughts_and_crosses(text: str, number: int) -> None:
    """The published numbers."""
    answer = noughts(text)
    assert (answer.verdict, answer.value, answer.exact) == (Verdict.PROVED, number, True)


def test_all_positions_of_noughts_and_crosses() -> None:
    """5,478, as published, and neither side can force more than a draw."""
    answer = noughts("positions")
    assert answer.claim.startswith("5,478 different positions")
    assert answer.forced == (0, 0)


@pytest.mark.parametrize(
    ("key", "rules"),
    [
        (NOUGHTS, "free placing"),
        (NOUGHTS, "free placing, misere"),
        (NOUGHTS, "free placing, wrap around"),
        (NOUGHTS, "wrap around"),
        (NOUGHTS, "misere"),
        ("connectfour:4x3:3", "wrap around, misere"),
        ("connectfour:3x4:3", "misere"),
        ("connectfour:4x2:3", "free placing, wrap around"),
    ],
)
def test_values_agree_with_a_naive_search(key: str, rules: str) -> None:
    answer = ask(key, f"under {rules}: value")
    size, _, connect = key.partition(":")[2].partition(":")
    columns, rows = map(int, size.split("x"))
    flags = ("free placing" in rules, "wrap around" in rules, "misere" in rules)
    naive = value(NaiveLines(columns, rows, int(connect), *flags))
    assert answer.forced == (naive, -naive)
    assert answer.witness is not None
    winner = answer.witness.outcome.winner if answer.witness.outcome else None
    assert winner == {1: 0, -1: 1, 0: None}[naive]


def _varied(key: str, rules: str) -> Any:
    return parse(game(key), f"under {rules}: ended").game


@given(st.data())
@settings(max_examples=60)
def test_lines_agree_with_the_naive_game(data: st.DataObject) -> None:
    free, around, misere = (data.draw(st.booleans()) for _ in range(3))
    columns, rows, connect = (data.draw(st.integers(2, most)) for most in (5, 4, 3))
    names = ("free placing", "wrap around", "misere")
    rules = [x for x, on in zip(names, (free, around, misere), strict=True) if on] or ["misere"]
    naive = NaiveLines(columns, rows, connect, free, around, misere or rules == ["misere"])
    if connect > max(columns, rows):
        return
    position = _varied(f"connectfour:{columns}x{rows}:{connect}", ", ".join(rules)).start()
    while moves := position.legal_moves():
        open_ = [row * columns + c if free else c for c, row in naive.moves()]
        assert sorted(open_) == list(moves)
        move = data.draw(st.sampled_from(moves))
        position = position.play(move)
        row, column = divmod(position.last_changes[0], columns)
        naive = naive.after((column, row))
    assert naive.moves() == []
    assert position.outcome().winner == naive.winner()


@given(st.data(), st.booleans())
@settings(max_examples=40)
def test_othello_without_passes_agrees_with_the_naive_game(
    data: st.DataObject, misere: bool
) -> None:
    position = _varied("othello:4", "no passes, misere" if misere else "no passes").start()
    naive = NaiveOthello(4)
    while moves := position.legal_moves():
        assert [divmod(move, 4) for move in moves] == sorted(naive.squares(naive.mover))
        move = data.draw(st.sampled_from(moves))
        naive.play(*divmod(move, 4))
        if naive.mover != "XO"[1 - position.to_move]:  # the naive game has passed by itself
            naive.mover = "XO"[1 - position.to_move]
        position = position.play(move)
    assert not naive.squares("XO"[position.to_move])
    discs = "".join(map("".join, naive.board))
    lead = discs.count("X") - discs.count("O")
    best = None if lead == 0 else int((lead < 0) != misere)
    assert position.outcome().winner == best


def test_free_placing_fills_the_board_of_othello() -> None:
    answer = ask("othello:4", "under free placing: ended and empties >= 1", Bounds(plies=3))
    assert answer.verdict is Verdict.NOT_FOUND
    found = ask("othello:4", "under free placing: flips = 0 and plies = 1")
    assert found.witness is not None
    assert found.witness.notation == "a1"


def test_a_game_starts_where_it_is_told() -> None:
    text = 'under start "----/-OO-/-XX-/----" white: plies = 1'
    answer = ask("othello:4", text)
    assert answer.witness is not None
    assert [answer.witness.positions[0].cell(square) for square in (5, 6, 9, 10)] == [1, 1, 0, 0]
    assert answer.witness.movers == (1,)
    assert answer.question.text == text
    again = answer_from(answer.to_json())
    assert again.question == answer.question
    assert again.witness is not None
    assert again.witness.moves == answer.witness.moves


def test_the_discs_of_a_start_tell_the_turn() -> None:
    answer = ask("connectfour:3x3:3", 'under start ".../.../RY.": value')
    assert answer.witness is not None
    assert answer.witness.movers[0] == 0
    answer = ask("connectfour:3x3:3", 'under start ".../.../R..": won(red) and plies <= 5')
    assert answer.witness is not None
    assert answer.witness.movers[0] == 1


def test_a_title_names_the_rules() -> None:
    question = parse(game("othello:4"), "under misere, no passes: most passes where ended")
    assert question.text == "under no passes, misere: most passes where ended"
    assert question_words(question).startswith("Without passes and misère: what is the number of")


@pytest.mark.parametrize(
    ("key", "text", "says"),
    [
        (NOUGHTS, "under free placin: value", "did you mean 'free placing'?"),
        ("othello:4", "under wrap around: draw", "the rules are no passes, free placing"),
        ("othello:4", "under start: draw", "after start comes a board in quotes"),
        ("othello:4", 'under start "--/--": draw', "The board has 4 rows, the text has 2."),
        ("connectfour:3x3:3:3p", "under misere: draw", "misere takes two players"),
        (NOUGHTS, 'under start "R../.../...": draw', "nothing below its disc on a3"),
        (NOUGHTS, 'under start ".../.../RRR": draw', "has a line of Red already"),
        (NOUGHTS, 'under start ".../.../RR.": draw', "do not tell who moves first"),
        (NOUGHTS, 'under start ".../.../...", start ".../.../...": draw', "has one start"),
        (NOUGHTS, "under misere: threats(red) = 1", "means nothing under misere"),
        (NOUGHTS, "under misere, misere: won", "is there twice"),
        (NOUGHTS, "under misere: zugzwang", "asked under the usual rules"),
        (NOUGHTS, "under : draw", "does not belong here"),
    ],
)
def test_wrong_rules_are_refused_in_a_sentence(key: str, text: str, says: str) -> None:
    with pytest.raises(QueryError, match="Line 1") as refused:
        parse(game(key), text)
    assert says in str(refused.value)


def test_boards_too_many_to_look_at_are_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(byboards, "MOST_BOARDS", 1000)
    with pytest.raises(UnsupportedGame, match="more than 1,000 boards under these rules"):
        ask("connectfour", "under misere: value")


def test_what_can_be_forced_under_other_rules() -> None:
    assert ask(NOUGHTS, "under free placing: red can force won(red)").holds is False
    assert ask(NOUGHTS, "under free placing: red can force (won(red) or draw)").holds is True
    around = ask(NOUGHTS, "under free placing, wrap around: red can force won(red)")
    assert around.holds is (value(NaiveLines(3, 3, 3, free=True, around=True)) == 1)


def test_distinct_games_are_no_images_of_one_another() -> None:
    """Three first moves of nine differ: corner, edge and middle."""
    question = parse(game(NOUGHTS), "under free placing: plies = 1")
    search = Investigation(question, SearchControl(), Bounds(distinct=True))
    shown = [search.answer().witness]
    while (further := search.next()) is not None:
        shown.append(further)
    assert [trace and trace.notation for trace in shown] == ["a1", "b1", "b2"]


def test_expressions_under_other_rules() -> None:
    varied = _varied(NOUGHTS, "free placing")
    moves = varied.parse_moves("a1c3a2")
    assert evaluate(game(NOUGHTS), moves, "under free placing: threats(red)") == 1
    assert evaluate(varied, moves, "height(1)") == 2
    assert "3 . . Y\n2 R . .\n1 R . .\n  a b c" in boards_text(Trace(varied, moves))


def test_the_products_own_games_are_as_they_were() -> None:
    assert _varied(NOUGHTS, "misere").key == NOUGHTS
    assert game(NOUGHTS).start().cell(0) == EMPTY
    assert game(NOUGHTS) != _varied(NOUGHTS, "misere")


@pytest.mark.parametrize("text", ["count won(red)", "count full", "count empties >= 2"])
def test_lines_too_many_to_walk_are_counted_by_their_boards(text: str) -> None:
    """The same numbers as by walking every line, ply by ply."""
    walked, counted = (ask(NOUGHTS, text, Bounds(lines=lines)) for lines in (10**9, 20))
    assert walked.method != counted.method
    assert (counted.value, counted.by_ply) == (walked.value, walked.by_ply)
    assert counted.exact


def test_numbers_stay_exact_in_json() -> None:
    told = {"value": 2**53 + 1, "by_ply": [[1, 2**70]], "exact": True, "small": -(2**53)}
    assert exact(told) == {
        "value": "9007199254740993",
        "by_ply": [[1, "1180591620717411303424"]],
        "exact": True,
        "small": -(2**53),
    }
