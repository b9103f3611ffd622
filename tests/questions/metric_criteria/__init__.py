"""Tests of criteria beside correlation."""
