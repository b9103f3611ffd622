"""`steelyard lab alignments` as people type it: formats, directions, texts, and what each mistake is told."""

from pathlib import Path

import pytest

import steelyard as sy
from steelyard.report import text
from tests.cli.running import output, run

GOLD = "1-1 2-2 3-3 3p2\n1-2 2-1\n1-1 2-2\n1-1 2p2\n"
GOOD = "0-0 1-1 2-2\n0-1 1-0\n0-0 1-1\n0-0\n"
POOR = "0-0 1-1 2-1 2-0\n0-0\n\n0-1\n"
TEXTS = {"src.tok": "a b c\na b\na b\na b\n", "tgt.tok": "x y z\nx y\nx y\nx y\n"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in {"gold.align": GOLD, "good.align": GOOD, "poor.align": POOR, **TEXTS}.items():
        (tmp_path / name).write_text(content)
    return tmp_path


def typed(folder: Path, *words: str) -> list[str]:
    return [
        "lab",
        "alignments",
        str(folder / "gold.align"),
        *(str(folder / word[1:]) if word[0] == "@" else word for word in words),
    ]


BOTH = ("-i", "@good.align", "@poor.align", "-n", "200")


def test_the_command_prints_the_stored_result_and_it_is_verified(folder: Path) -> None:
    words = typed(folder, *BOTH, "--sources", "@src.tok", "--targets", "@tgt.tok")
    stored = folder / "result.json"
    stored.write_text(output(*words, "-f", "json"), encoding="utf-8")
    answer = sy.load(stored)
    assert isinstance(answer, sy.results.Alignments)
    assert text(answer) == output(*words)
    assert [row.label for row in answer.scores[::2]] == ["AER", "precision", "recall", "CPER 3", "CPER 7"]
    assert "verified:" in output("check", "result", stored)
    for form in ("markdown", "latex", "csv"):
        assert "good" in output(*words, "-f", form)
    assert output(*words, "-f", "csv", "--csv-table", "phrases").startswith("system,longest,n_words")
    page = folder / "page.html"
    output(*words, "--report", str(page))
    assert "Phrase pairs of up to 7 words" in page.read_text(encoding="utf-8")


def test_gold_that_counts_from_one_is_seen_and_told(folder: Path) -> None:
    told = " ".join(output(*typed(folder, *BOTH)).split())
    assert "No link of gold has a 0: its words are counted from 1" in told
    said = output(*typed(folder, *BOTH, "--first-number", "gold=1"))
    assert "No link of gold" not in said and "good" in said


def test_one_alignment_is_scored_without_a_test(folder: Path) -> None:
    told = output(*typed(folder, "-i", "@good.align", "-n", "200", "-m", "aer"))
    assert "Scores" in told and "Differences" not in told
    assert "We scored 1 word alignment of 4 sentence pairs" in told.replace("\n", " ")


def test_two_directions_are_made_one(folder: Path) -> None:
    (folder / "reverse.align").write_text("0-0 1-1\n0-1 1-0\n0-0\n\n")
    words = typed(folder, "--forward", "@good.align", "--reverse", "@reverse.align", "-n", "200", "-m", "aer")
    told = output(*words, "-f", "csv", "--csv-table", "alignments").splitlines()
    assert [line.split(",")[:2] for line in told[2:4]] == [["intersection", "5"], ["union", "8"]]
    one = output(*words, "--symmetrise", "union", "-f", "csv", "--csv-table", "alignments").splitlines()
    assert len(one) == 3


def test_what_two_directions_make_is_written_with_gold_and_without(folder: Path) -> None:
    (folder / "reverse.align").write_text("0-0 1-1\n0-1 1-0\n0-0\n\n")
    made = folder / "made.align"
    words = ("--forward", "@good.align", "--reverse", "@reverse.align", "--symmetrise", "union", "-o", "@made.align")
    told = output("lab", "alignments", *typed(folder, *words)[3:])
    assert made.read_text() == "0-0 1-1 2-2\n0-1 1-0\n0-0 1-1\n0-0\n"
    assert "has the union of" in told and "8 links of 4 sentence pairs, counted from 0" in told
    made.unlink()
    assert "Scores" in output(*typed(folder, *words, "-n", "50", "-m", "aer"))
    assert made.read_text().startswith("0-0 1-1 2-2\n")
    found = run("lab", "alignments", *typed(folder, *words, "-f", "json")[3:])
    assert found.status == 2 and "Scores need gold links" in found.err


def test_documents_are_the_unit(folder: Path) -> None:
    (folder / "docs.txt").write_text("a\na\nb\nb\n")
    told = output(*typed(folder, *BOTH, "--documents", "@docs.txt"))
    assert "over 2 documents" in told.replace("\n", " ")


def test_numbered_files_may_leave_out_the_last_sentences(folder: Path) -> None:
    (folder / "few.naacl").write_text("1 1 1\n1 2 2\n")
    told = output(
        *typed(folder, "-i", "@few.naacl", "-m", "recall", "-n", "200", "-f", "csv", "--csv-table", "alignments")
    )
    assert told.splitlines()[-1].startswith("few,2,2,0,0,6")
    (folder / "many.naacl").write_text("9 1 1\n")
    found = run(*typed(folder, "-i", "@many.naacl"))
    assert found.status == 2 and "has links of sentence pair 9, but" in found.err


def test_a_turned_file_is_suspected_and_turned(folder: Path) -> None:
    n = 12
    (folder / "gold.align").write_text("0-1 1-2 2-3\n" * n)
    (folder / "good.align").write_text("1-0 2-1 3-2\n" * n)
    words = typed(folder, "-i", "@good.align", "-m", "aer", "-n", "200")
    assert "if its links are target-source, add --turn good" in output(*words).replace("\n ", "")
    assert "--turn" not in output(*words, "--turn", "good")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "There is no alignment to score: put -i before its file"),
        (("-i", "@src.tok"), "line 1: 'a' is no link"),
        (("-i", "@none"), "none: No such file"),
        (("-i", "@good.align", "--sources", "@src.tok"), "give both --sources and --targets"),
        (("-i", "@good.align", "--forward", "@good.align"), "give both --forward and --reverse"),
        (("-i", "@good.align", "--symmetrise", "union"), "--symmetrise makes one alignment of two directions"),
        (("-i", "@good.align", "-o", "@made.align"), "-o writes the alignment that two directions make"),
        (("-i", "@good.align", "--turn", "x"), "--turn names 'x', which is none of the alignments: gold, good"),
        (("-i", "@good.align", "--first-number", "2"), "Cannot read '2' (--first-number): write 0 or 1"),
        (("-i", "@good.align", "--names", "gold"), "'gold' has a name that is taken"),
        (
            ("-i", "@good.align", "--longest", "30"),
            "longest (--longest) must be different numbers of words from 1 to 20",
        ),
        (("-i", "@good.align", "--f-weight", "2"), "must be from 0 to 1, not 2"),
        (("-i", "@good.align", "-m", "bleu"), "invalid choice: 'bleu'"),
        (
            ("-i", "@good.align", "--first-number", "gold=0", "--sources", "@src.tok", "--targets", "@tgt.tok"),
            "gold.align, line 1: a link has source word 3, but",
        ),
    ],
)
def test_mistakes_are_told_in_a_sentence(folder: Path, words: tuple[str, ...], told: str) -> None:
    found = run(*typed(folder, *words))
    assert found.status == 2 and found.out == "" and told in found.err


