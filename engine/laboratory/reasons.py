"""What excludes a game that there is not, in words: by clauses or by going through all lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.laboratory.clauses import reason as by_clauses
from engine.laboratory.exhaustion import reason as by_lines

if TYPE_CHECKING:
    from engine.laboratory.answers import Answer


def explained(answer: Answer) -> Answer:
    """The answer with its reason, where a moment is enough to say why there is no such game."""
    return by_lines.explained(by_clauses.explained(answer))
