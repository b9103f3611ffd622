"""chrF and chrF++, slowly: Popović 2015 (W15-3049) and 2017 (W17-4770), with Counters and exact fractions.

Nothing here is clever or shared with the package; that is its use. Where the papers leave a case open, it follows
sacreBLEU 2.6: orders that one side lacks are left out, the best reference is chosen by the segment's score.
"""

import string
from collections.abc import Sequence
from fractions import Fraction

from tests.twins.ngrams import ngrams

Triple = tuple[int, int, int]


def characters(line: str, whitespace: bool = False) -> list[str]:
    """Return the characters, without white space unless it counts."""
    return [char for char in line.rstrip() if whitespace or not char.isspace()]


def words(line: str) -> list[str]:
    """Split off one mark of punctuation a word: the last character, else the first."""
    found: list[str] = []
    for word in line.split():
        if len(word) > 1 and word[-1] in string.punctuation:
            found += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in string.punctuation:
            found += [word[0], word[1:]]
        else:
            found.append(word)
    return found


def triples(hypothesis: Sequence[str], reference: Sequence[str], max_order: int) -> list[Triple]:
    """Count n-grams of the hypothesis, of the reference, and common ones, order by order."""
    counted = []
    for order in range(1, max_order + 1):
        ours, theirs = ngrams(hypothesis, order), ngrams(reference, order)
        n_hyp, n_ref = ours.total(), theirs.total()
        counted.append((n_hyp if n_ref else 0, n_ref, (ours & theirs).total()))
    return counted


def statistics(
    hypothesis: str, reference: str, char_order: int = 6, word_order: int = 0, whitespace: bool = False
) -> list[Triple]:
    """Count one segment against one reference."""
    return [
        *triples(characters(hypothesis, whitespace), characters(reference, whitespace), char_order),
        *triples(words(hypothesis), words(reference), word_order),
    ]


def f_score(precision: Fraction, recall: Fraction, beta: int) -> Fraction:
    """Return the F-score, 0 where nothing matches."""
    weight = beta * beta
    below = weight * precision + recall
    return (1 + weight) * precision * recall / below if below else Fraction(0)


def score(stats: Sequence[Triple], beta: int = 2, eps_smoothing: bool = False) -> float:
    """Return chrF from 0 to 100 of summed statistics."""
    parts = [(Fraction(match, n_hyp), Fraction(match, n_ref)) for n_hyp, n_ref, match in stats if n_hyp and n_ref]
    if not parts:
        return 0.0
    if eps_smoothing:
        return float(100 * sum(f_score(precision, recall, beta) for precision, recall in parts) / len(stats))
    means = [sum(side, start=Fraction(0)) / len(parts) for side in zip(*parts, strict=True)]
    return float(100 * f_score(*means, beta))


def best_statistics(
    hypothesis: str, references: Sequence[str | None], beta: int = 2, eps_smoothing: bool = False, **options: object
) -> list[Triple]:
    """Count one segment against the reference with the best score; the first of equals."""
    counted = [statistics(hypothesis, reference, **options) for reference in references if reference is not None]
    return max(counted, key=lambda stats: score(stats, beta, eps_smoothing))
