"""Max-margin weights: the hinge by hand, its bounds, and a solver that sees every constraint."""

import sys
from itertools import pairwise

import numpy as np
import pytest
from scipy.optimize import minimize

from steelyard.lab.tuning import TunableLists, hinge_loss, max_margin
from tests.lab.tuning.test_mert import toy


def test_the_hinge_by_hand() -> None:
    features = np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5], [2.0, 0.0]])
    lists = TunableLists(features, np.array([0, 2, 4]), np.zeros((4, 1), dtype=int), lambda u: u[..., 0])
    # First list: 1 is right, 2 costs .5, so max(0.1, .5 + .2) - .1; second: 4 is right, 3 costs 1.
    loss, slope = hinge_loss(lists, np.array([1.0, 0.5, 0.0, 1.0]), np.array([0.1, 0.2]))
    assert loss == pytest.approx(((0.7 - 0.1) + (1.15 - 0.2)) / 2)
    assert slope.tolist() == [(-1 - 1.5) / 2, (1 + 0.5) / 2]


def with_every_constraint(lists: TunableLists, scores: np.ndarray, l2: float) -> float:
    """Solve the same problem with a slack for every list and a constraint for every candidate."""
    n, width, spread = lists.n_lists, lists.features.shape[1], lists.spread()
    scaled, owner = lists.features / spread, lists.owner
    right = np.array([low + int(np.argmax(scores[low:high])) for low, high in pairwise(lists.offsets)])
    costs = scores[right][owner] - scores
    matrix = np.column_stack([scaled[right][owner] - scaled, np.eye(n)[owner]])
    done = minimize(
        lambda x: l2 / 2 * x[:width] @ x[:width] + x[width:].mean(),
        np.concatenate([np.zeros(width), np.full(n, costs.max())]),
        jac=lambda x: np.concatenate([l2 * x[:width], np.full(n, 1 / n)]),
        constraints={"type": "ineq", "fun": lambda x: matrix @ x - costs, "jac": lambda x: matrix},
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-10},
    )
    assert done.success
    return float(done.fun)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("l2", [0.01, 0.3])
def test_the_optimum_of_every_constraint(seed: int, l2: float) -> None:
    lists = toy(seed)
    scores = np.random.default_rng(seed).random(len(lists.features))  # no two alike: one right candidate a list
    weights, objective, bound = max_margin(lists, scores, l2=l2)
    best = with_every_constraint(lists, scores, l2)
    assert bound - 1e-7 <= best <= objective + 1e-7
    assert objective - bound <= 1.1e-4
    penalty = l2 / 2 * float(((weights * lists.spread()) ** 2).sum())
    assert hinge_loss(lists, scores, weights)[0] + penalty == pytest.approx(objective)


def test_constant_features_get_no_weight() -> None:
    lists = toy()
    wider = TunableLists(np.column_stack([lists.features, lists.owner]), lists.offsets, lists.counts, lists.value)
    assert max_margin(wider, lists.candidate_values())[0][3] == 0


def test_a_search_that_runs_out_of_rounds_still_bounds_the_optimum(monkeypatch: pytest.MonkeyPatch) -> None:
    lists = toy(1)
    scores = np.random.default_rng(1).random(len(lists.features))
    whole = max_margin(lists, scores, l2=0.01)[1]
    monkeypatch.setattr(sys.modules[max_margin.__module__], "_MOST_ROUNDS", 3)
    _, objective, bound = max_margin(lists, scores, l2=0.01)
    assert bound + 1e-3 < whole < objective - 1e-3
