"""`--scores`: segment scores of other tools take part in all tables, pairs and tests."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cli.running import HARBOUR, LANTERN, ORATOR, REFERENCE, output
from tests.twins.resampling import exact_p, mean

NAMES = ("harbour", "lantern", "orator")
SYSTEMS = ("-i", HARBOUR, LANTERN, ORATOR)
N = 120


@pytest.fixture(scope="module")
def scores() -> dict[str, list[float]]:
    random = np.random.default_rng(5)
    base = random.normal(0.8, 0.05, N)
    return {
        "harbour": base.round(4).tolist(),
        "lantern": (base + random.normal(0.001, 0.02, N)).round(4).tolist(),
        "orator": (base - random.normal(0.1, 0.05, N)).round(4).tolist(),
    }


@pytest.fixture
def table(tmp_path: Path, scores: dict[str, list[float]]) -> Path:
    path = tmp_path / "comet.tsv"
    rows = zip(*scores.values(), strict=True)
    path.write_text("\t".join(scores) + "\n" + "".join("\t".join(map(str, row)) + "\n" for row in rows))
    return path


def comet_json(path: Path, scores: dict[str, list[float]], keys: dict[str, str]) -> Path:
    """Write what `comet-score --to_json` writes: each system's path, then one object per segment."""
    stored = {
        keys[name]: [{"src": "s", "mt": "m", "ref": "r", "COMET": score} for score in column]
        for name, column in scores.items()
    }
    path.write_text(json.dumps(stored))
    return path


def loaded(command: str, *argv: object) -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(output(command, REFERENCE, *SYSTEMS, *argv, "-f", "json"))
    return stored


def test_the_score_is_the_mean(table: Path, scores: dict[str, list[float]]) -> None:
    rows = loaded("score", "--scores", f"COMET={table}")["scores"]
    assert [row["metric"] for row in rows] == ["COMET"] * 3
    assert {row["system"]: row["score"] for row in rows} == pytest.approx(
        {name: sum(column) / N for name, column in scores.items()}, abs=1e-9
    )
    assert [row["rank"] for row in rows] == [2, 1, 3]


def test_without_metrics_only_the_scores_are_compared(table: Path) -> None:
    alone = loaded("compare", "--scores", f"COMET={table}", "-n", "100")
    assert {pair["metric"] for pair in alone["pairs"]} == {"COMET"}
    both = loaded("compare", "--scores", f"COMET={table}", "-m", "bleu", "-n", "100")
    assert [pair["metric"] for pair in both["pairs"]] == ["bleu"] * 3 + ["COMET"] * 3
    assert both["method"]["family_size"] == 6


@pytest.mark.parametrize("how", ["paths", "names", "file names"])
def test_comets_json_is_read_by_path_or_name(
    tmp_path: Path, table: Path, scores: dict[str, list[float]], how: str
) -> None:
    paths = dict(zip(NAMES, SYSTEMS[1:], strict=True))
    keys = {"paths": paths, "names": {n: n for n in NAMES}, "file names": {n: f"{n}.en" for n in NAMES}}[how]
    stored = comet_json(tmp_path / "comet.json", scores, keys)
    rows = loaded("score", "--scores", f"COMET={stored}")["scores"]
    assert rows == loaded("score", "--scores", f"COMET={table}")["scores"]


def test_an_outside_metric_is_tested_exactly(tmp_path: Path, scores: dict[str, list[float]]) -> None:
    whole = {name: [round(score * 1000) for score in column] for name, column in scores.items()}
    table = tmp_path / "whole.tsv"
    rows = zip(*whole.values(), strict=True)
    table.write_text("\t".join(whole) + "\n" + "".join("\t".join(map(str, row)) + "\n" for row in rows))
    documents = tmp_path / "docs"
    documents.write_text("".join(f"{n // 20}\n" for n in range(N)))
    stored = loaded("compare", "--scores", f"J={table}", "--documents", documents)
    sums = {name: [(sum(column[20 * d : 20 * d + 20]), 20) for d in range(6)] for name, column in whole.items()}
    for pair in stored["pairs"]:
        expected = exact_p(sums[pair["system_a"]], sums[pair["system_b"]], mean, "two-sided")
        assert pair["p_value"] == float(expected)


def test_lower_is_better_turns_ranks_and_verdicts_and_nothing_else(table: Path) -> None:
    argv = ("--scores", f"TERLIKE={table}", "-n", "300")
    up, down = loaded("compare", *argv), loaded("compare", *argv, "--lower-is-better", "TERLIKE")
    assert [row["rank"] for row in up["scores"]] == [2, 1, 3]
    assert [row["rank"] for row in down["scores"]] == [2, 3, 1]
    turned = {"better": "worse", "worse": "better", "cannot tell": "cannot tell"}
    assert [pair["verdict"] for pair in down["pairs"]] == [turned[pair["verdict"]] for pair in up["pairs"]]
    assert {pair["verdict"] for pair in up["pairs"]} == {"worse", "cannot tell"}
    same = ("delta", "p_value", "p_adjusted", "interval", "interval_simultaneous", "minimum_detectable")
    assert [[pair[key] for key in same] for pair in up["pairs"]] == [[p[key] for key in same] for p in down["pairs"]]


