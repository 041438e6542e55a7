"""Making the opening books of Connect Four."""
