"""What a search has found out about an Othello position, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.othello.phrases import PHRASES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games.othello.position import OthelloPosition
    from engine.search.score import Score
    from engine.search.searcher import Candidate


def summary(position: OthelloPosition, candidates: Sequence[Candidate] = ()) -> tuple[str, ...]:
    """What proved `candidates`, best first, say: whether one move alone holds, and the result."""
    if not candidates or not candidates[0].exact:
        return ()
    best = candidates[0].score
    sentences = [distance(position, best)]
    if len(candidates) > 1 and all(candidate.exact for candidate in candidates):
        results = [candidate.score.sign for candidate in candidates]
        if results[0] > results[1]:
            key = "othello.only_move.wins" if best > 0 else "othello.only_move.draws"
            square = position.game.format_move(candidates[0].move)
            sentences.insert(0, PHRASES[key].format(square=square))
    return tuple(sentences)


def distance(position: OthelloPosition, score: Score) -> str:
    """A proved disc difference, the mover's view, as a sentence."""
    if score == 0:
        return PHRASES["othello.draw"]
    winner = position.to_move if score > 0 else 1 - position.to_move
    player = position.game.player_names[winner]
    return PHRASES["othello.wins_by"].format(player=player, discs=abs(score.value))


def note(_position: OthelloPosition, _score: Score) -> str:
    """Empty: the discs say all."""
    return ""
