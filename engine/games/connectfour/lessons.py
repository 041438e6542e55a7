"""How Connect Four is played, on small boards to touch."""

from __future__ import annotations

from engine.parts.presentation import Chapter, Lesson

FOUR, WIDE, THREE = "connectfour:4x4:4", "connectfour:5x4:4", "connectfour:4x4:3:3p"

CHAPTERS = (
    Chapter(
        "connectfour",
        "Connect Four",
        (
            Lesson(
                FOUR,
                "1233",
                "4",
                "Drop a disc",
                "It falls to the lowest free hole of its column.",
                "It lies at the bottom.",
            ),
            Lesson(
                FOUR,
                "121214",
                "1",
                "Line up four",
                "Upright, level or slanting: four of your colour win.",
            ),
            Lesson(
                FOUR,
                "1344434132",
                "2",
                "Slanting counts",
                "Diagonals are the ones that people miss.",
            ),
            Lesson(
                FOUR,
                "213131",
                "1",
                "Block in time",
                "If they have three, take the fourth hole.",
                "Blocked. Now Yellow has to think.",
            ),
            Lesson(
                FOUR, "223411432243431", "1", "Full, and no four", "Then nobody wins: it is a draw."
            ),
        ),
        (
            Lesson(
                WIDE,
                "2233",
                "4",
                "Two threats at once",
                "One disc can be stopped, two holes cannot.",
                "Yellow can close one end only.",
            ),
            Lesson(
                WIDE,
                "325332114",
                "4",
                "Look one higher",
                "Red has just dropped below the hole that Yellow needs.",
            ),
            Lesson(
                FOUR,
                "14442314123133",
                "2",
                "Odd and even",
                "As columns fill up, odd rows fall to Red and even rows to Yellow.",
                "Now Yellow wins above it.",
            ),
        ),
    ),
    Chapter(
        "three",
        "Three players",
        (
            Lesson(
                THREE,
                "12",
                "3",
                "Three colours",
                "Red, Yellow and Blue drop one disc in turn.",
                "Now Red again.",
            ),
            Lesson(
                THREE,
                "123124",
                "1",
                "Three in a row",
                "On a board this small three win, on the great one four.",
            ),
        ),
    ),
)
