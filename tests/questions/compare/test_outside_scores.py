"""`--scores` in comparisons: segment scores of other tools take part in all tables, pairs and tests."""

from pathlib import Path

import pytest

from tests.cli.running import REFERENCE, output
from tests.questions.outside import SYSTEMS, N, drawn_scores, loaded, write_table
from tests.twins.resampling import exact_p, mean


@pytest.fixture(scope="module")
def scores() -> dict[str, list[float]]:
    return drawn_scores()


@pytest.fixture
def table(tmp_path: Path, scores: dict[str, list[float]]) -> Path:
    return write_table(tmp_path / "comet.tsv", scores)


def test_without_metrics_only_the_scores_are_compared(table: Path) -> None:
    alone = loaded("compare", "--scores", f"COMET={table}", "-n", "100")
    assert {pair["metric"] for pair in alone["pairs"]} == {"COMET"}
    both = loaded("compare", "--scores", f"COMET={table}", "-m", "bleu", "-n", "100")
    assert [pair["metric"] for pair in both["pairs"]] == ["bleu"] * 3 + ["COMET"] * 3
    assert both["method"]["family_size"] == 6


def test_an_outside_metric_is_tested_exactly(tmp_path: Path, scores: dict[str, list[float]]) -> None:
    whole = {name: [round(score * 1000) for score in column] for name, column in scores.items()}
    table = tmp_path / "whole.tsv"
    rows = zip(*whole.values(), strict=True)
    table.write_text("\t".join(whole) + "\n" + "".join("\t".join(map(str, row)) + "\n" for row in rows))
    documents = tmp_path / "docs"
    documents.write_text("".join(f"{n // 20}\n" for n in range(N)))
    stored = loaded("compare", "--scores", f"JUDGE={table}", "--documents", documents)
    sums = {name: [(sum(column[20 * d : 20 * d + 20]), 20) for d in range(6)] for name, column in whole.items()}
    for pair in stored["pairs"]:
        expected = exact_p(sums[pair["system"]], sums[pair["against"]], mean, "two-sided")
        assert pair["p_value"] == float(expected)


def test_lower_is_better_turns_ranks_and_verdicts_and_nothing_else(table: Path) -> None:
    argv = ("--scores", f"TERLIKE={table}", "-n", "300")
    up, down = (loaded("compare", *argv, f"--{way}-is-better", "TERLIKE") for way in ("higher", "lower"))
    assert [row["rank"] for row in up["scores"]] == [2, 1, 3]
    assert [row["rank"] for row in down["scores"]] == [2, 3, 1]
    turned = {"better": "worse", "worse": "better", "cannot tell": "cannot tell"}
    assert [pair["verdict"] for pair in down["pairs"]] == [turned[pair["verdict"]] for pair in up["pairs"]]
    assert {pair["verdict"] for pair in up["pairs"]} == {"worse", "cannot tell"}
    same = ("difference", "p_value", "p_adjusted", "interval", "interval_simultaneous", "minimum_detectable")
    assert [[pair[key] for key in same] for pair in up["pairs"]] == [[p[key] for key in same] for p in down["pairs"]]


def test_a_one_sided_test_respects_the_direction(table: Path) -> None:
    argv = ("--scores", f"JUDGE={table}", "-n", "300", "--pairs", "orator:harbour")
    p = {
        (lower, alternative): loaded("compare", *argv, *lower, "--alternative", alternative)["pairs"][0]["p_value"]
        for lower in ((), ("--lower-is-better", "JUDGE"))
        for alternative in ("better", "worse")
    }
    lower = ("--lower-is-better", "JUDGE")
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
        shown = output(command, REFERENCE, *SYSTEMS, "--scores", f"judge\x1b[31m\x07={table}", *rest)
        assert "\x1b" not in shown
        assert "\x07" not in shown
