"""What the page of a board shows: the map of scores, and subsets with verdicts of their own."""

import base64
import re
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.results import HeatMap
from tests.cli.running import output
from tests.conftest import EXAMPLES

DIGITS = "0123456789abcdefghijklmnopqrstuv"


def board_of(scores: np.ndarray, **options: object) -> sy.results.Board:
    rows = {f"s{i}": row for i, row in enumerate(scores.tolist())}
    given = {"lower_is_better": options.pop("lower_is_better", ()), "subsets": options.pop("subsets", None)}
    return sy.evaluate_scores({"grade": rows}, **given).board(n_resamples=500, **options)  # type: ignore[arg-type]


def levels(heat: HeatMap) -> np.ndarray:
    return np.array([[DIGITS.index(cell) for cell in row] for row in heat.cells])


@pytest.mark.parametrize("lower", [False, True])
def test_a_small_map_has_every_score_at_its_place(lower: bool) -> None:
    scores = np.random.default_rng(5).integers(0, 32, (6, 40)).astype(float)
    [heat] = board_of(scores, lower_is_better=["grade"] if lower else ()).heat
    sign = -1 if lower else 1
    assert list(np.argsort(-sign * scores.mean(axis=1), kind="stable")) == list(heat.systems)
    assert list(np.argsort(-sign * scores.mean(axis=0), kind="stable")) == list(heat.items)
    assert (heat.worst, heat.best) == ((31, 0) if lower else (0, 31))
    ordered = scores[np.ix_(heat.systems, heat.items)]
    np.testing.assert_array_equal(levels(heat), 31 - ordered if lower else ordered)


def test_a_large_map_shows_means_of_neighbours() -> None:
    scores = (np.random.default_rng(6).random((450, 1100)) < 0.5).astype(float)
    [heat] = board_of(scores, against="s0").heat
    assert (heat.n_systems_a_row, heat.n_items_a_column) == (3, 3)
    assert (len(heat.cells), len(heat.cells[0])) == (150, 367)
    ordered = scores[np.ix_(heat.systems, heat.items)]
    assert levels(heat)[4, 7] == round(31 * ordered[12:15, 21:24].mean())
    assert levels(heat)[-1, -1] == round(31 * ordered[447:, 1098:].mean())


def test_a_few_scores_far_out_do_not_set_the_scale() -> None:
    scores = np.random.default_rng(7).random((5, 400))
    scores[0, 0] = 1e6
    [heat] = board_of(scores).heat
    assert 0.9 < heat.best < 1.1 and levels(heat).max() == 31


def test_scores_that_do_not_vary_have_one_level() -> None:
    [heat] = board_of(np.ones((3, 4))).heat
    assert heat.cells == ("vvvv",) * 3


def test_missing_scores_have_no_level() -> None:
    table = [
        {"item": str(i), "system": name, "grade": None if (name, i) == ("b", 2) else (i + k) % 3}
        for k, name in enumerate("abc")
        for i in range(9)
    ]
    [heat] = sy.evaluate_scores(table, missing="bounds").board(n_resamples=100).heat
    cells = [(row, cell) for row, cells in enumerate(heat.cells) for cell, level in enumerate(cells) if level == "."]
    assert [(heat.systems[row], heat.items[cell]) for row, cell in cells] == [(1, 2)]


def test_metrics_of_text_have_no_map() -> None:
    texts = sy.TestSet(references=[["a b c d", "e f"] * 9], systems={"x": ["a b c", "e"] * 9, "y": ["a", "f"] * 9})
    assert sy.evaluate(texts, ["bleu"]).board(n_resamples=100).heat == ()


def solved(n: int = 120) -> tuple[np.ndarray, list[str]]:
    generator = np.random.default_rng(11)
    ability = np.linspace(0.2, 0.9, 6)[:, None]
    return (generator.random((6, n)) < ability).astype(float), ["odd" if i % 2 else "even" for i in range(n)]


@pytest.mark.parametrize("against", ["leader", "all", "s2"])
def test_a_system_on_a_subset_has_the_verdict_of_a_board_of_its_items_at_its_share_of_alpha(against: str) -> None:
    scores, subsets = solved()
    whole = board_of(scores, subsets=subsets, against=against)
    for start, name in enumerate(("even", "odd")):
        alone = board_of(scores[:, start::2], against=against, alpha=0.025)
        rows = [row for row in whole.subset_systems if row.subset == name]
        assert [(r.system, r.score, r.rank, r.rank_low, r.rank_high, r.may_lead) for r in rows] == [
            (r.system, r.score, r.rank, r.rank_low, r.rank_high, r.may_lead) for r in alone.rows
        ]
        opponent = alone.method["opponents"]["grade"]
        pairs = {(p.system, p.against): p for p in alone.pairs}
        for row in rows:
            assert row.against == opponent
            if row.system == opponent:
                assert row.difference is row.verdict is row.interval_simultaneous is None
            elif pair := pairs.get((row.system, opponent)):
                assert (row.difference, row.interval_simultaneous) == (pair.difference, pair.interval_simultaneous)
                assert row.verdict == pair.verdict
            else:
                turned = {"better": "worse", "worse": "better"}
                verdict = pairs[opponent, row.system].verdict
                assert row.verdict == turned.get(verdict, verdict)


