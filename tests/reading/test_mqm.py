"""MQM ratings: spans, ids, and what each mistake is told."""

import gzip
from pathlib import Path

import numpy as np
import pytest

from steelyard.errors import AlignmentError, DataError
from steelyard.reading import read_judgements
from steelyard.reading.formats import read_mqm
from tests.oracles.real_sets import lines_of

HEADER = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity"


def row(
    target: str = "the <v>cats</v> sit",
    *,
    system: str = "A",
    doc: str = "d1",
    seg: int | str = 1,
    rater: str = "r1",
    source: str = "die Katze sitzt",
    category: str = "Fluency/Grammar",
    severity: str = "Minor",
) -> str:
    return "\t".join([system, doc, "1", str(seg), rater, source, target, category, severity])


def clean(**cells: str | int) -> str:
    return row("the cat sits", category="No-error", severity="No-error", **cells)  # type: ignore[arg-type]


def write(folder: Path, *rows: str, header: str = HEADER, end: str = "\n", start: str = "") -> Path:
    path = folder / "mqm.tsv"
    path.write_bytes((start + end.join([header, *rows]) + end).encode())
    return path


ROWS = (
    row(),
    row('<v></v>the "cats" sit', category="Accuracy/Omission", severity="major"),
    clean(system="B", seg=2),
    row("the cat sits", source="<v>die</v> Katze", seg=2, rater="r2"),
    row("nothing of it", category="Non-translation!", severity="Major", seg=3),
)


@pytest.mark.parametrize(("end", "start"), [("\n", ""), ("\r\n", "\ufeff")])
def test_rows_are_read_as_marks(tmp_path: Path, end: str, start: str) -> None:
    marks = read_mqm(write(tmp_path, *ROWS, end=end, start=start))
    assert marks.systems.values == ("A", "A", "B", "A", "A")
    assert marks.segments.tolist() == [0, 0, 1, 1, 2]
    assert marks.documents.names == ("d1",)
    assert marks.raters.values == ("r1", "r1", "r1", "r2", "r1")
    assert marks.severities.values == ("minor", "major", "no-error", "minor", "major")
    assert marks.categories.values[1] == "Accuracy/Omission"
    assert marks.places.values == ("hypothesis", "hypothesis", "none", "source", "unplaced")
    assert (marks.starts.tolist(), marks.ends.tolist()) == ([4, 0, -1, 0, -1], [8, 0, -1, 3, -1])
    assert marks.judgements[0] == marks.judgements[1]
    assert marks.n_judgements == 4
    assert np.isnan(marks.weights).all()


def test_the_last_line_may_lack_its_end_and_files_be_packed(tmp_path: Path) -> None:
    path = tmp_path / "mqm.tsv.gz"
    path.write_bytes(gzip.compress("\n".join([HEADER, *ROWS]).encode()))
    assert len(read_mqm(path)) == len(ROWS)


def test_ids_within_documents_need_their_lines(tmp_path: Path) -> None:
    path = write(tmp_path, row(), row(doc="d2"))
    with pytest.raises(DataError, match=r"segment 1 stands in the documents 'd1' and 'd2'.*Say with lines"):
        read_mqm(path)
    assert read_mqm(path, lines={("d1", "1"): 7, ("d2", "1"): 9}).segments.tolist() == [7, 9]
    with pytest.raises(DataError, match=r"has no line for segment '1' of document 'd2'\. It knows segment '1' of"):
        read_mqm(path, lines={("d1", "1"): 7})


def test_a_severity_can_be_made_known(tmp_path: Path) -> None:
    path = write(tmp_path, row(), row(severity="Blocker", seg=2), row(severity="Fatal", seg=3))
    with pytest.raises(DataError, match=r"line 3, column 'severity': unknown severity 'Blocker'\. Known: no-error"):
        read_mqm(path)
    assert read_mqm(path, severities=["Blocker", "fatal"]).severities.names == ("minor", "blocker", "fatal")


@pytest.mark.parametrize("spelled", ["Critical", "CRITICAL", " critical ", "critical\r"])
def test_severities_have_any_case_and_blanks(tmp_path: Path, spelled: str) -> None:
    assert read_mqm(write(tmp_path, row(severity=spelled), row(seg=2))).severities.names == ("critical", "minor")


@pytest.mark.parametrize("spelled", ["No-error", "no error", "NO_ERROR", "NoError", ""])
def test_no_error_has_many_spellings(tmp_path: Path, spelled: str) -> None:
    path = write(tmp_path, row("the cat sits", category="", severity=spelled), row(seg=2))
    assert read_mqm(path).severities.names == ("no-error", "minor")


