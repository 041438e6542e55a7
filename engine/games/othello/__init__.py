"""Othello: `family` says what there is of it."""
