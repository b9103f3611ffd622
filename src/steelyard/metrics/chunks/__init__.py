"""Metrics of chunks of common subsequences: IMPACT and AILE."""
