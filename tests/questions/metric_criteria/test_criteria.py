"""Criteria beside correlation, against definitions written down once more, and by the command."""

import json
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.types import OutputScores, TestSet
from tests.cli.running import run
from tests.conftest import ROOT
from tests.twins.parses import annotated_set

REFERENCES = (
    ["the cat sat on the mat", "a dog ran home", "she reads the paper"],
    ["a cat sat on a mat", "the dog ran home", "she is reading the newspaper"],
    ["the cat was sitting on the mat", "a dog was running home", "she read a paper"],
    ["the cat sat upon a mat", "a hound ran home", "she reads a newspaper"],
)
SYSTEMS = {
    "good": ["the cat sat on a mat", "the dog ran", "she reads paper"],
    "bad": ["mat cat", "dog", "paper she reads"],
}
METRICS = ("chrf", "ter")


def near(metric: str, one: str, other: str) -> float:
    found = sy.metrics.parse(metric).sentence_score(one, [other]).score
    return found if metric == "chrf" else -found


def queen(text: str, references: list[str], metrics: tuple[str, ...]) -> float:
    triples = list(permutations(references, 3))
    return sum(all(near(m, text, r) >= near(m, r1, r2) for m in metrics) for r, r1, r2 in triples) / len(triples)


@pytest.mark.parametrize(("label", "metrics"), [("chrF2", ("chrf",)), ("TER", ("ter",)), ("all", METRICS)])
def test_likeness_is_that_of_the_definition(label: str, metrics: tuple[str, ...]) -> None:
    data = TestSet(references=list(REFERENCES), systems=SYSTEMS)
    found = sy.judge_metrics(test_set=data, of_texts=METRICS, criteria=["queen", "king", "jack"], n_folds=2)
    lines = [list(line) for line in zip(*REFERENCES, strict=True)]
    for system, text in SYSTEMS.items():
        expected = np.mean([queen(line, references, metrics) for line, references in zip(text, lines, strict=True)])
        [row] = [row for row in found.queens if (row.metric, row.system) == (label, system)]
        assert row.queen == pytest.approx(expected)
    wins, between = [], []
    for i, references in enumerate(lines):
        outputs = [text[i] for text in SYSTEMS.values()]
        for reference in references:
            others = [one for one in references if one is not reference]
            wins.append(queen(reference, others, metrics) >= max(queen(one, others, metrics) for one in outputs))
            between.append(
                any(
                    all(near(m, b, a) <= min(near(m, a, reference), near(m, b, reference)) for m in metrics)
                    for a, b in permutations(outputs, 2)
                )
            )
    [row] = [row for row in found.likeness if row.metric == label]
    assert (row.king, row.jack) == (pytest.approx(np.mean(wins)), pytest.approx(np.mean(between)))


def test_parses_go_with_their_texts() -> None:
    words = ["a/a/NOUN", "a/a/NOUN b/b/VERB", "b/b/VERB"]
    data = annotated_set([[words[0]]], [[one] for one in (*words, words[1])])
    found = sy.judge_metrics(test_set=data, of_texts=["overlap"], criteria=["king"])
    assert found.likeness[0].metric == "O(upos)"
    assert found.likeness[0].king is not None


def test_ratings_say_what_the_definitions_say() -> None:
    rng = np.random.default_rng(3)
    quality, systems = rng.normal(size=(4, 50)), tuple("abcd")
    ratings = quality.copy()
    ratings[0, :10] = np.nan
    metrics = [OutputScores(name, systems, quality + k * rng.normal(size=(4, 50))) for k, name in enumerate("xyz", 1)]
    criteria = ["ulc", "significance", "extremes", "decrease", "choice"]
    found = sy.judge_metrics(
        OutputScores("people", systems, ratings), metrics, criteria=criteria, aided="a", normalise="none"
    )
    scores = np.stack([metric.values for metric in metrics])
    rated, whole = np.isfinite(ratings), np.isfinite(ratings).all(axis=0)
    for row, values in zip(found.acceptability, (*scores, scores.mean(axis=0)), strict=False):
        assert row.correlation == pytest.approx(np.corrcoef(values[rated], ratings[rated])[0, 1])
        chosen = values[:, whole].argmax(axis=0)
        assert row.choice == pytest.approx(ratings[:, whole][chosen, np.arange(whole.sum())].mean())
        losses = []
        for i in np.flatnonzero(whole):
            above = [s for s in range(1, 4) if values[s, i] >= values[0, i]]
            losses.append(max((ratings[0, i] - ratings[s, i] for s in above), default=0.0))
        assert row.decrease == pytest.approx(np.mean(losses))
    assert [row.metric for row in found.acceptability][:4] == ["x", "y", "z", "ULC"]
    assert found.reached[0].rating == pytest.approx(ratings[:, whole].max(axis=0).mean())
    assert found.method["n_whole"] == 40
    fitted = sy.judge_metrics(OutputScores("people", systems, ratings), metrics, criteria=["weights"])
    rows = scores[:, :, whole].reshape(3, -1)
    least_squares = np.linalg.lstsq(
        np.column_stack([rows.T, np.ones(rows.shape[1])]), ratings[:, whole].ravel(), rcond=None
    )[0]
    assert [row.weight for row in fitted.weights] == pytest.approx(least_squares[:3].tolist())
    expected = np.corrcoef(least_squares[:3] @ rows, ratings[:, whole].ravel())[0, 1]
    assert fitted.method["correlation"] == pytest.approx(expected)
    assert 0 < fitted.method["left_out"] < 1
    assert found.sets[0].members[0] == "x"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"criteria": []}, "Name one criterion or more"),
        ({"criteria": ["kong"]}, "Unknown criteria 'kong'"),
        ({"criteria": ["ulc"]}, "ulc needs ratings"),
        ({"criteria": ["king"], "n_folds": 1}, "a whole number from 2"),
        ({"criteria": ["king"], "extremes": [1.0]}, "four ratings"),
        ({"criteria": ["king"]}, "KING needs 4 references or more"),
    ],
)
def test_what_cannot_be_asked_is_said(options: dict[str, object], message: str) -> None:
    data = TestSet(references=list(REFERENCES[:3]), systems=SYSTEMS)
    with pytest.raises(SpecError, match=message):
        sy.judge_metrics(test_set=data, of_texts=["chrf"], **options)


