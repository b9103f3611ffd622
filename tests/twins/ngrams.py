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


def smoothed_up_to_the_last_order(
    matches: Sequence[int], totals: Sequence[int], method: str, value: Fraction
) -> list[Fraction]:
    """Smooth as sacreBLEU does, which stops where the output is too short for an n-gram."""
    n_zero = 0
    precisions: list[Fraction] = []
    for order, (match, total) in enumerate(zip(map(Fraction, matches), map(Fraction, totals), strict=True), 1):
        if method == "add-k" and order > 1:
            match, total = match + value, total + value
        if total == 0:  # no n-gram of this order: no longer ones either
            break
        if match == 0 and method == "exp":
            n_zero += 1
            match = Fraction(1, 2**n_zero)
        elif match == 0 and method == "floor":
            match = value
        precisions.append(match / total)
    return precisions


def smoothed_in_every_order(
    length: int, matches: Sequence[int], totals: Sequence[int], method: str, value: float
) -> list[float]:
    """Smooth as Chen and Cherry 2014 (W14-3346) and NLTK do, where an order without n-grams has one that is wrong."""
    if method == "add1-if-zero":
        return [match / total if match else 1 / (total + 1) for match, total in zip(matches, totals, strict=True)]
    precisions = [match / max(total, 1) for match, total in zip(matches, totals, strict=True)]
    if method == "half-length":
        return [max(precision, 1 / (2 * max(length, 1))) for precision in precisions]
    scored = len(matches) - ("neighbours" in method)  # the last order is only the neighbour of the one before
    if "length-scaled" in method and length > 1:
        n_zero = 0
        for i in range(scored):
            if matches[i] == 0:
                n_zero += 1
                count = math.log(length) / (value * 2**n_zero) if value else math.inf
                precisions[i] = min(count / max(totals[i], 1), 1.0)
    elif method == "length-scaled":
        precisions = [precision or 1.0 for precision in precisions]
    if "neighbours" in method:
        before = precisions[0] + 1
        for i in range(scored):
            before = precisions[i] = (before + precisions[i] + precisions[i + 1]) / 3
    if method == "prior":
        for i in range(2, scored):
            prior = min(precisions[i - 1] ** 2 / precisions[i - 2], 1.0) if precisions[i - 2] else 0.0
            precisions[i] = (matches[i] + value * prior) / (totals[i] + value) if totals[i] + value else 0.0
    return precisions[:scored]


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
    """Return BLEU from 0 to 100; for the two smoothings that look at neighbours, counts hold one order more."""
    defaults = {"floor": 0.1, "add-k": 1.0, "length-scaled": 5, "prior": 5, "length-scaled-neighbours": 5}
    value = defaults.get(smooth_method, 0.0) if smooth_value is None else smooth_value
    n_orders = len(matches) - ("neighbours" in smooth_method)
    if not any(matches[:n_orders]):
        return 0.0
    precisions: Sequence[float | Fraction]
    if smooth_method in ("none", "floor", "add-k", "exp"):
        precisions = smoothed_up_to_the_last_order(matches, totals, smooth_method, Fraction(value))
        n_defined = len(precisions)
    else:
        precisions = smoothed_in_every_order(hypothesis_length, matches, totals, smooth_method, value)
        n_defined = sum(total > 0 for total in totals[:n_orders])
        if effective_order:
            precisions = precisions[:n_defined]
    weights = weights or [1 / n_orders] * n_orders
    if effective_order:
        weights = [weight / sum(weights[:n_defined]) for weight in weights[:n_defined]]
    elif any(weights[len(precisions) :]):
        return 0.0
    used = [(weight, precision) for weight, precision in zip(weights, precisions, strict=False) if weight]
    if any(precision == 0 for _, precision in used):
        return 0.0
    log_mean = math.fsum(weight * math.log(precision) for weight, precision in used)
    return 100 * brevity_penalty(hypothesis_length, Fraction(ref_length)) * math.exp(log_mean)
