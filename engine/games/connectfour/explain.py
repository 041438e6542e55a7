"""What matters in a position, in sentences: threats, zugzwang, only moves, the distance.

`remarks` needs no search; `only_move` and `distance` say in words what a search has proved.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.games.connectfour.threats import playable_threats, threats
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
    DOUBLE_THREAT = "double_threat"
    THREAT = "threat"
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
    for player in range(players):
        waiting = _waiting(position, player)
        found += [_remark(position, Subject.THREAT, player, (s,), names) for s in waiting]
    if not found or found[0].subject is Subject.THREAT:
        found += _poisoned(position, following, names)
    controller = zugzwang(position)
    if controller is not None:
        squares = _waiting(position, controller)
        found.append(_remark(position, Subject.ZUGZWANG, controller, squares, names))
    return tuple(found)


def zugzwang(position: ConnectFourPosition) -> Player | None:
    """Who gets a winning square if both sides only fill columns from now on, if anybody.

    Of two players the one who faces an even number of free squares gets, in every column
    that is filled turn by turn, each second square below the top one, the other the rest.
    The player of the lowest threat that lies on a square of its own wins the last word; the
    first-named player's weighs more, as it breaks the turn-by-turn filling (Allis 1988).
    """
    game = position.game
    if game.players != 2 or position.outcome() is not None:
        return None
    free = game.columns * game.rows - position.ply
    leader = position.to_move if free % 2 == 0 else 1 - position.to_move
    own = {
        player: [
            square
            for square in _waiting(position, player)
            if (game.rows - 1 - square // game.columns) % 2 == (player == leader)
        ]
        for player in (leader, 1 - leader)
    }
    return next((player for player, squares in own.items() if squares), None)


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
