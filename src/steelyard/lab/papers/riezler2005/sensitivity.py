"""Which metric finds most significant differences between systems, and how many of them people find, too."""

import numpy as np

from steelyard.inference import get_test
from steelyard.lab.questions.replicate.answer import PaperTable
from steelyard.questions.instruments.verdicts import counts_beside, differences_of, verdicts_of_metrics
from steelyard.questions.test_accuracy.rated_systems import RatedSystems
from steelyard.scored import Sampling
from steelyard.scored.units import Units

__all__ = ["sensitivity_tables"]


def sensitivity_tables(
    units: Units, people: RatedSystems | None, alpha: float, sampling: Sampling
) -> tuple[PaperTable, PaperTable]:
    """Count the significant differences by each metric, by randomization, and compare metrics on the same pairs.

    Systems are those that people rated, in their order, where there are ratings.
    """
    n_systems = units.measurements[0].statistics.n_systems
    verdicts, _ = verdicts_of_metrics(units, get_test("randomization"), n_systems, alpha, sampling)
    gold = None if people is None else people.verdicts.verdicts(alpha / 2)[0][np.triu_indices(n_systems, 1)]
    n_pairs = verdicts.shape[1]
    rows: list[tuple[object, ...]] = []
    for measurement, found in zip(units.measurements, verdicts, strict=True):
        n_significant = int((found != 0).sum())
        rows.append(
            (
                measurement.label,
                n_significant,
                100 * n_significant / n_pairs,
                *(() if gold is None else counts_beside(found, gold)),
            )
        )
    of_people = () if gold is None else ("same", "opposite", "metric alone", "people alone")
    beside = ""
    if people is not None and gold is not None:
        beside = (
            f" By people {int((gold != 0).sum())} pairs differ significantly ({people.verdicts.test}): in the same or "
            "the opposite direction. Metric alone, people alone: pairs that differ significantly by one of both."
        )
    told = PaperTable(
        "Section 3",
        f"pairs of systems that differ significantly at {alpha:g}, of {n_pairs}",
        ("metric", "significant", "%", *of_people),
        tuple(rows),
        f"Approximate randomization, half of the level in each direction, over all pairs.{beside}",
        (None, None, 1, *(None for _ in of_people)),
    )
    compared = PaperTable(
        "Section 3, between metrics",
        "pairs that are significant by one of two metrics alone",
        ("pairs", "metric", "against", "alone", "against alone", "McNemar p", "by Holm"),
        tuple(
            (row.what, row.label, row.against_label, row.n_only, row.n_only_against, row.p_value, row.p_adjusted)
            for row in differences_of(units.measurements, verdicts, gold)
        ),
        "Pairs share systems and are not independent: p describes these pairs, and is too small for other systems.",
        (None, None, None, None, None, 4, 4),
    )
    return told, compared
