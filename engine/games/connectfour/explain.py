"""What matters in a position, in sentences: threats, zugzwang, only moves, the distance.

`remarks` needs no search; `only_move` and `distance` say in words what a search has proved,
and `summary` puts all of it together.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.games.connectfour.threats import last_word, playable_threats, threats
from engine.games.connectfour.words import PHRASES
from engine.search.score import win_score

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Player, Square
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.search.searcher import Candidate


class Subject(StrEnum):
    """What a remark is about; the value is the tail of its phrase's key."""

    WIN_NOW = "win_now"
    MUST_BLOCK = "must_block"
    CANNOT_BLOCK = "cannot_block"
    SHARE_BLOCK = "share_block"
    DOUBLE_THREAT = "double_threat"
    THREAT = "threat"
    STACKED = "stacked"
    POISONED = "poisoned"
    ZUGZWANG = "zugzwang"
    ONLY_MOVE = "only_move"


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing worth saying about a position.

    Attributes:
        subject: its kind.
        player: whom it is about.
        squares: what to point at, ascending.
        text: the sentence.
    """

    subject: Subject
    player: Player
    squares: tuple[Square, ...]
    text: str


def remarks(
    position: ConnectFourPosition, names: Sequence[str] | None = None
) -> tuple[Remark, ...]:
    """What can be seen in an unfinished position without a search, the most urgent first."""
    if position.outcome() is not None:
        return ()
    mover, players = position.to_move, position.game.players
    if wins := playable_threats(position, mover):
        return (_remark(position, Subject.WIN_NOW, mover, wins, names),)
    following = (mover + 1) % players
    found = _urgent(position, mover, playable_threats(position, following), names)
    if players > 2:
        found += _later(position, (mover + 2) % players, names)
    for player in range(players):
        waiting = _waiting(position, player)
        found += [_remark(position, Subject.THREAT, player, (s,), names) for s in waiting]
        found += _stacked(position, player, names) if players == 2 else []
    if not _forced(found):
        found += _poisoned(position, following, names)
    last_word = zugzwang(position)
    if last_word is not None:
        found.append(_remark(position, Subject.ZUGZWANG, last_word[0], (last_word[1],), names))
    return tuple(found)


def zugzwang(position: ConnectFourPosition) -> tuple[Player, Square] | None:
    """Who gets which winning square if all only fill columns from now on, if anybody.

    A square that can be reached now is no matter of zugzwang.
    """
    last = None if position.outcome() else last_word(position)
    if last is None or last.square in playable_threats(position, last.player):
        return None
    return last.player, last.square


def summary(
    position: ConnectFourPosition,
    candidates: Sequence[Candidate] = (),
    names: Sequence[str] | None = None,
) -> tuple[str, ...]:
    """All there is to say of a position, as sentences, the most urgent first.

    `candidates`, best first, are what a search has found: proved ones tell the distance to
    the end and whether a single move holds the result.
    """
    said = [remark.text for remark in remarks(position, names)]
    single = only_move(position, candidates, names)
    if single is not None:
        said.append(single.text)
    if candidates and candidates[0].exact and position.game.players == 2:
        said.append(distance(position, candidates[0].score, names))
    return tuple(said)


def only_move(
    position: ConnectFourPosition,
    candidates: Sequence[Candidate],
    names: Sequence[str] | None = None,
) -> Remark | None:
    """Says so where a single move keeps the proved result; the best candidate comes first."""
    if len(candidates) < 2 or not all(candidate.exact for candidate in candidates):
        return None
    results = [(c.score > 0) - (c.score < 0) for c in candidates]
    if results[0] == results[1]:
        return None
    square = position.landing_square(candidates[0].move)
    squares = () if square is None else (square,)
    return _remark(position, Subject.ONLY_MOVE, position.to_move, squares, names)


def distance(position: ConnectFourPosition, score: int, names: Sequence[str] | None = None) -> str:
    """A two-player position's exact score, the mover's view, in words."""
    if score == 0:
        return PHRASES["connectfour.draw"]
    winner = position.to_move if score > 0 else 1 - position.to_move
    played = position.boards[winner].bit_count()
    discs = win_score(position.game, 0) - abs(score) - played
    key = "connectfour.wins_in.1" if discs == 1 else "connectfour.wins_in"
    player = (names or position.game.player_names)[winner]
    return PHRASES[key].format(player=player, discs=discs)


def _urgent(
    position: ConnectFourPosition,
    mover: Player,
    wins: tuple[Square, ...],
    names: Sequence[str] | None,
) -> list[Remark]:
    """The next player's wins at once: to be blocked, or too many for that."""
    if not wins:
        return []
    if len(wins) == 1:
        return [_remark(position, Subject.MUST_BLOCK, mover, wins, names)]
    following = (mover + 1) % position.game.players
    return [
        _remark(position, Subject.DOUBLE_THREAT, following, wins, names),
        _remark(position, Subject.CANNOT_BLOCK, mover, wins, names),
    ]


def _forced(found: Sequence[Remark]) -> bool:
    """Whether the mover has no free choice."""
    return any(remark.subject in {Subject.MUST_BLOCK, Subject.CANNOT_BLOCK} for remark in found)


def _later(
    position: ConnectFourPosition, third: Player, names: Sequence[str] | None
) -> list[Remark]:
    """What the third of three players threatens at once: two can stop it, but only together."""
    wins = playable_threats(position, third)
    if len(wins) < 2:
        return [_remark(position, Subject.THREAT, third, wins, names)] if wins else []
    found = [_remark(position, Subject.DOUBLE_THREAT, third, wins, names)]
    if not playable_threats(position, (third + 2) % 3):
        both = Subject.SHARE_BLOCK if len(wins) == 2 else Subject.CANNOT_BLOCK
        found.append(_remark(position, both, position.to_move, wins, names))
    return found


def _stacked(
    position: ConnectFourPosition, player: Player, names: Sequence[str] | None
) -> list[Remark]:
    """Waiting threats one above the other, of which one opponent can stop only the lower."""
    waiting, columns = _waiting(position, player), position.game.columns
    return [
        _remark(position, Subject.STACKED, player, (square, square + columns), names)
        for square in waiting
        if square + columns in waiting
    ]


def _poisoned(
    position: ConnectFourPosition, following: Player, names: Sequence[str] | None
) -> list[Remark]:
    """Squares under a winning square of the next player."""
    columns = position.game.columns
    landing = {position.landing_square(column) for column in position.legal_moves()}
    below = tuple(s - columns for s in threats(position, following) if s - columns in landing)
    if not below:
        return []
    return [_remark(position, Subject.POISONED, position.to_move, below, names)]


def _waiting(position: ConnectFourPosition, player: Player) -> tuple[Square, ...]:
    """Threats that no disc can reach yet."""
    now = playable_threats(position, player)
    return tuple(square for square in threats(position, player) if square not in now)


def _remark(
    position: ConnectFourPosition,
    subject: Subject,
    player: Player,
    squares: tuple[Square, ...],
    names: Sequence[str] | None,
) -> Remark:
    columns = position.game.columns
    row, column = divmod(squares[0], columns) if squares else (0, 0)
    labels = [str(c + 1) for c in sorted({square % columns for square in squares})]
    text = PHRASES[f"connectfour.{subject}"].format(
        player=(names or position.game.player_names)[player],
        column=column + 1,
        row=row + 1,
        columns=" and ".join(labels),
    )
    return Remark(subject, player, squares, text)
