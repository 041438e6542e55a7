"""What is drawn for many is drawn once, whoever made it and however big it is."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask

from engine.game import Game
from engine.registry import game as game_of
from webapp import svg, wire
from webapp.extensions import services
from webapp.listing import Once
from webapp.pages import match as match_page
from webapp.pages import view
from webapp.service.live import LiveMatch

BIG = game_of("othello:16")


def moves_of(game: Game, plies: int) -> str:
    """The text of a random game so far."""
    position, moves = game.start(), []
    choose = random.Random(1)
    while len(moves) < plies and position.outcome() is None:
        moves.append(choose.choice(position.legal_moves()))
        position = position.play(moves[-1])
    return game.format_moves(moves)


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, int]]:
    """How often a match is folded, described and drawn meanwhile."""
    counts = {"folded": 0, "described": 0, "drawn": 0}

    def count(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def counting(*args: Any, **more: Any) -> Any:
            counts[name] += 1
            return call(*args, **more)

        return counting

    with monkeypatch.context() as patch:
        patch.setattr(LiveMatch, "reload", count("folded", LiveMatch.reload))
        patch.setattr(wire, "snapshot", count("described", wire.snapshot))
        patch.setattr(view, "draw", count("drawn", svg.draw))
        yield counts


def test_lists_cost_nothing_but_their_first_time(
    visitor: Any, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, text = visitor(), moves_of(BIG, 100)
    for _ in range(3):
        ann.create(game="othello:16", seat0="me", seat1="me", moves=text)
    stranger = visitor()
    lists = [_list(stranger, path) for path in ("/", "/watch", "/api/matches")]
    assert all(lists)
    with counted(monkeypatch) as counts:
        assert [_list(stranger, path) for path in ("/", "/watch", "/api/matches")] == lists
    assert counts == {"folded": 0, "described": 0, "drawn": 0}


def test_ones_own_games_are_folded_once_and_stay_ones_own(
    visitor: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = visitor(), visitor()
    match = ann.create(seat0="me", seat1="friend", public=False)
    assert match in ann.client.get("/").text
    with counted(monkeypatch) as counts:
        assert match in ann.client.get("/").text
    assert counts["folded"] == 0
    assert match not in ben.client.get("/").text
    assert ben.client.get(f"/api/matches/{match}").json["you"] == []
    ben.join(match)
    with counted(monkeypatch) as counts:
        assert match in ann.client.get("/").text
        assert match in ben.client.get("/").text
    assert counts["folded"] == 1, "for both who play it"


def _list(visitor: Any, path: str) -> str:
    """A list of games without the page around it, whose forms have new tokens every time."""
    text = str(visitor.client.get(path).text)
    return text if path.startswith("/api/") else text.partition('id="games"')[2]


def test_what_has_changed_is_drawn_again_and_only_that(
    visitor: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = visitor()
    matches = [ann.create(seat0="me", seat1="me") for _ in range(3)]
    before = ann.client.get("/watch").text
    ann.move(matches[1], 3, 0)
    with counted(monkeypatch) as counts:
        page = ann.client.get("/watch").text
    assert counts == {"folded": 1, "described": 1, "drawn": 1}
    assert page.index(matches[1]) < page.index(matches[2]), "the latest active first"
    red = 'href="#connectfour-0-small"'
    assert page.count(red) == before.count(red) + 1


def test_who_is_there_is_told_though_the_board_is_remembered(visitor: Any, app: Flask) -> None:
    ann = visitor()
    match = ann.create(seat0="me", seat1="me")
    assert [game["watching"] for game in ann.get("/api/matches")["matches"]] == [0]
    with services(app).live.use(match):
        services(app).crowd.enter(match, "socket", "somebody")
        (game,) = ann.get("/api/matches")["matches"]
        assert game["watching"] == 1
        assert game == visitor().get(f"/api/matches/{match}")
        services(app).crowd.leave(match, "socket")


def test_a_crowd_that_comes_to_look_on_shares_one_description(
    visitor: Any, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = visitor()
    match = ann.create(seat0="me", seat1="me")
    matches, describe = services(app).matches, services(app).listing.describe
    owner = services(app).matches.match(match).seats[0].guest
    with counted(monkeypatch) as counts:
        seen = [describe(matches.view(match, who)) for who in ("a", "b", None)]
        own = describe(matches.view(match, owner))
    assert counts["described"] == 2
    assert [one["you"] for one in seen] == [[], [], []]
    assert own["you"] == [0, 1]
    assert own["alone"]


def test_only_the_last_things_are_kept() -> None:
    once: Once[int] = Once(2)
    made: list[int] = []
    for key in (1, 2, 1, 3, 2, 1):
        assert once.get(key, lambda key=key: made.append(key) or key) == key
    assert made == [1, 2, 3, 1]


def test_the_boards_of_a_big_match_come_in_pages(visitor: Any) -> None:
    ann = visitor()
    match = ann.create(game="othello:16", seat0="me", seat1="me", moves=moves_of(BIG, 200))
    seen: list[int] = []
    path = f"/m/{match}/moves"
    for _ in range(30):
        page = ann.client.get(path).text
        plies = [int(part.partition('"')[0]) for part in page.split('data-ply="')[1:]]
        assert len(plies) * 256 <= match_page.SQUARES
        seen += plies
        if 'rel="next"' not in page:
            break
        path = f"/m/{match}/moves" + page.partition('rel="next" href="')[2].partition('"')[0]
    assert seen == list(range(201))
    for start in ("-5", "x", "100000"):
        assert ann.client.get(f"/m/{match}/moves?from={start}").status_code == 200


def test_the_boards_of_a_usual_match_are_all_on_one_page(visitor: Any) -> None:
    ann = visitor()
    match = ann.create(seat0="me", seat1="me", moves="4444")
    page = ann.client.get(f"/m/{match}/moves").text
    assert page.count("data-ply=") == 5
    assert "Later boards" not in page
