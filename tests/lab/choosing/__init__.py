"""Tests of the room that chooses among candidates."""
