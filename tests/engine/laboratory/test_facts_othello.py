"""Every verified fact on Othello is what the laboratory answers, or reaches."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.laboratory.answers import Verdict
from engine.laboratory.language.parser import parse
from engine.laboratory.language.query import holds, term_value
from engine.laboratory.othello.explore import explore_othello
from engine.laboratory.prove import Bounds
from engine.laboratory.trace import Trace
from engine.registry import game
from engine.search.control import SearchControl
from tests.engine.laboratory.facts import ask, facts_4x4, matching

TEXTS = {
    r"shortest game, which is one where White loses every disc": "fewest plies where ended",
    r"shortest game in which Black loses every disc": "fewest plies where wiped_out(black)",
    r"shortest game ending with both colours": (
        "fewest plies where ended and not wiped_out(black) and not wiped_out(white)"
    ),
    r"shortest game \(plies\)": "fewest plies where ended",
    r"shortest tie": "fewest plies where draw",
    r"shortest game in which White loses every disc": "fewest plies where wiped_out(white)",
    r"fewest plies after which the side to move must pass": "fewest plies where must_pass",
    r"earliest ply at which a corner can be taken": "fewest plies where corners >= 1",
    r"most plies in one game": "most plies",
    r"most discs flipped by one move": "most flips",
    r"most turns in a row that one player must pass": "most passes_running",
    r"most passes in one game": "most passes",
    r"a tie on a full board": "draw and full",
    r"a tie with empty squares": "draw and empties >= 1",
    r"Black loses holding all four corners": "won(white) and corners(black) = 4",
    r"White loses holding all four corners": "won(black) and corners(white) = 4",
    r"Black wins and White makes the last move": "won(black) and last(white)",
    r"White wins and Black makes the last move": "won(white) and last(black)",
}


SOUGHT = Bounds(lines=20_000_000, playouts=1_500_000)
"""What is known to be there has to be found."""

PROVED_WITH_TIME = ("othello:6", "most plies")
"""`test_most` asks for more than this fact says, and takes as long."""

LOOKED_AT = Bounds(lines=2_000_000, playouts=150_000)
"""What is known to be the best so far says only what form the answer must have."""


def _facts() -> list[Any]:
    found = []
    for pattern, text in TEXTS.items():
        for fact in matching(pattern + r"( \(plies\))?$") or matching(pattern):
            quick = fact["game"] == "othello:4"
            name = f"{fact['game']}-{text}"
            marks = [] if quick else [pytest.mark.long]
            if (fact["game"], text) == PROVED_WITH_TIME:
                marks = [pytest.mark.hours]
            found.append(pytest.param(fact, text, id=name, marks=marks))
    return found


@pytest.mark.parametrize(("fact", "text"), _facts())
def test_fact(fact: dict[str, Any], text: str) -> None:
    expected, bound = fact["answer"], fact.get("bound")
    proved = bound in (None, "exact") and not isinstance(expected, bool)
    sought = SOUGHT if isinstance(expected, bool) else LOOKED_AT
    answer = ask(fact["game"], text, Bounds() if proved else sought)
    if isinstance(expected, bool):
        assert answer.holds is expected
    elif proved:
        assert (answer.verdict, answer.value) == (Verdict.PROVED, expected)
    else:  # the best known is no proof, so ours may be better, and falls short only where unproved
        assert answer.value is not None
        assert answer.exact is (answer.verdict is Verdict.PROVED)
        if answer.exact:
            assert answer.value <= expected if bound == "at most" else answer.value >= expected
        else:
            assert answer.verdict is Verdict.WITNESS


@pytest.mark.parametrize(("fact", "text"), _facts())
def test_known_witnesses_satisfy_the_question(fact: dict[str, Any], text: str) -> None:
    if not fact.get("witness"):
        return
    subject = game(fact["game"])
    question = parse(subject, text)
    trace = Trace(subject, subject.parse_moves(fact["witness"]))
    assert holds(question.node, trace) or "flips" in text or "running" in text
    if question.term is not None and question.term.name not in {"flips"}:
        assert term_value(question.term, trace) == fact["answer"]


@pytest.mark.parametrize("key", ["othello:6", "othello"])
@pytest.mark.long
def test_no_tie_within_eleven_plies(key: str) -> None:
    answer = ask(key, "draw", Bounds(plies=11))
    assert (answer.verdict, answer.bound) == (Verdict.NOT_FOUND, 11)


@pytest.mark.parametrize(
    ("key", "last"),
    [
        ("othello:6", 8),
        ("othello", 8),
        pytest.param("othello:6", 10, marks=pytest.mark.long),
        pytest.param("othello", 10, marks=pytest.mark.long),
        pytest.param("othello:6", 11, marks=pytest.mark.hours),
        pytest.param("othello", 11, marks=pytest.mark.hours),
    ],
)
def test_sequences_per_ply(key: str, last: int) -> None:
    (fact,) = (f for f in matching("move sequences of a given length") if f["game"] == key)
    endings = {
        2: "wiped_out(black)",
        3: "wiped_out(white)",
        4: "ended and not wiped_out(black) and not wiped_out(white)",
    }
    for column, text in endings.items():
        answer = ask(key, f"count {text} and plies <= {last}")
        rows = {ply: (lines, matches) for ply, lines, matches in answer.by_ply}
        for row in fact["answer"]:
            if row[0] <= last:
                assert rows[row[0]] == (row[1], row[column])


@pytest.mark.parametrize("last", [7, pytest.param(10, marks=pytest.mark.long)])
def test_states_per_ply_on_six_by_six(last: int) -> None:
    (fact,) = matching("distinct .board, side to move. states")
    layers = explore_othello(game("othello:6"), last, SearchControl()).layers  # type: ignore[arg-type]
    found = [[x.ply, x.positions, x.finished, x.must_pass] for x in layers]
    assert found == fact["answer"][: last + 1]


# -- 4 × 4, everything -----------------------------------------------------------------------


def test_states_of_four_by_four() -> None:
    states = facts_4x4()["reachable_states_board_and_side"]
    answer = ask("othello:4", "positions")
    assert answer.verdict is Verdict.PROVED
    assert [row[1] for row in answer.by_ply] == states["per_ply (pass = one ply)"]


def test_lines_of_play_of_four_by_four() -> None:
    expected = facts_4x4()["perft_pass_is_a_ply_finished_games_not_counted"]
    answer = ask("othello:4", "count ended")
    assert [row[1] for row in answer.by_ply] == expected
    assert answer.value == facts_4x4()["complete_games"]
    by_plies = facts_4x4()["plies_counting_passes"]["histogram"]
    assert {str(ply): n for ply, _, n in answer.by_ply if n} == by_plies


def _counted(text: str) -> int | None:
    answer = ask("othello:4", f"count {text}")
    assert answer.verdict is Verdict.PROVED
    return answer.value


def test_histograms_of_four_by_four() -> None:
    everything = facts_4x4()
    for passes, games in everything["number_of_passes_histogram"].items():
        assert _counted(f"ended and passes = {passes}") == games
    for lead, games in everything["final_disc_difference_black_minus_white_histogram"].items():
        assert _counted(f"ended and lead(black) = {lead}") == games
    for moves, games in everything["disc_moves_only"]["histogram"].items():
        assert _counted(f"ended and discs = {int(moves) + 4}") == games
    outcomes = everything["outcomes_over_all_games"]
    assert _counted("won(black)") == outcomes["black_wins"]
    assert _counted("won(white)") == outcomes["white_wins"]
    assert _counted("draw") == outcomes["ties"]


FORERUNNER = {
    "a": "won(white)",
    "b": "wiped_out(white) or wiped_out(black)",
    "c": "draw",
    "d": "corner_flips >= 1",
    "e": "(won(black) and last(white)) or (won(white) and last(black))",
    "f": "(won(white) and corners(black) = 4) or (won(black) and corners(white) = 4)",
}
READINGS = {
    "R1 full tree, any length": "",
    "R2 at most 13 states, a pass is a state change": " and plies <= 12",
    "R3 exactly 13 states, a pass is a state change": " and plies = 12",
    "R5 the model's predicates taken literally": " and full and passes = 0",
}


@pytest.mark.parametrize("reading", READINGS)
def test_forerunners_questions_in_every_reading(reading: str) -> None:
    claims = facts_4x4()["claims_of_the_forerunner_model"]["readings"]
    (expected,) = (value for name, value in claims.items() if name.startswith(reading))
    for letter, text in FORERUNNER.items():
        answer = ask("othello:4", f"({text}){READINGS[reading]}")
        assert answer.holds is expected[letter], letter


def test_games_behind_the_forerunners_questions() -> None:
    questions = facts_4x4()["questions"]
    assert (
        _counted("wiped_out(white)")
        == questions["b_one_player_can_eliminate_the_other"]["black_eliminates_white_games"]
    )
    assert (
        _counted("wiped_out(black)")
        == questions["b_one_player_can_eliminate_the_other"]["white_eliminates_black_games"]
    )
    last = questions["e_win_without_the_last_move"]
    assert _counted(FORERUNNER["e"]) == last["games"]
    assert _counted("won(black) and last(white)") == last["black_wins_white_moved_last"]


def test_witnesses_of_four_by_four_replay() -> None:
    subject = game("othello:4")

    def replay(tree: object) -> int:
        if isinstance(tree, dict):
            if "moves" in tree and isinstance(tree["moves"], list):
                moves = [subject.parse_move(move) for move in tree["moves"]]
                assert Trace(subject, moves).outcome is not None
                return 1
            return sum(replay(value) for value in tree.values())
        return 0

    assert replay(facts_4x4()["questions"]) >= 5


def test_corner_discs_never_flip_on_any_board() -> None:
    for size in (4, 6, 8, 10, 16):
        answer = ask(f"othello:{size}", "corner_flips >= 1")
        assert (answer.verdict, answer.holds) == (Verdict.PROVED, False)


@pytest.mark.long
def test_value_of_four_by_four() -> None:
    value = facts_4x4()["game_value"]["with_empties_given_to_the_winner"]
    answer = ask("othello:4", "value")
    assert (answer.verdict, answer.value) == (Verdict.PROVED, value)


def test_pattern_of_every_fact_is_known() -> None:
    patterns = [*TEXTS, "is there a tie", "move sequences", "distinct", "can a corner"]
    for fact in matching(".*"):
        if fact["game"].startswith("othello"):
            assert any(re.match(pattern, fact["question"]) for pattern in patterns)
