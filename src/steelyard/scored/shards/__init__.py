"""Shards: a test set in parts that are counted apart, wherever an executor runs, and added up exactly."""
