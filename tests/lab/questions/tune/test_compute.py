"""Tuning: every number again by hand, on the example's invented ratings and on ratings with a known answer."""

import json
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.metrics import Metric, parse
from steelyard.reading.formats import read_segment_scores
from steelyard.results import Tuning
from steelyard.text import Corpus
from tests.conftest import EXAMPLES

METEOR = parse("meteor-2007(without=synonym)")
HUMAN, FILE = read_segment_scores(str(EXAMPLES / "human.tsv"), may_miss=True)


def segment_scores(data: sy.TestSet, metric: Metric) -> np.ndarray:
    return np.array([made.scores for made in sy.evaluate(data, metric).scores(segments=True).segments])


def pooled(scores: np.ndarray, ratings: np.ndarray) -> float:
    is_rated = ~np.isnan(ratings)
    return float(stats.pearsonr(scores[is_rated], ratings[is_rated]).statistic)


@pytest.fixture(scope="module")
def ratings(example: sy.TestSet) -> np.ndarray:
    return np.array([HUMAN[name] for name in example.system_names])


@pytest.fixture(scope="module")
def tuning(example: sy.TestSet) -> Tuning:
    return sy.lab.tune(example, METEOR, HUMAN, human_file=FILE)


def test_every_correlation_is_that_of_the_metric_with_these_parameters(
    tuning: Tuning, example: sy.TestSet, ratings: np.ndarray
) -> None:
    """Two references: which of them is the best changes with the parameters."""
    start = segment_scores(example, METEOR)
    assert tuning.before == pytest.approx(pooled(start, ratings), abs=1e-12)
    assert tuning.after == pytest.approx(pooled(segment_scores(example, parse(tuning.tuned)), ratings), abs=1e-12)
    assert [fold.left_out for fold in tuning.folds] == list(example.system_names)
    for s, fold in enumerate(tuning.folds):
        seen = np.arange(5) != s
        end = segment_scores(example, replace(METEOR, **fold.parameters))
        assert fold.n_ratings == (~np.isnan(ratings[seen])).sum()
        for scores, on_seen, on_left_out in (
            (start, fold.before, fold.left_out_before),
            (end, fold.after, fold.left_out_after),
        ):
            assert on_seen == pytest.approx(pooled(scores[seen], ratings[seen]), abs=1e-12)
            assert on_left_out == pytest.approx(pooled(scores[s], ratings[s]), abs=1e-12)
        assert fold.after >= fold.before


def test_the_result_is_the_mean_of_the_folds_and_can_be_parsed(tuning: Tuning) -> None:
    for name, value in tuning.parameters.items():
        assert value == pytest.approx(np.mean([fold.parameters[name] for fold in tuning.folds]), abs=6e-5)
        assert getattr(parse(tuning.tuned), name) == value
    assert tuning.start == {"alpha": 0.81, "beta": 0.83, "gamma": 0.28}
    assert parse(tuning.metric) == METEOR
    assert tuning.left_out_after == pytest.approx(np.mean([fold.left_out_after for fold in tuning.folds]))
    assert "/".join(f"{value:g}" for value in tuning.parameters.values()) in tuning.signature


def test_one_climb_over_all_ends_where_no_point_of_the_whole_grid_is_better(
    example: sy.TestSet, ratings: np.ndarray
) -> None:
    bounds = {"alpha": (0.61, 1.0), "gamma": (0.08, 0.98)}
    steps = (0.1, 0.05)
    found = sy.lab.tune(
        example, METEOR, HUMAN, parameters=["alpha", "gamma"], bounds=bounds, steps=steps, leave_out="none"
    )
    corpus = Corpus(example)  # aligns once: tests of METEOR show that this changes nothing
    values = []
    for alpha, gamma in product(np.arange(0.61, 1.0, 0.05), np.arange(0.08, 0.99, 0.05)):
        variant = replace(METEOR, alpha=round(alpha, 2), gamma=round(gamma, 2))
        values.append(pooled(variant.score(variant.statistics(corpus).values.astype(float)), ratings))
    assert found.after == pytest.approx(max(values), abs=1e-12)
    assert found.folds[0].left_out_after is None
    assert found.left_out_after is None


