"""The ladder of strength: what each level may spend and how it errs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.errors import EngineError

if TYPE_CHECKING:
    from engine.family import Family

FEWER = 4
"""By how much errors are smaller among three players."""

MORE = 4
"""How many times as many positions a level promises to visit among three players."""

MOST_PROMISED = 1_000_000
"""To how many at most that raises a promise: a move must not take too long."""

NEWCOMERS = "1"
"""The level to offer those who have not chosen one. A player who takes a win, stops one and else
leaves all to chance, or in Othello takes most discs, wins about half of the games against it and
few against the next; among three, against two of it, a third of the games that anybody wins."""

DEEPEST = 20
"""The largest depth a person may choose."""


@dataclass(frozen=True, slots=True)
class Level:
    """One strength to choose.

    Attributes:
        key: ``"1"``... or ``"depth:6"``, as typed and stored.
        name: for people.
        description: one line for people.
        depth: plies looked ahead, None for no bound.
        time: seconds at most, once `least` is done.
        least: positions it visits at least, however busy the machine; with fewer than a million
            the strongest level spoils positions of Connect Four that it should not.
        noise: standard deviation of the misjudgement of each move, hundredths of a disc.
        oversight: how likely, for each move by itself, everything beyond the opponent's
            next reply goes unseen.
        attention: how likely, for each move it makes, it takes a win in one and stops one.
        cunning: whether of equally good moves it plays the one that is hardest to answer.
    """

    key: str
    name: str
    description: str
    depth: int | None
    time: float
    noise: int = 0
    oversight: float = 0.0
    attention: float = 1.0
    cunning: bool = False
    least: int = 20_000

    @property
    def errs(self) -> bool:
        return self.noise > 0 or self.oversight > 0

    def suited_to(self, family: Family) -> Level:
        """The level with the errors it makes in games of `family`."""
        own = family.errors.get(self.key)
        return self if own is None else replace(self, noise=own[0], oversight=own[1])

    def among(self, players: int) -> Level:
        """The level in a game of so many: of three, two make use of each error of the third.

        One that does not always attend is to be beaten by beginners, and errs as usual. A search
        that cannot leave out what two players would not play visits more to see as far.
        """
        if players == 2:
            return self
        level = replace(self, least=max(self.least, min(MORE * self.least, MOST_PROMISED)))
        if self.attention < 1:
            return level
        return replace(level, noise=self.noise // FEWER, oversight=self.oversight / FEWER)


LEVELS: dict[str, Level] = {
    level.key: level
    for level in (
        Level("1", "Beginner", "Plays by feel and may miss a win.", 1, 0.5, 380, 0.85, 0.7),
        Level("2", "Learner", "Sees the next move, overlooks most plans.", 2, 0.5, 370, 0.6),
        Level("3", "Casual", "Looks three moves ahead, often distracted.", 3, 0.5, 280, 0.4),
        Level("4", "Club", "Looks four moves ahead and errs now and then.", 4, 1.0, 200, 0.2),
        Level(
            "5",
            "Skilled",
            "Looks five moves ahead, sometimes wrong.",
            5,
            1.0,
            130,
            0.12,
            least=100_000,
        ),
        Level(
            "6", "Expert", "Looks six moves ahead, seldom wrong.", 6, 1.0, 80, 0.065, least=100_000
        ),
        Level(
            "7", "Master", "Looks seven moves ahead, rarely wrong.", 7, 1.5, 50, 0.03, least=400_000
        ),
        Level(
            "8",
            "Grandmaster",
            "Looks eight moves ahead, hardly ever wrong.",
            8,
            1.5,
            30,
            0.015,
            least=400_000,
        ),
        Level(
            "9", "Champion", "Looks twelve moves ahead without a slip.", 12, 3.0, least=1_000_000
        ),
        Level(
            "10",
            "Oracle",
            "Full strength, and sets traps.",
            None,
            5.0,
            cunning=True,
            least=1_000_000,
        ),
    )
}
"""The levels from the weakest up, by key."""


def parse_level(text: str) -> Level:
    """The level that `text` names: ``1`` to ``10``, or ``depth:1`` to ``depth:20``.

    Raises:
        EngineError: there is no such level.
    """
    name = text.strip().lower()
    if name in LEVELS:
        return LEVELS[name]
    kind, _, number = name.partition(":")
    if kind == "depth" and number.isascii() and number.isdigit() and len(number) <= 3:
        depth = int(number)
        if 1 <= depth <= DEEPEST:
            plies = "1 move" if depth == 1 else f"{depth} moves"
            name, text = f"Depth {depth}", f"Looks {plies} ahead."
            return Level(f"depth:{depth}", name, text, depth, 10.0, least=1_000_000)
    last = max(LEVELS, key=int)
    raise EngineError(
        f"There is no level {text[:20]!r}; the levels are 1 to {last} and depth:1 to"
        f" depth:{DEEPEST}."
    )
