"""Further references from word alignments with the source."""
