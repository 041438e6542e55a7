"""Write a game as a golden trace: everything its rules say at every ply.

python -m tests.contracts.playthrough othello:4 a2a3b4c1a4 > tests/data/playthroughs/x.txt
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from engine import (
    GameRecord,
    board_text,
    describe_move,
    describe_outcome,
    describe_turn,
    game,
)

if TYPE_CHECKING:
    from engine import Game, Position


def trace(record: GameRecord) -> str:
    """The whole trace, its first two lines saying how to make it again."""
    positions = record.replay()
    parts = [f"game: {record.game.key}\nmoves: {record.transcript()}\n"]
    for position, move in zip(positions, (*record.moves, None), strict=True):
        parts.append(_state(record.game, position))
        if move is not None:
            parts.append(f"> {record.game.format_move(move)}: {describe_move(position, move)}\n")
    return "\n".join(parts)


def _state(rules: Game, position: Position) -> str:
    outcome = position.outcome()
    lines = [
        f"ply {position.ply}, changed {list(position.last_changes)}, key {position.key()}",
        board_text(position),
        describe_turn(position),
        "legal: " + " ".join(rules.format_move(move) for move in position.legal_moves()),
    ]
    if outcome is not None:
        lines.append(
            f"{outcome.termination}, winner {outcome.winner}, score {outcome.score},"
            f" squares {list(outcome.squares)}: {describe_outcome(rules, outcome)}"
        )
    return "\n".join(line.rstrip() for line in lines) + "\n"


if __name__ == "__main__":
    key, moves = sys.argv[1:]
    sys.stdout.write(trace(GameRecord.from_moves(game(key), moves)))
