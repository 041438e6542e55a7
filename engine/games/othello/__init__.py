"""Othello: its rules, its bitboards and its search."""

KERNELS: tuple[str, ...] = ("engine.games.othello.bitboard",)
"""The modules that hold compiled kernels, in the order of their imports."""
