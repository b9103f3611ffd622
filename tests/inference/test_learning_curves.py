"""Learning curves against the golden numbers of the specification, SciPy's curve_fit, and loops over resamples."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import optimize, stats

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.inference import (
    CURVE_MODELS,
    bootstrap_draws,
    curve_differences,
    curve_points,
    curve_weights,
    draw_curves,
    fit_curve,
    fitted_curve,
)

SIZES = np.array([1.0, 2, 4, 8, 16, 32])
SCORES = np.array([20.1, 22.0, 23.6, 24.9, 26.1, 27.0])


def power(x: NDArray[np.float64], c: float, a: float, b: float) -> NDArray[np.float64]:
    return c - a * x**-b


def replicated(n: int, seed: int, sd: float = 0.3) -> tuple[NDArray[np.float64], NDArray[np.float64], list[str]]:
    noise = np.random.default_rng(seed).normal(size=(n, len(SIZES))) * sd
    return np.tile(SIZES, n), (SCORES + noise).ravel(), [f"r{i}" for i in range(n) for _ in SIZES]


# The golden example of specs/uses-of-evaluation.md, section 2.6


def test_the_golden_log_curve() -> None:
    fit = fit_curve("log", SIZES, SCORES)
    assert fit.parameters == pytest.approx({"a": 20.514286, "b": 1.374286}, abs=5e-7)
    assert fit.rss == pytest.approx(0.523429, abs=5e-7)
    assert fit.aicc == pytest.approx(3.365, abs=5e-4)
    assert fit.score_at(64) == pytest.approx(28.760, abs=5e-4)
    assert fit.gain_from(32) == pytest.approx(1.374286, abs=5e-7)


def test_the_golden_power_curve() -> None:
    fit = fit_curve("power", SIZES, SCORES)
    assert fit.parameters == pytest.approx({"c": 32.054603, "A": 11.953348, "B": 0.249104}, abs=1e-6)
    assert fit.rss == pytest.approx(0.002763, abs=5e-7)
    assert fit.aicc == pytest.approx(1.901, abs=5e-4)
    assert fit.score_at(64) == pytest.approx(27.813, abs=5e-4)


@pytest.mark.parametrize("model", CURVE_MODELS)
@pytest.mark.parametrize("unit", [1e-6, 1000.0, 1e9])
def test_the_unit_of_sizes_changes_no_prediction(model: str, unit: float) -> None:
    fit, again = fit_curve(model, SIZES, SCORES), fit_curve(model, unit * SIZES, SCORES)
    assert again.score_at(64 * unit) == pytest.approx(fit.score_at(64), rel=1e-9)
    assert (again.rss, again.aicc) == pytest.approx((fit.rss, fit.aicc), rel=1e-7)
    assert again.size_for(28.0) == pytest.approx(unit * (fit.size_for(28.0) or 0), rel=1e-6)
    values = again.parameters
    x = 5 * unit
    by_hand = values["a"] + values["b"] * np.log2(x) if model == "log" else power(x, *values.values())
    assert by_hand == pytest.approx(again.score_at(x), rel=1e-9)


# SciPy and brute force


@given(
    st.integers(6, 9), st.floats(0.1, 1.2), st.floats(5, 40), st.floats(0.01, 0.3), st.integers(0, 2**32 - 1)
)  # fmt: skip
def test_weighted_power_curves_are_those_of_scipy_or_better(
    n: int, b: float, a: float, noise: float, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    x = 1000.0 * 2.0 ** np.arange(n)
    y = power(x / 1000, 40, a, b) + noise * rng.normal(size=n)
    weights = rng.uniform(0.3, 3, size=n)
    weights /= weights.mean()
    try:
        fit = fit_curve("power", x, y, weights)
    except DataError:
        return
    try:
        start = (40.0, a, b)
        found, _ = optimize.curve_fit(power, x / 1000, y, p0=start, sigma=weights**-0.5, maxfev=20000)
    except RuntimeError:
        return
    theirs = float((weights * (y - power(x / 1000, *found)) ** 2).sum())
    ours = fit.parameters
    assert fit.rss == pytest.approx(float((weights * (y - power(x, *ours.values())) ** 2).sum()), rel=1e-5)
    assert fit.rss <= theirs * (1 + 1e-7)
    if fit.rss >= theirs * (1 - 1e-9):
        assert (ours["c"], ours["B"]) == pytest.approx((found[0], found[2]), rel=1e-3)


def test_weighted_log_curves_are_those_of_scipy() -> None:
    weights = np.array([0.5, 1.5, 1.0, 2.0, 0.4, 0.6])
    fit = fit_curve("log", SIZES, SCORES, weights)
    found, _ = optimize.curve_fit(lambda x, a, b: a + b * np.log2(x), SIZES, SCORES, sigma=weights**-0.5)
    assert tuple(fit.parameters.values()) == pytest.approx(tuple(found), rel=1e-6)


def test_no_exponent_on_a_fine_grid_fits_better() -> None:
    fit = fit_curve("power", SIZES, SCORES)
    for exponent in np.linspace(0.2, 0.3, 101):
        design = np.stack([np.ones(6), -(SIZES**-exponent)], axis=1)
        residuals = np.linalg.lstsq(design, SCORES, rcond=None)[1]
        assert residuals[0] >= fit.rss * (1 - 1e-9)


@pytest.mark.parametrize("model", CURVE_MODELS)
def test_errors_that_fall_are_scores_that_rise(model: str) -> None:
    fit, mirrored = fit_curve(model, SIZES, SCORES), fit_curve(model, SIZES, -SCORES, lower_is_better=True)
    assert mirrored.rss == pytest.approx(fit.rss) and mirrored.aicc == pytest.approx(fit.aicc)
    assert mirrored.score_at(64) == pytest.approx(-fit.score_at(64))
    assert mirrored.size_for(-28.0) == pytest.approx(fit.size_for(28.0))
    if model == "power":
        values = mirrored.parameters
        assert values["A"] > 0 and values["c"] + values["A"] * 64 ** -values["B"] == pytest.approx(-fit.score_at(64))


@pytest.mark.parametrize("model", CURVE_MODELS)
@pytest.mark.parametrize("score", [20.5, 25.0, 28.0, 31.5])
def test_sizes_are_where_the_curve_has_the_score(model: str, score: float) -> None:
    fit = fit_curve(model, SIZES, SCORES)
    size = fit.size_for(score)
    assert size is not None and fit.score_at(size) == pytest.approx(score)


def test_no_size_reaches_what_lies_above_the_ceiling() -> None:
    assert fit_curve("power", SIZES, SCORES).size_for(32.1) is None
    assert fit_curve("log", SIZES, np.full(6, 20.0)).size_for(21.0) is None


def test_curves_that_meet_every_point_are_compared_by_what_they_cost() -> None:
    line = 20 + 1.5 * np.log2(SIZES)
    log = fit_curve("log", SIZES, line)
    assert log.rss < 1e-20 and np.isfinite(log.aicc)
    exact = fit_curve("power", SIZES, power(SIZES, 40, 20, 0.3))
    assert tuple(exact.parameters.values()) == pytest.approx((40, 20, 0.3), rel=1e-5)
    assert np.isfinite(exact.aicc)


# What is refused


@pytest.mark.parametrize(
    ("model", "scores", "sentence"),
    [
        ("log", SCORES[:4], "5 sizes are needed, and there are 4"),
        ("power", SCORES[:5], "6 sizes are needed, and there are 5"),
        ("log", SCORES[:1], "and there is 1"),
        ("power", SCORES[::-1], "do not rise with size"),
        ("power", np.full(6, 20.0), "do not rise with size"),
        ("power", 2.0 ** np.arange(6), "do not bend towards a ceiling"),
        ("power", [20.0, 25, 25, 25, 25, 25], "stop rising right after the smallest sizes"),
    ],
)
def test_what_is_no_such_curve_is_refused(model: str, scores: Any, sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        fit_curve(model, SIZES[: len(scores)], scores)


def test_the_smallest_and_the_largest_size_and_score_are_taken() -> None:
    points = curve_points([1e-15, 1e15], [-1e100, 1e100])
    assert [(point.size, point.mean) for point in points] == [(1e-15, -1e100), (1e15, 1e100)]
    for size in (0.999e-15, 1.001e15):
        with pytest.raises(DataError, match="above 0"):
            curve_points([1.0, size], [1.0, 2.0])


def test_bad_numbers_are_refused() -> None:
    for sizes, scores, sentence in (
        ([0.0, 1], [1.0, 2], "above 0"),
        ([1.0, np.inf], [1.0, 2], "at most 1e\\+15"),
        ([1.0, 2], [1.0, np.nan], "Scores must be finite"),
        ([1.0, 2], [1.0, 1e101], "at most 1e\\+100"),
        ([], [], "no scores"),
    ):
        with pytest.raises(DataError, match=sentence):
            curve_points(sizes, scores)
    with pytest.raises(AlignmentError, match="Every score needs a size"):
        curve_points([1.0], [1.0, 2])
    with pytest.raises(DataError, match="A size stands twice"):
        fit_curve("log", [1.0, 1, 2, 3, 4], SCORES[:5])
    with pytest.raises(SpecError, match="Valid: log, power"):
        fit_curve("exponential", SIZES, SCORES)
    with pytest.raises(SpecError, match="confidence_level"):
        curve_points(SIZES, SCORES, confidence_level=1.0)
    with pytest.raises(DataError, match="stands twice at size 1"):
        draw_curves([1.0, 1], [1.0, 2], ["x", "x"])
    with pytest.raises(DataError, match="stands twice at one size"):
        curve_differences(([1.0, 1], [1.0, 2], "xx"), ([1.0], [1.0], "x"))


# Points and differences


def test_points_are_student_intervals_of_scipy() -> None:
    sizes, scores, _ = replicated(5, seed=1)
    for point in curve_points(sizes, scores, confidence_level=0.9):
        mine = scores[sizes == point.size]
        interval = stats.t.interval(0.9, 4, loc=mine.mean(), scale=stats.sem(mine))
        assert point.interval == pytest.approx(interval)
        assert (point.mean, point.sd, point.standard_error) == pytest.approx(
            (mine.mean(), mine.std(ddof=1), stats.sem(mine))
        )


def test_differences_are_the_paired_t_interval_of_scipy() -> None:
    sizes, scores, names = replicated(4, seed=2)
    other = scores - 0.5 + 0.1 * np.random.default_rng(3).normal(size=len(scores))
    order = np.random.default_rng(4).permutation(len(scores))  # rows in any order
    shuffled = (sizes[order], other[order], [names[i] for i in order])
    for point in curve_differences((sizes, scores, names), shuffled):
        at = sizes == point.size
        found = stats.ttest_rel(scores[at], other[at]).confidence_interval(0.95)
        assert point.interval == pytest.approx((found.low, found.high))
        assert point.n_replicates == 4


def test_differences_take_what_both_have() -> None:
    assert curve_differences(([1.0], [2.0], "x"), ([1.0], [2.0], "y")) == ()
    [point] = curve_differences(([1.0, 1, 2], [2.0, 3, 9], "xyx"), ([1.0, 4], [1.5, 9], "yx"))
    assert (point.size, point.n_replicates, point.mean, point.interval) == (1.0, 1, 1.5, None)


def test_weights_are_inverse_squared_errors_with_a_floor() -> None:
    assert curve_weights([4, 4], [1.0, 2.0]).tolist() == pytest.approx([1.6, 0.4])
    pooled = np.sqrt((0 + 1 + 1) / 3)
    by_hand = np.array([4 / (pooled / 2) ** 2, 4 / 1, 4 / 1])
    assert curve_weights([4, 4, 4], [0.0, 1.0, 1.0]) == pytest.approx(by_hand / by_hand.mean())
    alone = np.array([4 / 1, 1 / 1])  # a single replicate has the pooled deviation
    assert curve_weights([4, 1], [1.0, 0.0]) == pytest.approx(alone / alone.mean())
    assert curve_weights([4, 2], [0.0, 0.0]) == pytest.approx(np.array([4, 2]) / 3)


# Resamples


@pytest.mark.parametrize("is_whole", [True, False])
def test_resamples_are_those_of_a_loop(is_whole: bool) -> None:
    sizes, scores, names = replicated(4, seed=5)
    if not is_whole:
        names = [f"{name}-{size}" for name, size in zip(names, sizes, strict=True)]
    draws = draw_curves(sizes, scores, names, n_resamples=50, rng=9)
    assert draws.is_whole is is_whole and draws.drawn_means is not None and draws.drawn_weights is not None
    assert draws.weights == pytest.approx(curve_weights([4] * 6, [scores[sizes == size].std(ddof=1) for size in SIZES]))
    curve = fitted_curve("power", draws)
    for b in (0, 7, 49):
        means, sds = [], []
        for i, size in enumerate(SIZES):
            values = [scores[j] for j in sorted(np.flatnonzero(sizes == size), key=lambda j: names[j])]
            rows = np.concatenate(
                [block.copy() for _, block in bootstrap_draws(4, 50, rng=9 + i * (not is_whole)).blocks()]
            )
            drawn = np.repeat(values, rows[b])
            means.append(np.mean(values) + (drawn.mean() - np.mean(values)) * np.sqrt(4 / 3))
            sds.append(drawn.std(ddof=1))
        assert draws.drawn_means[b] == pytest.approx(means)
        assert draws.drawn_weights[b] == pytest.approx(curve_weights([4] * 6, sds))
        again = fit_curve("power", SIZES, means, draws.drawn_weights[b])
        drawn_score = curve.fit.model.scores(curve.drawn[b], np.array([64.0]))[0]  # type: ignore[index]
        assert drawn_score == pytest.approx(again.score_at(64), rel=1e-6)


def test_drawn_variances_of_sizes_with_unequal_replicates_are_as_unbiased_as_the_observed_ones() -> None:
    """With as many replicates everywhere a factor n / (n - 1) that is forgotten cancels in the weights."""
    counts = [2, 3, 5, 9]
    sizes = np.repeat([1.0, 2.0, 4.0, 8.0], counts)
    scores = np.random.default_rng(2).normal(size=sum(counts))
    names = [f"r{i}" for i in range(len(sizes))]
    draws = draw_curves(sizes, scores, names, n_resamples=20, rng=3)
    assert draws.drawn_weights is not None
    sds = []
    for i, size in enumerate(np.unique(sizes)):
        at = sorted(np.flatnonzero(sizes == size), key=lambda j: names[j])
        rows = np.concatenate([block.copy() for _, block in bootstrap_draws(len(at), 20, rng=3 + i).blocks()])
        sds.append([np.repeat(scores[at], row).std(ddof=1) for row in rows])
    wanted = [curve_weights(counts, drawn) for drawn in zip(*sds, strict=True)]
    assert draws.drawn_weights == pytest.approx(np.array(wanted))


def test_intervals_are_students_over_resamples() -> None:
    sizes, scores, names = replicated(4, seed=6)
    curve = fitted_curve("log", draw_curves(sizes, scores, names, n_resamples=400))
    estimate, interval = curve.prediction(64)
    assert curve.drawn is not None and interval is not None
    drawn = curve.fit.model.scores(curve.drawn, np.array([64.0]))[:, 0]
    half = stats.t.ppf(0.975, 3) * drawn.std(ddof=1)
    assert interval == pytest.approx((estimate - half, estimate + half))
    gain, within = curve.gain(32)
    assert gain == pytest.approx(curve.fit.parameters["b"])
    assert within is not None and within[0] < gain < within[1]


@pytest.mark.parametrize("model", CURVE_MODELS)
def test_a_size_interval_ends_where_the_prediction_interval_meets_the_score(model: str) -> None:
    curve = fitted_curve(model, draw_curves(*replicated(4, seed=7), n_resamples=400))
    size, interval = curve.size_for(25.0)
    assert size is not None and interval is not None and None not in interval
    low, high = interval
    assert low is not None and high is not None and low < size < high
    assert curve.prediction(low)[1][1] == pytest.approx(25.0, abs=1e-3)  # type: ignore[index]
    assert curve.prediction(high)[1][0] == pytest.approx(25.0, abs=1e-3)  # type: ignore[index]


@pytest.mark.parametrize("model", CURVE_MODELS)
def test_resamples_and_sizes_some_at_a_time_give_the_same(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All at once, 20,000 resamples took 310 MiB."""
    draws = draw_curves(*replicated(4, seed=7), n_resamples=400)
    scores = draws.drawn_means[:, 3]  # type: ignore[index]
    wanted = fitted_curve(model, draws)
    monkeypatch.setattr("steelyard.inference.learning_curves.predictions._RESAMPLES_AT_ONCE", 150)
    monkeypatch.setattr("steelyard.inference.learning_curves.predictions._MOST_CELLS", 0)
    found = fitted_curve(model, draws)
    assert np.array_equal(found.drawn, wanted.drawn)  # type: ignore[arg-type]
    assert np.array_equal(found.band().variance, wanted.band().variance)
    assert len(list(found.deviations(found.band().sizes))) == 63
    assert found.size_for(25.0, drawn_scores=scores) == wanted.size_for(25.0, drawn_scores=scores)


