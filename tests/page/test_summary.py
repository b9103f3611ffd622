"""First lines: what they may claim of groups, of contradictions between metrics, and of tests without correction."""

import json

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard import report
from steelyard.errors import SpecError
from steelyard.inference import CORRECTIONS, get_correction, joint_experimentwise_error
from steelyard.page.summary import contradiction_sentence
from steelyard.page.tiers import tiers_text
from steelyard.questions.compare.page import summary
from steelyard.results import WITHOUT_FAMILY_LEVEL, ScoreRow, contradictions
from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, ORATOR, REFERENCE, SPARROW, TANGLE, output

FIVE = ("compare", REFERENCE, "-i", HARBOUR, LANTERN, SPARROW, TANGLE, ORATOR, "--documents", DOCUMENTS)


def judged(scores: dict[str, dict[str, list[float]]]) -> sy.Evaluation:
    systems = list(next(iter(scores.values())))
    n = len(next(iter(scores.values()))[systems[0]])
    data = sy.TestSet(references=[["a"] * n], systems=dict.fromkeys(systems, ["a"] * n))
    return sy.evaluate(data, metrics=[], segment_scores=scores, higher_is_better=list(scores))


def steps(n_systems: int, noise: float = 0.76, n: int = 60) -> dict[str, list[float]]:
    """Make scores whose neighbours hardly differ while the ends do."""
    rng = np.random.default_rng(5)
    draws = rng.normal(size=(n_systems, n)) * noise
    return {f"s{i}": (row - row.mean() - 0.25 * i).tolist() for i, row in enumerate(draws)}


def test_a_group_whose_systems_differ_is_no_tie() -> None:
    comparison = judged({"m": steps(4) | {"last": [-90.0 + i % 3 for i in range(60)]}}).compare(n_resamples=2000)
    by_name = {row.system: row for row in comparison.scores}
    ranges = {name: (row.rank_low, row.rank_high) for name, row in by_name.items()}
    assert ranges == {"s0": (1, 2), "s1": (1, 3), "s2": (2, 4), "s3": (3, 4), "last": (5, 5)}
    assert {row.cluster for name, row in by_name.items() if name != "last"} == {1}
    assert summary(comparison) == [
        "m: s0 (rank 1-2), s1 (1-3), s2 (2-4), s3 (3-4) > last; 7 of 10 pairs differ significantly (60 segments)."
    ]


def test_many_systems_are_a_short_sentence_with_the_ends_of_their_ranks() -> None:
    comparison = judged({"m": steps(20) | {"last": [-90.0 + i % 3 for i in range(60)]}}).compare(n_resamples=1000)
    [sentence] = summary(comparison)
    first = next(row for row in comparison.scores if row.rank == 1)
    twentieth = next(row for row in comparison.scores if row.rank == 20)
    assert sentence.startswith(
        f"m: 20 systems from s0 (rank 1-{first.rank_high}) to {twentieth.system} ({twentieth.rank_low}-20) > last; "
    )
    assert len(sentence) < 150


def test_a_chain_of_many_single_systems_is_cut() -> None:
    scores = {f"s{i}": [-10.0 * i + j % 3 for j in range(40)] for i in range(9)}
    assert summary(judged({"m": scores}).compare(n_resamples=500)) == [
        "m: s0 > s1 > s2 > s3 > s4 > 4 more; all 36 pairs differ significantly (40 segments)."
    ]


@pytest.mark.parametrize("noise", [0.001, 1.0])
def test_no_sentence_has_braces_which_read_as_ties(noise: float) -> None:
    assert "{" not in " ".join(summary(judged({"m": steps(4, noise)}).compare(n_resamples=500)))


@pytest.fixture(scope="module")
def contrary() -> sy.Evaluation:
    x, y = [0.1 * (i % 7) for i in range(50)], [0.1 * (i % 7) + 0.5 + 0.01 * (i % 3) for i in range(50)]
    return judged({"one": {"x": x, "y": y, "z": x}, "two": {"x": y, "y": x, "z": y}, "three": {"x": x, "y": x, "z": x}})


