"""Ratings joined to outputs: read, brought to scale, controlled, aligned."""

from steelyard.people.outputs import output_scores
from steelyard.people.reading import People, people_of, read_people

__all__ = ["People", "output_scores", "people_of", "read_people"]
