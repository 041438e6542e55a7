"""Connect Four: `family` says what there is of it."""
