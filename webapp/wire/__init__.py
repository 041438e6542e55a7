"""The wire format: `inbound` parses every message, `outbound` builds every one. Only here."""

from webapp.wire.analysis import analysis, analysis_failed, review, reviewed_ply
from webapp.wire.inbound import (
    parse_act,
    parse_job,
    parse_line,
    parse_look,
    parse_new_match,
    parse_watch,
)
from webapp.wire.outbound import event, hints, presence, refusal, snapshot, thinking, thumbnail

__all__ = [
    "analysis",
    "analysis_failed",
    "event",
    "hints",
    "parse_act",
    "parse_job",
    "parse_line",
    "parse_look",
    "parse_new_match",
    "parse_watch",
    "presence",
    "refusal",
    "review",
    "reviewed_ply",
    "snapshot",
    "thinking",
    "thumbnail",
]
