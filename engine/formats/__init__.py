"""Positions and games as text and bytes, read and written."""
