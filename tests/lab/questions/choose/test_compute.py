"""What is chosen, against double loops over single scores; what it is worth, against the scores of its texts."""

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import AlignmentError, DataError, SpecError, SteelyardError
from steelyard.reading.lists.candidates import lists_of_systems
from tests.cli.running import output
from tests.conftest import EXAMPLES

NAMES = ("harbour", "lantern", "sparrow", "tangle")
N = 20


def lines(name: str) -> list[str]:
    with (EXAMPLES / name).open(encoding="utf-8") as file:
        return [line.rstrip("\n") for line in islice(file, N)]


OUTPUTS = [lines(f"systems/{name}.en") for name in NAMES]
POOLS = [list(row) for row in zip(*OUTPUTS, strict=True)]
REFERENCE = lines("reference.1.en")
QUICK: dict[str, Any] = {"n_resamples": 100, "n_pools": 2}


def single(metric: str, text: str, other: str) -> float:
    return sy.metrics.parse(metric).segment_metric().sentence_score(text, [other]).score


def best_of(pool: list[str], metric: str, other: str) -> str:
    return max(pool, key=lambda text: single(metric, text, other))


def by_hand(metric: str, pool: list[str], weights: list[float], sign: float = 1.0) -> str:
    """Choose by a double loop over all candidates, doubles and all: equal texts have equal sums."""
    gains = [
        sign * sum(w * single(metric, text, other) for w, other in zip(weights, pool, strict=True)) for text in pool
    ]
    mass = [sum(w for w, other in zip(weights, pool, strict=True) if other == text) for text in pool]
    return pool[max(range(len(pool)), key=lambda i: (round(gains[i], 9), mass[i], -i))]


@pytest.mark.parametrize(("metric", "sign"), [("chrf", 1), ("bleu", 1), ("ter", -1)])
def test_the_consensus_is_that_of_a_double_loop(metric: str, sign: float) -> None:
    choice = sy.lab.choose(POOLS, utility=metric, n_pools=0)
    assert choice.texts == tuple(by_hand(metric, pool, [0.25] * 4, sign) for pool in POOLS)


def test_priors_weigh_the_evidence_by_temperature() -> None:
    scores = [[-1.0, -2.0, -0.5, -4.0]] * N
    for temperature in (1.0, 0.2):
        weights = np.exp(np.array(scores[0]) / temperature)
        choice = sy.lab.choose(POOLS, prior=scores, temperature=temperature, n_pools=0)
        assert choice.texts == tuple(by_hand("chrf", pool, list(weights / weights.sum())) for pool in POOLS)


def test_a_text_that_most_candidates_have_outweighs_the_rest() -> None:
    assert sy.lab.choose([["x y z", "a b c d", "a b c e", "x y z", "x y z"]]).texts == ("x y z",)


def test_evidence_takes_the_place_of_the_candidates() -> None:
    choice = sy.lab.choose(POOLS, evidence=[[text] for text in REFERENCE], n_pools=0)
    best = [best_of(pool, "chrf", other) for pool, other in zip(POOLS, REFERENCE, strict=True)]
    assert [single("chrf", *pair) for pair in zip(choice.texts, REFERENCE, strict=True)] == [
        single("chrf", *pair) for pair in zip(best, REFERENCE, strict=True)
    ]


def test_a_quality_estimate_chooses_or_filters() -> None:
    estimates = [[0.1, 0.3, 0.3, 0.2]] * N
    by_estimate = sy.lab.choose(POOLS, qe=estimates, n_pools=0)
    assert by_estimate.method["by"] == "qe"
    assert by_estimate.texts == tuple(pool[1] for pool in POOLS)
    two_best = sy.lab.choose(POOLS, qe=estimates, keep_by_qe=2, n_pools=0)
    assert two_best.texts == tuple(by_hand("chrf", pool[1:3], [0.5, 0.5]) for pool in POOLS)


def test_pruned_candidates_leave_the_same_choice_where_all_evidence_is_seen_at_once() -> None:
    exact, pruned = (sy.lab.choose(POOLS, decoder=decoder, n_pools=0) for decoder in ("exact", "pruned"))
    assert exact.texts == pruned.texts


def test_evidence_may_be_summed_up() -> None:
    chrf = sy.metrics.Chrf()
    gains = [sy.metrics.aggregated_scores(chrf, list(dict.fromkeys(pool))) for pool in POOLS if len(set(pool)) == 4]
    choice = sy.lab.choose([pool for pool in POOLS if len(set(pool)) == 4], decoder="aggregate", n_pools=0)
    assert [row.candidate - 1 for row in choice.picks] == [int(np.argmax(one)) for one in gains]
    with pytest.raises(SpecError, match="aggregate does not compute all utilities"):
        sy.lab.choose(POOLS, decoder="aggregate", refine=2.0)


