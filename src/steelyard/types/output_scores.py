"""One score per output: of each system on each segment, by a metric or by people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard.computable import LARGEST, are_computable
from steelyard.errors import AlignmentError, DataError, unknown_name
from steelyard.reprs import describe, listed, n_of

__all__ = ["OutputScores"]


class ErrorSpan(NamedTuple):
    """An error that a metric marked in an output, as xCOMET does.

    Attributes
    ----------
    system : str
        Whose output.
    segment : int
        Its line, counted from 0.
    start, end : int
        Characters of the output, counted from 0, the end not included.
    severity : str
        In lower case: ``minor``, ``major``, ``critical``.
    confidence : float or None
        The metric's own, where it has one.

    Examples
    --------
    >>> from steelyard.types import ErrorSpan
    >>> ErrorSpan("a", 0, 13, 21, "minor", 0.416).severity
    'minor'
    """

    system: str
    segment: int
    start: int
    end: int
    severity: str
    confidence: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class OutputScores:
    """What a metric, or people on average, say of every output.

    Attributes
    ----------
    name : str
        The metric, or what people were asked for: ``"COMET"``, ``"mqm"``.
    systems : tuple of str, length S
        Each once.
    values : array of float64, shape (S, N)
        One number per output, in the direction of the source; NaN where there is none.
    higher_is_better : bool, default True
        That direction.
    system_scores : array of float64, shape (S,), optional
        The scores of whole systems, NaN where there is none, for what is not the mean of its segments, as BLEU.
    documents : tuple of str, length N, optional
        Document of each segment; ``""`` where it is not known.
    counts : array of int64, shape (S, N), optional
        Judgements behind each value, of people.
    files : tuple of (str, str), default ()
        Path and SHA-256 of the files they come from.
    reading : mapping, optional
        How these files were read, as JSON can hold it, so that a result can be computed again from them; None of
        numbers that did not come from files, or were changed since.
    n_lines : int, optional
        Lines of the test set, where a file of ratings lists every one, rated or not.
    items : tuple of str, length N, optional
        The id of each segment, or of each item where there is no text; None where the source knows places alone.
    notes : tuple of str, default ()
        What a reader of the numbers should know of their source: a run that was cut short, repeats that were averaged.
    errors : tuple of ErrorSpan, default ()
        What the metric marked in the outputs, where it does.
    of_tasks : bool, default False
        Whether each item is a whole task, and its score a mean.
    n_raters : int, default 0
        People who are named as having judged; 0 where they are not known.
    texts : mapping of str to mapping, default {}
        What the file says of its items, such as their ``"source"`` or ``"doc_hash"``: a text by id, or place from 1.

    Raises
    ------
    AlignmentError
        Shapes do not fit.
    DataError
        A system or an item stands twice, or a value is infinite.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.types import OutputScores
    >>> scores = OutputScores("ter", ("a", "b"), np.array([[40.0, 20.0], [10.0, np.nan]]), higher_is_better=False)
    >>> scores.better_is_more().tolist(), scores.of_systems().tolist()
    ([[-40.0, -20.0], [-10.0, nan]], [30.0, 10.0])
    """

    name: str
    systems: tuple[str, ...]
    values: NDArray[np.float64]
    higher_is_better: bool = True
    system_scores: NDArray[np.float64] | None = None
    documents: tuple[str, ...] | None = None
    counts: NDArray[np.int64] | None = None
    files: tuple[tuple[str, str], ...] = ()
    reading: Mapping[str, object] | None = None
    n_lines: int | None = None
    items: tuple[str, ...] | None = None
    notes: tuple[str, ...] = ()
    errors: tuple[ErrorSpan, ...] = field(default=(), repr=False)
    of_tasks: bool = False
    n_raters: int = 0
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict, repr=False, compare=False)

    def __repr__(self) -> str:
        return describe(
            self,
            self.name,
            n_of(self.n_segments, "segment"),
            listed("systems", self.systems),
            "" if self.higher_is_better else "lower is better",
        )

    def __post_init__(self) -> None:
        """Refuse parts that do not fit."""
        n_systems, n_segments = len(self.systems), self.n_segments
        if self.values.shape != (n_systems, n_segments):
            raise AlignmentError(f"{self.name} has {n_systems} systems, but values of shape {self.values.shape}.")
        shapes = {"system_scores": (n_systems,), "counts": (n_systems, n_segments)}
        for part, shape in shapes.items():
            array = getattr(self, part)
            if array is not None and array.shape != shape:
                raise AlignmentError(f"{self.name}: {part} must have shape {shape}, not {array.shape}.")
        if self.documents is not None and len(self.documents) != n_segments:
            raise AlignmentError(f"{self.name} has {n_segments} segments, but {len(self.documents)} documents.")
        if self.items is not None and len(self.items) != n_segments:
            raise AlignmentError(f"{self.name} has {n_segments} items, but {len(self.items)} ids.")
        if self.items is not None and len(set(self.items)) != n_segments:
            raise DataError(f"{self.name} names an item twice.")
        if len(set(self.systems)) != n_systems:
            raise DataError(f"{self.name} names a system twice.")
        for scores in (self.values, self.system_scores):
            if scores is not None and not (are_computable(scores) | np.isnan(scores)).all():
                of = self.name or ", ".join(path for path, _ in self.files) or "The metric"
                raise DataError(f"{of} has a score that is infinite, or larger than {LARGEST:g}.")

    @property
    def n_segments(self) -> int:
        """Segments, with or without scores."""
        return int(self.values.shape[-1])

    @property
    def is_whole(self) -> bool:
        """Whether every system has a score on every segment."""
        return not bool(np.isnan(self.values).any())

    def better_is_more(self) -> NDArray[np.float64]:
        """Return the values with the sign that makes larger ones better, shape (S, N)."""
        return self.values if self.higher_is_better else -self.values

    def of_systems(self) -> NDArray[np.float64]:
        """Return the score of each system, shape (S,): as given, or the mean of its segments; NaN without any."""
        n = np.isfinite(self.values).sum(axis=1)
        means: NDArray[np.float64] = np.nansum(self.values, axis=1) / np.where(n, n, np.nan)
        return means if self.system_scores is None else self.system_scores

    def select(self, systems: Sequence[str]) -> "OutputScores":
        """Keep these systems, in this order.

        Parameters
        ----------
        systems : sequence of str
            Each of `systems`.

        Returns
        -------
        OutputScores
            With the same segments.

        Raises
        ------
        SpecError
            A system is not there.
        """
        index = {system: i for i, system in enumerate(self.systems)}
        for system in systems:
            if system not in index:
                raise unknown_name(f"system of {self.name}:", system, self.systems)
        rows = [index[system] for system in systems]
        return replace(
            self,
            systems=tuple(systems),
            values=self.values[rows],
            system_scores=None if self.system_scores is None else self.system_scores[rows],
            counts=None if self.counts is None else self.counts[rows],
            errors=tuple(one for one in self.errors if one.system in systems),
        )
