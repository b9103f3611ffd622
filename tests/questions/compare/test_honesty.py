"""The honesty rules of the statistics, each as what the results say."""

import itertools
from typing import Any

import numpy as np
import pytest

import steelyard as sy
from steelyard import report
from steelyard.inference import CORRECTIONS, bootstrap_draws, bootstrap_scores
from tests.conftest import SYSTEMS
from tests.questions.compare.by_hand import clusters
from tests.questions.compare.made_up import N, data_of, evaluated, outside


def test_rule_1_a_system_against_itself_has_p_1_and_is_equivalent(example: sy.TestSet) -> None:
    texts = {"one": example.systems["harbour"], "same": example.systems["harbour"], "bad": example.systems["orator"]}
    data = sy.TestSet(references=example.references, systems=texts, documents=example.documents)
    for unit in ("document", "segment"):
        for correction in CORRECTIONS:
            same, *others = sy.evaluate(data).compare(correction=correction, unit=unit, n_resamples=200).pairs
            assert (same.difference, same.p_value, same.p_adjusted, same.verdict) == (0, 1, 1, "equivalent")
            assert same.interval == same.interval_simultaneous == (0, 0)
            assert [pair.verdict for pair in others] == ["worse", "worse"]
            assert others[0].p_value == others[1].p_value
            assert others[0].p_adjusted == others[1].p_adjusted


def test_equal_scores_of_different_outputs_are_not_equivalent() -> None:
    swapped = {"a": [0.0, 1.0] * 30, "b": [1.0, 0.0] * 30}
    [pair] = evaluated(swapped).compare(n_resamples=500).pairs
    assert (pair.difference, pair.p_value, pair.verdict) == (0, 1, "cannot tell")


def test_rule_2_one_sided_tests_name_their_direction() -> None:
    scores = outside()
    two, better, worse = (
        evaluated(scores).compare(alternative=side, pairs="s3:s0", n_resamples=400).pairs[0]
        for side in ("two-sided", "better", "worse")
    )
    assert (two.verdict, better.verdict, worse.verdict) == ("better", "better", "cannot tell")
    assert better.p_value <= two.p_value
    assert worse.p_value == 1


def test_rule_3_all_outcomes_are_enumerated_where_they_are_few() -> None:
    ten = {name: column[:10] for name, column in outside().items()}
    exact, drawn = evaluated(ten).compare(n_resamples=1024), evaluated(ten).compare(n_resamples=1023)
    assert (exact.method["is_exact"], exact.method["n_draws"]) == (True, 1024)
    assert (drawn.method["is_exact"], drawn.method["n_draws"]) == (False, 1023)
    assert all((pair.p_value * 1024).is_integer() and pair.monte_carlo_error == 0 for pair in exact.pairs)
    for pair, known in zip(drawn.pairs, exact.pairs, strict=True):
        assert pair.monte_carlo_error == pytest.approx((pair.p_value * (1 - pair.p_value) / 1023) ** 0.5)
        assert abs(pair.p_value - known.p_value) < 5 * max(pair.monte_carlo_error, 1 / 1024)


def test_rule_4_a_raw_p_does_not_change_when_systems_or_metrics_are_added(example: sy.TestSet) -> None:
    def raw(systems: tuple[str, ...], metrics: list[str]) -> float:
        texts = {name: example.systems[name] for name in systems}
        data = sy.TestSet(references=example.references, systems=texts)
        pairs = sy.evaluate(data, metrics).compare(n_resamples=300).pairs
        return next(p.p_value for p in pairs if {p.system, p.against} == {"harbour", "lantern"} and p.metric == "bleu")

    p = raw(("harbour", "lantern"), ["bleu"])
    assert 0.05 < p < 1
    assert raw(SYSTEMS, ["bleu"]) == p
    assert raw(SYSTEMS[::-1], ["bleu"]) == p
    assert raw(("lantern", "harbour"), ["bleu(tokenize=char)", "bleu"]) == p


