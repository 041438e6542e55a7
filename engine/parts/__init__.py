"""What a family of games may bring beside its rules, and `of_game`, which asks for it by game."""
