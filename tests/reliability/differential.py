"""Every metric against an independent answer on random and adversarial pairs: no difference may be left unexplained.

Metrics come from the registry; one that nobody answers for is a failure, too.
"""

import argparse
import math
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass

from tests.laws.annotated import forget
from tests.reliability.oracles import Oracle, oracles, without_oracle
from tests.reliability.pairs import draw_cases
from tests.reliability.sets import scores_of

# Sums that are no whole numbers are held on a grid of 2**-32, and some scores are percentages.
TOLERANCE, RELATIVE_TOLERANCE = 1e-7, 1e-9
_AT_ONCE = 2000


@dataclass(frozen=True)
class Compared:
    """What came out for one oracle.

    Attributes
    ----------
    n_pairs : int
        Drawn.
    n_not_compared : int
        Of these, that the oracle has no answer for.
    different : list of str
        Those that differ, with both scores.
    seconds, oracle_seconds : float
        Of this process, in all and of the oracle.
    """

    n_pairs: int
    n_not_compared: int
    different: list[str]
    seconds: float
    oracle_seconds: float


def main() -> None:
    """Compare, print a line for each oracle, and leave with 1 if something differs or a metric has no oracle."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--pairs",
        type=int,
        default=1_000_000,
        metavar="N",
        help="of each metric and who answers for it; its variants share them (1,000,000)",
    )
    parser.add_argument("--seconds", type=float, default=math.inf, metavar="S", help="at most, of each oracle")
    parser.add_argument(
        "--metrics", nargs="+", default=[""], metavar="TEXT", help="only those with this in their spelling"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the pairs (1)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes that share the oracles (1)")
    arguments = parser.parse_args()
    chosen = [i for i, oracle in enumerate(oracles()) if any(text in oracle.spelling for text in arguments.metrics)]
    if not chosen:
        parser.error(f"no metric is spelled with {' or '.join(arguments.metrics)}")
    n_pairs = n_different = n_not_compared = 0
    limits = arguments.pairs, arguments.seconds, arguments.seed
    for oracle, found in _in_turn(chosen, limits) if arguments.jobs == 1 else _at_once(chosen, limits, arguments.jobs):
        n_pairs, n_different = n_pairs + found.n_pairs, n_different + len(found.different)
        n_not_compared += found.n_not_compared
        print("\n  ".join([_line(oracle, found), *found.different[:3]]), flush=True)
    missing = without_oracle()
    print(f"without an oracle: {', '.join(missing) or 'none'}")
    print(f"all: {n_pairs} pairs, {n_different} different, {n_not_compared} not compared")
    sys.exit(bool(n_different or missing))


def _in_turn(chosen: list[int], limits: tuple[int, float, int]) -> Iterator[tuple[Oracle, Compared]]:
    for number in chosen:
        yield oracles()[number], _compare_number(number, limits)


def _at_once(chosen: list[int], limits: tuple[int, float, int], n_jobs: int) -> Iterator[tuple[Oracle, Compared]]:
    """Give the result of each oracle as it ends."""
    with ProcessPoolExecutor(n_jobs) as pool:
        running = {pool.submit(_compare_number, number, limits): number for number in chosen}
        for done in as_completed(running):
            yield oracles()[running[done]], done.result()


def _compare_number(number: int, limits: tuple[int, float, int]) -> Compared:
    """Compare by an oracle's number: oracles are functions, which do not go from process to process."""
    oracle, (n, *others) = oracles()[number], limits
    alike = [one for one in oracles() if (one.metric, one.name) == (oracle.metric, oracle.name)]
    return compare(oracle, -(-n // len(alike)), *others)


def _line(oracle: Oracle, found: Compared) -> str:
    cost, of_oracle = (
        f"{1e6 * seconds / max(found.n_pairs, 1):.0f} us" for seconds in (found.seconds, found.oracle_seconds)
    )
    left_out = f", {found.n_not_compared} not compared" if found.n_not_compared else ""
    several = f", {oracle.n_references} references" if oracle.n_references > 1 else ""
    return (
        f"{oracle.title}, {oracle.name}{several}: {found.n_pairs} pairs{left_out}, {len(found.different)} different, "
        f"{cost} a pair, {of_oracle} of them the oracle"
    )


def compare(oracle: Oracle, n: int, seconds: float, seed: int) -> Compared:
    """Compare so many pairs, or for so long."""
    rng, done, of_oracle, n_not_compared = random.Random(seed), 0, 0.0, 0
    different: list[str] = []
    began, until = time.process_time(), time.perf_counter() + seconds
    while done < n and time.perf_counter() < until:
        cases = draw_cases(
            min(_AT_ONCE, n - done),
            rng,
            oracle.lengths,
            is_wild=oracle.is_wild,
            n_references=oracle.n_references,
            words=oracle.words,
        )
        ours = scores_of(oracle.spelling, cases).tolist()
        start = time.process_time()
        theirs = oracle.answers(cases)
        of_oracle += time.process_time() - start
        done += len(cases)
        for case, one, answers in zip(cases, ours, theirs, strict=True):
            if math.isnan(answers[0]):
                n_not_compared += 1
            elif not any(_is_same(one, other) for other in answers):
                different.append(f"{case}: {one!r}, {oracle.name} {answers!r}")
        forget()
    return Compared(done, n_not_compared, different, time.process_time() - began, of_oracle)


def _is_same(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=RELATIVE_TOLERANCE, abs_tol=TOLERANCE)


if __name__ == "__main__":
    main()
