"""`steelyard plan texts` as people type it, and its numbers against a loop over drawn test sets."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard import report
from steelyard.errors import SpecError
from steelyard.inference import max_t, randomization
from steelyard.types import Measurement, Statistics
from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, ORATOR, REFERENCE, TANGLE, output, run, with_flags

PAIR = ("plan", "texts", REFERENCE, "-i", HARBOUR, TANGLE, "-m", "ter", "-r", "60", "-n", "99", "--sizes", "200", "20")


def test_power_grows_with_size_and_difference_and_the_stored_result_says_the_same(tmp_path: Path) -> None:
    printed = output(*PAIR, "-f", "json")
    path = tmp_path / "plan.json"
    path.write_text(printed, encoding="utf-8")
    plan = sy.load(path)
    assert isinstance(plan, sy.results.PowerPlan)
    assert report.text(plan) == output(*PAIR)
    assert json.loads(printed)["schema"] == "steelyard.power-plan/1"
    power = {(round(row.difference), row.n_units): row.power for row in plan.rows}
    sizes = {n_units for _, n_units in power}
    differences = sorted({difference for difference, _ in power}, key=abs)
    assert sizes == {20, 200} and len(differences) == 3
    for difference in differences:
        assert power[difference, 20] < power[difference, 200]
    for size in sizes:
        assert power[differences[0], size] < power[differences[2], size]
    half = differences[1]
    exact = next(row.difference for row in plan.rows if round(row.difference) == half)
    assert power[half, 20] < 0.8 <= power[half, 200]
    theory = {round(row.difference): row.n_needed for row in plan.rows}
    assert 20 < theory[half] < 200
    assert theory[differences[0]] > theory[half] > theory[differences[2]]
    assert f"  {theory[differences[0]]:,} [" in report.text(plan)
    assert plan.needed("ter", exact) == 200 and plan.needed("ter", exact, 0.01) == 20
    assert plan.needed("ter", plan.rows[0].difference, 0.999) is None


def test_wanted_differences_are_mixed_and_documents_counted() -> None:
    content = json.loads(output(*PAIR, "--differences", "4", "--documents", DOCUMENTS, "-f", "json"))
    assert content["method"]["unit"] == "document" and len(content["rows"]) == 2
    assert abs(abs(content["rows"][0]["difference"]) - 4) < 2.5  # a document can change it by as much
    fine = json.loads(output(*PAIR, "--differences", "4", "-f", "json"))
    assert abs(abs(fine["rows"][0]["difference"]) - 4) < 0.3


def test_unequal_documents_are_taken_for_as_many_as_they_are_worth(tmp_path: Path) -> None:
    """Theory took one long document and eleven short ones for twelve."""
    documents = tmp_path / "documents.txt"
    documents.write_text("".join(f"{max(0, line - 108)}\n" for line in range(120)), encoding="utf-8")
    argv = (*PAIR, "--shares", "1", "--documents", documents)
    content = json.loads(output(*argv, "-f", "json"))
    worth, row = content["method"]["n_effective"], content["rows"][0]
    assert content["method"]["n_units"] == 12 and worth < 1.5
    low, high = row["interval_needed"]
    assert low < row["n_needed"] < high and high / low > 20  # next to nothing is known of a spread from one document
    assert f"for documents of sizes as unequal as these (effective number {worth:.1f})" in " ".join(
        output(*argv).split()
    )


def test_power_of_a_mean_is_what_the_t_test_promises() -> None:
    rng = np.random.default_rng(3)
    scores = rng.normal(size=2000)
    noise = rng.normal(size=2000)
    data = sy.TestSet(references=[["x"] * 2000], systems={"a": ["x"] * 2000, "b": ["x"] * 2000})
    outside = {"judge": {"a": (scores + 0.2 + noise).tolist(), "b": scores.tolist()}}
    plan = sy.evaluate(data, metrics=[], segment_scores=outside).plan(
        sizes=[100, 300], shares=[1.0], n_repetitions=1000, n_resamples=199
    )
    for row in plan.rows:
        needed = (stats.norm.ppf(0.975) + stats.norm.ppf(0.8)) ** 2 * noise.var(ddof=1) / row.difference**2
        assert row.n_needed == int(np.ceil(needed)) and row.interval_needed is not None
        assert row.interval_needed[0] < needed < row.interval_needed[1] < 1.3 * needed
        shift = np.sqrt(row.n_units) * row.difference / noise.std()
        critical = stats.t.ppf(0.975, row.n_units - 1)
        promised = stats.nct.sf(critical, row.n_units - 1, shift) + stats.nct.cdf(-critical, row.n_units - 1, shift)
        assert abs(row.power - promised) < 0.05


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (("-i", HARBOUR, TANGLE, ORATOR), "The 3 pairs of these systems have different differences"),
        (("--sizes", "0"), "from 1 to 1,000,000, not [0]"),
        (("--differences", "900"), "cannot be made under TER: ask for a smaller difference"),
        (("--differences", "0"), "Differences must be finite numbers above 0"),
        (("--differences", "inf"), "Differences must be finite numbers above 0"),
        (("--shares", "2"), "must lie above 0 and be at most 1, not [2.0]"),
        (("--alpha", "1"), "alpha must lie between 0 and 1"),
        (("--test", "nothing"), "nothing"),
    ],
)
def test_what_cannot_be_planned_is_said_in_one_line(flags: tuple[str, ...], sentence: str) -> None:
    outcome = run(*with_flags(PAIR, *flags))
    assert outcome.status == 2 and outcome.out == ""
    assert sentence in outcome.err and outcome.err.startswith("steelyard plan texts: ") and outcome.err.count("\n") == 1


def test_shares_that_come_to_one_mixture_are_one_row() -> None:
    """They were several rows of one difference, and the table had more cells than columns."""
    data = sy.TestSet(references=[["x"] * 2], systems={"a": ["x"] * 2, "b": ["x"] * 2})
    evaluation = sy.evaluate(data, metrics=[], segment_scores={"judge": {"a": [1.0, 2], "b": [2.0, 4]}})
    plan = evaluation.plan("sign", sizes=[20], n_repetitions=5, n_resamples=9)
    found = [(row.difference, row.made) for row in plan.rows]
    assert len(found) == len(set(found)) == 2  # of two units: one exchanged, or none
    assert len(report.text(plan).split("\n\n")[2].splitlines()) == 3


def test_a_system_and_its_copy_are_a_plan_without_a_difference() -> None:
    copy = HARBOUR.replace("systems/", "systems/../systems/")
    argv = (*f"plan texts {REFERENCE} -i {HARBOUR} {copy} --names a b -m ter -r 5 -n 9 -q".split(),)
    table = output(*argv, "--sizes", "20", "40").split("\n\n")[2].splitlines()
    assert len(table) == 2 and table[1].startswith("TER         +0.000  as is  0.0 [")


def test_a_wrong_number_of_data_sets_is_refused_by_its_own_flag() -> None:
    """The sentence named -n, which was right."""
    found = run("plan", "texts", REFERENCE, "-i", HARBOUR, TANGLE, "-r", "0")
    assert found.status == 2 and "(n_repetitions, -r)" in found.err and "-n)" not in found.err


def test_near_equal_pilots_are_shifted_as_far_apart_as_wanted_and_it_is_said() -> None:
    """Differences above that of the pilots were refused: no one could plan for a point from systems as alike."""
    argv = (*f"plan texts {REFERENCE} -i {HARBOUR} {LANTERN} -m bleu -r 100 -n 99 --sizes 60 10".split(),)
    content = json.loads(output(*argv, "--differences", "0.2", "3", "-f", "json"))
    assert {row["made"] for row in content["rows"]} == {"shifted"}
    rows = {("near" if row["wanted"] < 1 else "shifted", row["n_units"]): row for row in content["rows"]}
    assert set(rows) == {("near", 60), ("near", 10), ("shifted", 60), ("shifted", 10)}
    for size in (60, 10):
        assert abs(abs(rows["shifted", size]["difference"]) - 3) < 0.1 and rows["shifted", size]["wanted"] == 3
    assert rows["near", 60]["power"] < 0.3 and rows["shifted", 60]["power"] > 0.95
    needed = rows["shifted", 60]["n_needed"]
    assert needed is not None and 10 < needed < 60 and rows["shifted", 10]["power"] < 0.8
    shown = " ".join(output(*argv, "--differences", "0.2", "3").split())
    assert "Shifted: what each segment adds to the second system's score was changed" in shown
    assert "on 120 segments were shifted to each difference. 100 test sets" in shown
    assert "A shift" not in output(*argv, "--shares", "1")


def test_far_pilots_are_shifted_together_and_not_mixed() -> None:
    """A mixture keeps the squares of differences, and asked for six times the units that this spread needs."""
    argv = (*f"plan texts {REFERENCE} -m bleu -i {HARBOUR} {ORATOR} -r 2 -n 19 --sizes 60 -f json".split(),)
    [as_is] = json.loads(output(*argv, "--shares", "1"))["rows"]
    [near] = json.loads(output(*argv, "--differences", "1"))["rows"]
    assert (as_is["made"], near["made"]) == ("as is", "shifted")
    assert near["n_needed"] == pytest.approx(as_is["n_needed"] * as_is["difference"] ** 2, rel=0.6)


def test_a_test_that_counts_units_is_not_planned_by_a_shift() -> None:
    data = sy.TestSet(references=[["x"] * 6], systems={"a": ["x"] * 6, "b": ["x"] * 6})
    outside = {"judge": {"a": [1.0, 2, 3, 4, 5, 6], "b": [1.0, 2, 3, 4, 5, 7]}}
    evaluation = sy.evaluate(data, metrics=[], segment_scores=outside)
    with pytest.raises(SpecError, match="cannot be planned for a difference"):
        evaluation.plan("sign", sizes=[6], differences=[1.0], n_repetitions=5)


def test_a_family_is_planned_at_the_level_that_its_correction_leaves_each_pair(tmp_path: Path) -> None:
    """Three systems were refused."""
    argv = (*f"plan texts {REFERENCE} -i {HARBOUR} {TANGLE} {ORATOR} -m ter -r 40 -n 99 --sizes 30 300".split(),)
    argv = (*argv, "--differences", "5", "12")
    path = tmp_path / "plan.json"
    path.write_text(output(*argv, "-f", "json"), encoding="utf-8")
    plan = sy.load(path)
    assert isinstance(plan, sy.results.PowerPlan) and report.text(plan) == output(*argv)
    pairs = {(row.system, row.against) for row in plan.rows}
    assert pairs == {("tangle", "harbour"), ("orator", "harbour"), ("orator", "tangle")} and len(plan.rows) == 12
    assert 0.05 / 3 <= plan.method["test_levels"]["ter"] < 0.05
    shown = report.text(plan)
    assert "\n\nPower of randomization at 0.05 over all 3 pairs, in % of 40 test sets" in shown
    line = next(line for line in shown.splitlines() if line.startswith("TER") and " 5.000 " in line)
    alone = [plan.needed("ter", 5.0, pair=pair) for pair in sorted(pairs)]
    assert plan.needed("ter", 5.0) == (None if None in alone else max(alone))  # type: ignore[type-var]
    theory = sorted(row.n_needed or 0 for row in plan.rows if row.wanted == 5 and row.n_units == 30)
    assert line.endswith(f"  {theory[1]:,} ({theory[0]:,} to {theory[2]:,})")


def test_power_in_a_family_is_that_of_max_t_over_it() -> None:
    """The level of each pair against brute force: all three pairs of fresh systems, max-T, one of them apart."""
    rng = np.random.default_rng(4)
    n_pilot, n, apart = 1500, 150, 0.35
    names = ("a", "b", "c")
    data = sy.TestSet(references=[["x"] * n_pilot], systems={name: ["x"] * n_pilot for name in names})
    pilot = rng.normal(size=(3, n_pilot))
    outside = {
        "judge": {name: row.tolist() for name, row in zip(names, pilot - pilot.mean(axis=1)[:, None], strict=True)}
    }
    plan = sy.evaluate(data, metrics=[], segment_scores=outside).plan(
        sizes=[n], differences=[apart], n_repetitions=300, n_resamples=199
    )
    by_plan = np.mean([row.power for row in plan.rows])
    found = []
    for number in range(600):
        scores = rng.normal(size=(3, n)) + np.array([[0.0], [apart / 2], [apart]])
        statistics = Statistics.from_values(np.stack([scores, np.ones((3, n))], axis=-1))
        mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
        null = randomization([mean], [(1, 0), (2, 0), (2, 1)], n_resamples=299, rng=number)
        found.append(max_t(null).p_values[1] <= 0.05)
    assert {row.made for row in plan.rows} == {"shifted"}
    assert by_plan == pytest.approx(np.mean(found), abs=0.06)


def test_copies_among_several_systems_are_named() -> None:
    copy = HARBOUR.replace("systems/", "systems/../systems/")
    argv = (*f"plan texts {REFERENCE} -i {HARBOUR} {TANGLE} {copy} --names a b c -m ter -r 5 -n 9".split(),)
    found = run(*argv, "--differences", "1")
    assert found.status == 2 and "The outputs of a and c do not differ under TER" in found.err


def test_plans_of_before_are_shown_as_they_were(tmp_path: Path) -> None:
    """They have no word on pairs, levels and shifts."""
    content = json.loads(output(*PAIR, "-f", "json"))
    for row in content["rows"]:
        for key in ("interval_needed", "system", "against", "wanted", "made"):
            del row[key]
    for key in ("n_pairs", "test_levels", "test_draws", "has_joint_null", "made", "n_effective"):
        del content["method"][key]
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    shown = report.text(sy.load(path))  # type: ignore[arg-type]
    assert "Power of randomization at 0.05, in % of 60 test sets" in shown and "Shifted" not in shown
