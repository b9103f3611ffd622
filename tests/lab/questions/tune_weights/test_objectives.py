"""Objectives of papers: QUEEN over several references, and criteria over n-grams."""

from functools import partial
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.lab.candidates import count_candidates, queen_quality, spell_metric
from steelyard.lab.tuning import maximise, ngram_criterion, ngram_tables
from steelyard.metrics import parse
from steelyard.reading.formats import read_moses_nbest
from steelyard.report import text
from steelyard.types import NBestLists
from tests.cli.running import output, run
from tests.conftest import EXAMPLES
from tests.lab.papers.nbest import write_lists

N = 8
FAST = {"n_restarts": 0, "n_folds": 2, "n_resamples": 50}


@pytest.fixture
def given(tmp_path: Path) -> tuple[NBestLists, sy.TestSet]:
    names = ("reference.1.en", "reference.2.en", "systems/harbour.en")
    references = [(EXAMPLES / name).read_text(encoding="utf-8").splitlines()[:N] for name in names]
    return read_moses_nbest(write_lists(tmp_path, n_segments=N)), sy.TestSet(references=references, systems={})


def test_queen_is_the_share_of_triples_that_all_metrics_grant(given: tuple[NBestLists, sy.TestSet]) -> None:
    lists, data = given
    found = queen_quality(lists, data, "queen(rouge-l, ter)")

    def close(metric: str, a: str, b: str) -> float:
        score = parse(metric).sentence_score(a, [b]).score
        return -score if metric == "ter" else score

    for segment in (0, 3, N - 1):
        references = [str(text[segment]) for text in data.references]
        for place in range(int(lists.offsets[segment]), int(lists.offsets[segment + 1])):
            granted = [
                all(close(m, lists.texts[place], r) >= close(m, one, other) for m in ("rouge-l", "ter"))
                for r, one, other in permutations(references)
            ]
            assert found[place] == pytest.approx(np.mean(granted))
    assert 0 < found.mean() < 1


def test_weights_are_tuned_to_queen_on_the_exhaustive_grid(
    given: tuple[NBestLists, sy.TestSet], tmp_path: Path
) -> None:
    lists, data = given
    spelled = "queen(rouge-l, chrf(word_order=2))"
    tuning = sy.lab.tune_weights(lists, data, ["bleu"], objective="queen(rouge-l,chrf++)", search="exhaustive", **FAST)
    assert (tuning.scores[0].metric, tuning.scores[0].label) == (spelled, "QUEEN")
    quality = queen_quality(lists, data, spelled)
    tenths = np.array([(a, b, 10 - a - b) for a in range(11) for b in range(11 - a)]) / 10
    counted = count_candidates(lists, data, [spelled])
    best = max(quality[counted.tunable(0).picks(weights)].mean() for weights in tenths)
    assert tuning.scores[0].tuned == pytest.approx(best)
    assert sum(tuning.by_name.values()) == pytest.approx(1)
    assert tuning.method["values"] == [tuning.method["value"]]
    paths = []
    for i, reference in enumerate(data.references):
        paths.append(tmp_path / f"ref.{i}")
        paths[-1].write_text("\n".join(map(str, reference)) + "\n", encoding="utf-8")
    stored = tmp_path / "tuning.json"
    words = (
        "lab",
        "tune-weights",
        "--nbest",
        tmp_path / "list.txt",
        "--references",
        *paths,
        "-q",
        "--search",
        "exhaustive",
    )
    options = ("--folds", "2", "-n", "50", "-m", "bleu", "--objective", "queen(rouge-l, chrf++)", "-f", "json")
    stored.write_text(output(*words, *options), encoding="utf-8")
    assert sy.load(stored).weights == tuning.weights
    assert sy.verify(stored).outcome == "equal"
    refused = run(*words[:6], *options)
    assert "three or more for every segment, and there are 1." in refused.err


def test_metrics_of_queen_keep_their_options(given: tuple[NBestLists, sy.TestSet]) -> None:
    spelled = "queen(meteor-2005(without=(synonym)), rouge-w)"
    assert spell_metric("queen(meteor-2005(without=synonym), rouge-w)") == spelled == spell_metric(spelled)
    deep = "queen(m-bleu(metric='bleu(weights=(0.5, 0.5), max_ngram_order=2)', without=(synonym, stem)),chrf++)"
    assert spell_metric(deep) == f"{deep[:-8]}, chrf(word_order=2))"
    tuning = sy.lab.tune_weights(*given, ["bleu"], objective=spelled, search="exhaustive", **FAST)
    assert tuning.scores[0].metric == spelled


