"""The grammar of the laboratory's language, and what to say of a text that breaks it."""

from __future__ import annotations

import difflib
import re
from functools import lru_cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput

from engine.errors import NotationError

MAX_LENGTH = 500
MAX_DEPTH = 20

_GRAMMAR = r"""
    start: [under] define* question
    under: "under"i rule ("," rule)* ":"
    rule: WORD+ [STRING [WORD]]
    define: "let"i WORD ["(" WORD ("," WORD)* ")"] "=" formula ";"
    ?question: formula                                 -> find
             | "count"i formula?                       -> count
             | "most"i measured ["where"i formula]     -> most
             | "fewest"i measured ["where"i formula]   -> fewest
             | "positions"i                            -> positions
             | "value"i                                -> value
             | "zugzwang"i                             -> zugzwang
    ?formula: disjunction
            | disjunction "implies"i formula           -> implies
            | disjunction "iff"i formula               -> iff
            | "from"i STRING ":" formula               -> from_board
    ?disjunction: conjunction ("or"i conjunction)*
    ?conjunction: until ("and"i until)*
    ?until: unary
          | unary "until"i unary                       -> until_
    ?unary: "not"i unary                               -> negated
          | "always"i unary                            -> always
          | "never"i unary                             -> never
          | "eventually"i unary                        -> eventually
          | "next"i unary                              -> next_
          | "before"i unary                            -> before
          | "once"i unary                              -> once
          | "historically"i unary                      -> historically
          | "at"i "the"i "end"i unary                  -> at_end
          | "at"i "ply"i NUMBER unary                  -> at_ply
          | WORD "can"i "force"i unary                 -> forces
          | "nobody"i "can"i "prevent"i unary          -> unprevented
          | "(" formula ")"                            -> grouped
          | condition
          | (EVERY | SOME) WORD WORD ":" formula       -> quantified
          | NO WORD WORD ":" formula                   -> none
          | "exactly"i ONE WORD WORD ":" formula       -> exactly_one
          | "at"i "most"i ONE WORD WORD ":" formula    -> at_most_one
          | (SOME | NO | ONE | LONE) sum               -> before_set
    condition: sum [COMPARISON sum]
             | sum "in"i sum                           -> within
             | sum "not"i "in"i sum                    -> not_within
    ?measured: term
             | "#" joined                              -> size
    sum: [SIGN] product (SIGN product)*
    product: [NUMBER "*"] operand | NUMBER
    ?operand: meet
            | "#" meet                                 -> size
    ?meet: arrow
         | meet "&" arrow                              -> meet
    ?arrow: joined
          | arrow "->" joined                          -> arrow
    ?joined: closed
           | joined "." closed                         -> join
    ?closed: term
           | "~" closed                                -> backwards
           | "^" closed                                -> closure
           | "*" closed                                -> reflexive
           | "(" sum ")"                               -> group
    term: WORD ["(" argument ("," argument)* ")"]
    argument: WORD | NUMBER
    EVERY: "every"i
    SOME: "some"i
    NO: "no"i
    ONE: "one"i
    LONE: "lone"i
    COMPARISON: "<=" | ">=" | "!=" | "<" | ">" | "="
    SIGN: "+" | "-"
    NUMBER: /[0-9]{1,4}/
    STRING: /"[^"]{0,300}"/
    WORD: /[a-z][a-z_0-9]{0,30}/i
    %ignore /[ \t\r\n]+/
"""

_HINTS = {"==": "=", "&&": "and", "||": "or", "=>": "implies or >=", "=<": "<=", "<>": "!="}
_HINTS |= {"<=>": "iff", "\N{LEFT RIGHT DOUBLE ARROW}": "iff", "\N{LEFT RIGHT ARROW}": "iff"}
_HINTS |= {"\N{RIGHTWARDS ARROW}": "implies", "\N{RIGHTWARDS DOUBLE ARROW}": "implies"}
_HINTS |= {"\N{LOGICAL AND}": "and", "\N{LOGICAL OR}": "or", "\N{NOT SIGN}": "not"}
_HINTS |= {"\N{GREATER-THAN OR EQUAL TO}": ">=", "\N{LESS-THAN OR EQUAL TO}": "<="}
_HINTS |= {"\N{NOT EQUAL TO}": "!=", "\N{FOR ALL}": "every", "\N{THERE EXISTS}": "some"}
_HINTS |= {"!in": "not in", "<:": "R & (A -> univ)", ":>": "R & (univ -> A)", "++": "+"}
"""What people write, and how it is written here."""

