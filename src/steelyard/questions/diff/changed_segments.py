"""The segments whose outputs differ, and those on which they differ most."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import subset_scores
from steelyard.questions.diff.answer import ChangedRow, ExampleRow
from steelyard.questions.diff.exchange import A, B, Exchange
from steelyard.results.excerpt import Excerpt
from steelyard.results.numbers import finite
from steelyard.scored.reference_words import first_reference
from steelyard.types import Measurement, TestSet

__all__ = ["changed_rows", "example_rows", "is_changed"]


def is_changed(test_set: TestSet) -> NDArray[np.bool_]:
    """Say of each segment whether the two outputs differ by a character or more, shape (N,)."""
    first, second = test_set.systems.values()
    return np.array([x != y for x, y in zip(first, second, strict=True)], dtype=np.bool_)


def changed_rows(
    measurements: Sequence[Measurement], changed: NDArray[np.bool_], exchange: Exchange
) -> list[ChangedRow]:
    """Score the changed segments, the others and all; test all."""
    everything = np.ones(len(changed), dtype=np.bool_)
    p_values = exchange.p_values(measurements, everything)
    subsets = np.stack([changed, ~changed, everything])
    rows = []
    for measurement, p in zip(measurements, p_values, strict=True):
        on = np.full((2, 3), np.nan)
        for i, subset in enumerate(subsets):
            if subset.any():
                on[:, i] = subset_scores([measurement], subset[None])[0][:, 0]
        totals = measurement.statistics.totals()
        delta = float(measurement.differences(totals[A], totals[B]))
        (changed_a, same_a, score_a), (changed_b, same_b, score_b) = (list(map(finite, on[side])) for side in (A, B))
        rows.append(
            ChangedRow(
                metric=measurement.metric,
                label=measurement.label,
                n_segments=len(changed),
                n_changed=int(changed.sum()),
                changed=changed_a,
                changed_against=changed_b,
                same=same_b if same_a == same_b else None,  # scores from outside may differ on equal texts
                score=score_a,
                score_against=score_b,
                difference=finite(delta),
                p_value=p,
            )
        )
    return rows


def example_rows(test_set: TestSet, measurement: Measurement, top: int) -> list[ExampleRow]:
    """Take the segments on which the scores are furthest apart: `top` for the system, then as many against it.

    Of equal differences the earlier ones are taken.
    """
    scores = measurement.scores(measurement.statistics.values.astype(np.float64))
    deltas = np.nan_to_num(scores[A] - scores[B], nan=0.0, posinf=0.0, neginf=0.0)
    toward = deltas if measurement.higher_is_better else -deltas
    names = test_set.system_names
    rows = []
    for side, sign in (("system", 1), ("against", -1)):
        order = np.argsort(-sign * toward, kind="stable")
        for i in [int(i) for i in order[:top] if sign * toward[i] > 0]:
            a, b = (test_set.systems[names[place]][i] for place in (A, B))
            source = test_set.sources[i] if test_set.sources is not None else None
            rows.append(
                ExampleRow(
                    metric=measurement.metric,
                    label=measurement.label,
                    segment=i + 1,
                    score=float(scores[A, i]),
                    score_against=float(scores[B, i]),
                    difference=float(deltas[i]),
                    speaks_for="system" if side == "system" else "against",
                    excerpt=Excerpt(first_reference(test_set, i), a, b, source),
                )
            )
    return rows
