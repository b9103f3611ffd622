"""Scores, intervals and p-values are those of slow loops over sacreBLEU's statistics, and of the command line."""

import itertools
import json
from dataclasses import replace

import pytest
from scipy import stats

import steelyard as sy
from steelyard.inference import bootstrap_draws
from tests.cli.running import DOCUMENTS, PATHS, REFERENCE, REFERENCE_2, output
from tests.conftest import EXAMPLES, SYSTEMS
from tests.questions.compare.by_hand import (
    bleu,
    detectable,
    jackknife,
    koehn,
    left_out,
    rows,
    standard_error,
    summed,
    weighted,
    worth,
)
from tests.twins.resampling import mask_row

ARGV = (REFERENCE, REFERENCE_2, "-i", *PATHS.values(), "--documents", DOCUMENTS, "-f", "json")


@pytest.fixture(scope="module")
def evaluation() -> sy.Evaluation:
    data = sy.TestSet.from_files(
        references=[EXAMPLES / "reference.1.en", EXAMPLES / "reference.2.en"],
        systems={name: EXAMPLES / "systems" / f"{name}.en" for name in SYSTEMS},
        documents=EXAMPLES / "documents.txt",
    )
    return sy.evaluate(data)


def test_python_and_the_command_line_give_the_same_scores(evaluation: sy.Evaluation) -> None:
    assert output("score", *ARGV) == evaluation.scores().to_json()
    assert output("score", *ARGV, "-ci") == evaluation.scores(0.95).to_json()
    asked = evaluation.scores(0.95, unit="segment", n_resamples=70, rng=3)
    assert output("score", *ARGV, "-ci", "--unit", "segment", "-n", "70", "--seed", "3") == asked.to_json()
    assert output("score", *ARGV, "-sl") == evaluation.scores(segments=True).to_json()


def test_python_and_the_command_line_give_the_same_comparison(evaluation: sy.Evaluation) -> None:
    assert output("compare", *ARGV) == evaluation.compare().to_json()
    asked = evaluation.compare(
        "randomization",
        "holm",
        n_resamples=90,
        rng=8,
        alternative="worse",
        alpha=0.1,
        pairs=["orator:harbour", "tangle:harbour"],
        family="pairs",
        unit="segment",
        interval="jackknife",
    )
    flags = "--correction holm -n 90 --seed 8 --alternative worse --alpha 0.1 --pairs orator:harbour tangle:harbour"
    more = "--family pairs --unit segment --interval jackknife --test randomization"
    assert output("compare", *ARGV, *flags.split(), *more.split()) == asked.to_json()


def test_scores_are_sacrebleus(evaluation: sy.Evaluation) -> None:
    table = evaluation.scores()
    assert [row.system for row in table.scores] == list(SYSTEMS)
    for row in table.scores:
        assert row.score == pytest.approx(bleu(summed(rows(row.system))), abs=1e-9)


def test_segment_scores_are_sacrebleus(evaluation: sy.Evaluation) -> None:
    from sacrebleu.metrics import BLEU

    sentence = BLEU(effective_order=True)
    segments = {part.system: part.scores for part in evaluation.scores(segments=True).segments}
    references = list(zip(*evaluation.test_set.references, strict=True))
    for system, text in evaluation.test_set.systems.items():
        expected = [sentence.sentence_score(h, list(r)).score for h, r in zip(text, references, strict=True)]
        assert segments[system] == pytest.approx(expected, abs=1e-9)


def test_few_documents_give_jackknife_intervals(evaluation: sy.Evaluation) -> None:
    for level in (0.95, 0.8):
        for row in evaluation.scores(level).scores:
            units = rows(row.system, "document")
            expected = jackknife(bleu(summed(units)), left_out(units), level, units=worth("document"))
            assert row.interval == pytest.approx(expected, abs=1e-8)


def bootstrap_weights(seed: int, n_resamples: int) -> list[list[int]]:
    """Return the package's own rows, which tests/inference holds against their twin."""
    return [list(map(int, row)) for _, block in bootstrap_draws(120, n_resamples, rng=seed).blocks() for row in block]


def test_many_segments_give_percentile_intervals(evaluation: sy.Evaluation) -> None:
    seed, n_resamples = 21, 160
    weights = bootstrap_weights(seed, n_resamples)
    table = evaluation.scores(0.95, unit="segment", n_resamples=n_resamples, rng=seed)
    assert table.method["interval"] == "percentile"
    for row in table.scores[:2]:
        resampled = [weighted(rows(row.system), w) for w in weights]
        assert row.interval == pytest.approx(koehn(resampled), abs=1e-8)
        assert row.details["bootstrap_mean"] == pytest.approx(sum(resampled) / n_resamples, abs=1e-8)


