"""Averages over conditions: those that Echizen'ya et al. and WMT07 print, from their cells; and the command."""

import json
from pathlib import Path

import pytest

from steelyard.errors import DataError, SpecError
from steelyard.lab.papers.over_conditions import average
from steelyard.results import PaperTable, Replication
from tests.cli.running import HARBOUR, LANTERN, REFERENCE, SPARROW, TANGLE, output, run
from tests.conftest import EXAMPLES

# R13-1030, Table 6, by condition, and the average printed there.
WMT11 = ("cz-en", "de-en", "es-en", "es-en-comb", "fr-en", "fr-en-comb")
TABLE_6 = {
    "AILE": ((0.9048, 0.1729, 0.7571, -0.0857, 0.7503, 0.7714), 0.5451),
    "BLEU": ((0.8333, 0.2309, 0.8204, -0.1739, 0.7730, -0.1449), 0.3898),
    "IMPACT": ((0.9048, 0.1722, 0.7857, -0.3714, 0.7750, 0.6377), 0.4840),
    "METEOR": ((0.9286, 0.5308, 0.8321, -0.6000, 0.7998, 0.0857), 0.4295),
    "RIBES": ((0.8333, 0.0406, 0.5393, -0.0667, 0.7337, -0.0857), 0.3324),
    "TER": ((-0.9524, -0.1985, -0.7250, 0.8286, -0.7564, 0.0286), -0.2959),
}
# W07-0718, Table 7: by type of judgement, and overall. The row of 1-TER (.644) is not the mean of its cells (.545).
TABLE_7 = {
    "SR overlap": ((0.774, 0.839, 0.803, 0.741), 0.789),
    "ParaEval-R": ((0.712, 0.742, 0.768, 0.798), 0.755),
    "Meteor": ((0.701, 0.719, 0.745, 0.669), 0.709),
    "Bleu": ((0.690, 0.722, 0.672, 0.602), 0.671),
    "1-TER": ((0.607, 0.538, 0.520, 0.514), 0.545),
    "GTM": ((0.655, 0.674, 0.616, 0.495), 0.610),
    "1-WER of verbs": ((0.378, 0.422, 0.431, 0.297), 0.382),
}


def of_cells(protocol: str, columns: tuple[str, ...], rows: dict[str, tuple[float, ...]], name: str) -> Replication:
    table = PaperTable(
        name, "correlation of 9 systems' scores", ("metric", *columns), tuple((k, *v) for k, v in rows.items())
    )
    return Replication((table,), (), {"protocol": protocol, "n_segments": 10, "n_systems": 3, "versions": {}})  # type: ignore[typeddict-item]


def test_averages_over_language_pairs_are_those_printed_in_table_6() -> None:
    conditions = {
        name: of_cells("aile2013", ("score",), {row: (cells[i],) for row, (cells, _) in TABLE_6.items()}, "Table 6")
        for i, name in enumerate(WMT11)
    }
    [table] = average("aile2013", conditions).paper_tables
    assert table.columns == ("metric", *WMT11, "Avg.") and table.title == "correlation of systems' scores; 6 conditions"
    for row in table.rows:
        assert row[1:-1] == TABLE_6[row[0]][0] and row[-1] == pytest.approx(TABLE_6[row[0]][1], abs=6e-5)


def test_averages_by_type_of_judgement_are_those_printed_in_wmt07() -> None:
    """Two made conditions whose mean is what Table 7 prints."""
    types = ("adequacy", "fluency", "rank", "constituent")
    conditions = {}
    for name, shift in (("europarl", 0.05), ("news", -0.05)):
        rows = {k: (*(x + shift for x in cells), sum(cells) / 4 + shift) for k, (cells, _) in TABLE_7.items()}
        conditions[name] = of_cells("aile2013", (*types, "Avg."), rows, "Table 7")
    by_condition, by_type = average("aile2013", conditions).paper_tables
    assert by_type.columns == ("metric", *types, "Overall") and by_type.name == "Table 7, by type"
    for row in by_type.rows:
        assert row[1:5] == pytest.approx(TABLE_7[row[0]][0]) and row[5] == pytest.approx(TABLE_7[row[0]][1], abs=6e-4)
    for row in by_condition.rows:
        assert row[1] - row[2] == pytest.approx(0.1) and row[3] == pytest.approx(TABLE_7[row[0]][1], abs=6e-4)


