"""Games that BLEU allows: the sign test against itself, genres, and deletions, each counted anew from texts."""

import itertools

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.errors import AlignmentError, SpecError
from steelyard.lab.papers.chiang2008.deletion_game import deletion_order
from steelyard.lab.papers.chiang2008.genre_game import choices
from steelyard.lab.papers.chiang2008.sign_game import substitute
from steelyard.metrics import Metric, parse
from steelyard.results import PaperTable, Replication
from steelyard.scored.segment_groups import parts_by_label
from steelyard.types import OutputScores

METRICS = ["bleu", "bleu-sbp", "grr", "ter"]
GENRES = [("news", "talk", "web")[i % 3] for i in range(120)]


def table(found: Replication, name: str) -> PaperTable:
    return next(one for one in found.paper_tables if one.name == name)


def score(metric: Metric, outputs: list[str], references: list[str]) -> float:
    return metric.corpus_score(outputs, [references]).score


@pytest.fixture(scope="module")
def one_reference(example: sy.TestSet) -> sy.TestSet:
    return sy.TestSet([example.references[0]], example.systems)


@pytest.fixture(scope="module")
def found(one_reference: sy.TestSet) -> Replication:
    return sy.lab.replicate(sy.evaluate(one_reference, METRICS), "chiang2008", genres=GENRES, n_resamples=200)


@pytest.mark.parametrize("spelling", METRICS)
def test_substitutions_are_those_of_texts(one_reference: sy.TestSet, spelling: str) -> None:
    metric = parse(spelling)
    data = one_reference.select(range(12), ["harbour", "tangle"])
    [measured] = sy.metrics.measure(data, [metric])
    into, outputs = (list(data.systems[name]) for name in data.system_names)
    references = [line or "" for line in data.references[0]]
    before, changes = score(metric, into, references), []
    for i in range(12):
        composite = [*into[:i], outputs[i], *into[i + 1 :]]
        changes.append((score(metric, composite, references) - before) * (1 if metric.higher_is_better else -1))
    wins, losses = (sum(sign * change > 1e-9 for change in changes) for sign in (1, -1))
    answer = substitute(measured, *measured.statistics.values)
    assert (answer.wins, answer.ties, answer.losses) == (wins, 12 - wins - losses, losses)
    expected = stats.binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
    assert answer.p_value == pytest.approx(min(1.0, expected))


def test_the_sign_test_contradicts_the_scores_and_itself_where_long_pays_for_short() -> None:
    """Section 3.1: every short output raises the score of the long ones, and all of them together lower it."""
    references = [f"a{i} b{i} c{i} d{i} e{i} f{i} g{i} h{i}" for i in range(40)]
    long = [f"{line} x y" for line in references]
    short = [line.rsplit(" ", 3)[0] for line in references]
    data = sy.TestSet([references], {"long": long, "short": short})
    metrics = [f"{name}(tokenize=none)" for name in ("bleu", "bleu-sbp", "grr")]
    found = sy.lab.replicate(sy.evaluate(data, metrics), "chiang2008", n_resamples=20)
    by_metric = {row[0]: row[1:] for row in table(found, "Section 3.1").rows}
    assert by_metric["BLEU"] == (1, 0, 0, 1, 1)  # opposite, and against the scores
    assert by_metric["BLEU-SBP"] == by_metric["4-GRR"] == (1, 1, 0, 0, 0)
    [clash] = [row for row in table(found, "Table 2").rows if row[1] == "long"]
    assert clash[0] == "BLEU" and clash[3] > clash[4] and (clash[5], clash[6]) == (1.25, 0.625)
    assert clash[7] == clash[9] == "40:0" and clash[8] < 1e-9


