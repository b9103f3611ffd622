"""Every check speaks of texts that are damaged as its name says, and is silent about the whole ones."""

import random
import re
import unicodedata
from collections.abc import Callable, Sequence

import pytest

import steelyard as sy
from steelyard.lines import read_lines
from steelyard.results import Finding
from steelyard.text import CHECKS
from steelyard.text.inspection.scripts import script_of
from tests.conftest import EXAMPLES, SYSTEMS

Lines = Sequence[str]
REFERENCES = [list(read_lines(EXAMPLES / f"reference.{i}.en").lines) for i in (1, 2)]
OUTPUTS = {name: list(read_lines(EXAMPLES / "systems" / f"{name}.en").lines) for name in SYSTEMS}
GERMAN = list(read_lines(EXAMPLES / "source.de").lines)
DOCUMENTS = list(read_lines(EXAMPLES / "documents.txt").lines)
HARBOUR, LANTERN = OUTPUTS["harbour"], OUTPUTS["lantern"]
CHINESE = [f"第{i}号渡轮今天早上没有开，因为海上有大风，{i % 7}点以后再看。" for i in range(40)]


def found(check: str, mine: Lines, references: Sequence[Lines] = REFERENCES, **more: Lines) -> list[Finding]:
    """Check one system beside an honest one."""
    systems = {"mine": mine}
    if references is REFERENCES:
        systems["honest"] = LANTERN
    return list(sy.lint(references, systems, checks=[check], **more).findings)  # type: ignore[arg-type]


def changed(lines: Lines, rows: Sequence[int], change: Callable[[str], str]) -> list[str]:
    return [change(line) if row in rows else line for row, line in enumerate(lines)]


def test_the_bundled_example_is_whole() -> None:
    report = sy.lint(REFERENCES, OUTPUTS, sources=GERMAN, documents=DOCUMENTS)
    assert report.findings == ()
    assert report.method["checks"] == list(CHECKS)
    assert not report.has("note")


def test_lines_are_numbered_from_1_and_counted() -> None:
    [finding] = found("replaced", changed(HARBOUR, range(3, 20), lambda line: line + "\ufffd"))
    assert finding.lines == tuple(range(4, 14))
    assert (finding.count, finding.share) == (17, 17 / 120)
    assert (finding.role, finding.name, finding.severity) == ("system", "mine", "warning")


# Files


@pytest.mark.parametrize("mine", [HARBOUR[:-1], [*HARBOUR, "One more."], []])
def test_unequal_files_are_errors(mine: Lines) -> None:
    [finding] = found("line-counts", mine)
    assert finding.severity == "error" and f"{len(mine)} lines" in finding.message


def test_what_explains_a_count_is_said() -> None:
    [blank] = found("line-counts", [*HARBOUR, "", " "])
    assert blank.message.endswith("empty lines at the end")
    joined = [f"{HARBOUR[0]}\u2028{HARBOUR[1]}", *HARBOUR[2:]]
    [split] = found("line-counts", joined)
    assert "U+2028" in split.message
    [documents] = found("line-counts", HARBOUR, documents=DOCUMENTS[1:])
    assert documents.role == "documents"


def test_transposed_references_are_recognised() -> None:
    pairs = [list(pair) for pair in zip(*REFERENCES, strict=True)]
    [finding] = found("line-counts", HARBOUR, pairs)
    assert "transposed" in finding.fix and finding.message.startswith("120 references of 2 lines")


def test_a_reference_without_lines_is_an_error_and_nothing_else_fails() -> None:
    report = sy.lint([[]], {"mine": ["a"]}, sources=["b"], documents=["c"])
    assert [finding.check for finding in report.findings] == ["line-counts"]


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1e", "\r"])
def test_marks_at_which_others_split_are_found(mark: str) -> None:
    [finding] = found("line-ends", changed(HARBOUR, [4], lambda line: f"{line[:9]}{mark}{line[9:]}"))
    assert finding.lines == (5,) and f"U+{ord(mark):04X}" in finding.message
    assert len(changed(HARBOUR, [4], lambda line: f"a{mark}b")[4].splitlines()) == 2


def test_columns_are_found_and_a_tab_is_not() -> None:
    columns = [f"{a}\t{b}" for a, b in zip(*REFERENCES, strict=True)]
    [finding] = found("columns", HARBOUR, [columns])
    assert "2 columns" in finding.message and "--num-refs" in finding.fix
    assert found("columns", changed(HARBOUR, [3, 9], lambda line: line + "\tx")) == []


