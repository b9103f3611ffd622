"""Tokenised text, markup, entities, lost case, talk about the translation."""

import re
from collections.abc import Callable

import pytest

import steelyard as sy
from tests.text.inspection.damaged import CHINESE, GERMAN, HARBOUR, LANTERN, REFERENCES, changed, found


def spaced(line: str) -> str:
    return re.sub(r"([.,!?])(?= |$)", r" \1", line)


def test_tokenised_text_is_an_error_beside_other_text_and_a_note_if_all_is() -> None:
    tokens = [spaced(line) for line in HARBOUR]
    [finding] = found("tokenised", tokens)
    assert finding.severity == "error" and finding.name == "mine"
    findings = found("tokenised", tokens, [[spaced(line) for line in REFERENCES[0]]])
    assert {finding.severity for finding in findings} == {"note"}
    assert found("tokenised", changed(HARBOUR, range(15), spaced)) == []
    french = [line.replace("!", " !").replace("?", " ?").replace(":", " :").replace(";", " ;") for line in HARBOUR]
    assert found("tokenised", french) == []


def test_chinese_with_spaces_between_words_is_found() -> None:
    words = [re.sub(r"(..)(?=\w)", r"\1 ", line) for line in CHINESE]
    [finding] = found("tokenised", words, [CHINESE])
    assert finding.severity == "error" and finding.name == "mine"
    assert found("tokenised", CHINESE, [CHINESE]) == []


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line.replace("er", "er@@ "),
        lambda line: "\u2581" + line.replace(" ", " \u2581"),
        lambda line: re.sub(r"(\w{3})(ing|ed|ly)\b", r"\1 ##\2", line),
    ],
    ids=["bpe", "sentencepiece", "wordpiece"],
)
def test_pieces_of_words_are_found(change: Callable[[str], str]) -> None:
    [finding] = found("pieces", [change(line) for line in HARBOUR])
    assert finding.severity == "error"


@pytest.mark.parametrize("line", ["Write to harbour@mail.example.", "@@", "# 1", "The ##Product1# is here.", "a ## b"])
def test_signs_that_are_text_are_no_pieces(line: str) -> None:
    assert found("pieces", [*HARBOUR[:119], line]) == []


def test_entities_are_found_unless_the_source_has_them() -> None:
    escaped = [line.replace("'", "&apos;").replace('"', "&quot;").replace(",", "&#44;") for line in HARBOUR]
    [finding] = found("entities", escaped)
    assert finding.severity == "error"
    [finding] = found("entities", changed(HARBOUR, [3], lambda line: line + " R&amp;D"))
    assert finding.severity == "warning"
    source = changed(GERMAN, [3], lambda line: line + " R&amp;D")
    findings = found("entities", changed(HARBOUR, [3], lambda line: line + " R&amp;D"), sources=source)
    assert [(finding.role, finding.severity) for finding in findings] == [("sources", "note")]
    assert found("entities", [*HARBOUR[:119], "AT&T; R&D & more; x&y;"]) == []


def test_case_that_was_lost_is_found() -> None:
    lowered = [line.lower() for line in HARBOUR]
    [finding] = found("casing", lowered)
    assert finding.severity == "error" and "0.0%" in finding.message
    [finding] = found("casing", [line.upper() for line in HARBOUR])
    assert finding.severity == "error"
    findings = found("casing", lowered, [[line.lower() for line in REFERENCES[0]]])
    assert [(finding.role, finding.severity) for finding in findings] == [("reference", "note")]
    assert found("casing", changed(HARBOUR, range(60), str.lower)) == []
    assert found("casing", CHINESE, [CHINESE]) == []


def test_markup_is_found_unless_the_source_has_it() -> None:
    bold = changed(HARBOUR, [3], lambda line: f"<b>{line}</b>")
    [finding] = found("markup", bold)
    assert finding.severity == "note" and "<b>" in finding.message
    assert found("markup", bold, sources=changed(GERMAN, [3], lambda line: f"<i>{line}</i>")) == []
    [finding] = found("markup", changed(HARBOUR, range(5), lambda line: f"**{line}** <unk>"))
    assert finding.severity == "warning"
    assert found("markup", [*HARBOUR[:119], "a < b > c, <The Silent Ship>, 5 * 3 * 2"]) == []


@pytest.mark.parametrize(
    "start",
    ["Sure! Here is the translation: ", "Here's the English translation: ", "Translation: ", "Certainly! Here's ",
     "I cannot translate this text. ", "As an AI language model, "],
)  # fmt: skip
def test_talk_about_the_translation_is_found(start: str) -> None:
    [finding] = found("chatter", changed(HARBOUR, [3], lambda line: start + line))
    assert finding.severity == "note" and finding.lines == (4,)


@pytest.mark.parametrize(
    "start", ["Sure, ", "Of course, I think ", "Here is ", "I'm sorry, but I can't come: ", "Note: "]
)
def test_people_who_talk_so_are_left_alone(start: str) -> None:
    assert found("chatter", changed(HARBOUR, [3], lambda line: start + line)) == []


def test_talk_that_stands_in_other_systems_too_is_the_sources() -> None:
    said = changed(HARBOUR, [3], lambda line: "Translation: " + line)
    other = changed(LANTERN, [3], lambda line: "Translation: " + line)
    assert sy.lint(REFERENCES, {"a": said, "b": other}, checks=["chatter"]).findings == ()


def test_numbers_of_lines_are_found_where_they_go_up_with_the_lines_and_the_references_have_none() -> None:
    reference = [f"train {chr(97 + i)} is late today" for i in range(10)]
    for spelled in ("{}. {}", "{}) {}", "[{}] {}", "{}: {}"):
        numbered = [spelled.format(i, line) for i, line in enumerate(reference, 1)]
        [found] = sy.lint([reference], {"x": numbered}, checks=["numbering"]).findings
        assert (found.severity, found.message) == ("error", "100% of the lines begin with their number")
        assert sy.lint([numbered], {"x": numbered}, checks=["numbering"]).findings == ()
    years = [f"{1990 + i % 3}: {line}" for i, line in enumerate(reference)]
    assert sy.lint([reference], {"x": years}, checks=["numbering"]).findings == ()


def test_entities_that_all_texts_have_alike_are_no_error() -> None:
    reference = [f"{i} &quot;and&quot; so on" for i in range(20)]
    system = [f"{i} &amp; so on" for i in range(20)]
    found = sy.lint([reference], {"x": system}, checks=["entities"]).findings
    assert {one.severity for one in found} == {"warning"}
    found = sy.lint([reference], {"x": [f"{i} and so on" for i in range(20)]}, checks=["entities"]).findings
    assert {one.severity for one in found} == {"error"}
