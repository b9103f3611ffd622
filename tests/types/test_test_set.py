"""A test set is aligned or it is not made: what each mistake is told."""

import hashlib
from typing import Any

import numpy as np
import pytest

from steelyard.errors import AlignmentError, DataError
from steelyard.files.reading import TextFile
from steelyard.types import TestSet

REFERENCE = ["one", "two", "three"]
OUTPUT = ["1", "2", "3"]


def test_texts_are_kept_as_tuples_in_their_order() -> None:
    data = TestSet(references=[REFERENCE], systems={"b": OUTPUT, "a": iter(OUTPUT)}, sources=OUTPUT)
    assert data.references == (("one", "two", "three"),)
    assert data.systems == {"b": ("1", "2", "3"), "a": ("1", "2", "3")}
    assert data.system_names == ("b", "a")
    assert (data.n_segments, data.sources, data.documents) == (3, ("1", "2", "3"), None)


def test_later_changes_to_the_callers_lists_do_not_reach_it() -> None:
    reference, output, systems = list(REFERENCE), list(OUTPUT), {}
    systems["x"] = output
    data = TestSet(references=[reference], systems=systems)
    reference[0] = output[0] = "changed"
    systems["y"] = output
    assert data == TestSet(references=[REFERENCE], systems={"x": OUTPUT})


@pytest.mark.parametrize(
    "segment", ["", " ", "\u2028", "a\x0cb", "a\rb", "\x00", "👩‍🚀", "e\u0301", "\ufeffa"], ids=ascii
)
def test_segments_are_not_repaired(segment: str) -> None:
    data = TestSet(references=[[segment]], systems={"x": [segment]}, sources=[segment])
    assert data.references[0] == data.systems["x"] == data.sources == (segment,)


def test_a_missing_reference_is_not_an_empty_one() -> None:
    data = TestSet(references=[["", None], [None, ""]], systems={"x": ["a", "b"]})
    assert data.references == (("", None), (None, ""))


def test_a_segment_without_any_reference_is_refused() -> None:
    with pytest.raises(AlignmentError, match=r"^Segment 2 has no reference: give it one"):
        TestSet(references=[["a", None], ["b", None]], systems={"x": ["a", "b"]})


def test_different_lengths_name_both_texts_both_counts_and_the_first_extra_line() -> None:
    with pytest.raises(AlignmentError) as caught:
        TestSet(references=[REFERENCE], systems={"fine": OUTPUT, "long": [*OUTPUT, "the extra line", "another"]})
    assert str(caught.value) == (
        "system long has 5 lines but reference 1 has 3. The first extra one is line 4: 'the extra line'. "
        "Check for blank, missing or wrapped lines."
    )


def test_a_text_that_is_too_short_shows_the_line_it_lacks() -> None:
    with pytest.raises(AlignmentError, match=r"reference 1 has 3 lines but system x has 2\..* is line 3: 'three'"):
        TestSet(references=[REFERENCE], systems={"x": ["1", "2"]})


def test_ragged_references_are_refused() -> None:
    with pytest.raises(AlignmentError, match=r"reference 1 has 3 lines but reference 2 has 2\..* is line 3: 'three'"):
        TestSet(references=[REFERENCE, REFERENCE[:2]], systems={"x": OUTPUT})


@pytest.mark.parametrize("key", ["sources", "documents"])
def test_sources_and_documents_must_line_up_too(key: str) -> None:
    with pytest.raises(AlignmentError, match=rf"^{key} has 4 lines but reference 1 has 3"):
        TestSet(references=[REFERENCE], systems={"x": OUTPUT}, **{key: [*OUTPUT, "4"]})


def test_a_long_extra_line_is_cut() -> None:
    with pytest.raises(AlignmentError) as caught:
        TestSet(references=[REFERENCE], systems={"x": [*OUTPUT, "y" * 1000]})
    assert repr("y" * 59 + "…") in str(caught.value)


def test_files_are_named_where_texts_came_from_files() -> None:
    names = {"reference 1": "refs/a.en", "system x": "out/x.en"}
    with pytest.raises(
        AlignmentError, match=r"^system x \(out/x\.en\) has 3 lines but reference 1 \(refs/a\.en\) has 1"
    ):
        TestSet(references=[REFERENCE[:1]], systems={"x": OUTPUT}, names=names)


def test_transposed_references_are_recognised() -> None:
    by_segment = [["a", "b", "c"], ["d", "e", "f"]]  # 2 segments with 3 references each
    with pytest.raises(AlignmentError, match=r"look transposed: 2 lists of 3, for systems with 2 segments.*zip"):
        TestSet(references=by_segment, systems={"x": ["1", "2"], "y": ["3", "4"]})


@pytest.mark.parametrize("references", ["a reference", b"bytes", 5, None], ids=lambda r: type(r).__name__)
def test_references_must_be_a_list_of_lists(references: object) -> None:
    with pytest.raises(AlignmentError, match=rf"\[reference\]\[segment\]: got {type(references).__name__}\."):
        TestSet(references=references, systems={"x": OUTPUT})


def test_a_flat_list_of_references_is_a_bare_string_each() -> None:
    with pytest.raises(AlignmentError, match=r"^reference 1 is a bare string"):
        TestSet(references=REFERENCE, systems={"x": OUTPUT})


@pytest.mark.parametrize("text", ["a bare string", b"bytes"])
def test_a_system_must_not_be_a_bare_string(text: object) -> None:
    with pytest.raises(AlignmentError, match=r"^system x is a bare string where a list"):
        TestSet(references=[REFERENCE], systems={"x": text})


