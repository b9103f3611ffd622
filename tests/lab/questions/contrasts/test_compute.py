"""Contrasts against brute force: accuracies, exact p-values, means over phenomena, the ACES score, what is left out."""

import itertools
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from sacrebleu.metrics import BLEU, CHRF

import steelyard as sy
from steelyard.analysis import ACES_WEIGHTS, aces_category
from steelyard.analysis.contrasts import _CATEGORY
from steelyard.errors import SteelyardError
from steelyard.files.reading import read_lines
from steelyard.lab.questions.contrasts.answer import Contrasts
from steelyard.reading.formats import read_contrasts
from steelyard.types import ContrastivePairs

RNG = np.random.default_rng(5)
PHENOMENA = ["number"] * 9 + ["negation"] * 7 + ["case"] * 2
SOURCES = [f"s{i % 6}" for i in range(18)]
SCORES = {name: (RNG.integers(0, 4, 18).tolist(), RNG.integers(0, 4, 18).tolist()) for name in ("one", "two", "three")}


def items(**more: object) -> ContrastivePairs:
    known = {"good": ["x"] * 18, "wrong": ["y"] * 18, "phenomena": PHENOMENA, "sources": SOURCES, **more}
    return ContrastivePairs(**known)  # type: ignore[arg-type]


def asked(**options: object) -> Contrasts:
    known = {"metrics": (), "segment_scores": SCORES, "n_resamples": 200, **options}
    return sy.lab.judge_contrasts(items(), **known)  # type: ignore[arg-type]


def right(name: str, ties: str = "wrong") -> list[float]:
    tie = 0.5 if ties == "half" else 0.0
    return [1.0 if good > wrong else tie if good == wrong else 0.0 for good, wrong in zip(*SCORES[name], strict=True)]


@pytest.mark.parametrize("ties", ["wrong", "half"])
def test_rates_are_those_of_brute_force(ties: str) -> None:
    found = {(row.level, row.name, row.label): row for row in asked(ties=ties).rates}
    for name in SCORES:
        values = right(name, ties)
        by_phenomenon = defaultdict(list)
        for phenomenon, value in zip(PHENOMENA, values, strict=True):
            by_phenomenon[phenomenon].append(value)
        for phenomenon, own in by_phenomenon.items():
            row = found["phenomenon", phenomenon, name]
            assert row.accuracy == pytest.approx(np.mean(own)) and row.tau == pytest.approx(2 * np.mean(own) - 1)
            assert row.n_items == len(own) == row.n_right + row.n_tied + row.n_wrong
            assert row.interval[0] <= row.accuracy <= row.interval[1]
        assert found["items", "", name].accuracy == pytest.approx(np.mean(values))
        assert found["mean", "", name].accuracy == pytest.approx(
            np.mean([np.mean(own) for own in by_phenomenon.values()])
        )


def flips(a: Sequence[float], b: Sequence[float], sources: Sequence[str]) -> float:
    """Exchange the two metrics in every source, in every way there is."""
    sums: dict[str, float] = defaultdict(float)
    for x, y, source in zip(a, b, sources, strict=True):
        sums[source] += x - y
    steps = list(sums.values())
    observed = abs(sum(steps))
    signs = list(itertools.product((-1, 1), repeat=len(steps)))
    return sum(abs(sum(s * d for s, d in zip(sign, steps, strict=True))) >= observed - 1e-9 for sign in signs) / len(
        signs
    )


@pytest.mark.parametrize("ties", ["wrong", "half"])
@pytest.mark.parametrize("unit", ["source", "item"])
def test_p_values_by_phenomenon_are_those_of_all_exchanges(ties: str, unit: str) -> None:
    for pair in asked(ties=ties, unit=unit).pairs:
        if pair.level != "phenomenon":
            continue
        own = [i for i, phenomenon in enumerate(PHENOMENA) if phenomenon == pair.name]
        a, b = ([right(name, ties)[i] for i in own] for name in (pair.system, pair.against))
        clusters = [SOURCES[i] if unit == "source" else str(i) for i in own]
        assert pair.p_value == pytest.approx(flips(a, b, clusters))
        assert pair.difference == pytest.approx(np.mean(a) - np.mean(b))
        assert pair.n_ahead == sum(x > y for x, y in zip(a, b, strict=True))
        assert pair.p_adjusted >= pair.p_value


def test_the_mean_over_phenomena_is_tested_by_exchange_of_sources() -> None:
    pair = next(pair for pair in asked(n_resamples=64).pairs if pair.level == "mean")  # 2**6: all of them
    weight = {name: 1 / (3 * PHENOMENA.count(name)) for name in PHENOMENA}
    a, b = (
        [weight[name] * value for name, value in zip(PHENOMENA, right(metric), strict=True)]
        for metric in (pair.system, pair.against)
    )
    assert pair.p_value == pytest.approx(flips(a, b, SOURCES))
    assert pair.difference == pytest.approx(sum(a) - sum(b))


