"""Codes of Othello's own predicates; see `engine.laboratory.exhaustion.features`."""

WIPED_OUT = 20
PASSES = 21
PASSES_RUNNING = 22
CORNERS = 23
CORNER_FLIPS = 24
FLIPS = 25
MUST_PASS = 26
