"""What a ready question is."""

from __future__ import annotations

from dataclasses import dataclass


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