def test_open_ends_of_a_size_interval_are_told() -> None:
    curve = fitted_curve("power", draw_curves(*replicated(4, seed=8), n_resamples=400))
    assert curve.size_for(20.1)[1][0] is None  # type: ignore[index]
    near_the_ceiling = curve.fit.parameters["c"]
    size, interval = curve.size_for(near_the_ceiling)
    assert size is None and interval is not None and interval[0] is not None and interval[1] is None
    assert curve.size_for(500.0) == (None, None)


def test_a_drawn_score_widens_the_interval_and_a_shared_one_narrows_it() -> None:
    sizes, scores, names = replicated(4, seed=10)
    draws = draw_curves(sizes, scores, names, n_resamples=400)
    curve = fitted_curve("log", draws)
    score = float(draws.means[-2])
    assert draws.drawn_means is not None
    fixed = curve.size_for(score)[1]
    apart = curve.size_for(score, drawn_scores=draws.drawn_means[::-1, -2])[1]
    assert fixed is not None and apart is not None
    assert apart[0] < fixed[0] and apart[1] > fixed[1]  # type: ignore[operator]
    fewer = curve.size_for(score, drawn_scores=draws.drawn_means[:, -2], degrees_of_freedom=1)[1]
    assert fewer is not None and (fewer[1] or np.inf) > apart[1]  # type: ignore[operator]


