"""`steelyard metrics`: the list is whole, and a page says what the documentation says."""

import json
import re

import pytest

from steelyard.metrics import aliases, available
from steelyard.questions.metrics.compute import catalogue
from steelyard.text import TOKENIZERS
from tests.cli.running import output, run

LISTED = output("metrics")


def test_every_metric_is_listed_with_direction_range_needs_and_citation() -> None:
    rows = {line.split()[0].rstrip(","): line for line in LISTED.split("\n\n")[0].splitlines()[1:]}
    assert rows.keys() == available().keys()
    for name, kind in available().items():
        assert ("higher" if kind.higher_is_better else "lower") in rows[name]
        assert kind.needs in rows[name]
        assert any(str(year) in rows[name] for year in range(1960, 2030)), f"{name}: no year of a citation"


def test_other_names_tokenizers_and_views_are_listed() -> None:
    for name in (*aliases(), *TOKENIZERS):
        assert name in LISTED


@pytest.mark.parametrize("name", [*available(), *aliases()])
def test_a_page_has_all_that_one_needs(name: str) -> None:
    page = output("metrics", name)
    for heading in ("What it measures", "When it misleads", "Range and direction", "Options", "Signature", "Source"):
        assert f"\n{heading}" in page
    assert max(map(len, page.splitlines())) <= 120
    assert ">>> " in page


def test_pages_come_as_json_too() -> None:
    [page] = json.loads(output("metrics", "bleu", "-f", "json"))
    assert (page["name"], page["direction"], page["bounds"]) == ("bleu", "higher", [0.0, 100.0])
    assert [name for name, _, _ in page["own_options"]][:2] == ["lowercase", "tokenize"]
    assert len(json.loads(output("metrics", "-f", "json"))) == len(available())


def test_an_unknown_name_gets_the_nearest() -> None:
    outcome = run("metrics", "blue")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("steelyard metrics: Unknown metric 'blue'. Did you mean 'bleu'? Valid: ")


def test_every_entry_of_the_literature_is_whole() -> None:
    for page in catalogue():
        for reference in page.references:  # a line that goes on must be indented
            assert re.match(r"\w.*\b(1[89]|20)\d\d\b.*[.)]$", reference), f"{page.name}: {reference!r}"
