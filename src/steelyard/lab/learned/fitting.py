"""What scikit-learn fits, turned into arrays that need it no more; and RankBoost, which it lacks.

Each function takes standardised features of shape (n, M), ratings of shape (n,), the segment of each output, and a
value for each option of its learner.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.types.learned.predictors import KernelPredictor, LinearPredictor, Predictor, StepPredictor, TreePredictor

__all__ = [
    "fit_boosting", "fit_isotonic", "fit_kernel_rank_svm", "fit_linear_svr", "fit_pair_logistic",
    "fit_rank_boost", "fit_rank_svm", "fit_ridge", "fit_svc", "fit_svr", "preferences",
]  # fmt: skip

Array = NDArray[np.float64]
Ints = NDArray[np.int64]
_STEPS = 100_000  # of the solvers of support vectors, at most
_MOST_PAIRS = 1_000  # that a kernel of pairs takes: its time grows with their square and more


def fit_ridge(features: Array, ratings: Array, segments: Ints, options: Mapping[str, Any]) -> Predictor:
    """Least squares with a penalty; alpha is for each output."""
    from sklearn.linear_model import Ridge

    found = Ridge(alpha=options["alpha"] * len(ratings)).fit(features, ratings)
    return LinearPredictor(np.asarray(found.coef_, np.float64), float(found.intercept_))


def fit_svr(features: Array, ratings: Array, segments: Ints, options: Mapping[str, Any]) -> Predictor:
    """Regress with support vectors; ratings are standardised, so that epsilon means the same for all scales."""
    from sklearn.svm import SVR

    mean, spread = float(ratings.mean()), float(ratings.std())
    gamma = options["gamma"] / features.shape[1]
    found = SVR(C=options["C"], gamma=gamma, epsilon=options["epsilon"], cache_size=1_000).fit(
        features, (ratings - mean) / spread
    )
    weights = np.asarray(found.dual_coef_[0], np.float64) * spread
    return KernelPredictor(
        np.asarray(found.support_vectors_), weights, float(found.intercept_[0]) * spread + mean, gamma
    )


def fit_svc(features: Array, ratings: Array, segments: Ints, options: Mapping[str, Any]) -> Predictor:
    """Tell outputs rated above the mean from the others, both kinds weighing the same: the distance from the border."""
    from sklearn.svm import SVC

    gamma = options["gamma"] / features.shape[1]
    learner = SVC(C=options["C"], gamma=gamma, class_weight="balanced", cache_size=1_000)
    found = learner.fit(features, ratings > ratings.mean())
    weights = np.asarray(found.dual_coef_[0], np.float64)
    return KernelPredictor(np.asarray(found.support_vectors_), weights, float(found.intercept_[0]), gamma)


def fit_linear_svr(features: Array, ratings: Array, segments: Ints, options: Mapping[str, Any]) -> Predictor:
    """Regress with support vectors and a weighted sum."""
    from sklearn.svm import LinearSVR

    mean, spread = float(ratings.mean()), float(ratings.std())
    learner = LinearSVR(
        C=options["C"], epsilon=options["epsilon"], loss="squared_epsilon_insensitive", dual=False, max_iter=_STEPS
    )
    found = learner.fit(features, (ratings - mean) / spread)
    return LinearPredictor(np.asarray(found.coef_) * spread, float(np.ravel(found.intercept_)[0]) * spread + mean)


def fit_rank_svm(features: Array, ratings: Array, segments: Ints, options: Mapping[str, Any]) -> Predictor:
    """Separate the better output of a pair from the worse one: no intercept, and both directions (Joachims 2002)."""
    from sklearn.svm import LinearSVC

    better, worse = preferences(ratings, segments)
    differences = features[better] - features[worse]
    learner = LinearSVC(
        C=options["C"] / len(differences), loss="hinge", fit_intercept=False, dual=True, max_iter=_STEPS, random_state=0
    )
    found = learner.fit(*_mirrored(differences))
    return LinearPredictor(np.asarray(found.coef_[0], np.float64), 0.0)


def fit_pair_logistic(features: Array, ratings: Array, segments: Ints, options: Mapping[str, Any]) -> Predictor:
    """Regress the chance that an output is the better of two: no intercept, and both directions."""
    from sklearn.linear_model import LogisticRegression

    better, worse = preferences(ratings, segments)
    learner = LogisticRegression(C=options["C"] / len(better), fit_intercept=False, max_iter=_STEPS, tol=1e-8)
    found = learner.fit(*_mirrored(features[better] - features[worse]))
    return LinearPredictor(np.asarray(found.coef_[0], np.float64), 0.0)


def _mirrored(differences: Array) -> tuple[Array, Ints]:
    signs = np.repeat([1, -1], len(differences))
    return np.concatenate([differences, -differences]), signs


def fit_kernel_rank_svm(features: Array, ratings: Array, segments: Ints, options: Mapping[str, Any]) -> Predictor:
    """Rank with a kernel: of pairs (a, b) and (c, d) it is k(a, c) - k(a, d) - k(b, c) + k(b, d)."""
    from sklearn.svm import SVC

    better, worse = preferences(ratings, segments, most=_MOST_PAIRS)
    gamma = options["gamma"] / features.shape[1]
    used, places = np.unique(np.concatenate([better, worse]), return_inverse=True)
    first, second = places.reshape(2, -1)
    squares = np.square(features[used]).sum(axis=1)
    likeness = np.exp(-gamma * np.maximum(squares[:, None] - 2 * features[used] @ features[used].T + squares, 0))
    of_pairs = likeness[first] - likeness[second]
    kernel = of_pairs[:, first] - of_pairs[:, second]
    mirrored = np.block([[kernel, -kernel], [-kernel, kernel]])
    signs = np.repeat([1, -1], len(better))
    found = SVC(C=options["C"], kernel="precomputed").fit(mirrored, signs)
    # A mirrored pair is the same pair turned round: its weight counts with the other sign.
    of_pair = np.zeros(2 * len(better))
    of_pair[found.support_] = found.dual_coef_[0]
    of_pair = of_pair[: len(better)] - of_pair[len(better) :]
    weights = np.zeros(len(used)) + np.bincount(first, of_pair, len(used)) - np.bincount(second, of_pair, len(used))
    return KernelPredictor(features[used], weights, 0.0, gamma)


def fit_boosting(features: Array, ratings: Array, segments: Ints, options: Mapping[str, Any]) -> Predictor:
    """Add up small trees, each grown on half of the outputs."""
    from sklearn.ensemble import GradientBoostingRegressor

    learner = GradientBoostingRegressor(
        n_estimators=options["trees"], max_depth=options["depth"], learning_rate=0.1, subsample=0.5,
        max_features="sqrt", min_samples_leaf=5, random_state=0,
    )  # fmt: skip
    found = learner.fit(features, ratings)
    trees = [stage[0].tree_ for stage in found.estimators_]
    sizes = np.array([tree.node_count for tree in trees])
    roots = np.concatenate([[0], np.cumsum(sizes)[:-1]])

    def below(children: str) -> Ints:
        parts = [getattr(tree, children) for tree in trees]
        return np.concatenate([np.where(part < 0, -1, part + root) for part, root in zip(parts, roots, strict=True)])

    feature = np.concatenate([tree.feature for tree in trees])
    return TreePredictor(
        roots,
        np.where(feature < 0, -1, feature).astype(np.int64),
        np.concatenate([tree.threshold for tree in trees]),
        below("children_left"),
        below("children_right"),
        np.concatenate([tree.value[:, 0, 0] for tree in trees]) * found.learning_rate,
        float(np.ravel(found.init_.constant_)[0]),
    )


def fit_rank_boost(features: Array, ratings: Array, segments: Ints, options: Mapping[str, Any]) -> Predictor:
    """Add, in each round, the threshold that orders the weighted pairs best (Freund et al. 2003, third method).

    A threshold has the weight ``log((1 + r) / (1 - r)) / 2``, where r is the weight of the pairs that it orders
    rightly minus that of the others. One pair's share is added to both terms, so that the weight is finite.
    """
    better, worse = preferences(ratings, segments)
    values = features.astype(np.float32).T  # as the predictor compares them
    order = np.argsort(-values, axis=1, kind="stable")
    ordered = np.take_along_axis(values, order, axis=1)
    is_gap = np.diff(ordered, append=ordered[:, -1:]) != 0
    above = np.empty(order.shape)
    weights = np.full(len(better), 1 / len(better))
    nodes: list[tuple[int, float, float]] = []
    for _ in range(options["rounds"] if is_gap.any() else 0):
        potential = np.bincount(better, weights, len(features)) - np.bincount(worse, weights, len(features))
        potential.take(order, out=above, mode="clip")  # the other modes copy first
        np.cumsum(above, axis=1, out=above)
        above *= is_gap
        feature, place = divmod(int(np.abs(above).argmax()), len(features))
        r = float(above[feature, place])
        alpha = 0.5 * float(np.log((1 + r + 1 / len(better)) / (1 - r + 1 / len(better))))
        threshold = (float(ordered[feature, place]) + float(ordered[feature, place + 1])) / 2
        nodes.append((feature, threshold, alpha))
        is_above = values[feature] > threshold
        weights *= np.exp(alpha * (is_above[worse].astype(np.float64) - is_above[better]))
        weights /= weights.sum()
    n = len(nodes)
    roots, none = 3 * np.arange(n), np.full((n, 2), -1)
    table = np.array(nodes, dtype=np.float64).reshape(n, 3)
    return TreePredictor(
        roots,
        np.column_stack([table[:, 0].astype(np.int64), none]).ravel(),
        np.column_stack([table[:, 1], np.zeros((n, 2))]).ravel(),
        np.column_stack([roots + 1, none]).ravel(),
        np.column_stack([roots + 2, none]).ravel(),
        np.column_stack([np.zeros((n, 2)), table[:, 2]]).ravel(),
        0.0,
    )


def fit_isotonic(features: Array, ratings: Array, segments: Ints, options: Mapping[str, Any]) -> Predictor:
    """Draw the curve that only rises, or only falls, and is nearest."""
    from sklearn.isotonic import IsotonicRegression

    if features.shape[1] != 1:
        raise DataError(f"isotonic calibrates one feature, and there are {features.shape[1]}: name one, or take ridge.")
    found = IsotonicRegression(increasing="auto", out_of_bounds="clip").fit(features[:, 0], ratings)
    return StepPredictor(np.asarray(found.X_thresholds_, np.float64), np.asarray(found.y_thresholds_, np.float64))


def preferences(ratings: Array, segments: Ints, *, most: int | None = None) -> tuple[Ints, Ints]:
    """Return the better and the worse outputs of pairs of one segment with different ratings, evenly at most so many.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.learned import preferences
    >>> [places.tolist() for places in preferences(np.array([6.0, 1.0, 3.0]), np.zeros(3, np.int64))]
    [[0, 0, 2], [1, 2, 1]]
    """
    order = np.argsort(segments, kind="stable")
    starts = np.flatnonzero(np.diff(segments[order], prepend=segments[order][:1] - 1))
    ends = np.append(starts[1:], len(order))
    found = []
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        members = order[start:end]
        first, second = np.triu_indices(len(members), 1)
        first, second = members[first], members[second]
        found.append(np.stack([first, second]))
    pairs = np.concatenate(found, axis=1) if found else np.zeros((2, 0), np.int64)
    gap = ratings[pairs[0]] - ratings[pairs[1]]
    pairs, gap = pairs[:, gap != 0], gap[gap != 0]
    if not len(gap):
        raise DataError("No two outputs of a segment have different ratings: there is no order to learn.")
    if most is not None and len(gap) > most:
        chosen = np.linspace(0, len(gap) - 1, most).astype(np.int64)
        pairs, gap = pairs[:, chosen], gap[chosen]
    return np.where(gap > 0, pairs[0], pairs[1]), np.where(gap > 0, pairs[1], pairs[0])
