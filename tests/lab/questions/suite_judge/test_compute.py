"""Judged suites against brute force: counts, rates, bounds, p-values, ranks, agreement; people's outputs as oracle."""

import random
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.analysis import judge_text
from steelyard.errors import SteelyardError
from steelyard.lab.questions.suite_judge.answer import JudgedSuite, SuiteRow
from steelyard.reading.formats import read_test_suite
from steelyard.types import SuiteItem

RNG = random.Random(11)
KINDS = [("tense", "verb"), ("mood", "verb"), ("article", "noun"), ("number", "noun")]
ITEMS = [
    SuiteItem(n, *(KINDS[n % 4][:1]), right=["yes"], wrong=["no"], category=KINDS[n % 4][1], source=f"s{n % 11}")
    for n in range(1, 25)
]
OUTPUTS = {
    name: [RNG.choices(["yes", "no", "yes no", "hm"], chances)[0] for _ in ITEMS]
    for name, chances in {"one": (5, 3, 1, 1), "two": (3, 5, 1, 1), "three": (8, 1, 1, 0)}.items()
}
WANTED = {
    name: [judge_text(item, text)[0] for item, text in zip(ITEMS, texts, strict=True)]
    for name, texts in OUTPUTS.items()
}
USED = [i for i in range(len(ITEMS)) if all(WANTED[name][i] for name in WANTED)]


def asked(**options: object) -> JudgedSuite:
    return sy.lab.judge_suite(ITEMS, OUTPUTS, **{"n_resamples": 200, **options})  # type: ignore[arg-type]


def row(found: JudgedSuite, level: str, name: str, system: str) -> SuiteRow:
    [one] = [r for r in found.rates if (r.level, r.name, r.system) == (level, name, system)]
    return one


def mean(values: list[bool]) -> float:
    return sum(values) / len(values)


def test_counts_rates_and_bounds_are_those_of_brute_force() -> None:
    found = asked()
    assert found.method["n_used"] == len(USED)
    for system, verdicts in WANTED.items():
        of_kind = defaultdict(list)
        for i in USED:
            of_kind["phenomenon", ITEMS[i].phenomenon].append(verdicts[i] > 0)
            of_kind["category", ITEMS[i].category].append(verdicts[i] > 0)
            of_kind["items", ""].append(verdicts[i] > 0)
        for (level, name), values in of_kind.items():
            one = row(found, level, name, system)
            own = [i for i, item in enumerate(ITEMS) if name in ("", item.phenomenon, item.category)]
            assert one.rate == pytest.approx(mean(values)) and one.n_used == len(values)
            assert (one.n_items, one.n_right) == (len(own), sum(verdicts[i] > 0 for i in own))
            assert one.n_both == sum(OUTPUTS[system][i] == "yes no" for i in own)
            assert one.n_neither == sum(OUTPUTS[system][i] == "hm" for i in own)
            assert one.lowest == pytest.approx(one.n_right / one.n_items)
            assert one.highest == pytest.approx(1 - one.n_wrong / one.n_items)
            assert one.interval is not None and one.interval[0] <= mean(values) <= one.interval[1]
        for level, kind in (("phenomena", "phenomenon"), ("categories", "category")):
            parts = [mean(values) for (one_level, _), values in of_kind.items() if one_level == kind]
            assert row(found, level, "", system).rate == pytest.approx(mean(parts))  # type: ignore[arg-type]


def flips(steps: list[float]) -> float:
    """Give every step either sign, sum by sum."""
    chances = {0.0: 1.0}
    for step in steps:
        moved: dict[float, float] = defaultdict(float)
        for total, chance in chances.items():
            moved[total + step] += chance / 2
            moved[total - step] += chance / 2
        chances = moved
    return sum(chance for total, chance in chances.items() if abs(total) >= abs(sum(steps)))


