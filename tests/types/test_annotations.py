"""Annotation of a test set: it lines up with the texts, follows selections, and is named in the provenance."""

from typing import Any

import pytest

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.types import AnnotationFile, Parse, TestSet, Word

DOG = (Parse((Word("dogs", head=2, deprel="nsubj"), Word("bark", head=0, deprel="root"))),)
EMPTY = (Parse(),)
PARSES = {"reference 1": [DOG, EMPTY], "system x": [DOG, DOG], "system y": [EMPTY, DOG]}
ALIGNMENTS = {"reference 1": [[(0, 0)], []], "system x": [[(0, 1), (1, 0)], [(0, 0)]]}


def made(**given: Any) -> TestSet:
    systems = {"x": ["dogs bark"] * 2, "y": ["", "dogs bark"]}
    return TestSet(references=[["dogs bark", ""]], systems=systems, sources=["chiens", "x"], **given)


def test_annotation_is_kept_as_tuples() -> None:
    data = made(parses=PARSES, alignments=ALIGNMENTS)
    assert data.parses == {key: tuple(rows) for key, rows in PARSES.items()}
    assert data.alignments == {"reference 1": (((0, 0),), ()), "system x": (((0, 1), (1, 0)), ((0, 0),))}
    assert (made().parses, made().alignments) == (None, None)


def test_annotation_follows_a_selection() -> None:
    data = made(parses=PARSES, alignments=ALIGNMENTS).select([1])
    assert data.parses == {"reference 1": (EMPTY,), "system x": (DOG,), "system y": (DOG,)}
    assert data.alignments == {"reference 1": ((),), "system x": (((0, 0),),)}


def test_systems_can_be_selected_too() -> None:
    data = made(parses=PARSES, alignments=ALIGNMENTS).select([0], ["y"])
    assert (data.system_names, data.n_segments) == (("y",), 1)
    assert data.parses == {"reference 1": (DOG,), "system y": (EMPTY,)}
    assert data.alignments == {"reference 1": (((0, 0),),)}
    assert data.select([0], ["y"]) == data
    with pytest.raises(SpecError, match="Unknown system 'z'"):
        data.select([0], ["z"])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"parses": {"system z": [DOG, DOG]}}, r"parses of 'system z', which is no text of the test set: reference 1,"),
        ({"alignments": {"sources": [[], []]}}, r"alignments of 'sources', which is no text of the test set"),
        ({"parses": {"sources": [DOG]}}, r"parses of sources: 1 segments are annotated, but the test set has 2\."),
        ({"parses": {"system x": [DOG, []]}}, r"parses of system x, segment 2: give a list of one or more Parse"),
        ({"parses": {"system x": [DOG, DOG[0]]}}, r"parses of system x, segment 2: .* not Parse"),
        ({"alignments": {"system x": [[(0, 0)], [(0,)]]}}, r"alignments of system x, segment 2: give pairs"),
        ({"alignments": {"system x": [[(0, -1)], []]}}, r"alignments of system x, segment 1: give pairs"),
        ({"alignments": {"system x": [[(0, 0.5)], []]}}, r"alignments of system x, segment 1: give pairs"),
        ({"alignments": {"system x": ["0-0", ""]}}, r"alignments of system x, segment 1: give pairs"),
    ],
)
def test_annotation_that_does_not_fit_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(AlignmentError, match=message):
        made(**given)


def test_a_file_is_named_in_messages_and_provenance() -> None:
    file = AnnotationFile("x.conllu", (DOG, DOG), "0" * 64)
    data = made().annotated(parses={"system x": file}, alignments=ALIGNMENTS)
    by_role = {entry["role"]: (entry["name"], entry["sha256"]) for entry in data.inputs()}
    assert by_role["parses of system x"] == ("x.conllu", "0" * 64)
    assert list(by_role)[-3:] == ["parses of system x", "alignments of reference 1", "alignments of system x"]
    with pytest.raises(AlignmentError, match=r"^parses of system x \(x\.conllu\): 1 segments are annotated"):
        made().annotated(parses={"system x": AnnotationFile("x.conllu", (DOG,), "0" * 64)})


def test_adding_annotation_keeps_and_replaces() -> None:
    file = AnnotationFile("x.conllu", (DOG, DOG), "0" * 64)
    data = made(parses=PARSES).annotated(parses={"system x": file}).annotated(parses={"system x": [EMPTY, EMPTY]})
    assert data.parses == {key: tuple(rows) for key, rows in PARSES.items()} | {"system x": (EMPTY, EMPTY)}
    [entry] = [entry for entry in data.inputs() if entry["role"] == "parses of system x"]
    assert entry["sha256"] != "0" * 64


def test_provenance_tells_annotations_apart() -> None:
    one, other = made(parses=PARSES), made(parses=PARSES | {"system x": [DOG, EMPTY]})
    hashes = [{entry["role"]: entry["sha256"] for entry in data.inputs()} for data in (one, other)]
    assert {role for role in hashes[0] if hashes[0][role] != hashes[1][role]} == {"parses of system x"}


@pytest.mark.parametrize("heads", [(2, 3, 1), (1,), (3, 0), (-1, 0), (2, 1, 0)], ids=str)
def test_heads_that_are_no_trees_are_refused(heads: tuple[int, ...]) -> None:
    with pytest.raises(DataError, match=r"Give every word the number of its head, and a root 0\."):
        Parse(tuple(Word("a", head=head) for head in heads))


@pytest.mark.parametrize("heads", [(), (0,), (0, 0), (2, 3, 0), (None, None), (2, None)], ids=str)
def test_heads_that_are_trees_are_kept(heads: tuple[int | None, ...]) -> None:
    assert Parse(tuple(Word("a", head=head) for head in heads)).is_parsed == (None not in heads)
