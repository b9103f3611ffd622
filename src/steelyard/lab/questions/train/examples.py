"""What a metric is learned from: people's ratings and features of the same outputs."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, unknown_name
from steelyard.lab.learned import Examples
from steelyard.questions.meta.levels import shared_outputs
from steelyard.ratings.alignment import Aligned
from steelyard.ratings.rated import RatingsWithScores
from steelyard.results.plurals import counted as number_of
from steelyard.types import OutputScores, best_of_set

__all__ = ["Marks", "feature_table", "marks_of", "shared_examples", "with_marks", "without_constant"]

Array = NDArray[np.float64]
Marks = tuple[tuple[int, str], ...]
"""Places of features that are looked at once more, and which value is best."""
_FEWEST = 20  # rated outputs


def shared_examples(rated: RatingsWithScores) -> tuple[Aligned, Examples]:
    """Put ratings and features on the same outputs; DataError where these teach nothing.

    Features are as they were given: what counts what is wrong was turned round to be compared.
    """
    shared = shared_outputs(rated.scales[0], rated.metrics, rated.document_ids, 1)
    signs = np.array(rated.directions(shared.metrics))
    features = np.stack([metric.values for metric in shared.metrics]) * signs[:, None, None]
    is_rated = np.isfinite(shared.ratings)
    n = int(is_rated.sum())
    if n < _FEWEST:
        raise DataError(
            f"Too few to learn from: {number_of(n, 'rated output')} that every feature scored, and {_FEWEST} are the "
            "least."
        )
    for metric, values in zip(shared.metrics, features, strict=True):
        if np.ptp(values[is_rated]) == 0:
            raise DataError(f"{metric.name} gives every rated output the same score: leave it out.")
    if np.ptp(shared.ratings[is_rated]) == 0:
        raise DataError("All outputs have the same rating, so no metric can be learned. Give ratings that differ.")
    codes = shared.document_codes()
    documents = np.arange(shared.n_segments) if codes is None else codes
    return shared, Examples(features, shared.ratings, documents)


def marks_of(rated: RatingsWithScores, shared: Aligned, wanted: Sequence[str]) -> Marks:
    """Say which features mark the best output of a segment; named by their names or spellings, or all."""
    spelled = {metric.name: str((metric.reading or {}).get("metric", metric.name)) for metric in rated.metrics}
    names = [metric.name for metric in shared.metrics]
    places = {spelled[name]: i for i, name in enumerate(names)} | {name: i for i, name in enumerate(names)}
    chosen = range(len(names)) if tuple(wanted) == ("all",) else []
    for name in wanted if not chosen else ():
        if name not in places:
            raise unknown_name("feature", name, names)
    signs = rated.directions(shared.metrics)

    def sense(place: int) -> str:
        if "hyp_len, over=ref_len" in spelled[names[place]]:
            return "nearest 1"
        return "greatest" if signs[place] > 0 else "least"

    return tuple((place, sense(place)) for place in chosen or sorted({places[name] for name in wanted}))


def with_marks(examples: Examples, marks: Marks) -> Examples:
    """Add the marks of the best outputs to the features: of those that are rated, which compete."""
    if not marks:
        return examples
    features = np.where(examples.is_rated, examples.features[[place for place, _ in marks]], np.nan)
    found = best_of_set(features, [sense for _, sense in marks])
    return replace(examples, features=np.concatenate([examples.features, found]))


def without_constant(rated: RatingsWithScores, n_own: int) -> tuple[RatingsWithScores, list[str]]:
    """Leave out metrics of texts after the first so many that give all rated outputs one score; and say which."""
    shared = shared_outputs(rated.scales[0], rated.metrics, rated.document_ids, 1)
    is_rated = np.isfinite(shared.ratings)
    constant = [metric.name for metric in shared.metrics if is_rated.any() and np.ptp(metric.values[is_rated]) == 0]
    own = {metric.name for metric in rated.metrics[:n_own]}
    dropped = [name for name in constant if name not in own]
    return replace(rated, metrics=tuple(one for one in rated.metrics if one.name not in dropped)), dropped


def feature_table(rated: RatingsWithScores) -> tuple[OutputScores, list[OutputScores]]:
    """Return ratings and features as they are learned from, on all lines of the test set."""
    shared, examples = shared_examples(rated)
    documents = None
    if shared.documents is not None:
        names = dict(zip(shared.segments.tolist(), shared.documents, strict=True))
        documents = tuple(names.get(line, "") for line in range(shared.n_lines))

    def on_all_lines(one: OutputScores, values: Array) -> OutputScores:
        every = np.full((len(shared.system_names), shared.n_lines), np.nan)
        every[:, shared.segments] = values
        return replace(one, values=every, documents=documents, system_scores=None, counts=None, items=None)

    signs = rated.directions(shared.metrics)
    features = [
        replace(on_all_lines(metric, values), higher_is_better=sign > 0)
        for metric, values, sign in zip(shared.metrics, examples.features, signs, strict=True)
    ]
    return on_all_lines(shared.scales[0], shared.ratings), features