def test_files_of_other_lengths_are_refused(folder: Path) -> None:
    (folder / "poor.align").write_text("0-0\n")
    found = run(*typed(folder, *BOTH))
    assert found.status == 2 and "gold.align has 4 lines and" in found.err
    assert "poor.align 1: give a line for each" in found.err


# Three sentence pairs as the shared task of 2003 (W03-0301) and GIZA++'s manual describe files: links to the empty
# word, possible and unmarked links, a confidence, numbers from 1, and GIZA++ run in both directions, one file in parts.
WPT = """0001 1 1 S
0001 2 0 P
0001 3 2 P
0001 3 4
0001 4 3 S 0.9
0002 1 1 S
0002 2 2
0002 0 2 S
"""
A3_FORWARD = """# Sentence pair (1) source length 4 target length 4 alignment score : 2.1e-05
elle ne dort pas
NULL ({ }) she ({ 1 }) does ({ }) not ({ 2 4 }) sleep ({ 3 })
# Sentence pair (2) source length 2 target length 2 alignment score : 0.01
une maison
NULL ({ 1 }) a ({ }) house ({ 2 })
# Sentence pair (3) source length 1 target length 1 alignment score : 0.3
oh
NULL ({ 1 }) ( ({ })
"""
A3_REVERSE = """# Sentence pair (2) source length 2 target length 2 alignment score : 0.01
a house
NULL ({ }) une ({ 1 }) maison ({ 2 })
# Sentence pair (1) source length 4 target length 4 alignment score : 3e-05
she does not sleep
NULL ({ 2 }) elle ({ 1 }) ne ({ }) dort ({ 4 }) pas ({ 3 })
# Sentence pair (3) source length 1 target length 1 alignment score : 0.3
(
NULL ({ 1 }) oh ({ })
"""
PAIRS = {"src.txt": "she does not sleep\na house\n(\n", "tgt.txt": "elle ne dort pas\nune maison\noh\n"}