def test_the_interval_without_clusters_is_exact() -> None:
    row = next(row for row in asked(unit="item").rates if row.name == "number")
    low, high = sy.inference.clopper_pearson_interval(row.n_right, 9)
    assert row.interval == pytest.approx((low, high), abs=0.03)  # n - 1 in the variance
    far = sy.lab.judge_contrasts(items(), (), segment_scores={"all": ([1.0] * 18, [0.0] * 17 + [-1.0])}, unit="item")
    assert next(row for row in far.rates if row.name == "number").interval == sy.inference.clopper_pearson_interval(
        9, 9
    )


def test_the_interval_of_a_mean_follows_from_its_clusters() -> None:
    found = asked()
    row = next(row for row in found.rates if row.level == "mean" and row.label == "one")
    values = np.array(right("one"))
    sums: dict[str, float] = defaultdict(float)
    for phenomenon in set(PHENOMENA):
        own = [i for i, name in enumerate(PHENOMENA) if name == phenomenon]
        n_units = len({SOURCES[i] for i in own})
        for i in own:
            sums[SOURCES[i]] += (values[i] - values[own].mean()) / (3 * len(own)) * (n_units / (n_units - 1)) ** 0.5
    variance = sum(total**2 for total in sums.values())
    n = row.accuracy * (1 - row.accuracy) / variance
    spread = sy.inference.spread_quantile(0.975, 1e9) / sy.inference.spread_quantile(0.975, 6)
    most = spread**2 / sum((1 / (3 * PHENOMENA.count(name))) ** 2 for name in PHENOMENA)
    assert row.interval == pytest.approx(
        sy.inference.clopper_pearson_interval(row.accuracy * min(n, most), min(n, most))
    )


def test_the_aces_score_is_weighed_from_the_taus_of_phenomena() -> None:
    names = [name for name in _CATEGORY for _ in range(3)]
    n = len(names)
    good, wrong = RNG.integers(0, 3, n).tolist(), RNG.integers(0, 3, n).tolist()
    pairs = ContrastivePairs(good=["x"] * n, wrong=["y"] * n, phenomena=names)
    other = (wrong, good)
    found = sy.lab.judge_contrasts(pairs, (), segment_scores={"mine": (good, wrong), "other": other}, n_resamples=100)
    taus = {row.name: row.tau for row in found.rates if row.level == "phenomenon" and row.label == "mine"}
    by_category = defaultdict(list)
    for name, tau in taus.items():
        by_category[aces_category(name)].append(tau)
    wanted = sum(weight * np.mean(by_category[name]) for name, weight in ACES_WEIGHTS.items())
    assert found.aces[0].score == pytest.approx(wanted)
    assert found.aces[0].interval[0] < wanted < found.aces[0].interval[1]
    of_score = next(pair for pair in found.pairs if pair.level == "aces")
    assert of_score.difference == pytest.approx(found.aces[1].score - found.aces[0].score)
    categories = {row.name: row.tau for row in found.rates if row.level == "category" and row.label == "mine"}
    assert categories == pytest.approx({name: float(np.mean(own)) for name, own in by_category.items()})


def test_items_that_say_nothing_are_left_out_and_counted() -> None:
    pairs = ContrastivePairs(
        good=["ra", "b", "c", "d"], wrong=["x", "b", "r", "y"], references=["r"] * 4, applied=[True, True, True, False]
    )
    found = sy.lab.judge_contrasts(pairs, ["chrf"])
    assert found.method["n_segments"] == 1
    assert list(found.method["n_left_out"].values()) == [1, 1, 1] and len(found.method["notes"]) == 3
    assert sy.lab.judge_contrasts(pairs, ["chrf"], keep_all=True).method["n_left_out"] == {"no error was planted": 1}
    with pytest.raises(SteelyardError, match=r"There is no item \(both translations are the same: 1\)"):
        sy.lab.judge_contrasts(ContrastivePairs(good=["a"], wrong=["a"], references=["r"]))


def test_examples_show_what_each_metric_misses() -> None:
    found = asked(examples=2)
    for name in SCORES:
        for phenomenon in set(PHENOMENA):
            own = [i for i, one in enumerate(PHENOMENA) if one == phenomenon]
            missed = {i + 1 for i in own if right(name)[i] == 0}
            shown = {row.item for row in found.examples if row.phenomenon == phenomenon and name in row.missed_by}
            assert shown <= missed and len(shown) >= min(2, len(missed))
    assert not asked(examples=0).examples


def test_a_direction_turns_outcomes_round() -> None:
    flipped = {"one": SCORES["one"][::-1]}
    lower = asked(segment_scores={"one": SCORES["one"]}, lower_is_better=["one"])
    assert [row.accuracy for row in lower.rates] == [row.accuracy for row in asked(segment_scores=flipped).rates]


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({"phenomena": ["numbr"]}, "numbr"),
        ({"unit": "reference"}, "have none"),
        ({"segment_scores": {"one": ([1.0], [2.0])}}, "there are 18 items"),
        ({"metrics": ["chrf"]}, "no references"),
        ({"segment_scores": None}, "Give a metric"),
        ({"langpair": "de-en"}, "language pair"),
        ({"pairs": "one:four"}, "four"),
    ],
)
def test_what_cannot_be_asked_is_told(options: dict[str, object], wanted: str) -> None:
    with pytest.raises(SteelyardError, match=wanted):
        asked(**options)


