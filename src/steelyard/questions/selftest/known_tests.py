"""p-values, draws and error rates that are known."""

import math
import random
from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from steelyard.inference import bootstrap_draws, get_test, holm, swap_draws
from steelyard.questions.calibrate.compute import compute as calibrate
from steelyard.questions.calibrate.question import CalibrateQuestion
from steelyard.questions.selftest.answer import SelfTestRow
from steelyard.questions.selftest.known_scores import TESTED_HERE, is_close, known_texts
from steelyard.scored import count
from steelyard.types import Measurement, TestSet

__all__ = ["level_rows", "test_rows"]

_SEED = 12345
_N_SEGMENTS = 100
_OF_BOOTSTRAP = 0.00039996000399960006  # p of this seed
_RESAMPLE = (0, 0, 1, 2, 1, 1, 3, 0, 1, 1, 1, 1, 2, 0, 3, 2, 0, 1, 0, 0)  # how often it has each of 20 units


def test_rows() -> Iterator[SelfTestRow]:
    """Compute what is known of draws and tests."""
    measured = {one.metric: one for one in count(known_texts(), ["bleu", "chrf", "exact-match"]).measurements}
    for metric in ("bleu", "chrf"):
        expected, found = _by_every_exchange(measured[metric]), _p_value("randomization", measured[metric])
        yield _row(f"randomization, {metric}", expected, found, "every exchange, one by one")
    lines = measured["exact-match"]
    yield _row("sign, exact-match", _of_coins(lines), _p_value("sign", lines), "binomial coefficients")
    yield _row("paired-bootstrap, bleu", _OF_BOOTSTRAP, _p_value("paired-bootstrap", measured["bleu"]))
    for expected, found in zip((0.03, 0.06, 0.06, 0.02), holm([0.01, 0.04, 0.03, 0.005]).tolist(), strict=True):
        yield _row("holm", expected, found, "Holm 1979, by hand")
    for n_units in (60, 64):
        yield _row(f"exchanges of {n_units} units", _philox(n_units), _exchanges(n_units), "Philox of NumPy")
    yield _row("resample of 20 units", _fraction(_RESAMPLE, 16), _resample(20))


def level_rows(n_repetitions: int, seed: int) -> Iterator[SelfTestRow]:
    """Measure how often tests find a difference between outputs that chance alone made different."""
    question = CalibrateQuestion(
        tests=("paired-bootstrap", "randomization"),
        n_repetitions=n_repetitions,
        n_resamples=500,
        shares=(),
        unit="segment",
        rng=seed,
    )
    for row in calibrate(count(_made_up_texts(), ["bleu"]), question).false_alarms:
        name = f"{row.test}, {row.label}, {row.situation}"
        source = f"{row.n_rejected:,} of {row.n_repetitions:,} data sets without a difference"
        yield SelfTestRow("levels", name, "", row.alpha, row.rate, source, row.verdict != "too many")


def _row(name: str, expected: float, found: float, source: str = TESTED_HERE) -> SelfTestRow:
    return SelfTestRow("tests", name, "", expected, found, source, is_close(found, expected))


def _p_value(test: str, measurement: Measurement) -> float:
    outcome = get_test(test)([measurement], [(0, 1)], n_resamples=10_000, rng=_SEED)
    return outcome.p_values("two-sided").item()


def _by_every_exchange(measurement: Measurement) -> float:
    """Exchange the outputs of each set of segments in turn, and count the differences that are as large."""
    values = measurement.statistics.values.astype(np.float64)  # (2, N, K)
    gains = values[0] - values[1]
    signs = np.array(list(product((0.0, 1.0), repeat=len(gains))))  # (2**N, N)
    moved = signs @ gains
    differences = measurement.scores(values[0].sum(axis=0) - moved) - measurement.scores(values[1].sum(axis=0) + moved)
    n_as_large = int((np.abs(differences) >= abs(differences[0]) - 1e-9).sum())
    return n_as_large / len(signs)


def _of_coins(measurement: Measurement) -> float:
    """Say how often so many coins fall as unevenly as segments of which one system alone has the copy."""
    first, second = measurement.scores(measurement.statistics.values.astype(np.float64))
    n_first, n_second = int((first > second).sum()), int((second > first).sum())
    n = n_first + n_second
    n_as_uneven = 2 * sum(math.comb(n, k) for k in range(min(n_first, n_second) + 1))
    return float(min(1.0, n_as_uneven / 2.0**n))


def _exchanges(n_units: int) -> float:
    """Return the exchanges of the seventh draw as the digits of a binary fraction."""
    blocks = [block.copy() for _, block in swap_draws(n_units, 7, rng=_SEED, may_enumerate=False).blocks()]
    return _fraction(np.concatenate(blocks)[6].tolist(), 2)


def _philox(n_units: int) -> float:
    """Return the same digits from NumPy's generator, whose counter stands one lower before it draws."""
    counter = np.array([2**64 - 1, 5, 2, 0], dtype=np.uint64)
    word = int(np.random.Philox(key=np.array([_SEED, 0], dtype=np.uint64), counter=counter).random_raw())
    return _fraction([word >> unit & 1 for unit in range(n_units)], 2)


def _resample(n_units: int) -> float:
    """Return how often a resample has each unit, as the digits of a number of base 16."""
    [(_, drawn)] = bootstrap_draws(n_units, 1, rng=_SEED).blocks()
    return _fraction(drawn[0].tolist(), 16)


def _fraction(digits: Sequence[float], base: int) -> float:
    return float(sum(digit / base**place for place, digit in enumerate(digits, 1)))


def _made_up_texts() -> TestSet:
    """Make outputs of two systems, each of which loses words of the reference by chance."""
    chance = random.Random(_SEED)  # noqa: S311  # no secret
    words = [word for reference in known_texts().references for line in reference for word in (line or "").split()]
    reference = [" ".join(chance.choices(words, k=12)) for _ in range(_N_SEGMENTS)]
    outputs = {
        name: [" ".join(word for word in line.split() if chance.random() < kept) for line in reference]
        for name, kept in (("first", 0.7), ("second", 0.65))
    }
    return TestSet(references=[reference], systems=outputs)
