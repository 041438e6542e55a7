"""What the games of a contest come to, in words and for JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.contest.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.contest.contest import Played
    from engine.contest.sprt import Sprt
    from engine.game import Game


@dataclass
class Standings:
    """Points, processor time and faults so far, by contestant.

    Attributes:
        seconds: of the processor, None where the system does not tell.
        faults: how many games each has lost by what no player may do.
    """

    game: Game
    names: Sequence[str]
    sprt: Sprt | None = None
    tallies: list[Tally] = field(init=False)
    seconds: list[float | None] = field(init=False)
    faults: list[int] = field(init=False)

    def __post_init__(self) -> None:
        count = len(self.names)
        self.tallies = [Tally(draw=1 / count)] * count
        self.seconds = [0.0] * count
        self.faults = [0] * count

    @property
    def games(self) -> int:
        return self.tallies[0].games

    def add(self, played: Played) -> None:
        """Count a game."""
        for one, tally in enumerate(self.tallies):
            drawn = played.winner is None
            points = tally.draw if drawn else float(played.winner == one)
            self.tallies[one] = tally.and_points(points)
            spent, before = played.seconds[one], self.seconds[one]
            self.seconds[one] = None if spent is None or before is None else before + spent
            self.faults[one] += bool(played.fault) and not drawn and played.winner != one

    @property
    def decided(self) -> str | None:
        """What the test has accepted; None while it has not, or where there is none."""
        return self.sprt.verdict(self.tallies[0]) if self.sprt else None

    def score(self) -> str:
        """The first player's games in a few words, of three everybody's won ones."""
        if len(self.names) > 2:
            won = ", ".join(str(tally.won) for tally in self.tallies)
            return f"{won} won, {self.tallies[0].drawn} drawn"
        tally = self.tallies[0]
        return f"{tally.won} won {tally.drawn} drawn {tally.lost} lost"

    def line(self, played: Played, games: int) -> str:
        """One game in a line, with the score up to it."""
        seats = [
            f"{self.names[one]} ({colour})"
            for one, colour in zip(played.seats, self.game.player_names, strict=True)
        ]
        winner = played.result.winner
        if winner is None:
            text = f"{' and '.join(seats)} draw"
        else:
            losers = [seat for number, seat in enumerate(seats) if number != winner]
            text = f"{seats[winner]} beats {' and '.join(losers)}"
            if played.fault:
                text += f", which {played.fault}"
            elif played.result.reason:
                text += f" by {played.result.reason}"
        if played.result.score is not None:
            text += f" by {abs(played.result.score)}" if winner is not None else ""
        return f"Game {played.number + 1} of {games}: {text}; {self.score()}."

    def report(self) -> list[str]:
        """The whole in a few lines."""
        if not self.games:
            return ["No game has ended."]
        lines = []
        if len(self.names) == 2:
            tally = self.tallies[0]
            elo, low, high = (round(number) for number in tally.elo)
            share = f"{100 * tally.share:.1f} ± {100 * tally.margin:.1f}% of the points"
            lines.append(f"{self.names[0]} against {self.names[1]}: {self.score()}, {share}")
            lines.append(f"Elo: {elo:+} ({low:+} to {high:+} with 95%)")
        else:
            for name, tally in zip(self.names, self.tallies, strict=True):
                share = f"{100 * tally.share:.1f} ± {100 * tally.margin:.1f}% of the points"
                counts = f"{tally.won} won {tally.drawn} drawn {tally.lost} lost"
                lines.append(f"{name}: {counts}, {share}")
        if self.sprt:
            accepted = self.decided
            verdict = (
                f"{getattr(self.sprt, accepted):+g} Elo accepted" if accepted else "not decided"
            )
            ratio = self.sprt.ratio(self.tallies[0])
            apart = f"{self.sprt.elo0:g} and {self.sprt.elo1:g} Elo"
            lines.append(f"SPRT of {apart}: {ratio:+.2f}, {verdict}")
        lines.append(f"Processor time a game: {self._times()}")
        for name, count in zip(self.names, self.faults, strict=True):
            if count:
                lines.append(f"{name} failed in {count} of {self.games} games.")
        return lines

    def _times(self) -> str:
        return ", ".join(
            f"{name} unknown" if seconds is None else f"{name} {seconds / self.games:.3f} s"
            for name, seconds in zip(self.names, self.seconds, strict=True)
        )

    def figures(self) -> dict[str, Any]:
        """For JSON."""
        players = [
            {"name": name}
            | tally.figures()
            | {"seconds": None if spent is None else round(spent, 4), "failed": failed}
            for name, tally, spent, failed in zip(
                self.names, self.tallies, self.seconds, self.faults, strict=True
            )
        ]
        found: dict[str, Any] = {"game": self.game.key, "games": self.games, "players": players}
        if len(self.names) == 2:
            found |= dict(zip(("elo", "low", "high"), map(round, self.tallies[0].elo), strict=True))
        if self.sprt:
            found["sprt"] = {
                "elo0": self.sprt.elo0,
                "elo1": self.sprt.elo1,
                "ratio": round(self.sprt.ratio(self.tallies[0]), 3),
                "accepted": self.decided,
            }
        return found
