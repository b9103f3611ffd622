"""CPU seconds of learning a metric from 5,000 rated outputs with 60 features, and of applying it to 12 x 3,000 outputs.

Beside both stands what scikit-learn alone takes to fit once to all, with options as given, and to predict: learning
here fits some eighty times, as options are chosen and judged in nested folds, with few ratings and with all. Imports
are not counted. The outputs are made up, of ten systems on 500 segments in 50 documents.

Usage: benchmarks/learning.py [LEARNER ...]
"""

import argparse
import time
from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

import steelyard as sy
from steelyard.choices import LEARNERS
from steelyard.types import OutputScores

SYSTEMS, SEGMENTS, FEATURES = 10, 500, 60
APPLIED = (12, 3_000)
Array = NDArray[np.float64]


def outputs(rng: np.random.Generator, n_features: int) -> tuple[OutputScores, list[OutputScores]]:
    """Make ratings, and features that see the same quality through noise."""
    names = tuple(f"s{i}" for i in range(SYSTEMS))
    quality = rng.normal(size=(SYSTEMS, SEGMENTS))
    people = OutputScores("people", names, quality + rng.normal(size=quality.shape))
    return people, [
        OutputScores(f"m{i}", names, rng.random() * quality + 2 * rng.normal(size=quality.shape))
        for i in range(n_features)
    ]


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU seconds that something takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def alone(name: str, rows: Array, ratings: Array, new: Array) -> tuple[float, float]:
    """Return what scikit-learn takes to fit once, and to predict; NaN for what it has not as one estimator."""
    from sklearn.ensemble import GradientBoostingRegressor
    from sklearn.isotonic import IsotonicRegression
    from sklearn.linear_model import Ridge
    from sklearn.svm import SVR, LinearSVR

    made = {
        "ridge": Ridge(),
        "svr": SVR(C=1.0, gamma=0.3 / rows.shape[1], epsilon=0.1, cache_size=1_000),
        "linear-svr": LinearSVR(C=0.1, epsilon=0.1, loss="squared_epsilon_insensitive", dual=False),
        "boosting": GradientBoostingRegressor(n_estimators=200, max_depth=4, subsample=0.5, max_features="sqrt"),
        "isotonic": IsotonicRegression(out_of_bounds="clip"),
    }
    if name not in made:
        return float("nan"), float("nan")
    return seconds(lambda: made[name].fit(rows, ratings)), seconds(lambda: made[name].predict(new))


def main() -> None:
    """Print a row for each learner."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("learners", nargs="*", default=LEARNERS, metavar="LEARNER")
    rng = np.random.default_rng(1)
    documents = [f"d{i // 10}" for i in range(SEGMENTS)]
    warm, features = outputs(rng, 2)
    sy.lab.train_metric(warm, features, documents=documents, n_resamples=20)  # imports
    print("learner\tlearning\tscikit-learn fits once\tapplying to 12 x 3,000\tscikit-learn predicts")
    for name in parser.parse_args().learners:
        people, features = outputs(rng, 1 if name == "isotonic" else FEATURES)
        start = time.process_time()
        model = sy.lab.train_metric(people, features, documents=documents, learner=name).learned_model
        took = time.process_time() - start
        new = rng.normal(size=(*APPLIED, len(features)))
        applied = seconds(partial(model.predict, new))
        rows = np.stack([one.values.ravel() for one in features], axis=-1)
        fits, predicts = alone(name, rows / rows.std(axis=0), people.values.ravel(), new.reshape(-1, len(features)))
        print(f"{name}\t{took:.2f}\t{fits:.2f}\t{applied:.2f}\t{predicts:.2f}", flush=True)


if __name__ == "__main__":
    main()
