"""Tests of the question `checkpoints make`."""
