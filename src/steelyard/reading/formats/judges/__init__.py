"""Scores as trained metrics and language models give them: one layout = one file."""
