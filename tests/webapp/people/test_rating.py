"""Glicko-2 by its published example, and what must be so of any two people."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.domain.rating import (
    LOWEST,
    NARROWEST,
    PROVISIONAL,
    WIDEST,
    Rating,
    after_game,
    updated,
)

RATINGS = st.builds(
    Rating,
    value=st.floats(LOWEST, 3000),
    deviation=st.floats(NARROWEST, WIDEST),
    volatility=st.floats(0.03, 0.1),
    games=st.integers(1, 1000),
    day=st.integers(1000, 1100),
)
SCORES = st.sampled_from((0.0, 0.5, 1.0))
DAYS = st.integers(900, 3000)


def test_glickmans_example() -> None:
    """Mark Glickman, "Example of the Glicko-2 system", with tau 0.5."""
    others = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = updated(Rating(1500, 200, 0.06), others)
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_a_game_nothing_changes() -> None:
    assert updated(Rating(1600, 80), []) == Rating(1600, 80)


def test_newcomers_are_guesses_until_they_have_played() -> None:
    first, second = Rating(), Rating()
    assert first.text == "1500?"
    games = 0
    while first.provisional:
        one, other = after_game(first, second, games % 2, 1000)
        first, second = one.after, other.after
        games += 1
    assert 8 <= games <= 30
    assert "?" not in first.text
    assert first.games == games


def test_a_regular_is_a_guess_again_after_a_year_away() -> None:
    regular = Rating(1700, 60, 0.06, 40, 1000)
    assert not regular.aged(1360).provisional
    assert regular.aged(1370).deviation == pytest.approx(PROVISIONAL, abs=1)
    assert regular.aged(1370).value == 1700


@given(RATINGS, DAYS, DAYS)
def test_time_only_widens_and_no_clock_that_is_set_back_does_anything(
    rating: Rating, early: int, late: int
) -> None:
    early, late = sorted((early, late))
    assert rating.deviation <= rating.aged(early).deviation <= rating.aged(late).deviation
    assert rating.aged(late).deviation <= WIDEST
    if early <= rating.day:
        assert rating.aged(early) == rating


@given(RATINGS, RATINGS, SCORES, DAYS)
def test_who_wins_rises_and_both_are_surer(
    one: Rating, other: Rating, score: float, day: int
) -> None:
    first, second = after_game(one, other, score, day)
    for was, made, got in ((one, first, score), (other, second, 1 - score)):
        assert made.before == was.aged(day)
        if got == 1:
            assert made.after.value >= was.value
        if got == 0:
            assert made.after.value <= was.value
        assert NARROWEST <= made.after.deviation <= WIDEST
        assert made.after.value >= LOWEST
        assert made.after.games == was.games + 1
        assert made.after.day == max(was.day, day)


@given(RATINGS, RATINGS, DAYS)
def test_a_better_score_is_never_worth_less(one: Rating, other: Rating, day: int) -> None:
    lost, drew, won = (after_game(one, other, score, day)[0].after.value for score in (0, 0.5, 1))
    assert lost <= drew <= won


@given(RATINGS, SCORES)
def test_what_one_of_two_equals_wins_the_other_loses(one: Rating, score: float) -> None:
    first, second = after_game(one, one, score, one.day)
    change = first.after.value - one.value
    if one.value - abs(change) > LOWEST:
        assert second.after.value - one.value == pytest.approx(-change, abs=1e-3)


@given(RATINGS, RATINGS, SCORES, DAYS)
def test_it_does_not_matter_who_is_named_first(
    one: Rating, other: Rating, score: float, day: int
) -> None:
    assert after_game(one, other, score, day) == after_game(other, one, 1 - score, day)[::-1]


def test_the_change_is_told_as_the_shown_numbers_differ() -> None:
    first, second = after_game(Rating(1500.4, 60), Rating(1500.4, 60), 1, 1)
    for made in (first, second):
        sign, size = made.text[0], int(made.text[1:])
        assert int(made.before.text) + (size if sign == "+" else -size) == int(made.after.text)
    even, _ = after_game(Rating(1500, 60), Rating(1500, 60), 0.5, 1)
    assert even.text == "±0"
