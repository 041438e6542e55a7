"""Reviews for pages that nothing pushes news to: each asks anew until all is found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from webapp.service.analysis import Look
from webapp.service.effort import Effort

if TYPE_CHECKING:
    from webapp.domain.line import Line
    from webapp.service.alarms import Alarms
    from webapp.service.analysis import Analyses
    from webapp.service.news import ReviewNews
    from webapp.service.turns import Visitor
    from webapp.service.uptime import Uptime

STAYS = 20_000
"""Milliseconds for which a review goes on that nobody has asked for again."""

LEAST = Effort(seconds=0, lines=1)
"""Of the board itself: such pages show the review alone."""


@dataclass(frozen=True, slots=True)
class PolledReviews:
    """Reviews what each visitor read last, one game at a time, while they keep reading."""

    analyses: Analyses
    alarms: Alarms
    uptime: Uptime

    def read(self, visitor: Visitor, line: Line) -> tuple[ReviewNews, bool]:
        """What is known of every ply of a game, and whether more is to come.

        The review goes on for a while, and begins if it has not.
        """
        reader = f"reader {visitor.address} {visitor.guest}"
        whole = line.at(len(line.moves)).without
        look = Look(0, whole, visitor, review=True, effort=LEAST)
        if not self.analyses.looks(reader, look):  # a search that goes on is not begun anew
            self.analyses.look(reader, look)
        until = self.uptime.now() + STAYS
        self.alarms.set(("reader", reader), until, lambda: self.analyses.rest(reader))
        return self.analyses.review_of(whole)
