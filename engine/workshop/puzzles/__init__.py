"""Makes the puzzles that are shipped."""
