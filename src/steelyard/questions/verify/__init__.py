"""A stored result, computed again."""
