"""The compiled search of Othello, boards of every size."""
