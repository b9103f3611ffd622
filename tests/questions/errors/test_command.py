"""`steelyard explain errors` as people type it, and its numbers against the metrics that count the same."""

import json
from pathlib import Path

import pytest

import steelyard as sy
from steelyard.errors import DataError, SpecError
from steelyard.report import text
from steelyard.types import Parse, Word
from tests.cli.running import DOCUMENTS, HARBOUR, REFERENCE, TANGLE, output, run

PAIR = ("explain", "errors", REFERENCE, "-i", TANGLE, HARBOUR, "-n", "200")
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
    return ["explain", "errors", reference, "-i", *systems, "-m", "wer", "-n", "50", "--tags", *tags]


def test_the_command_prints_the_stored_result_and_verify_finds_it_unchanged(tmp_path: Path, command: list[str]) -> None:
    for words in ([*map(str, PAIR), "--documents", str(DOCUMENTS)], command):
        path = tmp_path / "errors.json"
        path.write_text(output(*words, "-f", "json"), encoding="utf-8")
        stored = sy.load(path)
        assert isinstance(stored, sy.results.Errors)
        assert text(stored) == output(*words)
        assert run("check", "result", path).status == 0


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
        delta = rates[pair["metric"], pair["system"]] - rates[pair["metric"], pair["against"]]
        assert pair["difference"] == pytest.approx(delta)
        assert (pair["verdict"] == "better") <= (delta < 0)
    assert [row["wer"] for row in found["systems"]] == pytest.approx(
        [score.score for score in wer_of_example().scores], abs=1e-12
    )


def wer_of_example() -> sy.results.ScoreTable:
    data = sy.TestSet.from_files(references=[REFERENCE], systems={"tangle": TANGLE, "harbour": HARBOUR})
    return sy.evaluate(data, metrics=["wer(tokenize=13a)"]).scores()


def test_one_system_has_rates_and_no_pairs() -> None:
    done = output("explain", "errors", REFERENCE, "-i", TANGLE)
    assert done.startswith("Error rates of one system; give a second system to compare.")


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


def test_repairs_bring_what_scoring_repaired_texts_brings() -> None:
    data = sy.TestSet(
        references=[["the old ferry leaves at noon .", "two dogs bark"]],
        systems={
            "x": ["the ferry leaves at noon old .", "two dog bark"],
            "y": ["the old ferry goes .", "dogs bark two"],
        },
    )
    found = sy.evaluate(data, metrics=["bleu", "ter"]).errors(repair=["all"], tokenize="none", n_resamples=50)
    rows = {(row.label, row.name, row.system): row for row in found.repairs}
    assert len(rows) == 2 * 5 * 2
    by_hand = {  # the classes of y: goes lexical; at, noon missing; two in order
        ("inflection", "x"): ["the ferry leaves at noon old .", "two dog bark"],  # dog is too short for four letters
        ("order", "x"): ["the old ferry leaves at noon .", "two dog bark"],
        ("missing", "y"): ["the old ferry goes at noon .", "dogs bark two"],
        ("order", "y"): ["the old ferry goes .", "two dogs bark"],
        ("lexical", "y"): ["the old ferry leaves .", "dogs bark two"],
    }
    for (name, system), texts in by_hand.items():
        score = sy.metrics.Ter().corpus_score(texts, data.references).score
        assert rows["TER", name, system].repaired == pytest.approx(score), (name, system)
    pairs = {pair.metric: pair.difference for pair in found.repaired_pairs}
    assert len(pairs) == 2 * 6
    order = rows["BLEU", "order", "y"].repaired - rows["BLEU", "order", "x"].repaired
    assert pairs["bleu+order"] == pytest.approx(order)


def test_inflections_are_repaired_up_to_so_many_edits() -> None:
    data = sy.TestSet(
        references=[["ev+de masa+lar+da gel+di"]], systems={"x": ["ev+de masa+lar gel+ecek+ti"], "y": ["ev masa gel"]}
    )
    evaluation = sy.evaluate(data, metrics=["wer"])
    options: dict[str, object] = {"repair": ["inflection"], "tokenize": "none", "base": "factor:1:+", "n_resamples": 20}
    one, every = (evaluation.errors(repair_edits=k, **options).repairs for k in (1, None))
    assert [(row.system, row.n_repaired) for row in one] == [("x", 1), ("y", 2)]
    assert [(row.system, row.n_repaired, row.repaired) for row in every] == [("x", 2, 0.0), ("y", 3, 0.0)]


def test_repaired_results_are_stored_shown_and_verified(tmp_path: Path) -> None:
    words = (*PAIR, "--repair", "order", "--documents", DOCUMENTS)
    path = tmp_path / "errors.json"
    path.write_text(output(*words, "-f", "json"), encoding="utf-8")
    stored = sy.load(path)
    assert isinstance(stored, sy.results.Errors)
    assert text(stored) == output(*words)
    assert "Repair of order errors in both systems changes it to" in " ".join(text(stored).split())
    assert run("check", "result", path).status == 0