@pytest.mark.parametrize("spelling", METRICS)
def test_choices_by_genre_are_scored_as_texts_are(one_reference: sy.TestSet, spelling: str) -> None:
    metric = parse(spelling)
    data = one_reference.select(range(24), ["harbour", "sparrow"])
    [measured] = sy.metrics.measure(data, [metric])
    genres = parts_by_label(GENRES[:24], 24)
    answer = choices(measured, genres)
    texts, references = list(data.systems.values()), [line or "" for line in data.references[0]]
    sign = 1 if metric.higher_is_better else -1
    by_genre, whole = [], []
    for chosen in itertools.product(range(2), repeat=3):
        mixed = [texts[chosen[genres.codes[i]]][i] for i in range(24)]
        whole.append(sign * score(metric, mixed, references))
        parts = [np.flatnonzero(genres.codes == g) for g in range(3)]
        by_genre.append([
            sign * score(metric, [mixed[i] for i in part], [references[i] for i in part]) for part in parts
        ])  # fmt: skip
    assert answer.whole == pytest.approx(whole) and answer.by_genre == pytest.approx(np.array(by_genre))
    for a, b in itertools.product(range(8), repeat=2):
        better = all(x >= y for x, y in zip(answer.by_genre[a], answer.by_genre[b], strict=True)) and a != b
        better = better and any(x > y for x, y in zip(answer.by_genre[a], answer.by_genre[b], strict=True))
        assert answer.dominates[a, b] == better
        lost = answer.whole[b] - answer.whole[a]
        assert answer.reversals[a, b] == (lost if better and lost > 1e-9 else 0.0)


def test_sums_over_segments_are_never_reversed(found: Replication) -> None:
    rows = {row[0]: row for row in table(found, "Tables 3 to 5").rows}
    assert rows["4-GRR"][4] == rows["TER"][4] == 0 and rows["BLEU"][3] == rows["TER"][3] == (15**3 - 5**3)
    assert rows["BLEU"][4] > 0 and rows["BLEU"][2] >= rows["BLEU"][1]


def test_deletions_are_the_best_at_each_step(one_reference: sy.TestSet) -> None:
    data = one_reference.select(range(8), ["harbour"])
    metric = parse("bleu")
    outputs, references = list(data.systems["harbour"]), [line or "" for line in data.references[0]]
    outputs[2] = f"{outputs[2]} and much more of what nobody had said in the first place"
    both = sy.TestSet([references], {"given": outputs, "nothing": [""] * 8})
    [measured] = sy.metrics.measure(both, [metric])
    order, scores = deletion_order(measured, *measured.statistics.values)
    left = list(range(8))
    assert scores[0] == pytest.approx(score(metric, outputs, references)) and len(order) == 4
    for k, deleted in enumerate(order.tolist(), 1):
        tried = {
            i: score(metric, [line if j in left and j != i else "" for j, line in enumerate(outputs)], references)
            for i in left
        }
        assert scores[k] == pytest.approx(max(tried.values())) and tried[deleted] == pytest.approx(scores[k])
        left.remove(deleted)


def test_deleted_outputs_are_no_lower_under_bleu_and_lower_under_others(found: Replication) -> None:
    rows = list(table(found, "Tables 6 to 8").rows)
    assert [row[1] for row in rows[:3]] == ["as given", "no lower", "not significantly lower"] and len(rows) == 15
    for given, free, hidden in zip(rows[::3], rows[1::3], rows[2::3], strict=True):
        assert given[2] == 0.0 <= free[2] <= hidden[2] <= 50
        assert free[3] >= given[3] - 1e-9
    assert rows[1][2] == 0 or rows[1][5] < rows[0][5]
    assert rows[2][2] > 0 and rows[2][5] < rows[0][5] and rows[2][6] > rows[0][6]
    for row in table(found, "Table 7").rows:
        assert row[1] == "no lower" or row[3] > 0.05 or row[2] == 0


