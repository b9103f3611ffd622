"""Metrics of dependency parses."""
