"""Questions about a game in a small language, answered by proof or witness."""