def test_an_oracle_is_never_worse_than_the_best_of_each_segment() -> None:
    choice = sy.lab.choose(POOLS, references=[REFERENCE], by="oracle", metrics=["bleu"], **QUICK)
    best = [best_of(pool, "bleu", other) for pool, other in zip(POOLS, REFERENCE, strict=True)]
    score = sy.metrics.Bleu().corpus_score
    assert score(choice.texts, [REFERENCE]).score >= score(best, [REFERENCE]).score
    assert {row.system: row.score for row in choice.scores}["chosen"] == score(choice.texts, [REFERENCE]).score


def test_what_the_choice_is_worth_is_the_comparison_of_its_texts() -> None:
    choice = sy.lab.choose(POOLS, references=[REFERENCE], **QUICK)
    data = sy.TestSet(references=[REFERENCE], systems={"baseline": OUTPUTS[0], "chosen": choice.texts})
    compared = sy.evaluate(data, metrics=["chrf", "bleu"]).compare(n_resamples=100)
    assert [(pair.metric, pair.difference, pair.p_value, pair.interval) for pair in choice.pairs] == [
        (pair.metric, pair.difference, pair.p_value, pair.interval) for pair in compared.pairs
    ]
    assert any("is no evidence of better quality" in caution for caution in choice.method["warnings"])
    other = sy.lab.choose(POOLS, references=[REFERENCE], metrics=["bleu"], **QUICK)
    assert not any("rewarded" in caution for caution in other.method["warnings"])


def test_people_judge_the_sources_of_which_they_rated_all_candidates() -> None:
    ratings = np.tile([3.0, 1.0, 2.0, 0.0], (N, 1))
    ratings[5, 2] = np.nan
    choice = sy.lab.choose(POOLS, ratings=ratings, by="oracle-people", **QUICK)
    assert choice.method["n_rated"] == N - 1
    assert {row.system: row.score for row in choice.scores}["chosen"] == 3.0
    assert choice.texts[0] == POOLS[0][0]


def test_smaller_pools_end_with_the_choice_itself() -> None:
    choice = sy.lab.choose(POOLS, references=[REFERENCE], n_resamples=100, n_pools=3)
    whole = [row for row in choice.pools if row.n_candidates == 4 and row.metric == "bleu"]
    [chosen] = [row.score for row in choice.scores if (row.system, row.metric) == ("chosen", "bleu")]
    assert [row.score for row in whole] == [pytest.approx(chosen)]
    assert [row.n_pools for row in choice.pools if row.metric == "bleu"] == [3, 3, 1]


def test_the_seed_repeats_the_result_and_it_is_stored_whole() -> None:
    first, second = (sy.lab.choose(POOLS, references=[REFERENCE], rng=7, **QUICK) for _ in range(2))
    assert first == second
    assert sy.results.Choice.from_dict(json.loads(first.to_json())) == first


@pytest.mark.filterwarnings("error")
def test_an_oracle_of_people_takes_the_first_of_what_nobody_rated() -> None:
    ratings = [[float("nan")] * len(POOLS[0]), *([float(k) for k, _ in enumerate(pool)] for pool in POOLS[1:])]
    choice = sy.lab.choose(POOLS, ratings=ratings, by="oracle-people", n_pools=0)
    assert [row.candidate for row in choice.picks] == [1, *(len(pool) for pool in POOLS[1:])]
    assert choice.picks[0].gain is None and choice.picks[0].margin is None
    assert any("1 source has candidates without a rating" in warning for warning in choice.method["warnings"])


def test_ratings_that_leave_out_a_candidate_of_every_source_are_refused() -> None:
    ratings = [[float("nan"), *(1.0 for _ in pool[1:])] for pool in POOLS]
    for rule in (None, "oracle-people"):
        with pytest.raises(DataError, match="No source has a rating for each"):
            sy.lab.choose(POOLS, ratings=ratings, by=rule, n_pools=0)


def test_where_there_is_one_candidate_nothing_was_chosen() -> None:
    assert "so no choice was possible" in sy.lab.choose([["a"], ["b"]]).method["warnings"][0]
    assert not any("nothing to choose" in warning for warning in sy.lab.choose([["a"], ["b", "c"]]).method["warnings"])


