"""The games that an answer is shown with: some at once, and ever further ones when asked."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.laboratory.language.query import Kind

if TYPE_CHECKING:
    from engine.laboratory.answers import Answer
    from engine.laboratory.prove import Investigation
    from engine.search.control import SearchControl

AT_ONCE = 50
"""Games shown together."""

MOST = 10_000
"""Games that one question is asked for: so many are looked for anew each time."""

SECONDS = 2.0
"""Of processor time to look for more games once there is one to show."""

LOOK = 0.05
"""Seconds between two looks at the processor time."""


@dataclass(frozen=True, slots=True)
class Games:
    """Games of one question, as move texts.

    Attributes:
        texts: the games, the shortest first.
        more: whether there are, or may be, further ones.
    """

    texts: tuple[str, ...] = ()
    more: bool = False


def games(
    investigation: Investigation, answer: Answer, control: SearchControl, skip: int = 0
) -> Games:
    """The games after the first `skip` ones, as many as are found in a moment.

    Without `skip` only the shortest ones, as the answer says no more. The search is stopped by
    `control` when its time is up, so that nothing else can be asked of it.
    """
    if answer.witness is None:
        return Games()
    if answer.question.kind not in {Kind.FIND, Kind.ZUGZWANG, Kind.MOST, Kind.FEWEST}:
        return Games((answer.witness.notation,))
    witness, passed = answer.witness, 0
    while passed < skip:
        following = investigation.next()
        if following is None:
            return Games()
        witness, passed = following, passed + 1
    found, timer = [witness.notation], _Timer(control)
    try:
        while len(found) < AT_ONCE:
            following = investigation.next()
            if following is None:
                return Games(tuple(found), more=control.stopped)
            if not skip and following.plies > witness.plies:
                break
            found.append(following.notation)
    finally:
        timer.end()
    return Games(tuple(found), more=skip + len(found) < MOST)


class _Timer:
    """Stops a search when it has had its processor time; a solver would not look at a clock."""

    def __init__(self, control: SearchControl) -> None:
        self._control, self._end = control, time.process_time() + SECONDS
        self._over = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def end(self) -> None:
        self._over.set()

    def _watch(self) -> None:
        while not self._over.wait(LOOK):
            if time.process_time() > self._end:
                self._control.stop()
                return
