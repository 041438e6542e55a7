"""The wire format: `inbound` parses every message, `outbound` builds every one. Only here."""

from webapp.wire.inbound import parse_act, parse_job, parse_new_match, parse_watch
from webapp.wire.outbound import event, hints, presence, refusal, snapshot, thinking, thumbnail

__all__ = [
    "event",
    "hints",
    "parse_act",
    "parse_job",
    "parse_new_match",
    "parse_watch",
    "presence",
    "refusal",
    "snapshot",
    "thinking",
    "thumbnail",
]
