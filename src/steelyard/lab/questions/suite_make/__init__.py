"""Check-points made from parses, word alignments and lists."""
