"""Tests of the room that counts units of texts by class."""