_SIGNS = {
    "!": "not",
    "|": "':' after a quantifier, or 'or'",
    "'": "next",
    "[": "'(...)' after a name",
    "{": "'(...)'",
}
"""Single signs of theirs, which the grammar does not know."""

_WORDS = {
    "check": "'not (P)', which finds a game that breaks P or proves that there is none,",
    "assert": "'not (P)', which finds a game that breaks P or proves that there is none,",
    "run": "as a question alone, which proves or shows,",
    "pred": "'let name(argument) = ...;'",
    "fun": "'let name(argument) = ...;'",
    "else": "'(P implies Q) and (not P implies R)'",
    "forall": "'every'",
    "all": "'every'",
    "exists": "'some'",
    "lone": "'at most one'",
    "one": "'exactly one'",
    "next_state": "'next'",
    "globally": "'always'",
    "finally": "'eventually'",
    "wins": "'won(player)'",
    "winner": "'won(player)'",
    "win": "'won(player)', or '... can force won(player)'",
    "loses": "'won(other player)'",
    "lost": "'won(other player)'",
    "tie": "'draw'",
    "tied": "'draw'",
    "turn": "'to_move(player)'",
    "moves": "'plies'",
    "color": "'disc(square, player)'",
    "colour": "'disc(square, player)'",
    "pieces": "'discs'",
    "stones": "'discs'",
    "empty": "'empties'",
    "free": "'empties'",
    "score": "'lead(player)'",
    "how": "'count P'",
    "is": "'in' before a set, '=' before a number",
    "true": "as the condition alone, with 'not' before it for false,",
}
"""Words of other languages and of everyday speech, and how they are said here."""

_KEYWORDS = (
    *("always", "never", "eventually", "next", "until", "before", "once", "historically"),
    *("every", "some", "exactly", "implies", "not", "nobody", "prevent", "force"),
    *("under", "from", "where", "count", "most", "fewest"),
)
"""Words that a strange one may be a slip of."""

_JOINERS = {"and", "or", "implies", "iff", "until"}
"""Words between two conditions; elsewhere they are read as names."""

MAX_SIGNS = 12
"""Of sets, one after the other: ``~^~^...``."""

_AFTER_FROM = re.compile(r'\bfrom\s*"[^"]*"\s*:\s*(\w+)', re.IGNORECASE)
_IN_FRONT = {"count": 'count from "...": P', "most": 'most plies where from "...": P'}
_IN_FRONT |= {"fewest": 'fewest plies where from "...": P'}
"""What stands before all conditions, and how it goes with moves to begin with."""

_OF_START = {"positions", "value", "zugzwang"}

_QUANTIFIERS = {"every", "some", "no", "one"}

_ONE = re.compile(r"\bone\s+\w+\s+$", re.IGNORECASE)
"""The beginning of a quantifier as Forge and Alloy write it."""

_EXPECTED = {
    "WORD": "a name",
    "COMPARISON": "a comparison",
    "RPAR": "')'",
    "NUMBER": "a number",
    "COLON": "':'",
    "STRING": "moves in quotes",
    "SEMICOLON": "';'",
    "AND": "'and'",
    "OR": "'or'",
    "$END": "the end",
}
"""What may come next, in the order it is told."""