def test_sentence_scores_of_aces_are_those_of_sacrebleu(test_data: Path) -> None:
    pairs = read_contrasts(test_data / "data" / "aces-spans-sample" / "items.tsv")
    found = sy.lab.judge_contrasts(pairs, ["bleu", "chrf"], n_resamples=100)
    for label, theirs in (("BLEU", BLEU(effective_order=True)), ("chrF2", CHRF())):
        wins: dict[str, int] = defaultdict(int)
        for good, wrong, reference, name in zip(
            pairs.good, pairs.wrong, pairs.references or (), pairs.phenomena or (), strict=True
        ):
            scores = [theirs.sentence_score(text, [reference]).score for text in (good, wrong)]
            wins[name] += scores[0] > scores[1] + 1e-9
        ours = {row.name: row.n_right for row in found.rates if row.level == "phenomenon" and row.label == label}
        assert ours == {name: wins[name] for name in ours}
    assert all(aces_category(row.name) == row.category for row in found.rates if row.level == "phenomenon")


def test_demetr_is_counted_as_its_readme_says_and_scored_as_sacrebleu_scores(test_data: Path) -> None:
    folder = test_data / "data" / "demetr"

    def rows(name: str) -> list[dict[str, str]]:
        names, *lines = (line.split("\t") for line in read_lines(str(folder / name)).lines)
        return [dict(zip(names, line, strict=True)) for line in lines]

    segments = {row["id"]: row for row in rows("segments.tsv.gz")}
    kinds = {row["perturbation"]: row for row in rows("perturbations.tsv")}
    damaged = rows("perturbed.tsv.gz")
    pairs = ContrastivePairs(
        good=[row["mt_here"] or segments[row["id"]]["mt"] for row in damaged],
        wrong=[row["perturbed"] for row in damaged],
        references=[segments[row["id"]]["reference"] for row in damaged],
        sources=[segments[row["id"]]["source"] for row in damaged],
        phenomena=[kinds[row["perturbation"]]["name"] for row in damaged],
        categories=[kinds[row["perturbation"]]["severity"] for row in damaged],
        applied=[row["applied"] == "1" for row in damaged],
    )
    zeros = [0.0] * len(pairs)
    whole = sy.lab.judge_contrasts(pairs, (), segment_scores={"none": (zeros, zeros)}, examples=0)
    # 15,755 rows with applied = 1, of which 9 equal their mt; number 35 is the reference, twice with mt's own text
    assert whole.method["n_left_out"] == {
        "no error was planted": 17500 - 15755,
        "both translations are the same": 9,
        "the wrong one is a reference": 500 - 2,
    }
    assert len({row.name for row in whole.rates if row.level == "phenomenon"}) == 34
    few = ["critical_id11_gender", "minor_id15_case"]
    found = sy.lab.judge_contrasts(pairs, ["chrf"], phenomena=few, n_resamples=100)
    wins: dict[str, int] = defaultdict(int)
    for good, wrong, reference, name, applied in zip(
        pairs.good, pairs.wrong, pairs.references or (), pairs.phenomena or (), pairs.applied or (), strict=True
    ):
        if name in few and applied:
            scores = [CHRF().sentence_score(text, [reference]).score for text in (good, wrong)]
            wins[name] += scores[0] > scores[1] + 1e-9
    assert {row.name: row.n_right for row in found.rates if row.level == "phenomenon"} == wins


def test_a_phenomenon_is_of_one_category() -> None:
    pairs = items(categories=["a"] * 17 + ["b"])
    with pytest.raises(SteelyardError, match="The phenomenon 'case' is of two categories, 'a' and 'b'"):
        sy.lab.judge_contrasts(pairs, metrics=(), segment_scores=SCORES)


def test_an_answer_says_in_a_line_how_many_items_and_differences_there_are() -> None:
    alone = asked(segment_scores={"one": SCORES["one"]})
    assert str(alone) == "Contrasts: 18 items, 1 metric"
    found = asked()
    n = sum(pair.verdict in ("better", "worse") for pair in found.pairs)
    assert str(found) == (
        f"Contrasts: 18 items, 3 metrics\n{n} of {len(found.pairs)} differences are significant at 0.05"
    )


def test_the_page_has_a_column_of_the_aces_score() -> None:
    n = len(_CATEGORY)
    pairs = ContrastivePairs(good=["x"] * n, wrong=["y"] * n, phenomena=list(_CATEGORY))
    found = sy.lab.judge_contrasts(pairs, (), segment_scores={"m": ([1.0] * n, [0.0] * n)}, n_resamples=20)
    assert found.aces[0].score == pytest.approx(sum(ACES_WEIGHTS.values()))
    told = " ".join(sy.report.text(found).split())
    assert "metric ACES score 95% interval" in told and f"m {found.aces[0].score:.2f} [" in told
