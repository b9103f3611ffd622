"""Scores of all pairs of a pool beside peers: CPU seconds in this process on texts that are in memory, one core.

Pools are made up: candidates of one line each, with 5 to 45 in 100 words wrong; `lines` are all different. Runs of ours
and the peer's alternate. What a peer would need minutes for is timed for some pairs, and multiplied.

Usage: benchmarks/run.sh pairwise [--runs 5] [--only NAME]
"""

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus import paths_of, write_corpus

from steelyard.metrics import aggregated_scores, pairwise_scores, parse

Run = Callable[[], object]
Pool = Sequence[str]
METEOR = "meteor-1.5(without=(synonym, paraphrase), function_words=none, tokenize=13a)"


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    name: str
    n_pairs: int
    ours: Run
    peer: str = ""
    theirs: Run | None = None
    factor: float = 1.0  # that makes the peer's work as much as ours


def make_pools(n_sources: int, n_candidates: int) -> list[Pool]:
    """Make candidates for some lines: shape (n_sources, n_candidates)."""
    with tempfile.TemporaryDirectory() as folder:
        write_corpus(Path(folder), n_sources, n_candidates)
        _, systems = paths_of(Path(folder), n_sources, n_candidates)
        outputs = [path.read_text(encoding="utf-8").splitlines() for path in systems]
    return list(zip(*outputs, strict=True))


def rows() -> list[Row]:
    """List what is timed."""
    import fastchrf
    from sacrebleu.metrics import BLEU, CHRF, TER

    [pool], lines = make_pools(1, 1024), [first for [first] in make_pools(1024, 1)]
    pools = make_pools(50, 100)
    some = pool[::32]

    def ours(spelling: str, pools: Sequence[Pool]) -> Run:
        return lambda: [pairwise_scores(parse(spelling), pool) for pool in pools]

    def fast(pools: Sequence[Pool]) -> Run:
        return lambda: fastchrf.pairwise_chrf(pools, pools)

    def sacrebleu(metric: BLEU | CHRF | TER) -> Run:
        return lambda: [metric.sentence_score(text, [other]) for text in some for other in some]

    thousand, hundreds, sampled = 1024 * 1024, 50 * 100 * 100, 32 * 32
    return [
        Row("chrF, a pool of 1,024", thousand, ours("chrf", [pool]), "fastChrF", fast([pool[::8]]), 64),
        Row("chrF, 1,024 lines", thousand, ours("chrf", [lines]), "fastChrF", fast([lines[::8]]), 64),
        Row("chrF, 50 pools of 100", hundreds, ours("chrf", pools), "fastChrF", fast(pools[::10]), 10),
        Row(
            "chrF, expected counts of 1,024", 1024, lambda: aggregated_scores(parse("chrf"), pool),
            "fastChrF aggregate_chrf", lambda: fastchrf.aggregate_chrf([pool], [pool]),
        ),
        Row(
            "chrF++, a pool of 1,024", thousand, ours("chrf++", [pool]),
            "sacreBLEU", sacrebleu(CHRF(word_order=2)), thousand / sampled,
        ),
        Row(
            "BLEU, a pool of 1,024", thousand, ours("bleu", [pool]),
            "sacreBLEU", sacrebleu(BLEU(effective_order=True)), thousand / sampled,
        ),
        Row("TER, 50 pools of 100", hundreds, ours("ter", pools), "sacreBLEU", sacrebleu(TER()), hundreds / sampled),
        Row("RIBES, 50 pools of 100", hundreds, ours("ribes", pools)),
        Row("METEOR 1.5, words and stems, 10 pools of 100", 10 * 100 * 100, ours(METEOR, pools[::5])),
    ]  # fmt: skip


def seconds(run: Run) -> float:
    """Time one call."""
    start = time.process_time()
    run()
    return time.process_time() - start


def told(times: Sequence[float]) -> str:
    """Print the least and the median."""
    return f"{min(times):.3f} ({statistics.median(times):.3f})"


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="alternating runs of each (5)")
    parser.add_argument("--only", default="", help="only lines whose name holds this")
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print("\n| all pairs | ours | us a pair | peer | theirs | ratio |\n|---|---|---|---|---|---|", flush=True)
    for row in rows():
        if arguments.only not in row.name:
            continue
        runs = [run for run in (row.ours, row.theirs) if run is not None]
        ours, *theirs = zip(*([seconds(run) for run in runs] for _ in range(arguments.runs)), strict=True)
        scaled = [row.factor * taken for taken in theirs[0]] if theirs else []
        peers = f"{row.peer} | {told(scaled)} | {min(scaled) / min(ours):.0f}x" if scaled else " | | "
        print(f"| {row.name} | {told(ours)} | {min(ours) / row.n_pairs * 1e6:.2f} | {peers} |", flush=True)


if __name__ == "__main__":
    main()
