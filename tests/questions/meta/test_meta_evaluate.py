"""`sy.meta_evaluate`: what takes part, what is computed, and what may be said of it."""

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest

import steelyard as sy
from steelyard import report
from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.inference import holm
from steelyard.meta import calibrate_ties, correlate_level, fisher_interval, pair_decisions, williams_test
from steelyard.questions.meta.levels import _by_document
from steelyard.questions.meta.question import STATISTICS
from steelyard.results import MetaEvaluation, MetricAgreementRow
from steelyard.types import Labels, OutputScores

SYSTEMS = tuple("abcdefgh")


def made_up(noises: tuple[float, ...], *, seed: int = 1, n: int = 40) -> tuple[OutputScores, list[OutputScores]]:
    """Make ratings, and metrics that are these and noise."""
    rng = np.random.default_rng(seed)
    quality = rng.normal(size=(8, 1)) + rng.normal(size=(8, n))
    metrics = [
        OutputScores(f"metric {m}", SYSTEMS, quality + noise * rng.normal(size=(8, n)))
        for m, noise in enumerate(noises)
    ]
    return OutputScores("people", SYSTEMS, quality.round(1)), metrics


def rows(found: MetaEvaluation, level: str, statistic: str) -> dict[str, MetricAgreementRow]:
    return {row.metric: row for row in found.agreement if (row.level, row.statistic) == (level, statistic)}


def test_values_are_those_of_the_statistics() -> None:
    people, metrics = made_up((0.5, 2))
    found = sy.meta_evaluate(people, metrics, n_resamples=99)
    x, y = np.stack([metric.values for metric in metrics]), people.values
    for m, metric in enumerate(metrics):
        fitted = calibrate_ties(x[m].T, y.T)
        calibrated = rows(found, "segment", "calibrated-accuracy")[metric.name]
        assert (calibrated.value, calibrated.threshold) == (fitted.accuracy, fitted.threshold)
        tied = np.mean([y[i] == y[j] for i in range(8) for j in range(i)])
        assert (calibrated.guess, rows(found, "system", "pearson")[metric.name].guess) == (
            pytest.approx(max(tied, (1 - tied) / 2)),
            0,
        )
        kendall = correlate_level(x[m], y, level="item", statistic="kendall").values[0]
        assert rows(found, "segment", "kendall")[metric.name].value == pytest.approx(kendall)
        accuracy = pair_decisions(x[m].mean(axis=1), y.mean(axis=1)).accuracy[0]
        assert rows(found, "system", "pairwise-accuracy")[metric.name].value == accuracy
        assert rows(found, "system", "pearson")[metric.name].value == pytest.approx(
            correlate_level(x[m], y, level="system").values[0]
        )
    for row in found.agreement:
        assert row.interval is not None and row.value is not None
        assert row.interval[0] - 0.02 <= row.value <= row.interval[1] + 0.05
    assert MetaEvaluation.from_dict(found.to_dict()) == found
    assert sy.meta_evaluate(people, metrics, n_resamples=99) == found


def test_every_statistic_is_computed_at_every_level_it_is_for() -> None:
    people, metrics = made_up((0.5, 2), n=24)
    people = replace(people, values=50 + 60 * people.values, documents=tuple("abcdef" * 4))
    asked = []
    for name in STATISTICS:
        for level in ("system:{}", "segment:{}", "document:{}", "segment:{}:system", "segment:{}:none"):
            try:
                found = sy.meta_evaluate(
                    people, metrics, levels=[], statistics=[level.format(name)], n_resamples=50, test="bootstrap"
                )
            except SpecError:
                continue
            asked.append(level.format(name))
            assert {row.metric for row in found.agreement if row.interval is not None} == {"metric 0", "metric 1"}
            assert found.agreement[0].metric == "metric 0"
    assert len(asked) == 4 + 2 * 2 + 5 * (len(STATISTICS) - 6)


