"""The slow twin of the Connect Four searches: full width, the rules' own positions."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.games.connectfour.position import ConnectFourPosition

WIN = 1_000_000


def exact_score(position: ConnectFourPosition) -> int:
    """The exact score of a two-player position from the mover's view, by definition."""
    return _exact_score(position)


@lru_cache(maxsize=1 << 20)
def _exact_score(position: ConnectFourPosition) -> int:
    outcome = position.outcome()
    if outcome is not None:
        if outcome.winner is None:
            return 0
        game = position.game
        discs = position.boards[outcome.winner].bit_count()
        return -(game.columns * game.rows // 2 + 1 - discs)
    return max(-_exact_score(_bare(position.play(move))) for move in position.legal_moves())


@lru_cache(maxsize=1 << 20)
def forced_result(position: ConnectFourPosition, player: int) -> int:
    """What `player` reaches against all others together: 1 a win, 0 a draw, -1 a loss."""
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else (1 if outcome.winner == player else -1)
    pick = max if position.to_move == player else min
    return pick(
        forced_result(_bare(position.play(move)), player) for move in position.legal_moves()
    )


def wins_within(position: ConnectFourPosition, plies: int) -> bool:
    """Whether the mover of a two-player position has a line after at most `plies` more discs."""
    if plies <= 0:
        return False
    for move in position.legal_moves():
        after = position.play(move)
        outcome = after.outcome()
        if outcome is not None and outcome.winner is not None:
            return True
        if outcome is None and loses_within(after, plies - 1):
            return True
    return False


def loses_within(position: ConnectFourPosition, plies: int) -> bool:
    """Whether the opponent of the mover has a line after at most `plies` more discs."""
    if plies <= 0:
        return False
    for move in position.legal_moves():
        after = position.play(move)
        if after.outcome() is not None or not wins_within(after, plies - 1):
            return False
    return True


def _bare(position: ConnectFourPosition) -> ConnectFourPosition:
    """The position without its last move, so that transpositions are one key."""
    return type(position)(position.game, position.boards)


def maxn_values(position: ConnectFourPosition, *, careful: bool) -> tuple[int, ...]:
    """Every player's value when all maximise their own, `WIN` less the ply of a win.

    Columns are tried from the centre outwards, and the first of equal moves is kept;
    `careful` players prefer the one that leaves their stronger opponent weaker.
    """
    return _maxn_values(_bare(position), careful)


@lru_cache(maxsize=1 << 20)
def _maxn_values(position: ConnectFourPosition, careful: bool) -> tuple[int, ...]:
    game, mover = position.game, position.to_move
    outcome = position.outcome()
    if outcome is not None:
        if outcome.winner is None:
            return (0,) * game.players
        size = WIN - position.ply
        return tuple(size if p == outcome.winner else -size for p in range(game.players))
    columns = sorted(position.legal_moves(), key=lambda c: abs(2 * c - game.columns + 1))

    def rank(values: tuple[int, ...]) -> tuple[int, int]:
        others = max(value for player, value in enumerate(values) if player != mover)
        return values[mover], -others if careful else 0

    return max((_maxn_values(_bare(position.play(c)), careful) for c in columns), key=rank)


@lru_cache(maxsize=1 << 20)
def best_reply_result(
    discs: tuple[int, ...], columns: int, connect: int, root: int, *, own: bool
) -> int:
    """What `root` reaches where one of its two opponents moves between two moves of its own.

    `discs` are the owners of the squares, -1 of an empty one; `own` says that it is root's turn.
    """
    results = []
    for player in (root,) if own else ((root + 1) % 3, (root + 2) % 3):
        for column in range(columns):
            free = [s for s in range(column, len(discs), columns) if discs[s] < 0]
            if not free:
                continue
            after = (*discs[: free[0]], player, *discs[free[0] + 1 :])
            if _has_line(after, columns, connect, player):
                results.append(1 if own else -1)
            else:
                results.append(best_reply_result(after, columns, connect, root, own=not own))
    return (max if own else min)(results, default=0)


def _has_line(discs: tuple[int, ...], columns: int, connect: int, player: int) -> bool:
    squares = {(s % columns, s // columns) for s, owner in enumerate(discs) if owner == player}
    return any(
        all((column + right * i, row + up * i) in squares for i in range(connect))
        for column, row in squares
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


def window_worths(position: ConnectFourPosition, weights: dict[int, int]) -> list[int]:
    """Each player's open windows, worth `weights` by their discs, and central discs."""
    game = position.game
    worths = [0] * game.players
    for column in range(game.columns):
        for row in range(game.rows):
            owner = position.cell(row * game.columns + column)
            if owner >= 0:
                worths[owner] += 2 * min(column, game.columns - 1 - column)
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [(column + right * i, row + up * i) for i in range(game.connect)]
                if all(0 <= c < game.columns and 0 <= r < game.rows for c, r in line):
                    cells = [position.cell(r * game.columns + c) for c, r in line]
                    owners = {cell for cell in cells if cell >= 0}
                    if len(owners) == 1:
                        worths[owners.pop()] += weights[sum(cell >= 0 for cell in cells)]
    return worths
