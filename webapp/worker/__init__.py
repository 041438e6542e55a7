"""The background AI: jobs, the threads that do them, and what happens when one fails."""
