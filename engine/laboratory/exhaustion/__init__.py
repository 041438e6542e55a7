"""Going through all lines of play or all boards."""
