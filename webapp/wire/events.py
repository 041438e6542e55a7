"""Builds the live message of every event of a match, shaped as `event_messages` says."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING

from webapp.domain import events
from webapp.domain.hints import hints_left
from webapp.domain.match import Match
from webapp.wire import event_messages as m
from webapp.wire.board import cells, changes
from webapp.wire.messages import LeftFields, OutcomeFields
from webapp.wire.parts import clock, hint, left, legal, outcome, tally

if TYPE_CHECKING:
    from webapp.domain.history import Change


def event(change: Change) -> m.Event:
    """The live message of one event."""
    record = change.record
    head: m.Head = {"match": change.after.id, "v": record.v, "t": record.event.t}
    message: m.Event = {**head, **_fields(record.event, change.before, change.after)}
    if record.clock is not None:
        message["clock"] = clock(record.clock)
    return message


@singledispatch
def _fields(event: events.Event, before: Match, after: Match) -> m.EventFields:
    raise TypeError(f"{event.t} never goes over the wire.")


@_fields.register
def _(event: events.Moved, before: Match, after: Match) -> m.MovedFields:
    ended = after.position.outcome()
    short: OutcomeFields | None = None
    if ended:
        short = {"winner": ended.winner, "reason": str(ended.termination)}
    return {
        "ply": after.ply,
        "seat": event.seat,
        "move": event.move,
        "text": after.game.format_move(event.move),
        "changes": changes(after.position, event.seat),
        "to_move": after.to_move,
        "legal": legal(after),
        "clock": clock(after.clock),
        "outcome": short,
    }


@_fields.register
def _(event: events.TookBack, before: Match, after: Match) -> m.TookBackFields:
    return {
        "ply": after.ply,
        "cells": cells(after.position),
        "last": list(after.position.last_changes),
        "to_move": after.to_move,
        "legal": legal(after),
        "moves": after.ply,
        "tally": tally(after),
    }


@_fields.register
def _(event: events.Ended, before: Match, after: Match) -> m.EndedFields:
    fields: m.EndedFields = {"outcome": outcome(after), "tally": tally(after)}
    if event.ratings:
        fields["ratings"] = [(rated.after.text, rated.text) for rated in event.ratings]
    return fields


@_fields.register
def _(event: events.Joined, before: Match, after: Match) -> m.JoinedFields:
    fields: m.JoinedFields = {
        "seat": event.seat,
        "name": event.name,
        "status": after.status.value,
    }
    if event.registered:
        fields["registered"] = True
    if event.rating is not None:
        fields["rating"] = event.rating.text
    return fields


@_fields.register
def _(event: events.Renamed, before: Match, after: Match) -> m.RenamedFields:
    fields: m.RenamedFields = {"seat": event.seat, "name": event.name}
    if event.registered:
        fields["registered"] = True
    return fields


@_fields.register(events.Offered)
@_fields.register(events.Agreed)
def _(event: events.Offered | events.Agreed, before: Match, after: Match) -> m.OfferedFields:
    return {"kind": event.kind.value, "by": event.by}


@_fields.register
def _(event: events.Declined, before: Match, after: Match) -> m.OfferedFields:
    fields: m.OfferedFields = {"kind": event.kind.value, "by": event.by}
    if before.offer is not None and before.offer.by == event.by:
        fields["own"] = True
    return fields


@_fields.register
def _(event: events.Levelled, before: Match, after: Match) -> m.LevelledFields:
    return {"seat": event.seat, "level": event.level, "name": after.seats[event.seat].name}


@_fields.register
def _(event: events.HandedOver, before: Match, after: Match) -> m.HandedOverFields:
    seat = after.seats[event.seat]
    return {
        "seat": event.seat,
        "level": event.level,
        "name": seat.name,
        "player": before.seats[event.seat].name,
        "reason": event.reason.value,
    }


@_fields.register
def _(event: events.Shown, before: Match, after: Match) -> m.ShownFields:
    return {"seat": event.seat, "on": event.on, "public": after.public}


@_fields.register
def _(event: events.GaveTime, before: Match, after: Match) -> m.GaveTimeFields:
    return {"seat": event.seat, "by": event.by, "time": event.time}


@_fields.register
def _(event: events.Left, before: Match, after: Match) -> LeftFields:
    return left(event.seat, event.at)


@_fields.register
def _(event: events.Returned, before: Match, after: Match) -> m.ReturnedFields:
    return {"seat": event.seat}


@_fields.register
def _(event: events.Rematched, before: Match, after: Match) -> m.RematchedFields:
    return {"next": event.next}


@_fields.register
def _(event: events.AiFailed, before: Match, after: Match) -> m.AiFailedFields:
    return {"seat": event.seat, "text": event.text}


@_fields.register
def _(event: events.AskedHint, before: Match, after: Match) -> m.AskedHintFields:
    return {"seat": event.seat, "left": hints_left(after, event.seat)}


@_fields.register
def _(event: events.Hinted, before: Match, after: Match) -> m.HintedFields:
    fields = hint(after, event.seat, event.move)
    return {**fields, "left": hints_left(after, event.seat)}