def test_what_cannot_be_scored_again_is_refused() -> None:
    data = sy.TestSet(references=[["a"]], systems={"x": ["a"], "y": ["b"]})
    scores = {"COMET": {"x": [1.0], "y": [0.5]}}
    with pytest.raises(SpecError, match="--repair needs metrics of texts"):
        sy.evaluate(data, metrics=[], segment_scores=scores).errors(repair=["all"])


def test_a_view_without_base_forms_is_refused() -> None:
    done = run(*PAIR, "--base-form", "words")
    assert (done.status, "does not give base forms" in done.err) == (2, True)


PARSED = (
    "1\t{0}\t{1}\t{2}\t_\t{3}\t0\troot\t_\t_\n2\t{4}\t{5}\t{6}\t_\t{7}\t1\tdep\t_\t_\n\n"
    "1\tstop\tstop\tVERB\t_\t_\t0\troot\t_\t_\n\n"
)


def parsed_command(folder: Path) -> list[str]:
    """Two segments: "dogs bark" is "dog barked" in x, and "dogs barks" in y."""
    verb, noun = "Number=Plur|Tense=Pres", "Number=Plur"
    rows = {
        "ref": ("dogs", "dog", "NOUN", noun, "bark", "bark", "VERB", verb),
        "x": ("dog", "dog", "NOUN", "Number=Sing", "barked", "bark", "VERB", "Tense=Past"),
        "y": ("dogs", "dog", "NOUN", noun, "barks", "bark", "VERB", "Number=Sing|Tense=Pres"),
    }
    for name, row in rows.items():
        (folder / f"{name}.txt").write_text(f"{row[0]} {row[4]}\nstop\n")
        (folder / f"{name}.conllu").write_text(PARSED.format(*row))
    reference, *systems = (str(folder / f"{name}.txt") for name in rows)
    return [
        *f"explain errors {reference} -i".split(),
        *systems,
        "-n",
        "50",
        "--parses",
        *(str(folder / f"{n}.conllu") for n in rows),
    ]


def test_inflection_errors_are_parted_by_the_features_that_differ(tmp_path: Path) -> None:
    found = json.loads(output(*parsed_command(tmp_path), "-f", "json"))
    rates = {(row["name"], row["system"]): row["n_errors"] for row in found["rates"] if row["level"] == "feature"}
    assert rates == {("Number", "x"): 1, ("Tense", "x"): 1, ("Number", "y"): 1, ("Tense", "y"): 0}
    assert not found["pairs"]  # fewer than ten words in effect, of which no rate is tested


@pytest.mark.parametrize(
    ("by", "tags"),
    [
        (("upos",), {"NOUN", "VERB"}),
        (("VERB:Tense+Number",), {"NOUN", "VERB", "VERB Tense=Pres Number=Plur", "VERB Tense=Past"}),
        (("Number",), {"Number=Plur", "Number=Sing", "-"}),
        (("upos", "VERB:Tense"), {"NOUN", "VERB", "VERB Tense=Pres", "VERB Tense=Past"}),
    ],
)
def test_tags_are_refined_by_features(tmp_path: Path, by: tuple[str, ...], tags: set[str]) -> None:
    found = json.loads(output(*parsed_command(tmp_path), "--tag-by", *by, "-f", "json"))
    assert {row["name"] for row in found["rates"] if row["level"] == "tag"} >= tags
    total = sum(row["rate"] for row in found["rates"] if (row["level"], row["system"]) == ("tag", "x"))
    assert total == pytest.approx(found["systems"][0]["wer"])


def test_rates_of_a_tag_alone_are_of_its_own_words(command: list[str]) -> None:
    found = json.loads(output(*command, "-f", "json"))
    alone = {(row["name"], row["system"]): row["rate"] for row in found["rates"] if row["level"] == "alone"}
    assert alone == {(row["tag"], row["system"]): row["alone_wer"] for row in found["tags"] if row["n_reference"]}
    assert alone["V", "y"] == 1  # "leaves" is "goes", and "bark" is missing


def test_factored_texts_are_read_as_texts_with_tags(tmp_path: Path, command: list[str]) -> None:
    wanted = json.loads(output(*command, "-f", "json"))
    for name, lines in TEXTS.items():
        rows = zip(lines, TAGS[name], strict=True)
        tokens = [zip(line.split(), tags.split(), strict=True) for line, tags in rows]
        lines = [" ".join(f"{word}_{word[:4]}_{tag}" for word, tag in row) for row in tokens]
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines))
    words = [*command[: command.index("--tags")], "--factors", "form_lemma_tag"]
    found = json.loads(output(*words, "-f", "json"))
    for part in ("rates", "pairs", "tags", "words"):
        assert found[part] == wanted[part]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--tag-by", "VERB:"), "Cannot read 'VERB:' (--tag-by): write upos"),
        (("--tag-by", "Tense"), "--tag-by needs parses of all references and systems"),
        (("--factors", "lemma|tag"), "Cannot read 'lemma|tag' (--factors): name the columns"),
        (("--factors", "form|tag"), "reference 1, segment 1: the token"),
    ],
)
def test_tags_that_cannot_be_made_are_told(words: tuple[str, ...], told: str) -> None:
    done = run(*PAIR, *words)
    assert done.status == 2 and told in done.err


