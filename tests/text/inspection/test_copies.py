"""Texts given twice, or for each other."""

from tests.text.inspection.damaged import GERMAN, HARBOUR, LANTERN, REFERENCES, changed, found


def test_a_reference_given_as_a_system_is_found() -> None:
    [finding] = found("copied-reference", REFERENCES[1])
    assert finding.severity == "error" and finding.message.startswith("100%")
    half = [*REFERENCES[0][:60], *HARBOUR[60:]]
    [finding] = found("copied-reference", half)
    assert finding.severity == "warning"
    assert found("copied-reference", half, [REFERENCES[0]]) == []  # a post-edit may look so: no other system to compare
    assert found("copied-reference", [*REFERENCES[0][:20], *HARBOUR[20:]]) == []


def test_untranslated_lines_are_found() -> None:
    [finding] = found("copied-source", GERMAN, sources=GERMAN)
    assert finding.severity == "error"
    [finding] = found("copied-source", [*HARBOUR[:110], *GERMAN[110:]], sources=GERMAN)
    assert finding.severity == "warning" and finding.lines[0] == 111
    [finding] = found("copied-source", [*HARBOUR[:119], GERMAN[119]], sources=GERMAN)
    assert finding.severity == "note"
    assert found("copied-source", HARBOUR, sources=GERMAN) == []
    kept = [[*lines[:119], GERMAN[119]] for lines in REFERENCES]  # such as a title that stays as it is
    findings = found("copied-source", [*HARBOUR[:119], GERMAN[119]], kept, sources=GERMAN)
    assert {finding.role for finding in findings} == {"reference"}


def test_texts_that_are_the_same_are_found() -> None:
    [finding] = found("same-texts", HARBOUR, [REFERENCES[0], REFERENCES[0]])
    assert finding.role == "reference"
    [finding] = found("same-texts", LANTERN)
    assert finding.severity == "warning" and finding.message == "the same text as mine"
    [finding] = found("same-texts", changed(LANTERN, [7], str.upper))
    assert finding.severity == "note" and finding.lines == (8,)
    assert found("same-texts", HARBOUR) == []


def test_one_output_for_many_segments_is_found() -> None:
    said = "I do not know what to say about this at all."
    [finding] = found("repeated-outputs", changed(HARBOUR, range(0, 60, 12), lambda _: said))
    assert finding.count == 5 and "one 5 times" in finding.message
    assert found("repeated-outputs", changed(HARBOUR, range(0, 120, 12), lambda _: "Thank you.")) == []
    assert found("repeated-outputs", changed(HARBOUR, [1, 2], lambda _: said)) == []
    same = [changed(lines, range(0, 60, 12), lambda _: said) for lines in REFERENCES]
    assert found("repeated-outputs", changed(HARBOUR, range(0, 60, 12), lambda _: said), same) == []


def test_repeated_segments_are_found() -> None:
    [finding] = found("repeated-segments", [*HARBOUR, *HARBOUR[:5]], [[*lines, *lines[:5]] for lines in REFERENCES])
    assert finding.message.startswith("5 segments") and finding.count == 10
    assert found("repeated-segments", [*HARBOUR, HARBOUR[0]], [[*lines, lines[0]] for lines in REFERENCES]) == []
