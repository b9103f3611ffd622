"""People's ratings become scores, verdicts, raters and agreement; every number beside another way to get it."""

from collections.abc import Sequence
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.errors import DataError, SpecError
from steelyard.human import MQM_WEIGHTS
from steelyard.inference import clusters
from steelyard.people.alignment import align
from steelyard.people.measurement import measure_ratings
from steelyard.report import ratings_text
from steelyard.types import OutputScores
from tests.needs import module

HEADER = "system\tdocument\tline\trater\tkind\tscore\n"
Row = tuple[str, str, int, str, str, float]


def write(folder: Path, rows: Sequence[Row]) -> Path:
    path = folder / "ratings.tsv"
    path.write_text(HEADER + "".join("\t".join(map(str, row)) + "\n" for row in rows), encoding="utf-8")
    return path


def drawn(rng: np.random.Generator, *, n_documents: int = 12, share_rated: float = 1.0) -> list[Row]:
    """Draw ratings of three systems, c below a and b."""
    rows = []
    for line in range(4 * n_documents):
        ease = rng.normal(60, 10)
        for system, shift in (("a", 0), ("b", 0), ("c", -15)):
            if rng.random() < share_rated:
                score = round(ease + shift + rng.normal(0, 5), 1)
                rows.append((system, f"d{line // 4}", line + 1, "ann", "SYSTEM", score))
    return rows


def groups_of_verdicts(found: sy.results.RatingsAnalysis, scale: str) -> dict[str, int]:
    """Group systems as WMT's tables do, from uncorrected verdicts, which by themselves make no groups."""
    assert {row.cluster for row in found.scores} == {None}
    ranks = {row.system: row.rank for row in found.scores if row.metric == scale}
    place = {system: i for i, system in enumerate(ranks)}
    is_better = np.zeros((len(place), len(place)), dtype=bool)
    for pair in found.pairs:
        if pair.metric == scale:
            a, b = place[pair.system_a], place[pair.system_b]
            is_better[a, b], is_better[b, a] = pair.verdict == "better", pair.verdict == "worse"
    return dict(zip(ranks, clusters(is_better, list(ranks.values())), strict=True))


def test_scores_of_complete_ratings_are_means_and_pairs_those_of_compare(tmp_path: Path) -> None:
    rows = drawn(np.random.default_rng(1))
    found = sy.analyse_ratings(write(tmp_path, rows))
    means = {name: np.mean([row[5] for row in rows if row[0] == name]) for name in "abc"}
    assert {row.system: row.score for row in found.scores} == pytest.approx(means)
    assert [row.cluster for row in found.scores] == [1, 1, 2]
    lines = [[row[5] for row in rows if row[0] == name] for name in "abc"]
    data = sy.TestSet(
        references=[["x"] * len(lines[0])],
        systems={name: ["x"] * len(lines[0]) for name in "abc"},
        documents=[row[1] for row in rows if row[0] == "a"],
    )
    scores = dict(zip("abc", lines, strict=True))
    compared = sy.evaluate(data, metrics=[], segment_scores={"score": scores}).compare()
    assert [(pair.delta, pair.p_value, pair.p_adjusted, pair.verdict) for pair in found.pairs] == [
        (pytest.approx(pair.delta), pair.p_value, pair.p_adjusted, pair.verdict) for pair in compared.pairs
    ]


def test_what_was_not_rated_is_left_out_of_the_mean_and_exchanged_along(tmp_path: Path) -> None:
    rows = drawn(np.random.default_rng(2), share_rated=0.6)
    path = write(tmp_path, rows)
    found = sy.analyse_ratings(path)
    means = {name: np.mean([row[5] for row in rows if row[0] == name]) for name in "abc"}
    assert {row.system: row.score for row in found.scores} == pytest.approx(means)
    assert not found.method["is_complete"] and "not all rated on the same" in found.method["ratings_sentence"]
    common = sy.analyse_ratings(path, segments="common")
    lines = [{row[2] for row in rows if row[0] == name} for name in "abc"]
    assert common.method["n_segments"] == len(set.intersection(*lines)) < found.method["n_segments"]


