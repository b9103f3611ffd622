"""How large a test set must be to find a difference."""
