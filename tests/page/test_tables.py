"""Tables: columns align whatever the script, nothing steers the terminal, empty columns are left out."""

import io
import re
from typing import Any

import pytest

import steelyard as sy
from steelyard import report
from steelyard.page.terminal import render
from steelyard.questions.score.page import segment_text
from steelyard.results.table import Table, clean

WIDE = "日本語システム"
NAMES = ("plain", WIDE, "cafe\u0301", "한국어", "mixed 東 b")


def cells_wide(text: str) -> int:
    """Count terminal columns: Rich's own table of widths is the oracle."""
    from rich.cells import cell_len

    return cell_len(text)


def console(width: int = 200) -> Any:
    from rich.console import Console

    return Console(file=io.StringIO(), width=width, highlight=False, force_terminal=True, color_system="standard")


def evaluated(names: tuple[str, ...] = NAMES) -> sy.Evaluation:
    reference = [f"this is line {n} of a text that goes on for a while" for n in range(12)]
    systems = {name: [line if n > i else line[:20] for n, line in enumerate(reference)] for i, name in enumerate(names)}
    return sy.evaluate(sy.TestSet(references=[reference], systems=systems))


def test_columns_start_at_the_same_place_whatever_the_script() -> None:
    rows = [(name, "|", str(n)) for n, name in enumerate(NAMES)]
    lines = render(Table(("name", "|", ">n"), rows)).splitlines()
    assert {cells_wide(line[: line.index("|")]) for line in lines} == {cells_wide(WIDE) + 2} == {16}
    assert {cells_wide(line) for line in lines} == {16 + 1 + 2 + 1}


def test_numbers_align_to_the_right_and_lines_have_no_trailing_space() -> None:
    lines = render(Table((">n", "word", "last"), [("1", "a", ""), ("100", "bbbbbb", "z")])).splitlines()
    assert lines == ["  n  word    last", "  1  a", "100  bbbbbb  z"]


def test_score_and_pair_tables_align_with_wide_names() -> None:
    scores = report.text(evaluated().scores()).split("\n\n")[0].splitlines()[1:]
    assert {cells_wide(line) for line in scores[1:]} == {cells_wide(scores[1])}
    pairs = report.text(evaluated().compare()).split("\n\n")[2].splitlines()
    start = [re.search(r" [+-]\d+\.\d\d(?= )", line) for line in pairs[1:]]
    assert len({cells_wide(line[: found.end()]) for line, found in zip(pairs[1:], start, strict=True)}) == 1


STEERING = ["\x1b[31mred", "a\tb", "a\nb", "a\rb", "a\x07b", "\u202eabc", "\u200bzero", "\x9b31m", "\udc80"]


@pytest.mark.parametrize("bad", STEERING)
def test_what_could_steer_a_terminal_is_replaced(bad: str) -> None:
    assert clean(bad).isprintable()
    assert len(clean(bad)) == len(bad)
    assert "�" in clean(bad)
    assert clean(clean(bad)) == clean(bad)


def test_harmless_text_stays() -> None:
    for name in (*NAMES, "ünï", "a b", "100%", "x|y"):
        assert clean(name) == name


@pytest.mark.parametrize("name", ["\x1b[31mred", "a\tb", "a\nb"])
def test_a_systems_name_cannot_break_a_table(name: str) -> None:
    for text in (
        report.text(evaluated(("x", name)).scores()),
        report.text(evaluated(("x", name)).compare()),
        segment_text(evaluated(("x", name)).scores(segments=True)).splitlines()[0],
    ):
        assert name not in text
        assert clean(name) in text


def test_columns_without_content_are_left_out() -> None:
    def header(text: str) -> str:
        return next(line for line in text.splitlines() if line.startswith("rank"))

    evaluation = evaluated()
    assert header(report.text(evaluation.scores())).split() == ["rank", "system", "score", "BP", "length", "ratio"]
    assert "90% interval" in header(report.text(evaluation.scores(0.9)))
    assert "cluster" in header(report.text(evaluation.compare()))
    assert "cluster" not in header(report.text(evaluation.compare(pairs="baseline")))
    scores = {name: [0.5] * 12 for name in NAMES}
    outside = sy.evaluate(evaluation.test_set, [], segment_scores={"x": scores}, higher_is_better=["x"])
    assert header(report.text(outside.scores())).split() == ["rank", "system", "score"]


