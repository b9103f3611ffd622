"""The tests of sacreBLEU and compare-mt, run by their own code, on the same test sets as ours.

Both get the statistics of the drawn segments in place of texts, so that nothing but the test is compared.
compare-mt comes from PyPI (`pip install compare-mt`); where it is missing, its rows are.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from levels.data_sets import Design, draw, equal_scores
from levels.false_alarms import ALPHAS
from levels.pool import PAIRS, Pool
from steelyard.types import Measurement

__all__ = ["cells", "run_cell"]

_N_RESAMPLES = 1000
_SIZE = 300
_ROOM = Design("segment", "segment"), Design("document", "segment")  # neither peer knows documents


def cells() -> Iterator[dict[str, object]]:
    """List what is measured."""
    for kind, metrics in (("equal scores", ("BLEU", "TER")), ("exchanged", ("BLEU",))):
        for metric in metrics:
            for design in _ROOM:
                yield {
                    "kind": kind, "pair": "alike", "metric": metric, "drawn": design.drawn, "unit": design.unit,
                    "size": _SIZE,
                }  # fmt: skip


def run_cell(pool: Pool, cell: dict[str, object], n_repetitions: int, seed: int) -> list[dict[str, object]]:
    """Run every peer's test on each set."""
    pair = pool.of(str(cell["metric"]), PAIRS["alike"])
    drawn = str(cell["drawn"])
    population = equal_scores(pool, pair, drawn, seed=seed) if cell["kind"] == "equal scores" else pair
    exchange = cell["kind"] == "exchanged"
    rejected: dict[str, list[int]] = {}
    sets = draw(pool, population, drawn, n_repetitions, n_segments=_SIZE, exchange=exchange, seed=seed)
    for number, one in enumerate(sets):
        for name, p_value in p_values(one.measurement, (seed + number) % 2**32).items():
            # compare-mt calls a system better below its threshold, sacreBLEU's reader at or below alpha.
            found = [p_value < alpha if name == "compare-mt" else p_value <= alpha for alpha in ALPHAS]
            rejected[name] = [a + b for a, b in zip(rejected.get(name, [0] * len(ALPHAS)), found, strict=True)]
    return [{**cell, "test": name, "n": n_repetitions, "rejected": counts} for name, counts in rejected.items()]


def p_values(measurement: Measurement, seed: int) -> dict[str, float]:
    """Test the two systems of one set with each peer."""
    from sacrebleu.significance import Result, _paired_ar_test, _paired_bs_test

    a, b = measurement.statistics.values.astype(np.float64)
    metric: Any = _Summed(measurement, b)
    baseline = {"metric": (a, Result(metric.score(a.sum(axis=0))))}
    segments = [""] * len(a)
    found = {}
    for name, test in (("sacreBLEU paired-ar", _paired_ar_test), ("sacreBLEU paired-bs", _paired_bs_test)):
        _, results = test(baseline, "b", segments, None, {"metric": metric}, n_samples=_N_RESAMPLES, seed=seed)
        found[name] = float(results["metric"].p_value or 0.0)
    try:
        from compare_mt.sign_utils import eval_with_paired_bootstrap
    except ImportError:
        return found
    np.random.seed(seed)  # noqa: NPY002  # what compare-mt draws from
    scorer = SimpleNamespace(score_cached_corpus=lambda rows, cached: (metric.better(cached[rows].sum(axis=0)), ""))
    [shares], _ = eval_with_paired_bootstrap(
        segments, [a, b], segments, scorer, num_samples=_N_RESAMPLES, cache_stats=[_Cached(a), _Cached(b)]
    )
    return found | {"compare-mt": 1 - max(shares[0], shares[1])}


class _Cached(np.ndarray):  # compare-mt asks whether there is a cache by its truth
    def __new__(cls, values: NDArray[np.float64]) -> "_Cached":
        return values.view(cls)

    def __bool__(self) -> bool:
        return True


class _Summed:
    """What sacreBLEU's tests ask of a metric, answered from sums of ours."""

    def __init__(self, measurement: Measurement, statistics: NDArray[np.float64]) -> None:
        self._measurement = measurement
        self._statistics = statistics

    def score(self, sums: NDArray[np.float64]) -> float:
        return float(self._measurement.scores(np.asarray(sums, dtype=np.float64).reshape(1, -1))[0])

    def better(self, sums: NDArray[np.float64]) -> float:
        return self.score(sums) if self._measurement.higher_is_better else -self.score(sums)

    def _extract_corpus_statistics(self, _hypotheses: object, _references: object) -> NDArray[np.float64]:
        return self._statistics

    def _aggregate_and_compute(self, rows: NDArray[np.float64]) -> SimpleNamespace:
        return SimpleNamespace(score=self.score(np.asarray(rows).sum(axis=0)))

    def _compute_score_from_stats(self, sums: NDArray[np.float64]) -> SimpleNamespace:
        return SimpleNamespace(score=self.score(sums))