def test_metrics_that_contradict_each_other_are_named_first_in_every_format(contrary: sy.Evaluation) -> None:
    comparison = contrary.compare(n_resamples=999)
    said = "one and two disagree significantly on 2 of 3 pairs: y and x; z and y."
    assert report.text(comparison).splitlines()[0] == said
    assert report.markdown_text(comparison).splitlines()[0] == said
    assert said in report.latex_text(comparison).replace("\n", " ")
    method = json.loads(comparison.to_json())["method"]
    assert method["contradictions"] == [
        {"system": "y", "against": "x", "better": ["one"], "worse": ["two"]},
        {"system": "z", "against": "y", "better": ["two"], "worse": ["one"]},
    ]
    page = report.html_text(contrary.report_page(comparison))
    assert f"<title>{said}" in page
    assert f'<h1 class="summary"><bdi>{said}</bdi></h1>' in page
    [table] = page.split('<table class="matrix contrary"')[1:]
    rows = table.split("</table>")[0]
    places = [i for i, row in enumerate(comparison.pairs) if row.metric != "three" and row.verdict != "equivalent"]
    assert all(f'data-pair="{place}"' in rows for place in places)
    assert rows.count("data-pair") == len(places) == 4


def test_three_metrics_say_who_is_against_whom(contrary: sy.Evaluation) -> None:
    scores = {
        m.metric: dict(zip(m.systems, m.statistics.values[..., 0].tolist(), strict=True)) for m in contrary.measurements
    }
    scores["three"] = {"x": scores["one"]["x"], "y": scores["one"]["y"], "z": scores["one"]["y"]}
    assert summary(judged(scores).compare(n_resamples=999))[0] == (
        "3 metrics disagree significantly on 2 of 3 pairs: y and x (one, three against two); z and y (two against one)."
    )


def test_agreement_is_no_contradiction() -> None:
    comparison = judged({"one": steps(3, 0.01), "two": steps(3, 0.02)}).compare(n_resamples=500)
    assert (contradictions(comparison.pairs), "contradictions" in comparison.method) == ([], False)


@pytest.mark.parametrize("correction", WITHOUT_FAMILY_LEVEL)
def test_without_a_family_wise_level_there_are_no_groups(correction: str) -> None:
    stored = json.loads(output(*FIVE, "--correction", correction, "-f", "json"))
    assert {(row["cluster"], row["rank_low"], row["rank_high"]) for row in stored["scores"]} == {(None, None, None)}
    shown = output(*FIVE, "--correction", correction, "--legend")
    assert "cluster" not in shown
    assert ">" not in shown.partition("\n\n")[0]
    assert "BLEU: 8 of 10 pairs differ significantly (" in shown
    assert "rank          by score, without a test\n" in shown
    error = stored["method"].get("experimentwise_error")
    if correction == "none":
        rate = f"{100 * error['rate']:.0f}%"
        assert shown.replace("\n", " ").startswith(
            "No groups are formed: 10 tests at 0.05 each are not corrected. "
            f"If no pair differs, {rate} of such families have a false verdict. BLEU"
        )
        assert f"false positive in {rate} of cases" in stored["method"]["sentence"]
        latex = " ".join(output(*FIVE, "--correction", correction, "-f", "latex").split())
        assert f"false positive in {rate.replace('%', '')}\\% of cases" in latex
    else:
        assert error is None
        said = f"No groups are formed: the correction {correction} controls the false discovery rate"
        assert shown.startswith(said)


def test_an_older_result_without_correction_is_not_told_as_groups() -> None:
    comparison = judged({"m": steps(3, 0.01)}).compare(n_resamples=500)
    older = comparison.to_dict()
    older["method"]["correction"] = "none"
    assert summary(sy.Comparison.from_dict(older)) == ["m: all 3 pairs differ significantly (60 segments)."]


def test_a_single_difference_needs_no_correction() -> None:
    comparison = judged({"m": {"x": [1.0 + i % 3 for i in range(30)], "y": [4.0 + i % 2 for i in range(30)]}}).compare(
        correction="none", n_resamples=500
    )
    assert summary(comparison) == ["y is better than x (m +2.5000, p = 0.0020, 30 segments)."]
    assert "experimentwise_error" not in comparison.method


