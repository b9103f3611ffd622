"""What judging metrics costs, beside mt-metrics-eval: WMT23 en-de, 12 systems, MQM, one core.

Usage: STEELYARD_TEST_DATA=FOLDER python benchmarks/metrics_task.py [--mt-metrics-eval FOLDER] [--metrics 4] [--runs 5]
           [--job "soft pairwise accuracy"] [--made-up 20x1000]
FOLDER/data holds wmt23-en-de. mt-metrics-eval is no package of PyPI (the one of that name is another's): name the
folder of a checkout of google-research/mt-metrics-eval, whose stats.py is called as its tasks call it. Without it only
Steelyard is timed. --job does those whose name has the word; --made-up SYSTEMSxSEGMENTS takes random numbers instead of
WMT23. Answers are printed beside each other, too: p-values are of other draws. CPU seconds, the median of
the runs; the peer's jobs run once for every five.
"""

import argparse
import csv
import gzip
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.meta import calibrate_ties, decision_null, permutation_null, soft_accuracy_null, soft_pairwise_accuracy

Array = NDArray[np.float64]
NAMES = ("BLEU-refA", "chrF-refA", "COMET-refA", "GEMBA-MQM-src", "BERTscore-refA", "XCOMET-Ensemble-refA")
N_DRAWS = 1000
N_SLOW = 100  # draws of the tests that take the peer minutes


