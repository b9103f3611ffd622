"""Tests and intervals measured on test sets drawn from real texts."""