def test_metrics_are_correlated_with_people_as_scipy_does(one_reference: sy.TestSet) -> None:
    values = np.random.default_rng(5).normal(size=(5, 120))
    people = OutputScores("adequacy", one_reference.system_names, values)
    evaluation = sy.evaluate(one_reference, METRICS)
    found = sy.lab.replicate(evaluation, "chiang2008", ratings=[people], n_resamples=20)
    for (name, value), row in zip(table(found, "Table 1").rows, range(4), strict=True):
        scores = [one.score for one in evaluation.scores().scores if one.label == name]
        rho = stats.spearmanr(scores, values.mean(axis=1)).statistic
        assert value == pytest.approx(-rho if METRICS[row] == "ter" else rho)


def test_bad_input_is_refused(one_reference: sy.TestSet) -> None:
    evaluation = sy.evaluate(one_reference, ["bleu"])
    for options, sentence in (
        ({"genres": ["news"] * 120}, "takes 2 to 10 different labels: all are 'news'"),
        ({"genres": [str(i % 11) for i in range(120)]}, "takes 2 to 10 different labels: there are 11"),
        ({"unit": "document"}, "it has no unit 'document'"),
        ({"ratings": []}, "give ratings"),
    ):
        with pytest.raises(SpecError, match=sentence):
            sy.lab.replicate(evaluation, "chiang2008", **options)
    with pytest.raises(AlignmentError, match="There are 3 labels for 120 segments"):
        sy.lab.replicate(evaluation, "chiang2008", genres=["a", "b", "c"])
    with pytest.raises(SpecError, match="there is harbour alone"):
        sy.lab.replicate(sy.evaluate(one_reference.select(range(120), ["harbour"]), ["bleu"]), "chiang2008")


def test_systems_that_nobody_rated_are_not_in_table_1(one_reference: sy.TestSet) -> None:
    data = one_reference.select(range(40), one_reference.system_names)
    *kept, left = data.system_names
    people = OutputScores("adequacy", tuple(kept), np.random.default_rng(5).normal(size=(len(kept), 40)))
    found = sy.lab.replicate(sy.evaluate(data, ["bleu"]), "chiang2008", ratings=[people], n_resamples=20)
    assert found.method["left_out"] == [left]
    assert f"Without ratings, and not in Table 1: {left}." in found.method["notes"]


def test_scores_of_other_tools_are_played_with_by_genre_and_sign_alone() -> None:
    """Of outputs without counts nothing is known to delete, and without BLEU no lengths."""
    rng = np.random.default_rng(2)
    scores = {"other": {name: rng.normal(size=60).tolist() for name in "abcde"}}
    data = sy.TestSet([["x"] * 60], {name: ["x"] * 60 for name in "abcde"})
    genres = [str(i % 5) for i in range(60)]
    found = sy.lab.replicate(
        sy.evaluate(data, [], segment_scores=scores, higher_is_better=["other"]),
        "chiang2008",
        genres=genres,
        n_resamples=20,
    )
    names = [one.name for one in found.paper_tables]
    assert "Tables 3 to 5" in names and "Tables 6 to 8" not in names
    [row] = table(found, "Tables 3 to 5").rows
    assert row[0] == "other" and row[3] == 10**5 - 4**5 and row[4] == 0  # 4 ** 5 choices of the four best systems
    assert not any("length" in map(str, one) for part in found.paper_tables for one in part.rows)


def test_a_single_output_leaves_nothing_to_delete() -> None:
    data = sy.TestSet([["a b c d e"]], {"x": ["a b c d"], "y": ["a b c d e"]})
    found = sy.lab.replicate(sy.evaluate(data, ["bleu"]), "chiang2008", n_resamples=20)
    assert [row[2] for row in table(found, "Tables 6 to 8").rows] == [0.0] * 6


def test_lengths_are_known_where_bleu_counts_them(one_reference: sy.TestSet) -> None:
    data = one_reference.select(range(24), ["harbour", "sparrow", "tangle"])
    for metrics, has_lengths in ((["nist"], False), (["nist", "bleu"], True)):
        found = sy.lab.replicate(sy.evaluate(data, metrics), "chiang2008", genres=GENRES[:24], n_resamples=20)
        assert ("length" in [row[1] for row in table(found, "Table 3").rows]) == has_lengths
