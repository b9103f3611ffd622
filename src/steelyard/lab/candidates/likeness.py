"""Candidates as QUEEN sees them: as close to the references as these are to each other, by all metrics at once."""

import re

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.lab.candidates.quality import candidate_metric, candidate_quality
from steelyard.meta import queen
from steelyard.metrics import parse
from steelyard.metrics.table.spelling import split_options
from steelyard.types import NBestLists, TestSet

__all__ = ["is_queen", "queen_quality", "spell_metric"]

_QUEEN = re.compile(r"\s*queen\s*\((.*)\)\s*", re.DOTALL)


def is_queen(spelling: str) -> bool:
    """Say whether this is ``queen(METRIC, ...)``."""
    return _QUEEN.fullmatch(spelling) is not None


def spell_metric(spelling: str) -> str:
    """Return the spelling of a metric, or of QUEEN, by which two that are the same are known.

    Examples
    --------
    >>> from steelyard.lab.candidates import spell_metric
    >>> spell_metric("chrf++"), spell_metric("queen(chrf++,rouge-l)")
    ('chrf(word_order=2)', 'queen(chrf(word_order=2), rouge-l)')
    """
    return f"queen({', '.join(_members(spelling))})" if is_queen(spelling) else str(parse(spelling))


def _members(spelling: str) -> list[str]:
    match = _QUEEN.fullmatch(spelling)
    found = split_options(match[1].strip()) if match else []
    if not found:
        raise SpecError(f"Cannot read {spelling!r}: name the metrics of QUEEN, as in queen(rouge-w, meteor-2007).")
    return [str(parse(one)) for one in found]


def queen_quality(lists: NBestLists, test_set: TestSet, spelling: str, *, n_threads: int = 1) -> NDArray[np.float64]:
    """Return the QUEEN of every candidate, shape (C,): see `steelyard.meta.queen`."""
    metrics = [candidate_metric(one) for one in _members(spelling)]
    references = _whole(test_set)
    n, n_segments = len(references), test_set.n_segments
    apart = NBestLists(
        tuple(text for texts in zip(*references, strict=True) for text in texts),
        np.arange(n_segments + 1) * n,
        np.zeros((n * n_segments, 0)),
        (),
        np.zeros(n * n_segments),
    )
    single = [TestSet(references=[reference], systems={}) for reference in references]
    of_candidates, of_references = (
        np.stack(
            [
                np.stack([candidate_quality(some, one, metric, n_threads=n_threads) for one in single], axis=-1)
                for metric in metrics
            ]
        )
        for some in (lists, apart)
    )  # (X, C, R) and (X, N * R, R)
    found = [
        queen(of_candidates[:, low:high], of_references[:, i * n : (i + 1) * n])
        for i, (low, high) in enumerate(zip(lists.offsets[:-1], lists.offsets[1:], strict=True))
    ]
    return np.concatenate(found)


def _whole(test_set: TestSet) -> list[list[str]]:
    """Return the references, none of which may lack a segment."""
    found = [[text for text in reference if text is not None] for reference in test_set.references]
    if len(found) < 3 or any(len(reference) < test_set.n_segments for reference in found):
        raise SpecError(
            f"QUEEN compares references with each other: it needs three or more for every segment, and there are "
            f"{len(found)}{'' if len(found) < 3 else ', some of which lack segments'}."
        )
    return found
