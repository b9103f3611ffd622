"""A sample of `make differential`."""

import math

from tests.reliability.differential import compare
from tests.reliability.oracles import oracles


def test_metrics_say_what_independent_answers_say() -> None:
    every = oracles()
    assert len(every) > 40
    for oracle in every:
        done, different, _ = compare(oracle, 50, math.inf, seed=2)
        assert (done, different) == (50, []), oracle.spelling
