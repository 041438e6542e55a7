"""How a match's page says its end, and what it asks first where no script runs."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from engine.registry import game as game_of
from webapp.client.table import Table


def page(visitor: Any, match: str) -> str:
    return unescape(visitor.client.get(f"/m/{match}").get_data(as_text=True))


@pytest.mark.parametrize(
    ("key", "moves", "wins", "line"),
    [
        (
            "othello",
            "e6f4e3f6g5d6e7f5c5",
            "Ann wins 64–0.",
            "13–0 discs after 9 moves, empty squares for Black.",
        ),
        (
            "othello:6",
            "e4e5e6d2b2d5c2f3d6c6f5f6e2f4--b1c1b4e3f2a5a4a1a2b3a3b5a6b6c5d1",
            "Ben wins 28–8.",
            "26–8 discs after 30 moves, empty squares for White.",
        ),
    ],
)
def test_a_result_has_the_winners_discs_first_and_says_who_gets_the_empty_squares(
    visitor: Any, key: str, moves: str, wins: str, line: str
) -> None:
    """30 moves, for the pass is none."""
    game, ann = game_of(key), visitor()
    *opening, last = game.parse_moves(moves)
    text = game.format_moves(opening)
    names = {"name0": "Ann", "name1": "Ben"}
    match = ann.create(game=key, seat0="me", seat1="me", moves=text, **names)
    ply = ann.snapshot(match)["ply"]
    assert ann.move(match, last, ply)["ok"]
    seen = page(ann, match)
    heading = re.search(r"data-verdict[^>]*>([^<]*)<", seen)
    assert heading is not None
    assert heading[1].replace("\N{WORD JOINER}", "") == wins
    assert f"data-result>{line}<" in seen


def test_one_move_is_one(visitor: Any) -> None:
    ann, ben = visitor(), visitor()
    match = ann.create(seat0="me", seat1="friend")
    ben.join(match)
    assert ann.move(match, 3, 0)["ok"]
    ben.act(match, t="resign")
    assert "data-result>1 move.<" in page(ann, match)


def test_where_nobody_wins_it_is_no_draw_and_no_next_level_is_offered(visitor: Any) -> None:
    """Of three, the one person among computers of one level gives up."""
    ann = visitor()
    match = ann.create(game="connectfour:7x6:4:3p", seat0="me", seat1="ai:1", seat2="ai:1")
    ann.act(match, t="resign")
    seen = page(ann, match)
    assert re.search(r"data-verdict[^>]*>Nobody wins\.<", seen)
    assert 'data-result=""' in seen
    assert 'value="rematch:"' in seen, "of no level"
    home = unescape(ann.client.get("/").get_data(as_text=True))
    assert "Nobody wins." in home
    assert "A draw" not in home
    assert Table(ann.snapshot(match)).record().result is None


def test_a_draw_is_one(visitor: Any) -> None:
    ann, ben = visitor(), visitor()
    match = ann.create(seat0="me", seat1="friend")
    ben.join(match)
    assert ann.move(match, 3, 0)["ok"]
    ann.act(match, t="offer", kind="draw")
    ben.act(match, t="accept")
    assert 'data-result="drawn"' in page(ann, match)
    result = Table(ann.snapshot(match)).record().result
    assert result is not None
    assert (result.winner, result.reason) == (None, "agreement")


@pytest.mark.parametrize(
    ("act", "question"),
    [("resign", "Resign this game?"), ("abort", "Abort this game? It will not count.")],
)
def test_a_form_asks_before_what_cannot_be_undone(visitor: Any, act: str, question: str) -> None:
    ann, ben = visitor(), visitor()
    match = ann.create(seat0="me", seat1="friend")
    ben.join(match)

    def press(**fields: str) -> Any:
        return ann.client.post(f"/m/{match}/act", data=fields, headers=ann.headers)

    asked = press(act=act)
    assert asked.status_code == 200
    assert question in asked.get_data(as_text=True)
    assert ann.snapshot(match)["status"] == "playing"
    assert press(act=act, sure="yes").status_code == 303
    assert ann.snapshot(match)["status"] == "finished"


def test_a_match_that_waits_is_called_off_at_once(visitor: Any) -> None:
    ann = visitor()
    match = ann.create(seat0="me", seat1="friend")
    ann.client.post(f"/m/{match}/act", data={"act": "resign"}, headers=ann.headers)
    assert ann.snapshot(match)["status"] == "finished"