def test_a_stored_result_renders_like_a_fresh_one() -> None:
    table, comparison = evaluated().scores(0.9, segments=True), evaluated().compare()
    stored_table = sy.ScoreTable.from_dict(table.to_dict())
    stored = sy.Comparison.from_dict(comparison.to_dict())
    assert report.text(stored_table, short=True) == report.text(table, short=True)
    assert segment_text(stored_table) == segment_text(table)
    assert report.text(stored, width=3) == report.text(comparison, width=3)
    assert report.sacrebleu_paired(stored) == report.sacrebleu_paired(comparison)
    assert report.sacrebleu_scores(stored_table) == report.sacrebleu_scores(table)


def test_colour_changes_no_word() -> None:
    comparison = evaluated(("first", "second", "third")).compare(alpha=0.5)
    plain = report.text(comparison)
    coloured = report.text(comparison, console=console())
    stripped = re.sub(r"\x1b\[[0-9;]*m|─+", "", coloured)
    assert "\x1b[" in coloured
    assert stripped.split() == plain.split()


def test_markup_in_a_name_is_shown_as_it_stands() -> None:
    name = "[red]x[/red]"
    shown = report.text(evaluated(("a", name)).scores(), console=console())
    assert name in re.sub(r"\x1b\[[0-9;]*m", "", shown)


def test_verdicts_have_their_colours() -> None:
    rows = [("better",), ("worse",), ("cannot tell: 3 documents",), ("equivalent",)]
    lines = render(Table(("A is",), rows, styled=0), console()).splitlines()
    shown = {re.sub(r"\x1b\[[0-9;]*m", "", line).strip(): line.strip() for line in lines}
    assert shown["better"].startswith("\x1b[32m")
    assert shown["worse"].startswith("\x1b[31m")
    assert shown["cannot tell: 3 documents"].startswith("\x1b[33m")
    assert "\x1b" not in shown["equivalent"]


def test_the_summary_says_what_can_be_told_apart() -> None:
    evaluation = evaluated(("a", "b", "c"))
    none = "BLEU: none of the 3 pairs differs significantly (12 segments)."
    assert report.text(evaluation.compare(unit="segment")).startswith(none)
    good, bad = ["the cat sat on the mat"] * 12, ["no word is right here"] * 12
    systems = {"bad": bad, "good": good, "copy": good}
    apart = sy.evaluate(sy.TestSet(references=[good], systems=systems)).compare()
    assert (
        " ".join(report.text(apart).split("\n\n")[0].split())
        == "BLEU: good, copy (rank 1-2) > bad; 2 of 3 pairs differ significantly (12 segments)."
    )
    some = sy.evaluate(sy.TestSet(references=[good], systems=systems)).compare(pairs="baseline")
    assert report.text(some).splitlines()[0] == "BLEU: both pairs differ significantly (12 segments)."


def test_the_reason_of_a_small_test_set_is_printed() -> None:
    good, bad = ["the cat sat on the mat"] * 4, ["no word is right here"] * 4
    comparison = sy.evaluate(sy.TestSet(references=[good], systems={"bad": bad, "good": good})).compare()
    assert "cannot tell: 4 segments cannot give p below 0.125" in report.text(comparison)


def test_metrics_are_called_by_their_labels_where_these_tell_them_apart() -> None:
    data = sy.TestSet(references=[["a b c", "d e"]], systems={"x": ["a b", "d"], "y": ["c", "e"]})
    shown = report.text(sy.evaluate(data, ["bleu", "bleu(tokenize=char)", "wer(lowercase=True)"]).scores())
    heads = [block.split("  ")[0] for block in shown.split("\n\n")]
    assert heads[:3] == ["BLEU", "bleu(tokenize=char)", "WER"]
