"""What a meta-evaluation advises, in each of the ways it can come out."""

from dataclasses import replace
from itertools import combinations

import pytest

from steelyard import report
from steelyard.results import MetaEvaluation, MetricAgreementRow, MetricPairRow

METHOD = {
    "people": "mqm",
    "n_metrics": 3,
    "n_segments": 9,
    "n_rated_segments": 9,
    "n_outputs": 90,
    "n_unscored": 0,
    "n_systems": 10,
    "n_documents": None,
    "left_out": [],
    "without_segments": [],
    "notes": [],
    "confidence_level": 0.95,
    "sentence": "How it was done.",
}


def evaluation(
    worse: dict[str, set[str]],
    names: tuple[str, ...] = ("A", "B", "C"),
    low: float = 0.7,
    levels: tuple[str, ...] = ("system",),
    **method: object,
) -> MetaEvaluation:
    """Make a result in which, level by level, these metrics are significantly worse than the first."""
    rows, pairs = [], []
    for level in levels:
        for i, name in enumerate(names):
            interval, is_worse = (low, 0.95), name in worse[level]
            of_systems = ("pairwise-accuracy", "") if level == "system" else ("calibrated-accuracy", "item")
            rows.append(
                MetricAgreementRow(
                    level, *of_systems, name, 0.9 - i / 100, interval, i + 1, None, 0.5, 1, 3, 1 + is_worse, 0.25
                )
            )
        for a, b in combinations(names, 2):
            verdict = "better" if a == names[0] and b in worse[level] else "cannot tell"
            pairs.append(MetricPairRow(level, *of_systems, a, b, 0.01, None, 0.1, 0.1, verdict, 0.12))
    compared = {level: {"scope": "other systems like these"} for level in levels}
    return MetaEvaluation(tuple(rows), tuple(pairs), METHOD | {"levels": list(levels), "compared": compared} | method)


def advice(found: MetaEvaluation, level: int = 0) -> str:
    return " ".join(report.text(found).split("\n\n")[level].split())


FIGURES = "pairwise accuracy 0.900 [0.700, 0.950]"


START = "To compare systems (10 systems): "
REACHED = (
    "With 10 systems, a difference below about 0.12 would not be significant, so this does not show that they are "
    "equal."
)


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (
            evaluation({"system": {"B", "C"}}),
            f"{START}trust A: {FIGURES}. It agrees significantly better than each of the 2 others (for other systems "
            "like these).",
        ),
        (
            evaluation({"system": {"B"}}, ("A", "B")),
            f"{START}trust A: {FIGURES}. It agrees significantly better than the other metric (for other "
            "systems like these).",
        ),
        (
            evaluation({"system": set()}),
            f"{START}A agrees best: {FIGURES}. It is not significantly better than B, C. {REACHED}",
        ),
        (
            evaluation({"system": {"C", "D"}}, tuple("ABCD")),
            f"{START}A agrees best: {FIGURES}. It is significantly better than 2 other metrics, but not than B. "
            f"{REACHED}",
        ),
        (
            evaluation({"system": {"D"}}, tuple("ABCD")),
            f"{START}A agrees best: {FIGURES}. It is significantly better than 1 other metric, but not than B, "
            f"C. {REACHED}",
        ),
        (
            evaluation({"system": set()}, tuple("ABCDEFGHI")),
            f"{START}A agrees best: {FIGURES}. It is not significantly better than B, C, D, E, F, G and 2 more. "
            f"{REACHED}",
        ),
        (
            evaluation({"system": {"B", "C"}}, low=0.5),
            f"{START}no metric is clearly better than guessing. A agrees best: pairwise accuracy 0.900 [0.500, 0.950], "
            "guessing 0.500.",
        ),
        (
            evaluation({"system": set()}, ("A",)),
            f"{START}A is the only metric: pairwise accuracy 0.900 [0.700, 0.950].",
        ),
    ],
)
def test_the_advice_is_what_the_comparison_allows(found: MetaEvaluation, sentence: str) -> None:
    assert advice(found) == sentence


def test_the_other_level_chooses_among_metrics_that_cannot_be_told_apart() -> None:
    found = evaluation({"system": set(), "segment": {"C"}}, levels=("system", "segment"))
    assert advice(found).endswith("Prefer a metric that is also among the best at the segment level: A, B.")
    assert advice(found, 1).endswith("so this does not show that they are equal.")
    assert "may be used" not in report.text(found)  # no difference found is no equal worth
    before = replace(found, pairs=tuple(replace(row, least_significant=None) for row in found.pairs))
    assert advice(before, 1).endswith("This does not show that they are equal.")
    guess = evaluation({"system": set(), "segment": {"C"}}, levels=("system", "segment"), low=0.4)
    assert "all equal 0.500" in advice(guess, 1)


def test_what_takes_no_part_is_said() -> None:
    left_out = [{"system": f"s{i}", "reason": "not rated by people"} for i in range(8)]
    text = report.text(
        evaluation(
            {"system": set()}, left_out=left_out, without_segments=["D"], n_unscored=3, notes=["system:x is left out"]
        )
    )
    flat = " ".join(text.split())
    assert "Systems left out: s0 (not rated by people); s1" in flat
    assert "s5 (not rated by people) and 2 more." in flat
    assert "they have no scores of segments: D." in flat
    assert "some metric has no score for them: 3." in flat
    assert "system:x is left out" in text
