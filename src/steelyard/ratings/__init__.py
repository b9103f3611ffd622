"""Ratings joined to outputs: read, brought to scale, controlled, aligned."""

from steelyard.ratings.outputs import output_scores
from steelyard.ratings.reading import People, people_of, read_people

__all__ = ["People", "output_scores", "people_of", "read_people"]
