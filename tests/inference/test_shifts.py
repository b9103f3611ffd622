"""A shifted pair is as far apart as wanted, varies as before, and is found as often as a pair that truly differs so."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.inference import equal_systems, jackknife_scores, shifted_systems, standard_error
from steelyard.types import Measurement, Statistics
from tests.conftest import EXAMPLES


def example(metric: str, *systems: str) -> tuple[Measurement, NDArray[np.float64]]:
    def lines(name: str) -> list[str]:
        return (EXAMPLES / name).read_text(encoding="utf-8").splitlines()

    references = lines("reference.1.en")
    data = sy.TestSet(references=[references], systems={name: lines(f"systems/{name}.en") for name in systems})
    [measurement] = sy.evaluate(data, metrics=[metric]).measurements
    return measurement, np.array([len(line.split()) for line in references], dtype=np.float64)


def lead(measurement: Measurement) -> float:
    first, second = measurement.scores(measurement.statistics.totals())
    return float(second - first)


def error(measurement: Measurement) -> float:
    first, second = jackknife_scores(measurement)
    return standard_error(second - first)


@pytest.mark.parametrize("wanted", [-3.0, 1.0, 8.0])
@pytest.mark.parametrize("metric", ["bleu", "chrf", "ter"])
def test_the_difference_is_as_wanted_and_varies_as_before(metric: str, wanted: float) -> None:
    pair, sizes = example(metric, "harbour", "lantern")
    shifted = shifted_systems(pair, wanted, sizes)
    assert lead(shifted) == pytest.approx(wanted, abs=0.1)  # 120 segments: a count is a twentieth of a point
    assert error(pair) * 0.95 <= error(shifted) <= 1.25 * error(pair)  # whole counts on short segments vary themselves
    moved = shifted.statistics.values - pair.statistics.values
    assert not moved[0].any() and moved[1].any()
    assert np.abs(moved[1] - moved[1].sum(axis=0) * (sizes / sizes.sum())[:, None]).max() <= 1  # in proportion


def documents(rng: np.random.Generator, n: int, errors_a: float, errors_b: float) -> NDArray[np.int64]:
    """Errors and words of two systems on unequal documents; how hard a document is they share."""
    words = np.rint(rng.lognormal(5, 0.7, n)).astype(np.int64) + 10
    hard = rng.normal(0, 0.05, n)
    drawn = [rng.binomial(words, np.clip(rate + hard, 0, 1)) for rate in (errors_a, errors_b)]
    return np.stack([np.stack([one, words], axis=-1) for one in drawn])


def rate(values: NDArray[np.int64]) -> Measurement:
    return Measurement(
        "rate", "rate", "", Statistics.from_values(values), lambda s: 100 * s[..., 0] / s[..., 1], False, scale=100
    )


def found(measurement: Measurement) -> bool:
    first, second = jackknife_scores(measurement)
    n = measurement.statistics.n_units
    return bool(abs(lead(measurement)) > stats.t.ppf(0.975, n - 1) * standard_error(second - first))


@pytest.mark.parametrize("wanted", [0.7, 1.2])
def test_power_of_a_shift_is_that_of_systems_that_truly_differ(wanted: float) -> None:
    """Two equal systems on 2,000 documents, shifted, against brute force: fresh documents of a better system."""
    rng = np.random.default_rng(8)
    pilot = rate(documents(rng, 2000, 0.3, 0.3))
    shifted = shifted_systems(pilot, -wanted, pilot.statistics.values[0, :, 1].astype(np.float64))
    n, n_sets = 100, 1000
    drawn = (shifted.statistics.values[:, rng.integers(2000, size=n)] for _ in range(n_sets))
    by_shift = np.mean([found(rate(values)) for values in drawn])
    truly = np.mean([found(rate(documents(rng, n, 0.3, 0.3 - wanted / 100))) for _ in range(n_sets)])
    assert 0.2 < truly < 0.95
    assert by_shift == pytest.approx(truly, abs=0.06)  # three standard errors of the difference of two such shares


def test_a_mean_is_shifted_by_its_own_sizes_and_its_spread_stays() -> None:
    rng = np.random.default_rng(2)
    sums, sizes = rng.normal(size=(2, 50)), np.tile(rng.integers(1, 20, 50), (2, 1))
    statistics = Statistics.from_values(np.stack([sums, sizes.astype(np.float64)], axis=-1))
    mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
    shifted = shifted_systems(mean, 2.0, np.arange(50.0))
    assert lead(shifted) == pytest.approx(2.0, abs=1e-6)
    assert error(shifted) == pytest.approx(error(mean), rel=1e-6)


def test_what_cannot_be_shifted_is_refused() -> None:
    pair, sizes = example("bleu", "harbour", "lantern")
    with pytest.raises(SpecError, match="cannot be made under BLEU: ask for a smaller difference"):
        shifted_systems(pair, 95.0, sizes)
    same = replace(pair, statistics=replace(pair.statistics, values=pair.statistics.values[[0, 0]]))
    with pytest.raises(SpecError, match="outputs of harbour and lantern do not differ under BLEU"):
        shifted_systems(same, 1.0, sizes)
    with pytest.raises(SpecError, match="between two systems, not 1"):
        shifted_systems(replace(pair, statistics=replace(pair.statistics, values=pair.statistics.values[:1])), 1, sizes)


def test_systems_that_cannot_be_made_equal_are_named_two_by_two() -> None:
    family, sizes = example("bleu", "orator", "tangle", "harbour")
    sentence = "The outputs of orator and tangle cannot be brought to one score under BLEU: 32.88 is too far from 12.95"
    with pytest.raises(SpecError, match=sentence):  # nobody asked for a difference that could be smaller
        equal_systems(family, sizes)


def test_systems_are_shifted_to_one_score_but_for_one() -> None:
    family, sizes = example("ter", "harbour", "tangle", "lantern", "orator")
    before = family.scores(family.statistics.totals())
    equal = equal_systems(family, sizes).scores(equal_systems(family, sizes).statistics.totals())
    assert np.ptp(equal) < 0.1 < np.ptp(before) and equal[0] == before[0]
    apart = equal_systems(family, sizes, apart=0)
    scores = apart.scores(apart.statistics.totals())
    assert scores[:2].tolist() == before[:2].tolist() and np.ptp(scores[1:]) < 0.1


def test_a_score_that_levels_off_cannot_be_shifted_beyond_its_end() -> None:
    counts = np.random.default_rng(3).integers(0, 4, (2, 40))
    statistics = Statistics.from_values(np.stack([counts, np.ones_like(counts)], axis=-1))
    level = Measurement("m", "M", "", statistics, lambda s: np.tanh(s[..., 0] / s[..., 1]), True)
    with pytest.raises(SpecError, match="cannot be made under M: ask for a smaller difference"):
        shifted_systems(level, 3.0, np.ones(40))
