"""The written table says of metrics, tokenizers and views what they say themselves."""

from pathlib import Path

import pytest

from steelyard.errors import SpecError
from steelyard.metrics import available, parse
from steelyard.metrics.parts.rows import row_of
from steelyard.metrics.table import PATH, ROWS
from steelyard.metrics.table.spelling import split_spelling
from tests.cli.running import HARBOUR, run
from tools.metrics_table import table


def test_the_written_table_is_that_of_the_metrics() -> None:
    """Where it is not: `make metrics-table`."""
    assert Path(PATH).read_text(encoding="utf-8") == table()
    ours = {name: kind for name, kind in available().items() if kind.__module__.startswith("steelyard.metrics.")}
    assert {name: row_of(kind) for name, kind in ours.items()} == ROWS
    assert list(ROWS) == sorted(ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_a_row_says_where_to_find_its_metric(name: str) -> None:
    metric = parse(ROWS[name].label)
    assert (type(metric).__module__, type(metric).__name__) == (ROWS[name].module, ROWS[name].class_name)
    assert split_spelling(name.upper()) == (name, "")


def test_a_misspelt_metric_is_told_before_any_file_is_read(tmp_path: Path) -> None:
    outcome = run("score", str(tmp_path / "none"), "-i", HARBOUR, "-m", "bleu", "blue")
    with pytest.raises(SpecError) as caught:
        parse("blue")
    assert (outcome.status, outcome.err) == (2, f"steelyard score: {caught.value}\n")
