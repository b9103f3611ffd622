"""Ratings beside metrics' scores of the same lines: the one value that questions on both take."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from steelyard.asking import Question, name_of
from steelyard.files.reading import TextFile
from steelyard.inference import check_resamples, seed_of
from steelyard.ratings.recipe import file_inputs, given_as, score_inputs, scores_recipe
from steelyard.results.method import Provenance, WithRecipe
from steelyard.scored import Sampling
from steelyard.scored.provenance import provenance
from steelyard.types import Layout, OutputScores, Ratings

if TYPE_CHECKING:
    from steelyard.inference.draws.checks import Rng
    from steelyard.inference.draws.resample import Progress

__all__ = ["RatingsWithScores"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RatingsWithScores:
    """What people said of outputs, and what metrics say of the same lines; not aligned yet."""

    scales: tuple[OutputScores, ...]  # means of ratings, one entry per scale
    metrics: tuple[OutputScores, ...] = ()  # scores by metrics, of all lines of the test set
    # The single judgements behind the means, where a question looks at them.
    judgements: Ratings | None = field(default=None, repr=False)
    # Document of every line, where ratings and scores do not say it.
    documents: Sequence[str] | TextFile | None = field(default=None, repr=False)
    # Shape (N,): with which each line was drawn to be rated.
    chances: NDArray[np.float64] | None = field(default=None, repr=False)
    # Role, name and SHA-256 of further files that this rests on, such as texts or chances.
    inputs: tuple[dict[str, str], ...] = ()
    n_threads: int = 1  # threads that questions may use; no answer depends on it
    # Called with (steps done, steps in all) by questions that take long.
    progress: "Progress | None" = field(default=None, repr=False)

    @property
    def document_ids(self) -> Sequence[str] | None:
        """Document of every line, as a list."""
        return self.documents.lines if isinstance(self.documents, TextFile) else self.documents

    def sampling(self, n_resamples: int, rng: "Rng") -> Sampling:
        """Say how draws are made; a generator gives its seed here, once."""
        check_resamples(n_resamples)
        return Sampling(n_resamples, seed_of(rng), self.n_threads, self.progress)

    @property
    def named_metrics(self) -> tuple[OutputScores, ...]:
        """The metrics, each with a name."""
        return tuple(replace(one, name="the metric") if not one.name else one for one in self.metrics)

    def directions(self, aligned: Sequence[OutputScores]) -> list[float]:
        """Return -1 for those that count what is wrong: metrics are turned round when they are aligned."""
        is_higher = {metric.name: metric.higher_is_better for metric in self.metrics}
        return [1.0 if is_higher[metric.name] else -1.0 for metric in aligned]

    def provenance(self, layout: Layout) -> Provenance:
        """Say what an answer about these systems and lines rests on: sizes, versions, and the SHA-256 of every file."""
        found = score_inputs(self.scales)
        found += [entry for metric in self.named_metrics for entry in score_inputs([metric], f"scores {metric.name}")]
        found += self.inputs
        found += file_inputs("document ids", self.documents)
        return provenance(layout, [entry for i, entry in enumerate(found) if entry not in found[:i]])

    def recipe(self, question: Question, settled: Mapping[str, Any] | None = None) -> WithRecipe:
        """Say how an answer came about, so that it can be asked for again.

        What is settled are options that were left open, such as the seed.
        """
        arguments = {
            **question.recipe(),
            **(settled or {}),
            "documents": given_as(self.documents),
            "n_chances": None if self.chances is None else len(self.chances),
        }
        readings = [one.reading or {} for one in self.metrics]
        texts: list[Any] = [reading["texts"] for reading in readings if "texts" in reading]
        statistics = [reading["statistics"] for reading in readings if "statistics" in reading]
        return {
            "recipe": {
                **({"statistics": statistics[0]} if statistics else {}),
                "command": name_of(question),
                "people": [scores_recipe(one) for one in self.scales],
                "scores": [scores_recipe(one) for one in self.metrics],
                "reading": texts[0] if texts else {},
                "arguments": arguments,
            }
        }
