"""Comparisons by procedures over all systems, against the procedures by hand; and ranks that hold together."""

import json

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard import report
from steelyard.choices import PROCEDURES as SPELLED
from steelyard.errors import SpecError
from steelyard.inference import PROCEDURES, get_procedure, paired_tukey, rank_intervals, scheffe, spread_quantile
from steelyard.scored.pairs import choose_pairs
from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, REFERENCE, TANGLE, output, run

NAMES = ("a", "b", "c")
DOCUMENT_SIZES = (3, 1, 6, 2, 5, 3)


def outside(n_metrics: int = 1, seed: int = 4) -> sy.Evaluation:
    rng = np.random.default_rng(seed)
    documents = [f"d{i}" for i, size in enumerate(DOCUMENT_SIZES) for _ in range(size)]
    n = len(documents)
    data = sy.TestSet(references=[["x"] * n], systems={name: ["x"] * n for name in NAMES}, documents=documents)
    hard = rng.normal(size=n)
    scores = {
        f"m{m}": {
            name: (hard + 0.6 * i + rng.normal(scale=0.5, size=n)).round(3).tolist() for i, name in enumerate(NAMES)
        }
        for m in range(n_metrics)
    }
    return sy.evaluate(data, metrics=[], segment_scores=scores, higher_is_better=list(scores))


def sums_of_documents(evaluation: sy.Evaluation, m: int) -> np.ndarray:
    """Return scores of documents whose mean is the score of the system."""
    values = evaluation.measurements[m].statistics
    scores = np.ldexp(values.values[..., 0].astype(float), -int(values.bits[0]))
    edges = np.cumsum([0, *DOCUMENT_SIZES[:-1]])
    return np.add.reduceat(scores, edges, axis=1) / (sum(DOCUMENT_SIZES) / len(DOCUMENT_SIZES))


def test_the_command_knows_every_procedure() -> None:
    assert tuple(PROCEDURES) == SPELLED
    with pytest.raises(SpecError, match="Did you mean 'tukey'"):
        get_procedure("tuky")


@pytest.mark.parametrize(("name", "contrasts"), [("tukey", paired_tukey), ("scheffe", scheffe)])
def test_documents_are_blocks_and_the_critical_difference_is_the_band(name: str, contrasts: object) -> None:
    evaluation = outside()
    found = evaluation.compare(correction=name, alpha=0.1)
    pairs = [(1, 0), (2, 0), (2, 1)]
    expected = contrasts(sums_of_documents(evaluation, 0), pairs, alpha=0.1)  # type: ignore[operator]
    assert [pair.difference for pair in found.pairs] == pytest.approx(expected.differences)
    assert [pair.p_value for pair in found.pairs] == pytest.approx(expected.p_values)
    assert [pair.p_adjusted for pair in found.pairs] == [pair.p_value for pair in found.pairs]
    by_max_t = evaluation.compare(alpha=0.1)
    for pair, other in zip(found.pairs, by_max_t.pairs, strict=True):
        half = expected.critical_difference
        assert pair.interval_simultaneous == pytest.approx((pair.difference - half, pair.difference + half))
        assert pair.interval == other.interval
        assert pair.minimum_detectable is not None
        assert (pair.verdict in ("better", "worse")) == (abs(pair.difference) > half)
        rest = pair.minimum_detectable - half
        assert rest > 0
    errors = sums_of_documents(evaluation, 0)
    change = errors[1] - errors[0]
    first = found.pairs[0]
    assert first.minimum_detectable == pytest.approx(
        expected.critical_difference + spread_quantile(0.8, 6) * change.std(ddof=1) / 6**0.5, rel=0.2
    )
    method = found.method
    assert (method["test"], method["correction"], method["validity"]) == (name, name, "assumed")
    assert method["is_exact"] and method["n_draws"] == 0 and method["family_size"] == 3
    assert "the 3 pairs of the 3 systems under a metric together" in method["sentence"]
    assert "assuming normal errors of one variance for all systems. The significance" in method["sentence"]
    assert "by the critical difference of that test." in method["sentence"]


def test_two_systems_under_tukey_are_the_paired_t_test() -> None:
    evaluation = outside()
    two = sy.TestSet(references=[["x"] * 20], systems={"a": ["x"] * 20, "b": ["x"] * 20})
    values = evaluation.measurements[0].statistics
    scores = np.ldexp(values.values[..., 0].astype(float), -int(values.bits[0]))
    both = sy.evaluate(two, metrics=[], segment_scores={"judge": {"a": scores[0].tolist(), "b": scores[1].tolist()}})
    [pair] = both.compare(correction="tukey").pairs
    assert pair.p_value == pytest.approx(stats.ttest_rel(scores[0], scores[1]).pvalue, rel=1e-6)


def test_pairs_that_are_not_asked_about_count_too() -> None:
    evaluation = outside()
    every, some = (evaluation.compare(correction="tukey", pairs=pairs) for pairs in ("all", "baseline"))
    assert [pair.p_value for pair in some.pairs] == [pair.p_value for pair in every.pairs[:2]]
    assert some.method["family_size"] == 3


def test_several_metrics_in_one_family_are_corrected_by_bonferroni() -> None:
    evaluation = outside(n_metrics=2)
    together, apart = (evaluation.compare(correction="tukey", family=f) for f in ("pairs-and-metrics", "pairs"))
    for one, other in zip(together.pairs, apart.pairs, strict=True):
        assert one.p_value == other.p_value == other.p_adjusted
        assert one.p_adjusted == min(1.0, 2 * one.p_value)
    half = together.pairs[0].interval_simultaneous
    assert half is not None
    expected = paired_tukey(sums_of_documents(evaluation, 0), alpha=0.025).critical_difference
    assert (half[1] - half[0]) / 2 == pytest.approx(expected)
    assert "p-values were multiplied by 2, the number of metrics (Bonferroni)" in together.method["sentence"]
    assert "Bonferroni)" not in apart.method["sentence"]
    assert (together.method["family_size"], apart.method["family_size"]) == (6, 3)