def test_lists_of_different_lengths_and_of_one_are_chosen_from() -> None:
    choice = sy.lab.choose([["a b"], ["c d", "c e", "x"], ["f", "f"]], references=[["a b", "c d", "f"]], n_resamples=50)
    assert choice.texts == ("a b", "c d", "f")
    assert [row.margin is None for row in choice.picks] == [True, False, True]
    assert [row.n_distinct for row in choice.picks] == [1, 3, 1]


@pytest.mark.parametrize(
    ("candidates", "options", "error", "message"),
    [
        ([["a"], []], {}, AlignmentError, "Source 2 has no candidates"),
        ([], {}, DataError, "no source has a candidate"),
        (["a b"], {}, DataError, "source 1 must be a list of texts"),
        ([["a"]], {"references": [["a", "b"]]}, AlignmentError, "Reference 1 has 2 sources, but the candidates have 1"),
        ([["a"]], {"evidence": [["a"], ["b"]]}, AlignmentError, "The evidence has 2 sources"),
        ([["a", "b"]], {"qe": [[1.0]]}, AlignmentError, "2 candidates, but 1 numbers of quality estimates"),
        ([["a", "b"]], {"qe": [1.0, float("nan")]}, DataError, "quality estimates is not finite"),
        ([["a"]], {"by": "qe"}, SpecError, "needs one for each candidate"),
        ([["a"]], {"by": "oracle"}, SpecError, "needs references"),
        ([["a"]], {"by": "oracle-people"}, SpecError, "needs ratings"),
        ([["a"]], {"keep_by_qe": 2}, SpecError, "needs --qe and --rule consensus"),
        ([["a"]], {"weights": {"x": 1}}, SpecError, "do not say which system"),
        ([["a"]], {"weights": {"x": -1}}, SpecError, "numbers from 0"),
        ([["a"]], {"temperature": 2.0}, SpecError, "needs --prior"),
        ([["a"]], {"metrics": ["bleu"]}, SpecError, "-m needs references"),
        ([["a"]], {"qe": [1.0], "by": "qe", "refine": 2.0}, SpecError, "--refine needs --rule consensus"),
        ([["a"]], {"qe": [1.0], "by": "qe", "utility": "bleu"}, SpecError, "Leave --utility out"),
        ([["a"]], {"evidence": [["a"]], "prior": [1.0]}, SpecError, "cannot be used with --evidence"),
        ([["a"]], {"decoder": "pruned", "refine": 1.0}, SpecError, "does not compute all utilities"),
        ([["a"]], {"backbones": "all"}, SpecError, "needs --combine network"),
        ([["a"]], {"null_weight": 0.5}, SpecError, "--null-weight needs --combine"),
        ([["a"]], {"log_votes": True}, SpecError, "--log-votes needs --combine"),
        ([["a"]], {"lm_weight": 0.5, "combine": "network"}, SpecError, "add --lm"),
        ([["a"]], {"network_alignment": "bleu", "combine": "network"}, SpecError, "such as meteor-2005, not by bleu"),
        ([["a"]], {"combine": "network", "null_weight": float("nan")}, SpecError, "--null-weight"),
        (
            [["a"]],
            {"combine": "network", "by": "oracle", "references": [["a"]]},
            SpecError,
            "chooses among the candidates",
        ),
        (
            [["a"]],
            {"combine": "network", "by": "oracle-people", "ratings": [1.0]},
            SpecError,
            "chooses among the candidates",
        ),
        ([["a"]], {"documents": ["d", "e"]}, AlignmentError, "The list of documents has 2 sources, but the candidates"),
        ([["a"]], {"qe": [1.0], "by": "qe", "temperature": 0.0}, SpecError, "must lie above 0, not 0"),
        ([["a"]], {"keep_by_qe": 0, "qe": [1.0]}, SpecError, "must be 1 or more, not 0"),
        ([["a"]], {"baseline": "best"}, SpecError, "no best single system"),
        ([["a"]], {"baseline": "ours"}, SpecError, "Unknown baseline"),
        ([["a"]], {"utility": "dependency-f"}, SpecError, "no utility of texts alone"),
    ],
)
def test_what_cannot_be_chosen_is_said(
    candidates: Any, options: dict[str, Any], error: type[SteelyardError], message: str
) -> None:
    with pytest.raises(error, match=message):
        sy.lab.choose(candidates, **options)


