"""`steelyard plan` as people type it, and its numbers against a loop over drawn test sets."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.report import plan_text
from tests.cli.running import DOCUMENTS, HARBOUR, ORATOR, REFERENCE, TANGLE, output, run

PAIR = ("plan", REFERENCE, "-i", HARBOUR, TANGLE, "-m", "ter", "-r", "60", "-n", "99", "--sizes", "200", "20")


def test_power_grows_with_size_and_difference_and_the_stored_result_says_the_same(tmp_path: Path) -> None:
    printed = output(*PAIR, "-f", "json")
    path = tmp_path / "plan.json"
    path.write_text(printed, encoding="utf-8")
    plan = sy.load(path)
    assert isinstance(plan, sy.results.PowerPlan)
    assert plan_text(plan) == output(*PAIR)
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
    assert f"  {theory[differences[0]]:,} [" in plan_text(plan)
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
    assert f"documents to come being as unequal as these (as good as {worth:.1f} of equal size)" in " ".join(
        output(*argv).split()
    )


def test_power_of_a_mean_is_what_the_t_test_promises() -> None:
    rng = np.random.default_rng(3)
    scores = rng.normal(size=2000)
    noise = rng.normal(size=2000)
    data = sy.TestSet(references=[["x"] * 2000], systems={"a": ["x"] * 2000, "b": ["x"] * 2000})
    outside = {"mine": {"a": (scores + 0.2 + noise).tolist(), "b": scores.tolist()}}
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
        (("-i", ORATOR), "Data sets are made from two systems, not 3"),
        (("--sizes", "0"), "from 1 to 1,000,000, not [0]"),
        (("--differences", "900"), "at most that of the two systems, which is 15."),
        (("--differences", "0"), "Differences must lie above 0"),
        (("--shares", "2"), "must lie above 0 and be at most 1, not [2.0]"),
        (("--alpha", "1"), "alpha must lie between 0 and 1"),
        (("--test", "nothing"), "nothing"),
    ],
)
def test_what_cannot_be_planned_is_said_in_one_line(flags: tuple[str, ...], sentence: str) -> None:
    outcome = run(*PAIR, *flags)
    assert outcome.status == 2 and outcome.out == ""
    assert sentence in outcome.err and outcome.err.startswith("steelyard plan: ") and outcome.err.count("\n") == 1


def test_shares_that_come_to_one_mixture_are_one_row(tmp_path: Path) -> None:
    """They were several rows of one difference, and the table had more cells than columns."""
    for name, source in (("ref", REFERENCE), ("x", HARBOUR), ("y", ORATOR)):
        lines = Path(source).read_text(encoding="utf-8").splitlines(keepends=True)[:2]
        (tmp_path / f"{name}.en").write_text("".join(lines), encoding="utf-8")
    argv = ("plan", tmp_path / "ref.en", "-i", tmp_path / "x.en", tmp_path / "y.en", "-r", "5", "-n", "9")
    rows = json.loads(output(*argv, "--sizes", "20", "-f", "json"))["rows"]
    differences = [row["difference"] for row in rows]
    assert len(differences) == len(set(differences)) == 2  # of two units: one exchanged, or none
    assert len(output(*argv, "--sizes", "20").split("\n\n")[1].splitlines()) == 3


def test_a_system_and_its_copy_are_a_plan_without_a_difference() -> None:
    copy = HARBOUR.replace("systems/", "systems/../systems/")
    argv = ("plan", REFERENCE, "-i", HARBOUR, copy, "--names", "a", "b", "-m", "ter", "-r", "5", "-n", "9")
    table = output(*argv, "--sizes", "20", "40").split("\n\n")[1].splitlines()
    assert len(table) == 2 and table[1].startswith("TER         +0.000  0.0 [")


def test_a_wrong_number_of_data_sets_is_refused_by_its_own_flag() -> None:
    """The sentence named -n, which was right."""
    found = run("plan", REFERENCE, "-i", HARBOUR, TANGLE, "-r", "0")
    assert found.status == 2 and "(n_repetitions, -r)" in found.err and "-n)" not in found.err
