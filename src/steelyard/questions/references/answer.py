"""What references are worth."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.results.base import Result
from steelyard.results.method import Provenance, Told
from steelyard.short_repr import short_repr

__all__ = [
    "AblationRow",
    "ReferencePairRow",
    "ReferenceReport",
    "ReferenceReportMethod",
    "ReferenceRow",
    "ReferenceScoreRow",
]


@dataclass(frozen=True, slots=True)
class ReferenceRow:
    """One reference under a metric.

    Attributes
    ----------
    metric, label : str
        The metric's spelling, and its short name for tables.
    reference : int
        Its number, from 1.
    kind : {"human", "post-edit", "machine"}
        Who wrote it.
    score : float or None
        Of the reference itself, held against all others as if it were an output.
    n_systems_ahead : int or None
        Systems with a better score against the same others.
    alone : float
        Mean score of the systems with this reference alone.
    tau_alone : float or None
        Kendall's tau between the rankings of systems by this reference alone and by all; None for one system.
    added : float
        By how much it raises the systems' mean score, all references against all but this one.

    Examples
    --------
    >>> from steelyard.results import ReferenceRow
    >>> ReferenceRow("bleu", "BLEU", 1, "human", 40.0, 0, 30.0, 1.0, 2.5).added
    2.5
    """

    metric: str
    label: str
    reference: int
    kind: str
    score: float | None
    n_systems_ahead: int | None
    alone: float
    tau_alone: float | None
    added: float

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class AblationRow:
    """All choices of so many references under a metric.

    Attributes
    ----------
    metric, label : str
        The metric's spelling, and its short name for tables.
    n_references : int
        How many are taken.
    n_machine : int
        How many of them machines wrote.
    n_subsets : int
        Choices that were looked at.
    mean, low, high : float
        The systems' mean score: mean, lowest and highest over the choices.
    tau : float or None
        Mean of Kendall's tau between the ranking of systems and that by all references that no machine wrote; by all
        references where machines wrote all. None for one system.
    lowest_tau : float or None
        The lowest of them.

    Examples
    --------
    >>> from steelyard.results import AblationRow
    >>> AblationRow("bleu", "BLEU", 2, 0, 6, 33.0, 31.0, 35.0, 0.9, 0.8).tau
    0.9
    """

    metric: str
    label: str
    n_references: int
    n_machine: int
    n_subsets: int
    mean: float
    low: float
    high: float
    tau: float | None
    lowest_tau: float | None

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class ReferencePairRow:
    """How far two references agree.

    Attributes
    ----------
    metric, label : str
        The metric's spelling, and its short name for tables.
    output, reference : int
        Numbers of the one that is held as an output against the other.
    score : float
        Of the first against the second.
    same : float
        Share of segments in which both are the same text.

    Examples
    --------
    >>> from steelyard.results import ReferencePairRow
    >>> ReferencePairRow("bleu", "BLEU", 1, 2, 30.0, 0.02).same
    0.02
    """

    metric: str
    label: str
    output: int
    reference: int
    score: float
    same: float

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class ReferenceScoreRow:
    """A system's score by what references it is held against.

    Attributes
    ----------
    metric, label : str
        The metric's spelling, and its short name for tables.
    system : str
        Its name.
    every : float
        With all references.
    people : float or None
        With those that no machine wrote; None where machines wrote all or none.
    alone : tuple of float
        With each alone.

    Examples
    --------
    >>> from steelyard.results import ReferenceScoreRow
    >>> ReferenceScoreRow("bleu", "BLEU", "ours", 40.0, None, (30.0, 29.0)).alone
    (30.0, 29.0)
    """

    metric: str
    label: str
    system: str
    every: float
    people: float | None
    alone: tuple[float, ...]

    __repr__ = short_repr


class ReferenceReportMethod(Provenance, Told):
    """How references were looked at.

    Attributes
    ----------
    kinds : list of str
        Who wrote each.
    notes : list of str
        What must not be overlooked.
    sentence : str
        For the paper.
    seed : int
        Of the choices of references.
    """

    kinds: list[str]
    notes: list[str]
    sentence: str
    seed: int


@dataclass(frozen=True)
class ReferenceReport(Result):
    """What references are worth.

    Attributes
    ----------
    references : tuple of ReferenceRow
        Metric by metric.
    ablation : tuple of AblationRow
        By how many references are taken.
    scores : tuple of ReferenceScoreRow
        By system.
    pairs : tuple of ReferencePairRow
        Every reference against every other.
    method : mapping
        How it was done.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a b c d e"], ["a b c d f"]], systems={"x": ["a b c d e"]})
    >>> found = sy.evaluate(data, ["bleu"]).references()
    >>> [round(row.alone, 1) for row in found.references]
    [100.0, 66.9]
    """

    schema: ClassVar[str] = "steelyard.references/1"
    tables: ClassVar[tuple[str, ...]] = ("references", "ablation", "scores", "pairs")

    references: tuple[ReferenceRow, ...]
    ablation: tuple[AblationRow, ...]
    scores: tuple[ReferenceScoreRow, ...]
    pairs: tuple[ReferencePairRow, ...]
    method: ReferenceReportMethod
