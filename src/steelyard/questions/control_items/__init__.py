"""Outputs in which something was replaced: control items for people who rate."""
