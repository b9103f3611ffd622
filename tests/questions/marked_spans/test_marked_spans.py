"""Agreement on marked spans, by the command and in Python."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import DataError, SpecError
from steelyard.types import ErrorMarks, Labels
from tests.cli.running import run

TEXTS = {"a": ["an old mill burnt", "it rained"]}


def marks(*rows: tuple[str, int, int, int]) -> ErrorMarks:
    """Make marks of rater, segment, start and end."""
    n = len(rows)
    raters, segments, starts, ends = zip(*rows, strict=True)
    return ErrorMarks(
        systems=Labels.all_of("a", n),
        segments=np.array(segments),
        documents=Labels.all_of("", n),
        raters=Labels.of(raters),
        judgements=np.unique([f"{rater} {segment}" for rater, segment, *_ in rows], return_inverse=True)[1],
        categories=Labels.all_of("", n),
        severities=Labels.all_of("minor", n),
        places=Labels.of(["hypothesis" if start >= 0 else "none" for start in starts]),
        starts=np.array(starts),
        ends=np.array(ends),
        weights=np.full(n, np.nan),
        kinds=Labels.all_of("system", n),
    )


def test_characters_and_spans_are_counted_in_what_both_judged() -> None:
    first = marks(("ann", 0, 3, 6), ("ann", 0, 7, 11), ("ann", 1, -1, -1))
    second = marks(("bob", 0, 7, 11), ("bob", 0, 12, 17), ("bob", 1, -1, -1))
    found = sy.compare_spans(first, second, texts=TEXTS)
    rows = {row.of: row for row in found.rows}
    # the first marks 3 + 4 characters, the second 4 + 5, and 4 are the same
    assert rows["characters"].recall == pytest.approx(4 / 7)
    assert rows["characters"].precision == pytest.approx(4 / 9)
    assert rows["same spans"].f1 == rows["spans that touch"].f1 == 0.5
    assert (found.method["n_outputs"], found.method["n_clean"]) == (2, 1)
    assert "There are 2 spans of first and 2 of second." in " ".join(sy.report.text(found).split())


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({}, SpecError, "Give a second campaign, or two raters"),
        ({"raters": ("ann",)}, SpecError, "Two raters are compared"),
        ({"raters": ("ann", "eve")}, SpecError, "eve"),
        ({"raters": ("ann", "bob"), "other_severity": 2.0}, SpecError, "must lie between 0 and 1"),
        ({"raters": ("ann", "bob")}, DataError, "reaches beyond the text"),
    ],
)
def test_what_cannot_be_compared_is_said(options: dict[str, object], error: type[Exception], message: str) -> None:
    both = marks(("ann", 0, 3, 6), ("bob", 0, 3, 99))
    with pytest.raises(error, match=message):
        sy.compare_spans(both, texts=TEXTS, **options)


def test_the_command_compares_two_raters_of_a_file(tmp_path: Path) -> None:
    header = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    rows = [
        "a\td\t1\t1\tann\tx\tan <v>old</v> mill\tAccuracy\tMajor\n",
        "a\td\t1\t1\tbob\tx\tan <v>old mill</v>\tAccuracy\tMajor\n",
    ]
    (tmp_path / "mqm.tsv").write_text(header + "".join(rows))
    (tmp_path / "a.txt").write_text("an old mill\n")
    command = ("human", "spans", tmp_path / "mqm.tsv", "--only-raters", "ann", "bob", "--texts", tmp_path / "a.txt")
    found = json.loads(run(*command, "-f", "json").out)
    assert found["rows"][0]["recall"] == 1.0
    assert found["rows"][0]["precision"] == pytest.approx(3 / 8)
    assert "required: --texts" in run(*command[:6]).err
    assert "there is no flag --test." in run(*command, "--test", "friedman").err
    assert "there is no flag --clip." in run("human", tmp_path / "mqm.tsv", "--clip").err


def test_what_is_left_out_is_told(tmp_path: Path) -> None:
    header = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    rows = [
        f"a\td\t1\t{line}\t{rater}\tx\tan <v>old</v> mill\tAccuracy\tMajor\n"
        for line in range(1, 7)
        for rater in ("ann", "bob")
    ]
    (tmp_path / "mqm.tsv").write_text(header + "".join(rows))
    (tmp_path / "a.txt").write_text("an old mill\n" * 6)
    command = ("human", "spans", tmp_path / "mqm.tsv", "--only-raters", "ann", "bob", "--texts", tmp_path / "a.txt")
    stored = tmp_path / "spans.json"
    stored.write_text(run(*command, "-f", "json").out, encoding="utf-8")
    report = sy.load(stored)
    changed = {"n_unplaced": [1, 2], "n_repeats": [3, 4], "kappa_interval": None}
    told = " ".join(sy.report.text(replace(report, method={**report.method, **changed})).split())  # type: ignore[type-var]
    assert "Errors without a place in the output are left out (1 and 2)." in told
    assert "Only the first judgement of an output counts; 3 and 4 others are left out." in told
    assert "left out" not in sy.report.text(report)


def test_scores_alone_mark_no_error(tmp_path: Path) -> None:
    (tmp_path / "r.tsv").write_text("system\tline\trater\tscore\na\t1\tann\t3\na\t1\tbob\t2\n")
    (tmp_path / "a.txt").write_text("an old mill\n")
    found = run("human", "spans", tmp_path / "r.tsv", "--only-raters", "ann", "bob", "--texts", tmp_path / "a.txt")
    assert found.status == 2 and "r.tsv has no marked errors, and `human spans` needs them." in found.err, found.err