def test_metrics_that_differ_and_metrics_that_do_not() -> None:
    people, metrics = made_up((0.3, 0.3, 3))
    metrics.append(replace(metrics[0], name="again"))
    found = sy.meta_evaluate(people, metrics, n_resamples=499)
    best = found.trusted("segment")
    assert set(best) == {"metric 0", "again", "metric 1"}
    [pair] = [
        row for row in found.pairs if row.level == "segment" and {row.metric, row.against} == {"metric 0", "again"}
    ]
    assert (pair.difference, pair.p_value, pair.p_adjusted, pair.verdict) == (0, 1, 1, "cannot tell")
    assert len(found.pairs) == 2 * 6
    for level in ("system", "segment"):
        shares = [row.share_first for row in found.deciding(level)]
        assert sum(share or 0 for share in shares) == pytest.approx(1)
    [alone] = sy.meta_evaluate(people, metrics[:1], levels=["system"], n_resamples=99).deciding("system")
    assert (alone.rank_low, alone.rank_high, alone.cluster) == (1, 1, 1)


def test_a_constant_metric_is_undefined_and_leaves_the_others_their_intervals() -> None:
    people, metrics = made_up((0.5, 2))
    plain = sy.meta_evaluate(people, metrics, n_resamples=99)
    constant = OutputScores("constant", SYSTEMS, np.full((8, 40), 3.0))
    found = sy.meta_evaluate(people, [*metrics, constant], n_resamples=99)
    for level, statistic in (("system", "pearson"), ("segment", "pearson"), ("segment", "kendall")):
        of_statistic = rows(found, level, statistic)
        assert (of_statistic["constant"].value, of_statistic["constant"].interval) == (None, None)
        assert of_statistic["metric 0"] == rows(plain, level, statistic)["metric 0"]
    assert [row.metric for row in found.deciding("segment")][-1] == "constant"
    assert "undefined" in report.text(found)
    with pytest.raises(DataError, match="not defined"):
        sy.meta_evaluate(people, [*metrics, constant], by=["segment:pearson"], n_resamples=99)


def test_errors_are_turned_round_at_the_door() -> None:
    people, metrics = made_up((0.5, 2))
    plain = sy.meta_evaluate(people, metrics, n_resamples=99)
    turned = [replace(metric, values=-metric.values, higher_is_better=False) for metric in metrics]
    assert sy.meta_evaluate(people, turned, n_resamples=99).agreement == plain.agreement


def test_only_what_all_have_takes_part() -> None:
    people, metrics = made_up((0.5, 2))
    plain = sy.meta_evaluate(people, metrics, n_resamples=99)
    gaps = people.values.copy()
    gaps[0, :5] = np.nan
    wider = replace(
        people,
        systems=(*SYSTEMS, "unscored", "unrated"),
        values=np.concatenate([gaps, people.values[:1], np.full((1, 40), np.nan)]),
    )
    other = metrics[1].values.copy()
    other[1, 7] = np.nan
    extra = np.concatenate([other, other[:1], other[:1]])
    second = replace(metrics[1], systems=(*SYSTEMS, "unrated", "nobody"), values=extra)
    found = sy.meta_evaluate(wider, [metrics[0], second], n_resamples=99)
    reasons = {entry["system"]: entry["reason"] for entry in found.method["left_out"]}
    assert reasons == {
        "unscored": "not scored by metric 0, metric 1",
        "unrated": "not rated by people",
        "nobody": "not rated by people",
    }
    assert (found.method["n_outputs"], found.method["n_unscored"]) == (8 * 40 - 6, 1)
    assert found.agreement != plain.agreement
    assert set(found.method["systems"]) == set(SYSTEMS)


def test_scores_of_systems_are_those_given_and_move_with_the_segments() -> None:
    people, metrics = made_up((0.5, 2))
    order = np.arange(8.0)
    corpus = replace(metrics[1], system_scores=order)
    found = sy.meta_evaluate(people, [metrics[0], corpus], levels=["system"], n_resamples=99)
    row = rows(found, "system", "pearson")["metric 1"]
    assert row.value == pytest.approx(np.corrcoef(order, people.values.mean(axis=1))[0, 1], abs=1e-12)
    assert row.interval is not None
    shifted = replace(metrics[1], system_scores=metrics[1].values.mean(axis=1) + 5)
    plain = sy.meta_evaluate(people, metrics, levels=["system"], n_resamples=99)
    again = sy.meta_evaluate(people, [metrics[0], shifted], levels=["system"], n_resamples=99)
    for a, b in zip(plain.agreement, again.agreement, strict=True):
        assert a.interval == pytest.approx(b.interval, abs=1e-9)


