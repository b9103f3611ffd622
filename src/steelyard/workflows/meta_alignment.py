"""Bring people and metrics to the same systems and segments."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.types import OutputScores

__all__ = ["SharedOutputs", "align"]

Array = NDArray[np.float64]
_NAMED = 3


@dataclass(frozen=True, slots=True, eq=False)
class SharedOutputs:
    """What people rated and every metric scored.

    Attributes
    ----------
    metrics : tuple of str, length M
        Names.
    systems : tuple of str, length S
        Those that take part.
    scores : array, shape (M, S, N)
        Larger is better; NaN where an output does not take part.
    ratings : array, shape (S, N)
        By people, the same.
    system_scores : array, shape (M, S)
        Of whole systems.
    system_ratings : array, shape (S,)
        By people.
    documents : array of int, shape (N,), or None
        Document of each segment, from 0.
    left_out : tuple of (str, str)
        Systems that do not take part, and why.
    without_segments : tuple of str
        Metrics that score whole systems alone, and so take no part.
    n_unscored : int
        Rated outputs of these systems that some metric has no score of.
    segments : array of int, shape (N,)
        Which segments of the test set these are.
    n_segments : int
        Segments of the test set.
    """

    metrics: tuple[str, ...]
    systems: tuple[str, ...]
    scores: Array
    ratings: Array
    system_scores: Array
    system_ratings: Array
    documents: NDArray[np.int64] | None
    left_out: tuple[tuple[str, str], ...]
    without_segments: tuple[str, ...]
    n_unscored: int
    segments: NDArray[np.int64]
    n_segments: int

    def of_systems(self) -> tuple[Array, Array]:
        """Return scores and ratings moved, system by system, so that their means are the scores of the systems.

        A corpus score such as BLEU is not the mean of its segments, and a metric may have scored segments that nobody
        rated. What is resampled or exchanged then moves the score of a system as far as it moves the mean.
        """
        x, y = (
            cells + (wanted - _means(cells))[..., None]
            for cells, wanted in ((self.scores, self.system_scores), (self.ratings, self.system_ratings))
        )
        return x, y

    def by_document(self) -> tuple[Array, Array]:
        """Return the means of each system and document, shapes (M, S, D) and (S, D)."""
        if self.documents is None:
            raise SpecError("There are no documents: give one document id a segment, or leave out the level document.")
        n_documents = int(self.documents.max()) + 1
        is_of = (self.documents[:, None] == np.arange(n_documents)).astype(np.float64)
        n = np.isfinite(self.ratings).astype(np.float64) @ is_of
        sums = (np.nan_to_num(cells) @ is_of for cells in (self.scores, self.ratings))
        x, y = (np.divide(cells, n, out=np.full(cells.shape, np.nan), where=n > 0) for cells in sums)
        return x, y


def align(
    people: OutputScores,
    metrics: Sequence[OutputScores],
    documents: Sequence[str] | None = None,
    *,
    fewest_systems: int = 2,
) -> SharedOutputs:
    """Keep the systems that people rated and every metric scored, and the outputs that all of them have.

    Parameters
    ----------
    people : OutputScores
        By people.
    metrics : sequence of OutputScores
        By metrics, each with a name of its own.
    documents : sequence of str, optional
        Document of each segment; by default those of `people`, or of the first metric that has them.
    fewest_systems : int, default 2
        One is enough where outputs of different segments are compared.

    Returns
    -------
    SharedOutputs
        All numbers turned so that larger is better.

    Raises
    ------
    AlignmentError
        Numbers of segments differ, or too little is shared.
    DataError
        A metric has no score of any segment.
    SpecError
        There is no metric, or two have the same name.
    """
    given, metrics = metrics, [metric for metric in metrics if np.isfinite(metric.values).any()]
    if given and not metrics:
        raise DataError(f"{given[0].name} has no score of any segment.")
    _check(people, metrics)
    systems, left_out = _shared_systems(people, metrics, fewest_systems)
    chosen = [scores.select(systems) for scores in (people, *metrics)]
    y, *x = (scores.better_is_more() for scores in chosen)
    of_people, *of_metrics = (np.where(s.higher_is_better, 1.0, -1.0) * s.of_systems() for s in chosen)
    is_rated = np.isfinite(y)
    is_shared = is_rated & np.all([np.isfinite(cells) for cells in x], axis=0)
    for name, row in zip(systems, is_shared, strict=True):
        if not row.any():
            raise AlignmentError(f"No output of {name!r} has a rating and the scores of all metrics.")
    kept = is_shared.any(axis=0)
    ids = _documents(people, metrics, documents)
    codes = None if ids is None else _codes([ids[i] for i in np.flatnonzero(kept).tolist()])
    return SharedOutputs(
        metrics=tuple(metric.name for metric in metrics),
        systems=tuple(systems),
        scores=np.stack([np.where(is_shared, cells, np.nan)[:, kept] for cells in x]),
        ratings=np.where(is_shared, y, np.nan)[:, kept],
        system_scores=np.stack(of_metrics),
        system_ratings=of_people,
        documents=codes,
        left_out=tuple(left_out),
        without_segments=tuple(metric.name for metric in given if metric.name not in {m.name for m in metrics}),
        n_unscored=int((is_rated & ~is_shared).sum()),
        segments=np.flatnonzero(kept),
        n_segments=people.n_segments,
    )


def _check(people: OutputScores, metrics: Sequence[OutputScores]) -> None:
    if not metrics:
        raise SpecError("There is no metric to hold against people: name one with -m, or give scores.")
    names = [metric.name for metric in metrics]
    for i, name in enumerate(names):
        if name in names[:i]:
            raise SpecError(f"Two metrics are called {name!r}. Give each a name of its own.")
    for metric in metrics:
        if metric.n_segments != people.n_segments:
            raise AlignmentError(
                f"{metric.name} has {metric.n_segments:,} segments, but {people.name} by people has "
                f"{people.n_segments:,}. Both must count the same lines."
            )
        _check_documents(people, metric)


def _check_documents(people: OutputScores, metric: OutputScores) -> None:
    """Refuse segments that stand together for people and apart for the metric, and the other way round.

    Names may be spelled otherwise, and documents may be parts of others; no line of the same name and both kinds of
    disagreement mean another text.
    """
    if people.documents is None or metric.documents is None:
        return
    both = {(a, b) for a, b in zip(people.documents, metric.documents, strict=True) if a and b}
    n_documents = [len(set(names)) for names in zip(*both, strict=True)]
    if both and all(a != b for a, b in both) and len(both) > max(n_documents):
        a, b = min(both)
        raise AlignmentError(
            f"People's ratings and {metric.name} are of different texts: their documents (such as {a!r} and {b!r} on "
            "the same line) neither have the same names nor hold the same segments."
        )


def _shared_systems(
    people: OutputScores, metrics: Sequence[OutputScores], fewest: int
) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the systems that take part, in the order of people's, and the others with the reason."""
    has = [
        {name for name, row, whole in zip(s.systems, s.values, s.of_systems(), strict=True) if _is_known(row, whole)}
        for s in (people, *metrics)
    ]
    everywhere = list(dict.fromkeys(name for scores in (people, *metrics) for name in scores.systems))
    systems, left_out = [], []
    for system in everywhere:
        lacking = [metric.name for metric, names in zip(metrics, has[1:], strict=True) if system not in names]
        if system not in has[0]:
            left_out.append((system, "not rated by people"))
        elif lacking:
            rest = f" and {len(lacking) - _NAMED} more" if len(lacking) > _NAMED else ""
            left_out.append((system, f"not scored by {', '.join(lacking[:_NAMED])}{rest}"))
        else:
            systems.append(system)
    if len(systems) < fewest:
        least = "two are" if fewest > 1 else "one is"
        why = "; ".join(f"{system}: {reason}" for system, reason in left_out[:_NAMED])
        raise AlignmentError(
            f"People and all metrics share {len(systems)} of the {len(everywhere)} systems; {least} the least. {why}. "
            "Are the systems named alike, and does every metric score them?"
        )
    return systems, left_out


def _is_known(row: Array, whole: float) -> bool:
    return bool(np.isfinite(row).any() and np.isfinite(whole))


def _documents(
    people: OutputScores, metrics: Sequence[OutputScores], documents: Sequence[str] | None
) -> Sequence[str] | None:
    if documents is not None:
        if len(documents) != people.n_segments:
            raise AlignmentError(f"There are {len(documents):,} document ids for {people.n_segments:,} segments.")
        return documents
    return next((scores.documents for scores in (people, *metrics) if scores.documents is not None), None)


def _codes(ids: Sequence[str]) -> NDArray[np.int64] | None:
    """Number the documents; None where some segment has none, or all share one."""
    place = {name: i for i, name in enumerate(dict.fromkeys(ids))}
    if "" in place or len(place) < 2:
        return None
    return np.array([place[name] for name in ids], dtype=np.int64)


def _means(cells: Array) -> Array:
    means: Array = np.nanmean(cells, axis=-1)
    return means
