"""The wire format: `inbound` parses every message, `outbound` builds every one. Only here."""

from webapp.wire.analysis import analysis
from webapp.wire.board import cells, changes
from webapp.wire.chat import chat, chat_line, chat_off, parse_report, parse_say, parse_switch
from webapp.wire.events import event
from webapp.wire.inbound import (
    MOST_SHOWN,
    lines_text,
    parse_act,
    parse_beat,
    parse_job,
    parse_line,
    parse_listing,
    parse_look,
    parse_new_match,
    parse_pairing,
    parse_watch,
    parse_watching,
)
from webapp.wire.library import parse_board, parse_wanted, wanted_fields
from webapp.wire.outbound import (
    beat,
    hints,
    own_game,
    presence,
    refusal,
    seek,
    snapshot,
    thinking,
    thumbnail,
    watched,
)
from webapp.wire.puzzle import parse_try
from webapp.wire.study import parse_edit, parse_place, parse_study_id, study

__all__ = [
    "MOST_SHOWN",
    "analysis",
    "beat",
    "cells",
    "changes",
    "chat",
    "chat_line",
    "chat_off",
    "event",
    "hints",
    "lines_text",
    "own_game",
    "parse_act",
    "parse_beat",
    "parse_board",
    "parse_edit",
    "parse_job",
    "parse_line",
    "parse_listing",
    "parse_look",
    "parse_new_match",
    "parse_pairing",
    "parse_place",
    "parse_report",
    "parse_say",
    "parse_study_id",
    "parse_switch",
    "parse_try",
    "parse_wanted",
    "parse_watch",
    "parse_watching",
    "presence",
    "refusal",
    "seek",
    "snapshot",
    "study",
    "thinking",
    "thumbnail",
    "wanted_fields",
    "watched",
]
