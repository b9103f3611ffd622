"""Published scores of people's ratings, from the raw judgements."""

import csv
import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from steelyard.human import (
    MQM_WEIGHTS,
    bradley_terry,
    category_table,
    control_pairs,
    degraded_test,
    fixed_chance_kappa,
    judged_ranks,
    pair_counts,
    rank_sum_pairs,
    rater_penalties,
    repeat_test,
    segment_means,
    standardise,
    system_means,
    verdicts_of_pairs,
)
from steelyard.inference import adjust, clusters, randomization
from steelyard.types import Measurement, Statistics

pytestmark = pytest.mark.real_data
DA_SETS = ("wmt21-news-is-en", "wmt22-general-ja-en", "wmt22-general-uk-en")


def table(path: Path) -> dict[str, list[str]]:
    """Read a TSV without quoting into columns."""
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    rows = list(csv.reader(data.decode("utf-8").split("\n")[:-1], delimiter="\t", quoting=csv.QUOTE_NONE))
    return dict(zip(rows[0], map(list, zip(*rows[1:], strict=True)), strict=True))


def coded(names: list[str], order: list[str] | None = None) -> tuple[np.ndarray, list[str]]:
    order = order or sorted(set(names))
    place = {name: code for code, name in enumerate(order)}
    return np.array([place[name] for name in names]), order


@pytest.fixture(params=DA_SETS)
def da(request: pytest.FixtureRequest, test_data: Path) -> Path:
    return test_data / "data" / request.param / "human"


def test_published_z_of_segments_and_systems(da: Path) -> None:
    rows, published = table(da / "da.judgements.tsv.gz"), table(da / "da.sys.tsv")
    systems, names = coded(rows["system"], published["system"])
    workers, _ = coded(rows["worker"])
    lines = np.array(rows["line"], dtype=np.int64) - 1
    kinds = np.array(rows["type"])
    is_extra = np.isin(kinds, ["REF", "BAD_REF"])
    # The published z are standardised over all ratings, quality items too: doing it again changes nothing.
    given = np.array(rows["z"], dtype=np.float64)
    again = standardise(given, workers, is_quality_item=is_extra, include_quality_items=True)
    assert again.dropped == ()
    assert np.abs(again.scores - given).max() < 2e-5
    # Without them the z are others: by 0.2 to 0.4 deviations for the mean of some rater.
    without = standardise(given, workers, is_quality_item=is_extra)
    assert 0.1 < np.nanmax(np.abs(without.means)) < 1
    # Repeats are averaged as further ratings; systems are the mean of their segments.
    found = segment_means(given[~is_extra], systems[~is_extra], lines[~is_extra])
    segments = table(da / "da.seg.tsv")
    by_system, by_line = coded(segments["system"], names)[0], np.array(segments["line"], dtype=np.int64) - 1
    ours, count = found.means[by_system, by_line], found.counts[by_system, by_line]
    has_ratings = count > 0
    n_missing = {"wmt22-general-ja-en": 67}.get(da.parent.name, 0)  # judgements that are not in the file
    assert (~has_ratings).sum() == n_missing
    assert (count != np.array(segments["n"], dtype=np.int64))[has_ratings].sum() <= 1
    assert np.abs(ours - np.array(segments["z"], dtype=np.float64))[has_ratings].max() < 1e-12
    z = np.array(published["z"], dtype=np.float64)
    assert np.abs(system_means(found) - z).max() < (0.0005 if not n_missing else 0.0006)
    # From the published segments, nothing is missing, and raw scores come out too.
    for column, half_a_digit in (("z", 0.0005), ("raw", 0.05)):
        whole = segment_means(np.array(segments[column], dtype=np.float64), by_system, by_line)
        expected = np.array(published[column], dtype=np.float64)
        assert np.abs(system_means(whole) - expected).max() <= half_a_digit + 1e-9


def test_published_stars_of_the_rank_sum_test(da: Path) -> None:
    segments, published = table(da / "da.seg.tsv"), table(da / "da.diff-wilcoxon.tsv")
    names = published["system"]
    is_shown = np.isin(segments["system"], names)
    systems = coded(np.array(segments["system"])[is_shown].tolist(), names)[0]
    p_values = rank_sum_pairs(np.array(segments["z"], dtype=np.float64)[is_shown], systems)
    n_stars = (p_values < 0.05).astype(int) + (p_values < 0.01) + (p_values < 0.001)
    wrong = [
        (a, b, cell, p_values[i, j])
        for i, a in enumerate(names)
        for j, b in enumerate(names)
        if i != j and (cell := published[b][i]) and cell.count("*") != n_stars[i, j]
    ]
    assert wrong == []


