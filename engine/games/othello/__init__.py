"""Othello: its rules, its bitboards and its search."""

KERNELS: tuple[str, ...] = tuple(
    f"engine.games.othello.{module}"
    for module in (
        "bitboard",
        "context",
        "table",
        "stability",
        "evaluation_small",
        "evaluation",
        "ordering",
        "selectivity",
        "endgame",
        "midgame",
        "endgame_deep",
        "cells",
        "evaluation_wide",
        "mailbox",
    )
)
"""The modules that hold compiled kernels, in the order of their imports."""
