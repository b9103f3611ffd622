"""Two versions of a board, linked by the command: a known line, the same systems, and what cannot be linked."""

from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.inference import fit_item_curves, link_scales
from steelyard.results import ItemAnalysis
from tests.cli.running import HARBOUR, LANTERN, REFERENCE, output, run

N_SYSTEMS, N_OLD, N_NEW, N_SHARED = 60, 50, 40, 25


def write(folder: Path, *, name: str = "passed") -> tuple[Path, Path, np.ndarray, np.ndarray]:
    """Write an older and a newer version; systems of the newer are better by one standard deviation."""
    random = np.random.default_rng(8)
    slopes, difficulties = random.lognormal(0, 0.3, N_OLD + N_NEW), random.normal(0.5, 1, N_OLD + N_NEW)
    found, scores = [], []
    for version, mean, items in (
        ("old", 0.0, range(N_OLD)),
        ("new", 1.0, range(N_OLD - N_SHARED, N_OLD - N_SHARED + N_NEW)),
    ):
        at = list(items)
        abilities = random.normal(mean, 1, N_SYSTEMS)
        passes = 1 / (1 + np.exp(-slopes[at] * (abilities[:, None] - difficulties[at])))
        passed = (random.random(passes.shape) < passes).astype(int)
        rows = [f"q{i}," + ",".join(map(str, column)) for i, column in zip(at, passed.T, strict=True)]
        path = folder / f"{version}.csv"
        path.write_text("item," + ",".join(f"{version}-{s}" for s in range(N_SYSTEMS)) + "\n" + "\n".join(rows) + "\n")
        found.append(path)
        scores.append(passed.astype(float))
    return found[0], found[1], scores[0], scores[1]


def test_the_command_links_as_the_kernel_does(tmp_path: Path) -> None:
    older, newer, old, new = write(tmp_path)
    stored = tmp_path / "items.json"
    stored.write_text(output("board", "items", newer, "--link", older, "-f", "json", "-q"), encoding="utf-8")
    found = sy.load(stored)
    assert isinstance(found, ItemAnalysis) and "verified:" in output("check", "result", stored)
    fitted = fit_item_curves(old), fit_item_curves(new)
    shared = [(N_OLD - N_SHARED + i, i) for i in range(N_SHARED)]
    link = link_scales(*fitted, shared)
    [row] = found.links
    assert (row.scale, row.shift, row.n_shared) == pytest.approx((link.scale, link.shift, link.n_shared))
    assert row.scale_interval == pytest.approx(link.scale_interval) and 0.5 < row.shift < 1.5
    assert row.shift_interval[0] < 1 < row.shift_interval[1]
    placed = {(one.system, one.version): one.ability for one in found.linked}
    assert placed["old-3", "older"] == pytest.approx(fitted[0].abilities[3])
    assert placed["new-3", "this"] == pytest.approx(link.place(fitted[1].abilities[3]))
    assert [one.ability for one in found.linked] == sorted((one.ability for one in found.linked), reverse=True)
    shown = " ".join(output("board", "items", newer, "--link", older).split())
    assert "from 25 shared items: ability there =" in shown and "95 more: use --format csv --csv-table linked." in shown
    assert output("board", "items", newer, "--link", older, "-f", "csv", "--csv-table", "linked").count("\n") == 120
    older.write_text(older.read_text().replace("q0,0", "q0,1", 1).replace("q1,1", "q1,0", 1))
    assert run("check", "result", stored).status != 0


def test_a_board_linked_to_itself_keeps_its_scale(tmp_path: Path) -> None:
    older, *_ = write(tmp_path)
    stored = tmp_path / "items.json"
    stored.write_text(output("board", "items", older, "--link", older, "-f", "json", "-q"), encoding="utf-8")
    [row] = sy.load(stored).links  # type: ignore[attr-defined]
    assert (row.scale, row.shift) == pytest.approx((1, 0), abs=1e-9)


def test_what_cannot_be_linked_is_told(tmp_path: Path) -> None:
    older, newer, *_ = write(tmp_path)
    strangers = tmp_path / "strangers.csv"
    strangers.write_text(older.read_text().replace("\nq", "\nr"))
    scaled = tmp_path / "scaled.csv"
    scaled.write_text(older.read_text().replace(",1", ",100"))
    other = tmp_path / "other.csv"
    other.write_text("item,system,p,q\nq25,a,1,0\nq25,b,0,1\n")
    for words, told in (
        (("--link", strangers), "none of these items: ids are 'r0' there and 'q25' here"),
        (("--link", scaled), "scores have to lie within 0 to 1"),
        (("--link", tmp_path / "gone.csv"), "gone.csv"),
        (("--link", older, "--model", "classical"), "--link needs item curves"),
        (("--link", older, "--score-range", "2", "3"), "--link needs item curves: "),
        (("--link", other), "other.csv has no new, but p, q."),
    ):
        outcome = run("board", "items", newer, *words)
        assert outcome.status == 2 and told in " ".join(outcome.err.split()), outcome.err


def test_texts_have_no_items_that_two_versions_share(tmp_path: Path) -> None:
    older, *_ = write(tmp_path)
    outcome = run("board", "items", REFERENCE, "-i", HARBOUR, LANTERN, "-m", "exact-match", "--link", older)
    assert outcome.status == 2 and "--link matches items by their ids: give scores with" in outcome.err
