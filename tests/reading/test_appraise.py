"""Every shape in which Appraise exports judgements: the same ones, whatever stands beside them."""

from pathlib import Path

import pytest

from steelyard.errors import AskError
from steelyard.reading import read_judgements
from steelyard.reading.formats import read_appraise

SHAPES = {  # of campaigns: what follows the score
    "segments": (9, "{start},{end}"),
    "segments, batch": (11, "{start},{end},{batch},{n}"),
    "pairs of segments, batch": (12, "{start},{end},{batch},{n},0"),
    "documents without errors": (11, "{document},False,{start},{end}"),
    "documents without errors, batch": (13, "{document},False,{start},{end},{batch},{n}"),
    "documents": (12, "{document},False,[],{start},{end}"),
    "documents, batch": (14, "{document},False,[],{start},{end},{batch},{n}"),
    "pairs of documents, batch": (14, "{document},False,{start},{end},{batch},{n},1"),
}
HEADER = "user,system,segment,type,source,target,score,c8,c9,c10,c11,c12,c13,c14"
SYSTEMS, N, PER_DOCUMENT = ("A", "B"), 6, 3


def rows(shape: str, *, with_system: bool = False, step: int = 0) -> list[str]:
    """Write what two raters said; with `step` each system's items have ids of their own."""
    found = []
    for i, system in enumerate(SYSTEMS):
        for item in range(N):
            number = item + i * step
            name = f"story{item // PER_DOCUMENT}" + f"#{system}" * with_system
            rest = SHAPES[shape][1].format(
                start=f"{1000 + item}.5", end=f"{1001 + item}.5", batch=7, n=90 + number, document=name
            )
            found.append(f"ann,{system},{number},TGT,eng,deu,{70 - 10 * i + item},{rest}")
    return found


def write(folder: Path, lines: list[str]) -> Path:
    path = folder / "export.csv"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


@pytest.mark.parametrize("has_header", [False, True])
@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_holds_the_same_judgements(shape: str, has_header: bool, tmp_path: Path) -> None:
    n_columns = SHAPES[shape][0]
    lines = rows(shape)
    assert lines[0].count(",") == n_columns - 1
    header = ",".join(HEADER.split(",")[:n_columns])
    found = read_judgements(write(tmp_path, [header] * has_header + lines), lines="number")
    assert found.format == "appraise" and found.ratings is not None
    assert found.ratings.systems.values == ("A",) * N + ("B",) * N
    assert found.ratings.segments.tolist() == [*range(N), *range(N)] and not found.ratings.notes
    assert found.ratings.scores.tolist() == [70 + item for item in range(N)] + [60 + item for item in range(N)]
    assert found.ratings.documents.names == (("story0", "story1") if "documents" in shape else ())


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if "documents" in shape])
@pytest.mark.parametrize("step", [0, N, 40])
@pytest.mark.parametrize("with_system", [False, True])
def test_items_are_found_by_id_or_by_place(shape: str, step: int, with_system: bool, tmp_path: Path) -> None:
    path = write(tmp_path, rows(shape, with_system=with_system, step=step))
    assert read_appraise(path)[0].segments.tolist() == [*range(N), *range(N)]
    documents = [f"story{item // PER_DOCUMENT}" for item in range(N)]
    assert read_appraise(path, documents)[0].segments.tolist() == [*range(N), *range(N)]


def row(system: str, item: int, kind: str, score: int, document: str, whole: str = "False", end: float = 2.0) -> str:
    return f"ann,{system},{item},{kind},eng,deu,{score},{document},{whole},[],1.0,{end}"


def test_control_items_tutorials_and_whole_documents_are_no_outputs(tmp_path: Path) -> None:
    lines = [
        row("ende-tutorial1", 1000001, "TGT", 3, "ende-tutorial1"),
        row("A", 1, "TGT", 70, "story"), row("A", 2, "TGT", 80, "story"),
        row("A", 1, "BAD", 5, "story#bad"), row("A", 2, "CHK", 79, "story#dup1"), row("A", 2, "REF", 99, "story"),
        row("A", 3, "TGT", 11, "story", "True"),
    ]  # fmt: skip
    ratings, _ = read_appraise(write(tmp_path, lines))
    assert ratings.kinds.values == ("system", "system", "degraded", "repeat", "reference")
    assert ratings.systems.names == ("A",) and ratings.n_missing == 2
    assert ratings.notes == (f"{tmp_path}/export.csv: 1 score of a whole document is left out",)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_the_later_score_of_an_item_holds(order: tuple[int, int], tmp_path: Path) -> None:
    twice = [row("A", 1, "TGT", 30, "story", end=5.0), row("A", 1, "TGT", 90, "story", end=9.0)]
    ratings, _ = read_appraise(write(tmp_path, [*(twice[i] for i in order), row("A", 2, "TGT", 40, "story")]))
    assert ratings.scores.tolist() == [90, 40]
    assert ratings.notes == (
        f"{tmp_path}/export.csv: 1 earlier score of an item that its rater judged again is left out",
    )


def test_language_pairs_are_asked_for(tmp_path: Path) -> None:
    lines = [row("A", 1, "TGT", 70, "story"), row("A", 1, "TGT", 50, "story").replace("deu", "jpn")]
    with pytest.raises(AskError, match=r"has rows of 2 language pairs\.") as asked:
        read_appraise(write(tmp_path, lines))
    assert asked.value.answers == (("--languages", "eng-deu"), ("--languages", "eng-jpn"))
    assert read_appraise(write(tmp_path, lines), languages=("eng", "jpn"))[0].scores.tolist() == [50]
