"""The protocol of Graham et al. 2014: its numbers against `compare`, the spec's enumerations, and counts by hand."""

from itertools import permutations

import numpy as np
import pytest

import steelyard as sy
from steelyard.inference import get_test, given_draws
from steelyard.lab.papers.graham2014.protocol import _as_printed
from steelyard.results import PaperTable, Replication
from steelyard.types import Measurement, OutputScores
from tests.conftest import EXAMPLES
from tests.inference.measurements import TOY4_LENGTHS, TOY4_MATCHES, TOY5, every_resample, mean_of, ratio_of

TESTS = ("paired-bootstrap", "shifted-bootstrap", "randomization")
NAMES = ("orator", "harbour", "lantern", "sparrow")
ALPHAS = (0.05, 0.01, 0.001)


@pytest.fixture(scope="module")
def evaluation() -> sy.Evaluation:
    data = sy.TestSet.from_files(
        references=[EXAMPLES / "reference.1.en"], systems={name: EXAMPLES / "systems" / f"{name}.en" for name in NAMES}
    )
    return sy.evaluate(data, metrics=["bleu", "ter"])


@pytest.fixture(scope="module")
def replication(evaluation: sy.Evaluation) -> Replication:
    return sy.lab.replicate(evaluation, "graham2014", n_resamples=1999, rng=5)


def table(replication: Replication, name: str) -> PaperTable:
    [found] = [t for t in replication.paper_tables if t.name == name]
    return found


def p_values(replication: Replication) -> dict[tuple[str, str, str], tuple[float, ...]]:
    """By metric, better system and other system: the p-values of the three tests."""
    found = {}
    for metric, row, column, _, *both in table(replication, "p-values").rows:
        found[metric, row, column], found[metric, column, row] = tuple(both[:3]), tuple(both[3:])
    return found


def test_p_values_are_those_of_compare_in_both_directions(evaluation: sy.Evaluation, replication: Replication) -> None:
    found = p_values(replication)
    assert len(found) == 2 * 4 * 3
    for t, test in enumerate(TESTS):
        for alternative in ("better", "worse"):
            compared = evaluation.compare(test, "none", alternative=alternative, n_resamples=1999, rng=5)
            for pair in compared.pairs:
                order = (pair.system, pair.against) if alternative == "better" else (pair.against, pair.system)
                assert found[(pair.label, *order)][t] == pair.p_value


def test_conclusions_are_counted_from_the_p_values(replication: Replication) -> None:
    found = p_values(replication)
    rows = {(row[0], row[1]): row[2:] for row in table(replication, "Table 1").rows}
    assert len(rows) == 6
    differing = []
    for alpha in ALPHAS:
        for metric in ("BLEU", "TER"):
            significant = {key[1:]: [p <= alpha for p in ps] for key, ps in found.items() if key[0] == metric}
            differ = [key for key, verdicts in significant.items() if len(set(verdicts)) > 1]
            differing += [(f"{alpha:g}", metric, *key) for key in differ]
            assert rows[f"{alpha:g}", metric] == (*np.sum(list(significant.values()), axis=0).tolist(), len(differ))
    listed = [t.rows for t in replication.paper_tables if t.name == "Table 1a"]
    assert sorted(differing) == sorted(row[:4] for rows in listed for row in rows)


