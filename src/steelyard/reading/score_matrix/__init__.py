"""Scores of systems on items, where there are no texts."""
