"""A player at the terminal of a machine that talks to a server elsewhere."""
