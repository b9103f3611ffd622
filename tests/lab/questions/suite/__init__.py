"""Tests of the question `checkpoints`."""
