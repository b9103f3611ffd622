"""ROUGE: what a text and a reference have in common."""
