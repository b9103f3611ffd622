"""What classes of errors are worth, by what people marked: the figures that the how-to names."""

import gzip
import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import steelyard as sy
from steelyard.text import get_tokenizer
from tests.cli.running import output, run

Data = tuple[sy.TestSet, list[str], dict[str, Any]]


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def croatian(folder: Path) -> Data:
    """WMT22 English-Croatian: people labelled every word."""
    systems, labels = {}, []
    for path in sorted((folder / "wmt22-enhr-error-words" / "annotated").glob("*.hyp.hr")):
        name, text = path.name.split(".")[0], []
        for n, line in enumerate(lines_of(path), 1):
            row = [token.rpartition("|")[::2] for token in line.split()]
            row = [one for one in row if one[0] != "XX"]  # something is missing there
            text.append(" ".join(word for word, _ in row))
            labels.append(f"{name}\t{n}\t{' '.join(label for _, label in row)}")
        systems[name] = text
    references = [lines_of(folder / "wmt22-enhr-error-words" / "ref.prof.hr")]
    return sy.TestSet(references=references, systems=systems), labels, {"tokenize": "none"}


def post_edited(folder: Path) -> Data:
    """MLQE-PE: words that the post-editor changed, tagged by an alignment with the post-edit."""
    place = folder / "mlqe-pe-dev" / "en-de"
    data = sy.TestSet(references=[lines_of(place / "pe.de")], systems={"mt": lines_of(place / "mt.de")})
    return data, [f"mt\t{n}\t{line}" for n, line in enumerate(lines_of(place / "mt.tags"), 1)], {"tokenize": "none"}


Span = tuple[int, int, str]


def wmt23(folder: Path) -> Data:
    """WMT23 English-German: spans that MQM raters marked in paragraphs."""
    place = folder / "wmt23-en-de"
    marks: dict[tuple[str, int], list[Span]] = {}
    with gzip.open(place / "human" / "mqm.merged.seg.rating.tsv.gz", "rt", encoding="utf-8") as file:
        for row in list(file)[1:]:
            system, line, errors = row.rstrip("\n").split("\t")
            marks[system, int(line)] = [
                (one["start"], one["end"], one["category"].partition("/")[0].replace(" ", "_"))
                for one in json.loads(errors)["errors"]
                if not one["is_source_error"] and one["severity"] in ("major", "minor", "critical")
            ]
    return spans(lines_of(place / "ref.refA.de"), {p.stem: lines_of(p) for p in place.glob("sys/*.de")}, marks)


def talks(folder: Path) -> Data:
    """TED talks English-German: spans that MQM raters marked in sentences."""
    place = folder / "mqm-ted2021-en-de"
    systems = {path.stem: lines_of(path) for path in place.glob("sys/*.de")}
    numbers = {row.split("\t")[1]: n for n, row in enumerate(lines_of(place / "segments.tsv")[1:], 1)}
    marks: dict[tuple[str, int], list[Span]] = defaultdict(list)
    with gzip.open(place / "human" / "ratings.tsv.gz", "rt", encoding="utf-8", newline="\n") as file:
        for row in list(file)[1:]:
            cells = row.rstrip("\n").split("\t")
            key, start = (cells[0], numbers[cells[3]]), cells[6].find("<v>")
            marks[key] += [
                (start, cells[6].replace("<v>", "").find("</v>"), cells[7].partition("/")[0].replace(" ", "_"))
            ] * (start >= 0 and cells[8] in ("Major", "Minor"))
    return spans(lines_of(place / "ref.A.de"), systems, marks)


def spans(reference: list[str], systems: dict[str, list[str]], marks: dict[tuple[str, int], list[Span]]) -> Data:
    labels = []
    for (system, n), of_line in marks.items():
        if system in systems:
            label = [
                next((name for a, b, name in of_line if a < end and start < b), "OK")
                for start, end in places(systems[system][n - 1])
            ]
            labels.append(f"{system}\t{n}\t{' '.join(label)}")
    return sy.TestSet(references=[reference], systems=systems), labels, {}


def places(line: str) -> Iterator[tuple[int, int]]:
    """Give where the words of the tokenizer stand in a line."""
    at = 0
    for word in get_tokenizer("13a").tokenize([line])[0]:
        start = line.find(word, at)
        at = start + len(word) if start >= 0 else at
        yield (start, at) if start >= 0 else (at, at)


def shares(found: sy.results.Errors) -> dict[str, int]:
    """Put systems together: of the words of a class the percentage that people call wrong."""
    wrong: dict[str, float] = defaultdict(float)
    whole: dict[str, float] = defaultdict(float)
    for row in found.rates:
        if row.level == "people" and row.n_errors:
            wrong[row.name] += row.n_errors
            whole[row.name] += row.n_errors / row.rate
    return {name: round(100 * wrong[name] / whole[name]) for name in wrong}


