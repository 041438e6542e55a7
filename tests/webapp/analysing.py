"""What the analysis is asked in tests, and who is told."""

from __future__ import annotations

import threading
from typing import Any

from engine.judging.analysis import Analysis
from engine.registry import game as game_of
from tests.candidates import about, exactly
from webapp import wire
from webapp.domain.line import Line
from webapp.service.analysis import Analyses, Look, Work
from webapp.service.known import Known
from webapp.service.news import PositionNews, ReviewNews
from webapp.service.turns import Visitor

FOUR = game_of("connectfour")


class Told:
    """An announcer that remembers what it was given."""

    def __init__(self) -> None:
        self.messages: list[tuple[str, dict[str, Any]]] = []
        self.news = threading.Condition()

    def analysis(self, sid: str, news: PositionNews | ReviewNews) -> None:
        with self.news:
            self.messages.append((sid, dict(wire.analysis(news))))
            self.news.notify_all()

    def findings(self, sid: str) -> list[dict[str, Any]]:
        return [news for to, news in self.messages if to == sid and "verdict" in news]

    def reviewed(self, sid: str) -> dict[int, dict[str, Any]]:
        return {
            entry["ply"]: entry
            for to, news in self.messages
            if to == sid
            for entry in news.get("review", [])
        }


class Shelf:
    """A store of reviews that is a dict."""

    def __init__(self) -> None:
        self.games: dict[Any, dict[int, Known]] = {}
        self.ended: set[Any] = set()

    def keep(self, reviewed: Any, found: Any, *, done: bool) -> None:
        self.games[reviewed] = dict(found)
        if done:
            self.ended.add(reviewed)

    def load(self, reviewed: Any) -> dict[int, Known]:
        return self.games.get(reviewed, {})

    def done(self, games: Any) -> set[Any]:
        return self.ended & set(games)


class Clock:
    """Time that passes while a search is done."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


CLOCK = Clock()


def look(
    moves: str, ply: int | None = None, side: str = "", token: int = 1, *, who: str = ""
) -> Look:
    return Look(token, Line.of(FOUR, moves, ply, side), Visitor(who, who))


def finding(work: Work, *, exact: bool = False, score: int = 50) -> Analysis:
    """What a search of `work` could find: every move worth the same."""
    moves = work.position.legal_moves()
    made, mover = exactly if exact else about, work.position.to_move
    found = tuple(made(move, score, mover, depth=5) for move in moves)
    return Analysis(found[0].info(nodes=1000, elapsed=work.seconds), found)


def do(analyses: Analyses, **kind: Any) -> Work:
    """Take the next search and finish it."""
    work = analyses.take()
    assert work is not None
    CLOCK.now += work.seconds
    analyses.finish(work, finding(work, **kind))
    return work
