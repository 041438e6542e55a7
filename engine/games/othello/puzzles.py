"""What puzzles of Othello are about, and what refutes a wrong square."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.othello.features import corners, corners_for, mobility, regions
from engine.games.othello.position import squares_of
from engine.puzzles.themes import Rebuttal, Theme

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.game import Move, Square
    from engine.games.othello.position import OthelloPosition
    from engine.puzzles.puzzle import Stage, Weighed

THEMES: Mapping[str, Theme] = {
    "wipe_out": Theme("Wipe-out", "The other side can be left without a single disc."),
    "forced_line": Theme("Forced line", "One square after another is the only one that wins."),
    "swindle": Theme("Swindle", "One pair of empty squares can be yours, both of them."),
    "parity": Theme("Parity", "Who plays last in each region of empty squares?"),
    "no_move": Theme("No move left", "Leave the other side nothing to play."),
    "corner": Theme("Corner", "A corner can be taken. Is it the right moment?"),
    "beside_corner": Theme("Beside the corner", "What is usually wrong can be right."),
    "only_move": Theme("Only move", "Every other square loses."),
}


def themes(stages: Sequence[Stage]) -> tuple[str, ...]:
    """The themes of a solution, in the order of `THEMES`.

    Wipe-out: best play leaves the other side no disc. Forced line: at least three moves are to be
    found. Swindle: the move is in a region of two
    squares, and the other square is then open to the solver and not to the other side. Parity: of
    several regions the move leaves only even ones, and the other side must move. No move left: the
    other side has to pass. Corner: one can be taken, by the solution or not. Beside the corner: it
    touches an empty corner. Only move: all others lose.
    """
    stage = stages[0]
    position: OthelloPosition = stage.position  # type: ignore[assignment]
    mover, move = position.to_move, stage.solution.move
    after = position.play(move)
    passes = after.outcome() is None and not mobility(after, 1 - mover)
    found = {
        "wipe_out": _wipes_out(stage),
        "forced_line": len(stages) > 2,
        "swindle": _swindles(position, move),
        "parity": len(regions(position)) > 1
        and not passes
        and all(bits.bit_count() % 2 == 0 for bits in regions(after)),
        "no_move": passes,
        "corner": bool(corners_for(position, mover)),
        "beside_corner": _beside_corner(position, move),
        "only_move": all(other.score < 0 for other in stage.moves[1:]),
    }
    return tuple(theme for theme in THEMES if found[theme])


def rebuttal(position: OthelloPosition, wrong: Weighed) -> Rebuttal:
    """What the best reply to a wrong square does, and how the game then ends."""
    game, names = position.game, position.game.player_names
    mover, after = position.to_move, position.play(wrong.move)
    other = 1 - mover
    sentences: list[str] = []
    shown: tuple[Square, ...] = ()
    if wrong.reply is not None and not game.is_pass(wrong.reply):
        square, turned = game.format_move(wrong.reply), after.flips(wrong.reply)
        shown = (*squares_of(turned), wrong.reply)
        sentences.append(f"{names[other]} answers {square} and {_deed(after, wrong.reply)}.")
    elif wrong.reply is not None:
        sentences.append(f"{names[other]} has to pass, and still that is not enough.")
    if wrong.score == 0:
        sentences.append("With best play it is only a draw.")
    else:
        winner, short = (mover, "only ") if wrong.score > 0 else (other, "")
        sentences.append(f"{names[winner]} wins {short}by {abs(wrong.score)}.")
    return Rebuttal(tuple(sentences), shown)


def _deed(position: OthelloPosition, reply: Move) -> str:
    """What a reply does, the most striking thing first."""
    loser, taken = 1 - position.to_move, position.flips(reply).bit_count()
    after = position.play(reply)
    if after.boards[loser] == 0:
        return f"leaves {position.game.player_names[loser]} no disc"
    if reply in corners(position):
        return "takes the corner"
    if after.outcome() is None and not mobility(after, loser):
        return f"leaves {position.game.player_names[loser]} without a move"
    alone = next(bits for bits in regions(position) if bits >> reply & 1).bit_count() == 1
    turns = "1 disc" if taken == 1 else f"{taken} discs"
    return f"fills the region, turning {turns}" if alone else f"turns {turns}"


def _wipes_out(stage: Stage) -> bool:
    end: OthelloPosition = stage.position  # type: ignore[assignment]
    for move in stage.solution.line:
        end = end.play(move)
    return end.boards[1 - stage.position.to_move] == 0


def _swindles(position: OthelloPosition, move: Move) -> bool:
    region = next(bits for bits in regions(position) if bits >> move & 1)
    if region.bit_count() != 2:
        return False
    mover, after, left = position.to_move, position.play(move), region & ~(1 << move)
    return bool(after.moves_of(mover) & left) and not after.moves_of(1 - mover) & left


def _beside_corner(position: OthelloPosition, move: Move) -> bool:
    return any(
        _touch(position, move, corner) for corner in corners(position) if _empty(position, corner)
    )


def _empty(position: OthelloPosition, square: Square) -> bool:
    return not (position.boards[0] | position.boards[1]) >> square & 1


def _touch(position: OthelloPosition, one: Square, other: Square) -> bool:
    size = position.game.size
    (y1, x1), (y2, x2) = divmod(one, size), divmod(other, size)
    return one != other and abs(x1 - x2) <= 1 and abs(y1 - y2) <= 1