@pytest.mark.parametrize("unit", ["source", "item"])
def test_p_values_are_those_of_all_exchanges(unit: str) -> None:
    for pair in asked(unit=unit).pairs:
        if pair.level not in ("items", "category", "phenomenon"):
            continue
        own = [i for i in USED if pair.name in ("", ITEMS[i].phenomenon, ITEMS[i].category)]
        steps: dict[str, float] = defaultdict(float)
        for i in own:
            key = ITEMS[i].source if unit == "source" else str(i)
            steps[key] += (WANTED[pair.system][i] > 0) - (WANTED[pair.against][i] > 0)
        assert pair.p_value == pytest.approx(flips([step for step in steps.values() if step]))


def test_with_bounds_a_verdict_holds_whatever_the_undecided_are() -> None:
    found = asked(undecided="bounds", unit="item")
    for pair in found.pairs:
        if pair.level != "items":
            continue
        ends = []
        for filled_a, filled_b in ((-1, 1), (1, -1)):
            a = [(verdict or filled_a) > 0 for verdict in WANTED[pair.system]]
            b = [(verdict or filled_b) > 0 for verdict in WANTED[pair.against]]
            ends.append((mean(a) - mean(b), flips([x - y for x, y in zip(a, b, strict=True) if x != y])))
        assert pair.p_value == pytest.approx(max(p for _, p in ends))
        assert pair.difference == pytest.approx(np.mean([delta for delta, _ in ends]))
        assert pair.verdict not in ("better", "worse") or ends[0][0] * ends[1][0] > 0
    whole = row(found, "items", "", "one")
    assert whole.rate is None and whole.n_used == 24 and whole.interval is not None
    assert whole.interval[0] < whole.lowest < whole.highest < whole.interval[1]


def test_ranks_follow_rates_and_tests() -> None:
    items = [SuiteItem(n, "x", right=["yes"], neither="wrong") for n in range(1, 41)]
    outputs = {name: ["yes"] * n + ["no"] * (40 - n) for name, n in {"best": 39, "good": 38, "bad": 3}.items()}
    found = sy.lab.judge_suite(items, outputs)
    assert [(one.system, one.rank, one.rank_low, one.rank_high) for one in found.ranks if one.level == "items"] == [
        ("best", 1, 1, 2),
        ("good", 2, 1, 2),
        ("bad", 3, 3, 3),
    ]


def test_agreement_is_of_patterns_alone() -> None:
    items = [SuiteItem(1, "x", right=["a"], wrong=["b"], listed_right={"a", "ab", "c"}, listed_wrong={"a!", "b"})]
    found = sy.lab.judge_suite(items, {})
    assert not found.rates and [
        (r.people, r.n, r.n_right, r.n_wrong, r.n_both, r.n_neither) for r in found.agreement
    ] == [("right", 3, 1, 0, 1, 1), ("wrong", 2, 1, 1, 0, 0)]


def test_examples_are_outputs_that_are_not_right() -> None:
    found = asked(examples=2)
    for one in found.examples:
        assert WANTED[one.system][one.segment - 1] == (-1 if one.verdict == "wrong" else 0)
        assert one.output == OUTPUTS[one.system][one.segment - 1]
    assert not asked(examples=0).examples


def test_where_nothing_is_decided_for_all_there_is_no_rate() -> None:
    items = [SuiteItem(n, "x", right=["a"], wrong=["b"]) for n in (1, 2)]
    found = sy.lab.judge_suite(items, {"one": ["a", "c"], "two": ["c", "b"]})
    assert [(one.rate, one.lowest, one.highest) for one in found.rates if one.level == "items"] == [
        (None, 0.5, 1.0),
        (None, 0.0, 0.5),
    ]
    assert not found.pairs


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({"unit": "document"}, "no documents are given"),
        ({"unit": "segmnt"}, "segment"),
        ({"undecided": "no"}, "bounds"),
    ],
)
def test_what_cannot_be_asked_is_told(options: dict[str, object], wanted: str) -> None:
    with pytest.raises(SteelyardError, match=wanted):
        asked(**options)