def test_rank_sum_of_all_pairs_as_recorded(test_data: Path) -> None:
    cases = json.loads((test_data / "golden" / "stats-packages.json").read_text(encoding="utf-8"))["cases"]
    [case] = [case for case in cases if case["id"] == "mannwhitney-da-wmt22-general-uk-en"]
    segments = table(test_data / "data" / case["inputs"][0]["path"])
    systems, names = coded(segments["system"])
    p_values = rank_sum_pairs(np.array(segments["z"], dtype=np.float64), systems)
    for a, b, _, _, _, greater, _ in case["expected"]["rows"]:
        assert p_values[names.index(a), names.index(b)] == pytest.approx(greater, rel=1e-9)


def test_clusters_of_direct_assessment(test_data: Path) -> None:
    da = test_data / "data" / "wmt21-news-is-en" / "human"
    segments, published = table(da / "da.seg.tsv"), table(da / "da.sys.tsv")
    systems, names = coded(segments["system"], published["system"])
    verdicts = verdicts_of_pairs(rank_sum_pairs(np.array(segments["z"], dtype=np.float64), systems))
    found = clusters(verdicts > 0, list(range(1, len(names) + 1)))
    assert (found[0], found[-1]) == (1, max(found))
    assert found[names.index("Manifold")] == 2  # Facebook-AI alone in front
    assert max(found) >= 3  # Online-G alone behind


def test_workers_of_published_judgements_see_degraded_items(da: Path) -> None:
    rows = table(da / "da.judgements.tsv.gz")
    given, kinds = np.array(rows["z"], dtype=np.float64), np.array(rows["type"])
    workers, names = coded(rows["worker"])
    items, _ = coded(["\t".join(row) for row in zip(rows["hit"], rows["system"], rows["line"], strict=True)])

    def pairs(kind: str) -> tuple[np.ndarray, np.ndarray, int]:
        kept = np.isin(kinds, ["SYSTEM", kind])
        found = control_pairs(given[kept], workers[kept], items[kept], kinds[kept] == kind)
        return found.differences, found.raters, found.n_unpaired

    degraded, by, n_unpaired = pairs("BAD_REF")
    repeats, repeats_by, _ = pairs("REPEAT")
    assert n_unpaired == 0
    assert degraded.mean() > 0.4 > 0.05 > abs(repeats.mean())
    # Only workers who passed were published, but they were tested with what they did for all language pairs: of one
    # pair's ten or so degraded items each, half of them or more pass again, and next to none fails the other way.
    first = degraded_test(degraded, by, n_raters=len(names))
    assert 0.5 < first.is_kept[first.is_judged].mean() < 0.7
    assert (degraded_test(-degraded, by, n_raters=len(names)).is_kept).mean() < 0.03
    second = repeat_test(degraded, by, repeats, repeats_by, n_raters=len(names))
    assert 0.4 < second.is_kept[second.is_judged].mean() < 0.8
    assert degraded_test(repeats, repeats_by).is_kept.mean() < 0.1


@pytest.fixture(scope="module")
def marks(test_data: Path) -> dict[str, list[str]]:
    rows = table(test_data / "data" / "mqm-ted2021-en-de" / "human" / "ratings.tsv.gz")
    rows["system"] = ["ref-A" if name == "ref" else name for name in rows["system"]]  # as in the scores
    return rows


