"""What the language page teaches of Othello, the forerunners' own predicates first."""

from engine.laboratory.ready import Example

EXAMPLES = (
    Example(
        "Valid start",
        "Two discs of each colour lie in the middle before the first move.",
        "othello:4",
        "at ply 0 (disc(b2, white) and disc(c2, black) and disc(b3, black) and disc(c3, white))",
    ),
    Example(
        "Valid end",
        "A game can end with squares empty.",
        "othello:4",
        "ended and empties >= 1",
    ),
    Example(
        "Valid transition",
        "Every move that is no pass flips a disc; no line of play breaks it.",
        "othello:4",
        "eventually (not must_pass and next (passes = 0 and flips = 0))",
    ),
    Example(
        "Skip",
        "Whoever must pass does, and the other is to move.",
        "othello:4",
        "eventually (must_pass(black) and next to_move(white))",
    ),
    Example(
        "Flips",
        "The most discs that one move can flip.",
        "othello:4",
        "most flips",
    ),
    Example(
        "Sets and relations",
        "Every disc of White is led to from a corner, along sides of discs of White.",
        "othello:4",
        "full and some white and white in corner.*(beside & white -> white)",
    ),
    Example(
        "In one piece",
        "All discs on the board touch one another in one piece; no line of play breaks it.",
        "othello:4",
        "let all = univ - empty; eventually not all -> all in *(touching & all -> all)",
    ),
    Example(
        "Guaranteed win",
        "White wins on four by four whatever Black plays.",
        "othello:4",
        "white can force won(white)",
    ),
    Example(
        "Always",
        "Black is at most three discs behind on every early board, and loses all the same.",
        "othello:4",
        "always (plies < 9 implies lead(black) >= -3) and won(white)",
    ),
    Example(
        "Sums",
        "A move flips four discs more than squares are left, and the game goes on.",
        "othello:4",
        "flips >= empties + 4 and not ended",
    ),
    Example(
        "Every player",
        "Each side holds two corners in the end.",
        "othello:4",
        "every player p: (corners(p) = 2 and ended)",
    ),
    Example(
        "Other rules",
        "Without passes a game is over as soon as the side to move is stuck: after four moves.",
        "othello:4",
        "under no passes: ended and plies = 4",
    ),
    Example(
        "Another start",
        "The four discs lie side by side, White begins, and fewer discs win.",
        "othello:4",
        'under misere, start "----/-OO-/-XX-/----" white: won(white)',
    ),
)