def test_randomised_tukey_of_two_systems_is_randomization_and_always_warns() -> None:
    argv = ("compare", REFERENCE, "-i", HARBOUR, TANGLE, "--documents", DOCUMENTS)
    found, plain = (
        json.loads(output(*argv, *more, "-f", "json")) for more in (["--correction", "randomized-tukey"], [])
    )
    assert found["pairs"][0]["p_value"] == plain["pairs"][0]["p_value"]
    assert found["method"]["is_exact"] and found["method"]["n_draws"] == 4096
    assert found["pairs"][0]["interval_simultaneous"] == plain["pairs"][0]["interval_simultaneous"]
    assert found["pairs"][0]["minimum_detectable"] is None
    shown = output(*argv, "--correction", "randomized-tukey")
    assert "\nWarning: Randomised Tukey has weak control only" in shown
    assert "for claims use --correction maxt" in " ".join(shown.split())
    assert "Warning" not in output(*argv)


def test_randomised_tukey_says_when_documents_are_too_few() -> None:
    data = sy.TestSet(references=[["a b"] * 3], systems={"x": ["a b"] * 3, "y": ["c d"] * 3}, documents=["1", "2", "3"])
    [pair] = sy.evaluate(data, metrics=["ter"]).compare(correction="randomized-tukey").pairs
    assert (pair.verdict, pair.reason) == ("cannot tell", "3 documents cannot give p below 0.25")


def test_what_never_varies_is_a_convention_and_equal_systems_are_equivalent() -> None:
    data = sy.TestSet(references=[["x"] * 4], systems={name: ["x"] * 4 for name in NAMES})
    scores = {"judge": {"a": [1.0, 2, 3, 4], "b": [2.0, 3, 4, 5], "c": [1.0, 2, 3, 4]}}
    found = sy.evaluate(data, metrics=[], segment_scores=scores).compare(correction="tukey")
    assert [(pair.p_value, pair.verdict) for pair in found.pairs] == [(0, "better"), (1, "equivalent"), (0, "worse")]
    assert "p = 0 is a convention" in found.method["warning"]


@pytest.mark.parametrize("name", PROCEDURES)
@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (("--test", "sign"), "is a test of its own: leave out the test sign"),
        (("--alternative", "better"), "is two-sided: leave out the alternative 'better'"),
        (("--exact",), "is a test of its own: leave out exact"),
    ],
)
def test_what_does_not_go_with_a_procedure_is_refused(name: str, flags: tuple[str, ...], sentence: str) -> None:
    outcome = run("compare", REFERENCE, "-i", HARBOUR, TANGLE, "-m", "exact-match", "--correction", name, *flags)
    assert (outcome.status, outcome.out) == (2, "")
    assert sentence in outcome.err


@pytest.mark.parametrize("name", ["tukey", "scheffe"])
def test_a_metric_that_is_no_mean_is_refused_with_the_reason(name: str) -> None:
    outcome = run("compare", REFERENCE, "-i", HARBOUR, TANGLE, "--correction", name)
    assert (outcome.status, outcome.out) == (2, "")
    assert f"The correction {name} is an analysis of variance: it needs a metric that is a mean" in outcome.err


def test_ranks_hold_together_and_are_shown_on_request() -> None:
    systems = {"harbour": HARBOUR, "lantern": LANTERN, "tangle": TANGLE}
    data = sy.TestSet.from_files(references=[REFERENCE], systems=systems, documents=DOCUMENTS)
    found = sy.evaluate(data, metrics=["bleu", "ter"]).compare(interval="percentile", n_resamples=999)
    for metric in ("bleu", "ter"):
        bounds = np.array([pair.interval_simultaneous for pair in found.pairs if pair.metric == metric])
        pairs = [(1, 0), (2, 0), (2, 1)]
        expected = rank_intervals(bounds[:, 0], bounds[:, 1], pairs, 3, higher_is_better=metric == "bleu")
        rows = [row for row in found.scores if row.metric == metric]
        assert [row.interval_rank for row in rows] == list(zip(expected.lowest, expected.highest, strict=True))
    plain, shown = report.text(found), report.text(found, ranks=True)
    assert "ranks, simultaneous" not in plain and "first in %" not in plain
    assert "  ranks, simultaneous  first in %\n" in shown
    assert "\nfirst in %    of the bootstrap resamples" in shown
    best = max(row.share_best or 0 for row in found.scores)
    assert f" {100 * best:.1f}\n" in shown
    argv = ("compare", REFERENCE, "-i", *systems.values(), "--ranks", "-n", "99")
    assert "ranks, simultaneous" in output(*argv)
    refused = run(*argv, "-f", "sacrebleu")
    assert refused.status == 2 and "--format sacrebleu cannot show ranks" in refused.err


def test_a_single_unit_leaves_every_rank_open() -> None:
    data = sy.TestSet(references=[["a b"]], systems={"x": ["a b"], "y": ["a"]})
    found = sy.evaluate(data, metrics=["ter"]).compare()
    assert [row.interval_rank for row in found.scores] == [(1, 2), (1, 2)]


def test_more_pairs_than_memory_holds_are_refused_at_once() -> None:
    systems = [str(i) for i in range(100_000)]
    with pytest.raises(SpecError, match=r"100,000 systems make 4,999,950,000 pairs, more than can be compared"):
        choose_pairs(systems, "all")
    assert len(choose_pairs(systems, "baseline")) == 99_999