# Alignment


@pytest.mark.parametrize("name", SYSTEMS[:4])  # the outputs of orator are about other things
@pytest.mark.parametrize("at", [0, 30, 95, 110])
@pytest.mark.parametrize(
    ("damage", "offset"),
    [
        (lambda lines, at: lines[:at] + lines[at + 1 :], "n + 1"),
        (lambda lines, at: [*lines[:at], *lines[at + 1 :], "Fin."], "n + 1"),
        (lambda lines, at: [*lines[:at], "Something else.", *lines[at:]], "n - 1"),
        (lambda lines, at: [*lines[:at], "One.", "Two.", *lines[at:]][:120], "n - 2"),
        (lambda lines, at: lines[:at] + lines[at + 3 :], "n + 3"),
    ],
    ids=["missing", "missing, as many", "inserted", "two inserted, as many", "three missing"],
)
def test_shifted_lines_are_found_with_the_line_where_it_starts(
    name: str, at: int, damage: Callable[[list[str], int], list[str]], offset: str
) -> None:
    findings = found("alignment", damage(OUTPUTS[name], at))
    assert [finding.name for finding in findings] == ["mine"]
    assert findings[0].severity == "error" and offset in findings[0].message
    line = re.search(r"line (\d+)", findings[0].message)
    assert line and abs(int(line[1]) - (at + 1 + (2 if offset == "n - 2" else 0))) <= 3


def test_lines_that_are_put_back_later_end_the_shift() -> None:
    [finding] = found("alignment", [*HARBOUR[:40], "Extra.", *HARBOUR[40:70], *HARBOUR[71:]])
    assert finding.count is not None and 25 <= finding.count <= 33


@pytest.mark.parametrize("name", SYSTEMS[:4])  # the outputs of orator are about other things
def test_reversed_and_shuffled_files_are_found(name: str) -> None:
    [finding] = found("alignment", OUTPUTS[name][::-1])
    assert finding.message == "the lines are in reverse order"
    shuffled = OUTPUTS[name][:]
    random.Random(4).shuffle(shuffled)
    [finding] = found("alignment", shuffled)
    assert "another order" in finding.message


def test_another_test_set_is_found_and_a_second_reference_is_looked_at() -> None:
    other = [f"Number {i * i} bought {i} green {'apples' * (i % 3)} on day {i % 31}." for i in range(120)]
    [finding] = found("alignment", other)
    assert "no more like the first reference's" in finding.message
    [finding] = found("alignment", HARBOUR, [REFERENCES[0], REFERENCES[1][1:]])
    assert finding.role == "reference" and "from about line 1 " in finding.message


def test_swapped_neighbours_and_few_lines_are_left_alone() -> None:
    swapped = HARBOUR[:]
    for row in range(0, 100, 25):
        swapped[row], swapped[row + 1] = swapped[row + 1], swapped[row]
    assert found("alignment", swapped) == []
    assert found("alignment", ["a b c", "d"], [["x y z", "w"]]) == []
    assert found("alignment", CHINESE, [CHINESE]) == []


# Copies


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


# Lengths


def test_empty_outputs_are_found() -> None:
    [finding] = found("empty", changed(HARBOUR, [5], lambda _: " "))
    assert finding.severity == "warning" and finding.lines == (6,)
    [finding] = found("empty", changed(HARBOUR, range(0, 120, 15), lambda _: ""))
    assert finding.severity == "error"
    [finding] = found("empty", changed(HARBOUR, [118, 119], lambda _: ""))
    assert finding.severity == "error" and finding.message.endswith("all at the end")


def test_empty_references_are_told_and_the_output_may_be_empty_too() -> None:
    blank = [changed(lines, [5], lambda _: "") for lines in REFERENCES]
    findings = found("empty", changed(HARBOUR, [5], lambda _: ""), blank)
    assert [(finding.role, finding.severity) for finding in findings] == [("reference", "warning")] * 2


def test_short_outputs_are_found() -> None:
    [finding] = found("short", changed(HARBOUR, range(0, 40, 8), lambda line: line[:10]))
    assert finding.count == 5
    assert found("short", [line[: int(0.7 * len(line))] for line in HARBOUR]) == []  # a terse system is not short of it
    [whole] = [f for f in found("short", [line[: int(0.4 * len(line))] for line in HARBOUR]) if f.count is None]
    assert "0.4" in whole.message


