"""What the language page teaches of Connect Four, the forerunners' own predicates first."""

from engine.laboratory.ready import Example

EXAMPLES = (
    Example(
        "Well-formed boards",
        "A board has as many red discs as yellow ones, or one more. No line of play breaks it.",
        "connectfour:4x4",
        "eventually not (discs(red) = discs(yellow) or discs(red) = discs(yellow) + 1)",
    ),
    Example(
        "Turn",
        "It is Red's turn exactly when both have as many discs.",
        "connectfour:4x4",
        "eventually not (to_move(red) iff discs(red) = discs(yellow))",
    ),
    Example(
        "Gravity",
        "A disc with nothing below it. There is none on any board of any game.",
        "connectfour",
        "disc(d2) and not disc(d1)",
    ),
    Example(
        "Guard of a move",
        "Nothing is played into a full column, nor after a win.",
        "connectfour:4x4:3",
        "eventually (won and next plies >= 1)",
    ),
    Example(
        "Traces",
        "What a disc is it stays, on every later board.",
        "connectfour:4x4",
        "some square s: eventually (disc(s, red) and next disc(s, yellow))",
    ),
    Example(
        "Winning",
        "All squares of some line are Red's: the same as won(red), said by lines.",
        "connectfour:4x4",
        "some line l: on_line(l, red) = 4",
    ),
    Example(
        "Guaranteed win",
        "Red wins whatever Yellow plays: one case of what can be forced.",
        "connectfour:4x4:3",
        "red can force won(red)",
    ),
    Example(
        "From a position",
        "A game that begins with these moves, and is then won by Yellow.",
        "connectfour",
        'from "4433": won(yellow)',
    ),
    Example(
        "Until",
        "Nobody threatens anything until column 4 is full.",
        "connectfour:5x4",
        "(threats(red) = 0 and threats(yellow) = 0) until height(4) = 4",
    ),
    Example(
        "Exactly one",
        "Red has won, and a single column holds nothing.",
        "connectfour:4x4",
        "(exactly one column c: height(c) = 0) and won(red)",
    ),
    Example(
        "Gravity, by relations",
        "Every disc lies in the bottom row or on a disc: said of all squares at once.",
        "connectfour:4x4",
        "eventually not red + yellow in row(1) + (red + yellow).up",
    ),
    Example(
        "Closure",
        "Red has won, and all discs of Red hang together by their sides.",
        "connectfour:4x4",
        "won(red) and red -> red in *(beside & red -> red)",
    ),
    Example(
        "A name of one's own",
        "A column is tall when it is full; is there a game with two tall columns at the edges?",
        "connectfour:4x4",
        "let tall(c) = height(c) = 4; tall(1) and tall(4) and not won",
    ),
    Example(
        "Other rules",
        "Nothing falls: noughts and crosses, in which the second player need not lose.",
        "connectfour:3x3:3",
        "under free placing: yellow can force (won(yellow) or draw)",
    ),
    Example(
        "Around the edges",
        "Lines go on over the left and the right edge, and who completes one loses.",
        "connectfour:4x4",
        "under wrap around, misere: won(red) and plies <= 9",
    ),
    Example(
        "Another start",
        "Two discs lie there already; can the first player still be made to lose?",
        "connectfour:4x4:3",
        'under start "..../..../..../R..Y": won(yellow)',
    ),
)
