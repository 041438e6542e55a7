"""Why one column was better than another, in sentences that need no search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.connectfour.remarks import Subject, discs_to_win, remarks, zugzwang
from engine.games.connectfour.threats import playable_threats, threats

if TYPE_CHECKING:
    from engine.game import Move, Square
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.search.searcher import Candidate

_REPLIES = (Subject.WIN_NOW, Subject.DOUBLE_THREAT, Subject.FORK)


def why(position: ConnectFourPosition, best: Candidate, played: Candidate) -> tuple[str, ...]:
    """What `best` does, and what `played` allows; both are moves of the side to move."""
    return (_merit(position, best, played), _price(position, played))


def merit(position: ConnectFourPosition, move: Move) -> str:
    """What a column does at once: ``blocks Yellow``; empty where it does nothing of the kind."""
    after, mover = position.play(move), position.to_move
    following = after.to_move
    other = position.game.player_names[following]
    outcome = after.outcome()
    if outcome is not None:
        return "wins at once" if outcome.winner == mover else ""
    if len(playable_threats(after, mover)) > 1:
        return "threatens two columns at once"
    if position.landing_square(move) in playable_threats(position, following):
        return f"blocks {other}"
    if playable_threats(after, mover):
        return f"forces {other} to answer"
    if len(threats(after, mover)) > len(threats(position, mover)):
        return "makes a threat for later"
    if len(threats(after, following)) < len(threats(position, following)):
        return f"takes a square that {other} needs"
    return ""


def _merit(position: ConnectFourPosition, best: Candidate, played: Candidate) -> str:
    """What the better move does, and what it is worth where that is proved."""
    column, columns = best.move + 1, position.game.columns
    if position.play(best.move).outcome() is not None:
        return f"{column} wins at once."
    does = merit(position, best.move)
    if not does and (last := _zugzwang_kept(position, best, played)):
        does = f"keeps the zugzwang (column {last % columns + 1}, row {last // columns + 1})"
    result = _result(position, best)
    clause = " and ".join(part for part in (does, result) if part)
    return f"{column} {clause or 'was better'}."


def _zugzwang_kept(
    position: ConnectFourPosition, best: Candidate, played: Candidate
) -> Square | None:
    """What a proved winner gets as the columns fill up, unless it would after `played` too."""
    if position.game.players != 2 or best.score.result <= 0:
        return None
    good, bad = zugzwang(position.play(best.move)), zugzwang(position.play(played.move))
    if good is None or good[0] != position.to_move or (bad is not None and bad[0] == good[0]):
        return None
    return good[1]


def _price(position: ConnectFourPosition, played: Candidate) -> str:
    """What the other side does after the played move."""
    column = played.move + 1
    after = position.play(played.move)
    if after.outcome() is not None:
        return ""
    mover = position.to_move
    for remark in remarks(after):
        if remark.subject in _REPLIES and remark.player != mover:
            return f"After {column}, {remark.text}"
        if remark.subject is Subject.ZUGZWANG and remark.player != mover and played.score.sign < 0:
            return f"After {column}, {remark.text[0].lower()}{remark.text[1:]}"
    if not played.score.certain:
        return ""
    plays = f"plays {played.pv[1] + 1}" if len(played.pv) > 1 else ""
    clause = " and ".join(part for part in (plays, _result(after, played)) if part)
    return f"After {column}, {after.game.player_names[after.to_move]} {clause}." if clause else ""


def _result(position: ConnectFourPosition, found: Candidate) -> str:
    """ "wins in 14", "draws" or "loses within 6" for the side to move, if that is proved."""
    if not found.score.certain or position.game.players != 2:
        return ""
    score = found.score.seen_by(position.to_move)
    if score == 0:
        return "draws"
    how = "in" if score.exact else "within"
    return f"{'wins' if score > 0 else 'loses'} {how} {discs_to_win(position, score.value)}"
