"""Corrections that use which hypotheses can be true together: every partition of few systems, and bounds for many."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import AlignmentError, SpecError
from steelyard.inference import PairLogic, adjust, check_correction, holm, max_t, max_t_shaffer, randomization, shaffer
from steelyard.inference.corrections import pair_logic
from tests.inference.measurements import all_pairs, bleu_like_of, counts_of_texts, mean_of
from tests.inference.test_multiplicity import everything, family_of


def every_partition(systems: list[int]) -> Iterator[list[set[int]]]:
    if not systems:
        yield []
        return
    for smaller in every_partition(systems[1:]):
        yield [{systems[0]}, *smaller]
        for i, group in enumerate(smaller):
            yield [*smaller[:i], group | {systems[0]}, *smaller[i + 1 :]]


def sets_that_can_be_true(pairs: list[tuple[int, int]]) -> list[frozenset[int]]:
    systems = sorted({system for pair in pairs for system in pair})
    return [
        frozenset(i for i, (a, b) in enumerate(pairs) if any({a, b} <= group for group in groups))
        for groups in every_partition(systems)
    ]


def step_down(
    extremeness: list[float], pairs: list[tuple[int, int]], p_of: Callable[[frozenset[int], int], float]
) -> list[float]:
    """Adjust by Westfall's rule, word by word; `p_of` tests a whole set with the statistic of its extreme member."""
    found = []
    possible = sets_that_can_be_true(pairs)
    for hypothesis, value in enumerate(extremeness):
        worst = 0.0
        for first, its_value in enumerate(extremeness):
            if its_value < value and hypothesis != first:
                continue
            for together in possible:
                if first in together and all(extremeness[i] <= its_value for i in together):
                    worst = max(worst, p_of(together, first))
        found.append(min(1.0, worst))
    return found


def closed_testing(
    extremeness: list[float], pairs: list[tuple[int, int]], p_of: Callable[[frozenset[int], int], float]
) -> list[float]:
    """Reject a hypothesis where every set that can be true and holds it is rejected (Marcus, Peritz, Gabriel 1976)."""
    tested = [
        (together, p_of(together, max(together, key=lambda i: extremeness[i])))
        for together in sets_that_can_be_true(pairs)
        if together
    ]
    return [min(1.0, max(p for together, p in tested if i in together)) for i in range(len(pairs))]


@st.composite
def pair_families(draw: st.DrawFn) -> tuple[list[tuple[int, int]], list[float]]:
    """Draw all pairs of up to five systems, or some, each with a p-value; equal ones are common."""
    n_systems = draw(st.integers(2, 5))
    pairs = all_pairs(n_systems)
    if draw(st.booleans()):
        pairs = draw(st.lists(st.sampled_from(pairs), min_size=1, unique=True))
    value = st.sampled_from([i / 200 for i in range(0, 40, 3)]) | st.floats(0, 1)
    return pairs, draw(st.lists(value, min_size=len(pairs), max_size=len(pairs)))


@given(family=pair_families())
def test_shaffer_is_westfalls_rule_over_every_partition(family: tuple[list[tuple[int, int]], list[float]]) -> None:
    pairs, p_values = family

    def by_bonferroni(together: frozenset[int], first: int) -> float:
        return len(together) * p_values[first]

    extremeness = [-p for p in p_values]
    found = shaffer(p_values, pairs)
    np.testing.assert_allclose(found, step_down(extremeness, pairs, by_bonferroni), rtol=1e-12)
    assert (found >= np.array(closed_testing(extremeness, pairs, by_bonferroni)) * (1 - 1e-12)).all()
    assert (found <= holm(p_values) * (1 + 1e-12)).all() and (found >= p_values).all()