def test_outputs_cut_at_a_limit_are_found() -> None:
    doubled = [f"{a[:-1]} and {b}" for a, b in zip(HARBOUR, LANTERN[1:] + LANTERN[:1], strict=True)]
    limit = sorted(len(line.split()) for line in doubled)[-30]
    [finding] = found("cut-off", [" ".join(line.split()[:limit]) for line in doubled], [doubled])
    assert finding.severity == "error" and f"exactly {limit} words" in finding.message
    limit = sorted(map(len, doubled))[-30]
    [finding] = found("cut-off", [line[:limit] for line in doubled], [doubled])
    assert f"exactly {limit} characters" in finding.message
    assert found("cut-off", doubled, [doubled]) == []


def test_ends_that_are_missing_are_found() -> None:
    [finding] = found("cut-off", changed(HARBOUR, range(0, 50, 10), lambda line: line[: len(line) // 2]))
    assert finding.severity == "warning" and "without the mark at the end" in finding.message
    assert found("cut-off", changed(HARBOUR, range(50), lambda line: line.rstrip("."))) == []


def test_long_outputs_and_loops_are_found() -> None:
    looping = changed(HARBOUR, [3], lambda line: line + " and then the ferry" * 20)
    [finding] = found("loops", looping)
    assert finding.lines == (4,)
    [finding] = found("long", looping)
    assert finding.severity == "note"
    [finding] = found("long", changed(HARBOUR, range(5), lambda line: line * 5))
    assert finding.severity == "warning"
    for end in (
        " ha ha",
        "!" * 40,
        " ... ... ... ... ... ... ... ... ... ... ... ... ...",
        " 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
    ):
        assert found("loops", changed(HARBOUR, [3], lambda line, end=end: line + end)) == []  # type: ignore[misc]
    same = [changed(lines, [3], lambda line: line + " row" * 30) for lines in REFERENCES]
    assert found("loops", changed(HARBOUR, [3], lambda line: line + " row" * 60), same) == []


# Scripts


@pytest.mark.parametrize(
    ("letter", "script"),
    [("a", "Latin"), ("ß", "Latin"), ("ж", "Cyrillic"), ("ω", "Greek"), ("中", "Han"), ("か", "Kana"), ("カ", "Kana"),
     ("한", "Hangul"), ("ع", "Arabic"), ("ש", "Hebrew"), ("क", "Devanagari"), ("ไ", "Thai"), ("ა", "Georgian"),
     ("ạ", "Latin"), ("1", ""), (".", ""), (" ", ""), ("。", ""), ("€", "")],
)  # fmt: skip
def test_letters_have_scripts(letter: str, script: str) -> None:
    assert script_of(letter) == script
    if script not in ("", "Han", "Kana"):
        assert script.upper() in unicodedata.name(letter)


def test_another_script_is_found() -> None:
    [finding] = found("script", CHINESE, [HARBOUR[:40]])
    assert finding.severity == "error" and "mostly Han letters" in finding.message
    russian = "Паром сегодня утром не ходит из-за сильного ветра."
    [finding] = found("script", changed(HARBOUR, [2, 9], lambda _: russian))
    assert finding.severity == "warning" and finding.lines == (3, 10)
    assert found("script", changed(HARBOUR, [2], lambda line: f"{line} (Путин)")) == []
    [finding] = found("script", changed(CHINESE, [2], lambda _: "No ferry goes this morning."), [CHINESE])
    assert finding.severity == "note"
    assert found("script", HARBOUR) == []


def test_names_in_another_script_are_no_wrong_script_where_the_reference_has_them() -> None:
    title = "International Ferry Association"
    assert found("script", changed(CHINESE, [2], lambda _: title), [changed(CHINESE, [2], lambda _: title)]) == []


def test_letters_that_look_alike_are_found() -> None:
    [finding] = found("mixed-scripts", changed(HARBOUR, [2], lambda line: line.replace("e", "е")))  # Cyrillic
    assert finding.lines == (3,)
    greek = [*HARBOUR[:119], "The α-helix and β-sheets of the μ-opioid receptor."]
    assert found("mixed-scripts", greek) == []


# Writing


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


# Characters


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
@pytest.mark.parametrize("letter", ["ä", "é", "ß", "“", "ж", "…", "中", "ł"])
def test_utf8_read_as_another_encoding_is_found(letter: str, encoding: str) -> None:
    try:
        wrong = letter.encode().decode(encoding)
    except UnicodeDecodeError:
        pytest.skip("Windows-1252 has no character for one of the bytes")
    [finding] = found("mojibake", changed(HARBOUR, [3], lambda line: f"{line[:9]}{wrong}{line[9:]}"))
    assert finding.severity == "warning" and f"for {letter}" in finding.message
    assert found("mojibake", changed(HARBOUR, range(9), lambda line: wrong + line))[0].severity == "error"


@pytest.mark.parametrize(
    "line",
    ["« À L’ÉCOLE » et « CAFÉ» où l’été’» va", "Ärger, Öl, Übung, ÄÖÜ, Façade, Â, ÃO, SÃO PAULO", "ÍŽ, KRÁLÍČEK ÚŽASNÝ",
     "Ð Ñ", "20 °C, 3 × 5 – 4", "NAÏVE À…", "Tiếng Việt, Đà Nẵng", "ÎLE, BÂLE, Œuvre, CŒUR"],
)  # fmt: skip
def test_accents_that_are_right_are_no_mojibake(line: str) -> None:
    assert found("mojibake", [*HARBOUR[:119], line]) == []


@pytest.mark.parametrize(
    "mark", ["\x00", "\x07", "\x92", "\u202e", "\u2066", "\u200b", "\ufeff", "\u00ad", "\u2060", "\u200d"]
)
def test_characters_that_nobody_sees_are_found(mark: str) -> None:
    [finding] = found("unseen", changed(HARBOUR, [3], lambda line: f"{line[:3]}{mark}{line[3:]}"))
    assert finding.lines == (4,) and f"U+{ord(mark):04X}" in finding.message
    assert found("unseen", changed(HARBOUR, range(3), lambda line: f"of{mark}f"))[0].severity == "warning"


def test_joiners_that_join_are_left_alone() -> None:
    assert found("unseen", [*HARBOUR[:119], "می\u200cخواهم 👩\u200d🚀 क्\u200dष"]) == []


def test_two_unicode_forms_are_found() -> None:
    accents = [line.replace("e", "é") for line in HARBOUR]
    apart = [unicodedata.normalize("NFD", line) for line in accents]
    [finding] = found("unicode-form", apart)
    assert finding.severity == "error"
    findings = found("unicode-form", apart, [apart])
    assert [(finding.role, finding.severity) for finding in findings] == [("reference", "warning")]
    assert found("unicode-form", accents) == []
    assert found("unicode-form", [*HARBOUR[:119], "x\u0308 has no letter of its own"]) == []


def test_half_and_full_width_are_told_apart() -> None:
    narrow = [line.translate(str.maketrans("，。", ",.")) for line in CHINESE]
    [finding] = found("width", narrow, [CHINESE])
    assert "marks" in finding.message and "0%" in finding.message
    assert found("width", CHINESE, [CHINESE]) == []
    assert found("width", HARBOUR) == []


def test_other_quotes_are_a_note() -> None:
    straight = [f'"{line}"' for line in HARBOUR]
    curly = [f"\u201c{line}\u201d" for line in HARBOUR]
    [finding] = found("quotes", curly, [straight])
    assert finding.severity == "note" and finding.message.startswith("curly quotation marks")
    assert found("quotes", straight, [straight]) == []
    assert found("quotes", curly, [straight, curly]) == []  # either is somebody's


# Documents


@pytest.mark.parametrize(
    ("ids", "severity", "message"),
    [
        (["a"] * 120, "error", "one document only"),
        ([str(i) for i in range(120)], "note", "every segment is a document"),
        ([str(i % 12) for i in range(120)], "warning", "goes on after another one"),
        ([str(i // 30) for i in range(120)], "warning", "4 documents"),
        ([str(max(i - 60, 0) // 3) for i in range(120)], "warning", "0 holds 52% of the segments"),
        (["", *(str(i // 10) for i in range(119))], "error", "1 segment without a document"),
    ],
)
def test_document_ids_that_cannot_be_meant_are_found(ids: Lines, severity: str, message: str) -> None:
    findings = found("documents", HARBOUR, documents=ids)
    assert (severity, True) in [(finding.severity, message in finding.message) for finding in findings]


def test_documents_that_are_right_are_left_alone() -> None:
    assert found("documents", HARBOUR, documents=DOCUMENTS) == []


def test_odd_texts_break_nothing() -> None:
    odd = ["", " ", "\x00", "\n", "a" * 5000, "\U0001f600" * 50, "e\u0301" * 30, "\ud800", "ab" * 700, "字" * 80, "\t"]
    report = sy.lint([odd, odd[::-1]], {"x": odd[::-1], "y": odd, "z": [], "w": odd[:3]}, sources=odd, documents=odd)
    assert report.has("error")
