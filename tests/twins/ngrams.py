"""BLEU, slowly: Papineni et al. 2002 (P02-1040) word by word, with Counters and exact fractions.

Nothing here is clever or shared with the package; that is its use.
"""

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

Words = Sequence[str]


def ngrams(words: Words, order: int) -> Counter[tuple[str, ...]]:
    """Count the n-grams of one order."""
    return Counter(tuple(words[i : i + order]) for i in range(len(words) - order + 1))


def clipped_matches(hypothesis: Words, references: Sequence[Words], order: int) -> int:
    """Return Count_clip: each n-gram counts at most as often as in the reference that has it most often."""
    in_references = [ngrams(reference, order) for reference in references]
    return sum(
        min(count, max(counter[ngram] for counter in in_references))
        for ngram, count in ngrams(hypothesis, order).items()
    )


def reference_length(hypothesis: Words, references: Sequence[Words], choice: str = "closest") -> Fraction:
    """Return the effective reference length of one segment; a tie for the closest goes to the shorter."""
    lengths = [len(reference) for reference in references]
    if choice == "closest":
        return Fraction(min(lengths, key=lambda length: (abs(length - len(hypothesis)), length)))
    if choice == "shortest":
        return Fraction(min(lengths))
    return Fraction(sum(lengths), len(lengths))


def segment_statistics(hypothesis: Words, references: Sequence[Words | None], max_order: int) -> list[int]:
    """Return hyp_len, closest ref_len, matches and totals of one segment; a missing reference is None."""
    present = [reference for reference in references if reference is not None]
    orders = range(1, max_order + 1)
    return [
        len(hypothesis),
        int(reference_length(hypothesis, present)),
        *(clipped_matches(hypothesis, present, order) for order in orders),
        *(sum(ngrams(hypothesis, order).values()) for order in orders),
    ]


def brevity_penalty(hypothesis_length: int, ref_length: Fraction) -> float:
    """Return 1 for an output at least as long as the references, else exp(1 - r/c)."""
    if hypothesis_length >= ref_length:
        return 1.0
    return math.exp(1 - ref_length / hypothesis_length) if hypothesis_length else 0.0


def bleu(
    hypothesis_length: int,
    ref_length: Fraction | int,
    matches: Sequence[int],
    totals: Sequence[int],
    smooth_method: str = "none",
    smooth_value: float | None = None,
    effective_order: bool = False,
    weights: Sequence[float] | None = None,
) -> float:
    """Return BLEU from 0 to 100, with the smoothings of Chen and Cherry 2014 as far as sacreBLEU has them."""
    if not any(matches):
        return 0.0
    value = Fraction({"floor": 0.1, "add-k": 1.0}.get(smooth_method, 0.0) if smooth_value is None else smooth_value)
    n_zero = 0
    precisions: list[Fraction] = []
    for order, (match, total) in enumerate(zip(map(Fraction, matches), map(Fraction, totals), strict=True), 1):
        if smooth_method == "add-k" and order > 1:
            match, total = match + value, total + value
        if total == 0:  # no n-gram of this order: no longer ones either
            break
        if match == 0 and smooth_method == "exp":
            n_zero += 1
            match = Fraction(1, 2**n_zero)
        elif match == 0 and smooth_method == "floor":
            match = value
        precisions.append(match / total)
    weights = weights or [1 / len(matches)] * len(matches)
    if effective_order:
        weights = [weight / sum(weights[: len(precisions)]) for weight in weights[: len(precisions)]]
    elif any(weights[len(precisions) :]):
        return 0.0
    used = [(weight, precision) for weight, precision in zip(weights, precisions, strict=False) if weight]
    if any(precision == 0 for _, precision in used):
        return 0.0
    log_mean = math.fsum(weight * math.log(precision) for weight, precision in used)
    return 100 * brevity_penalty(hypothesis_length, Fraction(ref_length)) * math.exp(log_mean)