def test_documents_are_what_is_resampled_and_compared() -> None:
    people, metrics = made_up((0.5, 2))
    documents = [f"d{i // 4}" for i in range(40)]
    found = sy.meta_evaluate(people, metrics, documents=documents, levels=["segment", "document"], n_resamples=99)
    assert found.method["n_documents"] == 10
    assert "of a document" in found.method["compared"]["segment"]["sentence"]
    assert found.method["compared"]["segment"]["scope"] == "these systems on other documents"
    x, y = (v.reshape(8, 10, 4).mean(axis=2) for v in (metrics[0].values, people.values))
    kendall = rows(found, "document", "kendall")["metric 0"].value
    assert kendall == pytest.approx(correlate_level(x, y, level="item", statistic="kendall").values[0])
    with pytest.raises(SpecError, match="no documents"):
        sy.meta_evaluate(people, metrics, levels=["document"], n_resamples=99)


def test_many_documents_take_no_array_of_segments_by_documents() -> None:
    """A mask of that shape took 0.7 GiB for 40,000 segments of 2,000 documents."""
    rng = np.random.default_rng(5)
    scores, ratings = rng.normal(size=(2, 3, 8000)), rng.normal(size=(3, 8000))
    ratings[1, ::2] = np.nan
    scores[:, 1, ::2] = np.nan
    codes = np.arange(8000) % 4000
    tracemalloc.start()
    x, y = _by_document(scores, ratings, codes)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert x[1, 0, 7] == pytest.approx(scores[1, 0, [7, 4007]].mean())
    assert y[1, 7] == pytest.approx(ratings[1, [7, 4007]].mean()) and np.isnan(y[1, 8]) and np.isnan(x[:, 1, 8]).all()
    assert peak < 8 * 8000 * 4000 / 50


def test_williams_and_fisher_are_options_for_correlations_of_systems() -> None:
    people, metrics = made_up((0.5, 1, 2))
    found = sy.meta_evaluate(
        people, metrics, levels=[], by=["system:pearson"], test="williams", interval="fisher", n_resamples=99
    )
    x, y = [metric.of_systems() for metric in metrics], people.of_systems()
    r = [float(np.corrcoef(values, y)[0, 1]) for values in x]
    row = rows(found, "system", "pearson")["metric 0"]
    assert row.interval == pytest.approx(fisher_interval(r[0], 8))
    p = [
        williams_test(r[a], r[b], float(np.corrcoef(x[a], x[b])[0, 1]), 8).p_value for a, b in ((0, 1), (0, 2), (1, 2))
    ]
    adjusted = dict(zip([(0, 1), (0, 2), (1, 2)], holm(p).tolist(), strict=True))
    for pair in found.pairs:
        a, b = sorted(int(name[-1]) for name in (pair.metric, pair.against))
        assert pair.p_adjusted == pytest.approx(adjusted[a, b])
    assert "Holm" in found.method["sentence"]
    both = sy.meta_evaluate(people, metrics, by=["system:pearson"], test="williams", n_resamples=99)
    assert {level: part["test"] for level, part in both.method["compared"].items()} == {
        "system": "williams",
        "segment": "exchange",
    }
    with pytest.raises(SpecError, match="let one of them decide"):
        sy.meta_evaluate(people, metrics, levels=["segment"], test="williams", n_resamples=99)