def test_maps_of_subsets_have_their_items() -> None:
    scores, subsets = solved()
    board = board_of(scores, subsets=subsets)
    assert [heat.subset for heat in board.heat] == ["", "even", "odd"]
    assert sorted(board.heat[2].items) == list(range(1, 120, 2))
    ordered = scores[np.ix_(board.heat[2].systems, board.heat[2].items)]
    np.testing.assert_array_equal(levels(board.heat[2]), 31 * ordered)


def test_a_stored_board_comes_back_whole() -> None:
    scores, subsets = solved()
    board = board_of(scores, subsets=subsets)
    assert sy.results.Board.from_dict(board.to_dict()) == board
    assert len(board.records("subset_systems")) == 12


def page_of(tmp_path: Path, *flags: str) -> str:
    path = tmp_path / "board.html"
    output("board", EXAMPLES / "judge.csv", "--missing", "drop-item", *flags, "--report", path)
    return path.read_text(encoding="utf-8")


def test_without_its_script_the_page_has_every_table(tmp_path: Path) -> None:
    page = re.sub(r"<script.*?</script>", "", page_of(tmp_path, "--subset-by", "topic"), flags=re.DOTALL)
    assert page.count('<table class="board sortable">') == 7  # all items, and six topics
    for subset in ("cooking", "history", "law", "mathematics", "travel", "weather"):
        assert f"<summary><bdi>{subset}</bdi>, " in page
    assert page.count("<figure") == 7
    assert "are simultaneous for all 6 subsets (95%)" in page


def test_the_map_is_an_image_of_its_fields(tmp_path: Path) -> None:
    [address] = re.findall(r'src="data:image/png;base64,([^"]+)"', page_of(tmp_path))
    image = base64.b64decode(address)
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    parts, at = {}, 8
    while at < len(image):
        (size,) = struct.unpack(">I", image[at : at + 4])
        kind, content = image[at + 4 : at + 8], image[at + 8 : at + 8 + size]
        assert struct.unpack(">I", image[at + 8 + size : at + 12 + size])[0] == zlib.crc32(kind + content)
        parts[kind], at = content, at + 12 + size
    width, height, depth, colour = struct.unpack(">IIBB", parts[b"IHDR"][:10])
    assert (width, height, depth, colour) == (57, 3, 8, 3)
    lines = zlib.decompress(parts[b"IDAT"])
    [heat] = sy.evaluate_scores(EXAMPLES / "judge.csv", missing="drop-item").board().heat
    drawn = np.frombuffer(lines, dtype=np.uint8).reshape(3, 58)[:, 1:]
    np.testing.assert_array_equal(drawn, levels(heat))


def test_a_page_of_many_systems_stays_small(tmp_path: Path) -> None:
    scores = (np.random.default_rng(8).random((300, 600)) < 0.5).astype(float)
    board = board_of(scores, against="s0", subsets=["a", "b"] * 300)
    page = sy.report.html_text(board)
    assert len(page) < 3_000_000
    assert "200 more systems stand in the stored result." in page


def test_github_reads_a_notice_a_summary_and_outputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = ("board", EXAMPLES / "judge.csv", "--missing", "drop-item", "-f", "github")
    notice, _, summary = output(*judge).partition("\n\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary"))
    monkeypatch.setenv("GITHUB_OUTPUT", str(tmp_path / "output"))
    assert output(*judge) == notice
    assert notice.startswith("::notice title=Steelyard%3A board::score: cedar scores best; ")
    assert (tmp_path / "summary").read_text(encoding="utf-8").strip() == summary.strip()
    assert (tmp_path / "output").read_text(encoding="utf-8") == 'leader=cedar\nmay-lead=["cedar", "birch"]\n'


def test_names_and_subsets_are_no_markup() -> None:
    rows = {"<b>x</b>\u202e": [1, 0] * 6, "y": [0, 0, 1] * 4}
    board = sy.evaluate_scores({"grade": rows}, subsets=["</script>", "b"] * 6).board(n_resamples=500)
    page = sy.report.html_text(board)
    assert "<b>x" not in page and page.count("</script>") == 2
