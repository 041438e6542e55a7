"""Exact scores of Othello."""
