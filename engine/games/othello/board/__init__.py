"""Othello boards as bits and as cells, and the memory that kernels share."""
