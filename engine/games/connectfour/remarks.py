"""What matters in a position, in sentences: threats, zugzwang, only moves, the distance.

`remarks` needs no search; `only_move` and `distance` say in words what a search has proved,
and `summary` puts all of it together.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.enumeration import listed
from engine.games.connectfour.phrases import PHRASES
from engine.games.connectfour.threats import last_word, playable_threats, threats
from engine.search.score import win_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Player, Square
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.search.score import Score
    from engine.search.searcher import Candidate


class Subject(StrEnum):
    """What a remark is about; the value is the tail of its phrase's key."""

    WIN_NOW = "win_now"
    MUST_BLOCK = "must_block"
    BLOCK_FAILS = "block_fails"
    CANNOT_BLOCK = "cannot_block"
    SHARE_BLOCK = "share_block"
    DOUBLE_THREAT = "double_threat"
    FORK = "fork"
    SQUEEZED = "squeezed"
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


def remarks(position: ConnectFourPosition) -> tuple[Remark, ...]:
    """What can be seen in an unfinished position without a search, the most urgent first."""
    if position.outcome() is not None:
        return ()
    mover, players = position.to_move, position.game.players
    if wins := playable_threats(position, mover):
        return (_remark(position, Subject.WIN_NOW, mover, wins),)
    following = (mover + 1) % players
    found = _urgent(position, mover, playable_threats(position, following))
    if players > 2:
        found += _later(position, (mover + 2) % players)
    elif forks := forking_squares(position):
        found.append(_remark(position, Subject.FORK, mover, forks))
    poisoned = [] if _forced(found) else _poisoned(position, following)
    if poisoned and poisoned[0].subject is Subject.SQUEEZED:
        found.append(poisoned.pop())
    for player in range(players):
        if waiting := _waiting(position, player):
            found.append(_remark(position, Subject.THREAT, player, waiting))
        found += _stacked(position, player) if players == 2 else []
    found += poisoned
    last_word = zugzwang(position)
    if last_word is not None:
        found.append(_remark(position, Subject.ZUGZWANG, last_word[0], (last_word[1],)))
    return tuple(found)


def forking_squares(position: ConnectFourPosition) -> tuple[Square, ...]:
    """Where the mover of two gets more winning squares than a reply can take, ascending.

    It then wins with its next disc but one, as the reply cannot win either. Two squares one
    above the other count, the lower being playable: its block opens the upper one.
    """
    mover, columns = position.to_move, position.game.columns
    found = []
    for column in position.legal_moves():
        after = position.play(column)
        if after.outcome() is not None or playable_threats(after, 1 - mover):
            continue
        now, square = playable_threats(after, mover), position.landing_square(column)
        opened = {threat - columns for threat in threats(after, mover)}
        if square is not None and (len(now) > 1 or not opened.isdisjoint(now)):
            found.append(square)
    return tuple(sorted(found))


def zugzwang(position: ConnectFourPosition) -> tuple[Player, Square] | None:
    """Who gets which winning square if all only fill columns from now on, if anybody.

    A square that can be reached now is no matter of zugzwang.
    """
    last = None if position.outcome() else last_word(position)
    if last is None or last.square in playable_threats(position, last.player):
        return None
    return last.player, last.square


def summary(position: ConnectFourPosition, candidates: Sequence[Candidate] = ()) -> tuple[str, ...]:
    """All there is to say of a position, as sentences, the most urgent first.

    `candidates`, best first, are what a search has found: proved ones tell the distance to
    the end and whether a single move holds the result.
    """
    proved = candidates[0].score if candidates and candidates[0].score.certain else None
    sentences = [
        remark.text
        for remark in remarks(position)
        if remark.subject is not Subject.ZUGZWANG or not _refuted(remark.player, proved)
    ]
    single = only_move(position, candidates)
    if single is not None:
        sentences.append(single.text)
    if proved is not None and position.game.players == 2:
        sentences.append(distance(position, proved))
    return tuple(sentences)


def _refuted(player: Player, proved: Score | None) -> bool:
    """Whether a proved score says that `player` does not win."""
    return proved is not None and proved.seen_by(player).sign <= 0


def only_move(position: ConnectFourPosition, candidates: Sequence[Candidate]) -> Remark | None:
    """Says so where a single move keeps the proved result; the best candidate comes first."""
    if len(candidates) < 2 or not all(candidate.exact for candidate in candidates):
        return None
    results = [candidate.score.sign for candidate in candidates]
    if results[0] == results[1]:
        return None
    square = position.landing_square(candidates[0].move)
    squares = () if square is None else (square,)
    tail = ".wins" if results[0] > 0 else "" if _last_disc_counts(position) else ".draws"
    return _remark(position, Subject.ONLY_MOVE, position.to_move, squares, tail)


def distance(position: ConnectFourPosition, score: Score) -> str:
    """A two-player position's certain score, the mover's view, in words."""
    if score == 0 and _last_disc_counts(position):
        first = position.game.player_names[0]
        return PHRASES["connectfour.draw_or_last"].format(player=first)
    if score == 0:
        return PHRASES["connectfour.draw"]
    winner = position.to_move if score > 0 else 1 - position.to_move
    discs = discs_to_win(position, score.value)
    key = "connectfour.wins_in" if score.exact else "connectfour.wins_within"
    if discs == 1:
        key = "connectfour.wins_in.1"
    player = position.game.player_names[winner]
    return PHRASES[key].format(player=player, discs=discs)