@given(family=pair_families(), seed=st.integers(0, 10**6), is_exact=st.booleans())
def test_max_t_shaffer_is_westfalls_rule_over_every_partition(
    family: tuple[list[tuple[int, int]], list[float]], seed: int, is_exact: bool
) -> None:
    pairs, _ = family
    draws = np.random.default_rng(seed).integers(-4, 5, size=(len(pairs), 40)).astype(float)
    draws[:, 0] += 4 * (np.arange(len(pairs)) % 3)
    null = family_of(draws if is_exact else draws[:, 1:], draws[:, 0], is_exact=is_exact)
    scales = null.scales()
    active = np.flatnonzero(scales)
    scaled = np.abs(everything(null)[active]) / scales[active, None]
    observed = (np.abs(null.observed[active]) / scales[active]).round(12).tolist()

    def by_maximum(together: frozenset[int], first: int) -> float:
        count = int((scaled[sorted(together)].max(axis=0) >= observed[first] - 1e-10).sum())
        return count / null.n_draws if is_exact else (count + 1) / (null.n_draws + 1)

    kept = [pairs[i] for i in active]
    found, plain = max_t_shaffer(null, pairs), max_t(null)
    np.testing.assert_allclose(found.p_values[active], step_down(observed, kept, by_maximum), rtol=1e-12)
    assert (found.p_values[active] >= np.array(closed_testing(observed, kept, by_maximum)) - 1e-12).all()
    assert (found.p_values <= plain.p_values + 1e-12).all()
    assert found.critical_value == plain.critical_value


def test_golden_numbers_of_hypotheses_that_can_still_be_true() -> None:
    # Shaffer 1986, section 4: of the six pairs of four systems 6, 3, 2, 1 or 0 are equal; ten of five: 10, 6, 4, ....
    assert pair_logic.counts_of_equal_pairs(4) == {6, 3, 2, 1, 0}
    assert pair_logic.counts_of_equal_pairs(5) == {10, 6, 4, 3, 2, 1, 0}
    for n_systems in range(1, 8):
        sizes = {len(together) for together in sets_that_can_be_true(all_pairs(n_systems))} if n_systems > 1 else {0}
        assert pair_logic.counts_of_equal_pairs(n_systems) == sizes
    assert [sum(1 for _ in pair_logic.partitions(n)) for n in range(9)] == [1, 1, 2, 5, 15, 52, 203, 877, 4140]


def test_logic_of_three_systems_needs_one_rejection_only() -> None:
    # After the first of three only one of the other two can be true: both keep their own p, as Fisher's protected test.
    pairs = all_pairs(3)
    assert shaffer([0.01, 0.03, 0.04], pairs).tolist() == [0.03, 0.03, 0.04]
    assert shaffer([0.02, 0.03, 0.04], pairs).tolist() == [0.06, 0.06, 0.06]


def test_comparisons_with_a_baseline_have_no_logic_to_use() -> None:
    p_values = np.random.default_rng(1).random(19) ** 3
    star = [(a, 0) for a in range(1, 20)]
    np.testing.assert_array_equal(shaffer(p_values, star), holm(p_values))
    np.testing.assert_array_equal(shaffer(p_values[:6], star[:6]), holm(p_values[:6]))


def test_equality_under_one_metric_says_nothing_about_another() -> None:
    pairs = all_pairs(3)
    p_values = [0.001, 0.02, 0.03, 0.9, 0.8, 0.7]
    adjusted = shaffer(p_values, pairs * 2, ["bleu"] * 3 + ["chrf"] * 3)
    # First 3 + 3 can be true; then 1 of BLEU's and all 3 of chrF's.
    np.testing.assert_allclose(adjusted[:3], [0.006, 0.08, 0.12])
    np.testing.assert_allclose(adjusted[3:], 1.0)
    apart = shaffer(p_values[:3], pairs)
    assert (apart <= adjusted[:3]).all()


