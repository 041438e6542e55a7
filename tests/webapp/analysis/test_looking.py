"""What is searched for a page over its socket ends when it is hidden or gone (scenario 22)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.webapp.browsers import Person, wait_until
from tests.webapp.conftest import Running

LOOK = {"token": 1, "game": "othello", "moves": "f5d6c3", "ply": 3}


def hide(person: Person) -> None:
    assert person.call("analysis", {"on": False})["ok"]


def close(person: Person) -> None:
    person.socket.disconnect()


@pytest.mark.parametrize("leave", [hide, close])
def test_nothing_is_searched_for_who_has_left(
    running: Running, person: Callable[[], Person], leave: Callable[[Person], None]
) -> None:
    ann, ben, analyses = person(), person(), running.services.analyses
    for one in (ann, ben):
        assert one.call("analysis", LOOK)["ok"]
    assert len(analyses) == 2
    leave(ann)
    wait_until(lambda: len(analyses) == 1)
    leave(ben)
    wait_until(lambda: len(analyses) == analyses.waiting == 0)
