"""`steelyard explain segment` as people type it."""

import json

from tests.cli.running import output, run
from tests.conftest import EXAMPLES

TEXTS = (
    *(str(EXAMPLES / f"reference.{i}.en") for i in (1, 2)),
    *("-i", str(EXAMPLES / "systems/harbour.en"), str(EXAMPLES / "systems/tangle.en")),
)


def test_each_system_is_shown_with_texts_matches_and_parts() -> None:
    harbour, tangle = output("explain", "segment", "ter", *TEXTS, "--segment", "17").split("\n\ntangle")
    assert harbour.startswith("harbour, segment 17: TER 38.89\n  nrefs:2|case:lc")
    for part in ("  output       roll out", "  reference 1  roll out", "5 until        6 a            substitution"):
        assert part in harbour
    assert "only in the output: thick" in harbour
    assert "num_edits 7, ref_length 18" in harbour
    assert "  shift 'cover it' from word 14 to word 8" in tangle
    assert max(map(len, harbour.splitlines())) <= 110


def test_chunks_stand_in_brackets_in_both_texts() -> None:
    resources = [f"{name}={EXAMPLES / file}" for name, file in (
        ("synonyms", "synonyms.tsv"), ("function_words", "function-words.txt")
    )]  # fmt: skip
    metric = f"meteor-1.5({', '.join(resources)}, without=paraphrase, tokenize=13a)"
    shown = output("explain", "segment", metric, *TEXTS, "--segment", "3")
    assert "  output       1[mayor helga trautwein]" in shown
    assert " chunk  output" in shown


def test_json_holds_the_numbers_and_links() -> None:
    stored = json.loads(output("explain", "segment", "wer", *TEXTS, "--segment", "1", "2", "-f", "json"))
    assert stored["schema"] == "steelyard.explanation/1"
    assert [(made["system"], made["segment"]) for made in stored["segments"]] == [
        ("harbour", 1),
        ("harbour", 2),
        ("tangle", 1),
        ("tangle", 2),
    ]
    assert {"hypothesis", "reference", "kind", "chunk"} == set(stored["segments"][0]["explanation"]["links"][0])


def test_bad_requests_are_one_sentence() -> None:
    for arguments, message in (
        (("explain", "segment", "ter", *TEXTS), "the following arguments are required: --segment"),
        (
            ("explain", "segment", "ter", *TEXTS, "--segment", "500"),
            "There is no segment 500: choose a number from 1 to 120.",
        ),
        (("explain", "segment", "tre", *TEXTS, "--segment", "1"), "Unknown metric 'tre'. Did you mean 'ter'?"),
    ):
        done = run(*arguments)
        assert (done.status, done.out) == (2, "")
        assert message in done.err
        assert done.err.count("\n") == 1