@pytest.mark.parametrize("n_systems", [4, 6, 8])
def test_the_bound_for_many_systems_is_never_below_the_exact_number(
    n_systems: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs, rng = all_pairs(n_systems), np.random.default_rng(n_systems)
    exact_logic = PairLogic(pairs)
    monkeypatch.setattr(pair_logic, "MOST_SYSTEMS", 1)
    bound = PairLogic(pairs)
    n_sharper = 0
    for _ in range(200):
        truth = rng.integers(0, 3, n_systems)
        differs = np.array([truth[a] != truth[b] for a, b in pairs])
        is_false = differs & (rng.random(len(pairs)) < rng.random())
        for member in range(len(pairs)):
            exact, most = exact_logic.most_true(is_false, member), bound.most_true(is_false, member)
            assert exact <= most <= (~is_false).sum()
            n_sharper += most < (~is_false).sum()
            [joint] = bound.largest_sets(is_false, member) if not is_false[member] else [np.zeros(len(pairs), bool)]
            assert (exact_logic.largest_sets(is_false, member) <= joint).all()
    assert n_sharper > 500


@pytest.mark.parametrize("n_systems", [5, 12])
def test_logic_finds_more_than_max_t_and_more_than_holm(n_systems: int) -> None:
    rng = np.random.default_rng(3)
    scores = rng.normal(size=150) + rng.normal(size=(n_systems, 150)) + 0.3 * np.arange(n_systems)[:, None] ** 0.5
    pairs = all_pairs(n_systems)
    null = randomization([mean_of(scores)], pairs, n_resamples=2000, rng=1)
    raw = null.p_values("two-sided")
    plain, sharp = max_t(null).p_values, max_t_shaffer(null, pairs).p_values
    assert (sharp <= plain).all() and (sharp < plain).any() and (sharp >= raw).all()
    assert (shaffer(raw, pairs) <= holm(raw)).all() and (shaffer(raw, pairs) < holm(raw)).any()


def test_a_family_of_several_metrics_lies_between_max_t_and_the_metric_alone() -> None:
    rng = np.random.default_rng(8)
    measurements = [
        mean_of(rng.normal(size=80) + rng.normal([[0.0], [0.5], [0.6], [0.9]], 1, size=(4, 80))),
        bleu_like_of(counts_of_texts(rng, [0.5, 0.55, 0.6, 0.6], 80)),
    ]
    pairs = all_pairs(4)
    null = randomization(measurements, pairs, n_resamples=999, rng=1)
    found = max_t_shaffer(null, pairs * 2, [0] * 6 + [1] * 6).p_values
    assert (found <= max_t(null).p_values).all() and (found < max_t(null).p_values).any()
    for members in (range(6), range(6, 12)):
        alone = max_t_shaffer(null.select(list(members)), pairs).p_values
        assert (found[list(members)] >= alone - 1e-12).all()


def test_a_pair_without_spread_keeps_p_1_under_logic_too() -> None:
    scores = np.random.default_rng(4).normal([[0.0], [0.8], [0.1]], 1.0, size=(3, 50))
    pairs = all_pairs(4)
    null = randomization([mean_of(np.vstack([scores, scores[0]]))], pairs, n_resamples=299, rng=5)
    assert max_t_shaffer(null, pairs).p_values[pairs.index((3, 0))] == 1
    same = randomization([mean_of(np.tile(np.arange(9.0), (3, 1)))], all_pairs(3), n_resamples=99, rng=0)
    assert max_t_shaffer(same, all_pairs(3)).p_values.tolist() == [1.0] * 3


def test_one_sided_questions_have_no_such_logic() -> None:
    null = family_of(np.ones((1, 3)), np.ones(1))
    with pytest.raises(SpecError, match="one-sided"):
        max_t_shaffer(null, [(1, 0)], alternative="better")
    for name in ("shaffer", "maxt-shaffer"):
        with pytest.raises(SpecError, match="one-sided"):
            check_correction(name, "worse")
        with pytest.raises(SpecError, match="give pairs"):
            adjust(null, np.array([0.5]), name, "two-sided", 0.05)
    with pytest.raises(AlignmentError, match="as many pairs"):
        shaffer([0.1, 0.2], [(1, 0)])
    with pytest.raises(AlignmentError, match="as many groups"):
        shaffer([0.1, 0.2], [(1, 0), (2, 0)], ["bleu"])


def test_a_pair_that_stands_twice_and_was_rejected_once_cannot_be_true() -> None:
    pairs = [*all_pairs(9), all_pairs(9)[0]]  # too many systems to go through every partition
    is_false = np.arange(len(pairs)) == 0
    logic = PairLogic(pairs)
    assert logic.largest_sets(is_false, len(pairs) - 1).shape == (0, len(pairs))
    assert logic.most_true(is_false, len(pairs) - 1) == 0
