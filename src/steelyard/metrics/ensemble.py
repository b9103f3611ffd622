"""Ensemble: a weighted sum of other metrics' segment scores."""

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.metrics.base import MeanMetric, Metric
from steelyard.metrics.fitting import parse_fitted
from steelyard.metrics.registry import parse, register
from steelyard.text import Corpus

__all__ = ["Ensemble"]

_READING = {"unicode_form": "none", "remove_punctuation": False, "view": "words"}
_TERM = re.compile(r"(?P<sign>[+-]?)\s*(?P<weight>\d\S*|\.\d\S*)\s*\*\s*(?P<metric>\S.*?)\s*", re.DOTALL)


@register
@dataclass(frozen=True)
class Ensemble(MeanMetric):
    """Ensemble: a weighted sum of other metrics' segment scores.

    What it measures
        What its metrics measure, each as much as its weight and its scale say. `steelyard meta ensemble` finds
        weights that agree with people's ratings, and says whether the sum agrees better than the best of its metrics.
        With equal weights it is ULC, the uniform linear combination.

    When it misleads
        A metric with a wide scale counts for more than its weight: 0.5 of BLEU's 0 to 100 is more than 0.5 of METEOR's
        0 to 1. Weights are those of one language pair, kind of systems and way of rating. Correlated metrics can
        replace each other, and their weights are arbitrary.

    Range and direction
        That of the sum; higher is better. Metrics that count what is wrong, such as TER, take negative weights.

    Statistics
        score (the weighted sum of the metrics' scores of the segment, each in the variant for single segments),
        segments (1). A system scores the mean of its segments, also where a metric's own score of a system is no mean.

    Parameters
    ----------
    formula : str, default "0.5 * bleu + 0.5 * chrf"
        Terms ``weight * metric``, with a sign and blanks around it between them.

    Raises
    ------
    SpecError
        The formula cannot be read, or a metric does not exist or cannot score segments by themselves.

    References
    ----------
    Giménez and Màrquez 2008, "Heterogeneous automatic MT evaluation through non-parametric metric combinations",
    I08-1042 (ULC). Albrecht and Hwa 2007, "A re-examination of machine learning approaches for sentence-level MT
    evaluation", P07-1111.

    Examples
    --------
    >>> import steelyard as sy
    >>> metric = sy.metrics.parse("ensemble(formula='0.02 * chrf(word_order=2) - 0.01 * ter')")
    >>> round(metric.sentence_score("a dog ran", ["the dog ran"]).score, 3)
    0.767
    """

    name: ClassVar[str] = "ensemble"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 100.0)
    cites: ClassVar[tuple[str, ...]] = ("gimenez2008heterogeneous",)

    formula: str = "0.5 * bleu + 0.5 * chrf"

    def __post_init__(self) -> None:
        """Read the formula; refuse metrics that need all segments at once, or more than references."""
        super().__post_init__()
        given = {option: getattr(self, option) for option in _READING if getattr(self, option) != _READING[option]}
        terms = []
        for weight, spelling in _terms(self.formula):
            inner = replace(parse(spelling), **given)
            if isinstance(inner, Ensemble) or inner.is_corpus_bound or not inner.needs.startswith("references"):
                raise SpecError(
                    f"An ensemble adds up scores of single segments' texts, which {inner.name} cannot give."
                )
            terms.append((weight, inner.segment_metric()))
        ends = [sorted(weight * end for end in metric.bounds) for weight, metric in terms]
        object.__setattr__(self, "_terms", tuple(terms))
        object.__setattr__(self, "bounds", (sum(low for low, _ in ends), sum(high for _, high in ends)))

    @property
    def terms(self) -> tuple[tuple[float, Metric], ...]:
        """Weights, and metrics in the variant for single segments."""
        terms: tuple[tuple[float, Metric], ...] = self.__dict__["_terms"]
        return terms

    @property
    def inner_metrics(self) -> tuple[Metric, ...]:
        """The metrics, in the variant for single segments."""
        return tuple(metric for _, metric in self.terms)

    def fitted(self, scripts: Sequence[str], named: Container[str] = ()) -> Metric:
        """Return this of the metrics with tokenizers that fit."""
        terms = [(weight, parse(name), parse_fitted(name, scripts)) for weight, name in _terms(self.formula)]
        if all(old == new for _, old, new in terms):
            return self
        spelled = " ".join(f"{'-' if weight < 0 else '+'} {abs(weight)!r} * {new}" for weight, _, new in terms)
        return replace(self, formula=spelled.removeprefix("+ "))

    @property
    def label(self) -> str:
        """``ensemble``."""
        return "ensemble"

    def signature_fields(self) -> dict[str, str]:
        """Return the formula, and each metric with its fields."""
        fields = {f"of{i}": f"{w:g}*{metric}" for i, (w, metric) in enumerate(self.terms, 1)}
        return {**fields, "agg": "mean"}

    def segment_scores(self, corpus: Corpus) -> NDArray[np.float64]:
        """Add up: shape (S, N)."""
        found = np.zeros(())
        for weight, metric in self.terms:
            statistics = metric.statistics(corpus)
            found = found + weight * metric.score(statistics.scaled(statistics.values.astype(np.float64)))
        return found


def _terms(formula: str) -> list[tuple[float, str]]:
    """Take a formula apart at the signs outside parentheses that have blanks around them."""
    parts, depth, start = [], 0, 0
    for i, character in enumerate(formula):
        depth += (character == "(") - (character == ")")
        if depth == 0 and character in "+-" and formula[i - 1 : i + 2] == f" {character} " and formula[:i].strip():
            parts.append(formula[start:i])
            start = i
    found = []
    for part in (*parts, formula[start:]):
        match = _TERM.fullmatch(part.strip())
        try:
            weight = float(match["weight"]) if match else float("nan")
        except ValueError:
            weight = float("nan")
        if match is None or not np.isfinite(weight):
            raise SpecError(
                f"Cannot read {part.strip()!r} in the formula {formula!r}: write weight * metric, and a sign with "
                "blanks around it between terms."
            )
        found.append((-weight if match["sign"] == "-" else weight, match["metric"]))
    return found