def test_giza_in_both_directions_is_scored_by_the_rows_of_a_shared_task(tmp_path: Path) -> None:
    files = {"gold.wa": WPT, "st.A3.final": A3_FORWARD, "ts.A3.final": A3_REVERSE, **PAIRS}
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    at = {name: str(tmp_path / name) for name in files}
    directions = ("--forward", at["st.A3.final"], "--reverse", at["ts.A3.final"])
    texts = ("--sources", at["src.txt"], "--targets", at["tgt.txt"])
    words = (
        *f"lab alignments {at['gold.wa']} -i {at['st.A3.final']}".split(),
        *directions,
        *texts,
        "-n",
        "100",
        "-m",
        "aer",
        "-q",
    )
    answer = sy.load(_stored(tmp_path, output(*words, "--symmetrise", "intersection", "union", "-f", "json")))
    assert isinstance(answer, sy.results.Alignments)
    found = {row.system: round(row.score, 4) for row in answer.scores}
    # by hand: 4 sure and 5 possible of 5 links against 5 sure ones; 4, 4 of 4; 5, 6 of 6
    assert found == {"st": 10.0, "intersection": round(100 / 9, 4), "union": 0.0}
    assert [(row.n_sure, row.n_possible, row.n_wrong, row.n_missing) for row in answer.alignments] == [
        (5, 1, 0, 0),
        (4, 1, 0, 1),
        (4, 0, 0, 1),
        (5, 1, 0, 0),
    ]
    both = tmp_path / "both.align"
    output("lab", "alignments", *directions, *texts, "--symmetrise", "union", "-o", str(both))
    assert both.read_text() == "0-0 2-1 2-3 3-2\n0-0 1-1\n\n"


def _stored(folder: Path, text: str) -> Path:
    path = folder / "stored.json"
    path.write_text(text, encoding="utf-8")
    return path


def test_annotation_takes_every_format_of_links(tmp_path: Path) -> None:
    """`--alignments` of other commands once read lines of links alone, by a reader of its own."""
    for name, content in {"st.A3.final": A3_FORWARD, "gold.wa": WPT, **PAIRS}.items():
        (tmp_path / name).write_text(content)
    data = sy.TestSet.from_files(
        references=[tmp_path / "tgt.txt"], systems={"x": tmp_path / "tgt.txt"}, sources=tmp_path / "src.txt"
    )
    linked = sy.annotate(data, alignments=[tmp_path / "gold.wa", tmp_path / "st.A3.final"]).alignments
    assert linked == {
        "reference 1": (((0, 0), (2, 1), (2, 3), (3, 2)), ((0, 0), (1, 1)), ()),
        "system x": (((0, 0), (2, 1), (2, 3), (3, 2)), ((1, 1),), ()),
    }


def test_intervals_stay_between_nothing_and_all(folder: Path) -> None:
    """Jackknife intervals of a few sentence pairs went below an error rate of 0 and beyond a recall of 100."""
    answer = sy.load(_stored(folder, output(*typed(folder, *BOTH), "-f", "json")))
    assert isinstance(answer, sy.results.Alignments)
    ends = [row.interval for row in answer.scores if row.interval is not None]
    assert min(low for low, _ in ends) > 0 and max(high for _, high in ends) < 100


def test_an_answer_says_in_a_line_how_many_alignments_and_differences_there_are(folder: Path) -> None:
    for words, wanted in ((("-i", "@good.align"), "Alignments: 1 of "), (BOTH, "Alignments: 2 of ")):
        stored = folder / "result.json"
        stored.write_text(output(*typed(folder, *words, "-f", "json")), encoding="utf-8")
        answer = sy.load(stored)
        assert isinstance(answer, sy.results.Alignments) and str(answer).startswith(wanted)
        assert (f" of {len(answer.pairs)} differences are significant at 0.05" in str(answer)) == bool(answer.pairs)


def test_gold_without_a_sentence_pair_and_measures_named_twice_are_refused(folder: Path) -> None:
    for name in ("gold.align", "good.align"):
        (folder / name).write_text("")
    found = run(*typed(folder, "-i", "@good.align"))
    assert found.status == 2 and "has no sentence pairs." in found.err, found.err
    found = run("lab", "alignments", "-i", folder / "poor.align")
    assert found.status == 2 and "Give the file of gold links first, or write a symmetrised alignment" in found.err
    found = run(*typed(folder, "-i", "@poor.align", "-m", "aer", "aer"))
    assert found.status == 2 and "Name each measure once (metrics, -m): " in found.err, found.err
