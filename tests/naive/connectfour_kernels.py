"""The slow twins of the solver's kernels: the rules' own positions, disc by disc.

Squares are bits as in `engine.games.connectfour.position`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.naive.connectfour import NaiveConnectFour

if TYPE_CHECKING:
    from engine.games.connectfour.game import ConnectFour
    from engine.games.connectfour.position import ConnectFourPosition


def completing(position: ConnectFourPosition, player: int) -> int:
    """The free squares that a disc of `player` would turn into part of a line."""
    game = position.game
    naive = NaiveConnectFour(game.columns, game.rows, game.connect, 2)
    for column in range(game.columns):
        free = position.lowest_empty(column)
        for row in range(game.rows if free is None else free):
            naive.stacks[column].append(position.cell(row * game.columns + column))
    height = game.rows + 1
    return sum(1 << column * height + row for column, row in naive.threats(player))


def has_line(game: ConnectFour, own: int) -> bool:
    """Whether some window is full."""
    height = game.rows + 1
    windows = NaiveConnectFour(game.columns, game.rows, game.connect, 2).windows
    return any(
        all(own >> column * height + row & 1 for column, row in window) for window in windows
    )


def non_losing(position: ConnectFourPosition) -> int:
    """The landing squares of the moves after which the opponent cannot complete a line.

    A win of the mover's own with that move does not count.
    """
    height, found = position.game.rows + 1, 0
    opponent = 1 - position.to_move
    for move in range(position.game.columns):
        row = position.lowest_empty(move)
        if row is None:
            continue
        bit = 1 << move * height + row
        boards = list(position.boards)
        boards[position.to_move] |= bit
        after = type(position)(position.game, tuple(boards))
        wins = completing(after, opponent)
        landing = 0
        for column in range(position.game.columns):
            place = after.lowest_empty(column)
            if place is not None:
                landing |= 1 << column * height + place
        if not wins & landing:
            found |= bit
    return found


def moves_in_order(position: ConnectFourPosition) -> list[tuple[int, int]] | None:
    """The non-losing moves as (landing square, non-losing replies), the most promising first.

    Those that leave the mover many squares completing a line, then while five eighths of the
    squares are free those on many lines, then central ones; None if one leaves no reply that does
    not lose. The mover has no line at once.
    """
    game, mover, height = position.game, position.to_move, position.game.rows + 1
    sound, found = non_losing(position), []
    windows = NaiveConnectFour(game.columns, game.rows, game.connect, 2).windows
    cells = game.columns * game.rows
    early = cells - position.occupied.bit_count() >= cells * 5 // 8
    for column in sorted(range(game.columns), key=lambda c: abs(2 * c - game.columns + 1)):
        row = position.lowest_empty(column)
        if row is not None and sound >> column * height + row & 1:
            after = position.play(column)
            replies = non_losing(after)
            if not replies:
                return None
            lines = sum((column, row) in window for window in windows) if early else 0
            rank = completing(after, mover).bit_count(), lines
            found.append((rank, 1 << column * height + row, replies))
    found.sort(key=lambda move: move[0], reverse=True)
    return [(bit, replies) for _, bit, replies in found]


def open_windows(position: ConnectFourPosition, player: int) -> list[int]:
    """How many windows without another's disc hold 1, 2... discs of `player`, but for all."""
    game = position.game
    found = [0] * game.connect
    for window in NaiveConnectFour(game.columns, game.rows, game.connect, 2).windows:
        owners = [position.cell(row * game.columns + column) for column, row in window]
        if all(owner in {-1, player} for owner in owners):
            found[owners.count(player)] += 1
    return found[1:]


def filled_up(position: ConnectFourPosition) -> int:
    """1 if the mover wins when the columns just fill up, -1 if it loses, 0 if nobody does.

    On the threats there are now. A move into a column below its highest threat wins, stops the
    other, is harmless, spoils an own threat above, or gives one of the other's away; the best
    such is played, the leftmost of equal ones, and what only harms waits for squares to spare in
    columns without a threat.
    """
    height = position.game.rows + 1
    bits = [completing(position, player) for player in range(2)]
    threats = [{divmod(b, height) for b in range(128) if squares >> b & 1} for squares in bits]
    tops = {c: max(r for d, r in threats[0] | threats[1] if d == c) for c, _ in set.union(*threats)}
    rows = [position.lowest_empty(c) for c in range(position.game.columns)]
    free = [height - 1 if row is None else row for row in rows]
    spare = sum(height - 1 - row for column, row in enumerate(free) if column not in tops)
    mover = position.to_move
    while any(free[column] <= top for column, top in tops.items()):
        own, other = threats[mover], threats[1 - mover]

        def harm(column: int, own: set[object] = own, other: set[object] = other) -> int:
            here, above = (column, free[column]), (column, free[column] + 1)
            if here in own or here in other:
                return 0 if here in own else 1
            return 4 if above in other else 3 if above in own else 2

        column = min((c for c in sorted(tops) if free[c] <= tops[c]), key=harm)
        if harm(column) == 0:
            return 1 if mover == position.to_move else -1
        if harm(column) > 2 and spare:
            spare -= 1
        else:
            free[column] += 1
            if free[column] > tops[column]:
                spare += height - 1 - free[column]
        mover = 1 - mover
    return 0
