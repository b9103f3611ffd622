"""Coefficients of agreement against statsmodels, the recorded oracles and published tables."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import rankdata

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.human import (
    Agreement,
    cohen_kappa,
    fixed_chance_kappa,
    fleiss_kappa,
    kappa_of_shares,
    krippendorff_alpha,
    landis_koch_band,
    nominal_alpha,
)
from steelyard.human.agreement.kappas import label_counts
from steelyard.inference import jackknife_interval
from tests.needs import module

NAN = math.nan
SCALES = ("nominal", "ordinal", "interval", "ratio")
TABLES = st.integers(2, 4).flatmap(
    lambda a: arrays(
        np.float64, st.tuples(st.just(a), st.integers(2, 8)), elements=st.sampled_from([0.0, 1.0, 2.0, 3.0, 4.0])
    )
)
WITH_GAPS = st.integers(2, 4).flatmap(
    lambda a: arrays(
        np.float64, st.tuples(st.just(a), st.integers(2, 8)), elements=st.sampled_from([0.0, 1.0, 2.0, 3.0, 4.0, NAN])
    )
)

EDGES = [  # krippendorff 0.9.0: nominal, ordinal, interval
    ([[1, 2, 3, 1], [1, 2, 3, 1]], (1.0, 1.0, 1.0)),
    ([[1, 2, NAN, 1, 2], [1, 2, 3, NAN, 1], [1, 1, 3, 1, 2]], (0.52, 0.6239316239316239, 0.7391304347826088)),
    (
        [
            [NAN, NAN, NAN, NAN, NAN, 3, 4, 1, 2, 1, 1, 3, 3, NAN, 3],
            [1, NAN, 2, 1, 3, 3, 4, 3, NAN, NAN, NAN, NAN, NAN, NAN, NAN],
            [NAN, NAN, 2, 1, 3, 4, 4, NAN, 2, 1, 1, 3, 3, NAN, 4],
        ],
        (0.691358024691358, 0.8067214199413153, 0.8108448928121059),
    ),
]


@pytest.mark.parametrize(("ratings", "expected"), EDGES)
def test_alpha_of_small_tables(ratings: list[list[float]], expected: tuple[float, ...]) -> None:
    found = [krippendorff_alpha(ratings, scale=scale).value for scale in ("nominal", "ordinal", "interval")]
    assert found == pytest.approx(expected, abs=1e-12)


def test_ordinal_shares_are_of_the_largest_distance_between_mean_ranks() -> None:
    """Alpha is a ratio, so that another unit of distances leaves it as it is; the shares it does not."""
    ratings = np.random.default_rng(3).integers(0, 4, size=(2, 30)).astype(float)
    ranks = rankdata(ratings).reshape(ratings.shape)
    largest = np.ptp(ranks) ** 2
    between = np.square(ranks.ravel()[:, None] - ranks.ravel()).sum() / (60 * 59)
    found = krippendorff_alpha(ratings, scale="ordinal")
    assert found.observed == pytest.approx(1 - np.square(ranks[0] - ranks[1]).mean() / largest)
    assert found.expected == pytest.approx(1 - between / largest)


def test_published_alphas_of_four_observers_come_out() -> None:
    # Krippendorff 2011, "Computing Krippendorff's alpha-reliability": twelve units, missing ones as NaN
    ratings = [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
        [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
    ]
    found = [krippendorff_alpha(ratings, scale=scale).value for scale in SCALES]
    assert found == pytest.approx([0.743, 0.815, 0.849, 0.797], abs=5e-4)


def test_a_ratio_has_a_true_zero() -> None:
    assert krippendorff_alpha([[0, 2, 0], [0, 2, 0]], scale="ratio").value == 1
    with pytest.raises(DataError, match="none may be below 0"):
        krippendorff_alpha([[-1, 2], [1, 2]], scale="ratio")


def slow_alpha(ratings: np.ndarray, scale: str) -> float:
    """Alpha by its definition: all pairs within items against all pairs of ratings."""
    items = [column[~np.isnan(column)] for column in ratings.T]
    items = [item for item in items if len(item) > 1]
    values = np.concatenate([*items, []])
    if len(np.unique(values)) < 2:
        return NAN

    def distance(x: float, y: float) -> float:
        if scale == "interval":
            return (x - y) ** 2
        if scale == "nominal":
            return float(x != y)
        if scale == "ratio":
            return 0.0 if x == y else ((x - y) / (x + y)) ** 2
        low, high = sorted((x, y))
        between = ((values >= low) & (values <= high)).sum() - ((values == low).sum() + (values == high).sum()) / 2
        return 0.0 if low == high else float(between) ** 2

    within = sum(distance(x, y) / (len(item) - 1) for item in items for x in item for y in item)
    overall = sum(distance(x, y) for x in values for y in values) / (len(values) - 1)
    return 1 - within / overall


@settings(deadline=None, max_examples=30)
@given(WITH_GAPS, st.sampled_from(SCALES))
def test_alpha_is_what_its_definition_says(ratings: np.ndarray, scale: Any) -> None:
    found = krippendorff_alpha(ratings, scale=scale)
    assert found.value == pytest.approx(slow_alpha(ratings, scale), abs=1e-9, nan_ok=True)
    if not math.isnan(found.value):
        assert found.value == pytest.approx(kappa(found))


def kappa(found: Agreement) -> float:
    return (found.observed - found.expected) / (1 - found.expected)


def check_interval(found: Agreement, without: list[float]) -> None:
    if math.isnan(found.value) or any(map(math.isnan, without)):
        assert found.interval is None
    else:
        expected = jackknife_interval(found.value, np.array(without))
        if expected is None:
            assert found.interval is None
        else:
            assert found.interval == pytest.approx(expected, abs=1e-6)


@settings(deadline=None, max_examples=30)
@given(WITH_GAPS, st.sampled_from(SCALES), st.booleans())
def test_the_interval_of_alpha_leaves_out_items_or_groups(ratings: np.ndarray, scale: Any, in_groups: bool) -> None:
    n = ratings.shape[1]
    groups = np.arange(n) // 2 if in_groups else np.arange(n)
    found = krippendorff_alpha(ratings, scale=scale, groups=groups if in_groups else None)
    counts = (~np.isnan(ratings)).sum(axis=0) >= 2
    without = [slow_alpha(ratings[:, groups != g], scale) for g in np.unique(groups[counts])]
    assert (found.n_items, found.n_groups) == (counts.sum(), len(without))
    check_interval(found, without)


def test_without_one_item_all_ratings_are_the_same_whatever_rounding_says() -> None:
    ratings = np.array([[0.0, 1.0], [0.0, 1.0], [1.0, 1.0]])  # about their mean, the rest has squares of 1e-17
    found = krippendorff_alpha(ratings, scale="interval")
    assert found.value == pytest.approx(0.375) and found.interval is None


@settings(deadline=None, max_examples=30)
@given(TABLES)
def test_cohen_is_statsmodels_with_every_distance(ratings: np.ndarray) -> None:
    a, b = ratings[:2]
    labels = np.unique(np.concatenate([a, b]))
    table = np.zeros((5, 5))
    np.add.at(table, (a.astype(int), b.astype(int)), 1)
    for distance, weights in (("nominal", None), ("linear", "linear"), ("quadratic", "quadratic")):
        found = cohen_kappa(a, b, distance=distance)  # type: ignore[arg-type]
        if len(labels) > 1:
            expected = module("statsmodels.stats.inter_rater").cohens_kappa(table, wt=weights, return_results=False)
            assert found.value == pytest.approx(expected, abs=1e-12)
            kept = np.arange(len(a))
            without = [cohen_kappa(a[kept != i], b[kept != i], distance=distance).value for i in kept]  # type: ignore[arg-type]
            check_interval(found, without)
        else:
            assert math.isnan(found.value)


@settings(deadline=None, max_examples=30)
@given(TABLES)
def test_fleiss_is_statsmodels(ratings: np.ndarray) -> None:
    found = fleiss_kappa(ratings)
    if len(np.unique(ratings)) < 2:
        assert math.isnan(found.value)
        return
    counts = np.stack([(ratings == label).sum(axis=0) for label in np.unique(ratings)], axis=1)
    assert found.value == pytest.approx(module("statsmodels.stats.inter_rater").fleiss_kappa(counts), abs=1e-12)
    kept = np.arange(ratings.shape[1])
    check_interval(found, [fleiss_kappa(ratings[:, kept != i]).value for i in kept])


PRINTED = [  # spec 4.6: P(A), P(E), K as printed by Callison-Burch et al. 2007
    (0.400, 1 / 5, 0.250), (0.380, 1 / 5, 0.226), (0.520, 1 / 3, 0.281), (0.538, 1 / 3, 0.307),
    (0.582, 1 / 3, 0.373), (0.693, 1 / 3, 0.540), (0.630, 1 / 5, 0.537), (0.574, 1 / 5, 0.468),
    (0.690, 1 / 3, 0.535), (0.696, 1 / 3, 0.544), (0.749, 1 / 3, 0.623), (0.825, 1 / 3, 0.737),
    (0.842, 1 / 3, 0.763),
]  # fmt: skip


@pytest.mark.parametrize(("observed", "expected", "printed"), PRINTED)
def test_published_kappas(observed: float, expected: float, printed: float) -> None:
    assert kappa_of_shares(observed, expected) == pytest.approx(printed, abs=0.0015)


def test_the_misprint_of_table_5() -> None:
    assert kappa_of_shares(0.712, 1 / 3) == pytest.approx(0.568)  # printed .566


JUDGEMENTS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 4), st.integers(0, 2)), min_size=1, max_size=25)


@settings(deadline=None, max_examples=30)
@given(JUDGEMENTS, st.sampled_from(["inter", "intra"]), st.booleans())
def test_fixed_chance_counts_all_pairs_of_judgements(
    rows: list[tuple[int, int, int]], kind: str, in_groups: bool
) -> None:
    labels, items, raters = np.array(rows).T
    groups = items // 2 if in_groups else items

    def by_hand(kept: np.ndarray) -> float:
        pairs = [
            labels[i] == labels[j]
            for i in np.flatnonzero(kept)
            for j in np.flatnonzero(kept)
            if i < j and items[i] == items[j] and (raters[i] == raters[j]) == (kind == "intra")
        ]
        return kappa_of_shares(float(np.mean(pairs)), 1 / 3) if pairs else NAN

    found = fixed_chance_kappa(labels, items, raters, n_labels=3, kind=kind, groups=groups if in_groups else None)
    assert found.value == pytest.approx(by_hand(np.ones(len(rows), dtype=bool)), abs=1e-12, nan_ok=True)
    with_pairs = [g for g in np.unique(groups) if not math.isnan(by_hand(groups == g))]
    check_interval(found, [by_hand(groups != g) for g in with_pairs])


def test_perfect_agreement_is_1_and_none_to_compare_is_undefined() -> None:
    found = fixed_chance_kappa([1, 1, 0, 0], [0, 0, 1, 1], [0, 1, 0, 1], n_labels=5)
    assert (found.value, found.interval) == (1, (1, 1))
    alone = fixed_chance_kappa([1, 1], [0, 1], [0, 1], n_labels=5)
    assert math.isnan(alone.value)
    assert (alone.interval, alone.n_items) == (None, 0)
    for make in (cohen_kappa, lambda a, b: krippendorff_alpha([a, b]), lambda a, b: fleiss_kappa([a, b])):
        made: Callable[..., Agreement] = make
        assert math.isnan(made([1, 1], [1, 1]).value)
        assert made([1, 2, 3], [1, 2, 3]).value == 1
        assert math.isnan(made([], []).value)
    for scale in SCALES:
        assert math.isnan(krippendorff_alpha([[1, NAN], [NAN, 2]], scale=scale).value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "band"),
    [
        (-0.1, "poor"),
        (0, "slight"),
        (0.2, "slight"),
        (0.21, "fair"),
        (0.4, "fair"),
        (0.5, "moderate"),
        (0.8, "substantial"),
        (0.81, "almost perfect"),
        (1, "almost perfect"),
        (NAN, "undefined"),
    ],
)
def test_bands(value: float, band: str) -> None:
    assert landis_koch_band(value) == band


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(DataError, match="No kappa is above 1"):
        landis_koch_band(1.2)
    with pytest.raises(SpecError, match="below 1, not"):
        kappa_of_shares(0.5, 1)
    with pytest.raises(DataError, match="Krippendorff's alpha takes any number"):
        fleiss_kappa([[1, 2], [1, NAN], [2, 2]])
    with pytest.raises(SpecError, match="above every label"):
        fixed_chance_kappa([3], [0], [0], n_labels=3)
    with pytest.raises(DataError, match="groups, row 1: item 0 stands in two groups"):
        fixed_chance_kappa([1, 1], [0, 0], [0, 1], n_labels=3, groups=[0, 1])
    with pytest.raises(SpecError, match="Valid: inter, intra"):
        fixed_chance_kappa([1], [0], [0], n_labels=3, kind="both")
    with pytest.raises(SpecError, match="Valid: linear, nominal, quadratic"):
        cohen_kappa([1], [1], distance="cubic")  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="Did you mean 'interval'"):
        krippendorff_alpha([[1]], scale="intervall")  # type: ignore[arg-type]
    with pytest.raises(AlignmentError, match="raters, items"):
        krippendorff_alpha([1, 2])
    with pytest.raises(DataError, match="ratings must be finite"):
        krippendorff_alpha([[math.inf]])
    with pytest.raises(AlignmentError, match="labels_b has 1 rows"):
        cohen_kappa([1, 2], [1])
    with pytest.raises(SpecError, match="confidence_level"):
        cohen_kappa([1, 2], [1, 2], confidence_level=1)


def campaign(test_data: Path, name: str) -> dict[tuple[str, str], float]:
    text = (test_data / "data" / "wmt23-en-de" / "human" / "campaign" / f"{name}.seg.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines()[1:]]
    return {(system, line): float(score) for system, line, score in rows if score != "NA"}


@pytest.mark.real_data
@pytest.mark.parametrize("case_id", ["agreement-ESA-1-ESA-2", "agreement-MQM-1-MQM-IAA"])
def test_agreement_of_two_campaigns(test_data: Path, case_id: str) -> None:
    cases = json.loads((test_data / "golden" / "stats-packages.json").read_text(encoding="utf-8"))["cases"]
    [case] = [case for case in cases if case["id"] == case_id]
    expected, binned = case["expected"], case["expected"]["binned"]
    first, second = (campaign(test_data, name) for name in case["options"]["files"])
    units = sorted(first.keys() | second.keys())
    ratings = np.array([[scores.get(unit, NAN) for unit in units] for scores in (first, second)])
    is_in_both = ~np.isnan(ratings).any(axis=0)
    assert (len(units), is_in_both.sum()) == (expected["n_units_any"], expected["n_units_all"])
    for scale in SCALES:
        if scale == "ratio" and np.nanmin(ratings) < 0:
            continue
        found = krippendorff_alpha(ratings, scale=scale)  # type: ignore[arg-type]
        assert found.value == pytest.approx(expected[f"krippendorff_{scale}"], abs=1e-12)
        assert found.interval is not None
    codes = np.digitize(ratings[:, is_in_both], binned["bins_numpy_digitize"]).astype(float)
    for distance, name in (("nominal", "None"), ("linear", "linear"), ("quadratic", "quadratic")):
        found = cohen_kappa(*codes, distance=distance)  # type: ignore[arg-type]
        value, _, low, high = binned[f"statsmodels_cohen_{name}"]
        assert found.value == pytest.approx(value, abs=1e-12)
        assert found.interval == pytest.approx((low, high), abs=2e-3)  # theirs is the delta method's
    assert fleiss_kappa(codes).value == pytest.approx(binned["statsmodels_fleiss_kappa"], abs=1e-12)
    assert krippendorff_alpha(codes).value == pytest.approx(binned["nltk_alpha_nominal"], abs=1e-12)
    n = codes.shape[1]
    fixed = fixed_chance_kappa(
        codes.astype(np.int64).ravel(),
        np.tile(np.arange(n), 2),
        np.repeat([0, 1], n),
        n_labels=len(binned["bins_numpy_digitize"]) + 1,
    )
    assert fixed.observed == pytest.approx(binned["avg_observed_agreement"])


@pytest.mark.levels
@pytest.mark.parametrize("n_items", [15, 60])
def test_intervals_cover(n_items: int) -> None:
    rng = np.random.default_rng(n_items)

    def rated(n: int) -> np.ndarray:
        true = rng.choice(4, n, p=[0.4, 0.3, 0.2, 0.1])
        return np.where(rng.random((3, n)) < 0.6, true, rng.integers(0, 4, (3, n))).astype(float)

    made: dict[str, Callable[[np.ndarray], Agreement]] = {
        "cohen": lambda ratings: cohen_kappa(ratings[0], ratings[1]),
        "quadratic": lambda ratings: cohen_kappa(ratings[0], ratings[1], distance="quadratic"),
        "fleiss": fleiss_kappa,
        "ordinal": lambda ratings: krippendorff_alpha(ratings, scale="ordinal"),
    }
    large = rated(200_000)
    truth = {name: make(large[:, :20_000] if name == "ordinal" else large).value for name, make in made.items()}
    covered = dict.fromkeys(made, 0)
    n = 1000
    for _ in range(n):
        ratings = rated(n_items)
        for name, make in made.items():
            found = make(ratings).interval
            covered[name] += found is not None and found[0] <= truth[name] <= found[1]
    shares = {name: count / n for name, count in covered.items()}
    assert min(shares.values()) > (0.9 if n_items < 40 else 0.925), shares
    assert max(shares.values()) < 0.99, shares


@pytest.mark.parametrize(
    ("ratings", "error", "wanted"),
    [
        ([1, 2], AlignmentError, r"^ratings must have shape \(raters, items\), not \(2,\)\.$"),
        ([[1, np.inf]], DataError, r"^ratings must be finite, or NaN where there is none\.$"),
    ],
)
def test_labels_are_finite_and_of_raters_and_items(ratings: Any, error: type[Exception], wanted: str) -> None:
    with pytest.raises(error, match=wanted):
        label_counts(ratings)


@given(WITH_GAPS, st.booleans())
def test_counts_of_labels_have_the_alpha_of_the_raters_they_come_from(ratings: Any, in_groups: bool) -> None:
    groups = np.arange(ratings.shape[1]) // 2 if in_groups else None
    counts = [[int((item == label).sum()) for label in range(5)] for item in ratings.T]
    found = nominal_alpha(counts, groups=groups)
    assert repr(found) == repr(krippendorff_alpha(ratings, groups=groups))


def test_counts_that_are_no_table_are_refused() -> None:
    with pytest.raises(AlignmentError, match=r"must have shape \(items, labels\)"):
        nominal_alpha([1, 2])
