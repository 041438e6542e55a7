"""Books of Othello: openings of 8 × 8, proved play of small boards."""
