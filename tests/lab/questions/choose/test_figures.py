"""Figures of a choice: the numbers of the tables, and a matrix without triangles."""

from pathlib import Path

import pytest

import steelyard as sy
from steelyard.plot import chart, figures_of
from steelyard.reading.lists.candidates import lists_of_systems
from tests.cli.running import HARBOUR, LANTERN, REFERENCE, SPARROW, run
from tests.conftest import EXAMPLES

NAMES = ("harbour", "lantern", "sparrow")


def lines(name: str) -> list[str]:
    return (EXAMPLES / name).read_text(encoding="utf-8").splitlines()[:15]


@pytest.fixture(scope="module")
def choice() -> sy.results.Choice:
    lists = lists_of_systems({name: lines(f"systems/{name}.en") for name in NAMES})
    return sy.lab.choose(lists, references=[lines("reference.1.en")], n_resamples=50, n_pools=2)


def test_curves_hold_the_scores_of_pools_and_the_baseline(choice: sy.results.Choice) -> None:
    *curves, matrix = figures_of(choice)
    assert [figure.name for figure in (*curves, matrix)] == ["pools-chrf", "pools-bleu", "agreement-chrf"]
    for figure, metric in zip(curves, ("chrf", "bleu"), strict=True):
        rows = [row for row in choice.pools if row.metric == metric]
        assert sum(len(series.x) for series in figure.series) == len(rows)
        best = {row.n_candidates: row.score for row in rows if row.pools == "best first"}
        [series] = [series for series in figure.series if series.name == "the best systems"]
        assert dict(zip(series.x, series.y, strict=True)) == best
        [mark] = figure.marks
        assert (mark.value, mark.name) == (best[1], choice.method["baseline"])
    assert "the metric of the choice" in curves[0].title and "the metric of the choice" not in curves[1].title


def test_the_matrix_is_what_systems_agree_beyond_the_mean(choice: sy.results.Choice) -> None:
    matrix = figures_of(choice)[-1]
    [cells] = matrix.series
    mean = sum(row.utility for row in choice.agreement) / 6
    shown = {
        (matrix.row_names[int(y)], matrix.row_names[int(x)]): z
        for x, y, z in zip(cells.x, cells.y, cells.z, strict=True)
    }
    assert shown == pytest.approx({(row.system, row.against): row.utility - mean for row in choice.agreement})
    assert not any("shape" in layer["encoding"] for layer in chart(matrix).to_dict()["layer"])


def test_lists_have_curves_alone_and_a_choice_without_judges_no_figure() -> None:
    pools = [["a b", "a c", "x"]] * 2
    assert figures_of(sy.lab.choose(pools)) == ()
    found = figures_of(sy.lab.choose(pools, references=[["a b"] * 2], n_resamples=50))
    assert [figure.name for figure in found] == ["pools-chrf", "pools-bleu"]
    assert [series.name for series in found[0].series] == ["random candidates"]


def test_the_command_draws_them(tmp_path: Path) -> None:
    words = (*f"lab choose {HARBOUR} {LANTERN} {SPARROW} --references {REFERENCE} -n 50 --pools 1 -m".split(), "chrf")
    done = run(*words, "--plots", tmp_path / "figures", "--report", tmp_path / "page.html")
    assert done.status == 0, done.err
    drawn = {path.name for path in (tmp_path / "figures").iterdir()}
    assert {"pools-chrf.svg", "agreement-chrf.svg"} <= drawn
    assert "score by pool size" in (tmp_path / "page.html").read_text(encoding="utf-8")