def test_ratings_of_other_segments_for_every_system_leave_soft_accuracy_out() -> None:
    people, metrics = made_up((0.5, 2))
    rated = np.arange(40) % 8 == np.arange(8)[:, None]
    sparse = replace(people, values=np.where(rated, people.values, np.nan))
    found = sy.meta_evaluate(sparse, metrics, levels=["system"], n_resamples=99)
    assert found.method["by"] == {"system": "system:pairwise-accuracy"}
    assert any("soft-accuracy is left out" in note for note in found.method["notes"])
    with pytest.raises(DataError, match="soft pairwise accuracy needs"):
        sy.meta_evaluate(sparse, metrics, by=["system:soft-accuracy"], n_resamples=99)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"statistics": ["sytem:pearson"]}, "Did you mean 'system'"),
        ({"statistics": ["system:pearsn"]}, "Did you mean 'pearson'"),
        ({"statistics": ["segment:pearson:all"]}, "Valid: item, none, system"),
        ({"statistics": ["system:pearson:item"]}, "without 'item'"),
        ({"statistics": ["system:darr"]}, "write segment:darr"),
        ({"statistics": ["segment:soft-accuracy"]}, "write system:soft-accuracy"),
        ({"statistics": ["segment:calibrated-accuracy:none"]}, "outputs of the same segment"),
        ({"by": ["system:pearson", "system:spearman"]}, "Two statistics are named to rank metrics"),
        ({"levels": ["sentence"]}, "level"),
        ({"test": "exchange"}, "use --test bootstrap"),
        ({"test": "williams"}, "Williams' test is for system:pearson"),
        ({"test": "nothing"}, "Unknown test"),
        ({"swap": "nothing"}, "Unknown swap"),
        ({"resample": "nothing"}, "Unknown resample"),
        ({"interval": "bca"}, "interval"),
        ({"alpha": 0}, "alpha must lie"),
        ({"n_resamples": 0}, "number of resamples"),
        ({"documents": ["a"]}, "1 document ids for 40 segments"),
    ],
)
def test_what_cannot_be_asked_for_is_refused(options: dict, sentence: str) -> None:
    people, metrics = made_up((0.5, 2))
    with pytest.raises((SpecError, AlignmentError), match=sentence):
        sy.meta_evaluate(people, metrics, **({"n_resamples": 50} | options))


def test_of_differences_as_large_as_the_least_significant_one_about_half_are_found() -> None:
    """Of 15 systems: a metric that correlates .94 with people, and one behind it by what had to be reached, .16."""
    rng = np.random.default_rng(5)
    names = tuple(f"s{i}" for i in range(15))
    found, least = [], []
    for _ in range(100):
        quality, noise = rng.normal(size=15), rng.normal(size=(2, 15))
        scores = [r * quality + np.sqrt(1 - r * r) * noise[m] for m, r in enumerate((0.94, 0.78))]
        people, *metrics = (
            OutputScores(name, names, np.repeat(row[:, None], 3, axis=1))
            for name, row in zip(("people", "good", "worse"), (quality, *scores), strict=True)
        )
        flags = {"levels": ["system"], "statistics": ["system:pearson"], "by": ["system:pearson"]}
        [pair] = sy.meta_evaluate(people, metrics, n_resamples=200, rng=int(rng.integers(2**31)), **flags).pairs
        found.append(pair.verdict == "better")
        least.append(pair.least_significant)
    assert 0.13 < np.median(least) < 0.21
    assert 0.35 < np.mean(found) < 0.65


def test_what_does_not_fit_together_is_refused() -> None:
    people, metrics = made_up((0.5, 2))
    with pytest.raises(SpecError, match="no metric"):
        sy.meta_evaluate(people, [])
    with pytest.raises(SpecError, match="Two metrics are called"):
        sy.meta_evaluate(people, [metrics[0], metrics[0]])
    with pytest.raises(AlignmentError, match="40 segments, but people by people has 39"):
        sy.meta_evaluate(replace(people, values=people.values[:, :39]), metrics)
    with pytest.raises(AlignmentError, match=r"share 0 of the 16 systems.*named alike"):
        sy.meta_evaluate(replace(people, systems=tuple("ABCDEFGH")), metrics)
    ours, theirs = (tuple(f"{name} {i // size}" for i in range(40)) for name, size in (("talk", 5), ("page", 7)))
    with pytest.raises(AlignmentError, match=r"different texts: their documents .*'talk 0' and 'page 0'"):
        sy.meta_evaluate(replace(people, documents=ours), [replace(metric, documents=theirs) for metric in metrics])
    finer = tuple(f"part {i // 2}" for i in range(40))
    coarser = tuple(f"page {i // 4}" for i in range(40))  # two spellings, and parts of documents, are no other text
    for documents in (finer, coarser):
        people_and_documents = replace(people, documents=documents)
        sy.meta_evaluate(people_and_documents, [replace(metrics[0], documents=coarser)], n_resamples=9)
    with pytest.raises(SpecError, match="needs 3"):
        sy.meta_evaluate(people.select("ab"), metrics)
    with pytest.raises(DataError, match="no score of any segment"):
        sy.meta_evaluate(people, [replace(metrics[0], values=np.full((8, 40), np.nan), system_scores=np.arange(8.0))])


