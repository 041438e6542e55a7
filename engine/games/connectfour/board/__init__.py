"""Connect Four boards as bits."""
