"""Metrics of the order of words."""