class QueryError(NotationError):
    """A text is no question; `line` and `column` (from 1) say where it goes wrong."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(f"Line {line}, column {column}: {message}")
        self.line, self.column = line, column


def at(token: Token, message: str) -> QueryError:
    """What is wrong at a token."""
    return QueryError(message, token.line or 1, token.column or 1)


def first(tree: Any) -> Token:
    """The first token of a parse tree."""
    found: Token = next(tree.scan_values(lambda value: isinstance(value, Token)))
    return found


def read(text: str) -> Tree[Token]:
    """The parse tree of a text.

    Raises:
        QueryError: the text is too long or deep, or breaks the grammar.
    """
    if len(text) > MAX_LENGTH:
        raise QueryError(f"A question has at most {MAX_LENGTH} characters, not {len(text)}.")
    _check_depth(text)
    _check_habits(text)
    try:
        return _parser().parse(text)
    except UnexpectedInput as error:
        raise _syntax_error(error, text) from None


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", maybe_placeholders=True, propagate_positions=True)


def _check_depth(text: str) -> None:
    depth = 0
    for at, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth > MAX_DEPTH:
            raise QueryError(f"Parentheses nest at most {MAX_DEPTH} deep.", *_place(text, at))
    if found := re.search(rf"([~^*]\s*){{{MAX_SIGNS + 1}}}", text):
        place = _place(text, found.start())
        raise QueryError(f"At most {MAX_SIGNS} of these signs stand in a row.", *place)


def _check_habits(text: str) -> None:
    """Signs of other languages, each with what it is called here."""
    found = re.search("|".join(map(re.escape, _HINTS)), text)
    if found is not None:
        place = _place(text, found.start())
        raise QueryError(f"{found[0]!r} is written {_HINTS[found[0]]} here.", *place)
    if (found := _AFTER_FROM.search(text)) is not None:
        word, place = found[1].lower(), _place(text, found.start(1))
        if word in _IN_FRONT:
            raise QueryError(f"{word!r} stands in front, as in {_IN_FRONT[word]}.", *place)
        if word in _OF_START:
            told = f"{word!r} is about the first board; '... can force ...' may follow 'from'."
            raise QueryError(told, *place)


def _place(text: str, at: int) -> tuple[int, int]:
    """Line and column of a character, from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def said_here(word: str) -> str:
    """How a word of another language is said in this one; empty where nothing is known."""
    wanted = _WORDS.get(word.lower())
    return f"{word!r} is written {wanted} here." if wanted else ""


def _misplaced(token: Token, before: str) -> str:
    """What to say of a token that is known, but stands where it cannot; empty for nothing."""
    said = str(token).lower()
    if said == "*":
        return "a number stands before '*', as in 2 * flips."
    if token.type == "NUMBER" and before[-1:].isdigit():
        return "a number has four digits at most."
    if token.type == "COMPARISON":
        return "'and' joins two comparisons, as in 3 <= plies and plies <= 5."
    if said == "at":
        return "'at ply n' and 'at the end' stand before their condition."
    if said == "end" and before.lower().endswith("at"):
        return "'at the end' has 'the'."
    if said == "force" and re.search(r"nobody\s+can$", before, re.IGNORECASE):
        return "it is 'nobody can prevent P', or 'no player p: p can force P'."
    if (found := re.search(r"\w+$", before)) and found[0].lower() in _JOINERS:
        return f"{found[0]!r} before it joins two conditions, and the first one is missing."
    return ""


def _misspelt(word: str) -> str:
    """A word of the language that a strange one is close to, as a question."""
    close = difflib.get_close_matches(word.lower(), _KEYWORDS, 1, 0.85)
    strange = close and close[0] != word.lower()
    return f"there is no {word!r}; did you mean {close[0]!r}?" if strange else ""


def _syntax_error(error: UnexpectedInput, text: str) -> QueryError:
    if isinstance(error, UnexpectedCharacters):
        said = f"is written {_SIGNS[error.char]}" if error.char in _SIGNS else "means nothing"
        return QueryError(f"{error.char!r} {said} here.", error.line, error.column)
    token = getattr(error, "token", None)
    if token is not None and (hint := _hint(token, text)):
        told, place = hint
        return QueryError(told, *_place(text, place))
    may_come = getattr(error, "accepts", None) or getattr(error, "expected", None) or ()
    wanted = [said for name, said in _EXPECTED.items() if name in may_come]
    expected = f" Expected here: {', '.join(wanted)}." if wanted else ""
    if token is None or token.type == "$END":
        return QueryError(f"the question ends too early.{expected}", *_place(text, len(text)))
    return QueryError(f"{str(token)!r} does not belong here.{expected}", token.line, token.column)


def _hint(token: Token, text: str) -> tuple[str, int] | None:
    """What was meant by a token that does not belong where it stands, and what it is about."""
    start = token.start_pos or 0
    if found := _ONE.search(text[:start]):
        return "'one' before a kind is written 'exactly one'.", found.start()
    words = list(re.finditer(r"\w+", text[: token.end_pos]))
    before = words[-2:]
    # a strange word makes the next one look misplaced, one in front the next but one
    for word in (*reversed(before), *words[:1]):
        if told := said_here(word[0]):
            return told, word.start()
    if token.type == "COLON" and before and before[0][0].lower() in _QUANTIFIERS:
        name = before[-1][0]
        return f"a quantifier says the kind first, as in 'every square {name}: ...'.", start
    if told := _misplaced(token, text[:start].rstrip()):
        return told, start
    for word in before:
        if told := _misspelt(word[0]):
            return told, word.start()
    return None
