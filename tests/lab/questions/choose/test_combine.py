"""Combined texts: the votes of P07-1040 through the question, what votes count, and what is at the edges."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.lab.questions.choose.aligning import aligned_with, matcher_of
from steelyard.lab.questions.choose.combine import pieces, rank_votes
from steelyard.lab.questions.choose.compute import compute
from steelyard.lab.questions.choose.pool import Pool, lists_of
from steelyard.lab.questions.choose.question import ChooseQuestion
from steelyard.reading.formats import read_arpa, read_moses_nbest
from steelyard.reading.lists.candidates import lists_of_systems
from steelyard.report import text
from tests.cli.running import HARBOUR, LANTERN, REFERENCE, SPARROW, output, run

WORKED = ["cat sat the mat", "cat sitting on the mat", "hat on a mat"]  # P07-1040's example


def combined(candidates: list[list[str]], **options: Any) -> "tuple[sy.results.CombinedRow, ...]":
    return sy.lab.choose(candidates, combine="network", n_pools=0, **options).combined


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
    for name, line in zip("xyz", ("a b c", "a b d", "a b d"), strict=True):
        (tmp_path / name).write_text(f"{line}\n", encoding="utf-8")
    words = ("lab", "choose", *(tmp_path / name for name in "xyz"), "--combine", "network", "-f", "json")
    [row] = json.loads(output(*words))["combined"]
    assert (row["text"], row["score"]) == ("a b d", pytest.approx(8.0))
    [row] = json.loads(output(*words, "--system-weights", "x=3"))["combined"]
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
    marked = "Don’t pay 2,400.50 (net), he said: «no»!"
    assert pieces(marked) == [
        " Don’t", " pay", " 2,400.50", " (", "net", ")", ",", " he", " said", ":", " «", "no", "»", "!",
    ]  # fmt: skip
    assert pieces("我爱你。") == [" 我", "爱", "你", "。"]
    assert pieces("नमस्ते दुनिया।") == [" नमस्ते", " दुनिया", "।"]
    [row] = combined([[marked, marked.replace("said", "says"), marked.replace("pay", "give")]])
    assert row.text == marked


@given(st.text())
def test_pieces_joined_are_the_text_up_to_white_space(drawn: str) -> None:
    assert "".join(pieces(drawn)).strip() == " ".join(drawn.split())


def test_metrics_judge_the_combination_and_people_the_choice() -> None:
    pools, references = [WORKED] * 4, [["cat sat on the mat"] * 4]
    choice = sy.lab.choose(
        pools, references=references, ratings=[[1.0, 2.0, 3.0]] * 4, combine="network", n_resamples=50, n_pools=0
    )
    scores = {(row.system, row.metric): row.score for row in choice.scores}
    assert scores["combined", "bleu"] == sy.metrics.Bleu().corpus_score(choice.texts, references).score
    assert ("chosen", "people") in scores and ("combined", "people") not in scores
    assert {(row.system, row.metric) for row in choice.pairs if row.against == "baseline"} == {
        ("chosen", "chrf"), ("chosen", "bleu"), ("combined", "chrf"), ("combined", "bleu"), ("chosen", "people"),
    }  # fmt: skip
    against = [row for row in choice.pairs if row.against == "chosen"]
    assert [(row.system, row.metric) for row in against] == [("combined", "chrf"), ("combined", "bleu")]
    assert " the choice (" in text(choice) and "family of 6 comparisons" in choice.method["sentence"]
    assert any("Results of ratings are about the choice" in one for one in choice.method["warnings"])
    plain = sy.lab.choose(pools, references=references, n_resamples=50, n_pools=0)
    assert plain.combined == () and not any(row.system == "combined" for row in plain.scores)


def test_the_command_writes_the_combination_and_verify_makes_it_again(tmp_path: Path) -> None:
    words = ("lab", "choose", HARBOUR, LANTERN, SPARROW, "--references", REFERENCE, "-n", "50", "--pools", "0")
    words = (*words, "--combine", "network", "--backbones", "all", "--null-weight", "0.1")
    best, stored = tmp_path / "best.txt", tmp_path / "choice.json"
    stored.write_text(output(*words, "-f", "json", "-o", best), encoding="utf-8")
    choice = sy.load(stored)
    assert isinstance(choice, sy.results.Choice)
    assert tuple(best.read_text(encoding="utf-8").splitlines()) == choice.texts
    assert choice.texts == tuple(row.text for row in choice.combined)
    assert choice.combined[0].system in ("harbour", "lantern", "sparrow")
    assert "verified:" in output("check", "result", stored)
    output(*words, "-o", tmp_path / "best.jsonl")
    first = json.loads((tmp_path / "best.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert (first["output"], first["backbone"]) == (choice.texts[0], choice.combined[0].backbone)


@given(*[st.lists(st.sampled_from("abcde"), max_size=9)] * 2)
def test_words_stand_where_ter_shifts_them(skeleton: list[str], words: list[str]) -> None:
    [[pairs]] = aligned_with([0], [skeleton], "ter", None, 1)
    assert pairs == [(i, i) for i in range(len(skeleton))]
    [[_, pairs]] = aligned_with([0], [skeleton, words], "ter", None, 1)
    found = sy.metrics.Ter().align(" ".join(words), [" ".join(skeleton)])
    assert tuple(words[j] for _, j in pairs if j is not None) == found.shifted_hypothesis
    edits = sum(i is None or j is None or skeleton[i] != words[j] for i, j in pairs)
    assert edits + len(found.shifts) == found.num_edits


def test_the_mean_ter_of_the_worked_skeletons() -> None:
    texts = [text.split() for text in WORKED]
    edits = [
        [
            sum(None in (i, j) or texts[s][i] != words[j] for i, j in pairs)
            for words, pairs in zip(texts, row, strict=True)
        ]
        for s, row in enumerate(aligned_with([0, 1, 2], texts, "ter", None, 1))
    ]  # no shift helps here
    means = [sum(row) / len(words) / 3 for row, words in zip(edits, texts, strict=True)]
    assert means == pytest.approx([0.416667, 0.333333, 0.5], abs=1e-6)


def test_what_ter_shifts_votes_where_it_is_wanted() -> None:
    pool = ["on the mat the old cat sat", "the old cat sat on the mat", "the old dog sat on the mat"]
    [row] = combined([pool], qe=qe_of(1), network_alignment="ter")
    assert (row.text, row.score, row.n_nulls) == ("the old cat sat on the mat", 20.0, 0)
    [row] = combined([pool], qe=qe_of(1))
    assert row.n_nulls == 3  # what stands at the front of the first one


def test_words_with_a_common_stem_share_a_column() -> None:
    how, texts = "meteor-2005(without=synonym)", [["Walked", " home"], [" walks"], [" home"]]
    assert aligned_with([0], texts, "edits", None, 1)[0][1:] == [[(0, None), (1, 0)]] * 2
    assert aligned_with([0], texts, how, matcher_of(how), 1)[0][1:] == [[(0, 0), (1, None)], [(0, None), (1, 0)]]
    [row] = combined([["walked home", "walks", "walking"]], qe=qe_of(0), network_alignment=how)
    assert (row.text, row.score, row.n_nulls) == ("walked", 3.0, 1)


def test_the_rank_of_a_candidate_weighs_its_vote() -> None:
    assert rank_votes(["x", "y", "x", "x"], share=False).tolist() == [1 / 2, 1 / 2, 1 / 3, 1 / 4]
    np.testing.assert_allclose(rank_votes(["x", "y", "x", "x"], share=True), [6 / 13, 1, 4 / 13, 3 / 13])
    pool = ["a b", "a c", "a c", "d c"]  # of one system: c has 1/3 + 1/4 + 1/5, b has 1/2
    [row] = combined([pool], rank_votes=True)
    assert (row.text, row.score) == ("a c", pytest.approx((1 / 2 + 1 / 3 + 1 / 4) + (1 / 3 + 1 / 4 + 1 / 5)))
    [row] = combined([pool[:2] + pool[3:]], rank_votes=True)  # b 1/2, c 1/3 + 1/4
    assert row.text == "a c"
    [row] = combined([pool[:2]], rank_votes=True)
    assert row.text == "a b"
    with pytest.raises(SpecError, match="every system has one"):
        sy.lab.choose(lists_of_systems({"x": ["a b"], "y": ["a c"]}), combine="network", rank_votes=True)


def test_the_form_of_logarithms_and_the_weight_of_words() -> None:
    [row] = combined([WORKED], qe=qe_of(1), log_votes=True)
    assert (row.text, row.score) == ("cat sitting on the mat", pytest.approx(-2.315008, abs=1e-6))
    [row] = combined([WORKED], qe=qe_of(1), word_weight=-0.5)
    assert (row.text, row.score) == ("cat on the mat", pytest.approx(-2.315008 - 2, abs=1e-6))


ARPA = """
\\data\\
ngram 1=6
ngram 2=2

