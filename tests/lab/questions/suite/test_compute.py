"""Scores of check-points: the paper's figures, and every n-gram written down."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.types import CheckPoint
from tests.twins.check_points import recall

OUTPUTS = {
    "A": ["but the prime minister of thailand Dexin vowed to continue in domestic the search ."],
    "B": ["but the prime minister of thailand Dexin vowed to continue the search in his country ."],
}
PHRASE = CheckPoint(1, "preposition", ("in this country", "in his country"), "phrase", weights=(0.5, 0.5))
SEARCH = CheckPoint(1, "noun", ("the search",), "word")


def scores(points: list[CheckPoint], outputs: dict[str, list[str]] = OUTPUTS, **more: object) -> dict[str, float]:
    found = sy.lab.score_checkpoints(points, outputs, n_resamples=20, **more)  # type: ignore[arg-type]
    return {f"{row.label} {row.system}": row.score for row in found.scores}


def test_the_figures_of_the_paper() -> None:
    alone = scores([PHRASE])
    assert (round(alone["all A"], 2), alone["all B"]) == (0.17, 1.0)  # table 9
    both = scores([PHRASE, SEARCH])
    assert (round(both["all A"], 7), both["all B"]) == (0.5833333, 1.0)  # 3.5 of 6
    assert both["preposition A"] == pytest.approx(1 / 6) and both["noun A"] == 1


def test_longer_outputs_lose_in_proportion() -> None:
    reference = "but the prime minister of thailand vowed to continue the search ."
    n, longer = len(reference.split()), {name: len(text.split()) for name, [text] in OUTPUTS.items()}
    found = scores([SEARCH], references=[[reference]])
    assert found["all A"] == pytest.approx(n / longer["A"]) and found["all B"] == pytest.approx(n / longer["B"])


@pytest.mark.parametrize(("credit", "a", "b"), [("share", (1 / 6 + 1) / 2, 1.0), ("found", 0.5, 1.0)])
def test_other_credit(credit: str, a: float, b: float) -> None:
    found = scores([PHRASE, SEARCH], credit=credit)
    assert (found["all A"], found["all B"]) == (pytest.approx(a), b)


def test_a_point_without_a_reference_is_left_out_or_counts_as_not_found() -> None:
    unknown = CheckPoint(1, "noun", (), "word", "x")
    assert scores([SEARCH, unknown])["noun A"] == 1
    assert scores([SEARCH, unknown], credit="found")["noun A"] == 0.5
    found = sy.lab.score_checkpoints([SEARCH, unknown], OUTPUTS, n_resamples=20)
    assert found.points[0].n_open == 1 and "1 point without a reference are left out" in " ".join(found.method["notes"])


def test_words_are_compared_as_asked() -> None:
    point, outputs = [CheckPoint(1, "verb", ("Vows",))], {"x": ["he vows"], "y": ["he vowed"]}
    assert scores(point, outputs, match="form") == {f"{name} {s}": 0.0 for name in ("all", "verb") for s in "xy"}
    assert (scores(point, outputs)["verb x"], scores(point, outputs)["verb y"]) == (1, 0)
    stems = scores(point, outputs, match="stem:en")
    assert (stems["verb x"], stems["verb y"]) == (1, 1)


def test_every_ngram_written_down_gives_the_same() -> None:
    rng = np.random.default_rng(11)
    outputs = {name: [" ".join(rng.choice(list("abcdef"), 9)) for _ in range(20)] for name in "xy"}
    points = []
    for k in range(150):
        pieces = [" ".join(rng.choice(list("abcdef"), rng.integers(1, 4))) for _ in range(6)]
        references = [" * ".join(pieces[:2]), *pieces[2 : rng.integers(2, 6)]]
        kind, weights = "pqr"[k % 3], tuple(rng.choice([0.1, 0.5, 1.0], len(references)).tolist())
        points.append(CheckPoint(1 + k % 20, kind, tuple(references), {"r": "s"}.get(kind, "w"), "", weights))
    found = scores(points, outputs)
    for system, text in outputs.items():
        assert found[f"all {system}"] == pytest.approx(recall(points, text), abs=1e-7)
        for kind in "pqr":
            own = [point for point in points if point.category == kind]
            assert found[f"{kind} {system}"] == pytest.approx(recall(own, text), abs=1e-7)


def test_points_of_another_text_are_refused() -> None:
    with pytest.raises(DataError, match="segment 2, but outputs have 1 lines"):
        scores([CheckPoint(2, "noun", ("a",))])
    with pytest.raises(DataError, match="'Haus' is not in segment 1 of the sources"):
        scores([CheckPoint(1, "noun", ("house",), source="Haus")], sources=["ein Hund"])
    with pytest.raises(DataError, match="points of another text"):
        scores([CheckPoint(1, "noun", ("house",))], references=[["a dog"]])
    with pytest.raises(DataError, match="has the group"):
        scores([SEARCH, CheckPoint(1, "noun", ("house",), "phrase")])
    with pytest.raises(AlignmentError, match="The output y has 2 lines, but the output x 1"):
        scores([SEARCH], {"x": ["a"], "y": ["a", "b"]})
    with pytest.raises(SpecError, match="There is no output"):
        scores([SEARCH], {})
    with pytest.raises(DataError, match="Check-point 2: a reference has no word for the tokenizer rouge"):
        scores([SEARCH, CheckPoint(1, "mark", (". !",))], tokenize="rouge")
    with pytest.raises(SpecError, match="--match"):
        scores([SEARCH], match="bag")


def test_systems_are_compared_by_category() -> None:
    rng = np.random.default_rng(5)
    words = [f"w{k}" for k in range(60)]
    points = [CheckPoint(k + 1, "noun" if k % 2 else "verb", (words[k],)) for k in range(60)]
    good = [f"{word} ." for word in words]
    poor = [f"{word} ." if k % 2 == 0 or rng.random() < 0.3 else "." for k, word in enumerate(words)]
    found = sy.lab.score_checkpoints(points, {"poor": poor, "good": good}, n_resamples=500)
    assert {pair.label: pair.verdict for pair in found.pairs} == {
        "all": "better",
        "noun": "better",
        "verb": "cannot tell",  # all right in both: others might not be
    }
    counts = {(row.name, row.system): (row.n_whole, row.n_none) for row in found.points}
    assert counts["verb", "poor"] == (30, 0) and sum(counts["noun", "poor"]) == 30
    [example] = [row for row in found.examples if row.system == "poor"]
    assert (example.category, example.share, example.others, example.output) == ("noun", 0.0, 1.0, ".")


def test_some_categories_or_groups_are_taken() -> None:
    assert scores([PHRASE, SEARCH], categories=["word"]).keys() == {"all A", "all B", "noun A", "noun B"}
    assert scores([PHRASE, SEARCH], categories=["preposition"])["all B"] == 1
    with pytest.raises(DataError, match=r"no check-point of 'nuon' \(--categories\): there are preposition, phrase"):
        scores([PHRASE, SEARCH], categories=["nuon"])


MANY = {f"s{k}": ["the search is on ." if k else "a hunt ."] * 40 for k in range(7)}


def shown(points: list[CheckPoint], outputs: dict[str, list[str]] = OUTPUTS, **more: object) -> str:
    found = sy.lab.score_checkpoints(points, outputs, n_resamples=200, **more)  # type: ignore[arg-type]
    return " ".join(sy.report.text(found).split())


def test_of_many_systems_the_best_and_the_worst_have_columns() -> None:
    points = [CheckPoint(k + 1, "noun", ("the search",)) for k in range(40)]
    told = shown(points, MANY)
    assert ("best % interval worst % interval significant all 40 s1 100.0 [91.2, 100.0] s0 0.0 [0.0, 8.8]") in told


def test_differences_that_cannot_be_told_are_only_counted() -> None:
    points = [CheckPoint(k + 1, f"kind {k % 2}", ("the search",)) for k in range(40)]
    alike = dict.fromkeys(("a", "b", "c", "d"), MANY["s1"])
    assert "None of 18 differences is significant; --format json has all." in shown(points, alike)


def test_points_that_nobody_loses_have_no_example() -> None:
    assert "Examples of missed points" not in shown([SEARCH]) and "Examples of missed points" in shown([PHRASE, SEARCH])


def test_points_that_references_lack_and_heavy_groups_are_told() -> None:
    told = shown([PHRASE, SEARCH], references=[["they continue the search in this area ."]])
    assert "The references have only " in told and "of a point on average. Check the tokenizer" in told
    light = [CheckPoint(1, "noun", (word,), "word") for word in ("minister", "thailand", "domestic", "vowed")]
    long = CheckPoint(1, "clause", (OUTPUTS["B"][0],), "clause")
    told = shown([*light, long], credit="ngrams")
    assert "The group clause has " in told and "in 20% of the points and dominates the score" in told


def test_points_of_which_none_has_a_reference_are_not_scored() -> None:
    unknown = [CheckPoint(1, "noun", (), "word", "x")]
    with pytest.raises(DataError, match="No check-point has a reference, so there is nothing to give credit for"):
        scores(unknown)
    assert scores(unknown, credit="found")["all A"] == 0


def test_an_answer_says_in_a_line_how_many_points_and_differences_there_are() -> None:
    found = sy.lab.score_checkpoints([SEARCH], OUTPUTS, n_resamples=20)
    assert str(found) == "Check-points: 1 in 1 segments\n0 of 2 differences are significant at 0.05"
    alone = sy.lab.score_checkpoints([SEARCH], {"A": OUTPUTS["A"]}, n_resamples=20)
    assert str(alone) == "Check-points: 1 in 1 segments"
    with pytest.raises(DataError, match=r"^There is no check-point\."):
        scores([])
