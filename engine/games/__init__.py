"""One folder a family of games, each summed up in its `family` module."""
