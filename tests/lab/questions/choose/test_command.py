"""`steelyard lab choose` as people type it: on systems, samples, matrices, and the real outputs that people rated."""

import json
import os
from pathlib import Path

import pytest

import steelyard as sy
from steelyard.report import text
from tests.cli.running import HARBOUR, LANTERN, PATHS, REFERENCE, SPARROW, output, run
from tests.conftest import EXAMPLES

SYSTEMS = (HARBOUR, LANTERN, SPARROW)
QUICK = ("-n", "100", "--pools", "2")
RATINGS = str(EXAMPLES / "ratings.tsv")


def lines(path: str) -> list[str]:
    return Path(path).read_text(encoding="utf-8").splitlines()


def test_the_command_prints_the_stored_result_and_writes_what_it_chose(tmp_path: Path) -> None:
    words = ("lab", "choose", *SYSTEMS, "--references", REFERENCE, *QUICK)
    best, stored = tmp_path / "best.txt", tmp_path / "choice.json"
    stored.write_text(output(*words, "-f", "json", "-o", best), encoding="utf-8")
    choice = sy.load(stored)
    assert isinstance(choice, sy.results.Choice)
    assert tuple(lines(str(best))) == choice.texts
    assert text(choice) == output(*words)
    assert choice.method["baseline"] in ("harbour", "lantern", "sparrow")
    assert {row.name for row in choice.chosen} == {"harbour", "lantern", "sparrow"}
    assert len(choice.agreement) == 6
    for form in ("markdown", "latex", "csv"):
        assert output(*words, "-f", form)
    assert "verified:" in output("check", "result", stored)


def test_ensembles_grow_by_the_system_that_helps_most() -> None:
    words = ("lab", "choose", *PATHS.values(), *f"--references {REFERENCE} -m bleu -n 100 --pools 1 -f json".split())
    rows = json.loads(output(*words))["pools"]
    greedy, best = ([row for row in rows if row["pools"] == kind] for kind in ("greedy", "best first"))
    assert [row["n_candidates"] for row in greedy] == [1, 2, 3, 4, 5] == [row["n_candidates"] for row in best]
    assert greedy[0] == best[0] | {"pools": "greedy"} and greedy[-1]["score"] == best[-1]["score"]
    two = [PATHS[row["added"]] for row in greedy[:2]]
    scores = {}
    for name, path in PATHS.items():
        if path not in two[:1]:
            pair = output("lab", "choose", *sorted([two[0], path], key=[*PATHS.values()].index), *words[7:])
            scores[name] = next(row["score"] for row in json.loads(pair)["scores"] if row["system"] == "chosen")
    assert greedy[1]["score"] == max(scores.values()) == scores[greedy[1]["added"]]


