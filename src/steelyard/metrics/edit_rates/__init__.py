"""Metrics of edits: what it takes to turn the reference into the output."""
