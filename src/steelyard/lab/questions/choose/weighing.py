"""Which candidates of a source take part, and what each of them weighs."""

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError, unknown_name
from steelyard.lab.choosing import score_priors
from steelyard.lab.questions.choose.pool import Pool
from steelyard.lab.questions.choose.question import ChooseQuestion

__all__ = ["candidate_weights", "kept_candidates", "relative_weights", "system_weights"]

Floats = NDArray[np.float64]


def candidate_weights(
    pool: Pool, asked: ChooseQuestion, of_systems: Floats | None, i: int, at: NDArray[np.int64]
) -> Floats:
    """Weigh what is left of a source's candidates by their probabilities and systems; the sum is 1."""
    weights = relative_weights(pool, asked, of_systems, at)
    if not weights.sum() > 0:
        raise SpecError(f"Nothing of source {i + 1:,} has a weight: give one of its systems more (--system-weights).")
    weights /= weights.sum()
    return weights


def relative_weights(pool: Pool, asked: ChooseQuestion, of_systems: Floats | None, at: NDArray[np.int64]) -> Floats:
    """Weigh some candidates of one source among themselves; all 0 where their systems have no weight."""
    weights = np.ones(len(at)) if pool.prior is None else score_priors(pool.prior.values[at], asked.temperature)
    return weights if of_systems is None else weights * of_systems[at]


def system_weights(pool: Pool, asked: ChooseQuestion) -> Floats | None:
    """Give every candidate the weight of its system; those that are not named have 1."""
    if asked.weights is None:
        return None
    known = list(dict.fromkeys(pool.lists.systems))
    if not known:
        raise SpecError("--system-weights are of systems, and the candidates do not say which system wrote them.")
    for name in asked.weights:
        if name not in known:
            raise unknown_name("system (--system-weights)", name, known)
    return np.array([asked.weights.get(name, 1.0) for name in pool.lists.systems])


def kept_candidates(pool: Pool, asked: ChooseQuestion, a: int, b: int) -> NDArray[np.int64]:
    """Return which candidates of a source stay: all, or those of the best quality estimates."""
    if asked.keep_by_qe is None or pool.qe is None:
        return np.arange(b - a)
    order = np.argsort(-pool.qe.values[a:b], kind="stable")
    return np.sort(order[: asked.keep_by_qe])