def test_replicates_that_are_all_alike_have_intervals_without_width() -> None:
    draws = draw_curves(np.tile(SIZES, 3), np.tile(SCORES, 3), [name for name in "xyz" for _ in SIZES])
    curve = fitted_curve("power", draws)
    estimate, interval = curve.prediction(64)
    assert estimate == pytest.approx(27.813, abs=5e-4) and interval == pytest.approx((estimate, estimate))
    size, sizes = curve.size_for(25.5)
    assert sizes == pytest.approx((size, size), rel=1e-6)


def test_one_replicate_gives_no_interval() -> None:
    draws = draw_curves(SIZES, SCORES, ["x"] * 6)
    assert draws.drawn_means is None and draws.weights.tolist() == [1.0] * 6
    curve = fitted_curve("log", draws)
    assert curve.prediction(64)[1] is None and curve.gain(32)[1] is None and curve.size_for(25.0)[1] is None


def test_the_misfit_is_residuals_in_standard_errors() -> None:
    sizes, scores, names = replicated(4, seed=11)
    draws = draw_curves(sizes, scores, names)
    errors = np.array([scores[sizes == size].std(ddof=1) / 2 for size in SIZES])
    floored = np.maximum(errors, 0.5 * np.sqrt((errors**2).mean()))
    for model in CURVE_MODELS:
        curve = fitted_curve(model, draws)
        off = draws.means - [curve.fit.score_at(size) for size in SIZES]
        by_hand = np.sqrt(((off / floored) ** 2).sum() / (6 - len(curve.fit.parameters)))
        assert curve.misfit == pytest.approx(by_hand, rel=1e-6)
    few = draw_curves(np.append(sizes, 64.0), np.append(scores, 28.0), [*names, "r0"])  # one run at the largest size
    assert fitted_curve("power", few).misfit is not None
    assert fitted_curve("power", draw_curves(SIZES, SCORES, ["x"] * 6)).misfit is None


