"""Lists of candidates for each segment: their texts, scores, parses and utilities."""
