"""Tests of consistency."""
