"""BLEU-S, BLEU-SBP, BLEU-arithmetic and GLEU, slowly, segment by segment, with exact fractions where there are any."""

import math
from collections.abc import Sequence
from fractions import Fraction

from tests.twins.ngrams import Words, bleu, brevity_penalty, clipped_matches, ngrams, reference_length

Segment = tuple[Words, Sequence[Words]]  # hypothesis and the references that are there


def counts_of(hypothesis: Words, references: Sequence[Words], order: int) -> tuple[list[int], list[int]]:
    orders = range(1, order + 1)
    matches = [clipped_matches(hypothesis, references, n) for n in orders]
    return matches, [sum(ngrams(hypothesis, n).values()) for n in orders]


def bleu_s(segments: Sequence[Segment], order: int, effective_order: bool, length: str) -> float:
    """Return the mean of BLEU with 1 added to matches and totals above order 1 (Lin and Och 2004)."""
    scores = []
    for hypothesis, references in segments:
        ref_len = reference_length(hypothesis, references, length)
        if not hypothesis and ref_len == 0:
            scores.append(1.0)
            continue
        matches, totals = counts_of(hypothesis, references, order)
        if matches[0] == 0:
            scores.append(0.0)
            continue
        precisions = [Fraction(matches[0], totals[0])]
        for match, total in zip(matches[1:], totals[1:], strict=True):
            if total or not effective_order:
                precisions.append(Fraction(match + 1, total + 1))
        mean = math.prod(precisions) ** (1 / len(precisions))
        scores.append(float(mean) * brevity_penalty(len(hypothesis), ref_len))
    return 100 * sum(scores) / len(scores)


def bleu_sbp(segments: Sequence[Segment], smooth_method: str, length: str) -> float:
    """Return BLEU whose penalty sees no more of a segment than its reference length (Chiang et al. 2008)."""
    matches, totals = [0] * 4, [0] * 4
    kept = ref_len = Fraction(0)
    for hypothesis, references in segments:
        more_matches, more_totals = counts_of(hypothesis, references, 4)
        matches = [one + other for one, other in zip(matches, more_matches, strict=True)]
        totals = [one + other for one, other in zip(totals, more_totals, strict=True)]
        segment_length = reference_length(hypothesis, references, length)
        ref_len += segment_length
        kept += min(len(hypothesis), segment_length)
    precise = bleu(1, 1, matches, totals, smooth_method)  # no penalty
    if kept == ref_len:
        return precise
    return precise * math.exp(1 - ref_len / kept) if kept else 0.0


def bleu_arithmetic(segments: Sequence[Segment], order: int, in_pairs: bool) -> float:
    """Return the mean of precisions times a linear penalty (Liu and Gildea 2007)."""
    if in_pairs:
        segments = [(hypothesis, [reference]) for hypothesis, references in segments for reference in references]
    hyp_len = sum(len(hypothesis) for hypothesis, _ in segments)
    ref_len = sum(reference_length(hypothesis, references, "average") for hypothesis, references in segments)
    precisions = []
    for n in range(1, order + 1):
        total = sum(sum(ngrams(hypothesis, n).values()) for hypothesis, _ in segments)
        match = sum(clipped_matches(hypothesis, references, n) for hypothesis, references in segments)
        precisions.append(Fraction(match, total) if total else Fraction(0))
    penalty = Fraction(hyp_len) / ref_len if hyp_len < ref_len else Fraction(1)
    return float(100 * penalty * sum(precisions) / order)


def gleu_counts(hypothesis: Words, references: Sequence[Words], first: int, last: int) -> tuple[int, int]:
    """Return matches and the larger number of n-grams, against the best reference (Wu et al. 2016)."""
    best = (0, 0)
    for reference in references:
        orders = range(first, last + 1)
        match = sum(clipped_matches(hypothesis, [reference], n) for n in orders)
        most = max(sum(sum(ngrams(words, n).values()) for n in orders) for words in (hypothesis, reference))
        if most and (best[1] == 0 or Fraction(match, most) > Fraction(*best)):
            best = (match, most)
    return best
