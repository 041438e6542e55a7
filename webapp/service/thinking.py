"""Which AI move is searched for a match: asked when its turn comes, stopped when in vain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webapp.domain.clock import budget
from webapp.service.ports import Purpose, Question

if TYPE_CHECKING:
    from webapp.domain.match import Match
    from webapp.service.crowd import Crowd
    from webapp.service.guest_addresses import GuestAddresses
    from webapp.service.live import LiveMatch
    from webapp.service.ports import Announcer, Thinker


HINT_LEVEL, HINT_SECONDS = "10", 3.0
"""Full strength and the book, within what somebody waits for a hint."""


class Thinking:
    """Asks the thinker for each AI's move; `pace` is its pause in seconds after another AI's."""

    def __init__(
        self, crowd: Crowd, announcer: Announcer, pace: float, guest_addresses: GuestAddresses
    ) -> None:
        self._crowd = crowd
        self._announcer = announcer
        self._pace = pace
        self._guest_addresses = guest_addresses
        self._thinker: Thinker | None = None

    def attach(self, thinker: Thinker) -> None:
        """Let moves be chosen by `thinker`."""
        self._thinker = thinker

    def update(self, live: LiveMatch) -> None:
        """Ask the AI whose turn it is; stop one that thinks in vain."""
        question, before = self._question(live.match) or self._hint(live.match), live.asked
        if self._thinker is None or question == before:
            return
        if question and before and (question.ply, question.epoch) == (before.ply, before.epoch):
            return  # a changed level counts from the next move on
        thought = live.thinking
        live.asked = question
        if before is not None:
            self._thinker.cancel(live.id)
        if question is not None:
            self._thinker.ask(question)
        if live.thinking != thought:
            self._announcer.thinking(live.id, live.thinking)

    def _question(self, match: Match) -> Question | None:
        """What to ask an AI now, if it is one's turn."""
        seat = match.ai_to_move()
        level = None if seat is None else match.seats[seat].level
        if seat is None or level is None or self._crowd.lets_rest(match):
            return None
        follows_ai = (
            match.ply > match.opening and match.seats[match.positions[-2].to_move].level is not None
        )
        pause = self._pace if follows_ai else 0.0
        seconds = None
        if match.control is not None and match.clock is not None:
            seconds = budget(match.control, match.clock.left[seat])
        return Question(
            match.id,
            seat,
            match.ply,
            match.epoch,
            level,
            match.position,
            pause=pause,
            awaited=bool(match.guests()),
            seconds=seconds,
            visitor=self._guest_addresses.at(match),
            moves=match.moves,
        )

    def _hint(self, match: Match) -> Question | None:
        """What to ask for the person who waits for a hint."""
        hint = match.hint
        if hint is None or hint.move is not None:
            return None
        return Question(
            match.id,
            hint.seat,
            match.ply,
            match.epoch,
            HINT_LEVEL,
            match.position,
            seconds=HINT_SECONDS,
            visitor=self._guest_addresses.at(match),
            purpose=Purpose.HINT,
            moves=match.moves,
        )
