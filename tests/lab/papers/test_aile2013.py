"""The protocol of AILE's paper: correlations as SciPy has them, weight on and off, and ratings that do not fit."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

import steelyard as sy
from steelyard.errors import AlignmentError, SpecError
from steelyard.ratings.reading import read_people
from steelyard.results import PaperTable, Replication
from steelyard.types import OutputScores
from tests.conftest import EXAMPLES, SYSTEMS

METRICS = ["aile", "impact", "bleu", "ter"]


@pytest.fixture(scope="module")
def data() -> sy.TestSet:
    return sy.TestSet.from_files(
        references=[EXAMPLES / "reference.1.en", EXAMPLES / "reference.2.en"],
        systems={name: EXAMPLES / "systems" / f"{name}.en" for name in SYSTEMS},
    )


@pytest.fixture(scope="module")
def people(data: sy.TestSet) -> OutputScores:
    [scores] = read_people(EXAMPLES / "ratings.tsv").scores
    return scores


@pytest.fixture(scope="module")
def replication(data: sy.TestSet, people: OutputScores) -> Replication:
    outside = {"judge": {name: people.select([name]).values[0] for name in data.system_names}}
    filled = {"judge": {name: np.nan_to_num(row).tolist() for name, row in outside["judge"].items()}}
    return sy.lab.replicate(sy.evaluate(data, METRICS, segment_scores=filled), "aile2013", ratings=[people])


def table(replication: Replication, name: str) -> PaperTable:
    return next(found for found in replication.paper_tables if found.name == name)


def rated(data: sy.TestSet, people: OutputScores) -> NDArray[np.float64]:
    return people.select(data.system_names).values


def segment_scores(data: sy.TestSet, metric: str) -> NDArray[np.float64]:
    rows = sy.evaluate(data, [metric]).scores(segments=True).segments
    return np.array([row.scores for row in rows])


def lengths(data: sy.TestSet) -> NDArray[np.float64]:
    outputs = [[len(line.split()) for line in text] for text in data.systems.values()]
    references = [[len((line or "").split()) for line in text] for text in data.references]
    return np.array(outputs) + np.mean(references, axis=0)


def test_systems_are_correlated_by_spearman(data: sy.TestSet, people: OutputScores, replication: Replication) -> None:
    found = dict(table(replication, "Tables 3, 5 and 6").rows)
    means = np.nanmean(rated(data, people), axis=1)
    rows = sy.evaluate(data, METRICS).scores().scores
    for metric, label in (("aile", "AILE"), ("bleu", "BLEU"), ("ter", "TER")):
        scores = [row.score for row in rows if row.metric == metric]
        assert found[label] == pytest.approx(stats.spearmanr(scores, means).statistic)


def test_segments_are_correlated_by_kendall_over_all_outputs(
    data: sy.TestSet, people: OutputScores, replication: Replication
) -> None:
    ratings = rated(data, people)
    is_rated = np.isfinite(ratings)
    found = dict(table(replication, "Table 4").rows)
    for metric, label in (("aile", "AILE"), ("bleu", "BLEU"), ("ter", "TER")):
        scores = segment_scores(data, metric)
        assert found[label] == pytest.approx(stats.kendalltau(scores[is_rated], ratings[is_rated]).statistic)
    assert found["judge"] == pytest.approx(1.0)


def test_long_and_short_segments_are_parted_at_the_mean(
    data: sy.TestSet, people: OutputScores, replication: Replication
) -> None:
    ratings, words = rated(data, people), lengths(data)
    is_rated = np.isfinite(ratings)
    middle = words[is_rated].mean()
    for name, chosen in (("Table 7", words > middle), ("Table 8", words <= middle)):
        found = dict(table(replication, name).rows)
        for metric, label in (("aile", "AILE using weight"), ("aile(delta=0.0)", "AILE without weight")):
            scores, used = segment_scores(data, metric), is_rated & chosen
            assert found[label] == pytest.approx(stats.kendalltau(scores[used], ratings[used]).statistic)
        assert found["AILE without weight"] == found["IMPACT"]
        assert f"{int((is_rated & chosen).sum()):,} outputs" in table(replication, name).title


def test_two_scales_have_a_mean_and_penalties_are_turned(data: sy.TestSet, people: OutputScores) -> None:
    turned = OutputScores("errors", people.systems, -people.values, higher_is_better=False)
    found = sy.lab.replicate(sy.evaluate(data, ["aile"]), "aile2013", ratings=[people, turned])
    for one in found.paper_tables:
        assert one.columns[1:4] == ("score", "errors", "Avg.")
        assert all(row[1] == row[2] == pytest.approx(row[3]) for row in one.rows)


def test_parameters_are_those_of_tables_1_and_2(
    data: sy.TestSet, people: OutputScores, replication: Replication
) -> None:
    first, second = table(replication, "Table 1"), table(replication, "Table 2")
    assert len(first.rows) == len(second.rows) == 17
    assert second.columns == ("parameters", "score", "Total Avg.")
    rho, tau = dict(first.rows), {name: value for name, value, _ in second.rows}
    ratings = rated(data, people)
    is_rated, means = np.isfinite(ratings), np.nanmean(ratings, axis=1)
    for name, metric in (
        ("alpha = 0.1, beta = 1.2, delta = 2.0", "aile"),
        ("alpha = 0.7, beta = 1.2, delta = 2.0", "aile(alpha=0.7)"),
        ("alpha = 0.1, beta = 1.6, delta = 2.0", "aile(beta=1.6)"),
        ("alpha = 0.1, beta = 1.2, delta = 6.0", "aile(delta=6.0)"),
        ("square root", "aile(divisor=sqrt)"),
        ("arctangent", "aile(divisor=arctan)"),
    ):
        scores = segment_scores(data, metric)
        assert tau[name] == pytest.approx(stats.kendalltau(scores[is_rated], ratings[is_rated]).statistic)
        assert rho[name] == pytest.approx(stats.spearmanr(scores.mean(axis=1), means).statistic)
    assert all(total == pytest.approx((rho[name] + value) / 2) for name, value, total in second.rows)
    assert len(set(tau.values())) == 17


def test_other_options_of_aile_are_kept_in_tables_1_and_2(data: sy.TestSet, people: OutputScores) -> None:
    found = sy.lab.replicate(
        sy.evaluate(data, ["bleu", "aile(lowercase=False, divisor=sqrt)"]), "aile2013", ratings=[people]
    )
    tau = {name: value for name, value, _ in table(found, "Table 2").rows}
    of_metric = dict(table(found, "Table 4").rows)
    assert tau["square root"] == pytest.approx(of_metric["AILE"])


def test_without_aile_tables_1_and_2_are_said_to_be_left_out(data: sy.TestSet, people: OutputScores) -> None:
    found = sy.lab.replicate(sy.evaluate(data, ["bleu"]), "aile2013", ratings=[people])
    assert found.paper_tables[0].name == "Tables 3, 5 and 6"
    assert any("tables 1 and 2 vary AILE's parameters" in note for note in found.method["notes"])


def test_the_median_of_judges_counts_as_in_the_paper(data: sy.TestSet) -> None:
    ratings = read_people(EXAMPLES / "ratings.tsv").ratings
    evaluation = sy.evaluate(data, ["aile"])
    found = {
        judges: sy.lab.replicate(evaluation, "aile2013", ratings=ratings, judges=judges)
        for judges in ("median", "mean")
    }
    assert sy.lab.replicate(evaluation, "aile2013", ratings=ratings).paper_tables == found["median"].paper_tables
    scores = segment_scores(data, "aile")
    of_output: dict[tuple[str, int], list[float]] = {}
    for row, segment in enumerate(ratings.segments):
        if ratings.kinds.names[ratings.kinds.codes[row]] not in ("system", "repeat"):
            continue
        key = (ratings.systems.names[ratings.systems.codes[row]], int(segment))
        of_output.setdefault(key, []).append(ratings.scores[row])
    assert max(map(len, of_output.values())) > 2
    for judges, average in (("median", np.median), ("mean", np.mean)):
        [(_, tau)] = table(found[judges], "Table 4").rows
        pairs = [(scores[data.system_names.index(s), i], average(own)) for (s, i), own in of_output.items()]
        assert tau == pytest.approx(stats.kendalltau(*zip(*pairs, strict=True)).statistic)
        assert f"the {judges} counts" in found[judges].method["sentence"]


def test_systems_without_ratings_are_left_out(data: sy.TestSet, people: OutputScores) -> None:
    four = people.select(people.systems[:4])
    found = sy.lab.replicate(sy.evaluate(data, ["aile"]), "aile2013", ratings=[four])
    assert found.method["left_out"] == [people.systems[4]] and len(found.method["systems"]) == 4
    assert any(people.systems[4] in note for note in found.method["notes"])
    assert any("average over language pairs: `--conditions` does so" in note for note in found.method["notes"])


def test_ratings_that_do_not_fit_are_refused(data: sy.TestSet, people: OutputScores) -> None:
    evaluation = sy.evaluate(data, ["aile"])
    with pytest.raises(SpecError, match="give ratings"):
        sy.lab.replicate(evaluation, "aile2013")
    with pytest.raises(SpecError, match="The mean of judges is of single judgements: give Ratings"):
        sy.lab.replicate(evaluation, "aile2013", ratings=[people], judges="mean")
    with pytest.raises(SpecError, match="Unknown judges 'mode'"):
        sy.lab.replicate(evaluation, "aile2013", ratings=read_people(EXAMPLES / "ratings.tsv").ratings, judges="mode")
    with pytest.raises(SpecError, match="needs 3 of them; people rated 2"):
        sy.lab.replicate(evaluation, "aile2013", ratings=[people.select(people.systems[:2])])
    longer = OutputScores("da", people.systems, np.ones((5, 121)))
    with pytest.raises(AlignmentError, match="People rated line 121, but the test set has 120"):
        sy.lab.replicate(evaluation, "aile2013", ratings=[longer])
