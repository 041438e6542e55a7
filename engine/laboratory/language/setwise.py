"""What conditions say of sets of squares: entries beside the catalogue, which take sets.

``#A`` alone is left once a condition is written out (`plain`); the others compare it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.laboratory.exhaustion import features
from engine.laboratory.language.predicates import Predicate

if TYPE_CHECKING:
    from engine.laboratory.language.predicates import Arguments
    from engine.laboratory.trace import Trace

SIZE, IN, SAME = "#", "in", "="
WITHIN = (IN, SAME)
"""Words that stand between two sets; the others stand before one."""

COMPARED = {"some": (">=", 1), "no": ("=", 0), "one": ("=", 1), "lone": ("<=", 1)}
"""How each word before a set compares its number of squares."""


def _in_sets(_trace: Trace, _arguments: Arguments) -> int:
    raise TypeError("A word of sets is read by `engine.laboratory.language.meaning.term_value`.")


def _word(name: str, summary: str, said: str) -> Predicate:
    boolean = name != SIZE
    return Predicate(name, summary, (said,), _in_sets, features.RELATED, boolean=boolean)


SETWISE = (
    _word(SIZE, "squares in the set", "the number of {0}"),
    _word("some", "a square is in the set", "there are {0}"),
    _word("no", "no square is in the set", "there are no {0}"),
    _word("one", "one square is in the set", "there is just one of {0}"),
    _word("lone", "at most one square is in the set", "there is at most one of {0}"),
    _word(IN, "the first set lies within the second", "{0} are all among {1}"),
    _word(SAME, "both sets are the same", "{0} are just {1}"),
)
