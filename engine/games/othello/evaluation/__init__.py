"""What an Othello position is worth without a search."""
