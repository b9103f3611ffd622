"""Tests of the question `alignments`."""