def test_exchanging_sparse_ratings_is_what_enumeration_says() -> None:
    values = np.array([[3.0, np.nan, 5.0, 1.0], [2.0, 4.0, np.nan, 2.0]])
    scores = OutputScores("score", ("a", "b"), values)
    aligned = align([scores], systems=scores.systems, segments="all")
    assert aligned.n_segments == 4
    measurement = measure_ratings(aligned.scales[0])
    from steelyard.inference import randomization

    null = randomization([measurement], [(0, 1)], n_resamples=100, rng=1)

    def difference(keeps: Sequence[int]) -> float:
        rows = [np.where(keeps, values[i], values[1 - i]) for i in (0, 1)]
        return float(np.nanmean(rows[0]) - np.nanmean(rows[1]))

    observed = difference([1, 1, 1, 1])
    every = [difference([int(bit) for bit in f"{i:04b}"]) for i in range(16)]
    assert null.is_exact and null.observed[0] == pytest.approx(observed)
    assert null.p_values("two-sided")[0] == np.mean([abs(d) >= abs(observed) - 1e-12 for d in every])


@pytest.mark.slow
def test_the_test_of_sparse_ratings_keeps_its_level() -> None:
    from steelyard.inference import randomization

    rng = np.random.default_rng(3)
    n, rejected = 2000, 0
    for _ in range(n):
        ease = rng.normal(0, 3, 40)
        values = ease + rng.normal(0, 1, (2, 40)) ** 3
        values[rng.random((2, 40)) < 0.5] = np.nan
        [chosen] = align([OutputScores("s", ("a", "b"), values)], systems=("a", "b"), segments="all").scales
        null = randomization([measure_ratings(chosen)], [(0, 1)], n_resamples=199, rng=int(rng.integers(2**32)))
        rejected += bool(null.p_values("two-sided")[0] <= 0.05)
    assert stats.binom.ppf(0.001, n, 0.05) <= rejected <= stats.binom.ppf(0.999, n, 0.05)


def test_rank_sums_are_scipys_and_holm_doubles_them(tmp_path: Path) -> None:
    rows = drawn(np.random.default_rng(4), share_rated=0.7)
    path = write(tmp_path, rows)
    by_system = {name: [row[5] for row in rows if row[0] == name] for name in "abc"}
    found = sy.analyse_ratings(path, test="rank-sum")
    for pair in found.pairs:
        a, b = by_system[pair.system_a], by_system[pair.system_b]
        sides = [stats.mannwhitneyu(a, b, alternative=side, method="asymptotic").pvalue for side in ("greater", "less")]
        assert pair.p_value == pair.p_adjusted == pytest.approx(sides[0] if pair.delta > 0 else sides[1])
        side = sides[0] if pair.delta > 0 else sides[1]
        expected = "cannot tell" if side > 0.05 else "better" if pair.delta > 0 else "worse"
        assert pair.verdict == expected
    corrected = sy.analyse_ratings(path, test="rank-sum", correction="holm")
    for pair, other in zip(found.pairs, corrected.pairs, strict=True):
        assert other.p_value == pytest.approx(min(1.0, 2 * min(pair.p_value, 1 - pair.p_value)), abs=1e-3)
        assert other.p_value <= other.p_adjusted
    with pytest.raises(SpecError, match="holm"):
        sy.analyse_ratings(path, test="rank-sum", correction="maxt")


@pytest.mark.parametrize("test", ["rank-sum", "mixed-model", "randomization"])
def test_uncorrected_verdicts_of_ratings_make_no_groups(test: str, tmp_path: Path) -> None:
    rows = [(*row[:3], f"r{i % 2}", *row[4:]) for i, row in enumerate(drawn(np.random.default_rng(4)))]
    path = write(tmp_path, rows)
    found = sy.analyse_ratings(path, test=test, correction="none", unit="segment", n_resamples=200)
    assert {(row.rank_low, row.rank_high, row.cluster) for row in found.scores} == {(None, None, None)}
    text = ratings_text(found)
    assert text.startswith("Not corrected, so no groups: 3 tests at 0.05 each")
    assert "pairs apart." in text and "cluster" not in text
    corrected = sy.analyse_ratings(path, test=test, correction="holm", unit="segment", n_resamples=200)
    assert [row.cluster for row in corrected.scores] == [1, 1, 2]


