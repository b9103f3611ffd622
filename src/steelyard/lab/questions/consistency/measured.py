"""Forms counted by text, and their shares as measurements."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.analysis import FormCounts, count_forms, count_units, rate_measurements
from steelyard.lab.questions.consistency.occurrences import Occurrences
from steelyard.types import Measurement

__all__ = ["Measured", "measure_consistency"]

Ints = NDArray[np.int64]
_OF_FORMS = (("one-form", "one form"), ("agreement", "agreement"))
_RIGHT, _FORBIDDEN = ("right-terms", "right terms"), ("forbidden-terms", "forbidden terms")


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """What texts have for repeated words."""

    measurements: list[Measurement]  # over segments; a repeated word counts where it stands first in its document
    counts: Mapping[str, FormCounts]  # by text
    is_compared: NDArray[np.bool_]  # (G,): words that all texts have twice or more


def measure_consistency(found: Occurrences, n_segments: int, documents: Ints | None, signature: str) -> Measured:
    """Count forms, and terms where there is a glossary."""
    n_groups, names = len(found.words), list(found.forms)
    counts = {name: count_forms(found.groups, found.forms[name].codes.astype(np.int64), n_groups) for name in names}
    is_compared = np.all([one.n >= 2 for one in counts.values()], axis=0)  # one occurrence agrees with itself
    measurements: list[Measurement] = []
    if found.outcomes:
        measurements += _of_terms(found, n_segments, documents, signature)
    if is_compared.any():
        places = found.first_segments[is_compared]
        values = np.zeros((len(names), n_segments, len(_OF_FORMS)))
        for s, one in enumerate(counts.values()):
            for k, column in enumerate((one.n_forms == 1, one.agreement)):
                values[s, :, k] = np.bincount(places, weights=column[is_compared], minlength=n_segments)
        wholes = np.bincount(places, minlength=n_segments)[None]
        measurements += rate_measurements(
            values, wholes, _OF_FORMS, names, signature=signature, higher_is_better=True, documents=documents
        )
    return Measured(measurements, counts, is_compared)


def _of_terms(found: Occurrences, n_segments: int, documents: Ints | None, signature: str) -> list[Measurement]:
    """Rate allowed targets, and forbidden ones where some text has one."""
    whole = count_units(found.segments, np.zeros_like(found.segments), n_segments, 1)[None, :, 0]
    kinds = [(_RIGHT, 1, True)]
    if any((outcomes < 0).any() for outcomes in found.outcomes.values()):
        kinds.append((_FORBIDDEN, -1, False))
    measurements = []
    for named, outcome, is_good in kinds:
        values = np.stack(
            [
                count_units(found.segments, np.where(outcomes == outcome, 0, -1), n_segments, 1)
                for outcomes in found.outcomes.values()
            ]
        )
        measurements += rate_measurements(
            values, whole, [named], list(found.outcomes), signature=signature, higher_is_better=is_good,
            documents=documents,
        )  # fmt: skip
    return measurements