def test_rule_4_one_family_drives_everything() -> None:
    scores = outside()
    data = data_of(scores)
    evaluation = sy.evaluate(data, [], segment_scores={"x": scores, "y": outside(9)}, higher_is_better=["x", "y"])
    sizes = {
        (family, pairs): evaluation.compare(family=family, pairs=pairs, n_resamples=50).method["family_size"]
        for family in ("pairs-and-metrics", "pairs")
        for pairs in ("all", "baseline", "s1:s2")
    }
    assert list(sizes.values()) == [12, 6, 2, 6, 3, 1]
    whole = evaluation.compare(correction="bonferroni", n_resamples=300)
    apart = evaluation.compare(correction="bonferroni", family="pairs", n_resamples=300)
    for pair, alone in zip(whole.pairs, apart.pairs, strict=True):
        assert pair.p_value == alone.p_value
        assert pair.p_adjusted == min(1, 12 * pair.p_value)
        assert alone.p_adjusted == min(1, 6 * pair.p_value)
    for pair in whole.pairs:
        assert (pair.p_adjusted <= 0.05) == (pair.verdict in ("better", "worse"))


def test_rule_4_each_metric_of_its_own_family_is_as_if_alone() -> None:
    scores, others = outside(), outside(9)
    both = sy.evaluate(data_of(scores), [], segment_scores={"x": scores, "y": others}, higher_is_better=["x", "y"])
    alone = sy.evaluate(data_of(scores), [], segment_scores={"x": scores}, higher_is_better=["x"])
    assert both.compare(family="pairs", n_resamples=200).pairs[:6] == alone.compare(n_resamples=200).pairs


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("lower", [(), ("x",)])
def test_ranks_and_clusters_follow_from_the_pairs(seed: int, lower: tuple[str, ...]) -> None:
    scores = outside(seed, effects=(0.05, 0.3, 0, 0.12, 0.32, 0.1))
    comparison = evaluated(scores, lower_is_better=lower).compare(n_resamples=400)
    better = {(p.system, p.against) for p in comparison.pairs if p.verdict == "better"}
    better |= {(p.against, p.system) for p in comparison.pairs if p.verdict == "worse"}
    assert 3 < len(better) < 15
    means = {name: sum(column) / N for name, column in scores.items()}
    ranked = sorted(means, key=lambda name: means[name] if lower else -means[name])
    expected = clusters(better, ranked)
    for row in comparison.scores:
        assert row.rank == 1 + ranked.index(row.system)
        assert row.rank_low == 1 + sum((other, row.system) in better for other in scores)
        assert row.rank_high == 6 - sum((row.system, other) in better for other in scores)
        assert row.cluster == expected[row.system]
        assert row.rank_low <= row.rank <= row.rank_high


def test_rule_5_the_earlier_system_is_the_baseline_and_the_verdict_is_about_the_later() -> None:
    scores = outside()
    for names in itertools.permutations(["s0", "s2", "s3"]):
        ordered = {name: scores[name] for name in names}
        for pair in evaluated(ordered).compare(n_resamples=400).pairs:
            assert names.index(pair.against) < names.index(pair.system)
            delta = (sum(scores[pair.system]) - sum(scores[pair.against])) / N
            assert pair.difference == pytest.approx(delta, abs=1e-9)
            if pair.verdict != "cannot tell":
                assert pair.verdict == ("better" if delta > 0 else "worse")
    chosen = evaluated(scores).compare(pairs=["s0:s3", "s3:s1"], n_resamples=50).pairs
    assert [(p.system, p.against) for p in chosen] == [("s3", "s0"), ("s3", "s1")]


def test_rule_6_documents_are_the_unit_wherever_their_lines_stand() -> None:
    scores = outside()
    blocks = [f"d{i // 5}" for i in range(N)]
    order = np.random.default_rng(1).permutation(N)
    mixed = {name: [column[i] for i in order] for name, column in scores.items()}
    first = evaluated(scores, blocks).compare()
    again = evaluated(mixed, [blocks[i] for i in order]).compare()
    assert (first.method["unit"], first.method["n_units"], again.method["n_units"]) == ("document", 12, 12)
    assert [p.p_value for p in first.pairs] == [p.p_value for p in again.pairs]
    for one, two in zip(first.pairs, again.pairs, strict=True):
        assert one.interval == pytest.approx(two.interval, abs=1e-12)


