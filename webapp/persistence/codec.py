"""Events as JSON for the database, and back. pydantic reads the domain's dataclasses."""

from __future__ import annotations

from typing import Any, get_args

from pydantic import TypeAdapter

from webapp.domain.clock import Clock
from webapp.domain.events import AnyEvent

_ADAPTERS: dict[str, TypeAdapter[AnyEvent]] = {
    kind.t: TypeAdapter(kind) for kind in get_args(AnyEvent)
}


_CLOCK = TypeAdapter(Clock)


def dump_clock(clock: Clock | None) -> dict[str, Any] | None:
    """The clocks in JSON types."""
    return None if clock is None else dict(_CLOCK.dump_python(clock, mode="json"))


def load_clock(data: dict[str, Any] | None) -> Clock | None:
    """The clocks that `dump_clock` made `data` of."""
    return None if data is None else _CLOCK.validate_python(data)


def dump(event: AnyEvent) -> dict[str, Any]:
    """The event's fields in JSON types."""
    data: dict[str, Any] = _ADAPTERS[event.t].dump_python(event, mode="json")
    return data


def load(t: str, data: dict[str, Any]) -> AnyEvent:
    """The event that `dump` made `data` of."""
    return _ADAPTERS[t].validate_python(data)
