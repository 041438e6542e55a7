"""What must be true of a match that was played through faults, read from the store."""

from __future__ import annotations

from typing import Any

from sqlalchemy import text

from tests.naive.connectfour import NaiveConnectFour
from webapp.domain.history import Recorded, fold
from webapp.domain.result import Reason


def check_rules(records: list[Recorded]) -> list[str]:
    """The moves, played by rules that were written for obviousness alone."""
    board = NaiveConnectFour(7, 6, 4, 2)
    for record in records:
        if record.event.t == "moved":
            if record.event.move not in board.legal_columns():
                return [f"version {record.v} is no legal move"]
            board.play(record.event.move)
    state = fold(records)
    ended = bool(board.lines()) or not board.legal_columns()
    by_rules = state.result is not None and not isinstance(state.result.reason, Reason)
    return [] if by_rules == ended else [f"by the rules it should have ended: {ended}"]


def check_clocks(engine: Any, match: str, records: list[Recorded]) -> list[str]:
    """Both clocks together never took more than time has passed, and no flag fell: nobody here
    thinks for more than a second."""
    with engine.connect() as connection:
        began, ended = connection.execute(
            text("SELECT min(at), max(at) FROM events WHERE match_id = :match"), {"match": match}
        ).one()
    state = fold(records)
    wrong = []
    if state.result is not None and state.result.reason is Reason.TIME:
        wrong.append("a flag has fallen")
    if state.control is not None and state.clock is not None:
        counted = max(0, len(state.moves) - 2)  # nobody's clock runs before his first move
        given = 2 * state.control.base + state.control.increment * counted
        used = given - sum(state.clock.left)
        if used > 1000 * (ended - began).total_seconds() + 1000:
            wrong.append(f"{used} ms went by on the clocks in {ended - began}")
    return wrong