@pytest.mark.parametrize(("n", "kind"), [(39, "jackknife"), (40, "percentile")])
def test_rule_6_below_40_units_the_interval_is_a_jackknife(n: int, kind: str) -> None:
    few = {name: column[:n] for name, column in outside().items()}
    assert evaluated(few).compare(n_resamples=50).method["interval"] == kind
    assert evaluated(few).scores(0.9, n_resamples=50).method["interval"] == kind
    assert evaluated(few).compare(n_resamples=50, interval="percentile").method["interval"] == "percentile"
    documents = [f"d{i}" for i in range(n)]
    assert evaluated(few, documents).compare(n_resamples=50).method["interval"] == kind


def test_rule_6_differences_have_a_jackknife_at_any_size() -> None:
    """Percentile intervals of differences were short from 40 units on, where they were the default."""
    comparison = evaluated(outside()).compare(n_resamples=50)
    assert (comparison.method["interval"], comparison.method["interval_of_differences"]) == ("percentile", "jackknife")
    explicit = evaluated(outside()).compare(n_resamples=50, interval="jackknife")
    assert [pair.interval for pair in comparison.pairs] == [pair.interval for pair in explicit.pairs]
    [pair] = evaluated(outside()).compare(n_resamples=50, pairs="s1:s0").pairs
    assert pair.interval_simultaneous == pytest.approx(pair.interval)


def test_rule_6_too_few_documents_cannot_tell_and_say_why() -> None:
    scores = outside(effects=(0, 5.0))

    def pair(n_documents: int, **plan: Any) -> Any:
        documents = [f"d{i * n_documents // N}" for i in range(N)]
        return evaluated(scores, documents).compare(**plan).pairs[0]

    assert (pair(6).verdict, pair(6).reason, pair(6).p_value) == ("better", "", 2**-5)
    five = pair(5)
    assert (five.verdict, five.p_value) == ("cannot tell", 2**-4)
    assert five.reason == "5 documents cannot give p below 0.0625"
    assert pair(5, correction="none", alpha=0.07).verdict == "better"
    assert pair(5, alternative="better").verdict == "better"  # one-sided, 2**-5 can be reached
    assert pair(4, alternative="better").reason == "4 documents cannot give p below 0.0625"
    segments = pair(5, unit="segment", n_resamples=200)
    assert (segments.verdict, segments.reason) == ("better", "")


@pytest.mark.parametrize("interval", [None, "jackknife", "percentile"])
def test_a_single_document_says_nothing_about_spread(interval: str | None) -> None:
    scores = outside(effects=(0, 5.0))
    [pair] = evaluated(scores, ["d"] * N).compare(interval=interval, n_resamples=50).pairs
    assert (pair.verdict, pair.reason, pair.p_value) == ("cannot tell", "1 document cannot give p below 1", 1)
    assert pair.interval_simultaneous is None
    assert pair.minimum_detectable is None


def test_too_few_segments_cannot_tell_either() -> None:
    few = {name: column[:4] for name, column in outside(effects=(0, 5.0)).items()}
    [pair] = evaluated(few).compare().pairs
    assert (pair.verdict, pair.reason) == ("cannot tell", "4 segments cannot give p below 0.125")


def few_that_differ(n: int, n_differ: int) -> dict[str, list[float]]:
    """Make up two systems that give the same output for all but the first segments."""
    base = outside(effects=(0,), n=n)["s0"]
    return {"a": [x + (i < n_differ) * (1 + i / 10) for i, x in enumerate(base)], "b": base}


@pytest.mark.parametrize("test", ["randomization", "shifted-bootstrap", "sign", "wilcoxon"])
def test_segments_that_do_not_differ_do_not_lower_p(test: str) -> None:
    [pair] = evaluated(few_that_differ(20, 4)).compare(test=test, correction="none", n_resamples=2000).pairs
    cannot = (
        "are too few for" if test in ("shifted-bootstrap", "wilcoxon") else "cannot give"
    )  # they may print smaller ones
    assert pair.verdict == "cannot tell"
    assert pair.reason == f"20 segments, of which 4 differ, {cannot} p below 0.125"
    assert pair.minimum_detectable is None


def test_units_that_differ_count_for_each_pair_by_itself() -> None:
    scores = few_that_differ(20, 4) | {"c": outside(seed=4, effects=(3.0,), n=20)["s0"]}
    few, *others = evaluated(scores).compare(n_resamples=2000).pairs
    assert (few.reason, few.minimum_detectable) == ("20 segments, of which 4 differ, cannot give p below 0.125", None)
    assert all(pair.verdict != "cannot tell" and pair.minimum_detectable for pair in others)


