"""Games of Connect Four as clauses that can be written to a file and taken apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.laboratory.clauses.cnf import FALSE, Encoded
from engine.laboratory.connectfour.conditions import literal_of
from engine.laboratory.connectfour.encoding import ConnectFourEncoding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games.connectfour.game import ConnectFour
    from engine.laboratory.clauses.cnf import Literal
    from engine.laboratory.language.tree import Node


def encoded(game: ConnectFour, nodes: Sequence[Node], plies: int) -> Encoded:
    """The games of exactly `plies` plies, and a literal for each of some conditions."""
    encoding = ConnectFourEncoding(game, plies)
    formula = encoding.formula
    wanted = tuple(literal_of(encoding, node) for node in nodes)
    if FALSE in wanted:
        return Encoded(formula, wanted, {}, {})
    encoding.last_on(0)  # defined for conditions too, so outside of every rule
    rules: dict[str, list[list[Literal]]] = {}
    for name, write in encoding.rules.items():
        before = len(formula.clauses)
        write()
        rules[name] = formula.clauses[before:]
        del formula.clauses[before:]
    return Encoded(formula, wanted, rules, dict(encoding.named()))
