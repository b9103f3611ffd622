"""The n-gram recognition rate, slowly: Chiang et al. 2008 (D08-1064), every monotone alignment one by one."""

from collections.abc import Iterator, Sequence
from functools import cache

Words = Sequence[str]


def alignments(hypothesis: Words, reference: Words) -> Iterator[str]:
    """Yield every monotone alignment as letters: m(atch), s(ubstitution), i(nsertion), d(eletion)."""
    if not hypothesis and not reference:
        yield ""
        return
    if hypothesis and reference:
        letters = "ms" if hypothesis[0] == reference[0] else "s"
        for rest in alignments(hypothesis[1:], reference[1:]):
            yield from (letter + rest for letter in letters)
    if hypothesis:
        yield from ("i" + rest for rest in alignments(hypothesis[1:], reference))
    if reference:
        yield from ("d" + rest for rest in alignments(hypothesis, reference[1:]))


def value(alignment: str, max_order: int, insertion_cost: float, deletion_cost: float) -> float:
    """Return matched n-grams of all orders less costs."""
    n_grams = sum(alignment[at : at + n] == "m" * n for n in range(1, max_order + 1) for at in range(len(alignment)))
    return n_grams - insertion_cost * alignment.count("i") - deletion_cost * alignment.count("d")


def best_value(
    hypothesis: Words, reference: Words, max_order: int, insertion_cost: float, deletion_cost: float
) -> float:
    """Return the greatest value of any alignment."""
    return max(
        value(alignment, max_order, insertion_cost, deletion_cost) for alignment in alignments(hypothesis, reference)
    )


def best_value_of_runs(
    hypothesis: Words, reference: Words, max_order: int, insertion_cost: float, deletion_cost: float
) -> float:
    """Return the same for longer texts: the best of each pair of rests after a run of matches, looked up once known."""

    @cache
    def best(i: int, j: int, run: int) -> float:
        ways = [0.0] if (i, j) == (len(hypothesis), len(reference)) else []
        if i < len(hypothesis):
            ways.append(best(i + 1, j, 0) - insertion_cost)
        if j < len(reference):
            ways.append(best(i, j + 1, 0) - deletion_cost)
        if i < len(hypothesis) and j < len(reference):
            ways.append(best(i + 1, j + 1, 0))
            if hypothesis[i] == reference[j]:  # one n-gram of each order ends here, as far as the run reaches
                longer = min(run + 1, max_order)
                ways.append(best(i + 1, j + 1, longer) + longer)
        return max(ways)

    return best(0, 0, 0)
