"""What every search shares, and the search in plain Python."""
