"""The calibration on real texts: its test sets are what it says, and its pages say what was measured."""

from pathlib import Path

import numpy as np
import pytest
from levels import false_alarms, families, page, peers, predictions
from levels.__main__ import MEASURED
from levels.data_sets import DrawnSet, draw, equal_scores
from levels.pool import Pool, read_pool
from scipy import stats

from tests.inference.measurements import ratio_of

RNG = np.random.default_rng(3)
DOCUMENTS = np.repeat(np.arange(6), [1, 5, 2, 4, 3, 1])
WHOLES = RNG.integers(5, 30, (2, 16))
MADE_UP = ratio_of(RNG.binomial(WHOLES, [[0.5], [0.7]]), WHOLES)
WORDS = WHOLES[0]
POOL = Pool({"ratio": MADE_UP}, DOCUMENTS, WORDS)


@pytest.mark.parametrize("exchange", [False, True])
def test_documents_are_drawn_whole_and_change_sides_whole(exchange: bool) -> None:
    segments = MADE_UP.statistics.values
    for one in draw(POOL, MADE_UP, "document", 50, n_documents=4, exchange=exchange, seed=1):
        values = one.measurement.statistics.values
        assert one.groups.max() == 3
        for code in range(4):
            document = values[:, one.groups == code]
            whole = [segments[:, document_of == DOCUMENTS] for document_of in range(6)]
            sides = [part for kept in whole for part in ((kept, kept[::-1]) if exchange else (kept,))]
            assert any(document.shape == side.shape and (document == side).all() for side in sides)


def test_segments_are_drawn_one_by_one() -> None:
    rows = {tuple(row.ravel().tolist()) for row in MADE_UP.statistics.values.transpose(1, 0, 2)}
    for one in draw(POOL, MADE_UP, "segment", 5, n_segments=40, seed=1):
        assert one.groups.tolist() == list(range(40))
        assert {tuple(row.ravel().tolist()) for row in one.measurement.statistics.values.transpose(1, 0, 2)} <= rows


def test_mixed_systems_are_nearer_than_the_real_ones() -> None:
    mixed = equal_scores(POOL, MADE_UP, "segment", seed=1)
    observed = MADE_UP.differences(*MADE_UP.statistics.totals())
    assert abs(mixed.differences(*mixed.statistics.totals())) < 0.2 * abs(observed)


def test_equal_systems_change_places_within_documents_only() -> None:
    one = DrawnSet(MADE_UP, DOCUMENTS, WORDS)
    seen = set()
    for seed in range(20):
        values = families.permuted(one, [0, 1], np.random.default_rng(seed)).measurement.statistics.values
        for code in range(6):
            was, found = MADE_UP.statistics.values[:, code == DOCUMENTS], values[:, code == DOCUMENTS]
            is_kept = bool((found == was).all())
            assert is_kept or (found == was[::-1]).all()
            seen.add((code, is_kept))
    assert len(seen) == 12


def test_peers_see_the_same_difference() -> None:
    same = ratio_of([[3, 4, 1, 2]] * 2, [[5, 5, 5, 5]] * 2)
    found = peers.p_values(same, 1)
    assert found["sacreBLEU paired-bs"] == 1 / 1001  # a system against itself
    assert found["sacreBLEU paired-ar"] == 1 / 1001  # no shuffle is farther apart than 0
    apart = ratio_of([[5] * 40, [1] * 40], [[5] * 40] * 2)
    assert max(peers.p_values(apart, 1).values()) <= 1 / 1001


def test_sets_of_rated_documents_are_drawn_whole() -> None:
    people = RNG.normal(size=(2, 16))
    for seed in range(20):
        drawn, metric, codes = predictions.drawn_set(people, people + 1, DOCUMENTS, np.random.default_rng(seed))
        assert (metric == drawn + 1).all()
        assert codes.max() == 5
        for code in range(6):
            document = drawn[:, codes == code]
            whole = [people[:, document_of == DOCUMENTS] for document_of in range(6)]
            assert any(document.shape == one.shape and (document == one).all() for one in whole)


def test_choices_of_ratings_are_what_they_say() -> None:
    people = RNG.normal(size=(2, 16))
    pool = predictions.RatedPool(people, dict.fromkeys(predictions.METRICS, people), DOCUMENTS)
    cell = {"metric": "BLEU-refA", "of": "difference", "n_rated": 16, "target": "set"}
    for chosen in predictions.CHOSEN:  # all sixteen are rated: there is nothing to miss
        [row] = predictions.run_cell(pool, cell | {"chosen": chosen}, 3, 1)
        assert row["width"] == row["width_classical"] == 0


def test_pages_say_what_was_measured() -> None:
    for path, text in page.pages(MEASURED).items():
        assert path.read_text(encoding="utf-8") == text


@pytest.mark.slow
@pytest.mark.real_data
def test_randomization_of_documents_holds_on_real_texts_where_others_do_not(test_data: Path) -> None:
    pool, n = read_pool(test_data), 400
    tests = false_alarms.fitting("BLEU")
    cell: dict[str, object] = {"kind": "equal scores", "pair": "alike", "metric": "BLEU"}
    cell |= {"drawn": "document", "size": 300, "tests": tests}
    by_document = {row["test"]: row["rejected"][1] for row in _rows(pool, cell | {"unit": "document"}, n)}
    by_segment = {row["test"]: row["rejected"][1] for row in _rows(pool, cell | {"unit": "segment"}, n)}
    assert by_document["randomization"] <= stats.binom.ppf(0.999, n, 0.05)
    assert by_document["moses"] > stats.binom.ppf(0.999, n, 0.05)
    assert min(by_segment.values()) > stats.binom.ppf(0.999, n, 0.05)


def _rows(pool: Pool, cell: dict[str, object], n: int) -> list[dict[str, list[int]]]:
    return false_alarms.run_cell(pool, cell, n, 11)
