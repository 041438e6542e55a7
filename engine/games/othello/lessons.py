"""How Othello is played, on small boards to touch."""

from __future__ import annotations

from engine.parts.presentation import Chapter, Lesson

SMALL, MIDDLE = "othello:4", "othello:6"

CHAPTERS = (
    Chapter(
        "othello",
        "Othello",
        (
            Lesson(
                SMALL,
                "",
                "b1",
                "Black begins",
                "Black and White place one disc in turn.",
                "One white disc turned over.",
            ),
            Lesson(
                SMALL,
                "b1a3d4c1",
                "b4",
                "Trap a row",
                "A new disc must trap others between itself and one of yours.",
                "Two discs turned over.",
            ),
            Lesson(
                SMALL,
                "c4b4a1b1a3d2",
                "c1",
                "All ways at once",
                "Every row that you trap turns over, slanting ones too.",
                "Four discs turned over.",
            ),
            Lesson(
                SMALL,
                "b1c1d3c4d4a2",
                "d1",
                "No trap, no move",
                "Who can trap nothing passes, and the other goes on.",
                "White passes.",
            ),
            Lesson(
                SMALL,
                "c4d2b1a2a1a4a3b4d1d4d3",
                "c1",
                "Most discs win",
                "When neither can move, the discs are counted.",
            ),
        ),
        (
            Lesson(
                MIDDLE,
                "c2b2e4d2d1e1f1e3e2f5b3e5a2f4f3f2",
                "f6",
                "Corners stay",
                "Nothing can trap a corner, nor what is joined to it along the edge.",
                "Seven discs turned over.",
            ),
            Lesson(
                MIDDLE,
                "d5e5f5f6e4c5d6e6b2",
                "a1",
                "Not beside the corner",
                "Black has just gone there, and opens the corner to White.",
                "White keeps the corner.",
            ),
            Lesson(
                MIDDLE,
                "c2b4a5c1b1e2",
                "d1",
                "Keep your moves",
                "Early on moves count, not discs: leave the other few.",
                "White has one move left.",
            ),
        ),
    ),
)
