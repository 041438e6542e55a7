"""Several servers and workers over Redis, which carries news and small facts but never a match."""
