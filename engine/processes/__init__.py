"""Helping processes: starting them, and having them end with whoever started them."""
