"""What the laboratory knows of Othello."""
