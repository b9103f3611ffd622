"""Tests of the classes of errors."""
