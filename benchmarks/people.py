"""Ratings and meta-evaluation: CPU seconds in this process on one core, and of a process that reads a million marks.

mt-metrics-eval is in no package index, so it cannot run beside. Its recorded CPU seconds a metric (13 systems x 460
segments of WMT23 English-German) are scaled by a peer that can: sacreBLEU's process for BLEU of one system of 3,000
lines took 0.888 s where they were recorded, and is timed here.

Usage: benchmarks/run.sh people [--runs 7]
The scores are those of WMT23's metrics, and the marks WMT21's, repeated, where STEELYARD_TEST_DATA names their folder;
else scores are made up, and there is no row of marks.
"""

import argparse
import gzip
import itertools
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from commands import run_once
from corpus import paths_of
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from steelyard.human import MQM_WEIGHTS, rater_penalties, segment_means
from steelyard.inference import randomization
from steelyard.meta import calibrate_ties, soft_pairwise_accuracy
from steelyard.reading.formats import read_mqm, read_output_scores
from steelyard.types import Measurement, Statistics

RECORDED = {"sacrebleu": 0.888, "tie calibration": 0.26, "soft pairwise accuracy": 0.013}
N_MARKS = 1_000_000
Array = NDArray[np.float64]


def scores_and_ratings() -> tuple[Array, Array]:
    """Return scores of 68 metrics, shape (68, 13, 460), and ratings, shape (13, 460)."""
    data = os.environ.get("STEELYARD_TEST_DATA")
    rng = np.random.default_rng(1)
    if not data:
        ratings = -rng.choice([0.0, 0.1, 1.0, 2.0, 5.0, 10.0], (13, 460))
        return ratings + rng.normal(0, 3, (68, 13, 460)), ratings
    folder = Path(data, "data", "wmt23-en-de")
    (human,) = read_output_scores(folder / "human" / "mqm.seg.tsv")
    is_rated = np.isfinite(human.values).all(axis=0)
    metrics = [metric.select(human.systems).values for metric in read_output_scores(folder / "metrics" / "seg.tsv.gz")]
    scores = np.array(metrics)[:, :, is_rated]
    return np.where(np.isnan(scores), rng.normal(size=scores.shape), scores), human.values[:, is_rated]


def seconds(run: Callable[[], object]) -> float:
    """Time one call."""
    start = time.process_time()
    run()
    return time.process_time() - start


def sacrebleu_on(folder: str) -> list[str]:
    """Write 3,000 lines, and return the command that scores them."""
    script = str(Path(__file__).with_name("corpus.py"))
    subprocess.run([sys.executable, script, folder, "3000", "4"], check=True)
    reference, systems = paths_of(Path(folder), 3000, 4)
    return [sys.executable, "-m", "sacrebleu", str(reference), "-i", str(systems[3]), "-m", "bleu", "--force"]


def write_marks(path: Path, source: Path) -> None:
    """Repeat real marks up to a million rows, each time as other segments of other documents."""
    header, *rows = gzip.decompress(source.read_bytes()).split(b"\n")
    names = header.split(b"\t")
    segment, document = names.index(b"seg_id"), names.index(b"doc")
    cells = [row.split(b"\t") for row in rows if row]
    last = max(int(row[segment]) for row in cells)
    with path.open("wb") as file:
        file.write(header + b"\n")
        for number in range(N_MARKS):
            n_before, place = divmod(number, len(cells))
            row = list(cells[place])
            row[segment] = b"%d" % (int(row[segment]) + n_before * last)
            row[document] += b"-%d" % n_before
            file.write(b"\t".join(row) + b"\n")


def test_marks(path: Path) -> None:
    """Read marks, score the systems, and test all pairs by exchanging documents."""
    marks = read_mqm(path, strict=False)
    table = MQM_WEIGHTS["google-wmt21"].table(marks.severities.names, marks.categories.names)
    costs = table[marks.severities.codes, marks.categories.codes]
    found = rater_penalties(costs, marks.systems.codes, marks.segments, marks.raters.codes)
    means = segment_means(-found.penalties, found.systems, found.segments)
    common = np.flatnonzero(means.is_common)
    of_segment = np.zeros(means.means.shape[1], np.int64)
    of_segment[marks.segments] = marks.documents.codes
    documents = np.unique(of_segment[common], return_inverse=True)[1]
    scores = means.means[:, common]
    sums = Statistics.from_values(np.stack([scores, np.ones_like(scores)], axis=-1), documents)
    human = Measurement("mqm", "MQM", "", sums, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
    pairs = list(itertools.combinations(range(len(scores)), 2))
    null = randomization([human.by_document(documents)], pairs, n_resamples=10_000, rng=1)
    print(scores.shape, len(np.unique(documents)), len(pairs), null.p_values("two-sided").min())


def print_marks(n_runs: int) -> None:
    """Print what a process needs for a million marks, where there are real ones."""
    data = os.environ.get("STEELYARD_TEST_DATA")
    if not data:
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "marks.tsv")
        source = Path(data, "data", "mqm-ted2021-en-de", "human", "ratings.tsv.gz")
        # In a process of its own: the peak memory of a child is never reported below that of the process it came from.
        subprocess.run([sys.executable, __file__, "--write", str(path), str(source)], check=True)
        command = [sys.executable, __file__, "--marks", str(path)]
        costs = [run_once(command, dict(os.environ)) for _ in range(n_runs)]
    cpu, memory = (statistics.median(getattr(cost, what) for cost in costs) for what in ("cpu", "memory"))
    print(f"| {N_MARKS:,} MQM marks read, scored, all pairs tested: {memory:.0f} MiB | | {cpu:.2f} | | |", flush=True)


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7, help="alternating runs, of which the least counts (7)")
    parser.add_argument("--marks", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--write", type=Path, nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.write:
        write_marks(*arguments.write)
        return
    if arguments.marks:
        test_marks(arguments.marks)
        return
    threadpool_limits(1, "blas")  # as the commands do: more threads than cores wait, and waiting costs CPU time too
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print("\n| work | peer | ours | theirs, scaled | ratio |\n|---|---|---|---|---|", flush=True)
    print_marks(3)  # first: memory of children
    scores, ratings = scores_and_ratings()

    def calibrated(few: Array) -> Callable[[], object]:
        return lambda: [calibrate_ties(metric.T, ratings.T) for metric in few]

    def soft(few: Array) -> Callable[[], object]:
        return lambda: soft_pairwise_accuracy(few, ratings, n_resamples=1000, rng=1)

    rows = [
        ("tie calibration", 1, calibrated(scores[:1])),
        ("tie calibration", len(scores), calibrated(scores)),
        ("soft pairwise accuracy", 1, soft(scores[:1])),
        ("soft pairwise accuracy", len(scores), soft(scores)),
    ]
    times = []
    with tempfile.TemporaryDirectory() as folder:
        command = sacrebleu_on(folder)
        for _ in range(arguments.runs):
            times.append([run_once(command, dict(os.environ)).cpu, *(seconds(run) for _, _, run in rows)])
    sacrebleu, *ours = map(min, zip(*times, strict=True))
    scale = sacrebleu / RECORDED["sacrebleu"]
    for (name, n, _), spent in zip(rows, ours, strict=True):
        theirs = RECORDED[name] * n * scale
        metrics = f"{n} metrics" if n > 1 else "one metric"
        print(f"| {name}, {metrics} | mt-metrics-eval | {spent:.4f} | {theirs:.3f} | {theirs / spent:.0f}x |")
    print(f"\nsacreBLEU takes {scale:.2f} times what it took where mt-metrics-eval was recorded.")


if __name__ == "__main__":
    main()