@pytest.mark.parametrize("spelling", ["queen()", "queen( )", "queen(nothing)", "queen(dependency-f)"])
def test_queens_of_nothing(given: tuple[NBestLists, sy.TestSet], spelling: str) -> None:
    with pytest.raises(SpecError):
        sy.lab.tune_weights(*given, [], objective=spell_metric(spelling), **FAST)


@pytest.mark.parametrize(("objective", "kind"), [("mle-ngram", "likelihood"), ("expected-bleu-ngram", "bleu")])
def test_criteria_over_ngrams_climb_and_are_held_out(
    given: tuple[NBestLists, sy.TestSet], tmp_path: Path, objective: str, kind: str
) -> None:
    lists, data = given
    tuning = sy.lab.tune_weights(lists, data, ["bleu"], objective=objective, sharpness=2.0, vocabulary=500, **FAST)
    cut = [line.split() for line in lists.texts]
    tables = [ngram_tables(cut, lists.offsets, [str(line).split() for line in text]) for text in data.references]
    tunable = count_candidates(lists, data, ["bleu(tokenize=none)"]).tunable(0)
    ask = partial(ngram_criterion, tunable, tables, kind=kind, vocabulary=500, sharpness=2.0)
    start = np.full(3, 1 / 3)
    of_words = sy.lab.tune_weights(
        lists, data, [], objective=f"{objective}-bleu(tokenize=none)", sharpness=2.0, vocabulary=500, **FAST
    )
    found = maximise(tunable, ask, start)
    assert of_words.method["value"] == pytest.approx(found.value) and found.value > ask(start)[0]
    np.testing.assert_allclose(list(of_words.by_name.values()), found.weights, atol=1e-6)
    assert tuning.scores[0].held_out is not None
    with pytest.raises(SpecError, match="cut into words as BLEU cuts them"):
        sy.lab.tune_weights(lists, data, [], objective=f"{objective}-chrf", **FAST)


def test_what_ngrams_need(given: tuple[NBestLists, sy.TestSet]) -> None:
    with pytest.raises(SpecError, match="vocabulary must be a whole number from 1"):
        sy.lab.tune_weights(*given, [], objective="mle-ngram", vocabulary=0)
    with pytest.raises(SpecError, match="leave it out of other objectives"):
        sy.lab.tune_weights(*given, [], objective="mle-ngram", search="grid")


def test_minimum_bayes_risk_takes_the_largest_expected_utility(given: tuple[NBestLists, sy.TestSet]) -> None:
    lists, data = given
    start = {"lm": 0.7, "tm.1": -0.4, "tm.2": 0.1}
    tuning = sy.lab.tune_weights(
        lists,
        data,
        ["bleu"],
        start=start,
        mbr="ter",
        sharpness=3.0,
        also=["likelihood", "bleu", "expected-ter"],
        **FAST,
    )
    output = []
    for low, high in zip(lists.offsets[:-1], lists.offsets[1:], strict=True):
        scores = 3.0 * (lists.features[low:high] @ list(start.values()))
        chances = np.exp(scores - scores.max()) / np.exp(scores - scores.max()).sum()
        texts = lists.texts[low:high]
        risks = [
            sum(p * parse("ter").sentence_score(one, [other]).score for p, other in zip(chances, texts, strict=True))
            for one in texts
        ]
        output.append(texts[int(np.argmin(risks))])
    chosen = sy.TestSet(references=data.references, systems={"x": output})
    wanted = sy.evaluate(chosen, metrics=["bleu"]).scores().scores[0].score
    rows = {row.system: row for row in tuning.held_out if row.metric == "bleu"}
    assert rows["start, MBR"].difference == pytest.approx(wanted - tuning.scores[0].start)
    assert list(rows) == [
        "tuned", "tuned on likelihood", "tuned on expected-ter",
        "start, MBR", "tuned, MBR", "tuned on likelihood, MBR", "tuned on expected-ter, MBR",
    ]  # fmt: skip
    alone = sy.lab.tune_weights(lists, data, ["bleu"], start=start, objective="likelihood", sharpness=3.0, **FAST)
    assert rows["tuned on likelihood"].difference == pytest.approx(alone.held_out[0].difference)
    printed = text(tuning)
    assert all(name in printed for name in ("\nBLEU, MBR ", "\nexpected-ter, MBR ", "\nstart, MBR "))
    assert "Minimum Bayes risk chose" in " ".join(printed.split())


def test_what_two_rules_need(given: tuple[NBestLists, sy.TestSet]) -> None:
    with pytest.raises(SpecError, match="two folds or more"):
        sy.lab.tune_weights(*given, ["bleu"], mbr="bleu", n_folds=1)
    with pytest.raises(SpecError, match="nothing"):
        sy.lab.tune_weights(*given, ["bleu"], mbr="nothing", **FAST)
