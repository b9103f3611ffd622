"""Two versions of a board on one scale: a known line, and what cannot be linked."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, SpecError
from steelyard.inference import LINKS, ItemCurves, fit_item_curves, link_scales

Array = NDArray[np.float64]


def curves(slopes: Array, intercepts: Array) -> ItemCurves:
    n = len(slopes)
    nothing = np.zeros(0)
    return ItemCurves(slopes, intercepts, np.zeros((n, 2, 2)), nothing, nothing, 0.0, 1.0, np.inf, 1, True)


def known(scale: float, shift: float, n: int = 20) -> tuple[ItemCurves, ItemCurves]:
    """Give curves without error, the new ones on a scale of their own."""
    rng = np.random.default_rng(2)
    slopes, difficulties = rng.lognormal(0, 0.4, n), rng.normal(0, 1, n)
    turned = (difficulties - shift) / scale
    return curves(slopes, -slopes * difficulties), curves(scale * slopes, -scale * slopes * turned)


@pytest.mark.parametrize("method", LINKS)
def test_curves_without_error_give_the_line_itself(method: str) -> None:
    link = link_scales(*known(1.3, 0.7), [(i, i) for i in range(20)], method=method)
    assert (link.scale, link.shift) == pytest.approx((1.3, 0.7), abs=1e-6)
    assert link.scale_error < 1e-6 and link.place(1.0) == pytest.approx(2.0, abs=1e-6)


@pytest.mark.parametrize(("method", "within"), [("stocking-lord", 0.1), ("mean-sigma", 0.2)])
def test_simulated_versions_are_brought_together(method: str, within: float) -> None:
    scales, shifts = [], []
    for seed in range(4):
        rng = np.random.default_rng([5, seed])
        slopes, difficulties = rng.lognormal(0, 0.4, 120), rng.normal(0.3, 1.2, 120)
        abilities = rng.normal(0, 1, 80), rng.normal(0.8, 1.2, 80)
        of_old, of_new = np.arange(80), np.concatenate([np.arange(40), np.arange(80, 120)])
        fitted = []
        for ability, items in zip(abilities, (of_old, of_new), strict=True):
            passes = 1 / (1 + np.exp(-slopes[items] * (ability[:, None] - difficulties[items])))
            fitted.append(fit_item_curves((rng.random(passes.shape) < passes).astype(float)))
        link = link_scales(fitted[0], fitted[1], [(i, i) for i in range(40)], method=method)
        spread = abilities[0].std()
        scales.append(link.scale - abilities[1].std() / spread)
        shifts.append(link.shift - (abilities[1].mean() - abilities[0].mean()) / spread)
    assert abs(np.mean(scales)) < within and abs(np.mean(shifts)) < within


def test_items_that_tell_nothing_are_no_link() -> None:
    old, new = known(1.0, 0.0, 6)
    new.slopes[2:] = np.nan
    with pytest.raises(SpecError, match="Of 6 shared items 2 separate systems"):
        link_scales(old, new, [(i, i) for i in range(6)])
    with pytest.raises(SpecError, match="Of 0 shared items"):
        link_scales(old, new, [])
    with pytest.raises(SpecError, match="linked by"):
        link_scales(old, new, [(0, 0)], method="haebara")
    with pytest.raises(AlignmentError, match="does not have"):
        link_scales(old, new, [(0, 6)])


@pytest.mark.parametrize("method", LINKS)
def test_errors_follow_from_small_changes_of_the_curves(method: str) -> None:
    """The line is moved by each slope and intercept in turn: errors of curves that are apart add up so."""
    rng = np.random.default_rng(4)
    old, new = known(1.2, 0.5, 9)
    for version in (old, new):
        version.slopes[:] *= rng.lognormal(0, 0.05, 9)
        version.intercepts[:] += rng.normal(0, 0.05, 9)
        roots = 0.05 * rng.normal(size=(9, 2, 2))
        version.covariances[:] = roots @ roots.swapaxes(1, 2) + 0.02 * np.eye(2)
    shared = [(i, i) for i in range(9)]

    def line() -> Array:
        found = link_scales(old, new, shared, method=method)
        return np.array([found.scale, found.shift])

    expected, step = np.zeros(2), 1e-5
    for version in (old, new):
        for i in range(9):
            gradient = []
            for part in (version.slopes, version.intercepts):
                part[i] += step
                up = line()
                part[i] -= 2 * step
                gradient.append((up - line()) / (2 * step))
                part[i] += step
            expected += np.einsum("ik,ij,jk->k", np.array(gradient), version.covariances[i], np.array(gradient))
    found = link_scales(old, new, shared, method=method)
    # Stocking and Lord's errors leave out how the curves' misfit bends the line.
    assert (found.scale_error, found.shift_error) == pytest.approx(np.sqrt(expected), rel=0.03)


@pytest.mark.levels
def test_intervals_hold_for_other_systems() -> None:
    """In 60 simulated pairs of boards the line of the populations lies inside as often as is said."""
    held = np.zeros((len(LINKS), 2))
    for seed in range(60):
        rng = np.random.default_rng([6, seed])
        slopes, difficulties = rng.lognormal(0, 0.4, 120), rng.normal(0.3, 1.2, 120)
        abilities = rng.normal(0, 1, 40), rng.normal(0.8, 1.2, 40)
        fitted = []
        for ability, items in zip(abilities, (np.arange(80), np.arange(40, 120)), strict=True):
            passes = 1 / (1 + np.exp(-slopes[items] * (ability[:, None] - difficulties[items])))
            fitted.append(fit_item_curves((rng.random(passes.shape) < passes).astype(float)))
        for place, method in enumerate(LINKS):
            link = link_scales(fitted[0], fitted[1], [(40 + i, i) for i in range(40)], method=method)
            ends = ((1.2, link.scale_interval), (0.8, link.shift_interval))
            held[place] += [low <= true <= high for true, (low, high) in ends]
    assert (held >= 53).all()  # 57 are expected; fewer than 53 have a chance of 3 %


def test_curves_without_errors_are_no_link() -> None:
    old, new = known(1.0, 0.5)
    with pytest.raises(SpecError, match="Curves of one version have no errors, since so few systems leave"):
        link_scales(old, replace(new, covariances=np.full((20, 2, 2), np.nan)), [(i, i) for i in range(20)])


def test_a_step_to_the_line_is_of_half_a_unit_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steelyard.inference.item_response.linking._MOST_STEPS", 1)
    link = link_scales(*known(1.3, 0.7), [(i, i) for i in range(20)])
    assert 0 < link.shift <= 0.5 < 0.7 and abs(np.log(link.scale)) <= 0.5