@pytest.mark.levels
@pytest.mark.parametrize("n_replicates", [3, 5])
@pytest.mark.parametrize("falling", [False, True])
def test_predictions_cover_the_truth(n_replicates: int, falling: bool) -> None:
    sd = 0.5 * SIZES**-0.5 if falling else np.full(6, 0.4)
    rng = np.random.default_rng(n_replicates)
    n, covered = 150, dict.fromkeys(CURVE_MODELS, 0)
    names = [f"r{i}" for i in range(n_replicates) for _ in SIZES]
    for number in range(n):
        for model in CURVE_MODELS:
            truth = 20 + 1.3 * np.log2(SIZES) if model == "log" else power(SIZES, 34, 15, 0.35)
            wanted = 20 + 1.3 * 6 if model == "log" else float(power(np.array(64.0), 34, 15, 0.35))
            scores = truth + sd * rng.normal(size=(n_replicates, 6))
            draws = draw_curves(np.tile(SIZES, n_replicates), scores.ravel(), names, n_resamples=100, rng=number)
            try:
                _, interval = fitted_curve(model, draws).prediction(64)
            except DataError:
                covered[model] += 1
                continue
            assert interval is not None
            covered[model] += interval[0] <= wanted <= interval[1]
    for model, count in covered.items():
        assert stats.binomtest(count, n, 0.95, alternative="less").pvalue > 1e-3, (model, count / n)
