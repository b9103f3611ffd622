"""`steelyard replicate` as people type it: what all protocols share."""

import pytest

from steelyard.cli import replicate
from tests.cli.running import HARBOUR, REFERENCE, TANGLE, run

PAIR = (REFERENCE, "-i", HARBOUR, TANGLE)


def test_a_flag_of_another_protocol_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replicate, "PROTOCOLS", {"koehn2004": "one", "other1999": "two"})
    outcome = run("replicate", "other1999", *PAIR, "--sizes", "20")
    assert outcome.status == 2 and outcome.out == ""
    assert outcome.err == "steelyard replicate: --sizes is a flag of koehn2004: it does not go with other1999.\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("koehn", *PAIR), "invalid choice: 'koehn' (choose from 'koehn2004'"),
        ((*PAIR,), "invalid choice"),
        ((), "the following arguments are required: PROTOCOL"),
        (("koehn2004",), "There is no reference"),
        (("koehn2004", *PAIR, "-n", "0"), "must be a whole number from 1"),
        (("koehn2004", *PAIR, "--seed", "-1"), "The seed (rng, --seed) must be"),
        (("koehn2004", *PAIR, "-f", "sacrebleu"), "invalid choice: 'sacrebleu'"),
    ],
)
def test_bad_input_is_one_line(words: tuple[str, ...], sentence: str) -> None:
    outcome = run("replicate", *words)
    assert outcome.status == 2 and outcome.out == ""
    assert sentence in outcome.err and outcome.err.startswith("steelyard replicate: ") and outcome.err.count("\n") == 1
