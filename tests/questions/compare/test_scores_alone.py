"""Scores alone, from file to verdict: held against NumPy, against rows removed and filled by hand, and verified."""

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.cli.running import output, run
from tests.conftest import EXAMPLES

JUDGE = str(EXAMPLES / "judge.csv")
ITEMS = [f"q{i}" for i in range(12)]


def write(path: Path, values: NDArray[np.float64], systems: Sequence[str] = ("x", "y")) -> str:
    """Write a column per system; what is missing is empty."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["item", *systems])
        for i, row in enumerate(values.T):
            writer.writerow([ITEMS[i], *("" if np.isnan(score) else repr(float(score)) for score in row)])
    return str(path)


def result(*words: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(output(*words, "--format", "json"))
    return found


def compared(*words: object) -> dict[str, Any]:
    return result("compare", "--scores", *words)


def some_scores(seed: int = 1) -> NDArray[np.float64]:
    rng = np.random.default_rng(seed)
    return np.round(rng.random((2, 12)) + np.array([[0.0], [0.25]]), 3)


def exact_p(values: NDArray[np.float64]) -> float:
    """Exchange the systems on every subset of the items."""
    difference = values[1] - values[0]
    signs = 1 - 2 * ((np.arange(2**12)[:, None] >> np.arange(12)) & 1)
    sums = np.abs(signs @ difference)
    return float((sums >= abs(difference.sum()) - 1e-9).mean())


def test_mean_and_p_are_those_of_numpy(tmp_path: Path) -> None:
    values = some_scores()
    found = compared(write(tmp_path / "judge.csv", values), "-n", "5000")
    scores = {row["system"]: row["score"] for row in found["scores"]}
    assert scores == pytest.approx({"x": values[0].mean(), "y": values[1].mean()}, abs=1e-8)
    [pair] = found["pairs"]
    assert pair["difference"] == pytest.approx((values[1] - values[0]).mean(), abs=1e-8)
    assert pair["p_value"] == pytest.approx(exact_p(values))  # so few items are enumerated
    assert (found["method"]["unit"], found["method"]["n_segments"]) == ("item", 12)
    assert found["scores"][0]["label"] == "judge"


def test_drawn_p_is_near_that_of_a_loop(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    values = (rng.random((2, 400)) < [[0.5], [0.57]]).astype(float)
    rows = "".join(f"{i},{a:g},{b:g}\n" for i, (a, b) in enumerate(values.T))
    path = tmp_path / "solved.csv"
    path.write_text("id,x,y\n" + rows)
    difference = values[1] - values[0]
    signs = np.random.default_rng(4).choice([-1.0, 1.0], (20_000, 400))
    expected = (1 + (np.abs(signs @ difference) >= abs(difference.sum()) - 1e-9).sum()) / 20_001
    [pair] = compared(path)["pairs"]
    assert pair["p_value"] == pytest.approx(expected, abs=0.015)


def without_inputs(found: dict[str, Any]) -> dict[str, Any]:
    method = {k: v for k, v in found["method"].items() if k not in ("inputs", "recipe", "missing", "sentence")}
    return {**found, "method": method}


def test_dropping_items_is_removing_rows_by_hand(tmp_path: Path) -> None:
    values = some_scores()
    values[0, 3] = values[1, 7] = np.nan
    whole = np.delete(values, [3, 7], axis=1)
    (tmp_path / "hand").mkdir()
    left = compared(write(tmp_path / "judge.csv", values), "--missing", "drop-item")
    by_hand = compared(write(tmp_path / "hand" / "judge.csv", whole))
    assert without_inputs(left) == without_inputs(by_hand)
    assert left["method"]["missing"] == {
        "rule": "drop-item",
        "n_items": 12,
        "systems": [
            {"metric": "judge", "system": name, "n_scored": 11, "n_missing": 1, "reasons": {"no score": 1}}
            for name in "xy"
        ],
        "n_kept": 10,
    }


@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_bounds_are_the_two_fillings_by_hand(seed: int, lower: bool, tmp_path: Path) -> None:
    values = some_scores(seed) + np.array([[0.0], [0.15]])
    values[0, 3] = values[1, 7] = values[1, 8] = np.nan
    worst, best = (2.0, 0.0) if lower else (0.0, 2.0)
    direction = ("--lower-is-better", "judge") if lower else ()
    ends = ("--worst", worst, "--best", best)
    found = compared(write(tmp_path / "judge.csv", values), "--missing", "bounds", *ends, *direction)
    rows = []
    for fill in ([best, worst], [worst, best]):  # against y, the later system, and for it
        (tmp_path / "hand").mkdir(exist_ok=True)
        filled = np.where(np.isnan(values), np.array(fill)[:, None], values)
        [row] = compared(write(tmp_path / "hand" / "judge.csv", filled), *direction)["pairs"]
        rows.append(row)
    [pair] = found["pairs"]
    has_both_signs = rows[0]["difference"] * rows[1]["difference"] < 0  # some scores between make the systems equal
    assert pair["p_value"] == (1 if has_both_signs else max(row["p_value"] for row in rows))
    assert pair["difference"] == pytest.approx(min((row["difference"] for row in rows), key=abs))
    verdicts = {row["verdict"] for row in rows}
    assert pair["verdict"] == (verdicts.pop() if len(verdicts) == 1 else "cannot tell")
    [told] = found["method"]["missing"]["bounds"]
    assert told["difference"] == pytest.approx(sorted(row["difference"] for row in rows))
    low, high = (min(row["interval"][0] for row in rows), max(row["interval"][1] for row in rows))
    assert pair["interval"] == pytest.approx([low, high])


@pytest.mark.parametrize(("alternative", "p"), [((), 1.0), (("--alternative", "better"), None)])
def test_ends_on_both_sides_of_zero_have_no_small_p(
    alternative: tuple[str, ...], p: float | None, tmp_path: Path
) -> None:
    """Both ends were significant, in opposite directions, and their small p stood beside "cannot tell"."""
    values = np.full((2, 12), np.nan)
    values[:, :2] = [[0.4, 0.6], [0.5, 0.5]]
    path, ends = write(tmp_path / "judge.csv", values), ("--missing", "bounds", "--worst", 0, "--best", 1)
    [pair] = compared(path, *ends, *alternative)["pairs"]
    assert pair["verdict"] == "cannot tell" and "depending on missing scores" in pair["reason"]
    if p is not None:
        assert (pair["p_value"], pair["p_adjusted"], pair["monte_carlo_error"]) == (p, p, 0)
    else:  # of one side the larger p is at an end
        values[0], values[1] = (np.where(np.isnan(row), fill, row) for row, fill in zip(values, (1, 0), strict=True))
        (tmp_path / "hand").mkdir()
        [row] = compared(write(tmp_path / "hand" / "judge.csv", values), *alternative)["pairs"]
        assert pair["p_value"] == row["p_value"] > 0.99


def test_the_worst_score_is_filled_in(tmp_path: Path) -> None:
    values = some_scores()
    values[0, 3] = np.nan
    found = compared(write(tmp_path / "judge.csv", values), "--missing", "worst", "--worst", "-1")
    scores = {row["system"]: row["score"] for row in found["scores"]}
    assert scores["x"] == pytest.approx((np.nansum(values[0]) - 1) / 12, abs=1e-8)
    assert "1 no score). Missing scores count as the worst score, -1, declared" in output(
        "score", "--scores", tmp_path / "judge.csv", "--missing", "worst", "--worst", "-1"
    ).replace("\n", " ")


def test_a_missing_score_is_refused_with_the_count_and_the_choices() -> None:
    done = run("compare", "--scores", JUDGE)
    assert (done.status, done.out) == (2, "")
    assert "birch lacks 3 of 60 scores (2 refused, 1 timeout); amber lacks 1 of 60 scores (1 refused)" in done.err
    assert "drop-item keeps 57 of 60 items" in done.err


def test_words_follow_the_data() -> None:
    flags = ("--scores", JUDGE, "--missing", "drop-item")
    for command in ("compare", "score", "check dependence"):
        said = output(*command.split(), *flags, *(("-ci",) if command == "score" else ())).replace("segment_", "")
        assert "item" in said and "segment" not in said and "reference" not in said
    for command in ("explain influence", "plan texts"):
        more = ("-r", "20", "-n", "50") if command == "plan texts" else ()
        said = output(*command.split(), *flags, "--systems", "amber", "cedar", *more)
        assert "item" in said and "segment" not in said and "reference" not in said
    assert "item q0" in output("explain", "influence", *flags, "--systems", "amber", "cedar")
    latex = output("compare", *flags, "--format", "latex")
    assert "on 57 items" in latex and "segment" not in latex


def test_documents_are_the_unit() -> None:
    found = compared(JUDGE, "--missing", "drop-item", "--columns", "document=topic")
    assert (found["method"]["unit"], found["method"]["n_units"]) == ("document", 6)
    found = compared(JUDGE, "--missing", "drop-item", "--columns", "document=topic", "--unit", "item")
    assert (found["method"]["unit"], found["method"]["n_units"]) == ("item", 57)


RULES = (("drop-item",), ("worst",), ("bounds", "--worst", "1", "--best", "5"))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule[0])
def test_results_are_computed_again(rule: tuple[str, ...], tmp_path: Path) -> None:
    stored, then, moved = (tmp_path / name for name in ("stored.json", "judge.csv", "now/judge.csv"))
    then.write_bytes(Path(JUDGE).read_bytes())
    found = compared(f"grade={then}", "--columns", "document=topic", "--missing", *rule, "-n", "200")
    stored.write_text(json.dumps(found))
    assert "verified:" in output("check", "result", stored)
    moved.parent.mkdir()
    then.rename(moved)
    assert "verified:" in output("check", "result", stored, "--base", moved.parent)
    moved.write_text(moved.read_text().replace("timeout", "late"))
    assert run("check", "result", stored, "--base", moved.parent).status != 0


@pytest.mark.parametrize("command", ["score", "check dependence", "explain influence", "plan texts", "check level"])
def test_other_questions_take_scores_alone_and_verify(command: str, tmp_path: Path) -> None:
    more = {
        "plan texts": ("-r", "20", "-n", "50"),
        "check level": ("-r", "20", "-n", "50"),
        "score": ("-ci", "-n", "50"),
    }
    flags = ("--scores", JUDGE, "--missing", "drop-item", "--systems", "amber", "cedar", *more.get(command, ()))
    found = result(*command.split(), *flags)
    assert found["method"]["segments_are"] == "items" and found["method"]["missing"]["rule"] == "drop-item"
    assert "Missing scores: amber lacks 1 of 60 scores" in found["method"]["sentence"]
    stored = tmp_path / "stored.json"
    stored.write_text(json.dumps(found))
    assert "verified:" in output("check", "result", stored)
    done = run(*command.split(), *flags[:2], "--missing", "bounds")
    assert done.status == 2 and "--missing bounds is a rule of `steelyard compare`" in done.err


def test_statistics_files_of_scores_say_the_same(tmp_path: Path) -> None:
    flags = ("--scores", JUDGE, "--missing", "drop-item", "--columns", "document=topic")
    kept = run("score", *flags, "--keep", tmp_path / "judge.jsonl")
    assert kept.status == 0 and "3 systems, 57 items, score" in kept.err
    again = result("compare", "--stats", tmp_path / "judge.jsonl", "-n", "500")
    directly = result("compare", *flags, "-n", "500")
    assert (again["pairs"], again["scores"]) == (directly["pairs"], directly["scores"])
    assert again["method"]["missing"] == directly["method"]["missing"]
    (tmp_path / "stored.json").write_text(json.dumps(again))
    assert "verified:" in output("check", "result", tmp_path / "stored.json")


def test_statistics_of_several_files_meet(tmp_path: Path) -> None:
    values = np.vstack([some_scores(), some_scores(9)])
    whole = write(tmp_path / "judge.csv", values, "wxyz")
    for name, systems in (("one", "wx"), ("two", "yz")):
        output("score", "-q", "--scores", whole, "--systems", *systems, "--keep", tmp_path / f"{name}.jsonl")
    merged = result("compare", "--stats", tmp_path / "one.jsonl", tmp_path / "two.jsonl", "-n", "300")
    assert merged["pairs"] == compared(whole, "-n", "300")["pairs"]
    assert merged["method"]["segments_are"] == "items"


def test_a_page_is_written(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    output("compare", "--scores", JUDGE, "--missing", "drop-item", "-n", "200", "--report", page)
    text = page.read_text(encoding="utf-8")
    assert "<dt>Items</dt>" in text and "<dt>Segments</dt>" not in text
    assert "Missing scores: birch lacks 3 of 60 scores" in text


def test_a_board_of_many_systems_is_compared_pair_by_pair(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    path = tmp_path / "board.csv"
    names = [f"s{i}" for i in range(30)]
    scores = (rng.random((300, 30)) < rng.uniform(0.3, 0.7, 30)).astype(int)
    lines = [f"{i},{','.join(map(str, row))}" for i, row in enumerate(scores)]
    path.write_text("\n".join([f"id,{','.join(names)}", *lines]))
    found = compared(path, "-n", "500")
    means = dict(zip(names, scores.mean(axis=0), strict=True))
    assert len(found["pairs"]) == 30 * 29 // 2
    for pair in found["pairs"]:
        assert pair["difference"] == pytest.approx(means[pair["system"]] - means[pair["against"]])


def test_what_an_answer_cost_is_no_score_but_a_system_may_be_called_so(tmp_path: Path) -> None:
    long, wide = tmp_path / "runs.csv", tmp_path / "board.csv"
    rows = [
        f"{item},{system},{(item * 7 + rank) % 2},{item * rank}"
        for item in range(40)
        for rank, system in enumerate("ab")
    ]
    long.write_text("\n".join(["item,system,resolved,api_calls", *rows]))
    assert {row["metric"] for row in compared(long)["scores"]} == {"resolved"}
    for words in (("--columns", "score=api_calls"), ("-m", "api_calls")):
        words = (*words, "--lower-is-better", "api_calls")
        assert {row["metric"] for row in compared(long, *words)["scores"]} == {"api_calls"}
    assert {
        row["metric"]
        for row in compared(long, "-m", "api_calls", "resolved", "--lower-is-better", "api_calls")["scores"]
    } == {"api_calls", "resolved"}
    wide.write_text("\n".join(["item,low-cost,plain", *(f"{i},{i % 2},{i % 3}" for i in range(40))]))
    assert {row["system"] for row in compared(wide)["scores"]} == {"low-cost", "plain"}


def test_scores_too_small_to_sum_are_answered_with_the_others(tmp_path: Path) -> None:
    table = tmp_path / "runs.csv"
    rows = [
        f"{item},{system},{(item + rank) % 3},{rank * 1e-308}" for item in range(9) for rank, system in enumerate("ab")
    ]
    table.write_text("\n".join(["item,system,f1,bleu_4", *rows]))
    done = run("score", "--scores", table)
    assert done.status == 2 and done.err.endswith("Or choose others: -m f1.\n")
    assert run("score", "--scores", table, "-m", "f1").status == 0


def test_a_page_names_items_and_says_what_it_leaves_out_at_both_ends(tmp_path: Path) -> None:
    flags = ("--missing", "bounds", "--worst", "1", "--best", "5", "--columns", "document=topic")
    said = output("compare", "--scores", JUDGE, *flags, "--report", tmp_path / "page.html")
    assert said.startswith("score: cedar (rank 1-2), birch (1-3), amber (2-3)")
    page = (tmp_path / "page.html").read_text()
    assert '"items": ["q01", "q02"' in page.replace('","', '", "').replace('"items":[', '"items": [')
    assert "Null distributions and kinds of items are of one set of scores each" in page
    whole = output("compare", "--scores", JUDGE, "--missing", "worst", "--report", tmp_path / "worst.html", "-n", "200")
    assert "are not on this page" not in whole + (tmp_path / "worst.html").read_text()


def test_statistics_keep_the_names_of_items(tmp_path: Path) -> None:
    path = tmp_path / "judge.jsonl"
    flags = ("--scores", JUDGE, "--missing", "drop-item", "--columns", "document=topic", "--systems", "amber", "cedar")
    output("score", "-q", *flags, "--keep", path)
    of_scores = output("explain", "influence", *flags)
    assert "item q40: difference without it" in of_scores
    done = run("explain", "influence", "--stats", path)
    assert (done.err, done.out.strip()) == ("", of_scores.strip())


def test_a_paper_is_replicated_on_scores_alone() -> None:
    said = output("lab", "replicate", "riezler2005", "--scores", JUDGE, "--missing", "worst", "-n", "200")
    assert "over 60 items" in said.replace("\n", " ")
    assert "Missing scores count as the worst score, 1, observed" in said.replace("\n", " ")
