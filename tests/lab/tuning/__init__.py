"""Tests of the room that tunes and reranks."""
