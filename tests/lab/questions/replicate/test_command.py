"""`steelyard lab replicate` as people type it: what all protocols share."""

import json

import pytest

from steelyard import report
from steelyard.results import Replication
from tests.cli.running import DOCUMENTS, HARBOUR, REFERENCE, SPARROW, TANGLE, output, run

PAIR = (REFERENCE, "-i", HARBOUR, TANGLE)
KOEHN = ("koehn2004", REFERENCE, "-i", HARBOUR, SPARROW, TANGLE, "--sizes", "12", "30", "-n", "100")


@pytest.mark.parametrize("metric", ["bleu", "ter"])
def test_koehn2004_prints_what_it_stores(metric: str) -> None:
    printed = output("lab", "replicate", *KOEHN, "-m", metric)
    stored = Replication.from_dict(json.loads(output("lab", "replicate", *KOEHN, "-m", metric, "-f", "json")))
    assert report.text(stored) == printed
    assert stored.method["protocol"] == "koehn2004" and "W04-3250" in stored.method["source"]
    for part in ("Table 1: ", "Table 2: ", "Table 3: ", "Table 4: ", "Figure 2: ", "Figure 8: ", "(10 of 12, 4 of 30"):
        assert part in printed
    assert output("lab", "replicate", *KOEHN, "-m", metric, "--executor", "threads:2") == printed
    assert max(map(len, printed.splitlines())) <= 120


def test_documents_are_noted_and_pairs_chosen() -> None:
    printed = output("lab", "replicate", *KOEHN, "--documents", DOCUMENTS, "--pairs", "tangle:harbour")
    assert "Documents are ignored" in printed and "Figure 8" not in printed


def test_a_flag_of_another_protocol_is_refused() -> None:
    outcome = run("lab", "replicate", "riezler2005", *PAIR, "--sizes", "20")
    assert outcome.status == 2 and outcome.out == ""
    assert outcome.err == "steelyard lab replicate: --sizes is a flag of koehn2004: leave it out for riezler2005.\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("koehn", *PAIR), "Unknown protocol 'koehn'. Did you mean 'koehn2004'? Valid: "),
        ((*PAIR,), "Unknown protocol"),
        ((), "the following arguments are required: PROTOCOL"),
        (("koehn2004",), "There is no reference"),
        (("koehn2004", *PAIR), "120 segments do not make 3 sets of 100, the smallest of the paper's: give the sizes"),
        (("koehn2004", *PAIR, "--sizes", "61"), "must be from 1 to 60, so that 120 segments make two or more of each"),
        (("koehn2004", *PAIR, "--sizes", "many"), "invalid int value: 'many'"),
        (("koehn2004", *PAIR, "--sizes", "12", "--pairs", "harbour:nobody"), "nobody"),
        (("koehn2004", *PAIR, "--sizes", "12", "--unit", "block:3"), "it has no unit 'block:3'"),
        (("koehn2004", *PAIR, "--sizes", "12", "-m", "bleu", "ter"), "uses one metric, not 2: name one with -m"),
        (
            ("koehn2004", REFERENCE, "-i", HARBOUR, "--sizes", "12"),
            "needs at least two systems; there is harbour alone",
        ),
        (
            ("koehn2004", REFERENCE, "-i", HARBOUR, HARBOUR, "--sizes", "12"),
            "is given twice after -i, and no other system",
        ),
        (("koehn2004", *PAIR, "-n", "0"), "must be a whole number from 1"),
        (("koehn2004", *PAIR, "--seed", "-1"), "The seed (rng, --seed) must be"),
        (("koehn2004", *PAIR, "-f", "sacrebleu"), "invalid choice: 'sacrebleu'"),
    ],
)
def test_bad_input_is_one_line(words: tuple[str, ...], sentence: str) -> None:
    outcome = run("lab", "replicate", *words)
    assert outcome.status == 2 and outcome.out == ""
    assert (
        sentence in outcome.err and outcome.err.startswith("steelyard lab replicate: ") and outcome.err.count("\n") == 1
    )
