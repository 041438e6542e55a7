"""What puzzles of Connect Four are about, and what refutes a wrong column."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.connectfour.remarks import discs_to_win, forking_squares
from engine.games.connectfour.threats import playable_threats, threats
from engine.puzzles.themes import Rebuttal, Theme

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.game import Move, Player, Square
    from engine.games.connectfour.position import ConnectFourPosition
    from engine.puzzles.puzzle import Stage, Weighed

THEMES: Mapping[str, Theme] = {
    "double_threat": Theme(
        "Double threat", "Two threats at once are one more than a reply can close."
    ),
    "forced_line": Theme(
        "Forced line", "Threaten, so that the reply is forced, and threaten again."
    ),
    "zugzwang": Theme("Zugzwang", "Nothing has to be forced: think of who must fill which square."),
    "parity": Theme(
        "Parity", "Odd rows fall to Red, even rows to Yellow, when the columns fill up."
    ),
    "only_move": Theme(
        "Only move", "Every other column loses. What does the other side want to do?"
    ),
    "quiet_move": Theme("Quiet move", "The right column threatens nothing yet."),
}


def themes(stages: Sequence[Stage]) -> tuple[str, ...]:
    """The themes of a solution, in the order of `THEMES`.

    Double threat: one of the moves to find makes more winning squares than a reply can take
    (`forking_squares`). Forced line: every one of at least three moves to find threatens to win
    at once. Zugzwang: before the loser's last disc the winner has no threat that can be played,
    but every column the loser has lets the winner complete four. Parity: so does the game end, on
    a square that the solver threatens right after the first move, in a row of its own. Only move:
    it keeps the result and all others lose. Quiet move: it wins and threatens nothing.
    """
    found = {
        "double_threat": any(_forks(stage) for stage in stages),
        "forced_line": len(stages) > 2 and all(_threatens(stage) for stage in stages),
        "zugzwang": _squeezed(stages[-1]),
        "parity": _squeezed(stages[-1]) and _on_own_row(stages),
        "only_move": all(other.score < 0 for other in stages[0].moves[1:]),
        "quiet_move": stages[0].solution.score > 0 and not _threatens(stages[0]),
    }
    return tuple(theme for theme in THEMES if found[theme])


def rebuttal(position: ConnectFourPosition, wrong: Weighed) -> Rebuttal:
    """What the best reply to a wrong column does, and how the game then ends."""
    names = position.game.player_names
    mover, after = position.to_move, position.play(wrong.move)
    if wrong.reply is None:
        return Rebuttal(("The game ends in a draw.",))
    other, square = 1 - mover, after.landing_square(wrong.reply)
    assert square is not None  # noqa: S101 (a line of play is legal)
    where = f"on top of it, on row {square // position.game.columns + 1}"
    if wrong.reply != wrong.move:
        where = f"column {wrong.reply + 1}"
    sentences = [f"{names[other]} plays {where}."]
    outcome, taken = after.play(wrong.reply).outcome(), square in threats(after, mover)
    shown: tuple[Square, ...] = ()
    if outcome is not None and outcome.winner is not None:
        sentences.append("That is four in a row.")
        shown = outcome.squares
    elif taken:
        sentences.append(f"That was {names[mover]}'s winning square: the dashed line needed it.")
        shown = _line_through(after, mover, square)
    elif square in forking_squares(after):
        sentences.append("That makes more threats than one reply can close.")
    if outcome is None or outcome.winner is None:
        sentences.append(_result(position, wrong))
    return Rebuttal(tuple(sentences), shown)


def _result(position: ConnectFourPosition, wrong: Weighed) -> str:
    if wrong.score == 0:
        return "With best play it is only a draw."
    winner = position.to_move if wrong.score > 0 else 1 - position.to_move
    discs = discs_to_win(position, wrong.score)
    moves = "the next disc" if discs == 1 else f"{discs} moves"
    name = position.game.player_names[winner]
    return f"{name} wins {'with' if discs == 1 else 'in'} {moves}."


def _line_through(
    position: ConnectFourPosition, player: Player, square: Square
) -> tuple[Square, ...]:
    """Four squares in a line that `player` would hold with a disc on `square`."""
    for line in _lines_through(position, square):
        if all(one == square or position.cell(one) == player for one in line):
            return line
    return ()


def _lines_through(position: ConnectFourPosition, square: Square) -> Iterator[tuple[Square, ...]]:
    game = position.game
    row, column = divmod(square, game.columns)
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for first in range(1 - game.connect, 1):
            places = [
                (column + across * step, row + up * step)
                for step in range(first, first + game.connect)
            ]
            if all(0 <= x < game.columns and 0 <= y < game.rows for x, y in places):
                yield tuple(y * game.columns + x for x, y in places)


def _forks(stage: Stage) -> bool:
    position: ConnectFourPosition = stage.position  # type: ignore[assignment]
    return position.landing_square(stage.solution.move) in forking_squares(position)


def _threatens(stage: Stage) -> bool:
    after: ConnectFourPosition = stage.position.play(stage.solution.move)  # type: ignore[assignment]
    return bool(playable_threats(after, stage.position.to_move))


def _played(position: ConnectFourPosition, moves: Sequence[Move]) -> ConnectFourPosition:
    for move in moves:
        position = position.play(move)
    return position


def _squeezed(stage: Stage) -> bool:
    """Whether the line ends by zugzwang, see `themes`."""
    line, winner = stage.solution.line, stage.position.to_move
    if stage.solution.score <= 0 or len(line) < 3:
        return False
    before: ConnectFourPosition = _played(stage.position, line[:-2])  # type: ignore[arg-type]
    if playable_threats(before, winner):
        return False
    return all(playable_threats(before.play(column), winner) for column in before.legal_moves())


def _on_own_row(stages: Sequence[Stage]) -> bool:
    """Whether the last square was threatened right after the first move, in the solver's rows."""
    start, last = stages[0], stages[-1]
    winner = start.position.to_move
    before: ConnectFourPosition = _played(last.position, last.solution.line[:-1])  # type: ignore[arg-type]
    square = before.landing_square(last.solution.line[-1])
    first: ConnectFourPosition = start.position.play(start.solution.move)  # type: ignore[assignment]
    if square is None or square not in threats(first, winner):
        return False
    return (square // before.game.columns) % 2 == winner
