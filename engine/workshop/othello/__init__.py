"""Training the evaluations of Othello, calibrating its search, making its books."""
