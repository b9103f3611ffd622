"""Several tries at an item: the chance that one of k passes, or that all do."""

import re

import numpy as np
from numpy.typing import NDArray

from steelyard.choices import REPEATS
from steelyard.errors import DataError, SpecError, unknown_name

__all__ = ["check_passes", "check_repeats", "passes_of", "tries_of"]

_RULE = re.compile(r"pass(?P<kind>[@^])(?P<k>\d{1,4})")


def check_repeats(rule: str) -> None:
    """Refuse what is no rule for several scores of a system on an item."""
    found = _RULE.fullmatch(rule)
    if found is None and rule not in REPEATS:
        raise unknown_name("rule for repeated scores:", rule, [*REPEATS, "pass@K", "pass^K"])
    if found is not None and int(found["k"]) < 1:
        raise SpecError(f"{rule} (repeats, --repeats) is about no try: take pass{found['kind']}1 or more.")


def tries_of(rule: str) -> int:
    """Return how many tries a rule is about; 0 for rules that take or average single ones."""
    found = _RULE.fullmatch(rule)
    return 0 if found is None else int(found["k"])


def passes_of(rule: str, right: NDArray[np.float64], counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Estimate from the tries of each item the chance that one of k passes (pass@k), or that all k do (pass^k).

    Parameters
    ----------
    rule : str
        ``"pass@k"`` or ``"pass^k"``, with a number for k.
    right, counts : array, shape (M,)
        Tries that pass, and all.

    Returns
    -------
    array, shape (M,)
        The share of choices of k tries of which one passes, or all do: without bias, where plugging in the share of
        passes is not. NaN where there are fewer than k tries.

    References
    ----------
    Chen et al. 2021, "Evaluating large language models trained on code", arXiv:2107.03374 (pass@k). Yao et al. 2024,
    "tau-bench", arXiv:2406.12045 (pass^k).

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.reading.scores_alone.passes import passes_of
    >>> passes_of("pass^2", np.array([3.0, 4.0]), np.array([4, 4])).tolist()
    [0.5, 1.0]
    """
    k = tries_of(rule)
    chosen = right if "^" in rule else counts - right
    share = np.ones(len(counts))
    for i in range(k):  # of choices of k of all tries, those that have passes alone, or failures alone
        share *= np.maximum(chosen - i, 0) / np.maximum(counts - i, 1)
    return np.where(counts >= k, share if "^" in rule else 1 - share, np.nan)


def check_passes(rule: str, metric: str, scores: NDArray[np.float64]) -> None:
    """Refuse scores that neither pass nor fail."""
    odd = scores[~np.isin(scores, (0, 1))]
    if odd.size:
        raise DataError(
            f"{rule} (--repeats) counts tries that pass, and {metric} has scores other than 0 and 1, such as "
            f"{odd[0]:g}: name the column that says whether a try passed (-m), or take --repeats mean."
        )
