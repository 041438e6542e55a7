"""What a puzzle's forms and addresses say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from engine.errors import EngineError
from webapp.domain.errors import Refusal
from webapp.wire.inbound import Message, parse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import Game, Move


class _Place(Message):
    played: Annotated[str, Field(max_length=64)] = ""
    move: Annotated[int, Field(ge=0, le=999)] | None = None
    step: Annotated[int, Field(ge=0, le=999)] | None = None


def parse_try(data: Mapping[str, str], game: Game) -> tuple[tuple[Move, ...], int | None]:
    """(the solver's moves, the step of the line to show) of a form or an address.

    Raises:
        Refusal: they are no moves of the game.
    """
    known = {name: data[name] for name in ("played", "move", "step") if data.get(name)}
    message = parse(_Place, known, strict=False)
    try:
        played = game.parse_moves(message.played)
    except EngineError as error:
        raise Refusal("malformed", str(error)) from None
    moves = played if message.move is None else (*played, message.move)
    return moves, message.step
