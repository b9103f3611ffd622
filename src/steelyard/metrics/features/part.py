"""Part: one of the sums that another metric is made of, divided by another."""

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import unknown_name
from steelyard.metrics.base import Metric
from steelyard.metrics.fitting import parse_fitted
from steelyard.metrics.parts.ratios import ratio
from steelyard.metrics.registry import parse, register
from steelyard.text import Corpus
from steelyard.types import Statistics

__all__ = ["Part"]

_READING = {"unicode_form": "none", "remove_punctuation": False, "view": "words"}
_OF_SEGMENT = ("segments", "score", "penalty")


@register
@dataclass(frozen=True)
class Part(Metric):
    """Part: one of the sums that another metric is made of, divided by another.

    What it measures
        What goes into a metric, by itself: the precision of BLEU's bigrams is ``part(metric=bleu, of=match_2,
        over=total_2)``, the recall of METEOR's unigrams ``part(metric=meteor-2005, of=exact+stem+synonym,
        over=ref_len)``. It is made for learning metrics from their parts (`steelyard lab train`); `steelyard metrics
        NAME` lists the statistics of each metric.

    When it misleads
        A part is blind to the others: precision rewards outputs that leave out what is hard.

    Range and direction
        From 0, and any number with `log`; whether more is better depends on the part, and is said by `lower_is_better`.
        0 where the divisor is 0.

    Statistics
        of, over.

    Parameters
    ----------
    metric : str, default "bleu"
        Whose parts; one with options in quotes.
    of : str, default "match_1"
        A statistic of it, or a sum such as ``exact+stem``; or of each segment its ``score``, or the ``penalty`` of its
        length, which BLEU and NIST have.
    over : str, default "total_1"
        Another, or ``segments``, their number.
    lower_is_better : bool, default False
        Less of it is better.
    log : bool, default False
        Return the logarithm; that of 0 is taken of half a unit, or of 0.5 where the divisor is 0, too.

    Raises
    ------
    SpecError
        The metric has no such statistic.

    References
    ----------
    Albrecht and Hwa 2007, "A re-examination of machine learning approaches for sentence-level MT evaluation", P07-1111.

    Examples
    --------
    >>> import steelyard as sy
    >>> metric = sy.metrics.parse("part(metric='bleu(tokenize=none)', of=match_2, over=total_2)")
    >>> metric.sentence_score("the cat sat on mat", ["the cat sat on the mat"]).score
    0.75
    """

    name: ClassVar[str] = "part"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (float("-inf"), float("inf"))
    cites: ClassVar[tuple[str, ...]] = ("albrecht2007reexamination",)

    metric: str = "bleu"
    of: str = "match_1"
    over: str = "total_1"
    lower_is_better: bool = False
    log: bool = False

    def __post_init__(self) -> None:
        """Find the statistics, and take over what the metric needs."""
        super().__post_init__()
        inner = parse(self.metric)
        object.__setattr__(self, "_spelled", self.metric)  # which may name a tokenizer that is the default
        object.__setattr__(self, "metric", str(inner))
        given = {option: getattr(self, option) for option in _READING if getattr(self, option) != _READING[option]}
        inner = replace(inner, **given)
        of_segment = _OF_SEGMENT[: 2 + hasattr(inner, "length_penalty")]
        columns = {name: i for i, name in enumerate((*of_segment, *inner.stat_names))}
        chosen = []
        for names in (self.of, self.over):
            for name in names.split("+"):
                if name not in columns:
                    raise unknown_name(f"statistic of {inner.name}", name, columns)
            chosen.append(tuple(columns[name] for name in names.split("+")))
        facts: dict[str, Any] = {fact: getattr(inner, fact) for fact in ("needs", "is_corpus_bound")}
        facts |= {"_inner": inner, "_columns": chosen, "higher_is_better": not self.lower_is_better}
        for key, value in facts.items():
            object.__setattr__(self, key, value)

    @property
    def inner(self) -> Metric:
        """The metric whose part it is."""
        inner: Metric = self.__dict__["_inner"]
        return inner

    @property
    def inner_metrics(self) -> tuple[Metric, ...]:
        """The metric whose part it is."""
        return (self.inner,)

    def fitted(self, scripts: Sequence[str], named: Container[str] = ()) -> Metric:
        """Return this part of the metric with a tokenizer that fits."""
        inner = str(parse_fitted(self.__dict__["_spelled"], scripts))
        return self if inner == self.metric else replace(self, metric=inner)

    @property
    def label(self) -> str:
        """The two sums, and the metric: ``match_2/total_2 of bleu``."""
        return f"{'log ' if self.log else ''}{self.of}/{self.over} of {self.metric}"

    @property
    def stat_names(self) -> tuple[str, ...]:
        """The two sums."""
        return (self.of, self.over) if self.of != self.over else (self.of, f"{self.over} (divisor)")

    def signature_fields(self) -> dict[str, str]:
        """Return the part, and the metric with its fields."""
        of = f"log {self.of}/{self.over}" if self.log else f"{self.of}/{self.over}"
        return {"part": of, "of": self.metric, **self.inner.signature_fields()}

    def segment_metric(self) -> Self:
        """Return this of the variant of the metric for single segments."""
        changes: dict[str, Any] = {"metric": str(parse(self.metric).segment_metric())}
        return replace(self, **changes)

    def statistics(self, corpus: Corpus) -> Statistics:
        """Count as the metric does, and add up: shape (S, N, 2)."""
        counts = self.inner.statistics(corpus)
        values = counts.scaled(counts.values.astype(np.float64))
        inner: Any = self.inner
        of_segment = [np.ones(values.shape[:2]), inner.score(values)]
        if hasattr(inner, "length_penalty"):
            of_segment.append(inner.length_penalty(values))
        values = np.concatenate([np.stack(of_segment, axis=-1), values], axis=-1)
        sums = [values[..., list(one)].sum(axis=-1) for one in self.__dict__["_columns"]]
        return Statistics.from_values(np.stack(sums, axis=-1), corpus.test_set.document_codes())

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Divide: shape (..., 2) -> (...); by nothing gives 0."""
        if self.log:
            found: NDArray[np.float64] = np.log(np.maximum(stats[..., 0], 0.5) / np.maximum(stats[..., 1], 1.0))
            return found
        return ratio(stats[..., 0], stats[..., 1])
