"""Tables 5 and 6: how far people agree with each other and with themselves, by type of judgement."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.human import fixed_chance_kappa, landis_koch_band, pairs_of_rankings
from steelyard.lab.questions.replicate.answer import PaperTable
from steelyard.ratings.counted_rows import counted_ratings
from steelyard.types import Rankings, Ratings

__all__ = ["agreement_tables"]

_MOST_POINTS = 11  # of a scale whose points are labels
_OUTCOMES = 3
_PRINTED = {
    "inter": "fluency .250 (relative .281), adequacy .226 (.307), sentences .373, constituents .540 (identical .566)",
    "intra": "fluency .537 (relative .535), adequacy .468 (.544), sentences .623, constituents .738 (identical .762)",
}

Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class _Labelled:
    """Judgements as labels: of what, by whom, on which segment."""

    name: str
    labels: Integers
    items: Integers
    raters: Integers
    segments: Integers
    n_labels: int


def agreement_tables(
    ratings: Ratings | None,
    rankings: Mapping[str, Rankings],
    as_judged: Mapping[str, Rankings],
    texts: Mapping[str, Sequence[str]],
) -> Iterator[PaperTable]:
    """Compute kappa with a fixed chance for every type of judgement, between raters and of each with itself.

    Rankings in which systems of one output stand as one are those `as_judged`.
    """
    labelled = [
        *_of_scales(ratings),
        *(one for name, found in rankings.items() for one in _of_rankings(name, found, as_judged.get(name), texts)),
    ]
    for number, kind, what in ((5, "inter", "two people"), (6, "intra", "one person, twice")):
        rows = []
        for one in labelled:
            found = fixed_chance_kappa(
                one.labels, one.items, one.raters, n_labels=one.n_labels, kind=kind, groups=one.segments
            )
            if not found.n_items:
                continue
            low, high = found.interval or (None, None)
            rows.append((
                one.name, found.observed, found.expected, found.value, low, high, found.n_items,
                landis_koch_band(found.value),
            ))  # fmt: skip
        yield PaperTable(
            f"Table {number}",
            f"agreement of {what} on the same item, with the chance fixed at one of the labels",
            ("type of judgement", "P(A)", "P(E)", "K", "95% from", "95% to", "items", "band"),
            tuple(rows),
            f"The paper's K: {_PRINTED[kind]}; relative: which of two outputs of a segment one rater scored higher.",
            (None, 3, 3, 3, 3, 3, 0, None),
        )


def _of_scales(ratings: Ratings | None) -> Iterator[_Labelled]:
    """Take scales of few points as labels, and any scale as comparisons of two outputs of a segment by one rater."""
    if ratings is None:
        return
    kept = counted_ratings(ratings)
    if not len(kept) or (kept.raters.codes < 0).any():
        return
    n_systems = len(kept.systems.names)
    for scale, name in enumerate(kept.scales.names or ("score",)):
        rows = (kept.scales.codes == scale) | (not kept.scales.names)
        scores, segments = kept.scores[rows], kept.segments[rows].astype(np.int64)
        systems = kept.systems.codes[rows].astype(np.int64)
        raters = kept.raters.codes[rows].astype(np.int64)
        if not len(scores):
            continue
        points = np.unique(scores)
        low, high = points[0], points[-1]
        if (points == np.rint(points)).all() and 1 <= high - low < _MOST_POINTS:
            labels = (scores - low).astype(np.int64)
            yield _Labelled(
                f"{name} (absolute)",
                labels,
                _codes(segments * n_systems + systems),
                raters,
                segments,
                int(high - low) + 1,
            )
        looks = _looks(segments, raters, systems, n_systems)
        pairs = pairs_of_rankings(scores, systems, looks, higher_is_better=True)
        first_row = np.unique(looks, return_index=True)[1]
        of_pair = segments[first_row][pairs.rankings], raters[first_row][pairs.rankings]
        yield _compared(f"{name} (relative)", pairs.first, pairs.second, pairs.outcomes, *of_pair, n_systems)


def _looks(segments: Integers, raters: Integers, systems: Integers, n_systems: int) -> Integers:
    """Number the looks of each rater at each segment: what is judged again belongs to the next look."""
    outputs = (segments * (int(raters.max()) + 1) + raters) * n_systems + systems
    order = np.argsort(outputs, kind="stable")
    is_new = np.diff(outputs[order], prepend=-1) != 0
    starts = np.flatnonzero(is_new)
    again = np.empty(len(outputs), dtype=np.int64)
    again[order] = np.arange(len(outputs)) - np.repeat(starts, np.diff(starts, append=len(outputs)))
    return _codes((segments * (int(raters.max()) + 1) + raters) * (int(again.max()) + 1) + again)


def _codes(keys: Integers) -> Integers:
    """Number distinct keys from 0."""
    found: Integers = np.unique(keys, return_inverse=True)[1].astype(np.int64)
    return found


def _compared(
    name: str, first: Integers, second: Integers, outcomes: Integers, segments: Integers, raters: Integers, n: int
) -> _Labelled:
    """Make labels of comparisons, the system with the smaller number first."""
    low, high = np.minimum(first, second), np.maximum(first, second)
    labels = np.where(first <= second, outcomes, -outcomes) + 1
    return _Labelled(name, labels, _codes((segments * n + low) * n + high), raters, segments, _OUTCOMES)


def _of_rankings(
    name: str, rankings: Rankings, as_judged: Rankings | None, texts: Mapping[str, Sequence[str]]
) -> Iterator[_Labelled]:
    """Take rankings apart into pairs, without those of equal outputs and with them."""
    if (rankings.raters.codes < 0).any():
        return
    ranking, first, second, outcomes = rankings.pairs()
    a, b = first.astype(np.int64), second.astype(np.int64)
    segments = rankings.segments[ranking]
    raters = rankings.raters.codes[ranking].astype(np.int64)
    n = len(rankings.systems.names)
    lines = [texts.get(system) for system in rankings.systems.names]
    is_same = np.array([
        _line(lines[x], i) is not None and _line(lines[x], i) == _line(lines[y], i)
        for x, y, i in zip(a.tolist(), b.tolist(), segments.tolist(), strict=True)
    ], dtype=np.bool_)  # fmt: skip
    differ = ~is_same
    if as_judged is None:
        yield _compared(name, a[differ], b[differ], outcomes[differ], segments[differ], raters[differ], n)
    else:
        yield from _of_rankings(name, as_judged, None, {})
    if is_same.any():
        yield _compared(f"{name} (with identical)", a, b, outcomes, segments, raters, n)


def _line(text: Sequence[str] | None, i: int) -> str | None:
    return None if text is None or i >= len(text) else text[i]
