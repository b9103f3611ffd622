"""What a metric is: statistics that add up, and a function that scores their sums."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, SpecError
from steelyard.metrics.options import check_option, spell
from steelyard.text import Corpus
from steelyard.types import Measurement, Statistics, TestSet

__all__ = ["CorpusScore", "Metric", "measure", "package_version"]


@dataclass(frozen=True, slots=True)
class CorpusScore:
    """A score with what explains it.

    Attributes
    ----------
    name : str
        The metric's label, such as ``"BLEU"``.
    score : float
        In the metric's own unit.
    signature : str
        What was done to the text, in sacreBLEU's form.
    details : mapping of str to float or tuple of float
        The parts the score is made of; they can also be read as attributes.
    verbose : str, default ""
        The same as sacreBLEU prints it.

    Examples
    --------
    >>> import steelyard as sy
    >>> result = sy.metrics.Bleu().corpus_score(["the cat sat down"], [["the cat sat down"]])
    >>> round(result.score, 9), result.bp
    (100.0, 1.0)
    """

    name: str
    score: float
    signature: str
    details: Mapping[str, float | tuple[float, ...]]
    verbose: str = ""

    def __getattr__(self, name: str) -> float | tuple[float, ...]:
        """Read a detail as an attribute."""
        details: Mapping[str, float | tuple[float, ...]] = object.__getattribute__(self, "details")
        if name not in details:
            raise AttributeError(f"{type(self).__name__} of {self.name} has no {name!r}; details: {', '.join(details)}")
        return details[name]

    def __str__(self) -> str:
        """Return sacreBLEU's text line."""
        return f"{self.name}|{self.signature} = {self.score:.2f} {self.verbose}".rstrip()


@dataclass(frozen=True)
class Metric(ABC):
    """Base of every metric: a frozen value whose fields are its options.

    A metric's spelling is ``name`` or ``name(option=value, ...)``; `str` gives it, `steelyard.metrics.parse` reads it.
    Subclasses set the class attributes and define `statistics`, `score` and `signature_fields`.

    Attributes
    ----------
    name : str
        Spelling without options, such as ``"bleu"``.
    higher_is_better : bool
        Direction.
    bounds : tuple of float
        Least and greatest score.

    Examples
    --------
    >>> import steelyard as sy
    >>> str(sy.metrics.Bleu(lowercase=True))
    'bleu(lowercase=True)'
    """

    name: ClassVar[str]
    higher_is_better: ClassVar[bool]
    bounds: ClassVar[tuple[float, float]]

    def __post_init__(self) -> None:
        """Refuse options of the wrong type; lists become tuples, and NumPy's numbers Python's."""
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, list | np.ndarray):
                object.__setattr__(self, field.name, tuple(value))
            elif isinstance(value, np.generic):
                object.__setattr__(self, field.name, value.item())
            check_option(field.name, getattr(self, field.name), field.type)

    @property
    def label(self) -> str:
        """Short name for tables and signatures, such as ``BLEU``."""
        return self.name

    @property
    @abstractmethod
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K statistics."""

    @abstractmethod
    def statistics(self, corpus: Corpus) -> Statistics:
        """Count: statistics of every system and segment, shape (S, N, K)."""

    @abstractmethod
    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score summed statistics, vectorised: shape (..., K) -> (...)."""

    @abstractmethod
    def signature_fields(self) -> dict[str, str]:
        """Options as sacreBLEU's signature prints them, such as ``{"tok": "13a"}``."""

    def segment_metric(self) -> "Metric":
        """Return the variant that scores single segments: itself, unless single segments need other options."""
        return self

    def explain(self, stats: NDArray[np.float64]) -> tuple[dict[str, float | tuple[float, ...]], str]:
        """Return the parts of one score, from statistics of shape (K,), as numbers and as sacreBLEU's verbose text."""
        return {name: float(value) for name, value in zip(self.stat_names, stats, strict=True)}, ""

    def signature(self, reference_count: str) -> str:
        """Return the signature: ``nrefs``, the metric's own fields, and the version of Steelyard."""
        pairs = {"nrefs": reference_count, **self.signature_fields(), "version": f"sy.{package_version()}"}
        return "|".join(f"{key}:{value}" for key, value in pairs.items())

    def corpus_score(self, hypotheses: Sequence[str], references: Sequence[Sequence[str | None] | str]) -> CorpusScore:
        """Score one system's output.

        Parameters
        ----------
        hypotheses : sequence of str
            One string a segment, N in all.
        references : sequence of sequence of str or None
            ``[reference][segment]``, as in sacreBLEU, whenever every inner list has length N; otherwise
            ``[segment][reference]`` when the outer list has length N.

        Returns
        -------
        CorpusScore
            The score with its parts and signature.

        Raises
        ------
        AlignmentError
            The shapes fit neither reading.

        Examples
        --------
        >>> import steelyard as sy
        >>> score = sy.metrics.Bleu().corpus_score(["the cat sat here", "a dog ran"], [["the cat sat", "the dog ran"]])
        >>> round(score.score, 2)
        51.7
        """
        data = TestSet(references=_by_reference(hypotheses, references), systems={"hypothesis": hypotheses})
        corpus = Corpus(data)
        statistics = self.statistics(corpus)
        sums = statistics.scaled(statistics.totals())[0]
        details, verbose = self.explain(sums)
        return CorpusScore(
            self.label, float(self.score(sums)), self.signature(corpus.reference_count), details, verbose
        )

    def sentence_score(self, hypothesis: str, references: Sequence[str | None]) -> CorpusScore:
        """Score one segment against its references.

        Parameters
        ----------
        hypothesis : str
            The segment's translation.
        references : sequence of str
            A flat list of its references.

        Returns
        -------
        CorpusScore
            The score under this metric's own options.

        Raises
        ------
        AlignmentError
            An argument is not a string, or a list of strings.

        Examples
        --------
        >>> import steelyard as sy
        >>> bleu = sy.metrics.Bleu(effective_order=True)
        >>> round(bleu.sentence_score("a dog ran", ["the dog ran", "a dog runs"]).score, 2)
        79.37
        """
        if not isinstance(hypothesis, str):
            raise AlignmentError(f"hypothesis must be one string, not {type(hypothesis).__name__}.")
        if isinstance(references, str) or not isinstance(references, Sequence):
            raise AlignmentError("references must be a list of strings: for a single reference pass [reference].")
        return self.corpus_score([hypothesis], [[reference] for reference in references])

    def __str__(self) -> str:
        """Return the spelling: name and the options that differ from their defaults."""
        options = [
            f"{field.name}={spell(getattr(self, field.name))}"
            for field in fields(self)
            if getattr(self, field.name) != field.default
        ]
        return f"{self.name}({', '.join(options)})" if options else self.name


