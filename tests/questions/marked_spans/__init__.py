"""Tests of agreement on marked spans."""