def test_six_segments_that_differ_are_enough_for_a_verdict() -> None:
    [pair] = evaluated(few_that_differ(20, 6)).compare(n_resamples=2000).pairs
    assert (pair.verdict, pair.reason) == ("worse", "")  # of the one that is named first
    assert pair.minimum_detectable is not None


def test_one_segment_that_differs_is_named_so() -> None:
    [pair] = evaluated(few_that_differ(20, 1)).compare(n_resamples=500, alternative="better").pairs
    assert pair.reason == "20 segments, of which 1 differs, cannot give p below 0.5"


def rare_catastrophes(n: int, n_catastrophes: int) -> dict[str, list[float]]:
    """Make up two systems: many small errors, or none but a few that are large."""
    small = outside(effects=(0,), n=n)["s0"]
    return {"even": small, "rare": [60.0 * (i < n_catastrophes) for i in range(n)]}


def test_few_units_that_carry_the_variance_are_named() -> None:
    comparison = evaluated(rare_catastrophes(100, 7)).compare(n_resamples=200)
    [pair] = comparison.pairs
    contributions = np.subtract(*rare_catastrophes(100, 7).values())
    squares = np.square(contributions - contributions.mean())
    worth = squares.sum() ** 2 / np.square(squares).sum()
    warning = comparison.method["warning"]
    assert warning.startswith(
        f"A few of the 100 segments dominate the variance of x of {pair.system} and {pair.against} (effective number "
        f"{worth:.1f}). p-values and intervals are unreliable there"
    )
    assert warning in comparison.method["sentence"]
    assert f"Warning: {warning}."[:60] in report.text(comparison)


def test_few_units_alone_and_equal_ones_are_no_handful_of_many() -> None:
    few = {name: column[:8] for name, column in outside(effects=(0, 0.3)).items()}
    for scores in (few, outside(effects=(0, 0.3)), few_that_differ(20, 4)):
        assert evaluated(scores).compare(n_resamples=200).method["warning"] == ""


def test_a_name_in_the_warning_cannot_steer_a_terminal() -> None:
    scores = dict(zip(("a\x1b[31m", "b"), rare_catastrophes(100, 7).values(), strict=True))
    comparison = evaluated(scores).compare(n_resamples=200)
    assert "a\x1b[31m" in comparison.method["warning"]
    assert "\x1b" not in report.text(comparison)


def test_many_differences_that_few_units_carry_are_not_all_named() -> None:
    rng = np.random.default_rng(1)
    scores = {f"s{i}": [60.0 * (j == i) + rng.normal() / 9 for j in range(60)] for i in range(4)}
    warning = evaluated(scores).compare(n_resamples=200).method["warning"]
    assert warning.count("(effective number") == 3
    assert " and 3 more. p-values" in warning


@pytest.mark.parametrize("correction", CORRECTIONS)
@pytest.mark.parametrize(("n", "pairs"), [(12, "all"), (60, "all"), (8, "s0:s1")])
def test_the_interval_of_the_family_holds_that_of_the_pair(correction: str, n: int, pairs: str) -> None:
    scores = {name: column[:n] for name, column in outside(5).items()}
    comparison = evaluated(scores).compare(correction=correction, pairs=pairs, n_resamples=2000)
    for pair in comparison.pairs:
        (low, high), (wide_low, wide_high) = pair.interval, pair.interval_simultaneous
        assert wide_low < pair.difference < wide_high
        assert wide_low + wide_high == pytest.approx(2 * pair.difference, abs=1e-9)
        assert low < pair.difference < high
        assert wide_high - wide_low >= (high - low) * (1 if n < 40 else 0.97)  # a bootstrap's has its own noise