def note(position: ConnectFourPosition, score: Score) -> str:
    """A two-player position's certain score as a label's small print.

    That is ``win 13``, ``draw``, or ``win ≤13`` where a faster one may exist.
    """
    if score == 0:
        return "draw"
    within = "" if score.exact else "\N{LESS-THAN OR EQUAL TO}"
    return f"{'win' if score > 0 else 'loss'} {within}{discs_to_win(position, score.value)}"


def discs_to_win(position: ConnectFourPosition, score: int) -> int:
    """How many discs the winner of two still has to play."""
    plies = win_in(position, score)
    assert plies is not None  # noqa: S101 (it is no draw)
    return -(-plies // 2)


def _last_disc_counts(position: ConnectFourPosition) -> bool:
    """Whether a score of 0 may be a win with the very last disc, see `win_score`."""
    game = position.game
    return game.players == 2 and game.columns * game.rows % 2 == 1


def _urgent(position: ConnectFourPosition, mover: Player, wins: tuple[Square, ...]) -> list[Remark]:
    """The next player's wins at once: to be blocked, or too many for that."""
    if not wins:
        return []
    following = (mover + 1) % position.game.players
    if len(wins) == 1:
        found = [_remark(position, Subject.MUST_BLOCK, mover, wins)]
        above = wins[0] + position.game.columns
        if above in threats(position, following):
            found.append(_remark(position, Subject.BLOCK_FAILS, following, (above,)))
        return found
    return [
        _remark(position, Subject.DOUBLE_THREAT, following, wins),
        _remark(position, Subject.CANNOT_BLOCK, mover, wins),
    ]


def _forced(found: Sequence[Remark]) -> bool:
    """Whether the mover has no free choice."""
    return any(remark.subject in {Subject.MUST_BLOCK, Subject.CANNOT_BLOCK} for remark in found)


def _later(position: ConnectFourPosition, third: Player) -> list[Remark]:
    """What the third of three players threatens at once: two can stop it, but only together."""
    wins = playable_threats(position, third)
    if len(wins) < 2:
        return [_remark(position, Subject.THREAT, third, wins)] if wins else []
    found = [_remark(position, Subject.DOUBLE_THREAT, third, wins)]
    if not playable_threats(position, (third + 2) % 3):
        both = Subject.SHARE_BLOCK if len(wins) == 2 else Subject.CANNOT_BLOCK
        found.append(_remark(position, both, position.to_move, wins))
    return found


def _stacked(position: ConnectFourPosition, player: Player) -> list[Remark]:
    """Waiting threats one above the other, of which the opponent can stop only the lower."""
    waiting, columns = _waiting(position, player), position.game.columns
    return [
        _remark(position, Subject.STACKED, player, (square, square + columns))
        for square in waiting
        if square + columns in waiting
    ]


def _poisoned(position: ConnectFourPosition, following: Player) -> list[Remark]:
    """Squares under a winning square of the next player, which may be all there are."""
    columns = position.game.columns
    landing = {position.landing_square(column) for column in position.legal_moves()}
    below = tuple(s - columns for s in threats(position, following) if s - columns in landing)
    if not below:
        return []
    subject = Subject.SQUEEZED if len(below) == len(landing) else Subject.POISONED
    tail = ".many" if subject is Subject.POISONED and len(below) > 1 else ""
    return [_remark(position, subject, position.to_move, below, tail)]


def _waiting(position: ConnectFourPosition, player: Player) -> tuple[Square, ...]:
    """Threats that no disc can reach yet, but for those above a square where everybody wins."""
    columns, players = position.game.columns, position.game.players
    now = playable_threats(position, player)
    last = set.intersection(*(set(threats(position, other)) for other in range(players)))
    return tuple(
        square
        for square in threats(position, player)
        if square not in now and last.isdisjoint(range(square % columns, square, columns))
    )


def _remark(
    position: ConnectFourPosition,
    subject: Subject,
    player: Player,
    squares: tuple[Square, ...],
    tail: str = "",
) -> Remark:
    """A remark in the phrase of its subject, or of a variant of it called `tail`."""
    columns = position.game.columns
    row, column = divmod(squares[0], columns) if squares else (0, 0)
    labels = [str(c + 1) for c in sorted({square % columns for square in squares})]
    text = PHRASES[f"connectfour.{subject}{tail}"].format(
        player=position.game.player_names[player],
        column=column + 1,
        row=row + 1,
        above=row + 2,
        columns=listed(labels, "and"),
        either=listed(labels, "or"),
        places=_places(squares, columns),
    )
    return Remark(subject, player, squares, text)


def _places(squares: Sequence[Square], columns: int) -> str:
    """Squares in words, column by column."""
    rows: dict[int, list[str]] = {}
    for square in sorted(squares):
        rows.setdefault(square % columns, []).append(str(square // columns + 1))
    return "; ".join(
        f"column {column + 1}, row{'s' * (len(of) > 1)} {listed(of, 'and')}"
        for column, of in sorted(rows.items())
    )
