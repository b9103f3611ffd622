"""Comparisons by each registered test: what is refused, and what the method says of it."""

from typing import Any

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard import report
from steelyard.choices import TESTS
from steelyard.errors import SpecError
from steelyard.inference import registered_tests
from tests.cli.running import HARBOUR, LANTERN, REFERENCE, output, run
from tests.questions.compare.made_up import evaluated, outside

NAMES = sorted(registered_tests())
WITHOUT_JOINT_NULL = [name for name in NAMES if not registered_tests()[name].has_joint_null]


def compared(name: str, scores: dict[str, list[float]] | None = None, **more: Any) -> sy.results.Comparison:
    return evaluated(scores or outside()).compare(name, **{"correction": "holm", "n_resamples": 2000} | more)


def test_the_command_line_lists_every_registered_test() -> None:
    assert sorted(TESTS) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_test_finds_what_is_there_and_the_sentence_names_it(name: str) -> None:
    test = registered_tests()[name]
    comparison = compared(name)
    verdicts = {(pair.system, pair.against): pair.verdict for pair in comparison.pairs}
    assert verdicts["s3", "s0"] == "better" and verdicts["s1", "s0"] == "cannot tell"
    assert comparison.method["test"] == name
    assert comparison.method["validity"] == comparison.method["validity_adjusted"] == test.validity
    assert comparison.method["n_draws"] == (2000 if test.is_resampled else 0)
    has_error = test.is_resampled and name != "joint"  # whose draws correct p, and do not make it
    assert comparison.method["is_exact"] == (not has_error)
    doubled = "2 " if name == "paired-bootstrap" else ""  # its two-sided p is twice a one-sided one
    drawn = f"2,000 draws, seed 12345, p = {doubled}(c + 1) / (B + 1)" if test.is_resampled else "without draws"
    drawn = "59 degrees of freedom; 2,000 draws, seed 12345" if name == "joint" else drawn
    assert f"two-sided {test.summary} over 60 segments ({drawn}). p-values" in comparison.method["sentence"]
    assert all((pair.monte_carlo_error > 0) == has_error for pair in comparison.pairs)
    text = report.text(comparison)
    assert ("p ± its error" in text) == has_error


@pytest.mark.parametrize("name", NAMES)
def test_a_system_against_itself_is_equivalent_under_every_test(name: str) -> None:
    scores = outside(effects=(0,))
    [pair] = compared(name, {"one": scores["s0"], "same": scores["s0"]}).pairs
    assert (pair.difference, pair.p_value, pair.p_adjusted, pair.verdict) == (0, 1, 1, "equivalent")


@pytest.mark.parametrize("name", NAMES)
def test_max_t_needs_a_joint_null(name: str) -> None:
    if name in WITHOUT_JOINT_NULL:
        with pytest.raises(SpecError, match=rf"the test {name} has none: choose .*--correction.*such as holm"):
            compared(name, correction="maxt")
    else:
        assert compared(name, correction="maxt").method["correction"] == "maxt"


@pytest.mark.parametrize("name", NAMES)
def test_no_test_stops_at_its_own_default_correction(name: str) -> None:
    by_default, expected = compared(name, correction=None), "holm" if name in WITHOUT_JOINT_NULL else "maxt"
    assert by_default.method["correction"] == by_default.method["recipe"]["arguments"]["correction"] == expected
    assert by_default.pairs == compared(name, correction=expected).pairs


def test_exact_p_values_of_several_pairs_are_corrected_by_holm_by_default(example: sy.TestSet) -> None:
    method = sy.evaluate(example, "ter").compare(exact=True).method
    assert (method["correction"], method["is_exact"]) == ("holm", True)


def test_no_level_is_claimed_for_max_t_of_an_asymptotic_test() -> None:
    method = compared("shifted-bootstrap", correction="maxt").method
    assert (method["validity"], method["validity_adjusted"]) == ("asymptotic", "asymptotic")


@pytest.mark.parametrize("name", ["sign", "t", "wilcoxon"])
def test_tests_by_segment_refuse_corpus_metrics(name: str, example: sy.TestSet) -> None:
    with pytest.raises(SpecError, match=f"The {name} test .* BLEU is not a mean of segment scores"):
        sy.evaluate(example).compare(name, "holm")


def test_moses_has_no_sides() -> None:
    with pytest.raises(SpecError, match="The test moses cannot use the alternative 'better': choose two-sided"):
        compared("moses", alternative="better")


@pytest.mark.parametrize("name", NAMES)
def test_only_a_reproduction_is_printed_with_a_warning(name: str) -> None:
    comparison = compared(name)
    text = report.text(comparison)
    if registered_tests()[name].validity == "reproduction":
        assert "This test has too many false positives" in comparison.method["warning"]
        assert comparison.method["warning"] + "." in comparison.method["sentence"]
        assert text.split("\n\n")[1].startswith("Warning: This test has too many false positives")
    else:
        assert comparison.method["warning"] == ""
        assert "Warning" not in text


