"""Test sets in XML and SGML, and samples in JSON: what they may look like, and what each mistake is told."""

from pathlib import Path

import pytest

from steelyard.errors import AlignmentError, DataError, SteelyardError
from steelyard.reading.formats import Samples, read_samples, read_wmt_sgml, read_wmt_xml, write_samples

XML = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="set">
  <collection id="general">
    <doc id="d1" origlang="en" domain="news">
      <src lang="en"><p><seg id="1">A &amp; B</seg><seg id="2">two
lines</seg></p></src>
      <ref lang="de" translator="A"><p><seg id="2">zwei</seg><seg id="1">A &lt; B</seg></p></ref>
      <ref lang="de" translator="B"><p><seg id="1">b1</seg><seg id="2">b2</seg></p></ref>
      <hyp language="de" system="X"><p><seg id="1"></seg><seg id="2">x2</seg></p></hyp>
    </doc>
    <doc id="d2">
      <src lang="en"><p><seg id="1">c</seg></p></src>
      <ref lang="de" translator="A"><p><seg id="1">C</seg></p></ref>
      <ref lang="de" translator="B"><p><seg id="1">CC</seg></p></ref>
      <hyp language="de" system="X"><p><seg id="1">cx</seg></p></hyp>
    </doc>
  </collection>
