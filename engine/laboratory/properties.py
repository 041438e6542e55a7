"""The ready questions: what formal models of these games have been asked, and more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.registry import game as game_of

if TYPE_CHECKING:
    from engine.game import Game


@dataclass(frozen=True, slots=True)
class Property:
    """A ready question.

    Attributes:
        name: what the command line calls it.
        title: the question, for people.
        summary: one line of explanation.
        game: the key of the game it is asked about by default.
        text: the question in the laboratory's language.
        yes: what to say when it is so ("White can lose every disc.").
        no: what to say when it is not.
    """

    name: str
    title: str
    summary: str
    game: str
    text: str
    yes: str = ""
    no: str = ""


OTHELLO = (
    Property(
        "wiped-out",
        "Can a side lose every disc?",
        "A game that ends with no disc of one colour on the board.",
        "othello:4",
        "wiped_out(white) or wiped_out(black)",
        "A side can lose every disc.",
        "Both sides always keep a disc.",
    ),
    Property(
        "corner-flip",
        "Can a corner disc ever flip?",
        "Every line through a corner ends there.",
        "othello:4",
        "corner_flips >= 1",
        "A corner disc can flip.",
        "A disc in a corner stays as it is.",
    ),
    Property(
        "tie",
        "Is a tie possible?",
        "Both sides finish with the same number of discs.",
        "othello:4",
        "draw",
        "A game can end in a tie.",
        "There is always a winner.",
    ),
    Property(
        "four-corners",
        "Lose holding all four corners?",
        "Corners are strong. Are four of them always enough not to lose?",
        "othello:4",
        "(won(white) and corners(black) = 4) or (won(black) and corners(white) = 4)",
        "A side can lose with all four corners.",
        "Whoever holds all four corners does not lose.",
    ),
    Property(
        "without-last-move",
        "Win without making the last move?",
        "The last move flips discs, but it does not have to decide.",
        "othello:4",
        "(won(black) and last(white)) or (won(white) and last(black))",
        "A side can win although the other moves last.",
        "Whoever wins makes the last move.",
    ),
    Property(
        "white-wins",
        "Can White win?",
        "White moves second.",
        "othello:4",
        "won(white)",
        "White can win.",
        "White never wins.",
    ),
    Property(
        "black-wins",
        "Can Black win?",
        "Black moves first.",
        "othello:4",
        "won(black)",
        "Black can win.",
        "Black never wins.",
    ),
    Property(
        "forerunner",
        "White wins, Black moves last, no pass",
        "Read as a forerunner did: only full boards count and nobody passes.",
        "othello:4",
        "won(white) and last(black) and full and passes = 0",
        "Even on a full board and without a pass, White can win although Black moves last.",
        "On a full board and without a pass, White moves last, so this cannot be.",
    ),
    Property(
        "most-passes",
        "How many passes can a game have?",
        "A pass is a turn without a legal move.",
        "othello:4",
        "most passes",
    ),
    Property(
        "shortest",
        "How short can a game be?",
        "The fewest moves until neither side can go on.",
        "othello:4",
        "fewest plies where ended",
    ),
    Property(
        "longest",
        "How long can a game be?",
        "Passes count as moves.",
        "othello:4",
        "most plies",
    ),
    Property(
        "most-flips",
        "How many discs can one move flip?",
        "In one move, over all games.",
        "othello:4",
        "most flips",
    ),
    Property(
        "value",
        "Who wins with perfect play?",
        "The exact result, by the solver.",
        "othello:4",
        "value",
    ),
    Property(
        "value-6",
        "Who wins on six by six?",
        "A proof from the start that takes minutes; it can be stopped and goes on later.",
        "othello:6",
        "value",
    ),
)

CONNECT_FOUR = (
    Property(
        "horizontal",
        "Red wins on a row",
        "The quickest game with a horizontal line.",
        "connectfour",
        "won(red) and line(horizontal)",
    ),
    Property(
        "vertical",
        "Yellow wins on a column",
        "The quickest game with a vertical line of the second player.",
        "connectfour",
        "won(yellow) and line(vertical)",
    ),
    Property(
        "rising",
        "Red wins on a rising diagonal",
        "From the lower left to the upper right.",
        "connectfour",
        "won(red) and line(rising)",
    ),
    Property(
        "falling",
        "Blue wins on a falling diagonal",
        "The third of three players, from the upper left to the lower right.",
        "connectfour:7x6:4:3p",
        "won(blue) and line(falling)",
    ),
    Property(
        "four-lines",
        "One disc, four lines",
        "A single disc completes a line in every direction.",
        "connectfour",
        "won(red) and line(horizontal) and line(vertical) and line(rising) and line(falling)",
    ),
    Property(
        "four-discs",
        "How many games end after seven moves?",
        "The winner's four discs all stand in the line.",
        "connectfour",
        "count won and plies = 7",
    ),
    Property(
        "last-square",
        "A win on the last square",
        "The very last disc completes the only line.",
        "connectfour",
        "won and full",
        "The last disc can win.",
        "No game is won by its last disc.",
    ),
    Property(
        "no-line",
        "A full board without a line",
        "Nobody connects four.",
        "connectfour",
        "full and not won",
        "A game can fill the board without a line.",
        "Every full board has a line.",
    ),
    Property(
        "first-full",
        "A draw that fills the middle first",
        "A full board without a line in which column 4 is full before all others.",
        "connectfour",
        "full and not won and first_full = 4",
    ),
    Property(
        "double-threat",
        "The earliest double threat",
        "Red is to move and wins in two places; one reply cannot close both.",
        "connectfour",
        "double_threat(red) and to_move(red)",
    ),
    Property(
        "zugzwang",
        "Who would rather pass?",
        "Zugzwang: the side to move does worse than if the other had to move.",
        "connectfour",
        "zugzwang",
    ),
    Property(
        "floating",
        "Can a disc float?",
        "A disc with nothing below it.",
        "connectfour",
        "disc(d2) and not disc(d1)",
        "A disc can float.",
        "Below a disc there is always another one, or the floor.",
    ),
    Property(
        "turn-order",
        "Can Red be two discs ahead?",
        "The players take turns.",
        "connectfour",
        "lead(red) >= 2 or lead(yellow) >= 1",
        "Somebody can move twice.",
        "Red is level or one disc ahead, always.",
    ),
    Property(
        "overfull",
        "Can a column overflow?",
        "Seven discs in a column of six.",
        "connectfour",
        "height(4) >= 7",
        "A column can overflow.",
        "A full column takes no disc.",
    ),
    Property(
        "change-of-owner",
        "Can a disc change its owner or vanish?",
        "The first disc of a game, looked at again in the end.",
        "connectfour",
        "disc(d1, red, 1) and not disc(d1, red)",
        "A disc can change.",
        "A disc stays where it is and whose it is.",
    ),
    Property(
        "small-values",
        "What can each of three players force?",
        "Every position of a small board, against all others together.",
        "connectfour:3x4:3:3p",
        "positions",
    ),
    Property(
        "value-small",
        "Who wins on six columns, four rows?",
        "Perfect play from the empty board, by the solver.",
        "connectfour:6x4",
        "value",
    ),
)

PROPERTIES = OTHELLO + CONNECT_FOUR


def properties_of(game: Game) -> tuple[Property, ...]:
    """The ready questions that can be asked of `game`."""
    family = game.key.partition(":")[0]
    return tuple(p for p in PROPERTIES if p.game.partition(":")[0] == family)


def question_text(game: Game, text: str) -> str:
    """`text`, or what it abbreviates where it is the name of a ready question."""
    names = {prop.name: prop.text for prop in properties_of(game)}
    return names.get(text.strip(), text)


def property_of(game_key: str, text: str) -> Property | None:
    """The ready question with that text about that kind of game, if there is one.

    Of several, the one that is about this very board.
    """
    found = [prop for prop in properties_of(game_of(game_key)) if prop.text == text]
    return next((prop for prop in found if prop.game == game_key), next(iter(found), None))
