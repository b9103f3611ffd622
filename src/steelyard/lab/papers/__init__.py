"""Experiments of papers, to be run on any test set and systems: a paper is a folder."""
