"""Tests of the question `checkpoints judge`."""
