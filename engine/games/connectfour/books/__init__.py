"""Opening books of Connect Four: exact scores of early positions."""
