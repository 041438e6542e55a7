"""Text to a question and back."""
