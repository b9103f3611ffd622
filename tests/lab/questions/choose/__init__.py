"""Tests of what is chosen of several outputs, and what that is worth."""
