"""Further references: what is added to a test set, and what stays as it was."""

from pathlib import Path
from typing import Any

import pytest

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.lab.questions.paraphrase.compute import expand_references, read_references
from steelyard.metrics import Bleu, measure
from steelyard.types import TestSet
from tests.cli.running import run

REFERENCES = ["the question is old", "the issue remains", "nothing here"]
SOURCES = ["la question est vieille", "la question reste", "rien ici"]
STRAIGHT = [tuple((i, i) for i in range(len(line.split()))) for line in REFERENCES]


def aligned(**changed: Any) -> TestSet:
    fields: dict[str, Any] = {
        "references": [REFERENCES],
        "systems": {"x": ["the issue is old", "the issue remains", "nothing here"]},
        "sources": SOURCES,
        "documents": ["d", "d", "e"],
        "alignments": {"reference 1": STRAIGHT},
    }
    return TestSet(**(fields | changed))


def test_new_references_follow_the_old_ones_and_say_where_they_are_from() -> None:
    expanded = expand_references(aligned())
    assert expanded.references == (tuple(REFERENCES), ("the issue is old", "the question remains", None))
    assert (expanded.systems, expanded.sources, expanded.documents) == (
        aligned().systems,
        tuple(SOURCES),
        ("d", "d", "e"),
    )
    names = {entry["role"]: entry["name"] for entry in expanded.inputs()}
    assert names["reference 2"] == "paraphrase 1 of reference 1"


def test_a_metric_finds_the_paraphrase() -> None:
    before, after = (measure(data, [Bleu(tokenize="none")])[0] for data in (aligned(), expand_references(aligned())))
    scores = [float(found.scores(found.statistics.totals())[0]) for found in (before, after)]
    assert scores[0] < scores[1] == pytest.approx(100)
    # as many words as people wrote: reference lengths stay
    assert before.statistics.values[0, :, -1].tolist() == after.statistics.values[0, :, -1].tolist()


def test_each_of_several_references_is_rewritten_with_what_all_teach() -> None:
    second = ["the matter is old", None, "here nothing"]
    links = [STRAIGHT[0], (), ((0, 1), (1, 0))]
    data = aligned(references=[REFERENCES, second], alignments={"reference 1": STRAIGHT, "reference 2": links})
    expanded = expand_references(data)
    texts = [[line for line in lines if line] for lines in zip(*expanded.references[2:], strict=True)]
    assert sorted(texts[0]) == ["the issue is old", "the issue is old", "the matter is old", "the question is old"]
    assert sorted(texts[1]) == ["the matter remains", "the question remains"]


def test_nothing_to_replace_adds_nothing() -> None:
    assert expand_references(aligned(), max_paraphrases=0).references == (tuple(REFERENCES),)
    assert expand_references(aligned(), stop_words=["the", "question", "issue"]).references == (tuple(REFERENCES),)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"sources": None}, "give the sources too"),
        ({"alignments": None}, "need word alignments of reference 1"),
        ({"alignments": {"reference 1": [*STRAIGHT[:2], ((9, 0),)]}}, "segment 3: there is a link 9-0"),
    ],
)
def test_what_is_missing_is_named(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError, match=message):
        expand_references(aligned(**changed))


@pytest.mark.parametrize("option", [{"max_phrase_length": 0}, {"min_count": 0}, {"max_paraphrases": -1}])
def test_options_out_of_range_are_refused(option: dict[str, int]) -> None:
    with pytest.raises(SpecError, match=next(iter(option))):
        expand_references(aligned(), **option)


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    texts = {"ref": REFERENCES, "src": SOURCES, "align": [" ".join(f"{i}-{j}" for i, j in row) for row in STRAIGHT]}
    for name, lines in texts.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return {name: str(tmp_path / name) for name in texts}


def test_files_give_the_same(files: dict[str, str]) -> None:
    given = read_references([files["ref"]], files["src"], [files["align"]], "utf-8")
    assert expand_references(given).references == expand_references(aligned()).references
    with pytest.raises(AlignmentError, match="2 files of alignments, but 1 references"):
        read_references([files["ref"]], files["src"], [files["align"]] * 2, "utf-8")


def test_the_command_writes_a_file_for_each_new_reference(files: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "more"
    command = ["lab", "paraphrase", files["ref"], "--sources", files["src"], "--alignments", files["align"]]
    done = run(*command, "-o", folder)
    assert (done.status, done.out) == (0, f"2 new texts for 2 of 3 segments, in 1 references: {folder}\n")
    assert (folder / "paraphrase.1.txt").read_text("utf-8") == "the issue is old\nthe question remains\n\n"
    stop = tmp_path / "stop"
    stop.write_text("the\nquestion\nissue\n", "utf-8")
    done = run(*command, "-o", tmp_path / "none", "--stop-words", stop)
    assert (done.status, done.out[:11]) == (0, "0 new texts")


def test_a_folder_that_cannot_be_written_or_has_paraphrases_is_named(files: dict[str, str], tmp_path: Path) -> None:
    command = ["lab", "paraphrase", files["ref"], "--sources", files["src"], "--alignments", files["align"]]
    done = run(*command, "-o", f"{files['ref']}/inside")
    assert (done.status, done.out) == (2, "")
    assert "Cannot write to" in done.err
    (tmp_path / "paraphrase.7.txt").write_text("old\n", "utf-8")
    done = run(*command, "-o", tmp_path)
    assert done.status == 2
    assert "already has paraphrases" in done.err