def test_an_error_without_a_severity_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, row(), row(seg=2, severity=""))
    with pytest.raises(DataError, match=r"line 3, column 'severity': the error 'Fluency/Grammar' has no severity"):
        read_mqm(path)


MAROT = "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata"


def marot(seg: int, rater: str, category: str, severity: str, *, whole: int = 0, doc: str = "d1") -> str:
    target = "ein <v>Haus</v>" if category not in ("", "No-error") else "ein Haus"
    return "\t".join(["A", doc, str(seg), str(whole), rater, "a house", target, category, severity, "{}"])


def test_what_marot_writes_beside_errors_is_no_error(tmp_path: Path) -> None:
    rows = [
        marot(1, "", "", ""),  # metadata of the segment, of nobody
        marot(1, "r1", "Style", "Minor"),
        marot(1, "r1", "Found", "HOTW-test"),
        MAROT,  # two files, one after the other
        marot(2, "r1", "Missed", "HOTW-test"),
        marot(2, "r1", "No-error", "No-error"),
        marot(1, "r2", "Accuracy", "Major", doc="d2"),
    ]
    marks = read_mqm(write(tmp_path, *rows, header=MAROT), lines="number")
    assert marks.severities.values == ("minor", "no-error", "major") and marks.systems.names == ("A",)
    assert marks.segments.tolist() == [0, 1, 2]  # the other id is the same everywhere
    assert marks.notes == (f"{tmp_path}/mqm.tsv: 2 attention checks (HOTW-test) are left out",)


def test_marots_ids_across_documents_are_used_where_they_are_there(tmp_path: Path) -> None:
    rows = [marot(1, "r1", "Style", "Minor", whole=7), marot(1, "r1", "Style", "Minor", whole=9, doc="d2")]
    assert read_mqm(write(tmp_path, *rows, header=MAROT)).segments.tolist() == [6, 8]


def test_biomedical_marks_stand_in_columns_of_their_own(tmp_path: Path) -> None:
    header = "SEG_ID\tDoc\tSource\tTagged_Source\tTarget\tMT\tTagged_Target\tError Category\tSeverity\tAnnotator_ID"
    rows = [
        "1\tp1\tdie Katze\t\tthe cats\tours\tthe <tag>cats</tag>\tGrammar\tMinor\t3",
        "2\tp1\tein Hund\t\ta dog\tours\t\t\t\t3",
        "1\tp2\tein Ei\t<tag>ein</tag> Ei\tan egg\tours\t\tSource\tNeutral\t3",
    ]
    marks = read_judgements(write(tmp_path, *rows, header=header), lines="number").marks
    assert marks is not None and marks.severities.values == ("minor", "no-error", "neutral")
    assert marks.systems.names == ("ours",) and marks.segments.tolist() == [0, 1, 2]
    assert marks.places.values == ("hypothesis", "none", "source")
    assert (marks.starts.tolist(), marks.ends.tolist()) == ([4, -1, 0], [8, -1, 3])


@pytest.mark.parametrize(
    "target",
    ["the <v>cats sit", "the cats</v> sit", "</v>the<v> cats", "<v>the</v> <v>cats</v>", "<v>the <v>cats</v></v>"],
)
def test_spans_that_are_not_one_are_refused_or_read_without_a_place(tmp_path: Path, target: str) -> None:
    path = write(tmp_path, row(seg=2), row(target))
    with pytest.raises(DataError, match=r"mqm\.tsv, line 3, column 'target': there is not one span from <v> to </v>"):
        read_mqm(path)
    marks = read_mqm(path, strict=False)
    assert marks.places.values == ("hypothesis", "unplaced")
    assert marks.starts.tolist() == [4, -1]