\\1-grams:
-99 <s> -0.1
-1 </s>
-1.0 cat -0.2
-1.5 sat
-2 sitting
-1 mat

\\2-grams:
-0.2 cat sat
-0.1 mat </s>

\\end\\
"""


def test_a_language_model_and_lists_for_tuning(tmp_path: Path) -> None:
    for name, line in zip("xyz", WORKED, strict=True):
        (tmp_path / name).write_text(f"{line}\n" * 2, encoding="utf-8")
    (tmp_path / "lm.arpa").write_text(ARPA, encoding="utf-8")
    words = ("lab", "choose", *(tmp_path / name for name in "xyz"), "--combine", "network", "--backbones", "all")
    words = (*words, "--lm", tmp_path / "lm.arpa", "--lm-weight", "0.5", "--null-weight", "0.1", "-f", "json")
    stored, lists = tmp_path / "choice.json", tmp_path / "n-best.txt"
    stored.write_text(output(*words, "--nbest-output", lists, "--nbest-size", "5"), encoding="utf-8")
    choice = sy.load(stored)
    assert isinstance(choice, sy.results.Choice)
    assert "verified:" in output("check", "result", stored)
    assert "lm.arpa), with weight 0.5 and 0.1 for each column without a word added" in choice.method["sentence"]
    found = read_moses_nbest(lists)
    assert found.feature_names == ("votes", "nulls", "words", "lm", "prior", "as.x", "as.y", "as.z")
    assert found.sizes.tolist() == [5, 5] and found.texts[0] == choice.combined[0].text
    weights = np.array([1, 0.1, 0, 0.5, 1, 0, 0, 0])
    np.testing.assert_allclose(found.features @ weights, found.totals)
    assert found.totals[0] == pytest.approx(choice.combined[0].score)
    assert sorted(found.totals[:5], reverse=True) == found.totals[:5].tolist()
    model = read_arpa(tmp_path / "lm.arpa")
    for text_, chance in zip(found.texts, found.features[:, 3], strict=True):
        assert model.text_log_probability(text_.split()) == pytest.approx(chance)
    for flags, message in (
        (("--nbest-size", "5"), "--nbest-size needs --nbest-output"),
        (("--nbest-output", lists, "--nbest-size", "0"), "one path or more"),
    ):
        done = run(*words, *flags)
        assert done.status == 2 and message in done.err


def test_an_oracle_writes_no_combination(tmp_path: Path) -> None:
    best = tmp_path / "best.txt"
    done = run(
        *f"lab choose {HARBOUR} {LANTERN} --references {REFERENCE} --rule oracle --combine network".split(), "-o", best
    )
    assert done.status == 2 and "--combine cannot be used with --rule oracle" in done.err and not best.exists()


def test_progress_covers_the_combination() -> None:
    pool, seen = Pool(lists_of([WORKED] * 3, "x")), list[tuple[int, int]]()
    compute(pool, ChooseQuestion(combine="network"), progress=lambda done, total: seen.append((done, total)))
    assert seen == [(i, 6) for i in range(1, 7)]