def test_buckets_are_those_of_the_functions_and_keep_to_rated_segments() -> None:
    from steelyard.inference import max_t
    from steelyard.meta import bucket_null, correlate_buckets

    rng = np.random.default_rng(5)
    quality = rng.normal(size=(6, 60))
    quality[:, 50:] = np.nan  # nobody rated the end
    systems = tuple("abcdef")
    people = OutputScores("people", systems, quality)
    noise = np.where(np.arange(60) % 2, 4.0, 0.2)
    metrics = [
        OutputScores(f"m{i}", systems, np.nan_to_num(quality) + noise * rng.normal(size=(6, 60))) for i in (0, 1)
    ]
    labels = ["odd" if i % 2 else "even" for i in range(60)]
    labels[3] = ""
    found = sy.meta_evaluate(
        people, metrics, levels=["segment"], statistics=["segment:kendall:item"], buckets=labels, n_resamples=200
    )
    codes = np.array([{"even": 0, "odd": 1, "": -1}[label] for label in labels])[:50]
    scores = np.stack([metric.values for metric in metrics])[..., :50]
    options = {"level": "item", "statistic": "kendall", "n_resamples": 200, "rng": 12345}
    expected = correlate_buckets(scores, quality[:, :50], codes, **options)
    by_row = {(row.metric, row.bucket): row for row in found.buckets}
    for m, metric in enumerate(("m0", "m1")):
        for k, bucket in enumerate(("even", "odd")):
            row = by_row[metric, bucket]
            assert row.value == expected.values[m, k] and row.interval == tuple(expected.intervals[m, k])
            assert row.n_segments == expected.n_items[k]
    null = bucket_null(scores, quality[:, :50], codes, **options)
    assert [pair.p_adjusted for pair in found.bucket_pairs] == max_t(null).p_values.tolist()
    assert [(pair.bucket, pair.against, pair.is_different) for pair in found.bucket_pairs] == [
        ("odd", "even", True)
    ] * 2
    assert all(pair.difference < 0 for pair in found.bucket_pairs)
    for wrong, error in ((["x"] * 59, AlignmentError), (["x"] * 60, SpecError)):
        with pytest.raises(error):
            sy.meta_evaluate(people, metrics, levels=["segment"], statistics=["segment:kendall:item"], buckets=wrong)
    with pytest.raises(SpecError, match="segment:kendall:item"):
        sy.meta_evaluate(people, metrics, levels=["system"], buckets=labels, n_resamples=100)


def test_nothing_is_trusted_at_a_level_without_metrics() -> None:
    people, metrics = made_up((0.5, 2))
    found = sy.meta_evaluate(people, metrics, levels=["segment"], n_resamples=50)
    assert found.trusted("system") == () and "metric 0" in found.trusted("segment")


def test_labels_of_buckets_are_taken_as_they_are() -> None:
    people, metrics = made_up((0.5, 2))
    names = ["a", "b"] * 20
    given, listed = (
        sy.meta_evaluate(people, metrics, buckets=buckets, n_resamples=50) for buckets in (Labels.of(names), names)
    )
    assert given.buckets == listed.buckets and {row.bucket for row in given.buckets} == {"a", "b"}


def test_buckets_that_differ_and_more_than_columns_hold_are_laid_out() -> None:
    people, metrics = made_up((0.2, 3), n=120)
    values = metrics[0].values.copy()
    values[:, 1::2] *= -1  # of every second segment it says the reverse
    odd = replace(metrics[0], values=values)
    found = sy.meta_evaluate(people, [odd, metrics[1]], buckets=["fair", "turned"] * 60, n_resamples=200)
    assert [pair.is_different for pair in found.bucket_pairs if pair.metric == "metric 0"] == [True]
    assert "turned < fair" in sy.report.text(found)
    many = sy.meta_evaluate(people, metrics, buckets=[f"b{i % 12}" for i in range(120)], n_resamples=50)
    assert "b11" in sy.report.text(many)


def test_williams_test_needs_four_systems() -> None:
    people, metrics = made_up((0.5, 2))
    three = people.select(people.systems[:3])
    with pytest.raises(SpecError, match="Williams' test needs four systems or more; there are 3"):
        sy.meta_evaluate(three, metrics, levels=[], by=["system:pearson"], test="williams", n_resamples=50)