def test_rates_without_order_are_those_of_the_papers_example() -> None:
    reference = "Mister Commissioner , twenty-four hours sometimes can be too much time ."
    data = sy.TestSet(
        references=[[reference]], systems={"x": ["Mrs Commissioner , twenty-four hours is sometimes too much time ."]}
    )
    [row] = sy.evaluate(data, metrics=["wer"]).errors(tokenize="none", n_resamples=50).systems
    assert (row.wer, row.per, row.rper, row.hper, row.fper) == (4 / 12, 3 / 12, 3 / 12, 2 / 11, 5 / 23)


def test_the_page_marks_the_words_of_each_class_in_all_systems(tmp_path: Path) -> None:
    found, page = errors_of([TEXTS["ref"]]), tmp_path / "page.html"
    assert {(row.segment, row.system) for row in found.segments} == {(1, "x"), (1, "y"), (2, "x"), (2, "y")}
    marked = {
        (row.system, where, name): [text[start:end] for start, end, kind in marks if kind == name]
        for row in found.segments
        for where, text, marks in (("r", row.reference, row.in_reference), ("o", row.output, row.in_output))
        for _, _, name in marks
    }
    assert marked == {
        ("x", "r", "order"): ["old"], ("x", "o", "order"): ["old"], ("x", "r", "lexical"): ["dogs"],
        ("x", "o", "lexical"): ["dog"], ("y", "r", "lexical"): ["leaves"], ("y", "o", "lexical"): ["goes"],
        ("y", "o", "extra"): ["red"], ("y", "r", "missing"): ["two", "bark"],
    }  # fmt: skip
    sy.report.html(found, page)
    data = json.loads(page.read_text(encoding="utf-8").split('id="texts">')[1].split("</script>")[0])
    assert [metric["name"] for metric in data["metrics"]] == [
        "all errors %", "order %", "missing %", "extra %", "lexical %"
    ]  # fmt: skip
    missing = data["metrics"][2]
    assert missing["scores"] == [[0, 0], [0, 66.7]]
    assert [one[:3] for one in missing["errors"]["1 1"]] == [[0, 3, "missing"], [9, 13, "missing"]]


def test_tags_that_no_word_has_are_refused(command: list[str]) -> None:
    """`--tag-by` of features that lines of tags cannot have once gave a report without tags, and said nothing of it."""
    outcome = run(*command, "--tag-by", "Tense")
    assert (outcome.status, outcome.out) == (2, "") and "No word has a tag by Tense (--tag-by)" in outcome.err


def test_intervals_of_rates_do_not_go_below_zero(command: list[str]) -> None:
    found = json.loads(output(*command, "-f", "json"))
    intervals = [row["interval"] for row in found["rates"] if row["interval"]]
    assert min(low for low, _ in intervals) == 0.0
    assert all(low < high for low, high in intervals)  # units that are all alike have none


def test_examples_of_many_systems_are_few_and_the_others_counted() -> None:
    """Twelve systems once had sixty examples, on six hundred lines."""
    systems = {f"s{i}": TEXTS["x"] for i in range(14)}
    data = sy.TestSet(references=[TEXTS["ref"]], systems=systems)
    found = sy.evaluate(data, metrics=["wer"]).errors(tokenize="none", n_resamples=20, examples=4)
    assert len(found.examples) > 24
    told = text(found)
    shown = told.count(", segment ")
    assert 0 < shown < len(found.examples)
    assert f"{len(found.examples) - shown:,} examples of other systems are in --report and --format json." in " ".join(
        told.split()
    )
    assert "\norder, s2, segment" in told and "\norder, s3, segment" not in told


def test_metrics_of_more_than_texts_score_no_repaired_text() -> None:
    data = sy.TestSet(references=[["a b"] * 3], systems={"x": ["a c"] * 3, "y": ["a b"] * 3}, sources=["c d"] * 3)
    with pytest.raises(SpecError, match="needs sources, which repaired texts do not have"):
        sy.evaluate(data, metrics=["byte-ratio"]).errors(repair=["all"])


def test_a_segment_that_is_too_long_is_named() -> None:
    """Its table took gigabytes, and sums of costs in it did not fit their numbers."""
    texts = [["a", "b " * 24_000], ["a", "a b " * 12_000]]
    data = sy.TestSet(references=texts[:1], systems={"mine": texts[1]})
    with pytest.raises(DataError, match=r"System mine, segment 2 has 24,000 words, .* the table of the alignment"):
        sy.evaluate(data, metrics=["per"]).errors(tokenize="none", n_resamples=50)
