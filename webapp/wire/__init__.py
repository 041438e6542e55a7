"""The wire format: `inbound` parses every message, `outbound` builds every one. Only here."""

from webapp.wire.analysis import analysis
from webapp.wire.board import cells, changes
from webapp.wire.inbound import (
    lines_text,
    parse_act,
    parse_job,
    parse_line,
    parse_look,
    parse_new_match,
    parse_watch,
)
from webapp.wire.outbound import (
    event,
    hints,
    presence,
    refusal,
    snapshot,
    thinking,
    thumbnail,
    watched,
)

__all__ = [
    "analysis",
    "cells",
    "changes",
    "event",
    "hints",
    "lines_text",
    "parse_act",
    "parse_job",
    "parse_line",
    "parse_look",
    "parse_new_match",
    "parse_watch",
    "presence",
    "refusal",
    "snapshot",
    "thinking",
    "thumbnail",
    "watched",
]