def test_a_page_of_html_is_written(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    output("lab", "choose", *SYSTEMS, "--references", REFERENCE, *QUICK, "--report", page)
    assert "Systems of the chosen outputs" in page.read_text(encoding="utf-8")


def test_samples_of_a_table_bring_their_references(tmp_path: Path) -> None:
    path = tmp_path / "samples.jsonl"
    rows = zip(*map(lines, SYSTEMS), lines(REFERENCE), strict=True)
    path.write_text("".join(f"{json.dumps({'outputs': row[:-1], 'reference': row[-1]})}\n" for row in rows))
    found, best = output("lab", "choose", path, *QUICK, "-o", tmp_path / "best.jsonl"), tmp_path / "best.jsonl"
    assert found.startswith("chrF2 (the metric of the choice): ")
    first = json.loads(lines(str(best))[0])
    assert (first["source"], first["output"]) == (1, lines(SYSTEMS[first["candidate"] - 1])[0])


def test_people_judge_the_outputs_that_they_rated() -> None:
    words = ("lab", "choose", *PATHS.values(), "--ratings", RATINGS, "--rule", "oracle-people", *QUICK, "-f", "json")
    choice = json.loads(output(*words))
    scores = {row["system"]: row["score"] for row in choice["scores"]}
    assert scores["chosen"] == scores["best by people"] > scores["baseline"] > scores["worst by people"]
    assert choice["scores"][0]["label"] == "people"


def test_utilities_of_another_metric_are_taken_as_they_are(tmp_path: Path) -> None:
    matrix = tmp_path / "comet.jsonl"
    matrix.write_text("[[1, 0, 0], [1, 1, 1], [0, 0, 1]]\n" * 120)
    chosen = tmp_path / "best.txt"
    output("lab", "choose", *SYSTEMS, "--matrix", f"COMET={matrix}", *QUICK, "-o", chosen)
    assert lines(str(chosen)) == lines(LANTERN)
    firsts = [(a, c) for a, b, c in zip(*map(lines, SYSTEMS), strict=True)]
    for given, name in ((matrix, "matrix"), (f"COMET={matrix}", "COMET")):
        output("lab", "choose", *SYSTEMS, "--matrix", given, "--lower-is-better", name, *QUICK, "-o", chosen)
        assert all(text in pair for text, pair in zip(lines(str(chosen)), firsts, strict=True))
    refused = run("lab", "choose", *SYSTEMS, "--matrix", f"COMET={matrix}", "--lower-is-better", "qe", *QUICK)
    assert refused.status == 2 and "Unknown name of scores (--lower-is-better) 'qe'" in refused.err
    for flags, said in (
        (("--higher-is-better", "qe"), "Unknown name of scores (--higher-is-better) 'qe'"),
        (("--higher-is-better", "COMET", "--lower-is-better", "COMET"), "'COMET' stands after --lower-is-better and"),
    ):
        refused = run("lab", "choose", *SYSTEMS, "--matrix", f"COMET={matrix}", *flags, *QUICK)
        assert refused.status == 2 and said in refused.err


def test_a_heavy_system_is_no_evidence_for_itself(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("a b c d\n")
    (tmp_path / "y.txt").write_text("a b c e\n")
    (tmp_path / "z.txt").write_text("p q r s\n")
    best = tmp_path / "best.txt"
    files = [tmp_path / f"{name}.txt" for name in "xyz"]
    output("lab", "choose", *files, "--system-weights", "z=9", "y=2", "-o", best)
    assert lines(str(best)) == ["a b c d"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "Give a file of candidates"),
        (("nowhere.txt",), "Cannot read nowhere.txt"),
        ((HARBOUR,), "--per-source K"),
        ((os.devnull,), "is empty"),
        ((*SYSTEMS, "--pools", "-1"), "n_pools (--pools) must be 0 or more"),
        ((HARBOUR, "--per-source", "7"), "no multiple of 7"),
        ((*SYSTEMS, "--prior", "total"), "candidate 1 of source 1 has no score"),
        ((*SYSTEMS, "--scale", "x"), "--scale needs --ratings"),
        ((*SYSTEMS, "--system-weights", "harbour"), "write SYSTEM=NUMBER"),
        ((*SYSTEMS, "--system-weights", "nobody=2"), "Unknown system"),
        ((*SYSTEMS, "--system-weights", "harbour=0", "lantern=0", "sparrow=0"), "Nothing of source 1 has a weight"),
        ((*SYSTEMS, "--references", "no.txt"), "no file no.txt of references"),
        ((*SYSTEMS, "--references", REFERENCE, "no.txt"), "There is no file no.txt of references; name files, or"),
        (
            (*SYSTEMS, "--system-weights", "harbour=1", "harbour=2"),
            "--system-weights names the system 'harbour' twice.",
        ),
        ((*SYSTEMS, "--nbest-output", "paths.txt"), "needs --combine network"),
        ((*SYSTEMS, "--decoder", "aggregate", "--matrix", REFERENCE), "It cannot be used with --matrix"),
        ((HARBOUR, HARBOUR), "stands twice"),
        ((*SYSTEMS, "--ratings", REFERENCE), "reference.1.en"),
    ],
)
def test_bad_input_is_one_sentence_and_nothing_is_written(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    best = tmp_path / "best.txt"
    done = run("lab", "choose", *words, "-o", best)
    assert done.status == 2
    assert message in done.err and done.err.count("\n") == 1
    assert not best.exists()


def test_utilities_that_are_no_numbers_are_refused_with_their_place(tmp_path: Path) -> None:
    matrix, best = tmp_path / "u.jsonl", tmp_path / "best.txt"
    matrix.write_text("[[1, 1, 1], [1, NaN, 1], [1, 1, 1]]\n" * 120)
    done = run("lab", "choose", *SYSTEMS, "--matrix", matrix, "-o", best)
    assert "source 1: the utility of candidate 2 against 2 is nan" in done.err
    assert not best.exists()


def test_outputs_of_several_lines_need_a_file_of_objects(tmp_path: Path) -> None:
    path, best = tmp_path / "s.jsonl", tmp_path / "best.txt"
    path.write_text('{"outputs": ["a"]}\n{"outputs": ["a\\nb", "c"]}\n')
    done = run("lab", "choose", path, "-o", best)
    assert "A candidate of source 2 has several lines" in done.err and not best.exists()
    output("lab", "choose", path, "-o", tmp_path / "best.jsonl")


def test_what_people_say_of_consensus_and_of_a_quality_estimate(test_data: Path, tmp_path: Path) -> None:
    data = test_data / "data" / "wmt23-en-de"
    ratings = ("--ratings", data / "human" / "mqm.seg.tsv", "--pools", "1", "-n", "100", "-f", "json")

    def people(*words: object) -> dict[str, float]:
        rows = json.loads(output("lab", "choose", *words, *ratings))
        return {row["system"]: round(row["score"], 2) for row in rows["scores"]} | {"n": rows["method"]["n_rated"]}

    systems = sorted((data / "sys").glob("*.de"))
    best = [data / "sys" / f"{name}.de" for name in ("GPT4-5shot", "ONLINE-W", "ONLINE-B")]
    estimates = f"MetricX-23-QE-src={data / 'metrics' / 'seg.tsv.gz'}"
    found = people(*systems, "--qe", estimates)
    assert (found["baseline"], found["chosen"], found["best by people"], found["n"]) == (-3.72, -3.58, -1.22, 460)
    assert people(*best)["chosen"] == -4.19


def test_n_best_lists_of_a_decoder_from_end_to_end(test_data: Path, tmp_path: Path) -> None:
    data, best = test_data / "data" / "moses-nbest-mert", tmp_path / "best.txt"
    words = ("lab", "choose", data / "nbest.5.txt.gz", "--prior", "total", "--utility", "bleu", *QUICK, "-f", "json")
    choice = json.loads(output(*words, "--references", data / "reference.en", "-o", best))
    assert len(lines(str(best))) == 10 == len(choice["picks"])
    assert [row["text"] for row in choice["picks"]] == lines(str(best))
    assert choice["method"]["baseline"] == "the first candidate"


def ratings_of(*rated: tuple[str, int], scales: tuple[str, ...] = ("s",)) -> str:
    rows = [f"{name}\t{line}\tme\t{scale}\t1\n" for name, line in rated for scale in scales]
    return "system\tline\trater\tscale\tscore\n" + "".join(rows)


EACH = (("harbour", 1), ("lantern", 2), ("sparrow", 3))


@pytest.mark.parametrize(
    ("table", "words", "message"),
    [
        (ratings_of(*EACH), SYSTEMS, "No source has ratings of all candidates. Leave out systems"),
        (ratings_of(*EACH, ("harbour", 999)), SYSTEMS, "There are ratings of line 999, but only 120 sources"),
        (ratings_of(*EACH, scales=("x", "y")), SYSTEMS, "has several scales (x, y): choose one with --scale."),
        (ratings_of(("a", 1)), ("samples.jsonl",), "which are unknown"),
    ],
)
def test_ratings_that_do_not_fit_the_candidates_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str, words: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "samples.jsonl").write_text('{"outputs": ["a", "b"]}\n')
    (tmp_path / "ratings.tsv").write_text(table)
    done = run("lab", "choose", *words, "--ratings", "ratings.tsv", *QUICK)
    assert done.status == 2 and message in done.err, done.err


