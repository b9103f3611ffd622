"""Every metric against an independent answer on random and adversarial pairs: no difference may be left unexplained.

Metrics come from the registry; one that nobody answers for is named.
"""

import argparse
import math
import random
import sys
import time

import numpy as np
from numpy.typing import NDArray

import steelyard as sy
from steelyard.metrics import Metric, available, measure, parse
from tests.reliability.oracles import Oracle, oracles
from tests.reliability.pairs import Pair, draw_pairs

TOLERANCE = 1e-7  # scores that are no whole numbers are held on a grid of 2**-32, and some are percentages
_AT_ONCE = 2000


def main() -> None:
    """Compare, print a line for each oracle, and leave with 1 if something differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=1_000_000, metavar="N", help="of each oracle (1,000,000)")
    parser.add_argument("--seconds", type=float, default=math.inf, metavar="S", help="at most, of each oracle")
    parser.add_argument("--metrics", default="", metavar="TEXT", help="only those with this in their spelling")
    parser.add_argument("--seed", type=int, default=1, help="of the pairs (1)")
    arguments = parser.parse_args()
    every, n_pairs, n_different = oracles(), 0, 0
    for oracle in every:
        if arguments.metrics in oracle.spelling:
            done, different, seconds = compare(oracle, arguments.pairs, arguments.seconds, arguments.seed)
            n_pairs, n_different = n_pairs + done, n_different + len(different)
            cost = 1e6 * seconds / max(done, 1)
            print(f"{oracle.spelling}, {oracle.name}: {done} pairs, {len(different)} different, {cost:.0f} us a pair")
            print(*(f"  {line}" for line in different[:3]), sep="\n", end="\n" if different else "", flush=True)
    covered = {parse(oracle.spelling).name for oracle in every}
    print(f"without an oracle here: {', '.join(name for name in available() if name not in covered)}")
    print(f"all: {n_pairs} pairs, {n_different} different")
    sys.exit(bool(n_different))


def compare(oracle: Oracle, n: int, seconds: float, seed: int) -> tuple[int, list[str], float]:
    """Compare so many pairs, or for so long; return how many, what differs, and the seconds that the oracle took."""
    metric, rng, done, spent = parse(oracle.spelling), random.Random(seed), 0, 0.0
    different: list[str] = []
    began = time.perf_counter()
    while done < n and time.perf_counter() - began < seconds:
        pairs = draw_pairs(min(_AT_ONCE, n - done), rng, oracle.longest, is_wild=oracle.is_wild)
        ours = scores_of(metric, pairs)
        start = time.process_time()
        theirs = [oracle.score(*pair) for pair in pairs]
        spent += time.process_time() - start
        done += len(pairs)
        for pair, one, other in zip(pairs, ours.tolist(), theirs, strict=True):
            if not (math.isnan(other) or abs(one - other) <= TOLERANCE):
                different.append(f"{pair}: {one!r}, {oracle.name} {other!r}")
    return done, different, spent


def scores_of(metric: Metric, pairs: list[Pair]) -> NDArray[np.float64]:
    """Return the score of each pair, as of a text of one segment."""
    hypotheses, references = (list(side) for side in zip(*pairs, strict=True))
    [measured] = measure(sy.TestSet(references=[references], systems={"x": hypotheses}), [metric])
    return measured.scores(measured.statistics.values.astype(np.float64))[0]


if __name__ == "__main__":
    main()
