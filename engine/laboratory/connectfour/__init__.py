"""What the laboratory knows of Connect Four."""