def test_corrections_without_family_wise_level_are_those_of_the_registry() -> None:
    assert {name for name in CORRECTIONS if get_correction(name).controls != "the family-wise error rate"} == set(
        WITHOUT_FAMILY_LEVEL
    )


@pytest.mark.parametrize("n_systems", [3, 10])
@pytest.mark.parametrize("apart", [0.0, 9.0])
def test_the_rate_without_correction_is_that_of_the_studentized_range(n_systems: int, apart: float) -> None:
    """All pairs of equal normal means, each at 0.05; that these systems do differ must not lower the rate."""
    rows = np.random.default_rng(3).normal(size=(n_systems, 2_000)) + apart * np.arange(n_systems)[:, None]
    pairs = [(a, b) for b in range(n_systems) for a in range(b + 1, n_systems)]
    expected = stats.studentized_range.sf(stats.norm.isf(0.025) * 2**0.5, n_systems, np.inf)
    assert joint_experimentwise_error([rows], pairs, 0.05) == pytest.approx(expected, abs=0.02)


def test_metrics_and_sides_count_in_the_rate_without_correction() -> None:
    one, two = np.random.default_rng(4).normal(size=(2, 2, 3_000))
    for rows, n_tests in (([one], 1), ([one, one], 1), ([one, -one], 1), ([one, two], 2)):
        assert joint_experimentwise_error(rows, [(1, 0)], 0.05) == pytest.approx(1 - 0.95**n_tests, abs=0.012)
    sides = [joint_experimentwise_error([one, -one], [(1, 0)], 0.05, two_sided=False)]
    sides.append(joint_experimentwise_error([one, one], [(1, 0)], 0.05, two_sided=False))
    assert sides == pytest.approx([0.1, 0.05], abs=0.012)
    same = np.concatenate([one, one[:1]])  # a copy of a system is never told from it
    assert joint_experimentwise_error([same], [(2, 0)], 0.05) == 0
    with pytest.raises(SpecError, match="between 0 and 1"):
        joint_experimentwise_error([one], [(1, 0)], 2.0)


def test_every_test_without_correction_prints_its_rate() -> None:
    error = judged({"m": steps(3)}).compare("t", "none").method["experimentwise_error"]
    assert error == {"n_tests": 3, "level": 0.05, "rate": pytest.approx(0.122, abs=0.012)}


def test_ranks_of_people_are_told_without_braces() -> None:
    rows = [ScoreRow("m", "M", name, 1.0, None, i + 1, 1, 2, 1, "") for i, name in enumerate("ab")]
    from steelyard.page.tiers import tiers_text

    assert tiers_text(rows) == "a, b (rank 1-2)"


def test_the_only_pair_may_be_one_that_metrics_contradict_each_other_on() -> None:
    shown = output("compare", REFERENCE, "-i", TANGLE, SPARROW, "--documents", DOCUMENTS, "-m", "chrf", "ter")
    said = (
        "chrF2 and TER disagree significantly on the pair: sparrow and tangle.\ntangle is better than sparrow (chrF2 "
    )
    assert shown.startswith(said)


def test_systems_of_one_range_of_ranks_are_named_by_the_first_and_the_last() -> None:
    rows = [ScoreRow("m", "M", f"s{i}", 9.0 - i, None, i + 1, 1, 6, 1, "") for i in range(6)]
    rows.append(ScoreRow("m", "M", "last", 0.0, None, 7, 7, 7, 2, ""))
    assert tiers_text(rows) == "6 systems from s0 to s5 (rank 1-6) > last"


def test_of_many_contradictions_three_are_named() -> None:
    rising = {f"s{i}": [10.0 * i + j % 3 for j in range(30)] for i in range(4)}
    falling = {name: [-score for score in scores] for name, scores in rising.items()}
    comparison = judged({"up": rising, "down": falling}).compare(n_resamples=200)
    sentence = contradiction_sentence(comparison.scores, comparison.pairs)
    assert sentence.startswith("up and down disagree significantly on 6 of 6 pairs: ")
    assert sentence.endswith("; 3 more.") and sentence.count(" and s") == 3