def test_a_one_sided_test_respects_the_direction(table: Path) -> None:
    argv = ("--scores", f"X={table}", "-n", "300", "--pairs", "orator:harbour")
    p = {
        (lower, alternative): loaded("compare", *argv, *lower, "--alternative", alternative)["pairs"][0]["p_value"]
        for lower in ((), ("--lower-is-better", "X"))
        for alternative in ("better", "worse")
    }
    lower = ("--lower-is-better", "X")
    assert p[(), "worse"] == p[lower, "better"] == 1 / 301  # orator is far below harbour
    assert p[(), "better"] == p[lower, "worse"] == 1


def test_small_scores_get_four_decimals_and_no_bleu_columns(table: Path, scores: dict[str, list[float]]) -> None:
    shown = output("compare", REFERENCE, *SYSTEMS, "--scores", f"COMET={table}", "-n", "100")
    header = next(line for line in shown.splitlines() if line.startswith("rank"))
    assert "BP" not in header
    assert "ratio" not in header
    assert f"  {sum(scores['lantern']) / N:.4f}  [" in shown


def test_what_a_name_holds_cannot_steer_the_terminal(table: Path) -> None:
    for command, *rest in (("score",), ("score", "-sl", "-m", "bleu"), ("compare", "-n", "20")):
        shown = output(command, REFERENCE, *SYSTEMS, "--scores", f"X\x1b[31m\x07={table}", *rest)
        assert "\x1b" not in shown
        assert "\x07" not in shown


def long_table(path: Path, scores: dict[str, list[float]], **more: float) -> Path:
    """Write a row per output, in a shuffled order, with a metric for each factor in `more`."""
    rows = [
        "\t".join([name, str(n + 1), str(score), *(str(score * factor) for factor in more.values())])
        for name, column in scores.items()
        for n, score in enumerate(column)
    ]
    np.random.default_rng(3).shuffle(rows)
    path.write_text("\n".join(["\t".join(["system", "line", "COMET", *more]), *rows, ""]))
    return path


def test_all_layouts_give_one_table(tmp_path: Path, table: Path, scores: dict[str, list[float]]) -> None:
    expected = loaded("score", "--scores", f"COMET={table}")["scores"]
    pairs = tmp_path / "en-de.COMET.seg.score"
    pairs.write_text("".join(f"{name}\t{score}\n" for name, column in scores.items() for score in column))
    task = tmp_path / "comet.scr"
    task.write_text(
        "".join(f"COMET\tx-en\ttest\t{s}\t{n}\t{v}\n" for s, row in scores.items() for n, v in enumerate(row, 1))
        .replace("x-en", "de-en")
    )  # fmt: skip
    for path in (long_table(tmp_path / "long.tsv", scores), pairs, task):
        assert loaded("score", "--scores", path)["scores"] == expected
        assert loaded("score", "--scores", f"COMET={path}")["scores"] == expected


def test_a_file_of_many_metrics_gives_all_or_the_one_named(tmp_path: Path, scores: dict[str, list[float]]) -> None:
    path = long_table(tmp_path / "long.tsv", scores, DOUBLE=2.0, TURNED=-1.0)
    every = loaded("score", "--scores", path, "--lower-is-better", "TURNED")
    assert [row["metric"] for row in every["scores"]] == ["COMET"] * 3 + ["DOUBLE"] * 3 + ["TURNED"] * 3
    assert [row["rank"] for row in every["scores"]] == [2, 1, 3] * 3
    inputs = [entry for entry in every["method"]["inputs"] if entry["role"].startswith("scores")]
    assert [entry["role"] for entry in inputs] == ["scores COMET", "scores DOUBLE", "scores TURNED"]
    assert len({entry["sha256"] for entry in inputs}) == 1
    one = loaded("score", "--scores", f"DOUBLE={path}")
    assert one["scores"] == [row for row in every["scores"] if row["metric"] == "DOUBLE"]


def test_systems_that_are_not_asked_for_may_lack_scores(tmp_path: Path, scores: dict[str, list[float]]) -> None:
    path = long_table(tmp_path / "long.tsv", scores)
    path.write_text(path.read_text() + "other\t1\tNA\nother\t2\t1\n")
    assert len(loaded("score", "--scores", path)["scores"]) == 3