def test_matrices_show_every_conclusion(replication: Replication) -> None:
    found = p_values(replication)
    matrices = [t for t in replication.paper_tables if t.name.startswith("Figure 8")]
    assert len(matrices) == 6
    assert len({t.name for t in replication.paper_tables}) == len(replication.paper_tables)
    assert matrices[5].name == "Figure 8, TER, approximate randomization"
    for i, matrix in enumerate(matrices):
        metric, t = ("BLEU", "TER")[i // 3], i % 3
        order = [row[0].partition(" ")[2] for row in matrix.rows]
        assert set(order) == set(NAMES)
        for a, b in permutations(range(4), 2):
            level = sum(found[metric, order[a], order[b]][t] <= alpha for alpha in ALPHAS)
            assert matrix.rows[a][b + 1] == (str(level) if level else ".")
        assert [matrix.rows[a][a + 1] for a in range(4)] == [""] * 4


def test_figures_show_the_closest_clear_pair_and_the_widest_unclear_one(replication: Replication) -> None:
    found = p_values(replication)
    leads = {row[:3]: row[3] for row in table(replication, "p-values").rows}
    for figure in replication.figures:
        metric = "BLEU" if figure.name.endswith("bleu") else "TER"
        own = {key: lead for key, lead in leads.items() if key[0] == metric}
        clear = {key: lead for key, lead in own.items() if max(found[key]) <= 0.05}
        unclear = {
            key: lead for key, lead in own.items() if min(*found[key], *found[key[0], key[2], key[1]]) > 0.05
        }  # fmt: skip
        if figure.name.startswith("figure-5"):
            lead = min(clear.values())
            key = next(key for key in clear if clear[key] == lead)
        else:
            lead = max(unclear.values())
            key = next(key for key in unclear if unclear[key] == lead)
        assert figure.title == f"Pseudo-statistics of {key[1]} over {key[2]} under {metric}"
        assert [mark.value for mark in figure.marks] == [pytest.approx(lead), 0.0]
        assert [series.name for series in figure.series] == [
            "paired bootstrap", "shifted bootstrap", "approximate randomization",
        ]  # fmt: skip
        for series in figure.series:
            assert sum(series.y) == 1999 and len(series.x) == 40
        middle = [np.average(series.x, weights=series.y) for series in figure.series]
        width = np.std(np.repeat(figure.series[0].x, np.array(figure.series[0].y, dtype=int)))
        assert abs(middle[0] - lead) < width and max(abs(middle[1]), abs(middle[2])) < width / 5
    assert {figure.name for figure in replication.figures} >= {"figure-5-bleu", "figure-6-bleu", "figure-5-ter"}


def test_pairs_can_be_named_and_keep_their_order(evaluation: sy.Evaluation) -> None:
    named = sy.lab.replicate(evaluation, "graham2014", n_resamples=99, histograms=["orator:harbour", "harbour:orator"])
    assert [figure.name for figure in named.figures] == [
        "distributions-bleu", "distributions-bleu-2", "distributions-ter", "distributions-ter-2",
    ]  # fmt: skip
    for one, other in (named.figures[:2], named.figures[2:]):
        assert "orator over harbour" in one.title and "harbour over orator" in other.title
        assert one.marks[0].value == -other.marks[0].value < 0


def test_the_result_can_be_stored_and_repeats_bit_for_bit(evaluation: sy.Evaluation, replication: Replication) -> None:
    assert Replication.from_dict(replication.to_dict()) == replication
    assert sy.lab.replicate(evaluation, "graham2014", n_resamples=1999, rng=5).to_json() == replication.to_json()
    assert replication.method["protocol"] == "graham2014" and "W14-3333" in replication.method["source"]


def test_identical_systems_never_differ() -> None:
    text = ["a b c", "d e f", "g h", "i j k l"] * 5
    output = ["a b d", "d e f", "g", "j k l"] * 5
    data = sy.TestSet(references=[text], systems={"x": output, "y": output})
    found = sy.lab.replicate(sy.evaluate(data, metrics=["wer"]), "graham2014", n_resamples=199)
    assert set(p_values(found).values()) == {(1.0, 1.0, 1.0)}
    assert all(row[2:] == (0, 0, 0, 0) for row in table(found, "Table 1").rows)
    changed = next(note for note in found.method["notes"] if "c/B" in note)
    assert "2 at 0.05, 2 at 0.01, 2 at 0.001, of 6" in changed  # the paper's paired bootstrap: each beats the other
    [figure] = found.figures
    assert "No figure 5 for WER: no pair differs significantly by all three tests." in found.method["notes"]
    assert figure.name == "figure-6-wer" and all(max(series.y) == 199 for series in figure.series)


@pytest.mark.parametrize(
    ("measurement", "printed"),
    [
        (mean_of(TOY5), (81 / 3125, 51 / 3125, 3 / 32)),
        (ratio_of(TOY4_MATCHES, TOY4_LENGTHS), (87 / 256, 109 / 256, 7 / 16)),
    ],
    ids=["toy5", "toy4"],
)
def test_the_papers_formulas_give_the_enumerated_values(measurement: Measurement, printed: tuple[float, ...]) -> None:
    """The one-sided column of the spec's table 2.1."""
    draws = given_draws(every_resample(measurement.statistics.n_units), is_exact=True)
    for test, expected in zip(TESTS, printed, strict=True):
        options = {} if test == "randomization" else {"draws": draws}
        outcome = get_test(test)([measurement], [(0, 1)], n_resamples=1000, rng=1, **options)
        assert _as_printed(outcome, "better")[0] == pytest.approx(expected, abs=1e-12)


def test_the_papers_formulas_count_random_draws_by_b() -> None:
    rng = np.random.default_rng(2)
    measurement = mean_of(rng.normal(size=(2, 30)))
    for test in TESTS[1:]:
        outcome = get_test(test)([measurement], [(0, 1)], n_resamples=250, rng=3)
        count = outcome.p_values("better")[0] * 251 - 1
        assert _as_printed(outcome, "better")[0] == pytest.approx(count / 250, abs=1e-12)
        assert outcome.n_draws == 250


@pytest.mark.parametrize(
    ("histograms", "sentence"),
    [
        (["harbour"], "write A:B with two system names, not 'harbour'"),
        (["all"], "write A:B with two system names, not 'all'"),
        (["harbour:nobody"], "Unknown system 'nobody'"),
        (["harbour:harbour"], "names the same system twice"),
    ],
)
def test_a_pair_that_is_none_is_refused_before_any_draw(
    evaluation: sy.Evaluation, histograms: list[str], sentence: str
) -> None:
    with pytest.raises(sy.errors.SpecError, match=sentence):
        sy.lab.replicate(evaluation, "graham2014", n_resamples=10**8, histograms=histograms)


def test_systems_that_nobody_rated_are_named(evaluation: sy.Evaluation) -> None:
    *kept, left = NAMES
    people = OutputScores("adequacy", tuple(kept), np.random.default_rng(2).normal(size=(len(kept), 120)))
    found = sy.lab.replicate(evaluation, "graham2014", ratings=[people], n_resamples=20)
    assert found.method["left_out"] == [left]
    assert f"Without ratings, and not in tables 1 and 2: {left}." in found.method["notes"]
