"""What a ready question is, and what ready questions are about."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Subject(StrEnum):
    """What a ready question is about; the value stands in addresses."""

    ENDINGS = "endings"
    LINES = "lines"
    EXTREMES = "extremes"
    POSSIBLE = "possible"
    PERFECT = "perfect"

    @property
    def heading(self) -> str:
        return _TITLES[self]

    @property
    def short(self) -> str:
        """The heading in a word, where it is a long one."""
        return _SHORT.get(self, self.heading)


_SHORT = {Subject.ENDINGS: "Endings", Subject.LINES: "Lines"}

_TITLES = {
    Subject.ENDINGS: "How games end",
    Subject.LINES: "Lines and threats",
    Subject.EXTREMES: "Extremes",
    Subject.POSSIBLE: "Can it happen?",
    Subject.PERFECT: "Perfect play",
}


@dataclass(frozen=True, slots=True)
class Property:
    """A ready question.

    Attributes:
        name: what the command line calls it.
        title: the question, for people.
        summary: one line of explanation.
        game: the key of the game it is asked about by default.
        text: the question in the laboratory's language.
        subject: what it is about.
        yes: what to say when it is so ("White can lose every disc.").
        no: what to say when it is not.
    """

    name: str
    title: str
    summary: str
    game: str
    text: str
    subject: Subject
    yes: str = ""
    no: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """An example of the language that runs, with what it says."""

    title: str
    summary: str
    game: str
    text: str
