"""`steelyard meta instruments` as people type it."""

import json

import pytest

from steelyard import report
from steelyard.results import Instruments
from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, ORATOR, REFERENCE, TANGLE, output, run
from tests.conftest import EXAMPLES

SYSTEMS = (REFERENCE, "-i", HARBOUR, LANTERN, TANGLE, ORATOR, "--ratings", EXAMPLES / "ratings.tsv")
QUICK = ("-m", "ter", "chrf", "--documents", DOCUMENTS, "-r", "20", "-n", "199")
META = ("meta", "instruments", *SYSTEMS, *QUICK)


def test_what_is_printed_is_what_is_stored() -> None:
    printed = output(*META)
    assert report.text(Instruments.from_dict(json.loads(output(*META, "-f", "json")))) == printed
    assert printed.startswith("At level 0.05, ") and "of 20 pairs without a difference" in " ".join(printed.split())
    assert output(*META, "--executor", "threads:2") == printed


def test_single_judgements_are_tested_by_rank_sums() -> None:
    found = Instruments.from_dict(json.loads(output(*META, "--test-on", "judgements", "-f", "json")))
    assert found.method["people_test"] == "rank-sum" and found.rows[0].n_people > 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--test", "nothing"), "Unknown test 'nothing'"),
        (("--test", "sign"), "leave out --test, or these metrics"),
        (("--test", "moses"), "has no one-sided form"),
        (("--alpha", "2"), "between 0 and 1, not 2"),
    ],
)
def test_bad_input_is_one_line(words: tuple[str, ...], sentence: str) -> None:
    outcome = run(*META, *words)
    assert outcome.status == 2 and outcome.out == ""
    assert sentence in outcome.err and outcome.err.count("\n") == 1
