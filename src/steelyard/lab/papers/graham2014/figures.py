"""The figures of Graham et al. 2014: what is concluded of each pair, and what tests hold the difference against."""

from collections.abc import Sequence
from typing import Any

from steelyard.inference import pseudo_statistics, shared_bins
from steelyard.lab.papers.graham2014.tables import ALPHAS, TESTS, PairTests, by_lead
from steelyard.questions.test_accuracy.answer import Conclusions, levels_of
from steelyard.results.figure import Figure, Mark, Series, figure_name, level_cells, named_apart
from steelyard.scored.pairs import Pair
from steelyard.types import Measurement

__all__ = ["conclusion_maps", "distribution_figures", "missing_figures"]

_BINS = 40


def conclusion_maps(conclusions: Sequence[Conclusions], systems: Sequence[str]) -> tuple[Figure, ...]:
    """Draw figure 7, what people conclude of every pair, and figure 8, what each test on each metric does."""
    found: dict[tuple[str, str], list[Conclusions]] = {}
    for one in conclusions:
        found.setdefault((one.metric, one.test), []).append(one)
    figures = []
    for (metric, test), members in found.items():
        if metric == "people":
            name, title = "figure-7", f"What people conclude of every ordered pair ({members[0].label})"
        else:
            name = figure_name("figure-8", metric, test)
            title = f"What {TESTS[test]} concludes of every ordered pair under {members[0].label}"
        figures.append(level_cells(name, title, systems, levels_of(members), ALPHAS))
    return named_apart(figures)


def distribution_figures(
    found: PairTests, measurements: Sequence[Measurement], names: Sequence[str], asked: Sequence[Pair], **drawing: Any
) -> tuple[Figure, ...]:
    """Draw the pairs that were asked for, or the closest that all tests tell apart and the furthest that none does."""
    figures = []
    for m, measurement in enumerate(measurements):
        chosen = [("distributions", pair) for pair in asked] if asked else _typical(found, m)
        for name, pair in chosen:
            figures.append(_distributions(figure_name(name, measurement.metric), measurement, pair, names, **drawing))
    return named_apart(figures)


def _typical(found: PairTests, m: int) -> list[tuple[str, Pair]]:
    pairs = by_lead(found.leads[m])
    clear = [pair for pair in pairs if (found.p_values[:, m][:, pair[0], pair[1]] <= ALPHAS[0]).all()]
    unclear = [
        (a, b)
        for a, b in pairs
        if (found.p_values[:, m][:, [a, b], [b, a]] > ALPHAS[0]).all()
    ]  # fmt: skip
    return [("figure-5", pair) for pair in clear[:1]] + [("figure-6", pair) for pair in unclear[-1:]]


def missing_figures(found: PairTests, measurements: Sequence[Measurement]) -> list[str]:
    """Say which of the two figures no pair is fit for."""
    sentences = []
    for m, measurement in enumerate(measurements):
        drawn = {name for name, _ in _typical(found, m)}
        if "figure-5" not in drawn:
            sentences.append(f"No figure 5 for {measurement.label}: no pair differs significantly by all three tests.")
        if "figure-6" not in drawn:
            sentences.append(f"No figure 6 for {measurement.label}: every pair differs significantly by some test.")
    return sentences


def _distributions(
    name: str,
    measurement: Measurement,
    pair: Pair,
    names: Sequence[str],
    *,
    n_resamples: int,
    seed: int,
    n_threads: int,
) -> Figure:
    sign = 1.0 if measurement.higher_is_better else -1.0
    values = [
        sign * pseudo_statistics(test, measurement, pair, n_resamples=n_resamples, rng=seed, n_threads=n_threads)
        for test in TESTS
    ]
    middles, counts = shared_bins(values, _BINS)
    totals = measurement.statistics.totals()
    lead = sign * float(measurement.differences(totals[pair[0]], totals[pair[1]])) + 0.0  # no -0
    x = tuple(middles.tolist())
    turned = "" if measurement.higher_is_better else ", sign turned"
    return Figure(
        name=name,
        title=f"Pseudo-statistics of {names[pair[0]]} over {names[pair[1]]} under {measurement.label}",
        kind="bars",
        x_label=f"difference in {measurement.label}{turned}",
        y_label="draws",
        series=tuple(
            Series(label, x, tuple(map(float, count.tolist())))
            for label, count in zip(TESTS.values(), counts, strict=True)
        ),
        marks=(Mark("x", lead, f"observed {lead:+.3g}"), Mark("x", 0.0, "origin")),
        note="The paired bootstrap counts what lies left of the origin, the others what lies right of the observed "
        "difference.",
    )