def test_the_command_answers_for_texts_and_for_ratings(tmp_path: Path) -> None:
    examples = ROOT / "examples"
    texts = [
        examples / name for name in ("reference.1.en", "reference.2.en", "systems/harbour.en", "systems/lantern.en")
    ]
    systems = [examples / "systems" / name for name in ("sparrow.en", "tangle.en")]
    outcome = run(
        "meta", "criteria", *texts, "-i", *systems, "-m", "bleu", "ter", "--criteria", "king", "queen", "-f", "json"
    )
    found = json.loads(outcome.out)
    assert [row["metric"] for row in found["likeness"]] == ["BLEU", "TER", "all"]
    rated = run(
        "meta", "criteria", texts[0], "-i", *systems, "-m", "bleu", "ter", "--criteria", "ulc", "extremes",
        "--ratings", examples / "ratings.tsv",
    )  # fmt: skip
    assert "For agreement with ratings (ULC)" in rated.out
    assert "high wrong" in rated.out


EXAMPLES = ROOT / "examples"
TEXTS = (
    "meta",
    "criteria",
    EXAMPLES / "reference.1.en",
    "-i",
    EXAMPLES / "systems/sparrow.en",
    EXAMPLES / "systems/tangle.en",
)
RATINGS = ("--ratings", EXAMPLES / "ratings.tsv")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((*TEXTS, "--criteria", "ulc"), "ulc needs ratings: add --ratings FILE."),
        (
            (*TEXTS, *RATINGS, "--criteria", "king"),
            "king uses texts only: leave --ratings out, or choose ulc, weights,",
        ),
        (
            ("meta", "criteria", *RATINGS, "--criteria", "ulc", "king"),
            "king compares texts: give references, and systems after -i.",
        ),
        ((*TEXTS, "--criteria", "king", "--tests", "t"), "there is no flag --tests."),
    ],
)
def test_what_the_command_is_not_asked_together_is_said(words: tuple[object, ...], message: str) -> None:
    outcome = run(*words, "-m", "ter")
    assert (outcome.status, outcome.out) == (2, "") and message in outcome.err, outcome.err


def test_texts_and_ratings_are_asked_about_together() -> None:
    many = {name: text * 4 for name, text in SYSTEMS.items()}
    data = TestSet(references=[text * 4 for text in REFERENCES], systems=many)
    people = OutputScores("people", ("good", "bad"), np.array([[3.0, 2.0, 3.0] * 4, [1.0, 1.0, 2.0] * 4]))
    found = sy.judge_metrics(people, test_set=data, of_texts=METRICS, criteria=["king", "ulc"], n_folds=2)
    assert [row.metric for row in found.likeness][:2] == ["chrF2", "TER"] == [r.metric for r in found.acceptability][:2]
    with pytest.raises(SpecError, match="king compares texts: give references, systems, and metrics of texts"):
        sy.judge_metrics(people, [people], criteria=["king"])


def test_few_segments_have_no_search_and_one_metric_is_named_with_its_king() -> None:
    data = TestSet(references=list(REFERENCES), systems=SYSTEMS)
    found = sy.judge_metrics(test_set=data, of_texts=METRICS, criteria=["king"], n_folds=4)
    note = "No search by KING: 3 segments are too few for 4 folds."
    assert found.method["notes"] == [note] and not found.sets and note in " ".join(sy.report.text(found).split())
    one = sy.judge_metrics(test_set=data, of_texts=["ter"], criteria=["king"], n_folds=2)
    [row] = one.likeness
    assert f"TER separates human references from outputs best: KING {row.king:.3f}." in sy.report.text(one)


def test_jack_alone_has_one_column() -> None:
    data = TestSet(references=list(REFERENCES), systems=SYSTEMS)
    found = sy.judge_metrics(test_set=data, of_texts=METRICS, criteria=["jack"])
    told = sy.report.text(found)
    assert "JACK" in told and "all zero" not in told and f"{found.likeness[0].jack:.3f}" in told


def test_likeness_needs_segments_with_all_references_and_metrics_of_segments() -> None:
    holes = [[line if i == k % 3 else None for i, line in enumerate(text)] for k, text in enumerate(REFERENCES)]
    with pytest.raises(SpecError, match="No segment has all references: likeness to people compares them"):
        sy.judge_metrics(test_set=TestSet(references=holes, systems=SYSTEMS), of_texts=["ter"], criteria=["king"])
