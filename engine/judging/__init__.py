"""What a position and a move are worth, and how that is said to people."""
