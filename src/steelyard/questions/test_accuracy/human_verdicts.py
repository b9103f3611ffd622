"""What people conclude of every pair of systems, from segment means or from single judgements."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.human import combined_verdicts, rank_sum_pairs, verdicts_of_pairs
from steelyard.inference import SettledPValues, randomization
from steelyard.inference.null_distributions import Alternative
from steelyard.questions.test_accuracy.answer import PeopleVerdicts
from steelyard.questions.test_accuracy.ordered_pairs import one_sided_matrices
from steelyard.ratings.alignment import align
from steelyard.ratings.measurement import measure_ratings
from steelyard.scored import Sampling
from steelyard.scored.pairs import choose_pairs
from steelyard.types import OutputScores, Ratings

__all__ = ["HumanVerdicts", "verdicts_of_judgements", "verdicts_of_means"]

_MOST_SCALES = 2


@dataclass(frozen=True, slots=True, eq=False)
class HumanVerdicts:
    """One-sided p-values of people, and the verdicts they give at any level."""

    test: str  # "randomization", "rank-sum": how people's ratings were tested
    scales: tuple[str, ...]  # one, or two of which the second decides where the first does not
    p_values: tuple[NDArray[np.float64], ...]  # shape (S, S): one per scale; entry (i, j): p for "i is better than j"
    means: NDArray[np.float64]  # of the first scale, larger is better, shape (S,)
    method: PeopleVerdicts  # what else there is to say: units, judgements, draws

    def verdicts(self, alpha: float) -> tuple[NDArray[np.int64], int]:
        """Return verdicts of shape (S, S), and how many pairs the second scale decided."""
        if len(self.p_values) == 1:
            return verdicts_of_pairs(self.p_values[0], alpha=alpha), 0
        found = combined_verdicts(*self.p_values, alpha=alpha)
        by_second = (found.verdicts > 0) & ~found.is_by_adequacy
        return found.verdicts, int(by_second.sum())


def verdicts_of_means(
    people: Sequence[OutputScores],
    systems: Sequence[str],
    documents: NDArray[np.int64] | None,
    sampling: Sampling,
    *,
    correction: str = "none",
) -> HumanVerdicts:
    """Test systems by exchanging their mean ratings, document by document.

    There are one or two scales, the one that decides first before the other; all systems were rated, and are tested in
    this order. Without documents segments are exchanged; segments after the last that was rated may be missing from the
    ratings. The correction is over the pairs of a scale, within each direction.

    Notes
    -----
    An output without a rating takes no part: its place is exchanged with the other system's rating. Where the systems
    were rated on different segments, exchangeability then covers the choice of segments, too.
    """
    _check_scales([scores.name for scores in people])
    if len({scores.n_segments for scores in people}) > 1:
        raise AlignmentError("The two scales have different numbers of segments.")
    of_texts = [replace(scores, documents=None) for scores in people]  # whose documents are the test set's
    aligned = align(of_texts, systems=systems, n_lines=None if documents is None else len(documents))
    codes = aligned.segments if documents is None else documents[aligned.segments]
    units = np.unique(codes, return_inverse=True)[1].astype(np.int64)
    named = tuple(map(str, units.tolist()))
    pairs = choose_pairs(systems, "all")
    p_values = []
    for scores in aligned.scales:
        measurement = measure_ratings(replace(scores, documents=named)).by_document(units)
        null = randomization(
            [measurement], pairs, n_resamples=sampling.n_resamples, rng=sampling.seed, n_threads=sampling.n_threads
        )
        p_values.append(one_sided_matrices(null, pairs, 1, len(systems), correction)[0])
    method: PeopleVerdicts = {
        "people_test": "randomization",
        "people_unit": "segment" if documents is None else "document",
        "people_n_units": int(units.max()) + 1,
        "people_n_draws": null.n_draws,
        "people_n_ratings": int(sum(np.isfinite(scores.values).sum() for scores in aligned.scales)),
    }
    scales = tuple(scores.name for scores in people)
    return HumanVerdicts("randomization", scales, tuple(p_values), aligned.scales[0].of_systems(), method)


def verdicts_of_judgements(
    ratings: Ratings, systems: Sequence[str], *, scales: Sequence[str] | None = None, correction: str = "none"
) -> HumanVerdicts:
    """Test systems by Wilcoxon's rank-sum test of single judgements, as Graham et al. 2014.

    Judgements are such that larger is better, and comparable between raters: `steelyard.ratings.reading.scaled`
    standardises them. Items that only check the rater are left out. All systems were rated, and are tested in this
    order. The scales are one or two, the one that decides first before the other; by default all of the file,
    ``adequacy`` before others. The correction is over the pairs of a scale, within each direction; Holm's takes the
    place of max-T.

    Notes
    -----
    Takes judgements for independent. Those of one rater, or one document, are not, and then p is too small.
    """
    names = list(scales) if scales is not None else sorted(ratings.scales.names, key=lambda name: name != "adequacy")
    _check_scales(names)
    code_of = {name: i for i, name in enumerate(systems)}
    system_codes = np.array([code_of.get(name, -1) for name in ratings.systems.names])[ratings.systems.codes]
    is_item = np.array([name == "system" for name in ratings.kinds.names])[ratings.kinds.codes]
    is_used = is_item & (system_codes >= 0)
    pairs = choose_pairs(systems, "all")
    first, second = np.array(pairs, dtype=np.int64).T
    p_values, means, n_judgements = [], [], 0
    for name in names:
        if name not in ratings.scales.names:
            raise SpecError(f"There is no scale {name!r} in the ratings. They have: {', '.join(ratings.scales.names)}.")
        rows = is_used & (ratings.scales.codes == ratings.scales.names.index(name))
        scores, codes = ratings.scores[rows], system_codes[rows]
        counts = np.bincount(codes, minlength=len(systems))
        if not counts.all():
            system = systems[int(np.argmin(counts))]
            raise DataError(f"People did not judge the system {system!r} on the scale {name!r}.")
        found = rank_sum_pairs(scores, codes, n_systems=len(systems))
        sides: dict[Alternative, NDArray[np.float64]] = {"better": found[first, second], "worse": found[second, first]}
        outcome = SettledPValues(np.zeros(len(pairs)), sides, n_units=len(scores))
        p_values.append(one_sided_matrices(outcome, pairs, 1, len(systems), correction)[0])
        means.append(np.bincount(codes, scores) / counts)
        n_judgements += len(scores)
    method: PeopleVerdicts = {
        "people_test": "rank-sum",
        "people_n_ratings": n_judgements,
        "people_n_raters": len(np.unique(ratings.raters.codes[is_used])),
    }
    return HumanVerdicts("rank-sum", tuple(names), tuple(p_values), means[0], method)


def _check_scales(names: Sequence[str]) -> None:
    if not 1 <= len(names) <= _MOST_SCALES:
        raise SpecError(
            "People's verdicts rest on one scale, or on two of which the second decides where the first does not "
            f"(adequacy, then fluency), not on {len(names)}: {', '.join(names) or 'none'}. Choose with scales."
        )
