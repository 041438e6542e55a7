"""Codes of Connect Four's own predicates; see `engine.laboratory.exhaustion.features`."""

RUN = 20
LINE = 21
THROUGH = 22
FIRST_FULL = 23
HEIGHT = 24
THREATS = 25
DOUBLE_THREAT = 26
ON_LINE = 27
