"""Which metric tells most pairs of systems apart, and how many of them people tell apart, too."""

import numpy as np

from steelyard.inference import get_test
from steelyard.lab.questions.replicate.answer import PaperTable
from steelyard.questions.instruments.pairs_apart import counts_beside, differences_of, tell_apart
from steelyard.questions.test_accuracy.rated_systems import RatedSystems
from steelyard.scored import Sampling
from steelyard.scored.units import Units

__all__ = ["sensitivity_tables"]


def sensitivity_tables(
    units: Units, people: RatedSystems | None, alpha: float, sampling: Sampling
) -> tuple[PaperTable, PaperTable]:
    """Count the pairs that each metric tells apart by randomization, and compare metrics on the same pairs.

    Systems are those that people rated, in their order, where there are ratings.
    """
    n_systems = units.measurements[0].statistics.n_systems
    verdicts, _ = tell_apart(units, get_test("randomization"), n_systems, alpha, sampling)
    gold = None if people is None else people.verdicts.verdicts(alpha / 2)[0][np.triu_indices(n_systems, 1)]
    n_pairs = verdicts.shape[1]
    rows: list[tuple[object, ...]] = []
    for measurement, found in zip(units.measurements, verdicts, strict=True):
        n_apart = int((found != 0).sum())
        rows.append(
            (measurement.label, n_apart, 100 * n_apart / n_pairs, *(() if gold is None else counts_beside(found, gold)))
        )
    of_people = () if gold is None else ("rightly", "wrongly", "alone", "missed")
    beside = ""
    if people is not None and gold is not None:
        beside = (
            f" People tell {int((gold != 0).sum())} apart ({people.verdicts.test}): rightly, in their direction; "
            "wrongly, in the other; alone, where people do not; missed, where people alone do."
        )
    told = PaperTable(
        "Section 3",
        f"pairs of systems that each metric tells apart at {alpha:g}, of {n_pairs}",
        ("metric", "told apart", "%", *of_people),
        tuple(rows),
        f"Approximate randomization, half of the level in each direction, over all pairs.{beside}",
        (None, None, 1, *(None for _ in of_people)),
    )
    compared = PaperTable(
        "Section 3, between metrics",
        "pairs that one of two metrics alone tells apart",
        ("told apart", "metric", "against", "alone", "against alone", "McNemar p", "by Holm"),
        tuple(
            (row.what, row.label, row.against_label, row.n_only, row.n_only_against, row.p_value, row.p_adjusted)
            for row in differences_of(units.measurements, verdicts, gold)
        ),
        "Pairs share systems and are not independent: p describes these pairs, and is too small for other systems.",
        (None, None, None, None, None, 4, 4),
    )
    return told, compared
