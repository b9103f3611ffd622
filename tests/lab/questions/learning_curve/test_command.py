"""`steelyard lab learning-curve` as people type it: what it prints, stores, draws and refuses."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard import report
from steelyard.inference import draw_curves, fitted_curve
from steelyard.results import LearningCurves
from tests.cli.running import output, run
from tests.conftest import EXAMPLES

FILE = str(EXAMPLES / "learning-curve.tsv")
CALL = ("lab", "learning-curve", FILE, "--metric", "BLEU", "--at", "128000", "1000000", "--target-score", "30")
GOLDEN = {"size": [1000, 2000, 4000, 8000, 16000, 32000], "score": [20.1, 22.0, 23.6, 24.9, 26.1, 27.0]}


def written(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def golden(tmp_path: Path) -> str:
    rows = zip(GOLDEN["size"], GOLDEN["score"], strict=True)
    return written(tmp_path / "golden.csv", "system,size,score\n" + "".join(f"base,{x},{y}\n" for x, y in rows))


def test_the_stored_result_says_what_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "curves.json"
    path.write_text(output(*CALL, "-f", "json"), encoding="utf-8")
    curves = sy.load(path)
    assert isinstance(curves, LearningCurves)
    assert report.text(curves) == output(*CALL)
    assert curves == sy.lab.learning_curves(FILE, metric="BLEU", at=[128000, 1000000], target=30)
    assert curves.method["inputs"][0]["name"] == FILE
    assert {row["system"] for row in curves.records("fits")} == {"subwords", "words"}


def test_runs_that_came_as_a_list_cannot_be_verified(tmp_path: Path) -> None:
    path = tmp_path / "curves.json"
    sy.lab.learning_curves({"system": ["base"] * 6, **GOLDEN}).save(path)
    assert sy.verify(path).method["reason"] == "its runs came as a list, not from a file"


def test_numbers_are_those_of_the_file() -> None:
    content = json.loads(output(*CALL, "-f", "json"))
    runs: dict[tuple[str, float], dict[str, float]] = {}
    for line in Path(FILE).read_text(encoding="utf-8").splitlines()[1:]:
        system, size, replicate, score = line.split("\t")
        runs.setdefault((system, float(size)), {})[replicate] = float(score)
    for row in content["points"]:
        scores = list(runs[row["system"], row["size"]].values())
        assert row["interval"] == pytest.approx(stats.t.interval(0.95, 3, np.mean(scores), stats.sem(scores)))
    for row in content["differences"]:
        a, b = runs["subwords", row["size"]], runs["words", row["size"]]
        off = [a[replicate] - b[replicate] for replicate in a]
        assert row["difference"] == pytest.approx(np.mean(off)) and row["standard_error"] == pytest.approx(
            stats.sem(off)
        )
    first, second = content["points"][:2]
    assert first["gain"] is None and second["gain"] == pytest.approx(second["mean"] - first["mean"])
    mine = [
        (size, replicate, score)
        for (system, size), by in runs.items()
        for replicate, score in by.items()
        if system == "words"
    ]
    draws = draw_curves([x for x, _, _ in mine], [y for _, _, y in mine], [name for _, name, _ in mine])
    score, interval = fitted_curve("power", draws).prediction(128000)
    [row] = [r for r in content["predictions"] if (r["system"], r["model"], r["size"]) == ("words", "power", 128000)]
    assert (row["score"], tuple(row["interval"])) == (pytest.approx(score), pytest.approx(interval))


def test_the_golden_numbers_reach_the_page(tmp_path: Path) -> None:
    printed = output("lab", "learning-curve", golden(tmp_path), "--at", "64000")
    assert "28.76" in printed and "27.81" in printed
    assert "+1.90" in printed and "+0.90" in printed
    [log, power] = [line.split() for line in printed.splitlines() if " log " in line or " power  " in line][:2]
    assert log[-3:] == ["0.523", "3.4", "+1.37"]
    assert power[-4:] == ["0.00276", "1.9", "*", "+0.80"]
    assert "single replicate" in printed and "(unweighted)" in printed and "interval" in printed
    assert "about equally well" in printed


def test_a_far_prediction_is_called_a_guess(tmp_path: Path) -> None:
    call = ("lab", "learning-curve", golden(tmp_path), "--at")
    near, far = output(*call, "128000"), output(*call, "128001")
    assert "beyond 4 times" not in near and "Some sizes lie beyond 4 times the largest that was measured (base)" in far
    assert "The log model has no bound" in near
    assert "The log model has no bound" not in output(*call[:-1])


def test_a_curve_that_misses_its_points_is_told() -> None:
    """Words dropped from an output: BLEU falls by ever more a doubling, and no model here is of that shape."""
    levels = [0.01, 0.02, 0.05, 0.1, 0.2, 0.4]
    means = [42.7, 41.7, 39.1, 34.7, 26.4, 13.0]
    columns = {
        "system": ["x"] * 12, "size": levels * 2, "score": [m + off for off in (-0.1, 0.1) for m in means],
        "replicate": ["a"] * 6 + ["b"] * 6,
    }  # fmt: skip
    curves = sy.lab.learning_curves(columns)
    text = " ".join(report.text(curves).split())
    assert "but the model does not fit the points." in text and "it is not the shape of these scores" in text
    assert "misses" not in output(*CALL)


def test_errors_that_fall_have_a_floor(tmp_path: Path) -> None:
    rows = zip(GOLDEN["size"], GOLDEN["score"], strict=True)
    path = written(tmp_path / "ter.csv", "system,size,score\n" + "".join(f"x,{x},{100 - y}\n" for x, y in rows))
    content = json.loads(
        output("lab", "learning-curve", path, "--lower-is-better", "score", "--at", "64000", "-f", "json")
    )
    assert [row["score"] for row in content["predictions"]] == pytest.approx([100 - 28.76, 100 - 27.8127], abs=1e-4)
    assert content["fits"][1]["parameters"]["c"] == pytest.approx(100 - 32.0546, abs=1e-4)
    falls = json.loads(output("lab", "learning-curve", path, "-f", "json"))["fits"][1]
    assert falls["reason"] == "the scores do not rise with size" and falls["parameters"] == {}
    assert "none: the scores do not rise with size" in output("lab", "learning-curve", path)


def test_columns_from_python_are_the_same_as_a_file(tmp_path: Path) -> None:
    columns = {"system": ["base"] * 6, **GOLDEN}
    ours, theirs = sy.lab.learning_curves(columns, at=[64000]), sy.lab.learning_curves(golden(tmp_path), at=[64000])
    assert ours.predictions == theirs.predictions and ours.fits == theirs.fits
    with pytest.raises(sy.errors.SpecError, match="'sizes'"):
        sy.lab.learning_curves({**columns, "sizes": []})
    with pytest.raises(sy.errors.DataError, match="no column 'score'"):
        sy.lab.learning_curves({"system": ["x"], "size": [1]})
    with pytest.raises(sy.errors.DataError, match="must be numbers"):
        sy.lab.learning_curves({"system": ["x"], "size": ["many"], "score": [1.0]})
    with pytest.raises(sy.errors.DataError, match=r"row 2: system 'x', size 1 stands in row 1 already"):
        sy.lab.learning_curves({"system": ["x", "x"], "size": [1, 1], "score": [1.0, 2.0]})
    with pytest.raises(sy.errors.AlignmentError, match="there are 2 systems, 1 sizes"):
        sy.lab.learning_curves({"system": ["x", "x"], "size": [1], "score": [1.0]})


def test_systems_with_other_replicates_are_drawn_apart() -> None:
    rng = np.random.default_rng(1)
    sizes = np.tile(2.0 ** np.arange(6), 4)
    names = np.repeat(list("pqrs"), 6).tolist()
    y = 20 + 1.3 * np.log2(sizes) + 0.3 * rng.normal(size=24)

    def needed(second: list[str]) -> tuple[float, float]:
        columns = {
            "system": ["a"] * 24 + ["b"] * 24, "size": [*sizes, *sizes], "score": [*y, *(y + 1)],
            "replicate": names + second,
        }  # fmt: skip
        curves = sy.lab.learning_curves(columns)
        [row] = [row for row in curves.sizes if (row.system, row.model) == ("a", "log")]
        assert row.interval is not None and row.interval[0] is not None and row.interval[1] is not None
        assert bool(curves.differences) is (second == names)
        return row.interval[0], row.interval[1]

    shared, apart = needed(names), needed([name.upper() for name in names])
    assert apart[0] < shared[0] < shared[1] < apart[1]  # what both systems share moves the size needed less


def test_hostile_names_stay_text(tmp_path: Path) -> None:
    name = "<b>\x1b[31m|&"
    rows = "".join(f"{name}\t{x}\t{y}\n" for x, y in zip(GOLDEN["size"], GOLDEN["score"], strict=True))
    path = written(tmp_path / "runs.tsv", f"system\tsize\tscore\n{rows}")
    for file_format in ("text", "markdown", "latex"):
        assert "\x1b" not in output("lab", "learning-curve", path, "-f", file_format)
    assert output("lab", "learning-curve", path, "-f", "markdown").startswith("\\<b>")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "is empty"),
        ("system\tsize\tscore\n", "has a header and no rows"),
        ("system\tsize\nx\t1\n", "no column holds the score"),
        ("system\tsize\tscore\nx\tmany\t1\n", "line 2, column 'size': 'many' where a finite number (1e60 at most)"),
        ("system\tsize\tscore\nx\t1\tnan\n", "line 2, column 'score'"),
        ("system\tsize\tscore\nx\t1\t2\nx\t0\t2\n", "line 3: the size is 0, but must be above 0"),
        ("system\tsize\tscore\nx\t-5\t2\n", "line 2: the size is -5"),
        ("system\tsize\tscore\n\t1\t2\n", "line 2, column 'system': the cell is empty"),
        ("system\tsize\tscore\nx\t1\t2\nx\t1\t3\n", "need a column 'replicate' with their names"),
        (
            "system\tsize\tseed\tscore\nx\t1\ta\t2\ny\t1\ta\t2\nx\t1\ta\t3\n",
            "line 4: system 'x', size 1, replicate 'a', stands in",
        ),
        ("system\tsize\tmetric\tscore\nx\t1\tBLEU\t2\nx\t1\tTER\t3\n", "several metrics (BLEU, TER): choose one"),
    ],
)  # fmt: skip
def test_what_is_no_table_of_runs_is_said_in_one_line(content: str, sentence: str, tmp_path: Path) -> None:
    outcome = run("lab", "learning-curve", written(tmp_path / "runs.tsv", content))
    assert outcome.status == 2 and outcome.out == ""
    assert sentence in outcome.err and outcome.err.startswith("steelyard lab learning-curve: ")
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (("--at", "0"), "(--at) must be above 0"),
        (("--at", "nan"), "(--at) must be above 0"),
        (("--target-score", "inf"), "(--target-score) must be a finite score"),
        (("--confidence-level", "1"), "must lie between 0 and 1"),
        (("-n", "0"), "(n_resamples, -n)"),
        (("-n", "1"), "there must be two or more (n_resamples, -n)"),
        (("--seed", "-1"), "The seed"),
        (("--csv-table", "points"), "--csv-table chooses"),
    ],
)
def test_impossible_options_are_refused(flags: tuple[str, ...], sentence: str) -> None:
    outcome = run("lab", "learning-curve", FILE, *flags)
    assert outcome.status == 2 and sentence in outcome.err and outcome.err.count("\n") == 1


def test_one_metric_of_several_is_chosen(tmp_path: Path) -> None:
    rows = "".join(
        f"x\t{size}\tBLEU\t{score}\nx\t{size}\tTER\t{100 - score}\n"
        for size, score in zip(*GOLDEN.values(), strict=True)
    )
    path = written(tmp_path / "both.tsv", f"system\tsize\tmetric\tscore\n{rows}")
    assert "Mean TER by size" in output("lab", "learning-curve", path, "--metric", "TER", "--lower-is-better", "TER")
    outcome = run("lab", "learning-curve", path, "--metric", "COMET")
    assert outcome.status == 2 and "BLEU" in outcome.err


def test_few_sizes_have_points_and_no_curve(tmp_path: Path) -> None:
    path = written(tmp_path / "runs.tsv", "system\tsize\tscore\nx\t1\t20\nx\t2\t21\ny\t4\t21\n")
    printed = output("lab", "learning-curve", path, "--at", "9", "--target-score", "22")
    assert "x: no curve fits the scores." in printed and "none: 5 sizes are needed, and there are 2" in printed
    assert "none: 6 sizes are needed, and there is 1" in printed
    assert "difference" not in printed and "Scores to expect" not in printed


def test_of_many_systems_the_pairs_with_the_best_are_shown() -> None:
    columns = {
        "system": [name for name in "abcde" for _ in range(6)],
        "size": GOLDEN["size"] * 5,
        "score": [score + off for off in (0, 1, 3, 2, 1.5) for score in GOLDEN["score"]],
    }
    curves = sy.lab.learning_curves(columns)
    text = report.text(curves)
    assert "Only pairs with c are shown; --format csv --csv-table differences has all." in text
    assert len(curves.sizes) == 40 and text.count("c at its largest") == 8 and "a at its largest" not in text
    worst = sy.lab.learning_curves(columns, lower_is_better=True)
    assert "Only pairs with a are shown" in report.text(worst)


def test_figures_are_written(tmp_path: Path) -> None:
    folder = tmp_path / "figures"
    assert output(*CALL, "--plots", folder) == output(*CALL)
    names = ["learning-curve-BLEU", "learning-curve-differences-BLEU-subwords"]
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        f"{name}.{end}" for name in names for end in ("pdf", "png", "svg")
    )


def test_sizes_and_ends_are_said_as_far_as_they_are_known(tmp_path: Path) -> None:
    curves = sy.load(written(tmp_path / "curves.json", output(*CALL, "-f", "json")))
    assert isinstance(curves, LearningCurves)
    row = replace(curves.sizes[0], other="", score=30.0)

    def told(**changed: object) -> str:
        return " ".join(report.text(replace(curves, sizes=(replace(row, **changed),))).split())

    assert "the target 30.00 never" in told(size=None, interval=None)
    assert "the target 30.00 below 1,000" in told(size=10.0, interval=None)
    assert "30.00 9,000 any size" in told(size=9000.0, interval=(None, None))
    assert "30.00 9,000 up to 20,000" in told(size=9000.0, interval=(None, 20000.0))
    assert "30.00 9,000 5,000 and more" in told(size=9000.0, interval=(5000.0, None))
    large = {"system": ["base"] * 6, "size": [1e10 * x for x in GOLDEN["size"]], "score": GOLDEN["score"]}
    assert "1.00e+13" in report.text(sy.lab.learning_curves(large, target=26.5))


def test_a_page_without_a_warning_has_no_list_of_them(tmp_path: Path) -> None:
    curves = sy.load(written(tmp_path / "curves.json", output(*CALL, "-f", "json")))
    assert isinstance(curves, LearningCurves)
    with_one, bare = (
        report.text(replace(curves, method={**curves.method, "warnings": given})) for given in (["Oh."], [])
    )
    assert with_one.replace("- Oh.\n\n", "") == bare != with_one