def test_a_peaked_prior_weighs_the_candidates_of_smaller_pools_too() -> None:
    """All but one probability is too small for a number: a pool without that one goes by the next."""
    pools, scores = [["a b", "c d", "e f"]] * 6, [[-5000.0, -4000.0, 0.0]] * 6
    options: dict[str, Any] = {"references": [["c d"] * 6], "metrics": ["exact-match"], "n_resamples": 50}
    choice = sy.lab.choose(pools, prior=scores, n_pools=20, **options)
    [two] = [row for row in choice.pools if row.n_candidates == 2]
    assert two.high > 0  # "c d" where the pool is without "e f": with equal weights "a b", the first, would be taken
    [whole] = [row for row in choice.pools if row.n_candidates == 3]
    assert whole.score == 0


def test_pools_of_systems_without_a_weight_are_told() -> None:
    lists = lists_of_systems(dict(zip(NAMES, OUTPUTS, strict=True)))
    for weights, is_told in (({"harbour": 0.0, "tangle": 0.0}, True), ({"harbour": 0.0}, False)):
        warnings = sy.lab.choose(lists, references=[REFERENCE], weights=weights, **QUICK).method["warnings"]
        told = "In smaller pools of systems with weight 0 only (harbour, tangle), all candidates count equally."
        assert (told in warnings) == is_told


def test_a_system_may_be_what_the_choice_is_compared_with() -> None:
    lists = lists_of_systems(dict(zip(NAMES, OUTPUTS, strict=True)))
    choice = sy.lab.choose(lists, references=[REFERENCE], baseline="sparrow", **QUICK)
    assert choice.method["baseline"] == "sparrow"
    of_sparrow = sy.metrics.parse("chrf").corpus_score(OUTPUTS[2], [REFERENCE]).score
    assert {(row.system, row.metric): row.score for row in choice.scores}["baseline", "chrf"] == of_sparrow


def test_documents_of_the_sources_are_what_is_resampled() -> None:
    documents = [f"d{i // 5}" for i in range(N)]
    choice = sy.lab.choose(POOLS, references=[REFERENCE], documents=documents, **QUICK)
    assert (choice.method["unit"], choice.method["n_units"]) == ("document", N // 5)


def test_a_page_without_a_warning_has_no_list_of_them() -> None:
    choice = sy.lab.choose(POOLS, references=[REFERENCE], metrics=["bleu"], **QUICK)
    bare = replace(choice, method={**choice.method, "warnings": []})
    told = sy.report.text(bare)
    assert told.count("\n- ") == 0 and bare.method["sentence"].split(".")[0] in " ".join(told.split())


def test_utilities_of_a_file_against_other_evidence_have_a_column_for_each(tmp_path: Path) -> None:
    path = tmp_path / "u.jsonl"
    path.write_text("[[0.1, 0.2], [0.9, 0.1], [0.3, 0.3]]\n")
    evidence = tmp_path / "evidence.jsonl"
    evidence.write_text('{"outputs": ["p", "q"]}\n')
    candidates = tmp_path / "c.jsonl"
    candidates.write_text('{"outputs": ["a", "b", "c"]}\n')
    best = tmp_path / "best.jsonl"
    output("lab", "choose", candidates, "--evidence", evidence, "--matrix", path, "-o", best)
    assert json.loads(best.read_text())["output"] == "b"


def test_documents_of_a_file_are_what_is_resampled(tmp_path: Path) -> None:
    path, stored = tmp_path / "docs.txt", tmp_path / "c.jsonl"
    path.write_text("".join(f"d{i // 5}\n" for i in range(N)))
    stored.write_text("".join(f"{json.dumps({'outputs': pool})}\n" for pool in POOLS))
    (tmp_path / "ref.txt").write_text("".join(f"{line}\n" for line in REFERENCE))
    words = (
        "lab",
        "choose",
        stored,
        "--documents",
        path,
        "--references",
        tmp_path / "ref.txt",
        "-n",
        "50",
        "--pools",
        "0",
    )
    method = json.loads(output(*words, "-f", "json"))["method"]
    assert (method["unit"], method["n_units"]) == ("document", N // 5)


def test_candidates_may_come_one_by_one() -> None:
    assert sy.lab.choose((text for text in pool) for pool in POOLS).picks == sy.lab.choose(POOLS).picks


@pytest.mark.parametrize("wrong", ["x", 10**400, None, [1.0]])
def test_a_number_of_a_candidate_is_one(wrong: Any) -> None:
    numbers = [[float(k) for k, _ in enumerate(pool)] for pool in POOLS]
    numbers[0][0] = wrong
    with pytest.raises(DataError, match="quality estimates"):
        sy.lab.choose(POOLS, qe=numbers)