def test_ranks_that_speak_against_the_means_tell_nothing(tmp_path: Path) -> None:
    """A system that is mostly better, and now and then far worse, has the lower mean and the higher ranks."""
    rng = np.random.default_rng(12)
    rows: list[Row] = []
    for line in range(1, 201):
        aa = round(rng.normal(60, 1), 1) if rng.random() < 0.85 else 0.0
        rows += [
            ("aa", "d", line, "ann", "SYSTEM", aa),
            ("bb", "d", line, "ann", "SYSTEM", round(rng.normal(55, 1), 1)),
        ]
    [pair] = sy.analyse_ratings(write(tmp_path, rows), test="rank-sum", unit="segment").pairs
    assert pair.delta > 0 and pair.p_value > 0.99 and pair.verdict == "cannot tell"
    [pair] = sy.analyse_ratings(write(tmp_path, rows), test="rank-sum", correction="holm", unit="segment").pairs
    assert pair.p_value < 1e-9 and pair.verdict == "cannot tell" and "different systems" in pair.reason


@pytest.mark.parametrize("score", ["1e300", "1e-300"])
def test_numbers_that_are_no_ratings_are_refused(score: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.tsv"
    rows = [f"{system}\t{line}\t{line}{score[1:]}\n" for line in range(1, 9) for system in "ab"]
    path.write_text("system\tline\tscore\n" + "".join(rows), encoding="utf-8")
    with pytest.raises(DataError, match=r"too (large|little)"):
        sy.analyse_ratings(path)


def test_a_rater_who_does_not_see_damage_is_left_out(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    rows = []
    for rater, damage in (("ann", 30), ("dev", 0)):
        for line in range(1, 21):
            for system in "ab":
                score = round(70 + rng.normal(0, 5), 1)
                rows.append((system, "d", line, rater, "SYSTEM", score))
                if line > 10:
                    rows.append((system, "d", line, rater, "BAD_REF", round(score - damage + rng.normal(0, 5), 1)))
                if line < 4:
                    rows.append((system, "d", line, rater, "REPEAT", round(score + 2, 1)))
    path = write(tmp_path, rows)
    found = sy.analyse_ratings(path, quality_control="degraded", unit="segment")
    ann, dev = found.raters
    assert (ann.is_kept, dev.is_kept) == (True, False)
    assert ann.n_judgements == 46 and ann.n_degraded == 20 and ann.n_repeats == 6
    assert ann.repeat_difference == pytest.approx(2.0) and ann.degraded_difference == pytest.approx(30, abs=4)
    kept = [row[5] for row in rows if row[3] == "ann" and row[4] == "SYSTEM" and row[0] == "a"]
    again = [row[5] for row in rows if row[3] == "ann" and row[4] == "REPEAT" and row[0] == "a"]
    mean = np.mean([np.mean([score, *again[i : i + 1]]) for i, score in enumerate(kept)])
    assert found.scores[0].score == pytest.approx(mean)
    assert "(degraded) left 1 rater out" in found.method["ratings_sentence"]
    without = write(tmp_path, [row for row in rows if row[4] == "SYSTEM"])
    with pytest.raises(SpecError, match="BAD_REF"):
        sy.analyse_ratings(without, quality_control="degraded")


def test_equal_ratings_are_equivalent_and_p_is_1(tmp_path: Path) -> None:
    rows = [(s, f"d{line}", line, "ann", "SYSTEM", float(line % 7)) for line in range(1, 31) for s in ("a", "b")]
    for test in ("randomization", "rank-sum"):
        [pair] = sy.analyse_ratings(write(tmp_path, rows), test=test).pairs
        assert (pair.verdict, pair.p_adjusted) == ("equivalent", 1.0 if test == "randomization" else pair.p_adjusted)
        assert pair.p_value >= 0.5


def test_micro_average_counts_judgements(tmp_path: Path) -> None:
    rows: list[Row] = [
        ("a", "d", 1, "ann", "SYSTEM", 1),
        ("a", "d", 1, "ben", "SYSTEM", 3),
        ("a", "d", 2, "ann", "SYSTEM", 8),
    ]
    rows += [("b", "d", 1, "ann", "SYSTEM", 5), ("b", "d", 2, "ann", "SYSTEM", 5)]
    path = write(tmp_path, rows)
    scores = {average: sy.analyse_ratings(path, average=average).scores[0].score for average in ("macro", "micro")}
    assert scores == {"macro": 5.0, "micro": 4.0}


def test_scales_are_one_family_and_must_speak_of_the_same_systems(tmp_path: Path) -> None:
    path = tmp_path / "two.tsv"
    path.write_text(
        "system\tline\tadequacy\tfluency\na\t1\t5\t4\na\t2\t4\t4\nb\t1\t3\t5\nb\t2\t2\t3\n", encoding="utf-8"
    )
    judgements = sy.read_judgements(path, scales=["adequacy", "fluency"])
    found = sy.analyse_ratings(judgements)
    assert [row.metric for row in found.pairs] == ["adequacy", "fluency"] and found.method["family_size"] == 2
    odd = [OutputScores(name, systems, np.ones((2, 3))) for name, systems in (("x", ("a", "b")), ("y", ("a", "c")))]
    with pytest.raises(DataError, match="different systems"):
        align(odd)


def test_fluency_decides_where_adequacy_does_not(tmp_path: Path) -> None:
    rng = np.random.default_rng(8)
    path = tmp_path / "two.tsv"
    text = "system\tline\tadequacy\tfluency\n"
    for line in range(1, 61):
        for system, adequacy, fluency in (("a", 60, 60), ("b", 60, 75), ("c", 30, 90)):
            text += f"{system}\t{line}\t{adequacy + rng.normal(0, 8):.1f}\t{fluency + rng.normal(0, 8):.1f}\n"
    path.write_text(text, encoding="utf-8")
    judgements = sy.read_judgements(path, scales=["adequacy", "fluency"])
    found = sy.analyse_ratings(judgements, test="in-turn")
    rows = {(row.metric, row.system_a + row.system_b): (row.verdict, row.reason) for row in found.pairs}
    by_adequacy = {pair: row for (scale, pair), row in rows.items() if scale == "adequacy"}
    assert sorted(by_adequacy.values()) == sorted([("better", "by fluency"), ("worse", ""), ("worse", "")])
    assert all(reason == "" for (scale, _), (_, reason) in rows.items() if scale == "fluency")
    assert groups_of_verdicts(found, "adequacy") == {"a": 2, "b": 1, "c": 3}
    with pytest.raises(SpecError, match="two of them"):
        sy.analyse_ratings(sy.read_judgements(path, scales=["fluency"]), test="in-turn")
    with pytest.raises(SpecError, match="without a correction"):
        sy.analyse_ratings(judgements, test="in-turn", correction="holm")


def test_a_mixed_model_takes_severity_out_of_the_scores(tmp_path: Path) -> None:
    rng = np.random.default_rng(10)
    rows: list[Row] = []
    severity = {f"r{i}": shift for i, shift in enumerate((-20, -10, 0, 10, 20, 0))}
    for line in range(1, 61):
        for system, truth in (("a", 60), ("b", 70)):
            # the strict raters judge b alone, so that the raw mean hides that it is better
            raters = ["r0", "r1"] if system == "b" and line > 20 else ["r3", "r4"] if line > 20 else ["r2", "r5"]
            rater = raters[line % 2]
            score = truth + severity[rater] + rng.normal(0, 3)
            rows.append((system, f"d{line // 10}", line, rater, "SYSTEM", round(score, 1)))
    for line in range(61, 81):  # and everybody judges both now and then
        for system, truth in (("a", 60), ("b", 70)):
            rater = f"r{line % 6}"
            rows.append((system, "e", line, rater, "SYSTEM", round(truth + severity[rater] + rng.normal(0, 3), 1)))
    path = write(tmp_path, rows)
    raw = sy.analyse_ratings(path, unit="segment")
    found = sy.analyse_ratings(path, unit="segment", test="mixed-model")
    assert raw.pairs[0].delta < 0 < found.pairs[0].delta
    assert found.pairs[0].delta == pytest.approx(10, abs=3) and found.pairs[0].verdict == "better"
    lenience = {row.rater: row.lenience for row in found.raters}
    assert sorted(lenience, key=lambda rater: lenience[rater] or 0)[0] == "r0"
    from steelyard.human import rater_effects

    code = {name: i for i, name in enumerate(sorted(severity))}
    systems, raters = (np.array([keys[row[at]] for row in rows]) for at, keys in ((0, {"a": 0, "b": 1}), (3, code)))
    segments = np.array([row[2] - 1 for row in rows])
    tastes = np.unique(2 * raters + systems, return_inverse=True)[1]
    model = rater_effects(
        [row[5] for row in rows], systems, raters, random={"segment": segments, "rater and system": tastes}
    )
    assert found.pairs[0].p_value == pytest.approx(model.contrast(1, 0).p_value)
    with pytest.raises(SpecError, match="rater of every judgement"):
        sy.analyse_ratings("examples/human.tsv", test="mixed-model")
    with pytest.raises(SpecError, match="holm"):
        sy.analyse_ratings(path, test="mixed-model", correction="maxt")


def test_intervals_of_a_mixed_model_have_the_level_that_is_asked_for() -> None:
    def widths(alpha: float) -> list[float]:
        found = sy.analyse_ratings("examples/ratings.tsv", test="mixed-model", alpha=alpha)
        assert all(row.interval is not None for row in found.scores)
        return [row.interval[1] - row.interval[0] for row in found.scores if row.interval is not None]

    quantiles = [NormalDist().inv_cdf(1 - alpha / 2) for alpha in (0.2, 0.05)]
    assert np.divide(widths(0.2), widths(0.05)) == pytest.approx(quantiles[0] / quantiles[1])


@pytest.mark.parametrize("correction", ["none", "holm"])
def test_ranks_may_tell_systems_of_equal_means_apart(tmp_path: Path, correction: str) -> None:
    # the rank-sum test is about which system's outputs are mostly the better ones: no contradiction to equal means
    rows: list[Row] = []
    for line in range(1, 41):
        rows.append(("even", f"d{line}", line, "r", "SYSTEM", 55 + (-1) ** line))
        rows.append(("mostly better", f"d{line}", line, "r", "SYSTEM", 60 if line <= 36 else 10))
    found = sy.analyse_ratings(write(tmp_path, rows), test="rank-sum", correction=correction, segments="all")
    [pair] = found.pairs
    assert pair.delta == 0 and pair.p_value < 1e-6
    assert (pair.system_a, pair.verdict, pair.reason) == ("mostly better", "better", "")


def test_repeats_can_be_what_damage_is_held_against(tmp_path: Path) -> None:
    rng = np.random.default_rng(9)
    rows: list[Row] = []
    for rater, spread in (("ann", 2), ("dev", 40)):
        for line in range(1, 13):
            score = round(70 + rng.normal(0, 5), 1)
            for kind, change in (("SYSTEM", 0.0), ("BAD_REF", -20.0), ("REPEAT", 0.0), ("REF", 10.0)):
                rows.append(
                    (
                        "a",
                        "d",
                        line,
                        rater,
                        kind,
                        round(score + change + rng.normal(0, spread if change <= 0 else 0.1), 1),
                    )
                )
                if kind == "SYSTEM":
                    rows.append(("b", "d", line, rater, kind, score))
    path = write(tmp_path, rows)
    found = sy.analyse_ratings(path, quality_control="repeat", unit="segment")
    assert [(row.rater, row.is_kept, row.n_references) for row in found.raters] == [
        ("ann", True, 12),
        ("dev", False, 12),
    ]
    assert found.raters[0].reference_difference == pytest.approx(10, abs=3)


def test_kinds_of_errors_add_up_to_the_penalty(tmp_path: Path) -> None:
    rng = np.random.default_rng(6)
    kinds = [("Accuracy/Mistranslation", "Major"), ("Fluency/Punctuation", "Minor"), ("Style", "Minor")]
    path = tmp_path / "mqm.tsv"
    text = "system\tdoc\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    for line in range(1, 21):
        for system in ("a", "b"):
            chosen = [kind for kind in kinds if rng.random() < (0.5 if system == "a" else 0.2)]
            for category, severity in chosen or [("No-error", "No-error")]:
                text += f"{system}\td{line % 5}\t{line}\tann\ts\tt\t{category}\t{severity}\n"
    path.write_text(text, encoding="utf-8")
    found = sy.analyse_ratings(path, weights="google")
    for score in found.scores:
        for kind in ("category", "severity"):
            rows = [row for row in found.categories if (row.system, row.kind) == (score.system, kind)]
            assert -sum(row.penalty for row in rows) == pytest.approx(score.score)
    marks = next(row for row in found.categories if (row.system, row.name) == ("a", "Fluency"))
    assert marks.penalty == pytest.approx(
        MQM_WEIGHTS["google"].weight("minor", "Fluency/Punctuation") * marks.n_marks / 20
    )


def test_rankings_have_wins_strength_and_clusters(tmp_path: Path) -> None:
    rng = np.random.default_rng(7)
    text = "line\tjudge\tsystem1\trank1\tsystem2\trank2\tranking_id\n"
    for number in range(300):
        a, b = [("good", "fair"), ("fair", "poor"), ("good", "poor")][number % 3]
        first, second = (1, 2) if rng.random() < 0.85 else (2, 1)
        text += f"{number % 50 + 1}\tjudge{number % 4}\t{a}\t{first}\t{b}\t{second}\tr{number}\n"
    path = tmp_path / "rr.tsv"
    path.write_text(text, encoding="utf-8")
    found = sy.analyse_ratings(path)
    rows = {row.system: row for row in found.scores}
    assert [rows[name].cluster for name in ("good", "fair", "poor")] == [1, 2, 3]
    strengths = [rows[name].details["bradley_terry"] for name in ("good", "fair", "poor")]
    assert strengths == sorted(strengths, reverse=True)
    wins = {(row.system_a, row.system_b): (row.n_wins, row.n_losses, row.n_ties) for row in found.wins}
    assert sum(sum(row) for row in wins.values()) == 300
    assert {row.between for row in found.agreement} == {"raters", "repeats"} or found.agreement
    with pytest.raises(SpecError, match="unit of rankings"):
        sy.analyse_ratings(path, unit="document")


def preferred(path: Path, outcomes: Sequence[tuple[int, str, str, int]]) -> Path:
    """Write preferences: the line, two systems, and 1, 0 or -1 for the first, neither or the second."""
    text = "line\tjudge\tsystem1\trank1\tsystem2\trank2\tranking_id\n"
    for number, (line, first, second, outcome) in enumerate(outcomes):
        ranks = {1: (1, 2), 0: (1, 1), -1: (2, 1)}[outcome]
        text += f"{line}\tj{number % 5}\t{first}\t{ranks[0]}\t{second}\t{ranks[1]}\tr{number}\n"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("unit", ["pair", "ranking", "segment", None])
def test_preferences_have_the_sign_test_and_holms_correction(unit: str | None, tmp_path: Path) -> None:
    rng = np.random.default_rng(11)
    pairs = [("a", "b"), ("b", "c"), ("c", "a")]
    chances = [(0.65, 0.25, 0.1), (0.35, 0.25, 0.4), (0.15, 0.25, 0.6)]
    judged = [
        (int(rng.integers(1, 41)), *pairs[i % 3], int(rng.choice([1, 0, -1], p=chances[i % 3]))) for i in range(240)
    ]
    found = sy.analyse_ratings(preferred(tmp_path / "p.tsv", judged), test="sign", unit=unit)
    by_hand = []
    for row in found.wins:
        leads: dict[int, list[int]] = {}
        for i, (line, first, second, outcome) in enumerate(judged):
            if {first, second} == {row.system_a, row.system_b}:
                key = line if unit in ("segment", None) else i
                leads.setdefault(key, []).append(outcome if first == row.system_a else -outcome)
        signs = [np.sign(sum(values)) for values in leads.values()]
        n_won, n_lost = signs.count(1), signs.count(-1)
        by_hand.append(stats.binomtest(n_won, n_won + n_lost).pvalue)
        counts = [sum(values.count(sign) for values in leads.values()) for sign in (1, -1, 0)]
        assert [row.n_wins, row.n_losses, row.n_ties] == counts
        verdict = "cannot tell" if row.p_adjusted > 0.05 else "better" if n_won > n_lost else "worse"
        assert row.verdict == verdict
    assert [row.p_value for row in found.wins] == pytest.approx(by_hand)
    multipletests = module("statsmodels.stats.multitest").multipletests
    assert [row.p_adjusted for row in found.wins] == pytest.approx(multipletests(by_hand, method="holm")[1])
    assert {row.verdict for row in found.wins} > {"cannot tell"}
    assert found.method["unit"] == (unit or "segment") and "Dixon and Mood" in found.method["sentence"]
    better = {(r.system_a, r.system_b) for r in found.wins if r.verdict == "better"}
    better |= {(r.system_b, r.system_a) for r in found.wins if r.verdict == "worse"}
    for score in found.scores:
        assert score.rank_low == 1 + sum(worse == score.system for _, worse in better)


def test_preferences_too_few_for_a_verdict_say_so_and_need_no_correction_to_be_uncorrected(tmp_path: Path) -> None:
    path = preferred(tmp_path / "p.tsv", [(i, "a", "b", 1) for i in range(1, 6)] + [(9, "b", "c", 1), (8, "b", "c", 0)])
    found = sy.analyse_ratings(path, test="sign", correction="none")
    rows = {row.system_a + row.system_b: row for row in found.wins}
    assert rows["ba"].p_value == 0.0625 and rows["ba"].reason == "5 preferences cannot give p below 0.0625"
    assert (rows["cb"].p_value, rows["cb"].n_ties) == (1, 1) and rows["ca"].p_value == 1
    assert {row.cluster for row in found.scores} == {None}
    text = ratings_text(found)
    assert text.startswith("Not corrected, so no groups: 3 tests at 0.05 each. The sign test cannot tell any of the 3")
    assert "There are no strengths of Bradley and Terry" in text.replace("\n", " ") and "strength " not in text
    assert "cluster" not in text and "p-values were not corrected, so that there are no groups" in " ".join(
        text.split()
    )


def test_rankings_have_no_other_test_and_max_t_none_of_theirs(tmp_path: Path) -> None:
    path = preferred(tmp_path / "p.tsv", [(1, "a", "b", 1)])
    for more, sentence in [
        ({"test": "wilcoxon"}, "The test wilcoxon is about scores: rankings have the test sign"),
        ({"test": "sign", "correction": "maxt"}, "the test sign has none: choose"),
        ({"correction": "holm"}, "goes with the test sign"),
    ]:
        with pytest.raises(SpecError, match=sentence):
            sy.analyse_ratings(path, **more)


@pytest.mark.real_data
def test_published_tables_of_direct_assessment_come_out(test_data: Path) -> None:
    human = test_data / "data" / "wmt21-news-is-en" / "human"
    found = sy.analyse_ratings(sy.read_judgements(human / "da.seg.tsv", scales=["z"]), test="rank-sum")
    rows = [line.split("\t") for line in (human / "da.sys.tsv").read_text(encoding="utf-8").splitlines()]
    published = {row[rows[0].index("system")]: float(row[rows[0].index("z")]) for row in rows[1:]}
    assert {row.system: round(row.score, 3) for row in found.scores} == pytest.approx(published, abs=0.00051)
    clusters = groups_of_verdicts(found, "z")
    assert clusters["Facebook-AI"] == 1 and clusters["Manifold"] == 2 and clusters["Online-G"] == 4


@pytest.mark.real_data
def test_published_clusters_of_rankings_come_out_but_for_two_boundaries(test_data: Path) -> None:
    path = test_data / "data" / "wmt15-rr-de-en" / "human" / "rr.pairs.tsv.gz"
    found = sy.analyse_ratings(path, unit="pair")
    clusters = {row.system.rsplit(".", 1)[0]: row.cluster for row in found.scores}
    groups = [["online-B"], ["uedin-jhu-phrase", "online-A", "uedin-syntax", "KIT"], ["RWTH", "Neural-MT"]]
    for number, group in enumerate(groups, 1):
        assert {clusters[name] for name in group} == {number}
    assert {clusters["UM-nDA"], clusters["online-E"]} == {5}
    # published: online-F alone behind these; its range of ranks, 10 to 11, touches theirs here
    assert {clusters[name] for name in ("Illinois", "dfki-experimental", "online-C", "online-F")} == {4}
    kappa = next(row for row in found.agreement if row.between == "raters" and "WMT07" in row.coefficient)
    assert kappa.value == pytest.approx(0.477, abs=0.001)  # of what was judged, without ties of equal outputs


@pytest.mark.real_data
def test_talks_are_too_few_for_a_verdict(test_data: Path) -> None:
    path = test_data / "data" / "mqm-ted2021-en-de" / "human" / "ratings.tsv.gz"
    found = sy.analyse_ratings(sy.read_judgements(path, lines="number", strict=False), weights="google-wmt21")
    assert {pair.reason for pair in found.pairs} == {"5 documents cannot give p below 0.0625"}
    best = max(found.scores, key=lambda row: row.score)
    assert (best.system, round(best.score, 2)) == ("ref", -0.91)