@pytest.mark.parametrize("n", [12, 60])
def test_an_interval_of_many_pairs_at_once_is_wider_whatever_the_correction(n: int) -> None:
    scores = {name: column[:n] for name, column in outside(5).items()}
    comparison = evaluated(scores).compare(correction="none", n_resamples=2000)
    widths = [
        (p.interval[1] - p.interval[0], p.interval_simultaneous[1] - p.interval_simultaneous[0])
        for p in comparison.pairs
    ]
    assert all(wide > 1.1 * narrow for narrow, wide in widths)


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"n_resamples": 10}, r"10 draws cannot give p below 0\.0909: use more draws \(-n\)"),
        (
            {"n_resamples": 99, "correction": "holm"},
            r"99 draws cannot give p below 0\.06 after correction: use more draws \(-n\)",
        ),
        (
            {"n_resamples": 99, "correction": "shaffer"},
            r"99 draws cannot give p below 0\.06 after correction: use more draws \(-n\)",
        ),
        (
            {"n_resamples": 99, "correction": "sidak"},
            r"99 draws cannot give p below 0\.0585 after correction: use more draws \(-n\)",
        ),
        (
            {"n_resamples": 40, "correction": "by"},
            r"40 draws cannot give p below 0\.0598 after correction: use more draws \(-n\)",
        ),
    ],
    ids=["draws", "correction", "shaffer", "sidak", "by"],
)
def test_too_few_draws_cannot_tell_and_say_so(more: dict[str, Any], reason: str) -> None:
    pairs = evaluated(outside(effects=(0, 5, 10, 20))).compare(**more).pairs
    assert {pair.verdict for pair in pairs} == {"cannot tell"}
    for pair in pairs:
        assert pair.reason == reason.replace("\\", "")


def test_a_difference_of_zero_is_no_verdict_at_any_level() -> None:
    scores = {"a": [1.0, 2, 3, 4, 5, 6] * 10, "b": [6.0, 5, 4, 3, 2, 1] * 10}
    for alternative in ("better", "worse"):
        [pair] = evaluated(scores).compare(alpha=0.9, alternative=alternative).pairs
        assert (pair.difference, pair.verdict) == (0.0, "cannot tell")
        assert pair.p_adjusted <= 0.9


def test_what_is_claimed_of_p_depends_on_how_many_are_corrected() -> None:
    many, one = evaluated(outside()), evaluated(outside(effects=(0, 1)))
    assert (many.compare().method["validity"], many.compare().method["validity_adjusted"]) == ("exact", "asymptotic")
    assert many.compare(correction="holm").method["validity_adjusted"] == "exact"
    assert one.compare().method["validity_adjusted"] == "exact"
    claims = {name: many.compare(correction=name, n_resamples=200).method["validity_adjusted"] for name in CORRECTIONS}
    assert {name for name, claim in claims.items() if claim == "asymptotic"} == {"maxt", "maxt-shaffer", "shaffer"}
    assert {name for name, claim in claims.items() if claim == "assumed"} == {
        "hochberg",
        "hommel",
        "sidak",
        "holm-sidak",
        "bh",
    }
    assert {name for name, claim in claims.items() if claim == "exact"} == {"holm", "bonferroni", "by", "none"}
    assert one.compare(correction="bh", n_resamples=200).method["validity_adjusted"] == "exact"


def test_few_units_cannot_tell_even_where_draws_too_few_to_enumerate_give_a_small_p() -> None:
    # 31 draws are one short of all 2**5 exchanges: p can come out as 1/32, which no 5 documents can support.
    data = outside(effects=(0, 50), n=5)
    found = [evaluated(data).compare(n_resamples=31, rng=seed).pairs[0] for seed in range(40)]
    assert min(pair.p_value for pair in found) == 1 / 32
    assert {(pair.verdict, pair.reason) for pair in found} == {("cannot tell", "5 segments cannot give p below 0.0625")}


def test_share_best_is_that_of_the_resamples_and_older_results_have_none() -> None:
    evaluation = evaluated(outside())
    comparison = evaluation.compare(n_resamples=400)
    draws = bootstrap_draws(N, 400, rng=12345)
    [resampled] = bootstrap_scores(evaluation.measurements, draws)
    first = resampled.argmax(axis=0)
    shares = [row.share_best for row in comparison.scores]
    assert shares == pytest.approx([float((first == i).mean()) for i in range(4)])
    assert {row.share_best for row in evaluation.compare(interval="jackknife").scores} == {None}
    assert {row.share_best for row in evaluation.scores().scores} == {None}
    stored = comparison.to_dict()
    assert sy.Comparison.from_dict(stored) == comparison
    for row in stored["scores"]:
        del row["share_best"]
    assert {row.share_best for row in sy.Comparison.from_dict(stored).scores} == {None}
