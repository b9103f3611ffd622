"""`steelyard compare --exact`: exact p-values, what they go with, and what is refused."""

import pytest

from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, PATHS, REFERENCE, REFERENCE_2, output, run
from tests.questions.compare.test_command import compared

PAIR = (REFERENCE, "-i", HARBOUR, LANTERN, "--exact", "-n", "200")
ALL = (REFERENCE, "-i", *PATHS.values(), "--exact", "-n", "200")


def test_exact_p_has_no_monte_carlo_error_and_is_near_that_of_draws() -> None:
    exact = compared(*PAIR, "-m", "cer")
    drawn = compared(REFERENCE, "-i", HARBOUR, LANTERN, "-m", "cer", "-n", "20000")
    [pair], [other] = exact["pairs"], drawn["pairs"]
    assert pair["monte_carlo_error"] == 0
    assert pair["p_value"] == pair["p_adjusted"]  # max-T, the default, of a single difference
    assert 0.01 < pair["p_value"] < 0.99
    assert abs(pair["p_value"] - other["p_value"]) < 5 * other["monte_carlo_error"]
    assert {key: pair[key] for key in ("difference", "verdict")} == {
        key: other[key] for key in ("difference", "verdict")
    }
    method = exact["method"]
    assert (method["is_exact"], method["n_draws"], method["validity_adjusted"]) == (True, 0, "exact")
    assert "exact over all exchanges by dynamic programming" in method["sentence"]


def test_by_document_it_is_what_enumeration_gives() -> None:
    enumerated = compared(*ALL[:-3], "-m", "ter", "--documents", DOCUMENTS, "--correction", "holm")
    assert enumerated["method"]["n_draws"] == 4096
    exact = compared(*ALL, "-m", "ter", "--documents", DOCUMENTS, "--correction", "holm")
    for key in ("p_value", "p_adjusted"):
        expected = pytest.approx([pair[key] for pair in enumerated["pairs"]], abs=1e-12)
        assert [pair[key] for pair in exact["pairs"]] == expected


@pytest.mark.parametrize("correction", ["holm", "bonferroni", "none"])
def test_several_metrics_and_pairs_go_with_corrections_that_need_no_joint_null(correction: str) -> None:
    found = compared(*ALL, "-m", "ter", "wer", "cer", "--correction", correction, "--alternative", "better")
    assert len(found["pairs"]) == 30
    assert all(pair["monte_carlo_error"] == 0 < pair["p_value"] <= pair["p_adjusted"] for pair in found["pairs"])
    text = output("compare", *ALL, "-m", "ter", "--correction", correction)
    assert "dynamic programming" in " ".join(text.split())


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        ((*ALL, "-m", "ter", "--correction", "maxt"), ["max-T over 10 differences", "--correction", "holm"]),
        ((*PAIR, "-m", "ter", "wer", "--correction", "maxt"), ["max-T over 2 differences"]),
        (PAIR, ["bleu for lantern and harbour", "not linear", "Leave out exact (--exact)"]),
        ((REFERENCE, REFERENCE_2, *PAIR[1:], "-m", "wer"), ["wer for lantern and harbour", "not linear"]),
        ((*PAIR, "-m", "ter", "--test", "t", "--correction", "holm"), ["needs the test randomization"]),
    ],
    ids=["max-T", "two metrics", "BLEU", "two references", "another test"],
)
def test_what_has_no_exact_p_is_refused_with_the_reason(argv: tuple[object, ...], words: list[str]) -> None:
    outcome = run("compare", *argv)
    assert (outcome.status, outcome.out) == (2, "")
    assert [word for word in words if word not in outcome.err] == []


def test_two_metrics_with_families_of_their_own_go_with_the_default() -> None:
    found = compared(*PAIR, "-m", "ter", "wer", "--family", "pairs")
    assert all(pair["p_value"] == pair["p_adjusted"] for pair in found["pairs"])
