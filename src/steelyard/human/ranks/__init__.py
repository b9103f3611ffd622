"""Ranks, and tests on them."""
