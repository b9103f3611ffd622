"""The protocol of Koehn (2004): what its tables and figures hold, against loops over plain numbers."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.inference import bootstrap_draws
from steelyard.results import PaperTable, Replication

NAMES = ("fish", "bird", "twin", "cow", "copy")


def pool(n: int, seed: int = 1) -> sy.Evaluation:
    """Make systems up under a mean of whole numbers, lower better; `copy` is `cow` in another order: equal scores."""
    rng = np.random.default_rng(seed)
    base = rng.integers(0, 20, n)
    scores = {
        "fish": base + rng.integers(0, 9, n),
        "bird": base + rng.integers(0, 6, n),
        "twin": base + rng.integers(0, 7, n),
        "cow": base + rng.integers(0, 3, n),
    }
    scores["copy"] = scores["cow"][::-1]
    data = sy.TestSet(references=[["x"] * n], systems={name: ["x"] * n for name in NAMES})
    outside = {"errors": {name: scores[name].astype(float).tolist() for name in NAMES}}
    return sy.evaluate(data, [], segment_scores=outside, lower_is_better=["errors"])


def table(result: Replication, name: str) -> PaperTable:
    return next(found for found in result.paper_tables if found.name == name)


def column(result: Replication, name: str, column: str) -> list[object]:
    found = table(result, name)
    return [row[found.columns.index(column)] for row in found.rows]


def test_tables_are_what_a_loop_over_sets_counts() -> None:
    evaluation = pool(125)
    result = sy.lab.replicate(evaluation, "koehn2004", sizes=[20, 50], n_resamples=100, rng=7)
    scores = {name: evaluation.measurements[0].statistics.values[s, :, 0].tolist() for s, name in enumerate(NAMES)}
    totals = {name: sum(values) for name, values in scores.items()}
    assert totals["cow"] == totals["copy"]
    assert column(result, "Table 1", "system") == sorted(NAMES, key=totals.__getitem__)  # stable, as the ranking
    n_seen = 0
    by_level = {floor: [0, 0.0] for floor in (100, 99, 98, 95, 90, 80, 70, 60, 50)}
    seed = 7
    for size in (20, 50):
        g = 125 // size
        for better, worse, right, wrong in zip(
            column(result, "Table 3", "better"), column(result, "Table 3", "than"),
            column(result, "Table 3", f"{size} right"), column(result, "Table 3", f"{size} wrong"), strict=True,
        ):  # fmt: skip
            assert totals[better] < totals[worse]
            n_right = n_wrong = 0
            for b in range(g):
                ahead = np.array(scores[worse])[b : g * size : g] - np.array(scores[better])[b : g * size : g]
                rows = np.concatenate([w.astype(int) for _, w in bootstrap_draws(size, 100, rng=seed + b).blocks()])
                support = sum(2 * (s > 0) + (s == 0) for s in (rows @ ahead).tolist())  # of 200
                n_right, n_wrong = n_right + (support >= 190), n_wrong + (support <= 10)
                level = max(support, 200 - support) / 2
                floor = next(floor for floor in by_level if level >= floor)
                by_level[floor][0] += 1
                by_level[floor][1] += 1 if support > 100 else 0.5 if support == 100 else 0
            assert right == pytest.approx(100 * n_right / g) and wrong == pytest.approx(100 * n_wrong / g)
            n_seen += 1
        seed += g
    assert n_seen == 2 * 9  # ten pairs, one of them equal
    assert column(result, "Table 4", "conclusions") == [n for n, _ in by_level.values()]
    for found, (n, n_right) in zip(column(result, "Table 4", "right %"), by_level.values(), strict=True):
        assert found == (pytest.approx(100 * n_right / n) if n else None)
    assert result.method["equal_pairs"] == [["copy", "cow"]]
    assert any("copy and cow" in note for note in result.method["notes"])


def test_figures_are_what_a_loop_over_sets_gives() -> None:
    evaluation = pool(105, seed=2)
    result = sy.lab.replicate(evaluation, "koehn2004", sizes=[10, 30], n_resamples=200, rng=3)
    assert result.method["figure_size"] == 10 and result.method["n_sets"] == [10, 3]
    figures = {figure.name: figure for figure in result.figures}
    assert list(figures) == ["figure-2", "figure-3", "figure-4", "figure-6", "figure-7", "figure-8"]
    names = column(result, "Table 1", "system")
    scores = dict(zip(NAMES, evaluation.measurements[0].statistics.values[:, :, 0], strict=True))
    best, middle = names[0], names[2]
    blocks = [scores[best][10 * b : 10 * b + 10].mean() for b in range(10)]
    broad = [scores[best][b:100:10].mean() for b in range(10)]
    others = [scores[middle][b:100:10].mean() for b in range(10)]
    assert figures["figure-2"].series[0].y == pytest.approx(blocks)
    assert figures["figure-3"].series[0].y == pytest.approx(broad)
    assert figures["figure-4"].series[0].y == pytest.approx(np.subtract(broad, others))
    n_behind = sum(x > y for x, y in zip(broad, others, strict=True))  # lower is better
    assert figures["figure-4"].note == f"In {n_behind} of 10 sets {middle} is ahead."
    assert figures["figure-4"].marks[1].value == pytest.approx(scores[best].mean() - scores[middle].mean())
    spread = dict(zip(table(result, "Figures 2 and 3").columns, table(result, "Figures 2 and 3").rows[0], strict=True))
    assert spread["blocks sd"] == pytest.approx(np.std(blocks, ddof=1))
    assert spread["broad from"] == pytest.approx(min(broad)) and spread["broad to"] == pytest.approx(max(broad))
    assert spread["design effect"] == pytest.approx(np.var(blocks) / np.var(broad))
    series = figures["figure-6"].series[0]
    assert series.y == pytest.approx(broad)
    held = sum(low <= scores[best].mean() <= high for low, high in zip(series.low, series.high, strict=True))
    assert table(result, "Figure 6").rows[0][:3] == (best, held, 10)
    assert figures["figure-7"].series[0].x == tuple(range(1, 11))
    for name in ("figure-7", "figure-8"):
        assert all(0 <= y <= 100 for y in figures[name].series[0].y)
    gaps = [abs(gap) for gap in column(result, "Table 3", "errors difference")]
    closest = table(result, "Table 3").rows[int(np.argmin(gaps))]
    assert f"{closest[0]} is better than {closest[1]}" in figures["figure-8"].title


def test_table_2_is_the_papers_with_its_misprint_put_right() -> None:
    found = table(sy.lab.replicate(pool(900), "koehn2004", n_resamples=20), "Table 2")
    shown = {row[:2]: [f"{value:.4f}" for value in row[2:]] for row in found.rows}
    assert found.columns == ("level", "degrees of freedom", "100", "300", "600", "infinite")
    assert shown == {
        ("99%", "n"): ["2.6259", "2.5923", "2.5840", "2.5758"],  # printed 2.5841 and 2.5759
        ("99%", "n - 1"): ["2.6264", "2.5924", "2.5841", "2.5758"],
        ("95%", "n"): ["1.9840", "1.9679", "1.9639", "1.9600"],  # printed 1.9849
        ("95%", "n - 1"): ["1.9842", "1.9679", "1.9639", "1.9600"],
        ("90%", "n"): ["1.6602", "1.6499", "1.6474", "1.6449"],
        ("90%", "n - 1"): ["1.6604", "1.6500", "1.6474", "1.6449"],
    }


@pytest.mark.parametrize(
    ("n", "sizes", "n_sets", "figure_size"),
    [(300, [100], [3], 100), (1002, [100, 300], [10, 3], 100), (3100, [100, 300, 600], [31, 10, 5], 300)],
)
def test_the_papers_sizes_are_taken_as_far_as_the_pool_goes(
    n: int, sizes: list[int], n_sets: list[int], figure_size: int
) -> None:
    method = sy.lab.replicate(pool(n), "koehn2004", n_resamples=20, pairs="bird:fish").method
    assert (method["sizes"], method["n_sets"], method["figure_size"]) == (sizes, n_sets, figure_size)
    sentence = next((note for note in method["notes"] if "do not fill a set" in note), "")
    assert [f"{n % (s * g)} with sets of {s:,}" in sentence for s, g in zip(sizes, n_sets, strict=True)] == [
        s * g != n for s, g in zip(sizes, n_sets, strict=True)
    ]


def test_one_pair_has_no_figure_8_and_the_seed_repeats_everything() -> None:
    evaluation = pool(60)
    one, same, other = (
        sy.lab.replicate(evaluation, "koehn2004", sizes=[10], pairs=["bird:fish"], n_resamples=100, rng=seed)
        for seed in (1, 1, 2)
    )
    assert [figure.name for figure in one.figures][-1] == "figure-7"
    assert len(table(one, "Table 3").rows) == 1
    assert one == same and one.figures != other.figures


def test_progress_counts_the_sets() -> None:
    seen: list[tuple[int, int]] = []
    sy.lab.replicate(pool(60), "koehn2004", sizes=[10, 20], n_resamples=20, progress=lambda *step: seen.append(step))
    assert seen == [(i, 9) for i in range(1, 10)]


def test_what_the_protocol_cannot_take_is_said() -> None:
    evaluation = pool(60)
    with pytest.raises(SpecError, match="60 segments do not make 3 sets of 100"):
        sy.lab.replicate(evaluation, "koehn2004")
    for sizes in ([31], [0], [10, -5]):
        with pytest.raises(SpecError, match="must be from 1 to 30"):
            sy.lab.replicate(evaluation, "koehn2004", sizes=sizes)
    with pytest.raises(SpecError, match="not none"):
        sy.lab.replicate(evaluation, "koehn2004", sizes=[])
    with pytest.raises(SpecError, match="have the same score on the whole set"):
        sy.lab.replicate(evaluation, "koehn2004", sizes=[10], pairs="copy:cow")
    with pytest.raises(SpecError, match="it has no unit 'document'"):
        sy.lab.replicate(evaluation, "koehn2004", sizes=[10], unit="document")
    with pytest.raises(SpecError, match=r"has no option 'size'\. Its own options are sizes, pairs"):
        sy.lab.replicate(evaluation, "koehn2004", size=[10])
    with pytest.raises(SpecError, match="koehn2004"):
        sy.lab.replicate(evaluation, "koehn2005")


def test_few_sets_are_noted_and_many_are_not() -> None:
    notes = {
        n: sy.lab.replicate(pool(n), "koehn2004", sizes=[10], n_resamples=20, pairs="bird:fish").method["notes"]
        for n in (290, 300)
    }
    assert (
        "There are few sets (29 of 10): at the largest size, one set changes a percentage by 3.45 points." in notes[290]
    )
    assert not any("There are few sets" in note for note in notes[300])