def test_a_broken_span_is_shown_with_twenty_characters_before_it_and_forty_from_there(tmp_path: Path) -> None:
    text = "".join(chr(ord("a") + i % 26) for i in range(100))
    with pytest.raises(DataError) as error:
        read_mqm(write(tmp_path, row(f"{text[:50]}<v>{text[50:]}")))
    assert f"'{text[30:50]}<v>{text[50:87]}'" in str(error.value)
    with pytest.raises(DataError) as error:
        read_mqm(write(tmp_path, row(f"ab</v>{text}")))
    assert f"'ab</v>{text[:36]}'" in str(error.value)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([row(), row()], r"line 3: the row says what line 2 says"),
        ([row(), clean()], r"line 2: the rater marks an error, but says in line 3 that the same output has none"),
        ([row(severity="No-error")], r"line 2, column 'target': a row without an error has a mark"),
        ([row(seg="x")], r"the segment id 'x' is no line number"),
        ([row(seg=0)], r"the segment id '0' is no line number"),
        ([row(system="")], r"names no system"),
    ],
)
def test_what_contradicts_itself_is_refused(tmp_path: Path, rows: list[str], message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_mqm(write(tmp_path, *rows))


def test_rows_that_stand_twice_can_be_kept(tmp_path: Path) -> None:
    assert len(read_mqm(write(tmp_path, row(), row(), clean()), strict=False)) == 3


def test_odd_rows_are_named_even_where_they_make_up_for_each_other(tmp_path: Path) -> None:
    short, long = row().rsplit("\t", 1)[0], row() + "\tmore"
    with pytest.raises(AlignmentError, match="line 3 has 8 columns separated by tabs, but 9 are expected"):
        read_mqm(write(tmp_path, row(), short, long))


def test_many_rows_keep_their_lines(tmp_path: Path) -> None:
    rows = [row(seg=i, rater=f"r{i}") for i in range(1, 30_001)]  # several pieces
    path = write(tmp_path, *rows)
    assert read_mqm(path).segments.tolist() == list(range(30_000))
    rows[25_000] = row("<v>", seg=25_001)
    with pytest.raises(DataError, match="line 25002, column 'target'"):
        read_mqm(write(tmp_path, *rows))


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("system\tline\tscore", r"no column holds the segment's id.*resembles ratings with named columns"),
        (HEADER.replace("doc_id", "doc"), "names the column 'doc' twice"),
        ('"system"\tb', 'the column "system" is in quotes'),
        ("0.5\t0.7", "has no header"),
    ],
)
def test_another_table_is_told_apart(tmp_path: Path, header: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_mqm(write(tmp_path, header=header))


def test_bytes_that_are_no_text_are_placed(tmp_path: Path) -> None:
    path = tmp_path / "mqm.tsv"
    path.write_bytes(f"{HEADER}\n{row()}\n".encode() + b"\xff\n")
    with pytest.raises(DataError, match="line 3, byte 1"):
        read_mqm(path)


@pytest.mark.real_data
def test_published_scores_follow_from_the_marks(test_data: Path) -> None:
    """mqm-ted2021-en-de: 7,406 segment scores, computed by others from the same rows."""
    human = test_data / "data" / "mqm-ted2021-en-de" / "human"
    with pytest.raises(DataError, match=r"line 6444, column 'target'"):  # a span that does not close
        read_mqm(human / "ratings.tsv.gz")
    rows = [line.split("\t") for line in lines_of(human.parent / "segments.tsv")[1:]]
    lines = {seg_id: int(line) - 1 for line, seg_id, _ in rows}
    marks = read_mqm(human / "ratings.tsv.gz", strict=False, lines=lines)
    assert (len(marks), marks.n_judgements) == (8435, 7406)
    counts = {place: marks.places.values.count(place) for place in marks.places.names}
    assert counts == {"hypothesis": 4016, "source": 14, "unplaced": 1, "none": 4404}
    is_minor = np.array(marks.severities.values) == "minor"
    is_punctuation = np.array(marks.categories.values) == "Fluency/Punctuation"
    is_major = np.array(marks.severities.values) == "major"
    weights = np.select([is_major, is_minor & is_punctuation, is_minor], [5, 0.1, 1])
    scores = np.bincount(marks.judgements, weights)
    found = {}
    systems = marks.systems.values
    for i, judgement in enumerate(marks.judgements):
        found[systems[i], int(marks.segments[i])] = scores[judgement]
    published = [line.split("\t") for line in lines_of(human / "mqm.seg.tsv")[1:]]
    names = {"ref-A": "ref"}
    assert len(published) == len(found) == 7406
    for system, line, _, penalty, _, also in published:
        score = found[system if system in systems else names[system], int(line) - 1]
        assert score == pytest.approx(float(penalty), abs=1e-9)
        assert score == pytest.approx(float(also), abs=1e-3)


def test_sources_are_read_where_they_stand_last_in_a_row(tmp_path: Path) -> None:
    rows = [row(source=f"Satz {seg}", seg=seg).split("\t") for seg in (1, 2, 3)]
    order = [0, 1, 2, 3, 4, 6, 7, 8, 5]
    header, *moved = ["\t".join(cells[i] for i in order) for cells in (HEADER.split("\t"), *rows)]
    texts = read_judgements(write(tmp_path, *moved, header=header)).texts
    assert texts == {"source": {"1": "Satz 1", "2": "Satz 2", "3": "Satz 3"}}
