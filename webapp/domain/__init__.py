"""Matches as pure values: no Flask, no SQL, no clock, no threads."""