</dataset>
"""


def write(folder: Path, text: str | bytes, name: str = "set.xml") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize("text", [XML, XML.replace("\n", "\r\n"), "\ufeff" + XML, XML.replace("utf-8", "utf-16")])
def test_xml_is_matched_by_document_and_segment(tmp_path: Path, text: str) -> None:
    made = read_wmt_xml(write(tmp_path, text.encode("utf-16") if "utf-16" in text else text))
    test_set = made.test_set
    assert tuple(test_set.sources or ()) == ("A & B", "two lines", "c")
    assert [tuple(reference) for reference in test_set.references] == [("A < B", "zwei", "C"), ("b1", "b2", "CC")]
    assert tuple(test_set.systems["X"]) == ("", "x2", "cx")
    assert tuple(test_set.documents or ()) == ("d1", "d1", "d2")
    assert (made.reference_names, made.segment_ids) == (("A", "B"), ("1", "2", "1"))


BOMB = '<!DOCTYPE dataset [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'


@pytest.mark.parametrize(("encoding", "word"), [("gb2312", "你好"), ("shift_jis", "日本"), ("windows-1252", "café")])
def test_xml_is_read_in_the_encoding_that_it_declares(tmp_path: Path, encoding: str, word: str) -> None:
    text = XML.replace("utf-8", encoding).replace("b1", word)
    assert read_wmt_xml(write(tmp_path, text.encode(encoding))).test_set.references[1][0] == word
    with pytest.raises(DataError, match=f"set.xml cannot be read in the encoding that it names, {encoding}"):
        read_wmt_xml(write(tmp_path, text.encode(encoding).replace(b">b2<", b">\x81\xff<")))


def test_xml_in_an_encoding_that_nobody_knows_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="in the encoding that it names, klingon"):
        read_wmt_xml(write(tmp_path, XML.replace("utf-8", "klingon")))


@pytest.mark.parametrize(
    "declared",
    [
        BOMB,
        '<!DOCTYPE dataset [<!ENTITY secret SYSTEM "file:///etc/hostname">]>',
        '<!DOCTYPE dataset [<!ENTITY % far SYSTEM "http://localhost/x.dtd"> %far;]>',
    ],
    ids=["bomb", "file", "network"],
)
def test_xml_that_declares_entities_is_refused(tmp_path: Path, declared: str) -> None:
    text = XML.replace("<dataset", declared + "\n<dataset", 1).replace("A &amp; B", "&b;")
    with pytest.raises(DataError, match=r"set\.xml, line 2, column \d+: the file declares or uses an entity"):
        read_wmt_xml(write(tmp_path, text))


def test_xml_may_name_a_document_type_which_is_not_opened(tmp_path: Path) -> None:
    text = XML.replace("<dataset", '<!DOCTYPE dataset SYSTEM "http://localhost:1/no.dtd">\n<dataset', 1)
    assert read_wmt_xml(write(tmp_path, text)).test_set.n_segments == 3
    with pytest.raises(DataError, match="entity"):
        read_wmt_xml(write(tmp_path, text.replace("&amp;", "&far;")))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("</dataset>", "", r"set\.xml, line 19, column 1: no element found"),
        ("</p></src>", "</src>", r"line 6, column \d+: mismatched tag"),
        ("&amp;", "&", r"line 5, column \d+: not well-formed"),
        ("&amp;", "&nbsp;", r"line 5, column \d+: undefined entity"),
        ('<seg id="2">zwei', '<seg id="1">zwei', r"line 7, column \d+: segment '1' of document 'd1' stands twice"),
        ('<seg id="2">zwei</seg>', "", r"reference 'A' has no segment '2' of document 'd1', but source 'en' has"),
        ('<seg id="2">x2', '<seg id="3">x2', r"system 'X' has no segment '2' of document 'd1'"),
        ('<doc id="d2">', "<doc>", r"line 11, column \d+: <doc> has no id"),
        ('system="X"', "", r"<hyp> has no system"),
        ('<seg id="1">c<', "<seg>c<", r"<seg> has no id"),
        (">zwei<", "><b>zwei</b><", r"line 7, column \d+: <b> stands inside a segment"),
        ("dataset", "data", r"line 2, column 1: the outermost element is <data>"),
        ("<ref", "<rest", r"line 7, column \d+: a segment stands outside of a document's src, ref or hyp"),
    ],
)
def test_mistakes_in_xml_are_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(SteelyardError, match=message):
        read_wmt_xml(write(tmp_path, XML.replace(old, new)))


def test_what_is_no_xml_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"line 1, column 1: .*resembles .*read_moses_nbest"):
        read_wmt_xml(write(tmp_path, "0 ||| a ||| lm= 1\n"))


SOURCE = """<srcset setid="s" srclang="en">
<DOC docid='d1' genre=news>
<p>
<seg id="1"> A &amp; B at AT&T </seg>
<SEG id=2>two
lines</SEG>
</p>
</DOC>
</srcset>
"""
REFERENCE = """<refset setid="s" srclang="en" trglang="de" refid="r1">
<doc docid="d1"><seg id="2">zwei</seg><seg id="1">eins &#91;</seg></doc>
</refset>
"""
OUTPUT = """<tstset setid="s" srclang="en" trglang="de">
<doc sysid="X" docid="d1"><seg id="1">x1</seg><seg id="2"></seg></doc>
<doc sysid="Y" docid="d1"><seg id="1">y1</seg><seg id="2">y2</seg></doc>
</tstset>
"""


def sets(folder: Path, *texts: str) -> list[Path]:
    return [write(folder, text, f"{number}.sgm") for number, text in enumerate(texts, 1)]


def test_sgml_is_matched_by_document_and_segment(tmp_path: Path) -> None:
    made = read_wmt_sgml(sets(tmp_path, OUTPUT, REFERENCE, REFERENCE.replace("r1", "r2"), SOURCE))
    assert tuple(made.test_set.sources or ()) == ("A & B at AT&T", "two lines")
    assert [tuple(reference) for reference in made.test_set.references] == [("eins &#91;", "zwei")] * 2
    assert {name: tuple(text) for name, text in made.test_set.systems.items()} == {"X": ("x1", ""), "Y": ("y1", "y2")}
    assert (made.reference_names, made.segment_ids) == (("r1", "r2"), ("1", "2"))
    alone = read_wmt_sgml(sets(tmp_path, REFERENCE))
    assert (tuple(alone.test_set.references[0]), alone.test_set.sources) == (("zwei", "eins &#91;"), None)


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ((SOURCE,), "has no reference"),
        ((REFERENCE, REFERENCE), r"2\.sgm, line 2, column \d+: segment '2' of document 'd1' stands twice"),
        ((SOURCE.replace("</seg>", ""), REFERENCE), r"1\.sgm, line 5, column 1: <seg> stands inside a segment"),
        ((SOURCE.replace("</SEG>\n</p>\n</DOC>\n</srcset>", ""), REFERENCE), r"line 5, column 1: <seg> is not closed"),
        ((SOURCE.replace("<SEG id=2>", ""), REFERENCE), r"</seg> closes nothing"),
        ((SOURCE.replace("SEG id=2", "SEG"), REFERENCE), r"line 5, column 1: <seg> has no id"),
        ((SOURCE.replace(" docid='d1'", ""), REFERENCE), r"line 2, column 1: <doc> has no docid"),
        ((SOURCE.replace("<srcset", "<set"), REFERENCE), r"<doc> stands outside of srcset"),
        ((SOURCE, REFERENCE.replace(' refid="r1"', "")), r"the reference has no refid and no sysid"),
        ((SOURCE, REFERENCE.replace('id="2"', 'id="3"')), r"reference 'r1' has no segment '2'"),
        (("system\tline\tscore\n",), r"has no segment.*resembles ratings with named columns"),
    ],
)
def test_mistakes_in_sgml_are_named(tmp_path: Path, texts: tuple[str, ...], message: str) -> None:
    with pytest.raises(SteelyardError, match=message):
        read_wmt_sgml(sets(tmp_path, *texts))


def test_no_sgml_file_is_refused() -> None:
    with pytest.raises(DataError, match="name at least one"):
        read_wmt_sgml([])


@pytest.mark.parametrize(
    "text",
    ['[{"src": "a", "mt": "b\\n"},\n {"src": "c", "mt": ""}]', '{"src": "a", "mt": "b\\n"}\n{"src": "c", "mt": ""}\n'],
)
def test_samples_are_lists_or_lines_and_round_trip(tmp_path: Path, text: str) -> None:
    samples = read_samples(write(tmp_path, text))
    assert samples == Samples(mt=("b\n", ""), src=("a", "c"))
    write_samples(tmp_path / "again.jsonl", samples)
    assert read_samples(tmp_path / "again.jsonl") == samples


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "has no sample"),
        ("", "has no sample"),
        ('[{"mt": "a"},\n {"mt" "b"}]', r"set\.xml, line 2, column 8: Expecting"),
        ('{"mt": "a"}\n{"mt": }\n', r"line 2, column 8: Expecting value"),
        ('{"mt": "a"}\n{"src": "b"}\n', r"line 2: an object with 'mt'"),
        ('["a"]', r"sample 1: an object with 'mt'"),
        ('{"mt": 5}', r"line 1: 'mt' is 5, no text"),
        ('{"mt": "a", "ref": null}', r"line 1: 'ref' is None, no text"),
        ('{"mt": "a", "mt": "b"}', r"from line 1: a name stands twice"),
        ('{"mt": "a", "ref": "b"}\n{"mt": "a"}\n', r"line 2 has no 'ref', but others have"),
    ],
)
def test_mistakes_in_samples_are_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(SteelyardError, match=message):
        read_samples(write(tmp_path, text))


def test_samples_are_of_one_length() -> None:
    with pytest.raises(AlignmentError, match="2 outputs, but 1 texts of ref"):
        Samples(mt=("a", "b"), ref=("c",))
