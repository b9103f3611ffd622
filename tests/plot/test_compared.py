"""Figures of comparisons, ratings and agreement hold the numbers of the stored results."""

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.plot import figures_of
from steelyard.plot.pairs import MOST_PAIRS, thinned
from steelyard.plot.ranking import MOST_CELLS, MOST_ROWS, Ranked, partial_order
from steelyard.plot.systems import ranking_figures, tables_of
from steelyard.results import Comparison, Figure, MetaEvaluation, MetricAgreementRow, RatingsAnalysis, ScoreRow
from steelyard.types import OutputScores
from tests.conftest import EXAMPLES, SYSTEMS

N = 40


def data(n_systems: int = 4) -> sy.TestSet:
    """Make systems of which each gets more words wrong than the one before."""
    rng = np.random.default_rng(1)
    references = [" ".join(rng.choice(list("abcdefgh"), size=9)) for _ in range(N)]
    systems = {
        f"s{i}": [" ".join(w if rng.random() > 0.06 * (i // 2) else "z" for w in line.split()) for line in references]
        for i in range(n_systems)
    }
    return sy.TestSet(references=[references], systems=systems)


@pytest.fixture(scope="module")
def evaluation() -> sy.Evaluation:
    return sy.evaluate(data(), metrics=["wer", "bleu"])


@pytest.fixture(scope="module")
def comparison(evaluation: sy.Evaluation) -> Comparison:
    return evaluation.compare(n_resamples=199)


def named(figures: tuple[Figure, ...]) -> dict[str, Figure]:
    return {figure.name: figure for figure in figures}


def test_a_stored_comparison_gives_the_same_figures(comparison: Comparison) -> None:
    stored = Comparison.from_dict(comparison.to_dict())
    assert figures_of(stored) == figures_of(comparison)
    assert [figure.name for figure in figures_of(stored)] == [
        "intervals-wer", "differences-wer", "ranks-wer", "intervals-bleu", "differences-bleu", "ranks-bleu",
    ]  # fmt: skip


@pytest.mark.parametrize("metric", ["wer", "bleu"])
def test_rows_are_the_scores_best_first_and_series_the_clusters(comparison: Comparison, metric: str) -> None:
    figure = named(figures_of(comparison))[f"intervals-{metric}"]
    rows = {row.system: row for row in comparison.scores if row.metric == metric}
    shown = {
        figure.row_names[int(x)]: (series.name, y, (low, high))
        for series in figure.series
        for x, y, low, high in zip(series.x, series.y, series.low, series.high, strict=True)
    }
    assert shown == {name: (str(row.cluster), row.score, row.interval) for name, row in rows.items()}
    ranks = [rows[name].rank for name in figure.row_names]
    assert ranks == sorted(ranks)
    assert figure.y_label == ("WER (lower is better)" if metric == "wer" else "BLEU")


def test_the_direction_is_the_metrics_where_systems_are_tied() -> None:
    data = sy.TestSet(references=[["a b c d e"] * 3], systems={"x": ["a b c d f"] * 3, "y": ["a b c d g"] * 3})
    figure = named(figures_of(sy.evaluate(data, ["wer"]).compare(n_resamples=20)))["intervals-wer"]
    assert figure.y_label == "WER (lower is better)"


@pytest.mark.parametrize(("metric", "sign"), [("wer", -1.0), ("bleu", 1.0)])
def test_the_heat_map_has_every_pair_twice_and_is_blue_where_the_row_is_better(
    comparison: Comparison, metric: str, sign: float
) -> None:
    figure = named(figures_of(comparison))[f"differences-{metric}"]
    names = figure.row_names
    shown = {
        (names[int(y)], names[int(x)]): (z, i)
        for i, series in enumerate(figure.series)
        for x, y, z in zip(series.x, series.y, series.z, strict=True)
    }
    pairs = [row for row in comparison.pairs if row.metric == metric]
    assert len(shown) == 2 * len(pairs)
    verdicts = {"better": 0, "worse": 1}
    for row in pairs:
        which = verdicts.get(row.verdict, 2)
        assert shown[row.system, row.against] == (sign * row.difference, which)
        assert shown[row.against, row.system] == (-sign * row.difference, (1, 0, 2)[which])
        assert which == 2 or (sign * row.difference > 0) == (which == 0)


def test_systems_are_joined_unless_they_differ_significantly(comparison: Comparison) -> None:
    figure = named(figures_of(comparison))["ranks-wer"]
    ranges, *lines = figure.series
    rows = {row.system: row for row in comparison.scores if row.metric == "wer"}
    for x, y, low, high in zip(ranges.x, ranges.y, ranges.low, ranges.high, strict=True):
        row = rows[figure.row_names[int(x)]]
        assert (y, low, high) == (row.rank, row.rank_low, row.rank_high)
    joined = {frozenset(figure.row_names[int(x)] for x in pair) for line in lines for pair in combinations(line.x, 2)}
    undecided = [row for row in comparison.pairs if row.metric == "wer" and row.verdict not in ("better", "worse")]
    assert joined == {frozenset((row.system, row.against)) for row in undecided}
    assert 0 < len(joined) < 6


@given(st.integers(1, 9).flatmap(lambda n: st.tuples(st.just(n), st.sets(st.sampled_from(
    [*combinations(range(n), 2)] or [(0, 0)])))))  # fmt: skip
def test_lines_join_exactly_what_is_not_told_apart_and_never_touch(case: tuple[int, set[tuple[int, int]]]) -> None:
    n, better = case
    ranked = [Ranked(f"s{i}", -float(i), None, i + 1, 1, n, 1) for i in range(n)]
    figure = partial_order("a", "b", ranked, {(f"s{i}", f"s{j}") for i, j in better})
    lines = figure.series[1:]
    joined = {tuple(map(int, pair)) for line in lines for pair in combinations(line.x, 2)}
    assert joined == set(combinations(range(n), 2)) - better
    for lane in {line.y[0] for line in lines}:
        spans = sorted((min(line.x), max(line.x)) for line in lines if line.y[0] == lane)
        assert all(high + 1 < low for (_, high), (low, _) in pairwise(spans))


def test_null_distributions_are_the_draws_with_the_difference_found(
    evaluation: sy.Evaluation, comparison: Comparison
) -> None:
    nulls = evaluation.null_distributions(comparison)
    assert nulls == evaluation.report_page(comparison).nulls
    figures = named(figures_of(comparison, nulls=nulls, pairs=[("s0", "s3")]))
    figure = figures["null-wer-s3-s0"]
    null = next(null for null in nulls if (null.metric, null.system, null.against) == ("wer", "s3", "s0"))
    [series] = figure.series
    assert series.y == tuple(100 * count / 199 for count in null.counts)
    assert series.x[len(series.x) // 2] == pytest.approx(0)
    assert [mark.value for mark in figure.marks] == [null.observed, -null.observed]
    row = next(row for row in comparison.pairs if (row.metric, row.system, row.against) == ("wer", "s3", "s0"))
    assert f"p = {row.p_value:.2g}" in figure.marks[0].name and row.difference == pytest.approx(null.observed)
    assert [name for name in figures if name.startswith("null-")] == ["null-wer-s3-s0", "null-bleu-s3-s0"]


def test_a_one_sided_test_marks_one_side(evaluation: sy.Evaluation) -> None:
    comparison = evaluation.compare(n_resamples=99, alternative="better", pairs=["s3:s0"])
    figures = named(figures_of(comparison, nulls=evaluation.null_distributions(comparison)))
    assert [len(f.marks) for name, f in figures.items() if name.startswith("null")] == [1, 1]


def test_a_test_without_draws_has_no_null_distribution(evaluation: sy.Evaluation) -> None:
    scores = {f"s{i}": np.random.default_rng(i).normal(size=N).tolist() for i in range(4)}
    outside = sy.evaluate(data(), metrics=[], segment_scores={"COMET": scores})
    for test, correction in (("t", "holm"), ("randomization", "tukey")):
        assert outside.null_distributions(outside.compare(test, correction, n_resamples=99)) == ()
    with pytest.raises(SpecError, match="of other texts or scores"):
        evaluation.null_distributions(outside.compare(n_resamples=99))


def test_segments_are_scattered_metric_by_metric(evaluation: sy.Evaluation, comparison: Comparison) -> None:
    segments = evaluation.report_page(comparison).segments
    assert segments is not None
    figures = named(figures_of(comparison, segments=segments.scores, pairs=[("s3", "s0")]))
    scores = {(row.metric.split("(")[0], row.system): row.scores for row in segments.scores}
    for metric in ("wer", "bleu"):
        figure = figures[f"segments-{metric}-s3-s0"]
        assert (figure.series[0].x, figure.series[0].y) == (scores[metric, "s0"], scores[metric, "s3"])
        above = sum(b > a for a, b in zip(*(scores[metric, name] for name in ("s0", "s3")), strict=True))
        assert f"s3 higher in {above}, s0 in " in figure.title and f"of {N} segments" in figure.title


def test_of_many_pairs_the_first_neighbours_in_the_ranking_are_drawn_one_by_one() -> None:
    evaluation = sy.evaluate(data(8), metrics=["wer"])
    comparison = evaluation.compare(n_resamples=99)
    figures = figures_of(
        comparison, nulls=evaluation.null_distributions(comparison), segments=evaluation.scores(segments=True).segments
    )
    order = named(figures)["intervals-wer"].row_names
    for start in ("null", "segments"):
        names = [figure.name.split("-")[2:] for figure in figures if figure.name.startswith(start)]
        assert [set(name) for name in names] == [set(pair) for pair in pairwise(order)][:MOST_PAIRS]


def test_where_not_all_pairs_were_asked_the_differences_are_intervals(evaluation: sy.Evaluation) -> None:
    comparison = evaluation.compare(n_resamples=199, pairs="baseline")
    figures = named(figures_of(comparison))
    assert list(figures) == ["intervals-wer", "differences-wer", "intervals-bleu", "differences-bleu"]
    figure, pairs = figures["differences-bleu"], [row for row in comparison.pairs if row.metric == "bleu"]
    [series] = figure.series
    assert figure.row_names == ("s1", "s2", "s3") and "minus that of s0" in figure.y_label
    assert series.y == tuple(row.difference for row in pairs)
    assert list(zip(series.low, series.high, strict=True)) == [row.interval_simultaneous for row in pairs]
    single = evaluation.compare(n_resamples=199, pairs=["s0:s2", "s1:s3"])
    assert named(figures_of(single))["differences-wer"].row_names == ("s2 − s0", "s3 − s1")


def test_of_more_systems_than_a_column_holds_the_best_are_shown() -> None:
    comparison = sy.evaluate(data(34), metrics=["wer"]).compare(n_resamples=99)
    figures = named(figures_of(comparison))
    best = [row.system for row in sorted(comparison.scores, key=lambda row: row.rank)]
    assert set(figures["intervals-wer"].row_names) <= set(best[: MOST_ROWS + 1])
    assert [len(figure.row_names) for figure in figures.values()] == [MOST_ROWS, MOST_CELLS, MOST_CELLS]
    assert figures["differences-wer"].title.endswith(f"the {MOST_CELLS} best of 34")
    assert figures["intervals-wer"].title.endswith(f"the {MOST_ROWS} best of 34")


def test_many_points_are_thinned_evenly() -> None:
    points = [(float(i), 0.0) for i in range(10_000)]
    assert thinned(points[:2000]) == points[:2000]
    assert thinned(points) == points[::5]


def test_ratings_are_drawn_as_metrics_are_and_rankings_without_pairs() -> None:
    analysis = sy.analyse_ratings(EXAMPLES / "ratings.tsv", n_resamples=199)
    figures = named(figures_of(RatingsAnalysis.from_dict(analysis.to_dict())))
    assert list(figures) == ["intervals-score", "differences-score", "ranks-score"]
    assert set(figures["intervals-score"].row_names) == set(SYSTEMS)
    values = [y for series in figures["intervals-score"].series for y in series.y]
    assert values == sorted((row.score for row in analysis.scores), reverse=True)
    rankings = replace(analysis, pairs=())
    assert list(named(figures_of(rankings))) == ["intervals-score", "ranks-score"]
    assert len(named(figures_of(rankings))["ranks-score"].series) == 1  # nothing says who cannot be told apart


@pytest.fixture(scope="module")
def judged() -> tuple[MetaEvaluation, OutputScores, list[OutputScores]]:
    rng, systems = np.random.default_rng(1), tuple("abcdefgh")
    quality = rng.normal(size=(8, 1)) + rng.normal(size=(8, 40))
    people = OutputScores("mqm", systems, np.where(rng.random((8, 40)) < 0.1, np.nan, quality))
    metrics = [
        OutputScores(f"noise {n}", systems, -quality - n * rng.normal(size=(8, 40)), higher_is_better=False)
        for n in (9, 3, 1, 2)
    ]
    return sy.meta_evaluate(people, metrics, n_resamples=200), people, metrics


def test_metrics_are_ranked_by_their_agreement_level_by_level(
    judged: tuple[MetaEvaluation, OutputScores, list[OutputScores]],
) -> None:
    evaluation = MetaEvaluation.from_dict(judged[0].to_dict())
    figures = named(figures_of(evaluation))
    assert list(figures) == [
        f"{name}-{level}" for level in ("system", "segment") for name in ("intervals", "differences", "ranks")
    ]
    for level in ("system", "segment"):
        figure, rows = figures[f"intervals-{level}"], evaluation.deciding(level)
        assert figure.row_names == tuple(row.metric for row in rows)
        assert [y for series in figure.series for y in series.y] == [row.value for row in rows]
        assert [mark.value for mark in figure.marks] == [rows[0].guess]
        heat = figures[f"differences-{level}"]
        better, _, rest = heat.series
        found = {(heat.row_names[int(y)], heat.row_names[int(x)]) for x, y in zip(better.x, better.y, strict=True)}
        pairs = [row for row in evaluation.pairs if row.level == level]
        assert found == {(row.metric, row.against) for row in pairs if row.verdict == "better"}
        assert len(found) + len(rest.x) / 2 == len(pairs)


def test_the_best_metrics_are_held_against_people_on_the_outputs_of_the_evaluation(
    judged: tuple[MetaEvaluation, OutputScores, list[OutputScores]],
) -> None:
    evaluation, people, metrics = judged
    figures = [f for f in figures_of(evaluation, people=people, metrics=metrics) if f.kind == "scatter"]
    assert [figure.name for figure in figures] == ["outputs-noise-1", "outputs-noise-2", "outputs-noise-3"]
    is_rated = np.isfinite(people.values)
    assert len(figures[0].series[0].x) == evaluation.method["n_outputs"] == is_rated.sum()
    assert figures[0].series[0].x == tuple(metrics[2].values[is_rated])
    assert figures[0].series[0].y == tuple(people.values[is_rated])
    assert figures[0].x_label == "noise 1 (lower is better)"


def test_a_single_metric_and_what_is_not_defined_are_left_out_of_rankings(
    judged: tuple[MetaEvaluation, OutputScores, list[OutputScores]],
) -> None:
    _, people, metrics = judged
    alone = sy.meta_evaluate(people, metrics[:1], levels=["segment"], n_resamples=100)
    assert [figure.name for figure in figures_of(alone)] == ["intervals-segment"]
    nothing = MetricAgreementRow("system", "pearson", "", "constant", None, None, 1)
    assert figures_of(MetaEvaluation((nothing,), (), alone.method)) == ()


def test_scores_without_ranks_are_a_figure_of_intervals_alone() -> None:
    rows = [ScoreRow("m", "M", name, 9.0 - i, None, i + 1, None, None, None, "") for i, name in enumerate("abc")]
    [table] = tables_of(rows, ())
    assert [figure.name for figure in ranking_figures(table, {})] == ["intervals-m"]
    ranked = [replace(row, rank_low=row.rank, rank_high=3) for row in rows]
    [table] = tables_of(ranked, ())
    assert [figure.name for figure in ranking_figures(table, {})] == ["intervals-m", "ranks-m"]