@pytest.mark.parametrize("name", NAMES)
def test_one_sided_tests_name_their_direction(name: str) -> None:
    if name in ("joint", "moses"):
        assert registered_tests()[name].alternatives == ("two-sided",)
        return
    better, worse = (compared(name, alternative=side, pairs="s3:s0").pairs[0] for side in ("better", "worse"))
    assert (better.verdict, worse.verdict) == ("better", "cannot tell")
    assert better.p_value < 0.01 < 0.99 < worse.p_value


def test_t_of_documents_is_that_of_their_sums() -> None:
    scores = outside(effects=(0, 0.1))
    documents = [f"d{i // 4}" for i in range(60)]
    [pair] = evaluated(scores, documents).compare("t", "none").pairs
    sums = np.subtract(scores["s1"], scores["s0"]).reshape(15, 4).sum(axis=1)
    assert pair.p_value == pytest.approx(stats.ttest_1samp(sums, 0).pvalue, rel=1e-6)
    assert pair.difference == pytest.approx(np.subtract(scores["s1"], scores["s0"]).mean())


def test_five_units_decide_nothing_but_under_normality() -> None:
    scores = outside(effects=(0, 50), n=5)
    for name in NAMES:
        [pair] = compared(name, scores).pairs
        if name in ("joint", "t"):
            assert (pair.verdict, pair.reason) == ("better", "")
        else:
            verb = (
                "cannot give" if name in ("randomization", "sign", "studentized-randomization") else "are too few for"
            )
            assert (pair.verdict, pair.reason) == ("cannot tell", f"5 segments {verb} p below 0.0625")


@pytest.mark.parametrize("name", ["sign", "wilcoxon", "wilcoxon-pratt"])
def test_a_test_that_points_to_the_other_system_gives_no_verdict(name: str) -> None:
    # b gains a little in most segments and loses much in a few: ahead by count and by rank, behind by the mean
    steps = [0.01 * i for i in range(1, 51)] + [-40.0] * 5
    scores = {"a": [0.0] * 55, "b": steps}
    for alternative in ("two-sided", "better"):
        [pair] = compared(name, scores, alternative=alternative).pairs
        assert pair.difference < 0 and pair.p_value < 0.001
        assert (pair.verdict, pair.reason) == ("cannot tell", "the test and the score favour different systems")
    [pair] = compared("t", scores).pairs
    assert pair.p_value > 0.01 and pair.reason == ""


def test_too_few_draws_of_a_doubled_tail_are_named() -> None:
    scores = outside(effects=(0, 50))
    [pair] = compared("paired-bootstrap", scores, n_resamples=30).pairs
    assert pair.reason == "30 draws cannot give p below 0.0645: use more draws (-n)"
    assert pair.p_value == 2 / 31
    assert pair.monte_carlo_error == pytest.approx(2 * (1 / 31 * 30 / 31 / 30) ** 0.5)
    assert compared("paired-bootstrap", scores, n_resamples=30, alternative="better").pairs[0].verdict == "better"


def test_a_t_test_without_spread_says_that_its_p_is_a_convention() -> None:
    comparison = compared("t", {"a": [0.0] * 30, "b": [1.0] * 30})
    assert (comparison.pairs[0].p_value, comparison.pairs[0].verdict) == (0, "better")
    assert "every unit differs by the same amount" in comparison.method["warning"]
    assert "Warning: Where p is 0" in report.text(comparison)


def test_the_command_line_passes_tests_on() -> None:
    argv = ("compare", REFERENCE, "-i", HARBOUR, LANTERN)
    assert run(*argv, "--test", "moses", "--correction", "maxt").err.endswith("such as holm.\n")
    assert "Holm's step-down Bonferroni" in " ".join(output(*argv, "--test", "moses", "-n", "99").split())
    printed = output(*argv, "--test", "moses", "--correction", "none", "-n", "200")
    assert "This test has too many false positives" in printed
    refused = run(*argv, "--paired-bs")
    assert refused.status == 2
    assert "--test moses --correction none --pairs baseline" in refused.err


@pytest.mark.parametrize("name", NAMES)
def test_what_a_test_needs_is_what_it_refuses(name: str, example: sy.TestSet) -> None:
    test = registered_tests()[name]
    two = {system: example.systems[system] for system in ("harbour", "lantern")}
    bleu = sy.evaluate(sy.TestSet(references=example.references, systems=two)).measurements
    if test.needs_means:
        with pytest.raises(SpecError, match="not a mean"):
            test(bleu, [(0, 1)], n_resamples=9, rng=1)
    else:
        assert len(test(bleu, [(0, 1)], n_resamples=9, rng=1).p_values("two-sided")) == 1


def test_a_calibration_takes_every_test_that_fits(example: sy.TestSet) -> None:
    options: dict[str, Any] = {"n_repetitions": 5, "n_resamples": 9, "shares": [1.0]}
    assert evaluated(outside(effects=(0, 1))).calibrate(**options).method["tests"] == NAMES
    two = {system: example.systems[system] for system in ("harbour", "lantern")}
    of_bleu = sy.evaluate(sy.TestSet(references=example.references, systems=two)).calibrate(**options)
    assert of_bleu.method["tests"] == [name for name in NAMES if not registered_tests()[name].needs_means]
