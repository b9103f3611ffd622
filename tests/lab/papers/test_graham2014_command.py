"""`steelyard lab replicate graham2014` as people type it, and its figures in a folder."""

import json
from pathlib import Path

import pytest

import steelyard as sy
from steelyard import report
from tests.cli.running import HARBOUR, LANTERN, REFERENCE, TANGLE, output, run, with_flags

SYSTEMS = ("graham2014", REFERENCE, "-i", HARBOUR, LANTERN, TANGLE)
QUICK = ("lab", "replicate", *SYSTEMS, "-m", "ter", "-n", "199")


def test_what_is_printed_is_what_is_stored(tmp_path: Path) -> None:
    printed = output(*QUICK, "-f", "json")
    (tmp_path / "stored.json").write_text(printed, encoding="utf-8")
    stored = sy.load(tmp_path / "stored.json")
    assert isinstance(stored, sy.results.Replication)
    assert report.text(stored) == output(*QUICK)
    assert json.loads(printed)["method"]["n_draws"] == dict.fromkeys(
        ("paired-bootstrap", "shifted-bootstrap", "randomization"), 199
    )


def test_without_metrics_it_takes_the_papers_and_needs_no_word_list() -> None:
    content = json.loads(output("lab", "replicate", *SYSTEMS, "-n", "99", "-f", "json"))
    conclusions = next(table for table in content["paper_tables"] if table["name"] == "Table 1")
    assert [row[1] for row in conclusions["rows"][:4]] == ["BLEU", "NIST", "METEOR-2005", "TER"]
    assert "stages:exact|" in content["method"]["sentence"]


def test_named_pairs_become_files(tmp_path: Path) -> None:
    output(*QUICK, "--histograms", "tangle:harbour", "lantern:tangle", "--plots", tmp_path / "figures")
    assert sorted(path.name for path in (tmp_path / "figures").iterdir()) == [
        "distributions-ter-2.pdf", "distributions-ter-2.png", "distributions-ter-2.svg",
        "distributions-ter.pdf", "distributions-ter.png", "distributions-ter.svg",
    ]  # fmt: skip
    svg = (tmp_path / "figures" / "distributions-ter.svg").read_text(encoding="utf-8")
    assert "tangle over harbour" in svg and "approximate randomization" in svg


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (("--histograms", "harbour"), "write A:B with two system names, not 'harbour'"),
        (("--histograms", "harbour:nobody"), "Unknown system 'nobody'"),
        (("--sizes", "20"), "--sizes is a flag of koehn2004: leave it out for graham2014"),
        (("--plots", REFERENCE), f"Cannot write to {REFERENCE}: Not a directory"),
        (("--unit", "document"), "no documents are given"),
        (("-n", "0"), "must be a whole number from 1"),
    ],
)
def test_bad_input_is_one_line(flags: tuple[str, ...], sentence: str) -> None:
    outcome = run(*with_flags(QUICK, *flags))
    assert outcome.status == 2 and outcome.out == ""
    assert (
        sentence in outcome.err and outcome.err.startswith("steelyard lab replicate: ") and outcome.err.count("\n") == 1
    )


def test_one_system_is_too_few() -> None:
    outcome = run("lab", "replicate", "graham2014", REFERENCE, "-i", HARBOUR, "-m", "ter")
    assert outcome.status == 2 and "at least two systems" in outcome.err