def test_published_segment_scores_from_the_raw_marks(test_data: Path, marks: dict[str, list[str]]) -> None:
    human = test_data / "data" / "mqm-ted2021-en-de" / "human"
    (systems, names), (raters, _) = coded(marks["system"]), coded(marks["rater"])
    (severities, severity_names), (categories, category_names) = coded(marks["severity"]), coded(marks["category"])
    segments = np.array(marks["seg_id"], dtype=np.int64)
    for scheme in ("google", "google-wmt21"):
        costs = MQM_WEIGHTS[scheme].table(severity_names, category_names)[severities, categories]
        found = rater_penalties(costs, systems, segments, raters)
        means = segment_means(found.penalties, found.systems, found.segments).means
        published = table(human / "mqm.seg.tsv")
        ours = means[coded(published["system"], names)[0], np.array(published["seg_id"], dtype=np.int64)]
        assert len(ours) == 7406
        assert np.abs(ours - np.array(published["mqm_penalty"], dtype=np.float64)).max() < 1e-9
        assert np.abs(ours - np.array(published["mqm_penalty_published"], dtype=np.float64)).max() < 0.001
        whole = table(human / "mqm.sys.tsv")
        scores = system_means(segment_means(found.penalties, found.systems, found.segments))
        expected = np.array(whole["mean_mqm_penalty"], dtype=np.float64)
        assert np.abs(scores[coded(whole["system"], names)[0]] - expected).max() < 5.1e-5
    kinds = category_table(costs, categories, systems, segments, raters)
    assert kinds.penalties.sum(axis=1) == pytest.approx(scores)
    assert kinds.counts.sum() == len(costs)


def test_published_system_scores_from_published_segments(test_data: Path) -> None:
    human = test_data / "data" / "wmt21-news-en-de" / "human"
    rows, whole = table(human / "mqm.seg.tsv"), table(human / "mqm.sys.tsv")
    systems, names = coded(rows["system"], whole["system"])
    scores = np.array([float(score) if score != "NA" else np.nan for score in rows["mqm"]])
    segments = segment_means(scores, systems, np.array(rows["line"], dtype=np.int64) - 1)
    assert (segments.counts.sum(), segments.is_common.sum()) == (8959, 527)
    found = segments.means[:, segments.is_common].mean(axis=1)
    assert np.abs(found - np.array(whole["mean_mqm"], dtype=np.float64)).max() < 5.1e-5
    assert len(names) == 17


def test_weights_of_marks_that_carry_their_own(test_data: Path) -> None:
    rows = table(test_data / "data" / "wmt23-en-de" / "human" / "mqm.merged.seg.rating.tsv.gz")
    errors = [error for text in rows["errors_json"] for error in json.loads(text)["errors"]]
    scheme = MQM_WEIGHTS["google-wmt23"]
    wrong = [e for e in errors if e["score"] != scheme.weight(e["severity"], e["category"])]
    assert len(errors) == 19_569
    assert wrong == []