def test_ratings_that_the_metric_gave_itself_lead_back_to_its_parameters(example: sy.TestSet) -> None:
    hidden = replace(METEOR, alpha=0.6, beta=1.2, gamma=0.5)
    scores = segment_scores(example, hidden)
    human = dict(zip(example.system_names, scores.tolist(), strict=True))
    found = sy.lab.tune(example, METEOR, human)
    assert found.parameters == pytest.approx({"alpha": 0.6, "beta": 1.2, "gamma": 0.5}, abs=0.02)
    assert found.after > 0.9999


def test_within_sentences_each_segment_counts_once(example: sy.TestSet, ratings: np.ndarray) -> None:
    found = sy.lab.tune(example, METEOR, HUMAN, parameters=["gamma"], objective="spearman", level="sentence", n_folds=4)
    assert [fold.left_out for fold in found.folds] == [f"part {n} of 4" for n in (1, 2, 3, 4)]
    start = segment_scores(example, METEOR)

    def mean_rho(scores: np.ndarray, segments: range) -> float:
        rhos = []
        for i in segments:
            is_rated = ~np.isnan(ratings[:, i])
            if is_rated.sum() > 1 and np.ptp(ratings[is_rated, i]) > 0:
                rhos.append(stats.spearmanr(scores[is_rated, i], ratings[is_rated, i]).statistic)
        return float(np.mean(rhos))

    assert found.before == pytest.approx(mean_rho(start, range(120)), abs=1e-9)
    assert found.folds[1].left_out_before == pytest.approx(mean_rho(start, range(30, 60)), abs=1e-9)


def test_systems_are_scored_on_what_was_rated(example: sy.TestSet, ratings: np.ndarray) -> None:
    found = sy.lab.tune(example, METEOR, HUMAN, parameters=["gamma"], level="system", leave_out="system")
    is_rated = ~np.isnan(ratings)
    scores = [
        sy.evaluate(example.select(np.flatnonzero(is_rated[s]), [name]), METEOR).scores().scores[0].score
        for s, name in enumerate(example.system_names)
    ]
    assert found.before == pytest.approx(stats.pearsonr(scores, np.nanmean(ratings, axis=1)).statistic, abs=1e-12)
    assert {fold.left_out_before for fold in found.folds} == {None}


@pytest.mark.parametrize(
    ("metric", "parameters", "start"),
    [
        ("aile", None, {"alpha": 0.1, "beta": 1.2, "delta": 2.0}),
        ("sia", None, {"decay": 0.6}),
        ("ribes", ["alpha"], {"alpha": 0.25}),
        (
            "meteor-1.5(without='synonym paraphrase', function_words=examples/function-words.txt, tokenize=13a)",
            ["delta", "weights.2"],
            {"delta": 0.75, "weights.2": 0.6},
        ),
    ],
)
def test_any_metric_with_numbers_among_its_options_can_be_tuned(
    metric: str, parameters: list[str] | None, start: dict[str, float], example: sy.TestSet
) -> None:
    few = example.select(range(0, 120, 8))
    human = {name: HUMAN[name][::8] for name in few.system_names}
    found = sy.lab.tune(few, metric, human, parameters=parameters, steps=(0.4, 0.1), leave_out="segments", n_folds=2)
    assert found.start == start
    assert all(fold.after >= fold.before for fold in found.folds)
    assert parse(found.tuned).signature("2") == found.signature
    assert found.parameters != start


def test_lower_is_better_turns_ratings_and_metrics_around(example: sy.TestSet) -> None:
    errors = {name: [-rating for rating in row] for name, row in HUMAN.items()}
    a = sy.lab.tune(example, METEOR, HUMAN, parameters=["gamma"])
    b = sy.lab.tune(example, METEOR, errors, parameters=["gamma"], lower_is_better=True)
    assert (a.parameters, a.folds, a.after) == (b.parameters, b.folds, b.after)
    assert sy.lab.tune(example, "eed", HUMAN, steps=(0.1,), leave_out="none").before > 0.5  # an error rate


