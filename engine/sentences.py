"""The one home of the sentences people read and hear about a game.

`PHRASES` holds every template by key; the browser gets the same table as JSON and fills
the same ``{placeholders}``. A game's own phrases live in its folder's ``sentences.py``.

Names default to the colours. Pass ``names`` to speak of people instead, and ``viewer`` to
address one of them as "you".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.game import EMPTY
from engine.parts.of_game import changes
from engine.registry import FAMILIES, family_of

if TYPE_CHECKING:
    from engine.game import Game, Move, Outcome, Player, Position, Square

PHRASES: Mapping[str, str] = MappingProxyType(
    {
        "turn": "{player} to move.",
        "wins": "{player} wins{result}.",
        "wins.you": "You win{result}.",
        "wins.other": "{player} wins{result}. Good game.",
        "draw": "It is a draw.",
        "over": "The game is over. {title}",
        "empty": "empty",
    }
    | {
        key: phrase
        for family in FAMILIES.values()
        for key, phrase in family.sentences.PHRASES.items()
    }
)


def phrase(family: str, name: str) -> str:
    """A family's own template; empty where it has none of that name."""
    return FAMILIES[family].sentences.PHRASES.get(f"{family}.{name}", "")


@dataclass(frozen=True, slots=True)
class Verdict:
    """A finished game in two sentences: who won, and how."""

    title: str
    text: str

    def __str__(self) -> str:
        return f"{self.title} {self.text}"


def name_move(game: Game, move: Move) -> str:
    """A move as people read and hear it: a column's number, a square, or "pass".

    Records spell columns beyond the ninth with letters; there `Game.format_move` is the name.
    """
    if game.is_pass(move):
        return "pass"
    return str(move + 1) if family_of(game).drops else game.format_move(move)


def describe_move(before: Position, move: Move, names: Sequence[str] | None = None) -> str:
    """What playing `move`, legal in `before`, does: "Black plays f5 and flips 1 disc."."""
    player = (names or before.game.player_names)[before.to_move]
    return family_of(before.game).sentences.describe_move(before, move, player)


def describe_target(position: Position, move: Move) -> str:
    """What `move` would do, for hover and for the control's accessible name."""
    return target_text(position.game, move, changes(position, move))


def target_text(game: Game, move: Move, changed: Sequence[Square]) -> str:
    """The same of a move that would change these squares, the placed one first.

    None are changed by a pass, and in a column that is full.
    """
    family = family_of(game)
    if game.is_pass(move):
        return phrase(family.key, "target.pass") or name_move(game, move)
    if family.drops and not changed:
        return phrase(family.key, "full").format(column=move + 1)
    if family.drops:
        row = changed[0] // game.columns + 1
        return phrase(family.key, "target").format(column=move + 1, row=row)
    square, count = game.format_move(move), len(changed) - 1
    numbered = phrase(family.key, f"target.{'one' if count == 1 else 'many'}")
    template = numbered or phrase(family.key, "target") or square
    return template.format(square=square, count=count)


def describe_square(position: Position, square: Square, names: Sequence[str] | None = None) -> str:
    """A square and what lies on it: "Column 4, row 2, yellow"."""
    owner = position.cell(square)
    if owner == EMPTY:
        disc = PHRASES["empty"]
    else:
        disc = names[owner] if names else position.game.player_names[owner].lower()
    return family_of(position.game).sentences.describe_square(position.game, square, disc)


def describe_turn(
    position: Position, names: Sequence[str] | None = None, viewer: Player | None = None
) -> str:
    """Whose turn it is, or that the game is over: "Red to move."."""
    outcome = position.outcome()
    if outcome is not None:
        return PHRASES["over"].format(
            title=describe_outcome(position.game, outcome, names, viewer).title
        )
    if viewer == position.to_move:
        return phrase(family_of(position.game).key, "your_turn")
    return PHRASES["turn"].format(player=(names or position.game.player_names)[position.to_move])


def describe_outcome(
    game: Game,
    outcome: Outcome,
    names: Sequence[str] | None = None,
    viewer: Player | None = None,
) -> Verdict:
    """Who won and how: "Red wins." and "Four on a diagonal."."""
    names = names or game.player_names
    words = family_of(game).sentences
    text = words.describe_ending(game, outcome, names)
    if outcome.winner is None:
        return Verdict(PHRASES["draw"], text)
    key = "wins" if viewer is None else "wins.you" if viewer == outcome.winner else "wins.other"
    result = "" if outcome.score is None else f" {words.describe_score(game, outcome.score)}"
    return Verdict(PHRASES[key].format(player=names[outcome.winner], result=result), text)
