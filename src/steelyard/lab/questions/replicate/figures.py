"""Figures of a replicated paper."""

from steelyard.lab.questions.replicate.answer import Replication
from steelyard.results.figure import Figure

__all__ = ["draw"]


def draw(replication: Replication) -> tuple[Figure, ...]:
    """Return the paper's figures, which the answer has itself."""
    return replication.figures
