"""What the protocol of a paper gives: its tables, its figures, and how they came about."""

from typing import NamedTuple

from steelyard.lab.questions.replicate.answer import MethodOfExperiment, PaperTable
from steelyard.results.figure import Figure

__all__ = ["Experiment"]


class Experiment(NamedTuple):
    """What a protocol gives, before it is said whose protocol it is and how to ask for it again."""

    tables: tuple[PaperTable, ...]  # in the paper's order
    figures: tuple[Figure, ...]  # in the paper's order
    method: MethodOfExperiment  # the keys of this protocol