@pytest.mark.real_data
@pytest.mark.parametrize(
    ("read", "wanted"),
    [
        (croatian, (25, 14, 37, 31, 3, 28, 92)),
        (wmt23, (19, 18, 26, 24, 8, 22, 60)),
        (talks, (16, 14, 15, 18, 8, 17, 63)),
        (post_edited, (99, 96, 100, 100, 0, 99, 98)),
    ],
)
def test_classes_are_worth_what_the_how_to_says(
    test_data: Path, read: Callable[[Path], Data], wanted: tuple[int, ...]
) -> None:
    data, labels, options = read(test_data / "data")
    few = {"n_resamples": 1, "pairs": "baseline", "examples": 0, "top": 0, **options}
    found = sy.evaluate(data, metrics=["wer"]).errors(people=labels, **few)
    names = ("inflection", "order", "extra", "lexical", "no class", "any class", "wrong words that have a class")
    told = shares(found)
    assert tuple(told[name] for name in names) == wanted


@pytest.mark.real_data
def test_labels_of_people_have_the_classes_that_the_how_to_says(test_data: Path) -> None:
    data, labels, options = croatian(test_data / "data")
    few = {"n_resamples": 1, "pairs": "baseline", "examples": 0, "top": 0, **options}
    rows = {row.label: row for row in sy.evaluate(data, metrics=["wer"]).errors(people=labels, **few).people}
    told = {label: round(100 * rows[label].classes[kind] / rows[label].n_words) for label, kind in LIKELY.items()}
    assert told == {"CASE": 51, "GENDER": 50, "ORDER": 49, "AMBIGUITY": 79, "UNTRANSLATED": 84}


LIKELY = {
    "CASE": "inflection",
    "GENDER": "inflection",
    "ORDER": "order",
    "AMBIGUITY": "lexical",
    "UNTRANSLATED": "lexical",
}
TEXTS = {
    "ref.txt": "the ferry leaves at noon\ntwo dogs bark\n",
    "x.txt": "leaves the ferry at noon now\ntwo dog bark\n",
}


@pytest.fixture
def words(tmp_path: Path) -> list[str]:
    for name, content in TEXTS.items():
        (tmp_path / name).write_text(content)
    return [
        "explain",
        "errors",
        str(tmp_path / "ref.txt"),
        "-i",
        str(tmp_path / "x.txt"),
        "--people",
        str(tmp_path / "labels.tsv"),
    ]


@pytest.mark.parametrize(
    "labels",
    [
        "system\tsegment\tlabels\nx\t1\tORDER OK OK OK OK ADDED\n",
        "x\t1\tOK ORDER BAD OK OK OK OK OK OK OK OK ADDED OK\n",  # with labels of gaps, as WMT's tasks have them
    ],
)
def test_labels_are_read_from_a_file_and_counted(tmp_path: Path, words: list[str], labels: str) -> None:
    (tmp_path / "labels.tsv").write_text(labels)
    found = json.loads(output(*words, "-f", "json"))
    rates = {row["name"]: (row["n_errors"], row["rate"]) for row in found["rates"] if row["level"] == "people"}
    wanted = {"order": 1, "extra": 1, "any class": 2, "wrong words that have a class": 2}
    assert {name: n for name, (n, _) in rates.items() if n} == wanted
    assert rates["no class"] == (0, 0.0) and rates["inflection"] == (0, 0.0)  # nobody looked at segment 2
    assert [(row["label"], row["n_words"]) for row in found["people"]] == [("ORDER", 1), ("ADDED", 1)]
    stored = tmp_path / "errors.json"
    stored.write_text(json.dumps(found))
    assert run("check", "result", stored).status == 0


@pytest.mark.parametrize(
    ("labels", "told"),
    [
        ("x\t1\tOK OK\n", "labels.tsv, line 1: 2 labels, but the output has 6 words there"),
        ("y\t1\tOK\n", "labels.tsv, line 1: there is no system 'y', but x"),
        ("x\t3\tOK\n", "labels.tsv, line 1: the segment is '3', but a number from 1 to 2"),
        ("x\t2\tOK OK BAD\nx\t2\tOK OK BAD\n", "labels.tsv, line 2: segment 2 of x is given twice"),
        ("x 1 OK\n", "labels.tsv, line 1 has 1 columns separated by tabs"),
        ("\n", "labels.tsv has no labels"),
    ],
)
def test_labels_that_do_not_fit_are_refused(tmp_path: Path, words: list[str], labels: str, told: str) -> None:
    (tmp_path / "labels.tsv").write_text(labels)
    done = run(*words)
    assert done.status == 2 and done.out == "" and told in done.err
