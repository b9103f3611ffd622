"""GTM's greedy matching, slowly: look at every pair of places again for each run that is taken."""

from collections.abc import Sequence

from tests.twins.ngrams import Words


def runs(hypothesis: Words, references: Sequence[Words]) -> list[int]:
    """Return the lengths of the runs that are taken, longest first; no run goes from one reference into the next."""
    joined = [word for reference in references for word in [*reference, None]]
    free_hypothesis, free_reference = [True] * len(hypothesis), [True] * len(joined)
    taken = []
    while True:
        best, best_i, best_j = 0, 0, 0
        for i in range(len(hypothesis)):
            for j in range(len(joined)):
                length = 0
                while (
                    i + length < len(hypothesis)
                    and j + length < len(joined)
                    and free_hypothesis[i + length]
                    and free_reference[j + length]
                    and hypothesis[i + length] == joined[j + length]
                ):
                    length += 1
                if length > best:  # a tie leaves the first in the hypothesis, then in the references
                    best, best_i, best_j = length, i, j
        if best == 0:
            return taken
        taken.append(best)
        for k in range(best):
            free_hypothesis[best_i + k] = free_reference[best_j + k] = False


def match_size(hypothesis: Words, references: Sequence[Words], exponent: float) -> float:
    """Return the maximum match size."""
    return float(sum(length**exponent for length in runs(hypothesis, references)) ** (1 / exponent))


def f_measure(size: float, hypothesis_length: float, reference_length: float) -> float:
    """Return the harmonic mean of precision and recall; two empty texts match."""
    if hypothesis_length == reference_length == 0:
        return 1.0
    if size == 0:
        return 0.0
    precision, recall = size / hypothesis_length, min(size / reference_length, 1.0)
    return 2 * precision * recall / (precision + recall)
