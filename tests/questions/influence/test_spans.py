"""`steelyard explain influence --spans`: cut texts against texts cut by hand, counterparts, marked errors, misuse."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import steelyard as sy
from steelyard import report
from steelyard.errors import DataError, SpecError
from steelyard.files.reading import read_lines
from steelyard.reading import read_text_spans
from tests.cli.running import output, run

HEAD = "text\tsegment\tstart\tend\tlabel"
OUTPUTS = ["a b c d e", "a b c d x", "k l m n o p", "q r s"]
REFERENCES = ["a b c d e", "a b c d e", "k l z n o p", "t u s"]
BLEU = "bleu(tokenize=none, smooth_method=none)"


def asked(spans: list[str], *, references: list[str] = REFERENCES, outputs: list[str] = OUTPUTS, metric: str = BLEU,
          **texts: object) -> sy.results.Influence:  # fmt: skip
    """Ask about a system against one that scores nothing."""
    data = sy.TestSet(references=[references], systems={"zero": ["-"] * len(outputs), "x": outputs}, **texts)
    return sy.evaluate(data, metrics=[metric]).influence(spans=[HEAD, *spans])


def test_a_span_over_a_whole_segment_is_the_segment_left_out() -> None:
    """The figures of spec uses-of-evaluation 2.9."""
    spans = [f"{name}\t{i}\t0\t{len(line)}\t{i}" for name, lines in (("x", OUTPUTS), ("reference", REFERENCES))
             for i, line in enumerate(lines, 1)]  # fmt: skip
    found = asked([*spans, *(f"zero\t{i}\t0\t1\t{i}" for i in range(1, 5))])
    assert round(found.spans[0].score / 100, 6) == 0.592253
    changes = {row.spans: round((row.change or 0) / 100, 6) for row in found.spans[1:]}
    assert changes == {"1": -0.178803, "2": -0.029911, "3": 0.140609, "4": 0.052747}
    assert {
        row.name.partition(",")[0]: round((row.change or 0) / 100, 6) for row in found.rows if row.level == "span"
    } == changes
    assert (found.spans[0].score_without, found.spans[0].difference_without) == (0.0, 0.0)  # nothing is left to match


def test_what_is_left_is_scored_in_pieces() -> None:
    found = asked(["x\t1\t4\t5", "reference\t1\t4\t5", "zero\t1\t0\t1"]).spans[0]
    # a b _ d e: 4 words, 2 bigrams, no longer n-gram; with the others m 14 8 4 2 becomes what is counted here
    matches, totals = (14, 8, 3, 1), (18, 13, 8, 5)
    whole = sy.metrics.Bleu(tokenize="none", smooth_method="none").corpus_score(OUTPUTS, [REFERENCES])
    assert (whole.counts, whole.totals) == ((15, 10, 6, 3), (19, 15, 11, 7))
    expected = 100 * (matches[0] * matches[1] * matches[2] * matches[3]) ** 0.25
    expected /= (totals[0] * totals[1] * totals[2] * totals[3]) ** 0.25
    assert found.score_without == pytest.approx(expected)


def test_counterparts_of_spans_of_one_side_are_cut_on_the_other() -> None:
    """The reference loses what the fewest edits pair with the words of the span, for this output alone."""
    data = sy.TestSet(
        references=[["we met Mr Brown today"]], systems={"y": ["we met Mr Brown today"], "x": ["we met Mr Green today"]}
    )
    evaluation = sy.evaluate(data, metrics=["wer"])
    [row] = evaluation.influence(spans=[HEAD, "reference\t1\t7\t15\tname"]).spans
    assert (row.score, row.score_without, row.score_against_without) == (0.2, 0.0, 0.0)
    shown = [
        one
        for one in evaluation.influence(spans=[HEAD, "x\t1\t10\t15\tname", "y\t1\t0\t2"]).rows
        if one.level == "span"
    ]
    assert {one.name: (one.excerpt.reference, one.excerpt.system) for one in shown if one.excerpt} == {
        "1, name": ("we met Mr {+Brown+} today", "we met Mr {+Green+} today")
    }


def test_spans_of_the_source_follow_the_links() -> None:
    links = {"reference 1": [[(0, 0), (1, 1)]], "system y": [[(0, 1), (1, 0)]], "system x": [[(0, 0)]]}
    data = sy.TestSet(
        references=[["red ferry"]],
        systems={"y": ["boat red"], "x": ["red ship"]},
        sources=["rote Fähre"],
        alignments=links,
    )
    [row] = sy.evaluate(data, metrics=["per"]).influence(spans=[HEAD, "source\t1\t5\t10\tterm"]).spans
    assert (row.cut, row.cut_against) == (0.0, 0.5)  # ship is linked to nothing
    assert (row.score_without, row.score_against_without) == (1.0, 0.0)
    with pytest.raises(SpecError, match="there are none of"):
        sy.evaluate(sy.TestSet(references=[["a"]], systems={"y": ["a"], "x": ["b"]}, sources=["c"])).influence(
            spans=[HEAD, "source\t1\t0\t1"]
        )


def test_a_brevity_penalty_can_be_kept() -> None:
    texts = ["a b c d e f g h i j", "k l m n o p q r s t"]
    data = sy.TestSet(references=[texts], systems={"y": [texts[0], "k l m n o"], "x": texts})
    [row] = sy.evaluate(data, metrics=[BLEU]).influence(spans=[HEAD, "reference\t2\t10\t19"]).spans
    assert row.score_against == pytest.approx(100 * 2.718281828459045 ** (1 - 20 / 15))
    assert row.score_against_without == 100.0  # what it lacks is cut
    assert row.change_at_length == pytest.approx(0)  # and its words were right before


def test_labels_are_rows_and_verify_finds_the_result_unchanged(tmp_path: Path) -> None:
    for name, lines in (("ref", REFERENCES), ("a", OUTPUTS), ("b", OUTPUTS[::-1])):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    spans = tmp_path / "spans.tsv"
    spans.write_text(f"{HEAD}\nreference\t1\t0\t1\tname\nreference\t2\t0\t1\tname\nreference\t3\t2\t5\tterm\n")
    words = ("explain", "influence", tmp_path / "ref", "-i", tmp_path / "a", tmp_path / "b", "--spans", spans, "-q")
    stored = tmp_path / "found.json"
    stored.write_text(output(*words, "-f", "json"), encoding="utf-8")
    content = json.loads(stored.read_text())
    assert [(row["spans"], row["n_spans"]) for row in content["spans"]] == [("", 3), ("name", 2), ("term", 1)]
    found = sy.load(stored)
    assert isinstance(found, sy.results.Influence)
    assert report.text(found) == output(*words)
    assert "Without the 3 spans and their counterparts, the difference is" in report.text(found)
    assert run("check", "result", stored).status == 0


def test_marked_errors_are_spans(test_data: Path) -> None:
    folder = test_data / "data" / "mqm-ted2021-en-de"
    data = sy.TestSet.from_files(
        references=[folder / "ref.A.de"],
        systems={name: folder / "sys" / f"{name}.de" for name in ("Nemo", "Facebook-AI")},
    )
    spans, lines = (read_lines(str(folder / name)) for name in ("human/ratings.tsv.gz", "segments.tsv"))
    found = sy.evaluate(data, metrics=["bleu"]).influence(spans=spans, lines=lines).spans
    assert (found[0].n_spans, found[1].spans) == (562, "Style/Awkward")
    assert 0 < (found[0].difference_without or 0) < found[0].difference
    assert (found[0].share or 0) > (found[2].share or 0) > 0


@pytest.mark.parametrize(
    ("spans", "message"),
    [
        (["x\t1\t0"], "line 2: segment, start and end must be whole numbers"),
        (["x\t1\t3\t3"], "line 2: segments count from 1, and a span has a start from 0"),
        (
            ["other\t1\t0\t1"],
            "the table of spans has spans of other, and the texts here are reference, source, zero, x",
        ),
        (["reference\t9\t0\t1"], "a span is in segment 9 of reference, of 4"),
        (["reference\t1\t20\t21"], "a span of reference, segment 1, goes from character 20 to 21, but the text has 9"),
        (["x\t1\t0\t1"], "the table of spans has no spans of 'zero'"),
        ([], "has no spans"),
    ],
)
def test_spans_of_other_texts_are_refused(spans: list[str], message: str) -> None:
    with pytest.raises((DataError, SpecError), match=message):
        asked(spans)


def test_a_file_without_spans_is_told_as_such(tmp_path: Path) -> None:
    path = tmp_path / "names.txt"
    path.write_text("one\ntwo\n")
    with pytest.raises(DataError, match=r"names.txt is no table of spans .*, and as marked errors it cannot be read"):
        read_text_spans(read_lines(str(path)))
    with pytest.raises(DataError, match=r"ratings\.tsv holds no spans"):
        read_text_spans(read_lines("examples/ratings.tsv"))


def test_what_cannot_be_cut_is_refused() -> None:
    data = sy.TestSet(references=[["a"]], systems={"y": ["a"], "x": ["b"]})
    scores = {"COMET": {"y": [1.0], "x": [0.5]}}
    with pytest.raises(SpecError, match="it cannot use --scores"):
        sy.evaluate(data, metrics=["bleu"], segment_scores=scores).influence(spans=[HEAD, "reference\t1\t0\t1"])
    with pytest.raises(DataError, match="the columns text, segment, start, end and perhaps label"):
        read_text_spans(["a b"])


def test_metrics_of_more_than_texts_score_no_text_with_gaps() -> None:
    with pytest.raises(SpecError, match="reads sources, which do not fit texts with gaps: leave it out"):
        asked(["x\t1\t0\t1\tl", "zero\t1\t0\t1\tl"], metric="byte-ratio", sources=["s"] * 4)


def test_spans_of_the_source_need_the_source() -> None:
    with pytest.raises(SpecError, match="There are spans of the source: give it with --sources, and word alignments"):
        asked(["source\t1\t0\t1\tl"])


def test_where_spans_are_all_there_is_nothing_is_left_without_them() -> None:
    ends = [f"x\t{i}\t0\t{len(line)}\tl" for i, line in enumerate(OUTPUTS, 1)]
    found = asked([*ends, *(f"zero\t{i}\t0\t1\tl" for i in range(1, 5))])
    bare = replace(found, spans=tuple(replace(row, difference_without=None, change=None) for row in found.spans))
    n = bare.spans[0].n_spans
    assert f"The outputs are empty without the {n} spans." in " ".join(sy.report.text(bare).split())
