"""Exact scores of Connect Four for two, boards of at most 128 bits."""
