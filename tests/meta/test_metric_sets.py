"""ULC and the greedy search against hand-made criteria; the held-out value against noise."""

import numpy as np
import pytest

from steelyard.errors import DataError, SpecError
from steelyard.meta import greedy_set, held_out_set, ulc

Members = tuple[int, ...]


def test_normalised_means_by_hand() -> None:
    values = [[1.0, 2, 3], [100, 300, 200]]
    assert ulc(values).tolist() == [50.5, 151, 101.5]
    assert ulc(values, normalise="min-max").tolist() == [0, 0.75, 0.75]
    assert ulc(values, normalise="z") == pytest.approx([-(1.5**0.5), 1.5**0.5 / 2, 1.5**0.5 / 2])
    for bad in ([], [[np.nan, 1.0]]):
        with pytest.raises(DataError):
            ulc(bad)
    with pytest.raises(DataError, match="same score"):
        ulc([[1.0, 1], [1, 2]], normalise="z")
    with pytest.raises(SpecError, match="normalisation"):
        ulc(values, normalise="zscore")  # type: ignore[arg-type]


def test_the_search_takes_what_strictly_improves() -> None:
    worth = {(0,): 0.5, (1,): 0.5, (2,): 0.3, (3,): np.nan, (0, 1): 0.5, (0, 2): 0.6}

    def criterion(members: Members, cases: np.ndarray) -> float:
        assert cases.tolist() == [0, 1, 2]
        return worth[members]

    found = greedy_set(criterion, 4, 3)
    assert found.members == (0, 2)
    assert found.value == 0.6
    assert found.path == ((0, 0.5, True), (1, 0.5, False), (2, 0.6, True))
    assert found.singles[:3] == (0.5, 0.5, 0.3)
    with pytest.raises(DataError, match="no value"):
        greedy_set(lambda members, cases: np.nan, 2, 3)
    with pytest.raises(SpecError, match="0 and 3"):
        greedy_set(criterion, 0, 3)


def correlations(metrics: np.ndarray, quality: np.ndarray):  # type: ignore[no-untyped-def]
    def criterion(members: Members, cases: np.ndarray) -> float:
        return float(np.corrcoef(metrics[list(members)][:, cases].mean(axis=0), quality[cases])[0, 1])

    return criterion


def test_noise_looks_good_in_training_and_not_held_out() -> None:
    """200 cases, 20 metrics of noise, 20 repetitions: mean held-out correlation about 0, in training well above."""
    held_out, trained = [], []
    for seed in range(20):
        rng = np.random.default_rng(seed)
        found = held_out_set(correlations(rng.normal(size=(20, 200)), rng.normal(size=200)), 20, 200, n_folds=4)
        held_out.append(found.value)
        trained.append(found.trained.value)
    assert np.mean(trained) > 0.15
    assert abs(np.mean(held_out)) < 3 * np.std(held_out, ddof=1) / 20**0.5
    assert min(trained) > 0


def test_folds_keep_groups_whole_and_weigh_by_cases() -> None:
    seen = []

    def criterion(members: Members, cases: np.ndarray) -> float:
        seen.append(tuple(cases.tolist()))
        return float(members[0] + len(cases))

    groups = [5, 5, 5, 9, 9, 7]
    found = held_out_set(criterion, 2, 6, n_folds=3, groups=groups)
    assert found.folds.tolist() == [0, 0, 0, 2, 2, 1]
    assert (0, 1, 2) in seen
    assert found.by_fold.tolist() == [1 + 3, 1 + 1, 1 + 2]
    assert found.value == pytest.approx((4 * 3 + 2 * 1 + 3 * 2) / 6)
    assert found.shares(2).tolist() == [0, 1]
    with pytest.raises(SpecError, match="groups, 3"):
        held_out_set(criterion, 2, 6, n_folds=4, groups=groups)
    with pytest.raises(SpecError, match="groups of 2"):
        held_out_set(criterion, 2, 6, groups=[0, 1])
    with pytest.raises(DataError, match="fewer folds"):
        held_out_set(lambda members, cases: 1.0 if len(cases) > 3 else np.nan, 2, 6, n_folds=3)