def test_evidence_and_columns_are_named_on_the_command_line(tmp_path: Path) -> None:
    table, evidence, best = tmp_path / "c.jsonl", tmp_path / "evidence.jsonl", tmp_path / "best.jsonl"
    rows = [{"nr": nr, "said": said} for nr, said in ((7, "a b"), (7, "x y"), (8, "c d"), (8, "z z"))]
    table.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    evidence.write_text('{"outputs": ["x y", "x q"]}\n{"outputs": ["z z", "z"]}\n')
    output("lab", "choose", table, "--field", "said", "--id-field", "nr", "--evidence", evidence, "-o", best)
    assert [json.loads(line)["output"] for line in lines(str(best))] == ["x y", "z z"]


def test_ratings_of_several_language_pairs_are_asked_about_and_of_another_pair_refused(tmp_path: Path) -> None:
    """Two pairs were asked about by a flag that the command did not have; files of another pair were not looked at."""
    for system in "abc":
        (tmp_path / f"{system}.en-is.txt").write_text("".join(f"the {i}th boat leaves {system}\n" for i in range(9)))
    rows = [(pair, s, i, (7 * i + ord(s)) % 5) for pair in ("en-de", "en-is") for s in "abc" for i in range(1, 10)]
    for name, kept in (("ratings.tsv", rows), ("ratings.en-de.tsv", rows[: len(rows) // 2])):
        table = "".join("\t".join(map(str, row)) + "\n" for row in kept)
        (tmp_path / name).write_text("lp\tsystem\tline\tscore\n" + table)
    words = ("lab", "choose", *(tmp_path / f"{system}.en-is.txt" for system in "abc"), *QUICK, "--ratings")
    asked = run(*words, tmp_path / "ratings.tsv")
    assert asked.status == 2 and [line.split()[-1] for line in asked.said[1:]] == ["en-de", "en-is"]
    kept = json.loads(output(*words, tmp_path / "ratings.tsv", "--languages", "en-is", "-f", "json"))
    assert kept["method"]["recipe"]["reading"]["languages"] == ["en", "is"]
    for other in (("ratings.tsv", "--languages", "en-de"), ("ratings.en-de.tsv",)):
        done = run(*words, tmp_path / other[0], *other[1:])
        assert done.status == 2 and "Give the files of one language pair at a time" in done.err