def test_human_scores_are_permuted_by_document(test_data: Path, marks: dict[str, list[str]]) -> None:
    systems, names = coded(marks["system"])
    costs = [MQM_WEIGHTS["google"].weight(s, c) for s, c in zip(marks["severity"], marks["category"], strict=True)]
    segments, raters = coded(marks["seg_id"])[0], coded(marks["rater"])[0]
    found = rater_penalties(costs, systems, segments, raters)
    scores = segment_means(-found.penalties, found.systems, found.segments)
    assert scores.is_common.all()
    talk_of = dict(zip(segments.tolist(), marks["doc"], strict=True))
    talks, talk_names = coded([talk_of[segment] for segment in range(scores.means.shape[1])])
    statistics = Statistics.from_values(np.stack([scores.means, np.ones_like(scores.means)], axis=-1), talks)
    mqm = Measurement("mqm", "MQM", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
    by_talk = mqm.by_document(talks)
    assert by_talk.statistics.n_units == len(talk_names)
    pairs = [(i, j) for i in range(len(names)) for j in range(i)]
    null = randomization([by_talk], pairs, n_resamples=2000, rng=1)
    expected = [system_means(scores)[i] - system_means(scores)[j] for i, j in pairs]
    assert null.observed == pytest.approx(expected, abs=1e-8)
    alone = null.p_values("two-sided")
    by_segment = randomization([mqm], pairs, n_resamples=2000, rng=1).p_values("two-sided")
    assert (alone < 0.05).sum() < (by_segment < 0.05).sum()  # talks are fewer, and alike within
    for correction in ("maxt", "holm"):
        adjusted = adjust(null, alone, correction, "two-sided", 0.05).p_values
        assert (adjusted >= alone).all()
        assert (adjusted > alone).any()


def test_published_order_and_clusters_of_rankings(test_data: Path) -> None:
    human = test_data / "data" / "wmt15-rr-de-en" / "human"
    rows = table(human / "rr.pairs.tsv.gz")
    lines = (human / "rr.trueskill.tsv").read_text(encoding="utf-8").splitlines()[1:]
    names, published, current = [], [], 1
    for line in lines:
        name = line.split("\t")[0]
        if name == "#cluster-boundary":
            current += 1
        else:
            names.append(name)
            published.append(current)
    place = {name: code for code, name in enumerate(names)}
    judged = []
    columns = (rows[name] for name in ("system1", "rank1", "system2", "rank2", "ranking_id"))
    for one, rank1, other, rank2, ranking in zip(*columns, strict=True):
        side = (int(rank1) < int(rank2)) - (int(rank1) > int(rank2))
        judged += [  # `+` joins systems with the same output: each of them was judged
            (place[a], place[b], side, int(ranking)) for a in one.split("+") for b in other.split("+") if a != b
        ]
    first, second, outcomes, rankings = np.array(judged).T
    # The published order is by TrueSkill, from judgements with some more ties of equal outputs.
    single = judged_ranks(first, second, outcomes, np.arange(len(first)), rng=1)
    abilities = bradley_terry(pair_counts(first, second, outcomes)).abilities
    for scores in (single.scores, abilities):
        assert np.abs(np.argsort(-scores) - np.arange(len(names))).max() <= 2
    # Single pairs as units, as published: the same clusters, but for online-F, which is not told from the three above.
    assert (names[10], published) == ("online-F.0", [1, 2, 2, 2, 2, 3, 3, 4, 4, 4, 5, 6, 6])
    assert single.clusters.tolist() == [1, 2, 2, 2, 2, 3, 3, 4, 4, 4, 4, 5, 5]
    # Whole rankings as units: pairs of one ranking hang together, so ranges are wider and one boundary more is gone.
    whole = judged_ranks(first, second, outcomes, rankings, rng=1)
    assert whole.clusters.tolist() == [1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4]
    assert (whole.highest - whole.lowest).sum() > (single.highest - single.lowest).sum()


def test_judges_agree_more_with_themselves(test_data: Path) -> None:
    rows = table(test_data / "data" / "wmt15-rr-de-en" / "human" / "rr.pairs.tsv.gz")
    ranks = np.array([rows["rank1"], rows["rank2"]], dtype=np.int64)
    is_turned = np.array(rows["system1"]) > np.array(rows["system2"])
    sides = np.sign(ranks[1] - ranks[0]) * np.where(is_turned, -1, 1)
    pairs = [" ".join(sorted(pair)) for pair in zip(rows["system1"], rows["system2"], strict=True)]
    items, _ = coded([f"{line} {pair}" for line, pair in zip(rows["line"], pairs, strict=True)])
    judges, lines = coded(rows["judge"])[0], np.array(rows["line"], dtype=np.int64)
    inter, intra = (
        fixed_chance_kappa(sides + 1, items, judges, n_labels=3, kind=kind, groups=lines) for kind in ("inter", "intra")
    )
    assert inter.interval is not None and intra.interval is not None
    assert (inter.observed, intra.observed) == pytest.approx((0.6515, 0.8824), abs=5e-5)
    assert inter.value < intra.value
    assert inter.interval[0] < inter.value < inter.interval[1] < 0.6
    alone = fixed_chance_kappa(sides + 1, items, judges, n_labels=3)
    assert alone.value == inter.value
    assert alone.interval is not None
    assert alone.interval[1] - alone.interval[0] < inter.interval[1] - inter.interval[0]  # pairs of a segment depend


def test_no_mark_of_a_million_is_lost() -> None:
    rng = np.random.default_rng(1)
    n = 1_000_000
    systems, segments, raters = rng.integers(0, 20, n), rng.integers(0, 5000, n), rng.integers(0, 10, n)
    costs = rng.choice([0.0, 0.1, 1.0, 5.0], n)
    found = rater_penalties(costs, systems, segments, raters)
    assert found.n_marks.sum() == n
    assert len(found.n_marks) == len(np.unique((systems * 5000 + segments) * 10 + raters))
    assert found.penalties.sum() == pytest.approx(costs.sum(), rel=1e-12)
    means = system_means(segment_means(-found.penalties, found.systems, found.segments))
    assert len(means) == 20
