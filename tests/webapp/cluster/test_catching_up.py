"""What other servers did is shown here, whatever one match does."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.webapp.browsers import wait_until
from webapp.cluster import catching_up
from webapp.cluster.catching_up import CatchingUp
from webapp.domain.errors import Refusal
from webapp.service.ports import StoreAway


class FakeLocal:
    """What is asked of `LocalServices` and `People`, with a match that fails at first."""

    def __init__(self, error: Exception, failures: int) -> None:
        self.error, self.failures = error, failures
        self.asked: Counter[str] = Counter()
        self.away = 0
        """Times that the store does not answer."""

    def versions(self, match_ids: list[str]) -> dict[str, int]:
        if self.away:
            self.away -= 1
            raise StoreAway
        return dict.fromkeys(match_ids, 5)

    def catch_up(self, match_id: str, _v: int) -> None:
        self.asked[match_id] += 1
        if match_id == "bad" and self.asked["bad"] <= self.failures:
            raise self.error

    def learn(self, _match_id: str) -> None: ...

    def catch_up_chat(self, _match_ids: list[str]) -> None: ...


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catching_up, "AGAIN", 0.001)
    monkeypatch.setattr(catching_up, "SELDOM", 0.01)


@pytest.mark.parametrize("error", [Refusal("busy", "In use."), ValueError("damaged")])
def test_a_match_that_fails_is_tried_again_by_itself(error: Exception) -> None:
    ears: Any = FakeLocal(error, 5)
    running = CatchingUp(lambda channel, packet: None)
    for match_id in ("bad", "good", "other"):
        running.see_to(match_id, None)
    running.start(ears, ears)
    wait_until(lambda: ears.asked["bad"] == 6)
    assert ears.asked == {"bad": 6, "good": 1, "other": 1}
    wait_until(lambda: not running._pauses)
    running.close()


def test_a_store_that_goes_away_meanwhile_puts_off_no_match_by_itself() -> None:
    ears: Any = FakeLocal(StoreAway(), 3)
    running = CatchingUp(lambda channel, packet: None)
    for match_id in ("bad", "good"):
        running.see_to(match_id, 5)
    running.start(ears, ears)
    wait_until(lambda: ears.asked["good"] == 1)
    assert ears.asked["bad"] == 4, "those behind it are not asked for before it answers"
    assert not running._pauses
    running.close()


def test_when_the_store_is_back_all_are_seen_to_once() -> None:
    ears: Any = FakeLocal(ValueError(), 0)
    ears.away = 3
    running = CatchingUp(lambda channel, packet: None)
    for match_id in ("good", "other"):
        running.see_to(match_id, None)
    running.start(ears, ears)
    wait_until(lambda: len(ears.asked) == 2)
    assert ears.asked == {"good": 1, "other": 1}
    running.close()
