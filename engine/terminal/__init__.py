"""A game in the terminal: boards as text, moves as lines."""