def read(folder: Path, n_metrics: int) -> tuple[Array, Array]:
    """Return the scores of metrics (M, S, N) and people's ratings (S, N), of outputs of systems that all have."""
    with gzip.open(folder / "metrics" / "seg.tsv.gz", "rt", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    with (folder / "human" / "mqm.seg.tsv").open(encoding="utf-8") as file:
        judged = {(row["system"], row["line"]): row["score"] for row in csv.DictReader(file, delimiter="\t")}
    others = [name for name in rows[0] if name not in ("system", "line", *NAMES)]
    names = [*NAMES, *others][:n_metrics]
    systems = [name for name in dict.fromkeys(row["system"] for row in rows) if name not in ("refA", "synthetic_ref")]
    by_output = {(row["system"], row["line"]): row for row in rows}
    lines = [line for line in dict.fromkeys(row["line"] for row in rows) if judged[systems[0], line] != "NA"]
    scores = [[[float(by_output[system, line][name]) for line in lines] for system in systems] for name in names]
    return np.array(scores), np.array([[float(judged[system, line]) for line in lines] for system in systems])


def cost(run: Callable[[], Any], n_runs: int) -> tuple[float, Any]:
    """Return CPU seconds of a run, and what it found."""
    seconds, found = [], None
    for _ in range(n_runs):
        began = time.process_time()
        found = run()
        seconds.append(time.process_time() - began)
    return statistics.median(seconds), found


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mt-metrics-eval", metavar="FOLDER", help="checkout of google-research/mt-metrics-eval")
    parser.add_argument("--metrics", type=int, default=4, help="how many take part (4)")
    parser.add_argument("--job", default="", help="those whose name has this (all)")
    parser.add_argument("--made-up", metavar="SYSTEMSxSEGMENTS", help="random numbers of this size, not WMT23's")
    parser.add_argument("--runs", type=int, default=5, help="of each job (5)")
    given = parser.parse_args()
    if given.made_up:
        rng, shape = np.random.default_rng(1), tuple(map(int, given.made_up.split("x")))
        scores, ratings = rng.normal(size=(given.metrics, *shape)), rng.normal(size=shape)
    else:
        scores, ratings = read(Path(os.environ["STEELYARD_TEST_DATA"]) / "data" / "wmt23-en-de", given.metrics)
    n_metrics, n_systems, n_items = scores.shape
    pairs = [(a, b) for a in range(n_metrics) for b in range(a + 1, n_metrics)]
    print(f"{n_metrics} metrics, {n_systems} systems, {n_items} segments, {len(pairs)} pairs, {N_DRAWS:,} draws\n")
    peer = Peer(given.mt_metrics_eval, scores, ratings) if given.mt_metrics_eval else None

    def exchanged() -> Array:
        null = permutation_null(scores, ratings, swap="both", level="global", n_resamples=N_DRAWS, rng=1)
        return null.p_values("better")

    def exchanged_soft() -> Array:
        null = soft_accuracy_null(scores, ratings, n_resamples=N_SLOW, n_inner=N_DRAWS, rng=1, ties=">=")
        return null.p_values("better")

    def exchanged_decisions() -> Array:
        by_segment = scores.swapaxes(1, 2)
        fitted = [calibrate_ties(one, ratings.T).threshold for one in by_segment]
        return decision_null(by_segment, ratings.T, fitted, unit="pairs", n_resamples=N_SLOW, rng=1).p_values("better")

    jobs: dict[str, tuple[Callable[[], Any], Callable[[], Any] | None]] = {
        "acc_eq, ties calibrated": (
            lambda: [calibrate_ties(x.T, ratings.T).accuracy for x in scores],
            peer and peer.calibrated,
        ),
        "soft pairwise accuracy": (
            lambda: soft_pairwise_accuracy(scores, ratings, n_resamples=N_DRAWS, rng=1, ties=">=").values,
            peer and peer.soft,
        ),
        "PERM-BOTH of Pearson, all outputs": (exchanged, peer and peer.perm_both),
        f"PERM-BOTH of soft accuracy, {N_SLOW} draws": (exchanged_soft, peer and peer.perm_soft),
        f"exchanged decisions of acc_eq, {N_SLOW} draws": (exchanged_decisions, peer and peer.decisions),
    }
    print(f"{'CPU seconds':<40}{'mt-metrics-eval':>16}{'Steelyard':>12}{'times':>8}")
    for name, (ours, theirs) in jobs.items():
        if given.job not in name:
            continue
        own, found = cost(ours, given.runs)
        other, said = cost(theirs, max(1, given.runs // 5)) if theirs else (None, [])
        told = "" if other is None else f"{other:.3f}"
        print(f"{name:<40}{told:>16}{own:>12.4f}{'' if other is None else f'{other / own:.1f}':>8}", flush=True)
        for values in (said, found):
            print("".join(f"{value:10.4f}" for value in values))


class Peer:
    """The functions of mt-metrics-eval, called as its tasks call them."""

    def __init__(self, folder: str, scores: Array, ratings: Array) -> None:
        """Import it from a checkout, and put the scores into its own objects."""
        sys.path.insert(0, folder)
        from mt_metrics_eval import stats
        from scipy.stats import pearsonr

        self._stats, self._pearson = stats, pearsonr
        n_systems = len(ratings)
        gold = ratings.ravel().tolist()
        self._corrs = [stats.Correlation(n_systems, gold, one.ravel().tolist()) for one in scores]

    def calibrated(self) -> list[float]:
        """Fit the threshold of ties of every metric."""
        return [
            self._stats.KendallWithTiesOpt(
                one.gold_scores, one.metric_scores, "acc23", one.num_sys, "item", sample_rate=1.0
            )[0]
            for one in self._corrs
        ]

    def soft(self) -> list[float]:
        """Take soft pairwise accuracy of every metric."""
        return [
            self._stats.PairwiseConfidenceError(
                one.gold_scores, one.metric_scores, num_sys=one.num_sys, num_permutations=N_DRAWS
            )[0]
            for one in self._corrs
        ]

    def perm_both(self) -> list[float]:
        """Exchange scores of all pairs of metrics."""
        return self._exchanged(self._pearson, N_DRAWS)

    def perm_soft(self) -> list[float]:
        """Exchange scores of all pairs of metrics, and take soft pairwise accuracy."""
        n_systems = self._corrs[0].num_sys
        return self._exchanged(partial(self._stats.PairwiseConfidenceError, num_sys=n_systems), N_SLOW)

    def decisions(self) -> list[float]:
        """Exchange decisions of all pairs of metrics."""
        test = self._stats.PairwisePermutationSigDiff
        return [test(b, a, "acc23", "item", N_SLOW, self._whole(N_SLOW))[0] for a, b in self._pairs()]

    def _exchanged(self, statistic: Callable[..., Any], n: int) -> list[float]:
        test = self._stats.PermutationSigDiff
        return [test(b, a, statistic, "none", n, self._whole(n))[0] for a, b in self._pairs()]

    def _pairs(self) -> Iterator[tuple[Any, Any]]:
        return combinations(self._corrs, 2)

    def _whole(self, n: int) -> Any:
        return self._stats.PermutationSigDiffParams(block_size=n)  # no early stop


if __name__ == "__main__":
    main()
