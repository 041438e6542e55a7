"""Positions with one solving move, proved, and what comes of every other."""
