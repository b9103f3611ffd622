"""Which words are wrong, and in what way."""
