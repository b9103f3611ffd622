"""The game of genres: what is better on each part and worse on the whole."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from steelyard.lab.questions.replicate.answer import PaperTable
from steelyard.scored.segment_groups import Parts
from steelyard.types import Measurement

__all__ = ["MOST_GENRES", "Choices", "choices", "genre_tables"]

_MOST_CHOICES = 1024
MOST_GENRES = 10  # two systems make as many choices then

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """Every way to choose a system for each genre, under one metric."""

    systems: NDArray[np.int64]  # (C, G): places
    by_genre: Array  # (C, G): scores of the parts, larger ones better
    whole: Array  # (C,): scores of the whole, larger ones better

    @property
    def dominates(self) -> NDArray[np.bool_]:
        """Whether a choice is nowhere worse than another, and somewhere better: shape (C, C)."""
        ones, others = self.by_genre[:, None], self.by_genre[None]
        found: NDArray[np.bool_] = np.all(ones >= others, axis=-1) & np.any(ones > others, axis=-1)
        return found

    @property
    def reversals(self) -> Array:
        """How much less the whole has of a choice that is better by genre than of the other: shape (C, C), else 0."""
        lost = self.whole[None] - self.whole[:, None]
        return np.where(self.dominates & (lost > 1e-12 * np.maximum(1.0, np.abs(self.whole))), lost, 0.0)


def choices(measured: Measurement, genres: Parts) -> Choices:
    """Score all choices; where they are more than 1,024, of the systems that are best on the whole."""
    values, n_genres = measured.statistics.values, len(genres.names)
    sums = np.stack([values[:, genres.codes == g].sum(axis=1) for g in range(n_genres)], axis=1).astype(np.float64)
    sign = 1 if measured.higher_is_better else -1
    best = np.argsort(-sign * measured.scores(sums.sum(axis=1)), kind="stable")
    n_kept = len(best)
    while n_kept > 2 and n_kept**n_genres > _MOST_CHOICES:
        n_kept -= 1
    chosen = np.array(list(product(sorted(best[:n_kept].tolist()), repeat=n_genres)), dtype=np.int64)
    scores = sign * measured.scores(sums)
    at = np.arange(n_genres)
    return Choices(chosen, scores[chosen, at], sign * measured.scores(sums[chosen, at].sum(axis=1)))


def genre_tables(
    measurements: Sequence[Measurement], genres: Parts, lengths: Measurement | None
) -> Iterator[PaperTable]:
    """Count reversals under every metric, and show the largest under each."""
    rows, largest = list[tuple[object, ...]](), list[tuple[object, ...]]()
    n_systems = 0
    for measured in measurements:
        found = choices(measured, genres)
        n_systems = len(np.unique(found.systems[:, 0]))
        sign = 1 if measured.higher_is_better else -1
        dominates, reversals = found.dominates, found.reversals
        best = int(found.whole.argmax())
        union = int(np.flatnonzero((found.by_genre == found.by_genre.max(axis=0)).all(axis=1))[0])
        n_pairs, n_reversed = int(dominates.sum()), int((reversals > 0).sum())
        rows.append((
            measured.label, float(sign * found.whole[union]), float(sign * found.whole[best]), n_pairs, n_reversed,
            100 * n_reversed / n_pairs if n_pairs else None, float(reversals.max()),
        ))  # fmt: skip
        if n_reversed:
            better, worse = np.unravel_index(int(reversals.argmax()), reversals.shape)
            largest += _side_by_side(measured, found, genres, lengths, int(better), int(worse))
    yield PaperTable(
        "Tables 3 to 5",
        f"choices of a system for each of {len(genres.names)} genres, of {n_systems} systems: how often what is better "
        "on some genre and worse on none is worse on the whole",
        ("metric", "best by genre", "best whole", "pairs", "reversed", "%", "by at most"),
        tuple(rows),
        "best by genre: score of the whole with each genre's best system; best whole: that of the best choice; pairs: "
        "two choices of which one is better on some genre and worse on none; reversed: of these, those in which it is "
        "worse on the whole.",
        (None, 4, 4, 0, 0, 1, 4),
    )
    if largest:
        yield PaperTable(
            "Table 3",
            "the largest reversal under each metric: two choices of systems, their scores, and their lengths",
            ("metric", "genre", "better by genre", "score", "better as a whole", "its score"),
            tuple(largest),
            "length: words of the output for each of the reference's.",
            (None, None, None, 3, None, 3),
        )


def _side_by_side(
    measured: Measurement, found: Choices, genres: Parts, lengths: Measurement | None, better: int, worse: int
) -> Iterator[tuple[object, ...]]:
    """Put two choices beside each other, genre by genre, as a whole, and by length."""
    sign = 1 if measured.higher_is_better else -1
    both = (better, worse)
    for g, genre in enumerate(genres.names):
        cells = ((measured.systems[found.systems[c, g]], float(sign * found.by_genre[c, g])) for c in both)
        yield (measured.label if g == 0 else "", genre, *(cell for one in cells for cell in one))
    yield ("", "all", "", float(sign * found.whole[better]), "", float(sign * found.whole[worse]))
    if lengths is not None:
        ratios = [_ratio(lengths, genres, found.systems[c]) for c in both]
        yield ("", "length", "", ratios[0], "", ratios[1])


def _ratio(lengths: Measurement, genres: Parts, systems: NDArray[np.int64]) -> float:
    """Divide the words of a choice by those of the references."""
    values = lengths.statistics.values[systems[genres.codes], np.arange(len(genres.codes)), :2]
    words, of_references = values.sum(axis=0)
    return float(words / max(of_references, 1))
