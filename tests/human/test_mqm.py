"""Penalties of marked errors."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.human import MQM_WEIGHTS, MqmWeights, category_table, rater_penalties, segment_means, system_means
from steelyard.ratings.marked_errors import mark_costs
from steelyard.reading.ratings.severities import SEVERITIES
from steelyard.types import ErrorMarks, Labels

MARKS = [  # spec 4.9: rater, severity, category
    (0, "Major", "Accuracy/Mistranslation"),
    (0, "Minor", "Fluency/Punctuation"),
    (0, "Minor", "Style/Awkward"),
    (1, "Minor", "Fluency/Grammar"),
]


def test_the_worked_example() -> None:
    costs = [MQM_WEIGHTS["google"].weight(severity, category) for _, severity, category in MARKS]
    found = rater_penalties(costs, [0] * 4, [0] * 4, [rater for rater, *_ in MARKS])
    assert found.penalties == pytest.approx([6.1, 1])
    assert found.n_marks.tolist() == [3, 1]
    assert segment_means(-found.penalties, found.systems, found.segments).means == pytest.approx(-3.55)


@pytest.mark.parametrize(
    ("scheme", "severity", "category", "cost"),
    [
        ("google", "Major", "Non-translation", 25),
        ("google", "Major", "Non-translation!", 25),
        ("google", "Neutral", "Style/Awkward", 0),
        ("google", "No-error", "No-error", 0),
        ("google", "minor", "fluency / punctuation", 0.1),
        ("google", "Minor", "Fluency/Punctuation/Comma", 0.1),
        ("google", "Major", "Fluency/Punctuation", 5),
        ("google-wmt21", "Minor", "Non-translation!", 25),
        ("google-wmt21", "Major", "Source error", 0),
        ("google-wmt21", "Minor", "Fluency/Punctuation", 0.1),
        ("1-5-10", "critical", "Accuracy", 10),
        ("1-5-25", "Critical", "", 25),
    ],
)
def test_the_most_specific_weight_counts(scheme: str, severity: str, category: str, cost: float) -> None:
    assert MQM_WEIGHTS[scheme].weight(severity, category) == cost
    assert MQM_WEIGHTS[scheme].table([severity], [category]).tolist() == [[cost]]


def test_a_named_severity_goes_before_any_and_a_longer_key_before_a_shorter_one() -> None:
    scheme = MqmWeights({"minor": 1, "*/a": 2, "minor/a": 3, "*/a/b": 4})
    assert [scheme.weight("minor", category) for category in ("c", "a", "a/c", "a/b")] == [1, 3, 3, 4]
    assert scheme.weight("major", "a") == 2
    assert scheme.table([], ["a"]).shape == (0, 1)
    with pytest.raises(SpecError, match="finite number"):
        MqmWeights({"minor": math.inf})


SPELLINGS = [str.lower, str.upper, str.title, lambda name: f" {name} ", lambda name: name.replace("-", "_"),
             lambda name: name.replace("-", " ")]  # fmt: skip
CATEGORIES = (
    "",
    "Accuracy",
    "Fluency/Punctuation",
    "Non-translation!",
    "non_translation",
    "Source error",
    "Source issue",
)


@pytest.mark.parametrize("scheme", MQM_WEIGHTS)
@pytest.mark.parametrize("severity", [*SEVERITIES, "hotw-test", "kritisch", "blocker"])
def test_only_what_is_named_as_free_is_free(scheme: str, severity: str) -> None:
    weights = MQM_WEIGHTS[scheme].weights
    named_free = {key for key, cost in weights.items() if not cost}
    is_known = severity in ("neutral", "no-error", "minor", "major") or severity in weights
    for spell in SPELLINGS:
        for category in CATEGORIES:
            cost = MQM_WEIGHTS[scheme].weight(spell(severity), category)
            is_free = severity in ("neutral", "no-error") or f"*/{category.lower()}" in named_free
            assert cost == 0 if is_free and cost != 25 else cost > 0 or (math.isnan(cost) and not is_known)


@pytest.mark.parametrize("scheme", [*MQM_WEIGHTS, MqmWeights({"minor": 1})])
@pytest.mark.parametrize("severity", ["critical", "undecided", "trivial", "made up"])
def test_marks_without_a_price_are_refused_by_name_and_number(scheme: str | MqmWeights, severity: str) -> None:
    known = MQM_WEIGHTS[scheme].knows(severity) if isinstance(scheme, str) else False
    marks = ErrorMarks(
        systems=Labels.all_of("a", 3), segments=np.arange(3), documents=Labels.all_of("", 3),
        raters=Labels.all_of("ann", 3), judgements=np.arange(3), categories=Labels.all_of("Style", 3),
        severities=Labels.of(["minor", severity, severity]), places=Labels.all_of("unplaced", 3),
        starts=np.full(3, -1), ends=np.full(3, -1), weights=np.full(3, np.nan), kinds=Labels.all_of("system", 3),
        files=(("marks.tsv", "0"),),
    )  # fmt: skip
    if known:
        assert (mark_costs(marks, scheme) > 0).all()
        return
    advice = "--weights 1-5-10, or --weights 1-5-25" if severity == "critical" else "No named scheme has one"
    with pytest.raises(DataError, match=rf"marks\.tsv: 2 marked errors of severity '{severity}', for.*{advice}"):
        mark_costs(marks, scheme)


def test_who_did_not_look_is_absent_and_who_found_nothing_is_zero() -> None:
    # rater 0: segments 0 and 1 (no error there); rater 1: segment 0 only
    found = rater_penalties([5, 0, 1], [0, 0, 0], [0, 1, 0], [0, 0, 1])
    segments = segment_means(-found.penalties, found.systems, found.segments)
    assert segments.means.tolist() == [[-3, 0]]
    assert segments.counts.tolist() == [[2, 1]]
    assert system_means(segments).tolist() == [-1.5]


ROWS = st.lists(
    st.tuples(
        st.sampled_from([0.0, 0.1, 1.0, 5.0, 25.0]),
        st.integers(0, 3),
        st.integers(0, 2),
        st.integers(0, 4),
        st.integers(0, 2),
    ),
    min_size=1,
    max_size=60,
)


@given(ROWS)
def test_penalties_are_those_of_a_loop_and_categories_add_up_to_them(rows: list[tuple[float, ...]]) -> None:
    costs = np.array([row[0] for row in rows])
    kinds, systems, segments, raters = np.array([row[1:] for row in rows], dtype=np.int64).T
    by_hand: dict[tuple[int, ...], float] = {}
    for cost, *key in zip(costs, systems.tolist(), segments.tolist(), raters.tolist(), strict=True):
        by_hand[tuple(key)] = by_hand.get(tuple(key), 0.0) + cost
    found = rater_penalties(costs, systems, segments, raters)
    keys = list(zip(found.systems.tolist(), found.segments.tolist(), found.raters.tolist(), strict=True))
    assert keys == sorted(by_hand)
    assert found.penalties == pytest.approx([by_hand[key] for key in keys])
    table = category_table(costs, kinds, systems, segments, raters, n_categories=5)
    assert table.counts.sum() == len(rows)
    scores = system_means(segment_means(found.penalties, found.systems, found.segments))
    is_rated = ~np.isnan(scores)
    assert table.penalties.sum(axis=1)[is_rated] == pytest.approx(scores[is_rated])
    assert (table.penalties[:, 4] == 0).all()


def test_bad_columns_are_refused() -> None:
    with pytest.raises(AlignmentError, match="raters has 1 rows"):
        rater_penalties([1, 2], [0, 0], [0, 0], [0])
    with pytest.raises(DataError, match="no mark"):
        category_table([], [], [], [], [])
    with pytest.raises(DataError, match="too large to be combined"):
        rater_penalties([1], [2**40], [2**40], [0])