def test_a_tuning_is_stored_with_what_it_rests_on(tuning: Tuning, example: sy.TestSet) -> None:
    assert Tuning.from_dict(json.loads(tuning.to_json())) == tuning
    assert tuning.method["inputs"][-1] == {"role": "scores human", "name": FILE.path, "sha256": FILE.sha256}
    assert (tuning.method["n_ratings"], tuning.method["n_folds"], tuning.method["seed"]) == (542, 5, 12345)
    assert "leaving one system out in each of 5 climbs" in tuning.method["sentence"]
    assert tuning == sy.lab.tune(example, METEOR, HUMAN, human_file=FILE)


def test_restarts_never_end_lower(tuning: Tuning, example: sy.TestSet) -> None:
    again = sy.lab.tune(example, METEOR, HUMAN, n_restarts=1, rng=3)
    for fold, plain in zip(again.folds, tuning.folds, strict=True):
        assert fold.after >= plain.after


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"metric": "exact-match"}, SpecError, "no option that is a number"),
        ({"metric": "meteor-2007(synonyms=no-such-folder)"}, DataError, "no-such-folder"),
        ({"parameters": ["alfa"]}, SpecError, "Did you mean 'alpha'"),
        ({"parameters": []}, SpecError, "one at least: alpha, beta, gamma"),
        ({"parameters": ["beam"]}, SpecError, "Unknown parameter of meteor-2007: 'beam'"),
        ({"bounds": {"alfa": (0, 1)}}, SpecError, "Did you mean 'alpha'"),
        ({"bounds": {"alpha": (0, 0.5)}}, SpecError, "begins at alpha = 0.81, outside its bounds 0 and 0.5"),
        ({"objective": "kendal"}, SpecError, "Did you mean 'kendall'"),
        ({"level": "systems"}, SpecError, "Did you mean 'system'"),
        ({"leave_out": "systems"}, SpecError, "Did you mean 'system'"),
        ({"leave_out": "segments", "n_folds": 13}, SpecError, "number of documents, 12, not 13"),
        ({"n_jobs": 0}, SpecError, "number of threads"),
        ({"rng": -1}, SpecError, "seed"),
        ({"human": {}}, SpecError, "it has no ratings"),
        ({"human": {**HUMAN, "harbour": [1.0]}}, AlignmentError, "1 ratings of system 'harbour', but 120 segments"),
        ({"human": {**HUMAN, "harbour": [float("inf")] * 120}}, DataError, "has an infinite rating"),
        ({"human": dict.fromkeys(HUMAN, [1.0] * 120)}, DataError, "Without harbour, the ratings do not differ"),
    ],
)
def test_bad_requests_are_refused(options: dict, error: type[Exception], message: str, example: sy.TestSet) -> None:
    with pytest.raises(error, match=message):
        sy.lab.tune(example, **{"metric": METEOR, "human": HUMAN, **options})


def test_a_generator_leaves_its_seed(example: sy.TestSet) -> None:
    options = {"parameters": ["gamma"], "n_restarts": 1, "leave_out": "none"}
    drawn = sy.lab.tune(example, METEOR, HUMAN, rng=np.random.default_rng(2), **options)
    assert sy.lab.tune(example, METEOR, HUMAN, rng=drawn.method["seed"], **options) == drawn


def test_a_single_system_cannot_be_left_out(example: sy.TestSet) -> None:
    one = example.select(range(120), ["harbour"])
    with pytest.raises(SpecError, match="two at least"):
        sy.lab.tune(one, METEOR, HUMAN)
    assert sy.lab.tune(one, METEOR, HUMAN, parameters=["gamma"], leave_out="segments").method["n_folds"] == 3