def test_what_is_not_everywhere_is_left_out_and_said() -> None:
    one = of_cells("aile2013", ("score",), {"A": (0.5,), "B": (0.25,)}, "Table 4")
    two = of_cells("aile2013", ("score",), {"B": (None,), "C": (1.0,)}, "Table 4")  # type: ignore[dict-item]
    found = average("aile2013", {"x": one, "y": two})
    assert found.paper_tables[0].rows == (("B", 0.25, None, None),)
    assert "Left out, as not all conditions have them: A, C." in found.method["notes"]
    with pytest.raises(DataError, match="no table of correlations in common"):
        average("aile2013", {"x": one, "y": of_cells("aile2013", ("score",), {"A": (1.0,)}, "Table 5")})
    with pytest.raises(DataError, match="no metric in common"):
        average("aile2013", {"x": one, "y": of_cells("aile2013", ("score",), {"D": (1.0,)}, "Table 4")})
    with pytest.raises(SpecError, match="takes two results or more"):
        average("aile2013", {"x": one})
    with pytest.raises(SpecError, match="are of aile2013"):
        average("koehn2004", {"x": one, "y": two})


@pytest.fixture
def stored(tmp_path: Path) -> list[str]:
    paths = []
    for name, systems in (("de-en", (HARBOUR, SPARROW, TANGLE)), ("fr-en", (HARBOUR, LANTERN, SPARROW, TANGLE))):
        words = ("aile2013", REFERENCE, "-i", *systems, "-m", "aile", "ter", "--ratings", EXAMPLES / "ratings.tsv")
        path = tmp_path / f"{name}.json"
        path.write_text(output("lab", "replicate", *words, "-f", "json"), encoding="utf-8")
        paths.append(str(path))
    return paths


def test_the_command_averages_stored_results_and_they_verify(stored: list[str], tmp_path: Path) -> None:
    printed = output("lab", "replicate", "aile2013", "--conditions", *stored)
    assert "parameters" in printed and "Total Avg." in printed and "de-en" in printed
    found = json.loads(output("lab", "replicate", "aile2013", "--conditions", *stored, "-f", "json"))
    singles = [Replication.from_dict(json.loads(Path(path).read_text(encoding="utf-8"))) for path in stored]
    totals = [{row["parameters"]: row["Total Avg."] for row in one.records("Table 2")} for one in singles]
    for row in Replication.from_dict(found).records("Table 2"):
        assert row["Total Avg."] == pytest.approx(sum(one[row["parameters"]] for one in totals) / 2)
    result = tmp_path / "average.json"
    result.write_text(json.dumps(found), encoding="utf-8")
    assert run("check", "result", str(result)).status == 0
    assert "<table" in _page(stored, tmp_path)


def _page(stored: list[str], folder: Path) -> str:
    output("lab", "replicate", "aile2013", "--conditions", *stored, "--report", folder / "page.html")
    return (folder / "page.html").read_text(encoding="utf-8")


def test_bad_input_is_one_line(stored: list[str], tmp_path: Path) -> None:
    other = tmp_path / "koehn.json"
    other.write_text(
        output(
            "lab", "replicate", "koehn2004", REFERENCE, "-i", HARBOUR, TANGLE, "--sizes", "40", "-n", "20", "-f", "json"
        ),
        encoding="utf-8",
    )
    averaged = tmp_path / "average.json"
    averaged.write_text(output("lab", "replicate", "aile2013", "--conditions", *stored, "-f", "json"), encoding="utf-8")
    for words, sentence in (
        (("aile2013", "--conditions", stored[0]), "takes two results or more (--conditions)"),
        (("aile2013", "--conditions", stored[0], stored[0]), "is given twice (--conditions)"),
        (("aile2013", "--conditions", stored[0], str(other)), "is no result of `steelyard lab replicate aile2013"),
        (("aile2013", "--conditions", stored[0], str(averaged)), "is an average over conditions already"),
        (("koehn2004", "--conditions", *stored), "Averages over conditions (--conditions) are of aile2013"),
        (("aile2013", REFERENCE, "-i", HARBOUR, "--conditions", *stored), "leave out the reference files"),
        (("aile2013", "--conditions", *stored, "-m", "bleu"), "leave out --metrics"),
        (("aile2013", "--conditions", "missing.json", stored[0]), "missing.json"),
    ):
        outcome = run("lab", "replicate", *words)
        assert outcome.status == 2 and outcome.out == "" and sentence in outcome.err, outcome.err
        assert outcome.err.count("\n") == 1
