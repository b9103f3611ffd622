"""`steelyard board items`: figures of items, what is refused, and what is told."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.inference import fit_item_curves, item_rest_correlations
from steelyard.plot import figures_of
from tests.cli.running import output, run
from tests.conftest import EXAMPLES

JUDGE = ("board", "items", str(EXAMPLES / "judge.csv"), "--missing", "drop-item")


def passes(n_systems: int = 32, n: int = 40, seed: int = 1) -> dict[str, list[float]]:
    rng = np.random.default_rng(seed)
    logits = np.linspace(-2, 2, n_systems)[:, None] - rng.normal(0, 1.2, n)
    found = (rng.random((n_systems, n)) < 1 / (1 + np.exp(-logits))).astype(float)
    found[:, 0] = 1
    found[:, 1] = found[:, 2:].mean(axis=1) < np.median(found[:, 2:].mean(axis=1))  # its key is wrong
    return {f"s{i}": row for i, row in enumerate(found.tolist())}


def asked(board: dict[str, list[float]], **options: object) -> sy.results.ItemAnalysis:
    return sy.evaluate_scores({"solved": board}).items(**options)  # type: ignore[arg-type]


def test_the_command_prints_the_stored_result(tmp_path: Path) -> None:
    argv = (*JUDGE, "--shorten", "20")
    path = tmp_path / "items.json"
    path.write_text(output(*argv, "-f", "json"), encoding="utf-8")
    stored = sy.load(path)
    assert isinstance(stored, sy.results.ItemAnalysis)
    assert sy.report.text(stored) == output(*argv)
    assert "recomputed values are equal" in " ".join(output("check", "result", path).split())


def test_rows_are_those_of_the_kernel() -> None:
    board = passes()
    x = np.array(list(board.values()))
    found, curves = asked(board), fit_item_curves(x)
    assert [row.mean for row in found.rows] == pytest.approx(x.mean(axis=0).tolist())
    known = [row.discrimination for row in found.rows[1:]]
    assert known == pytest.approx(item_rest_correlations(x)[1:].tolist())
    assert [row.slope for row in found.rows[1:]] == pytest.approx(curves.slopes[1:].tolist())
    assert [row.ability for row in found.abilities] == pytest.approx(curves.abilities.tolist())


def test_dead_items_and_wrong_keys_are_found() -> None:
    found = asked(passes())
    assert [row.item for row in found.rows if row.is_dead] == ["1"]
    assert [row.item for row in found.rows if row.is_backwards] == ["2"]
    assert found.rows[0].slope is None and found.rows[1].slope is not None and found.rows[1].slope < 0


def test_nothing_is_found_backwards_where_nothing_is() -> None:
    rng = np.random.default_rng(8)
    n = sum(
        any(row.is_backwards for row in asked({f"s{i}": row for i, row in enumerate(x)}, model="classical").rows)
        for x in (rng.random((40, 15, 60)) < 0.5).astype(float).tolist()
    )
    assert n <= 6  # of 40 boards of pure noise; 2 are expected at a false discovery rate of 0.05


def test_lower_scores_that_are_better_turn_the_curve() -> None:
    board = passes()
    wrong = {name: [1 - x for x in row] for name, row in board.items()}
    found = sy.evaluate_scores({"wrong": wrong}, lower_is_better=["wrong"]).items()
    slopes = [row.slope for row in asked(board).rows[1:]]
    assert [row.slope for row in found.rows[1:]] == pytest.approx(slopes)


def test_few_systems_and_other_ranges_have_no_curves_but_where_asked() -> None:
    few = passes(10)
    assert not asked(few).method["curves"] and "30 systems are needed" in asked(few).method["no_curves"]["solved"]
    assert "single curves are unreliable" in " ".join(sy.report.text(asked(few, model="curves")).split())
    grades = {name: [1 + x for x in row] for name, row in passes().items()}
    assert "--score-range" in asked(grades).method["no_curves"]["solved"]
    ranged = asked(grades, score_range=(1, 2))
    assert [row.slope for row in ranged.rows] == pytest.approx([row.slope for row in asked(passes()).rows])


def test_gaps_are_left_out_of_figures(tmp_path: Path) -> None:
    lines = ["item,system,solved"]
    for name, row in passes().items():
        lines += [f"{i},{name},{x:g}" for i, x in enumerate(row) if (i, name) != (5, "s3")]
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    told = output("board", "items", path, "--missing", "bounds")
    assert "Missing scores: 1, left out" in told
    rows = json.loads(output("board", "items", path, "--missing", "bounds", "-f", "json"))["rows"]
    assert [row["n_systems"] for row in rows] == [32] * 5 + [31] + [32] * 34
    assert "--shorten needs all scores" in run("board", "items", path, "--missing", "bounds", "--shorten", "5").err


def test_all_right_says_that_nothing_is_told() -> None:
    board = {name: [1.0] * 5 for name in "abcd"}
    told = sy.report.text(asked(board))
    assert "no item separates the systems" in told
    assert "nan" not in told


@pytest.mark.parametrize(
    ("board", "options", "told"),
    [
        ({"a": [0, 1, 1]}, {}, "a alone"),
        ({"a": [0], "b": [1]}, {}, "one item"),
        ({"a": [0, 1], "b": [1, 0]}, {"shorten": [3]}, "from 1 to 2"),
        ({"a": [0, 1], "b": [1, 0]}, {"shorten": [0]}, "1 or more"),
        ({"a": [0, 1], "b": [1, 0]}, {"model": "curves"}, "three systems"),
        ({"a": [0, 5], "b": [1, 0], "c": [1, 1]}, {"model": "curves"}, "--score-range"),
        ({"a": [0, 1], "b": [1, 0]}, {"score_range": (1, 0)}, "lowest"),
        ({"a": [0, 1], "b": [1, 0]}, {"n_splits": 0}, "splits"),
    ],
)
def test_what_cannot_be_looked_at_is_refused(
    board: dict[str, list[float]], options: dict[str, object], told: str
) -> None:
    with pytest.raises(SpecError, match=told):
        asked(board, **options)


def test_texts_have_items_where_their_scores_add_up() -> None:
    texts = sy.TestSet(references=[["a b c d", "e f"] * 9], systems={"x": ["a b c", "e"] * 9, "y": ["a", "f"] * 9})
    assert len(sy.evaluate(texts, ["exact-match"]).items().rows) == 18
    with pytest.raises(SpecError, match="is not a mean of item scores"):
        sy.evaluate(texts, ["bleu"]).items()


def test_figures_and_page(tmp_path: Path) -> None:
    page = tmp_path / "items.html"
    output(*JUDGE, "--shorten", "20", "40", "--report", page)
    assert page.read_text(encoding="utf-8").count("<svg") >= 2


def test_a_fit_that_had_not_settled_is_not_recommended() -> None:
    found = asked(passes())
    curves = {"solved": {**found.method["curves"]["solved"], "is_settled": False}}
    unsettled = replace(found, method={**found.method, "curves": curves})
    told = "The fit did not converge: do not use it."
    assert told in " ".join(sy.report.text(unsettled).split())
    assert told not in " ".join(sy.report.text(found).split())


def test_an_answer_says_in_a_line_how_many_items_tell_nothing() -> None:
    assert str(asked(passes())) == "ItemAnalysis: solved: 40 items, 1 on which all systems have one score"


def test_items_that_all_solve_have_no_figure() -> None:
    assert not figures_of(asked({name: [1.0] * 5 for name in "abcd"}))


def test_figures_of_classical_items_say_nothing_of_curves() -> None:
    found = asked(passes())
    bare = replace(found, method={**found.method, "curves": {}, "no_curves": {}})
    told = [" ".join(sy.report.text(one).split()) for one in (found, bare)]
    assert ["Curves of 39 items over ability" in one for one in told] == [True, False]
