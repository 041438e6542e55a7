"""What a match, its clock and what is known of it say of themselves, each beside its neighbour
that is nearly the same."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine import registry
from tests.webapp.deciding import ANN, BEN, do, play, seat, start
from webapp.domain.clock import Clock
from webapp.domain.events import Created
from webapp.domain.match import Match
from webapp.service.findings import Findings
from webapp.service.known import Known


def after(opening: str, *seats: str) -> Match:
    """A match that starts after an opening that nobody here has played."""
    moves = tuple(registry.game("connectfour").parse_moves(opening))
    names = tuple(seat(text) for text in seats)
    return Created("abcdefgh", "connectfour", names, moves=moves).start()


def test_the_moves_of_an_opening_are_nobodys() -> None:
    match = after("1122", "ann", "ben")
    assert not match.has_moved(0)
    assert not match.has_moved(1)
    match = play(match, "3")
    assert match.has_moved(0)
    assert not match.begun
    assert play(match, "4").begun


def test_no_move_of_an_opening_is_taken_back() -> None:
    match = after("1122", "ann", "ann")
    assert match.undo_ply((0, 1)) is None
    assert play(match, "3").undo_ply((0, 1)) == 4
    assert play(match, "3").undo_ply((1,)) is None


@pytest.mark.parametrize(("other", "alone"), [("ann", True), ("ai:1", True), ("open", False)])
def test_who_waits_for_somebody_is_not_alone(other: str, alone: bool) -> None:
    match = start("connectfour", "ann", "ai:1" if other == "ai:1" else other)
    assert match.is_alone(ANN.id) is alone
    assert not match.is_alone(BEN.id)


def test_only_an_end_on_the_board_is_taken_back() -> None:
    """Who resigned has decided; who was beaten may think again."""
    beaten = play(start("connectfour", "ann", "ann"), "1212121")
    assert beaten.may_reopen((0, 1))
    resigned = do(play(start("connectfour", "ann", "ann"), "1212"), ANN, "resign")
    assert resigned.result is not None
    assert resigned.result.by is not None
    assert not resigned.may_reopen((0, 1))


@pytest.mark.parametrize(
    ("now", "lag", "left"),
    [
        (1000, 0, 5000),
        (3000, 0, 3000),
        (0, 0, 5000),  # a clock that was set back gives and takes nothing
        (0, 300, 5000),
        (3000, 300, 3300),
        (3000, -300, 3000),
        (1100, 300, 5000),  # no more lag is given back than was spent
        (9000, 0, 0),
    ],
)
def test_a_running_clock_never_gains_nor_goes_below_nothing(now: int, lag: int, left: int) -> None:
    assert Clock((5000, 7000), 1000, 0).at(now, lag) == (left, 7000)


def known(exact: bool, seconds: float, stand_in: bool = False) -> Known:
    found: Any = SimpleNamespace(candidates=[SimpleNamespace(exact=exact)])
    return Known(found, seconds, stand_in)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (known(True, 0.1), known(False, 9.0)),  # a proof before any time
        (known(True, 0.1, stand_in=True), known(False, 9.0)),
        (known(False, 0.1), known(False, 9.0, stand_in=True)),  # the engine before its stand-in
        (known(False, 2.0), known(False, 1.0)),
    ],
)
def test_what_is_surer_is_remembered_in_whatever_order(better: Known, worse: Known) -> None:
    assert better.beats(worse)
    assert not worse.beats(better)
    assert better.beats(better), "news of the same worth are newer"
    for order in ((better, worse), (worse, better)):
        findings = Findings(cast("Any", None))
        for one in order:
            findings.keep((registry.game("connectfour"), ()), one)
        assert findings.get((registry.game("connectfour"), ())) is better
