"""Games as they are written, before anybody has played them. By the rules, one after the other,
a thousand games of Othello take a second; where the family can, they are played together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.formats.record import Result
from engine.registry import family_of
from engine.replay import PlayedGame, with_forced_passes, without_passes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.formats.record import GameRecord
    from engine.game import Game, Move, Player

AT_ONCE = 2_000
"""Games that are played together at most."""

FEW = 30
"""Games of Othello that take longer together than one after the other."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What is written of a game.

    Attributes:
        written: the record as it stands there; passes that the rules force may be missing.
        finish: the record that becomes of it, given how the game went.
        alone: the same by the rules alone, which raises where the game breaks one.
        movers: who is said to have made each move; empty where nothing is said.
    """

    written: GameRecord
    finish: Callable[[PlayedGame], GameRecord]
    alone: Callable[[], GameRecord]
    movers: tuple[Player, ...] = ()

    @classmethod
    def of(cls, written: GameRecord, *, ended: bool = False) -> Draft:
        """The draft of a record whose moves may be anybody's, and which keeps what else it says.

        `ended`: what it says of its result counts only where the rules do not end the game.
        """

        def finish(whole: PlayedGame) -> GameRecord:
            result = Result(whole.winner, whole.score) if ended and whole.over else written.result
            return replace(written, moves=whole.moves, result=result)

        return cls(written, finish, lambda: finish(by_rules(written)))

    def then(self, further: Callable[[GameRecord], GameRecord]) -> Draft:
        """The same draft, whose record `further` changes."""
        return Draft(
            self.written,
            lambda whole: further(self.finish(whole)),
            lambda: further(self.alone()),
            self.movers,
        )


def by_rules(written: GameRecord) -> PlayedGame:
    """How the game of a record went.

    Raises:
        IllegalMove: a move is not legal; its ply is named.
    """
    start = written.game.start() if written.start is None else written.start
    return PlayedGame.of(*with_forced_passes(start, written.moves))


def played_together(drafts: Sequence[Draft]) -> dict[int, GameRecord]:
    """Those of some drafts that plainly keep the rules, by their places, as far as families can
    play many at once; the others are left to the rules."""
    kinds: dict[str, list[int]] = {}
    for place, draft in enumerate(drafts):
        if draft.written.start is None:
            kinds.setdefault(draft.written.game.key, []).append(place)
    found = {}
    for places in kinds.values():
        for at in range(0, len(places), AT_ONCE):
            part = places[at : at + AT_ONCE]
            game = drafts[part[0]].written.game
            for number, whole in _wholes(game, [drafts[place] for place in part]).items():
                found[part[number]] = drafts[part[number]].finish(whole)
    return found


def _wholes(game: Game, drafts: Sequence[Draft]) -> dict[int, PlayedGame]:
    together, possible = family_of(game).played_out, _possible(game)
    every = {at: without_passes(game, draft.written.moves) for at, draft in enumerate(drafts)}
    bare = {at: moves for at, moves in every.items() if set(moves) <= possible}
    if together is None or len(bare) < FEW:
        return {}
    places, games = list(bare), list(bare.values())
    played = {places[row]: whole for row, whole in together(game, games).items()}
    return {at: whole for at, whole in played.items() if _fits(drafts[at], bare[at], whole)}


def _possible(game: Game) -> frozenset[Move]:
    """All moves that there may be but a pass."""
    return frozenset(range(game.columns if family_of(game).drops else game.columns * game.rows))


def _fits(draft: Draft, bare: Sequence[Move], whole: PlayedGame) -> bool:
    """Whether a game went as it is written: with all of its passes, or none, and by whom."""
    game, written = draft.written.game, draft.written.moves
    if written not in (whole.moves, bare):
        return False
    turns = [
        ply % game.players
        for ply, move in enumerate(whole.moves)
        if len(written) == len(whole.moves) or not game.is_pass(move)
    ]
    return not draft.movers or list(draft.movers) == turns
