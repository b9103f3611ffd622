"""Tests of control items."""
