"""Williams' test and Fisher's interval against the tables of mt-metrics-eval and nlpstats."""

import math
from pathlib import Path

import pytest

from steelyard.errors import DataError, SpecError
from steelyard.meta import Coefficient, correlate_level, fisher_interval, williams_test
from tests.meta.wmt23 import golden, wmt23

PAIRS = [("BLEU-refA", "chrF-refA"), ("COMET-refA", "BLEU-refA")]
SIDES = {"two-sided": "two-sided", "better": "greater", "worse": "less"}


def test_williams_has_the_worked_numbers() -> None:
    """significance.md 5.6."""
    found = williams_test(0.9, 0.8, 0.7, 20)
    assert found.statistic == pytest.approx(1.3723336, abs=5e-8)
    assert found.p_value == pytest.approx(0.1877967, abs=5e-8)
    assert williams_test(0.9, 0.8, 0.7, 20, alternative="better").p_value == pytest.approx(0.0938983, abs=5.1e-8)
    found = williams_test(0.95, 0.90, 0.92, 12, alternative="better")
    assert (found.statistic, found.p_value) == pytest.approx((1.2213900, 0.1264832), abs=5e-8)


def test_williams_where_nothing_differs_or_little_is_known() -> None:
    same = williams_test(0.7, 0.7, 1.0, 10)
    assert (same.statistic, same.p_value) == (0, 1)
    assert williams_test(0.7, 0.7, 1.0, 10, alternative="better").p_value == pytest.approx(0.5)
    assert math.isnan(williams_test(0.7, 0.5, 0.4, 3).p_value)
    assert williams_test(0.7, 0.5, 0.4, 9).warning == ""
    assert "negatively" in williams_test(0.7, -0.5, -0.4, 9).warning
    assert williams_test(0.5, 0.7, 0.4, 9, alternative="worse").p_value < 0.5


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(SpecError, match="between must lie between"):
        williams_test(0.1, 0.2, 1.2, 9)
    with pytest.raises(SpecError, match="correlation_a"):
        williams_test(math.nan, 0.2, 0.2, 9)
    with pytest.raises(DataError, match="together"):
        williams_test(0.9, 0.1, 1.0, 9)
    with pytest.raises(SpecError, match="better"):
        williams_test(0.9, 0.1, 0.2, 9, alternative="greater")  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="confidence_level"):
        fisher_interval(0.5, 9, confidence_level=95)
    with pytest.raises(SpecError, match="correlation must lie"):
        fisher_interval(2, 9)
    with pytest.raises(SpecError, match="Did you mean 'kendall'"):
        fisher_interval(0.5, 9, coefficient="kendal")  # type: ignore[arg-type]


def test_intervals_of_extremes() -> None:
    assert fisher_interval(1.0, 9) == (1, 1)
    assert all(math.isnan(end) for end in fisher_interval(0.5, 3))
    assert all(math.isnan(end) for end in fisher_interval(0.5, 4, coefficient="kendall"))


@pytest.mark.real_data
def test_williams_has_the_table_of_mt_metrics_eval(test_data: Path) -> None:
    """The peer tests the larger correlation against the smaller."""
    for a, b, between, n, one_sided, two_sided in golden(test_data, "mt-metrics-eval.json")["mtme-williams-table"][
        "expected"
    ]:
        high, low = max(a, b), min(a, b)
        found = williams_test(high, low, between, n, alternative="better").p_value
        assert found == pytest.approx(one_sided, rel=1e-8, abs=1e-300)
        assert williams_test(a, b, between, n).p_value == pytest.approx(two_sided, rel=1e-8, abs=1e-300)


@pytest.mark.real_data
@pytest.mark.parametrize("metrics", PAIRS)
@pytest.mark.parametrize("level", ["system", "input", "global"])
@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "kendall"])
def test_wmt23_has_the_tests_of_nlpstats(
    test_data: Path, metrics: tuple[str, str], level: str, coefficient: Coefficient
) -> None:
    case = golden(test_data, "nlpstats.json")["nlpstats-" + "-".join(metrics)]
    expected = case["expected"][f"{level}_{coefficient}"]
    (a, ratings), (b, _) = (wmt23(test_data).of(metric, case["options"]["systems"]) for metric in metrics)
    ours = "item" if level == "input" else level
    is_rated = ratings[0] == ratings[0]
    r_a, r_b, between = (
        float(correlate_level(x[:, is_rated], y[:, is_rated], level=ours, statistic=coefficient).values[0])  # type: ignore[arg-type]
        for x, y in ((a, ratings), (b, ratings), (a, b))
    )
    n = is_rated.sum() * 12 if level == "global" else 12
    for alternative, side in SIDES.items():
        found = williams_test(r_a, r_b, between, int(n), alternative=alternative)  # type: ignore[arg-type]
        assert found.p_value == pytest.approx(expected[f"williams_{side}"], rel=1e-6)
    low, high = fisher_interval(r_a, int(n), coefficient=coefficient)
    assert [low, high] == pytest.approx(expected["fisher95_r1"], abs=1e-9)
