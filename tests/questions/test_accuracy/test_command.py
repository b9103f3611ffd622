"""`steelyard meta tests --tests` as people type it."""

import json

import pytest

from steelyard import report
from steelyard.results import TestAccuracy
from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, ORATOR, REFERENCE, TANGLE, output, run
from tests.conftest import EXAMPLES

META = (
    "meta",
    "tests",
    REFERENCE,
    "-i",
    HARBOUR,
    LANTERN,
    TANGLE,
    ORATOR,
    "-m",
    "ter",
    "--ratings",
    EXAMPLES / "ratings.tsv",
)
TESTS = ("--tests", "randomization", "paired-bootstrap", "--documents", DOCUMENTS, "-n", "199")


def test_what_is_printed_is_what_is_stored() -> None:
    printed = output(*META, *TESTS)
    assert report.text(TestAccuracy.from_dict(json.loads(output(*META, *TESTS, "-f", "json")))) == printed
    assert printed.startswith("At level 0.05, ") and "over 12 documents" in " ".join(printed.split())
    assert output(*META, *TESTS, "--executor", "threads:2") == printed


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--test-on", "nothing"), "invalid choice: 'nothing' (choose from"),
        (("--tests", "nothing"), "Unknown test 'nothing'"),
        (("--tests", "t"), "need metrics that are means of segment scores"),
        (("--tests", "randomization", "--alphas", "2"), "between 0 and 0.5, not 2"),
    ],
)
def test_bad_input_is_one_line(words: tuple[str, ...], sentence: str) -> None:
    outcome = run(*META, *words)
    assert outcome.status == 2 and outcome.out == ""
    assert sentence in outcome.err and outcome.err.count("\n") == 1
