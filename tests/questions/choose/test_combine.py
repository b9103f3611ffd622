"""Combined texts: the votes of P07-1040 through the question, what votes count, and what is at the edges."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from steelyard.questions.choose.combine import pieces
from tests.cli.running import HARBOUR, LANTERN, REFERENCE, SPARROW, output, run

WORKED = ["cat sat the mat", "cat sitting on the mat", "hat on a mat"]  # P07-1040's example


def combined(candidates: list[list[str]], **options: Any) -> "tuple[sy.results.CombinedRow, ...]":
    return sy.choose(candidates, combine="network", n_pools=0, **options).combined


def qe_of(place: int) -> list[list[float]]:
    return [[float(k == place) for k in range(3)]]


def test_the_votes_of_the_paper() -> None:
    """Ten votes in the order of the second, as one of the paper's three ties; eleven in that of the first."""
    [row] = combined([WORKED], qe=qe_of(1))
    assert (row.text, row.score, row.n_nulls, row.backbone) == ("cat sitting on the mat", 10.0, 0, 2)
    [row] = combined([WORKED], qe=qe_of(0))
    assert (row.text, row.score, row.n_nulls, row.backbone) == ("cat on the mat", 11.0, 1, 1)


def test_all_backbones_compare_shares_of_votes_by_their_priors() -> None:
    """The path of 11 votes has the columns 2, 2, 2, 2 and 3 of 3, and the first backbone the prior .332563."""
    [row] = combined([WORKED], backbones="all")
    assert (row.text, row.backbone) == ("cat on the mat", 1)
    assert row.score == pytest.approx(4 * np.log(2 / 3) + np.log(0.332563), abs=1e-5)


def test_nulls_bring_what_they_are_given() -> None:
    [row] = combined([WORKED], qe=qe_of(1), null_weight=0.5)
    assert (row.text, row.score) == ("cat on the mat", 10.5)


def test_systems_vote_by_their_weights(tmp_path: Path) -> None:
    for name, text in zip("xyz", ("a b c", "a b d", "a b d"), strict=True):
        (tmp_path / name).write_text(f"{text}\n", encoding="utf-8")
    words = ("choose", *(tmp_path / name for name in "xyz"), "--combine", "network", "-f", "json")
    [row] = json.loads(output(*words))["combined"]
    assert (row["text"], row["score"]) == ("a b d", pytest.approx(8.0))
    [row] = json.loads(output(*words, "--weights", "x=3"))["combined"]
    assert (row["text"], row["score"]) == ("a b c", pytest.approx(3 + 3 + 3 * 3 / 5))


def test_only_the_best_by_quality_estimate_vote() -> None:
    estimates = [[0.9, 0.8, 0.1, 0.1, 0.1]]
    [row] = combined([["a b", "a b", "c d", "c d", "c d"]], qe=estimates, keep_by_qe=2)
    assert (row.text, row.score, row.backbone) == ("a b", 4.0, 1)


@pytest.mark.parametrize("backbones", ["one", "all"])
def test_edges(backbones: str) -> None:
    pools = [["One, alone."], ["same text", "same text"], ["x y", ""], ["", ""], ["", "", "x y"]]
    rows = combined(pools, backbones=backbones)
    assert [row.text for row in rows] == ["One, alone.", "same text", "x y", "", ""]


def test_words_and_marks_keep_their_spaces() -> None:
    text = "Don’t pay 2,400.50 (net), he said: «no»!"
    assert pieces(text) == [
        " Don’t", " pay", " 2,400.50", " (", "net", ")", ",", " he", " said", ":", " «", "no", "»", "!",
    ]  # fmt: skip
    assert pieces("我爱你。") == [" 我", "爱", "你", "。"]
    assert pieces("नमस्ते दुनिया।") == [" नमस्ते", " दुनिया", "।"]
    [row] = combined([[text, text.replace("said", "says"), text.replace("pay", "give")]])
    assert row.text == text


@given(st.text())
def test_pieces_joined_are_the_text_up_to_white_space(text: str) -> None:
    assert "".join(pieces(text)).strip() == " ".join(text.split())


def test_metrics_judge_the_combination_and_people_the_choice() -> None:
    pools, references = [WORKED] * 4, [["cat sat on the mat"] * 4]
    choice = sy.choose(
        pools, references=references, ratings=[[1.0, 2.0, 3.0]] * 4, combine="network", n_resamples=50, n_pools=0
    )
    scores = {(row.system, row.metric): row.score for row in choice.scores}
    assert scores["combined", "bleu"] == sy.metrics.Bleu().corpus_score(choice.texts, references).score
    assert ("chosen", "people") in scores and ("combined", "people") not in scores
    assert {(row.system_a, row.metric) for row in choice.pairs} == {
        ("chosen", "chrf"), ("chosen", "bleu"), ("combined", "chrf"), ("combined", "bleu"), ("chosen", "people"),
    }  # fmt: skip
    assert any("were rated by nobody: what people say is of the choice" in one for one in choice.method["warnings"])
    plain = sy.choose(pools, references=references, n_resamples=50, n_pools=0)
    assert plain.combined == () and not any(row.system == "combined" for row in plain.scores)


def test_the_command_writes_the_combination_and_verify_makes_it_again(tmp_path: Path) -> None:
    words = ("choose", HARBOUR, LANTERN, SPARROW, "--reference", REFERENCE, "-n", "50", "--pools", "0")
    words = (*words, "--combine", "network", "--backbones", "all", "--null-weight", "0.1")
    best, stored = tmp_path / "best.txt", tmp_path / "choice.json"
    stored.write_text(output(*words, "-f", "json", "-o", best), encoding="utf-8")
    choice = sy.load(stored)
    assert isinstance(choice, sy.results.Choice)
    assert tuple(best.read_text(encoding="utf-8").splitlines()) == choice.texts
    assert choice.texts == tuple(row.text for row in choice.combined)
    assert choice.combined[0].system in ("harbour", "lantern", "sparrow")
    assert "is verified" in output("verify", stored)
    output(*words, "-o", tmp_path / "best.jsonl")
    first = json.loads((tmp_path / "best.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert (first["output"], first["backbone"]) == (choice.texts[0], choice.combined[0].backbone)


def test_an_oracle_writes_no_combination(tmp_path: Path) -> None:
    best = tmp_path / "best.txt"
    done = run(
        "choose", HARBOUR, LANTERN, "--reference", REFERENCE, "--by", "oracle", "--combine", "network", "-o", best
    )
    assert done.status == 2 and "--combine does not go with --by oracle" in done.err and not best.exists()
