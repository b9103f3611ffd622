"""How good word alignments are, and which of them differ."""