@pytest.mark.parametrize("systems", [[OUTPUT], OUTPUT, "x", None], ids=["nested", "flat", "string", "none"])
def test_systems_must_have_names(systems: object) -> None:
    with pytest.raises(AlignmentError, match=r"^systems must map a name to a list of strings"):
        TestSet(references=[REFERENCE], systems=systems)


@pytest.mark.parametrize(
    ("text", "found"),
    [(["1", None, "3"], "segment 2: expected a string, found None"), (["1", "2", 3], "segment 3: .* a int")],
)
def test_an_output_must_be_made_of_strings(text: list[object], found: str) -> None:
    with pytest.raises(AlignmentError, match=rf"^system x, {found}"):
        TestSet(references=[REFERENCE], systems={"x": text})


def test_a_text_that_is_no_list_is_refused() -> None:
    with pytest.raises(AlignmentError, match=r"^system x must be a list with one string per segment, not float"):
        TestSet(references=[REFERENCE], systems={"x": 1.5})


def test_no_reference_and_no_segment_are_refused() -> None:
    with pytest.raises(DataError, match=r"^There is no reference"):
        TestSet(references=[], systems={"x": OUTPUT})
    with pytest.raises(DataError, match=r"^There is no segment"):
        TestSet(references=[[]], systems={"x": []})


@pytest.mark.parametrize("role", ["reference", "system", "sources", "documents"])
def test_half_a_surrogate_pair_is_refused_wherever_it_stands(role: str) -> None:
    bad = ["fine", "broken \udcff text", "fine"]
    texts = {"references": [REFERENCE], "systems": {"x": OUTPUT}}
    name = {"reference": "reference 1", "system": "system x"}.get(role, role)
    texts |= {"reference": {"references": [bad]}, "system": {"systems": {"x": bad}}}.get(role, {role: bad})
    with pytest.raises(DataError, match=rf"^{name}, segment 2: U\+DCFF is half of a surrogate pair"):
        TestSet(**texts)


@pytest.mark.parametrize("document", ["", " ", "\t\u3000"])
def test_an_empty_document_id_is_refused(document: str) -> None:
    with pytest.raises(DataError, match=r"^documents, line 2: the document id is empty"):
        TestSet(references=[REFERENCE], systems={"x": OUTPUT}, documents=["d1", document, "d1"])


def test_documents_are_coded_by_first_appearance_wherever_they_stand() -> None:
    data = TestSet(references=[["a"] * 5], systems={"x": ["a"] * 5}, documents=["z", "a", "z", "b", "a"])
    assert data.document_codes().tolist() == [0, 1, 0, 2, 1]
    assert TestSet(references=[["a"]], systems={"x": ["a"]}).document_codes() is None


def test_metadata_must_have_a_value_a_segment() -> None:
    with pytest.raises(AlignmentError, match=r"^Metadata 'domain' has 2 values for 3 segments"):
        TestSet(references=[REFERENCE], systems={"x": OUTPUT}, metadata={"domain": ["news", "talk"]})


def test_inputs_tell_role_name_and_hash_of_every_text() -> None:
    data = TestSet(
        references=[REFERENCE, ["a", None, ""]],
        systems={"x": OUTPUT},
        documents=["d", "d", "e"],
        names={"system x": "x.txt"},
        hashes={"reference 1": "f" * 64},
    )
    # sha256sum of the text with a line feed after every line
    assert data.inputs() == [
        {"role": "reference 1", "name": "reference 1", "sha256": "f" * 64},
        {"role": "reference 2", "name": "reference 2", "sha256": _sha256(b"a\n\n\n")},
        {"role": "system x", "name": "x.txt", "sha256": _sha256(b"1\n2\n3\n")},
        {"role": "documents", "name": "documents", "sha256": _sha256(b"d\nd\ne\n")},
    ]


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def test_text_files_that_were_read_already_are_taken_as_they_are() -> None:
    reference, output = (
        TextFile(name, lines, sha256, sha256)
        for name, lines, sha256 in (("ref", ("a", "b"), "0" * 64), ("out", ("a", "c"), "1" * 64))
    )
    data = TestSet.from_files(references=[reference], systems=[output])
    assert (data.references, data.systems) == ((("a", "b"),), {"out": ("a", "c")})
    assert [text["sha256"] for text in data.inputs()] == ["0" * 64, "1" * 64]


def test_arrays_of_strings_and_generators_are_texts() -> None:
    """An array of references was no list, and a generator of them was used up before it was read."""
    plain = TestSet(references=[["a b", "c"], ["d", "e"]], systems={"x": ["a", "c"]})
    array = TestSet(references=np.array([["a b", "c"], ["d", "e"]]), systems={"x": np.array(["a", "c"])})  # type: ignore[arg-type]
    made = TestSet(
        references=((line for line in text) for text in (["a b", "c"], ["d", "e"])),  # type: ignore[arg-type]
        systems={"x": (line for line in ("a", "c"))},  # type: ignore[dict-item]
    )
    assert plain == array == made
    assert {type(line) for text in (*array.references, *array.systems.values()) for line in text} == {str}


@pytest.mark.parametrize(
    ("references", "sentence"),
    [
        (np.array(["a", "c"]), "reference 1 is a bare string"),
        (np.array([[1, 2]]), "reference 1, segment 1: expected a string, found a int64"),
        ([{"a", "c"}], "reference 1 must be a list with one string per segment, not a set"),
        ([{"a": 1, "c": 2}], "reference 1 must be a list with one string per segment, not a dict"),
        ({"a": ["a", "c"]}, "references must be a list .* got dict"),
        (np.array("a"), "references must be a list .* got ndarray"),
    ],
)
def test_what_is_no_text_is_refused_for_what_it_is(references: Any, sentence: str) -> None:
    with pytest.raises(AlignmentError, match=sentence):
        TestSet(references=references, systems={"x": ["a", "c"]})
