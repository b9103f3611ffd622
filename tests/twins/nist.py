"""NIST, slowly: Doddington 2002 word by word as mteval-v13a has it, with Counters."""

import math
from collections import Counter
from collections.abc import Sequence

from tests.twins.ngrams import Words, ngrams

Segment = tuple[Words, Sequence[Words | None]]  # hypothesis and references


def statistics(segments: Sequence[Segment], max_order: int) -> list[list[float]]:
    """Return info, totals, hyp_len and mean ref_len of each segment."""
    counts: Counter[tuple[str, ...]] = Counter()
    n_words = 0
    for _, references in segments:
        for reference in references:
            if reference is not None:
                n_words += len(reference)
                for order in range(1, max_order + 1):
                    counts.update(ngrams(reference, order))

    def information(ngram: tuple[str, ...]) -> float:
        before = ngram[:-1]
        return math.log2((n_words if before in ((), ("0",)) else counts[before]) / counts[ngram])

    rows = []
    for hypothesis, references in segments:
        present = [reference for reference in references if reference is not None]
        infos, totals = [], []
        for order in range(1, max_order + 1):
            most: Counter[tuple[str, ...]] = Counter()
            for reference in present:
                most |= ngrams(reference, order)
            ours = ngrams(hypothesis, order)
            infos.append(math.fsum(information(ngram) * count for ngram, count in (ours & most).items()))
            totals.append(ours.total())
        ref_len = sum(map(len, present)) / len(present)
        rows.append([*infos, *totals, len(hypothesis), ref_len])
    return rows


def nist(stats: Sequence[float], max_order: int) -> float:
    """Return the score of summed statistics."""
    precision = math.fsum(stats[n] / max(stats[max_order + n], 1) for n in range(max_order))
    hyp_len, ref_len = stats[-2], stats[-1]
    if hyp_len == 0:
        return 0.0
    ratio = min(hyp_len / ref_len, 1.0) if ref_len else 1.0
    return precision * math.exp(math.log(0.5) * (math.log(ratio) / math.log(1.5)) ** 2)
