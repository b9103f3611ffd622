"""`steelyard errors` as people type it, and its numbers against the metrics that count the same."""

import json
from pathlib import Path

import pytest

import steelyard as sy
from steelyard.report import text
from steelyard.types import Parse, Word
from tests.cli.running import DOCUMENTS, HARBOUR, REFERENCE, TANGLE, output, run

PAIR = ("errors", REFERENCE, "-i", TANGLE, HARBOUR, "-n", "200")
TEXTS = {
    "ref": ["the old ferry leaves at noon .", "two dogs bark"],
    "x": ["the ferry leaves at noon old .", "two dog bark"],
    "y": ["the red old ferry goes at noon .", "dogs"],
}
TAGS = {"ref": ["D A N V P N .", "C N V"], "x": ["D N V P N A .", "C N V"], "y": ["D A A N V P N .", "N"]}


def errors_of(references: list[list[str]], **more: object) -> sy.results.Errors:
    data = sy.TestSet(references=references, systems={name: TEXTS[name] for name in ("x", "y")})
    return sy.evaluate(data, metrics=["wer"]).errors(tokenize="none", n_resamples=50, **more)


def wrong(found: sy.results.Errors, level: str = "class") -> dict[tuple[str, str], int]:
    return {(row.name, row.system): row.n_errors for row in found.rates if row.level == level and row.n_errors}


@pytest.fixture
def command(tmp_path: Path) -> list[str]:
    """Write texts and tags, and return the words of a command."""
    for ending, files in (("txt", TEXTS), ("pos", TAGS)):
        for name, lines in files.items():
            (tmp_path / f"{name}.{ending}").write_text("".join(f"{line}\n" for line in lines))
    reference, *systems = (str(tmp_path / f"{name}.txt") for name in TEXTS)
    tags = [str(tmp_path / f"{name}.pos") for name in TEXTS]
    return ["errors", reference, "-i", *systems, "-m", "wer", "-n", "50", "--tags", *tags]


def test_the_command_prints_the_stored_result_and_verify_finds_it_unchanged(tmp_path: Path, command: list[str]) -> None:
    for words in ([*map(str, PAIR), "--documents", str(DOCUMENTS)], command):
        path = tmp_path / "errors.json"
        path.write_text(output(*words, "-f", "json"), encoding="utf-8")
        stored = sy.load(path)
        assert isinstance(stored, sy.results.Errors)
        assert text(stored) == output(*words)
        assert run("verify", path).status == 0


def test_every_class_is_found_where_it_was_planted() -> None:
    planted = {("order", "x"): 1, ("lexical", "x"): 1, ("extra", "y"): 1, ("lexical", "y"): 1, ("missing", "y"): 2}
    found = errors_of([TEXTS["ref"]])
    assert wrong(found) == planted
    assert {(row.name, row.system): dict(row.words) for row in found.words} == {
        ("order", "x"): {"old": 1},
        ("lexical", "x"): {"dogs": 1},
        ("extra", "y"): {"red": 1},
        ("lexical", "y"): {"leaves": 1},
        ("missing", "y"): {"two": 1, "bark": 1},
    }
    [example] = (row for row in found.examples if (row.name, row.system) == ("missing", "y"))
    assert (example.reference, example.output) == ("{+two+} dogs {+bark+}", "dogs")


def test_a_base_that_knows_both_forms_makes_an_inflection_of_them() -> None:
    pytest.importorskip("snowballstemmer")
    found = wrong(errors_of([TEXTS["ref"]], base="stem:en"))
    assert (found["inflection", "x"], found.get(("lexical", "x"))) == (1, None)


def test_lemmas_of_parses_are_taken_where_there_are_any() -> None:
    def parsed(name: str) -> list[list[Parse]]:
        rows = zip(TEXTS[name], TAGS[name], strict=True)
        lines = [zip(line.split(), tags.split(), strict=True) for line, tags in rows]
        return [[Parse(tuple(Word(word, lemma=word.rstrip("s"), upos=tag) for word, tag in line))] for line in lines]

    data = sy.TestSet(
        references=[TEXTS["ref"]],
        systems={name: TEXTS[name] for name in ("x", "y")},
        parses={key: parsed(name) for key, name in (("reference 1", "ref"), ("system x", "x"), ("system y", "y"))},
    )
    found = sy.evaluate(data, metrics=["wer"]).errors(n_resamples=50)
    assert wrong(found)["inflection", "x"] == 1
    assert found.method["bases"] == "their lemmas"
    [nouns] = (row for row in found.tags if (row.tag, row.system) == ("N", "x"))
    assert (nouns.n_reference, nouns.n_inflection, nouns.inflection_share) == (3, 1, 1.0)


def test_blocks_are_runs_of_words() -> None:
    reference = ["the old ferry leaves at noon . again and again", "two dogs bark"]
    [row] = (row for row in errors_of([reference], count="blocks").rates if (row.name, row.system) == ("missing", "y"))
    assert (row.n_errors, row.n_blocks, row.rate) == (5, 3, 3 / 13)  # "again and again", "two" and "bark"


def test_tags_add_up_to_wer(command: list[str]) -> None:
    found = json.loads(output(*command, "-f", "json"))
    for system in found["systems"]:
        of_tags = sum(r["rate"] for r in found["rates"] if (r["level"], r["system"]) == ("tag", system["system"]))
        assert of_tags == pytest.approx(system["scores"]["WER"])
        assert system["wer"] == system["scores"]["WER"]


def test_an_output_is_held_against_the_reference_with_the_lowest_wer() -> None:
    assert wrong(errors_of([TEXTS["x"], TEXTS["y"]])) == {}
    assert wrong(errors_of([TEXTS["ref"], TEXTS["y"]])) == {("order", "x"): 1, ("lexical", "x"): 1}


def test_pairs_are_those_of_a_comparison_of_rates() -> None:
    found = json.loads(output(*PAIR, "-f", "json"))
    rates = {(row["metric"], row["system"]): row["rate"] for row in found["rates"]}
    assert len(found["pairs"]) == 5
    for pair in found["pairs"]:
        delta = rates[pair["metric"], pair["system_a"]] - rates[pair["metric"], pair["system_b"]]
        assert pair["delta"] == pytest.approx(delta)
        assert (pair["verdict"] == "better") <= (delta < 0)
    assert [row["wer"] for row in found["systems"]] == pytest.approx(
        [score.score for score in wer_of_example().scores], abs=1e-12
    )


def wer_of_example() -> sy.results.ScoreTable:
    data = sy.TestSet.from_files(references=[REFERENCE], systems={"tangle": TANGLE, "harbour": HARBOUR})
    return sy.evaluate(data, metrics=["wer(tokenize=13a)"]).scores()


def test_one_system_has_rates_and_no_pairs() -> None:
    done = output("errors", REFERENCE, "-i", TANGLE)
    assert done.startswith("One system: there is nothing to compare it with.")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("x.pos", "D N\nC N V\n", "x.pos, line 1: 2 tags, but the text has 7 words there"),
        ("x.pos", "the ferry leaves at noon old .\ntwo dog bark\n", "x.pos, line 1 has 1 columns"),
    ],
)
def test_tags_that_do_not_fit_are_refused(
    tmp_path: Path, command: list[str], name: str, content: str, message: str
) -> None:
    (tmp_path / name).write_text(content)
    done = run(*command)
    assert done.status == 2
    assert message in done.err


def test_a_view_without_base_forms_is_refused() -> None:
    done = run(*PAIR, "--base", "factor:1")
    assert (done.status, "gives no base form" in done.err) == (2, True)