def test_random_p_values_count_the_same_exchanges(evaluation: sy.Evaluation) -> None:
    seed, n_resamples = 4, 150
    masks = [mask_row(seed, r, 120) for r in range(n_resamples)]
    comparison = evaluation.compare(unit="segment", n_resamples=n_resamples, rng=seed, pairs="lantern:harbour")
    [pair] = comparison.pairs
    a, b = rows("lantern"), rows("harbour")

    def difference(mask: list[int]) -> float:
        kept = [(x, y) if keep else (y, x) for keep, x, y in zip(mask, a, b, strict=True)]
        return bleu(summed([x for x, _ in kept])) - bleu(summed([y for _, y in kept]))

    count = sum(abs(difference(mask)) >= abs(pair.difference) - 1e-9 for mask in masks)
    assert 5 < count < n_resamples
    assert pair.p_value == (count + 1) / (n_resamples + 1)
    errors = [x - y for x, y in zip(left_out(a), left_out(b), strict=True)]
    assert pair.interval == pytest.approx(jackknife(pair.difference, errors, units=worth()), abs=1e-6)
    assert pair.interval_simultaneous == pytest.approx(pair.interval)
    resampled = evaluation.compare(
        unit="segment", interval="percentile", n_resamples=n_resamples, rng=seed, pairs="lantern:harbour"
    )
    changes = [weighted(a, w) - weighted(b, w) for w in bootstrap_weights(seed, n_resamples)]
    assert resampled.pairs[0].interval == pytest.approx(koehn(changes), abs=1e-8)
    deviations = sorted(abs(change - pair.difference) / standard_error(errors) for change in changes)
    width = deviations[int(-(-0.95 * (n_resamples + 1) // 1)) - 1]
    degrees = worth() - 1
    band = min(stats.t.isf(stats.norm.sf(width), degrees), stats.t.isf(0.025, degrees)) * standard_error(errors)
    low, high = pair.difference - band, pair.difference + band
    assert resampled.pairs[0].interval_simultaneous == pytest.approx((low, high), abs=1e-4)


def test_exact_p_values_count_all_exchanges_of_documents(evaluation: sy.Evaluation) -> None:
    data = evaluation.test_set
    kept = data.select([n for n in range(120) if n % 2 == 0][:35])  # seven documents of five segments
    [pair] = sy.evaluate(kept).compare(pairs="lantern:harbour").pairs

    def units(system: str) -> list[tuple[int, ...]]:
        chosen = [row for n, row in enumerate(rows(system)) if n % 2 == 0][:35]
        return [summed(chosen[5 * d : 5 * d + 5]) for d in range(7)]

    a, b = units("lantern"), units("harbour")
    differences = []
    for mask in itertools.product((0, 1), repeat=7):
        first = [x if keep else y for keep, x, y in zip(mask, a, b, strict=True)]
        second = [y if keep else x for keep, x, y in zip(mask, a, b, strict=True)]
        differences.append(bleu(summed(first)) - bleu(summed(second)))
    observed = bleu(summed(a)) - bleu(summed(b))
    assert pair.p_value == sum(abs(d) >= abs(observed) - 1e-9 for d in differences) / 128
    assert pair.monte_carlo_error == 0


@pytest.mark.parametrize(("correction", "divisor"), [("none", 1), ("bonferroni", 10), ("holm", 10)])
def test_what_could_have_been_detected_follows_from_the_jackknife(
    evaluation: sy.Evaluation, correction: str, divisor: int
) -> None:
    for pair in evaluation.compare(correction=correction, unit="segment", n_resamples=300).pairs[:3]:
        change = [x - y for x, y in zip(left_out(rows(pair.system)), left_out(rows(pair.against)), strict=True)]
        expected = detectable(standard_error(change), 0.05 / divisor, worth())
        assert pair.minimum_detectable == pytest.approx(expected, rel=1e-8)
        assert pair.interval == pytest.approx(jackknife(pair.difference, change, units=worth()), abs=1e-6)


def test_a_one_sided_test_can_detect_less(evaluation: sy.Evaluation) -> None:
    for unit in ("document", "segment"):
        asked = {"correction": "none", "pairs": "lantern:harbour", "unit": unit, "n_resamples": 300}
        [pair] = evaluation.compare(alternative="better", **asked).pairs
        [both] = evaluation.compare(**asked).pairs
        assert 0.8 < pair.minimum_detectable / both.minimum_detectable < 0.9, unit


def test_adjusted_p_values_by_holm_and_bonferroni(evaluation: sy.Evaluation) -> None:
    from statsmodels.stats.multitest import multipletests

    for correction in ("holm", "bonferroni"):
        pairs = evaluation.compare(correction=correction, unit="segment", n_resamples=200).pairs
        expected = multipletests([pair.p_value for pair in pairs], method=correction)[1]
        assert [pair.p_adjusted for pair in pairs] == pytest.approx(list(expected), rel=1e-12)


def test_a_result_does_not_depend_on_threads(evaluation: sy.Evaluation) -> None:
    threaded = replace(evaluation, counted=replace(evaluation.counted, n_threads=2))
    assert threaded.compare(unit="segment", n_resamples=300) == evaluation.compare(unit="segment", n_resamples=300)
    assert json.loads(threaded.scores(0.9).to_json()) == json.loads(evaluation.scores(0.9).to_json())
