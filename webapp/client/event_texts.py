"""The lines beside the board that tell a person of a match's events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.formats.record import one_line
from engine.sentences import describe_move

if TYPE_CHECKING:
    from engine.game import Position
    from webapp.client.table import Table

OFFERS = {
    "draw": "offers a draw",
    "takeback": "asks to take back",
    "rematch": "offers a rematch",
}


def sentences(
    table: Table, event: dict[str, Any], before: Position, offer: dict[str, Any] | None
) -> list[str]:
    """The lines for one event; none where it says nothing to this person."""
    own = event.get("by") in table.you
    match event["t"]:
        case "moved":
            return [describe_move(before, event["move"])]
        case "took_back":
            return ["Taken back."]
        case "joined":
            return [f"{table.who(event['seat'])} has come."]
        case "renamed" | "levelled":
            return [f"{table.game.player_names[event['seat']]} is now {one_line(event['name'])}."]
        case "gave_time":
            given = f"{event['time'] // 1000} seconds"
            return [f"{table.who(event['by'])} gives {table.who(event['seat'])} {given}."]
        case "handed_over":
            colour = table.game.player_names[event["seat"]]
            out, follows = one_line(event["player"]), one_line(event["name"])
            return [f"{out} is out; {follows} plays on as {colour}."]
        case "offered":
            answer = "It waits for an answer." if own else "Type accept or decline."
            return [f"{table.who(event['by'])} {OFFERS[event['kind']]}. {answer}"]
        case "declined" if offer is not None:
            whose = f" by {table.who(event['by'])}" if table.game.players > 2 else ""
            taken = "is withdrawn" if event.get("own") else f"is declined{whose}"
            return [f"The offer of {table.who(offer['by'])} {taken}."]
        case "left":
            return [f"{table.who(event['seat'])} has left; after a minute, claim wins."]
        case "returned":
            return [f"{table.who(event['seat'])} is back."]
        case "ai_failed":
            return [one_line(event["text"])]
        case "hinted" if event["seat"] in table.you:
            hint = one_line(event["text"])
            return [f"Hint: {hint}." if hint else "There is no hint."]
    return []
