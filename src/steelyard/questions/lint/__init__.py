"""Mistakes in the files of a test set."""