def test_outputs_that_people_judged_get_their_verdict(test_data: Path) -> None:
    suite = read_test_suite(test_data / "data" / "dfki-mt-testsuite" / "de-en.items.json.gz")
    items = [item for item in suite.items if item.listed_right and item.listed_wrong][:300]
    moved = [replace(item, segment=n) for n, item in enumerate(items, 1)]
    both = [item.listed_right & item.listed_wrong for item in moved]
    outputs = {
        "right": [min(item.listed_right - open_ or {""}) for item, open_ in zip(moved, both, strict=True)],
        "wrong": [min(item.listed_wrong - open_ or {""}) for item, open_ in zip(moved, both, strict=True)],
    }
    found = sy.lab.judge_suite(moved, outputs, n_resamples=100)
    assert row(found, "items", "", "right").rate == 1.0 and row(found, "items", "", "wrong").rate == 0.0
    assert row(found, "items", "", "right").n_listed >= 299
    assert next(pair for pair in found.pairs if pair.level == "items").verdict == "worse"


def told(items: list[SuiteItem], outputs: dict[str, list[str]], **more: object) -> str:
    found = sy.lab.judge_suite(items, outputs, n_resamples=100, **more)  # type: ignore[arg-type]
    return " ".join(sy.report.text(found).split())


def test_of_many_systems_the_page_has_the_best_and_the_worst() -> None:
    items = [SuiteItem(n, *KINDS[n % 2][:1], right=["yes"], wrong=["no"], category="verb") for n in range(1, 41)]
    outputs = {f"s{k}": ["yes" if n < 8 * k else "no" for n in range(40)] for k in range(6)}
    found = told(items, outputs)
    assert "All items: s5 (100.0%) has the highest rate, s0 (0.0%) the lowest; " in found
    assert (
        "15 of 15 pairs differ significantly. Phenomena with most significant pairs: mood (6 pairs), tense (6 pairs)."
        in found
    )
    assert "mood verb 20 20 s5 100.0 [83.2, 100.0] s0 0.0 [0.0, 16.8] 0" in found
    alike = told(items, dict.fromkeys(outputs, outputs["s2"]))
    assert "0 of 15 pairs differ significantly." in alike and "with most significant pairs" not in alike


def test_a_difference_on_all_items_is_told_first() -> None:
    items = [SuiteItem(n, "x", right=["yes"], neither="wrong") for n in range(1, 41)]
    assert "poor compared with good: worse on all items (-95.0); worse on x (-95)." in told(
        items, {"good": ["yes"] * 40, "poor": ["yes"] * 2 + ["no"] * 38}
    )


def test_without_outputs_and_without_judgements_the_page_says_what_is_missing() -> None:
    assert "There are no outputs: put -i before" in told(ITEMS, {})


def test_an_answer_says_in_a_line_how_many_items_and_differences_there_are() -> None:
    items = [SuiteItem(n, "x", right=["yes"], neither="wrong") for n in range(1, 41)]
    assert str(sy.lab.judge_suite(items, {"a": ["yes"] * 40})) == "Suite: 40 items, 1 system"
    pair = sy.lab.judge_suite(items, {"a": ["yes"] * 40, "b": ["no"] * 40}, n_resamples=100)
    assert str(pair).startswith("Suite: 40 items, 2 systems\n") and str(pair).endswith("are significant at 0.05")


@pytest.mark.parametrize(
    ("items", "outputs", "more", "wanted"),
    [
        ([], {"a": ["yes"]}, {}, "There is no item. Check the file"),
        (ITEMS[:1], {"a": ["yes"], "b": ["yes", "no"]}, {}, "The output b has 2 lines, but the output a 1: each"),
        (
            [SuiteItem(1, "x", right=["a"], category="c"), SuiteItem(2, "x", right=["a"], category="d", id="q7")],
            {"a": ["a", "a"]},
            {},
            "q7: the phenomenon 'x' has the category 'd', but 'c' elsewhere",
        ),
        (
            [SuiteItem(1, "x", right=["a"])],
            {"a": ["a"]},
            {"unit": "source"},
            "The unit is the source (--unit), but items have none.",
        ),
    ],
)
def test_items_and_outputs_that_do_not_fit_are_told(
    items: list[SuiteItem], outputs: dict[str, list[str]], more: dict[str, object], wanted: str
) -> None:
    with pytest.raises(SteelyardError) as refused:
        sy.lab.judge_suite(items, outputs, **more)  # type: ignore[arg-type]
    assert wanted in str(refused.value)