def measure(test_set: TestSet, metrics: Sequence[Metric], *, n_threads: int = 1) -> list[Measurement]:
    """Count every system of a test set under every metric; each text is encoded once.

    Parameters
    ----------
    test_set : TestSet
        Aligned texts.
    metrics : sequence of Metric
        No metric twice.
    n_threads : int, default 1
        Threads for counting; the counts do not depend on it.

    Returns
    -------
    list of Measurement
        One a metric, in the given order.

    Raises
    ------
    SpecError
        A metric is given twice.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a b c d"]], systems={"x": ["a b c d"], "y": ["a b"]})
    >>> [measurement] = sy.metrics.measure(data, [sy.metrics.Bleu()])
    >>> measurement.statistics.values.shape
    (2, 1, 10)
    """
    corpus = Corpus(test_set, n_threads)
    reference_count = corpus.reference_count
    known: dict[tuple[str, str], Metric] = {}
    for metric in metrics:
        same = known.setdefault((metric.label, metric.signature(reference_count)), metric)
        if same is not metric:
            raise SpecError(
                f"The metric {str(metric)!r} is given twice, as {str(same)!r} before. Give each metric once."
            )
    return [
        Measurement(
            metric=str(metric),
            label=metric.label,
            signature=metric.signature(reference_count),
            statistics=metric.statistics(corpus),
            score=metric.score,
            higher_is_better=metric.higher_is_better,
            systems=test_set.system_names,
            explain=metric.explain,
        )
        for metric in metrics
    ]


def package_version() -> str:
    """Return the installed version of Steelyard.

    Returns
    -------
    str
        Such as ``"0.1.0"``.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.metrics.package_version() == sy.__version__
    True
    """
    import steelyard

    return steelyard.__version__


def _by_reference(
    hypotheses: Sequence[str], references: Sequence[Sequence[str | None] | str]
) -> list[Sequence[str | None]]:
    """Settle which way references are given; sacreBLEU's reading wins where both fit."""
    if isinstance(hypotheses, str) or not isinstance(hypotheses, Sequence):
        raise AlignmentError("hypotheses must be a list of strings: for a single segment pass [hypothesis].")
    if not isinstance(references, Sequence):
        raise AlignmentError(f"references must be a list of lists of strings, not {type(references).__name__}.")
    if isinstance(references, str) or any(isinstance(inner, str) or inner is None for inner in references):
        raise AlignmentError("references must be a list of lists of strings: for a single reference pass [references].")
    lists: list[Sequence[str | None]] = [inner for inner in references if not isinstance(inner, str)]
    n = len(hypotheses)
    if not lists or all(len(inner) == n for inner in lists):
        return lists
    if len(lists) == n:
        most = max(len(inner) for inner in lists)
        return [[inner[r] if r < len(inner) else None for inner in lists] for r in range(most)]
    lengths = sorted({len(inner) for inner in lists})
    shown = ", ".join(map(str, lengths[:3])) + (", …" if len(lengths) > 3 else "")
    raise AlignmentError(
        f"There are {n} hypotheses and {len(lists)} lists of references of length {shown}. They can be read neither as "
        f"[reference][segment] (every list would have length {n}) nor as [segment][reference] (there would be {n} "
        "lists)."
    )
