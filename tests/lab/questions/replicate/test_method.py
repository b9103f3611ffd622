"""The method of a replication: every protocol says what the typed keys say, and nothing beside them."""

import json
from pathlib import Path
from typing import Any

import pytest

from steelyard.lab.questions.replicate.answer import MethodOfExperiment, ReplicationMethod
from steelyard.results import Replication
from tests.cli.running import HARBOUR, REFERENCE, SPARROW, TANGLE, output
from tests.conftest import EXAMPLES
from tests.lab.papers.nbest import write_lists, write_reference

TEXTS = (REFERENCE, "-i", HARBOUR, SPARROW, TANGLE)
RATINGS = ("--ratings", EXAMPLES / "ratings.tsv")
OPTIONS: dict[str, tuple[Any, ...]] = {
    "aile2013": (*TEXTS, "-m", "bleu", *RATINGS),
    "callisonburch2006": (*TEXTS, "-m", "bleu", *RATINGS, "-n", "30"),
    "callisonburch2007": (*TEXTS, "-m", "bleu", *RATINGS),
    "chiang2008": (*TEXTS, "-m", "bleu", *RATINGS, "-n", "30"),
    "graham2014": (*TEXTS, "-m", "ter", "-n", "30", *RATINGS, "--unit", "block:7"),
    "koehn2004": (*TEXTS, "-m", "bleu", "-n", "30", "--sizes", "20"),
    "riezler2005": ("-m", "bleu", "-n", "30", "--nulls", "0", "--adds", "1", "2"),
}
NAMED = {"protocol", "source", "recipe", "notes", "sentence", "n_segments", "n_systems", "versions", "inputs"}


def replication_of(protocol: str, folder: Path) -> Replication:
    made = (write_reference(folder), "--nbest", write_lists(folder)) if protocol == "riezler2005" else ()
    stored = json.loads(output("lab", "replicate", protocol, *made, *OPTIONS[protocol], "-f", "json"))
    return Replication.from_dict(stored)


@pytest.fixture(scope="module")
def methods(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ReplicationMethod]:
    return {protocol: replication_of(protocol, tmp_path_factory.mktemp(protocol)).method for protocol in OPTIONS}


def test_what_a_protocol_says_is_typed(methods: dict[str, ReplicationMethod]) -> None:
    for protocol, method in methods.items():
        assert method["protocol"] == protocol
        assert NAMED <= method.keys() <= ReplicationMethod.__annotations__.keys(), protocol


def test_every_typed_key_is_said_by_some_protocol(methods: dict[str, ReplicationMethod]) -> None:
    said = {key for method in methods.values() for key in method}
    assert MethodOfExperiment.__annotations__.keys() - said == {
        "people_unit", "people_n_units", "people_n_draws",  # of mean ratings
        "conditions",  # of averages
        "missing", "segments_are",  # of scores alone, which a replication does not take
    }  # fmt: skip
