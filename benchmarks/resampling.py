"""Resampling alone: CPU seconds in this process on statistics that are counted before the clock starts, one core.

sacreBLEU's tests run by their own code on its own statistics of the same lines, with the draws it takes by default;
its seconds are scaled to the draws of the row.

Usage: benchmarks/run.sh resampling [--runs 3] [--only NAME]
"""

import argparse
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from corpus import paths_of, write_corpus
from functions import Pair, Run, print_rows

import steelyard as sy
from steelyard.inference import (
    bootstrap_draws,
    bootstrap_scores,
    exact_randomization,
    influence_values,
    jackknife_scores,
    randomization,
    shifted_bootstrap,
)
from steelyard.types import Measurement

PAIR = [(0, 1)]


def measurement_of(texts: list[list[str]], metric: str) -> Measurement:
    """Count two systems; the first text is the reference."""
    data = sy.TestSet(references=[texts[0]], systems={"a": texts[1], "b": texts[2]})
    return sy.evaluate(data, metrics=[metric]).measurements[0]


def rows_of(texts: list[list[str]], many: list[list[str]]) -> Iterator[Pair]:
    """List what is timed: 3,000 segments, and 100,000 for one row."""
    from sacrebleu.metrics import BLEU
    from sacrebleu.significance import Result, _paired_ar_test, _paired_bs_test

    bleu, ter, large = measurement_of(texts, "bleu"), measurement_of(texts, "ter"), measurement_of(many, "bleu")
    metric = BLEU(references=[texts[0]])
    theirs = metric._extract_corpus_statistics(texts[1], None)  # noqa: SLF001  # what its tests take
    baseline = {"BLEU": (np.array(theirs), Result(metric.corpus_score(texts[1], None).score))}

    def sacrebleu(test: Callable[..., object], n_samples: int) -> Run:
        return lambda: test(baseline, "b", texts[2], None, {"BLEU": metric}, n_samples=n_samples, seed=1)

    def resampled(measurement: Measurement, n: int) -> Run:
        draws = bootstrap_draws(measurement.statistics.n_units, n, rng=1)
        return lambda: bootstrap_scores([measurement], draws)

    def drawn(test: Callable[..., object], measurement: Measurement, n: int) -> Run:
        return lambda: test([measurement], PAIR, n_resamples=n, rng=1).p_values("two-sided")  # type: ignore[attr-defined]

    million = 1_000_000
    yield Pair(
        "randomization, 1,000,000 draws", "sacreBLEU paired-ar", drawn(randomization, bleu, million),
        sacrebleu(_paired_ar_test, 10_000), 100,
    )  # fmt: skip
    yield Pair(
        "shifted bootstrap, 1,000,000 draws", "sacreBLEU paired-bs", drawn(shifted_bootstrap, bleu, million),
        sacrebleu(_paired_bs_test, 1000), 1000,
    )  # fmt: skip
    yield Pair("randomization, 1,000 draws of 100,000 segments", "", drawn(randomization, large, 1000), None)
    yield Pair("shifted bootstrap, 1,000 draws of 100,000 segments", "", drawn(shifted_bootstrap, large, 1000), None)
    yield Pair("scores of 10,000 resamples", "", resampled(bleu, 10_000), None)
    yield Pair("what the jackknife takes from each segment", "", lambda: jackknife_scores(bleu), None)
    yield Pair("what the delta method takes from each segment", "", lambda: influence_values(bleu), None)
    yield Pair("exact randomization of TER", "", lambda: exact_randomization([ter], PAIR).p_values("two-sided"), None)


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3, help="alternating runs of each (3)")
    parser.add_argument("--only", default="", help="only lines whose name holds this")
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    texts = []
    for n in (3000, 100_000):
        with tempfile.TemporaryDirectory() as folder:
            write_corpus(Path(folder), n, 2)
            reference, systems = paths_of(Path(folder), n, 2)
            texts.append([path.read_text(encoding="utf-8").splitlines() for path in (reference, *systems)])
    print(
        "\nTwo systems of 3,000 segments, BLEU\n\n| work | peer | ours | theirs | ratio |\n|---|---|---|---|---|",
        flush=True,
    )
    print_rows(rows_of(*texts), arguments.runs, arguments.only)


if __name__ == "__main__":
    main()
