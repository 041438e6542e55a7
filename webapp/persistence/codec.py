"""Events as JSON for the database, and back. pydantic reads the domain's dataclasses."""

from __future__ import annotations

from typing import Any, get_args

from pydantic import TypeAdapter

from webapp.domain.events import AnyEvent

_ADAPTERS: dict[str, TypeAdapter[AnyEvent]] = {
    kind.t: TypeAdapter(kind) for kind in get_args(AnyEvent)
}


def dump(event: AnyEvent) -> dict[str, Any]:
    """The event's fields in JSON types."""
    data: dict[str, Any] = _ADAPTERS[event.t].dump_python(event, mode="json")
    return data


def load(t: str, data: dict[str, Any]) -> AnyEvent:
    """The event that `dump` made `data` of."""
    return _ADAPTERS[t].validate_python(data)
