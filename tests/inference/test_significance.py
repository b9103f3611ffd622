"""One rule for all p-values: at most alpha. The least exact p-value of a test can be the level itself."""

import re
from pathlib import Path

import numpy as np

import steelyard
from steelyard.inference import is_significant
from steelyard.meta import pair_decisions, rank_by_p_values, significant_pairs

PACKAGE = Path(steelyard.__file__).parent


def test_a_p_value_that_is_the_level_is_significant() -> None:
    assert is_significant(0.05, 0.05) is True
    assert is_significant(np.array([0.05, np.nextafter(0.05, 1)]), 0.05).tolist() == [True, False]


def test_metrics_are_ranked_and_pairs_are_kept_by_it() -> None:
    assert rank_by_p_values([0.9, 0.5], [0.05], [0.05], differences=[0.4]).clusters == (1, 2)
    kept = pair_decisions([[1.0, 2.0]], [1.0, 2.0], p_values=[[1.0, 0.05], [0.05, 1.0]], alpha=0.05)
    assert kept.is_right.tolist() == [[True]]


def test_the_least_p_value_of_few_cases_is_enough_at_its_level() -> None:
    quality = [[case + 2.0, case + 1.5 - case / 10] for case in range(5)]  # five differences of one sign: p = 1 / 32
    assert significant_pairs(quality, alpha=1 / 32).tolist() == [[False, True], [False, False]]
    assert not significant_pairs(quality, alpha=0.999 / 32).any()


def test_no_p_value_is_held_against_a_level_in_another_way() -> None:
    strict = re.compile(r"\bp(_values?|_adjusted)?(\[[^]]*\])? < (\w+\.)*alpha")
    found = [path.name for path in PACKAGE.rglob("*.py") if strict.search(path.read_text(encoding="utf-8"))]
    assert found == [] and strict.search("p_values < alpha") and strict.search("p[first, second] < self.alpha")
