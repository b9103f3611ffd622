"""Tests of the question `contrasts`."""
