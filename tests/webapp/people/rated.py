"""Rated matches for tests: who plays, and what they do."""

from __future__ import annotations

from engine import registry
from webapp.domain.clock import parse_control
from webapp.domain.seat import Guest

FOUR = registry.game("connectfour")
CLOCK = parse_control("5+3")


ANN, BEN, CAT, DAN = (Guest(n, n.title(), registered=True) for n in ("ann", "ben", "cat", "dan"))
