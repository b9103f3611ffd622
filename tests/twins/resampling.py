"""Draws, exchanges and step-down max-T, slowly: published algorithms, number by number, in integers and fractions.

Nothing here is clever or shared with the package; that is its use.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product

Row = Sequence[int | Fraction]
Score = Callable[[Sequence[Fraction]], Fraction]

BOOTSTRAP, SWAP = 1, 2

_WORD = 2**64


def philox(counter: Sequence[int], key: Sequence[int]) -> list[int]:
    """Return one Philox 4x64-10 block (Salmon et al. 2011, doi:10.1145/2063384.2063405, section 4.3)."""
    x0, x1, x2, x3 = counter
    k0, k1 = key
    for _ in range(10):
        left, right = 0xD2E7470EE14C6C93 * x0, 0xCA5A826395121157 * x2
        x0, x1, x2, x3 = (right // _WORD) ^ x1 ^ k0, right % _WORD, (left // _WORD) ^ x3 ^ k1, left % _WORD
        k0, k1 = (k0 + 0x9E3779B97F4A7C15) % _WORD, (k1 + 0xBB67AE8584CAA73B) % _WORD
    return [x0, x1, x2, x3]


def words(seed: int, purpose: int, resample: int) -> Iterator[int]:
    """Yield the stream of one resample: block after block, the block's number being the lowest word of the counter."""
    block = 0
    while True:
        yield from philox((block, resample, purpose, 0), (seed, 0))
        block += 1


def weights_row(seed: int, resample: int, n_units: int) -> tuple[list[int], int]:
    """Count how often each unit is drawn, and how many words were rejected on the way.

    Brackett-Rozinsky and Lemire 2024 (doi:10.1002/spe.3369): the k digits of floor(word * n**k / 2**64) in base n, the
    highest first, are k fair units, unless word * n**k mod 2**64 < 2**64 mod n**k; k is the largest number up to 8 for
    which n**k is at most 2**56.
    """
    batch = max(k for k in range(1, 9) if n_units**k <= 2**56)
    counts, n_drawn, n_rejected = [0] * n_units, 0, 0
    for word in words(seed, BOOTSTRAP, resample):
        if n_drawn == n_units:
            break
        value, rest = divmod(word * n_units**batch, _WORD)
        if rest < _WORD % n_units**batch:
            n_rejected += 1
            continue
        digits = [value // n_units**place % n_units for place in reversed(range(batch))]
        for unit in digits[: n_units - n_drawn]:
            counts[unit] += 1
            n_drawn += 1
    return counts, n_rejected


def mask_row(seed: int, resample: int, n_units: int) -> list[int]:
    """Return one fair bit a unit: the words' bits, the lowest first."""
    bits: list[int] = []
    for word in words(seed, SWAP, resample):
        if len(bits) >= n_units:
            break
        bits += [word >> bit & 1 for bit in range(64)]
    return bits[:n_units]


def mean(sums: Sequence[Fraction]) -> Fraction:
    """Return the first sum over the second: a mean of (score, 1), and every other ratio of sums."""
    return sums[0] / sums[1]


def score_of(rows: Iterable[Row], score: Score) -> Fraction:
    """Score the sums of some rows of statistics."""
    return score([sum(map(Fraction, column), Fraction(0)) for column in zip(*rows, strict=True)])


def difference_after(keep: Sequence[int], rows_a: Sequence[Row], rows_b: Sequence[Row], score: Score) -> Fraction:
    """Return score A less score B after exchanging whole rows wherever `keep` is 0."""
    first = [a if kept else b for kept, a, b in zip(keep, rows_a, rows_b, strict=True)]
    second = [b if kept else a for kept, a, b in zip(keep, rows_a, rows_b, strict=True)]
    return score_of(first, score) - score_of(second, score)


def all_differences(rows_a: Sequence[Row], rows_b: Sequence[Row], score: Score) -> list[Fraction]:
    """Return the difference after each of the 2**n exchanges."""
    return [difference_after(keep, rows_a, rows_b, score) for keep in product((0, 1), repeat=len(rows_a))]


def count_as_extreme(null: Iterable[Fraction], observed: Fraction, alternative: str, sign: int = 1) -> int:
    """Count the null differences that speak as loudly as the observed one; `sign` is -1 where lower is better."""
    if alternative == "two-sided":
        return sum(abs(value) >= abs(observed) for value in null)
    sign = sign if alternative == "better" else -sign
    return sum(sign * value >= sign * observed for value in null)


def exact_p(rows_a: Sequence[Row], rows_b: Sequence[Row], score: Score, alternative: str, sign: int = 1) -> Fraction:
    """Return c / 2**n over every exchange."""
    null = all_differences(rows_a, rows_b, score)
    observed = score_of(rows_a, score) - score_of(rows_b, score)
    return Fraction(count_as_extreme(null, observed, alternative, sign), len(null))


def step_down_max_t(null: Sequence[Sequence[float]], observed: Sequence[float], *, is_exact: bool) -> list[float]:
    """Adjust p-values by Westfall and Young 1993, algorithm 2.8; large is extreme, everything is scaled already.

    Hypotheses step by step from the largest observed value; at each step, the maximum is over what is still left.
    """
    n_draws = len(null[0])
    order = sorted(range(len(observed)), key=lambda i: -observed[i])
    adjusted = [1.0] * len(observed)
    at_least = 0.0
    for step, hypothesis in enumerate(order):
        left = order[step:]
        count = 0
        for draw in range(n_draws):
            if max(null[i][draw] for i in left) >= observed[hypothesis] - 1e-12:
                count += 1
        p_value = count / n_draws if is_exact else (count + 1) / (n_draws + 1)
        at_least = max(at_least, p_value)
        adjusted[hypothesis] = at_least
    return adjusted


def critical_value(maxima: Sequence[float], alpha: Fraction) -> float:
    """Return the least of the maxima beyond which a test with p = (c + 1) / (B + 1) rejects; infinite if none is."""
    for value in sorted(maxima):
        if Fraction(sum(other > value for other in maxima) + 1, len(maxima) + 1) <= alpha:
            return value
    return float("inf")
