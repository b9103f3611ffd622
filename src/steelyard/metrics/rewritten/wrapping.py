"""What metrics share that score with another one, on texts that were changed for each system."""

from abc import abstractmethod
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.metrics.base import Metric
from steelyard.metrics.fitting import parse_fitted
from steelyard.metrics.registry import parse
from steelyard.text import Corpus
from steelyard.types import Statistics, TestSet
from steelyard.types.segment_explanation import SegmentExplanation

__all__ = ["WrappingMetric"]

_READING = {"unicode_form": "none", "remove_punctuation": False, "view": "words"}


@dataclass(frozen=True)
class WrappingMetric(Metric):
    """Base of those that change texts and leave scoring to another metric; subclasses define `changed`.

    Its range, direction, statistics and parts are those of the other metric.
    """

    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 100.0)

    metric: str = "bleu"

    def __post_init__(self) -> None:
        """Refuse options that do not fit, and take over what the other metric is."""
        super().__post_init__()
        inner = parse(self.metric)
        if isinstance(inner, WrappingMetric):
            raise SpecError(f"{self.name} wraps a metric that scores by itself, not {inner.name}: name that one.")
        if not inner.needs.startswith("references"):  # what was parsed or aligned is the text as it was
            raise SpecError(
                f"{self.name} changes texts, but {inner.name} looks at their {inner.needs}, which would stay as they "
                "are: name a metric of text."
            )
        given = {option: getattr(self, option) for option in _READING if getattr(self, option) != _READING[option]}
        inner = replace(inner, **given)
        facts = {"_inner": inner, **{fact: getattr(inner, fact) for fact in ("higher_is_better", "bounds", "scale")}}
        facts |= {fact: getattr(inner, fact) for fact in ("is_mean", "is_corpus_bound")}
        for key, value in facts.items():
            object.__setattr__(self, key, value)

    @property
    def inner(self) -> Metric:
        """The metric that scores."""
        inner: Metric = self.__dict__["_inner"]
        return inner

    @property
    def inner_metrics(self) -> tuple[Metric, ...]:
        """The metric that scores."""
        return (self.inner,)

    def fitted(self, scripts: Sequence[str], named: Container[str] = ()) -> Metric:
        """Return this around the metric with a tokenizer that fits."""
        inner = parse_fitted(self.metric, scripts)
        return self if inner == parse(self.metric) else replace(self, metric=str(inner))

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Those of the metric."""
        return self.inner.stat_names

    def signature_fields(self) -> dict[str, str]:
        """Return the metric with its fields."""
        return {"of": str(parse(self.metric)), **self.inner.signature_fields()}

    @abstractmethod
    def changed(self, corpus: Corpus) -> Mapping[str, TestSet] | None:
        """Return, for each system, a test set of it alone with its own texts; None where nothing is changed."""

    def statistics(self, corpus: Corpus) -> Statistics:
        """Count as the metric does, each system with its own texts: shape (S, N, K)."""
        changed = self.changed(corpus)
        if changed is None:
            return self.inner.statistics(corpus)
        counted = []
        for data in changed.values():
            # Each system was counted on a grid of its own: back to numbers, before all share one.
            counts = self.inner.statistics(Corpus(data, corpus.n_threads))
            counted.append(counts.scaled(counts.values.astype(np.float64)))
        return Statistics.from_values(np.concatenate(counted), corpus.test_set.document_codes())

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score as the metric does: shape (..., K) -> (...)."""
        return self.inner.score(stats)

    def explain(self, stats: NDArray[np.float64]) -> tuple[dict[str, float | tuple[float, ...]], str]:
        """Return the parts of the metric's score."""
        return self.inner.explain(stats)

    def segment_metric(self) -> Self:
        """Return this around the variant of the metric for single segments."""
        changes: dict[str, Any] = {"metric": str(parse(self.metric).segment_metric())}
        return replace(self, **changes)

    def explain_segment(self, corpus: Corpus) -> SegmentExplanation:
        """Show what the metric made of the changed texts, and what was changed."""
        changed = self.changed(corpus)
        if changed is None:
            return self.inner.explain_segment(corpus)
        [data] = changed.values()
        shown = self.inner.explain_segment(Corpus(data))
        return replace(shown, notes=(*shown.notes, *self.change_notes(corpus)))

    def change_notes(self, corpus: Corpus) -> tuple[str, ...]:
        """Say what was changed in a corpus of one system and segment, a line each."""
        return ()
