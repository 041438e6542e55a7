"""The compiled search of Connect Four: any board, two players or three."""
