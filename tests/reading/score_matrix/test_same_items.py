"""The same ids, other items: refused by the first bad item, at every door where files say what an item is."""

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import steelyard as sy
from steelyard.errors import AlignmentError
from steelyard.reading.roles import LANGUAGE_PAIRS, SETS
from steelyard.reading.score_files import read_score_files
from tests.cli.running import run

N = 12
TEXTS = [f"the {i}th boat leaves the harbour" for i in range(N)]
OTHERS = [*TEXTS[:4], *TEXTS[5:], TEXTS[4]]  # from the fifth on one is missing


def scores_of(path: Path, texts: list[str], column: str, separator: str = ",") -> Path:
    rows = [[f"q{i}", text, str((i * 7 % 5) / 5)] for i, text in enumerate(texts)]
    path.write_text("\n".join(separator.join(row) for row in (["id", column, "accuracy"], *rows)) + "\n")
    return path


@pytest.mark.parametrize(
    "column", ["source", "Question", "prompt", "input", "reference", "target", "doc_hash", "query"]
)
def test_tables_of_other_items_under_the_same_ids_are_refused(column: str, tmp_path: Path) -> None:
    ours = scores_of(tmp_path / "ours.csv", TEXTS, column)
    for texts, status in ((TEXTS, 0), ([f"{text} " for text in TEXTS], 0), (OTHERS, 2)):
        theirs = scores_of(tmp_path / "theirs.tsv", texts, column, "\t")
        for words in (("compare", "--scores"), ("board",), ("board", "items")):
            done = run(*words, ours, theirs, *(("-n", 50) if words != ("board", "items") else ()))
            assert done.status == status, (words, done.err)
            if status:
                assert "theirs.tsv: item 'q4' has the " in done.err and "boat leaves" in done.err and not done.out


def test_systems_of_one_table_with_other_sources_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    rows = [
        f"{system},q{i},{text},0.5" for system, texts in (("a", TEXTS), ("b", OTHERS)) for i, text in enumerate(texts)
    ]
    path.write_text("\n".join(["system,item,source,score", *rows]) + "\n")
    done = run("board", path)
    assert done.status == 2 and "line 18: item 'q4' has the source 'the 5th" in done.err and "line 6" in done.err


def test_what_a_model_was_given_in_its_own_words_is_told_and_outputs_are_no_targets(tmp_path: Path) -> None:
    ours = scores_of(tmp_path / "ours.csv", [f"Q: {text}" for text in TEXTS], "prompt")
    theirs = scores_of(tmp_path / "theirs.csv", [f"<s>{text}</s>" for text in TEXTS], "prompt")
    done = run("compare", "--scores", ours, theirs, "-n", 50)
    assert done.status == 0 and "have no input in common, though they have the same ids" in done.told


def log_of_lm_eval(texts: list[str]) -> str:
    rows = [
        {"doc_id": i, "doc": {"q": text}, "doc_hash": f"{hash(text):x}", "target": text, "metrics": ["acc"], "acc": 1}
        for i, text in enumerate(texts)
    ]
    return "\n".join(map(json.dumps, rows)) + "\n"


def log_of_inspect(texts: list[str]) -> str:
    samples = [
        {"id": i, "input": text, "target": "yes", "scores": {"match": {"value": "C" if i % 2 else "I"}}}
        for i, text in enumerate(texts)
    ]
    model = {"task": "boats", "model": "m", "dataset": {"name": "harbour"}}
    return json.dumps({"version": 2, "status": "success", "eval": model, "samples": samples})


def log_of_promptfoo(texts: list[str]) -> str:
    results = [
        {
            "testIdx": i,
            "vars": {"text": text},
            "provider": {"id": "p"},
            "prompt": {"raw": "x"},
            "success": True,
            "score": 1,
        }
        for i, text in enumerate(texts)
    ]
    return json.dumps({"evalId": "e", "results": {"results": results}, "config": {}})


def log_of_deepeval(texts: list[str]) -> str:
    cases = [
        {"name": f"case_{i}", "input": text, "metricsData": [{"name": "Faith", "score": 0.5}]}
        for i, text in enumerate(texts)
    ]
    return json.dumps({"testRunData": {"testCases": cases}})


def predictions_of_metricx(texts: list[str]) -> str:
    rows: list[dict[str, Any]] = [{"source": text, "hypothesis": "x", "prediction": 1.5} for text in texts]
    return "\n".join(map(json.dumps, rows)) + "\n"


LOGS = {
    "samples_boats_1.jsonl": log_of_lm_eval, "log.json": log_of_inspect, "results.json": log_of_promptfoo,
    "run.json": log_of_deepeval, "metricx.jsonl": predictions_of_metricx,
}  # fmt: skip


@pytest.mark.parametrize("name", LOGS)
def test_logs_of_other_items_under_the_same_ids_are_refused(name: str, tmp_path: Path) -> None:
    for folder, texts in (("one", TEXTS), ("two", TEXTS), ("three", OTHERS)):
        (tmp_path / folder).mkdir()
        content = (
            LOGS[name](texts).replace('"model": "m"', f'"model": "{folder}"').replace('"id": "p"', f'"id": "{folder}"')
        )
        (tmp_path / folder / f"{folder}-{name}" if "samples" not in name else tmp_path / folder / name).write_text(
            content
        )
    paths = [next((tmp_path / folder).iterdir()) for folder in ("one", "two", "three")]
    assert "stands for other items" not in run("compare", "--scores", *paths[:2], "-n", 50, "--higher-is-better").err
    for words in (("compare", "--scores", paths[0], paths[2]), ("board", *paths)):
        done = run(*words)
        assert done.status == 2 and "4' has the " in done.err.replace("'5' has", "4' has"), done.err
        assert "the same id stands for other items" in done.err
    with pytest.raises(AlignmentError, match="the same id stands for other items"):
        read_score_files([("judge", str(path)) for path in paths])


def run_of_helm(folder: Path, texts: list[str]) -> Path:
    spec = {"name": f"boats:model={folder.name}", "adapter_spec": {"model": folder.name}}
    (folder / "run_spec.json").write_text(json.dumps(spec))
    instances = [
        {
            "instance": {
                "input": {"text": text},
                "references": [
                    {"output": {"text": "no"}, "tags": []},
                    {"output": {"text": "yes"}, "tags": ["correct"]},
                ],
                "id": f"id{i}",
            }
        }
        for i, text in enumerate(texts)
    ]
    (folder / "scenario_state.json").write_text(json.dumps({"request_states": instances}))
    stats = [
        {"instance_id": f"id{i}", "stats": [{"name": {"name": "exact_match"}, "mean": i % 2}]}
        for i in range(len(texts))
    ]
    (folder / "per_instance_stats.json").write_text(json.dumps(stats, indent=1))
    return folder / "per_instance_stats.json"


def samples_of_every_eval(folder: Path, texts: list[str]) -> Path:
    rows = [
        {
            "schema_version": "0.3.0", "evaluation_id": "e", "model_id": folder.name, "evaluation_name": "boats",
            "sample_id": str(i), "input": {"raw": text, "reference": ["yes"]}, "evaluation": {"score": i % 2},
        }
        for i, text in enumerate(texts)
    ]  # fmt: skip
    path = folder / "samples.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def answers_of_gemba(folder: Path, texts: list[str]) -> Path:
    prompt = 'Score it.\n\nEnglish source: "{}"\nGerman human reference: "{}"\nGerman translation: "{}"\nScore: '
    rows = [
        {"temperature": 0, "answer_id": 1, "answer": str(70 + i), "prompt": prompt.format(text, f"R {i}", folder.name)}
        for i, text in enumerate(texts)
    ]
    path = folder / f"{folder.name}.json"
    path.write_text(json.dumps(rows, indent=1))
    return path


def scores_of_wmt25(folder: Path, texts: list[str]) -> Path:
    rows = [
        {"language_pair": "en-is", "document_id": f"d{i}", "source": text, "metric_scores": {"COMET": [i / 10, 0.5]}}
        for i, text in enumerate(texts)
    ]
    path = folder / f"{folder.name}.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize("written", [run_of_helm, samples_of_every_eval, answers_of_gemba, scores_of_wmt25])
def test_what_runs_say_of_their_items_is_held_against_each_other(
    written: Callable[[Path, list[str]], Path], tmp_path: Path
) -> None:
    paths = []
    for name, texts in (("one", TEXTS), ("two", TEXTS), ("three", OTHERS)):
        (tmp_path / name).mkdir()
        paths.append(written(tmp_path / name, texts))
    alike = run("compare", "--scores", *paths[:2], "-n", 50)
    assert alike.status == 0, alike.err
    for words in (("compare", "--scores", paths[0], paths[2]), ("board", *paths)):
        done = run(*words)
        assert done.status == 2 and f"has the source {TEXTS[5]!r}" in done.err, done.err
        assert "the same id stands for other items" in done.err
    with pytest.raises(AlignmentError, match="the same id stands for other items"):
        read_score_files([("judge", str(path)) for path in paths])


def test_language_pairs_of_wmt25_are_not_compared_with_each_other(tmp_path: Path) -> None:
    paths = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        paths.append(scores_of_wmt25(tmp_path / name, TEXTS))
    paths[1].write_text(paths[1].read_text().replace("en-is", "ja-is"))
    done = run("compare", "--scores", *paths)
    assert done.status == 2 and "has the language pair 'ja-is', but in" in done.err


def test_ratings_and_scores_are_of_the_sources_of_the_test_set(tmp_path: Path) -> None:
    """Ratings and outside scores of another set were held against metrics of this one, line by line."""
    for name in "abc":
        (tmp_path / name).write_text("".join(f"Boot {i} geht aus dem Hafen {name}\n" for i in range(N)))
    (tmp_path / "src").write_text("\n".join(TEXTS) + "\n")
    (tmp_path / "ref").write_text("".join(f"Boot Nummer {i} verlässt den Hafen\n" for i in range(N)))

    def table(name: str, texts: list[str], column: str) -> Path:
        rows = [f"{s}\t{i}\t{text}\t{(i * 7 + ord(s)) % 5}" for s in "abc" for i, text in enumerate(texts, 1)]
        path = tmp_path / name
        path.write_text("\n".join([f"system\tline\tsource\t{column}", *rows]) + "\n")
        return path

    texts = (tmp_path / "ref", "-i", *(tmp_path / name for name in "abc"), "--sources", tmp_path / "src", "-m", "chrf")
    people, others = table("people.tsv", TEXTS, "score"), table("others.tsv", OTHERS, "score")
    judged, elsewhere = table("comet.tsv", TEXTS, "COMET"), table("elsewhere.tsv", OTHERS, "COMET")
    for words, odd in (
        (("meta", *texts, "--ratings", people, "--scores", judged), None),
        (("meta", *texts, "--ratings", others), others),
        (("meta", *texts, "--ratings", people, "--scores", elsewhere), elsewhere),
        (("meta", "--ratings", people, "--scores", elsewhere), elsewhere),
        (("meta", "--ratings", others, "--scores", judged), judged),
        (("compare", *texts, "--scores", elsewhere), elsewhere),
        (("human", people, others), others),
    ):
        done = run(*words, "-n", 50)  # of so few lines a resample may say nothing
        if odd is None:
            assert "stands for other items" not in done.err
        else:
            assert done.status == 2 and f"{odd}: item '5' has the source" in done.err, (words, done.err)


HEADERS = {
    "mqm": "system\tdoc\tseg_id\trater\tsource\ttarget\tcategory\tseverity",
    "esa": "system\tline\tscore\terrors_json\tannotator\tsource\ttarget",
    "ratings": "system\tline\tscore\trater\tsource\thypothesis",
}


def ratings_of(kind: str, rater: str, texts: list[str], outputs: list[str]) -> str:
    rows = [HEADERS[kind]]
    for i, (source, output) in enumerate(zip(texts, outputs, strict=True), 1):
        for system in "ab":
            marked = f"{system}: <v>{output[:3]}</v>{output[3:]}" if rater == "r1" else f"{system}: {output}"
            rows.append(
                f"{system}\td\t{i}\t{rater}\t{source}\t{marked}\tFluency\tminor"
                if kind == "mqm"
                else "\t".join([system, str(i), "50", *(["[]"] if kind == "esa" else []), rater, source, output])
            )
    return "\n".join(rows) + "\n"


@pytest.mark.parametrize("ending", ["tsv", "jsonl"])
@pytest.mark.parametrize("kind", HEADERS)
def test_judgements_of_other_sources_or_outputs_are_not_put_together(kind: str, ending: str, tmp_path: Path) -> None:
    """Two campaigns under the same ids were one, whatever their texts: marked errors said so, and nobody looked."""
    paths = []
    for name, texts, outputs in (
        ("one", TEXTS, TEXTS),
        ("two", TEXTS, TEXTS),
        ("src", OTHERS, TEXTS),
        ("out", TEXTS, OTHERS),
    ):
        paths.append(tmp_path / f"{name}.{ending}")
        table = ratings_of(kind, "r1" if name == "one" else "r2", texts, outputs)
        if ending == "jsonl":
            names, *rows = [line.split("\t") for line in table.splitlines()]
            table = "".join(json.dumps(dict(zip(names, row, strict=True))) + "\n" for row in rows)
        paths[-1].write_text(table)
    one, same, sources, outputs_of = paths
    assert "stands for other items" not in run("human", one, same, "-n", 50).err
    for other, odd in ((sources, "has the source 'the 5th"), (outputs_of, "has the output of a ")):
        done = run("human", one, other, "-n", 50)
        assert done.status == 2 and f"{other}: item '5' {odd}" in done.err, done.err
        assert "the same id stands for other items" in done.err


def test_scores_of_comet_are_of_the_sources_that_it_saw(tmp_path: Path) -> None:
    rows = {
        name: [{"src": text, "mt": "x", "COMET": 0.5 + i / 50} for i, text in enumerate(texts)]
        for name, texts in (("a", TEXTS), ("b", OTHERS))
    }
    path = tmp_path / "comet.json"
    path.write_text(json.dumps(rows))
    done = run("compare", "--scores", path, "-n", 50)
    assert done.status == 2 and "comet.json, b: item '5' has the source" in done.err
    path.write_text(json.dumps(dict.fromkeys("ab", rows["a"])))
    assert run("compare", "--scores", path, "-n", 50).status == 0
    for name, lines in (("src", TEXTS), ("other", OTHERS), ("a", TEXTS), ("b", TEXTS)):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    texts = ("compare", tmp_path / "a", "-i", tmp_path / "a", tmp_path / "b", "--scores", path, "--force", "-n", 50)
    assert "stands for other items" not in run(*texts, "--sources", tmp_path / "src").err
    assert "item '5' has the source" in run(*texts, "--sources", tmp_path / "other").err


def test_tables_of_texts_with_other_sources_are_refused(tmp_path: Path) -> None:
    paths = []
    for name, texts, column in (("a", TEXTS, "source"), ("b", OTHERS, "src")):
        paths.append(tmp_path / f"{name}.csv")
        rows = "".join(f"q{i},{text},ref {i},out {i}\n" for i, text in enumerate(texts))
        paths[-1].write_text(f"id,{column},reference,output\n{rows}")
    with pytest.raises(AlignmentError, match="Segment 5 has two sources: 'the 4th"):
        sy.TestSet.from_table(paths)


@pytest.mark.parametrize("spelling", ["{}.0", "{:03d}"])
def test_ids_that_are_one_number_in_two_spellings_are_said_of_scores_and_of_ratings(
    spelling: str, tmp_path: Path
) -> None:
    """Systems were compared on different items, and nothing said which."""
    rows = [f"a,{i},{i % 5}\nb,{spelling.format(i)},{i % 3}" for i in range(1, 9)]
    path = tmp_path / "x.csv"
    path.write_text("\n".join(["system,line,score", *rows]) + "\n")
    said = f"{path}: ids of items such as '1' and '{spelling.format(1)}' are two items, as they are spelled"
    for words in (("board",), ("compare", "--scores"), ("board", "items")):
        done = run(*words, path)
        assert done.status == 2 and f"{said}, and no system has a score on both" in done.err
    assert said in run("human", path, "-n", 50).told
    both = [f"{system},{name},{i % 4}" for i in range(1, 9) for system in "ab" for name in (i, spelling.format(i))]
    path.write_text("\n".join(["system,line,score", *both]) + "\n")
    done = run("board", path)
    assert done.status == 0 and said in done.told


@pytest.mark.parametrize("column", ["lp", "Language", "language_pair", "dataset", "testset", "task"])
@pytest.mark.parametrize("anew", [False, True])
def test_two_sets_in_one_table_are_never_one_mean_in_silence(column: str, anew: bool, tmp_path: Path) -> None:
    """Two language pairs were one ranking; ids that are counted anew in each were a second score of the same item."""
    cells = [
        (s, f"q{i % 10 if anew else i}", (3 * i + len(s)) % 7, f"set {i // 10}") for i in range(20) for s in ("a", "bb")
    ]
    path = tmp_path / "x.csv"
    path.write_text(f"system,id,score,{column}\n" + "".join(",".join(map(str, row)) + "\n" for row in cells))
    for words in (
        ("board", path),
        ("compare", "--scores", path),
        ("score", "--scores", path),
        ("board", "items", path),
    ):
        asked = run(*words)
        first, *answers = asked.said
        assert asked.status == 2 and "set 0, set 1" in first and not asked.out and len(answers) == 2
        for answer in answers:
            assert run(*shlex.split(answer)[1:]).status == 0, answer
    kept = json.loads(run("board", path, "-n", 50, "--columns", f"subset={column}", "-f", "json").out)
    assert [(row["subset"], row["n_items"]) for row in kept["subsets"]] == [("set 0", 10), ("set 1", 10)]


@pytest.mark.parametrize("column", SETS)
def test_scores_know_every_name_of_a_set_and_ratings_every_one_of_a_pair(column: str, tmp_path: Path) -> None:
    """A table of scores with `langpair`, or with languages of source and target, was one mean in silence."""
    sets = ("en-de", "en-fr")
    rows = [f"{s},{i},{(3 * i + len(s)) % 7},{sets[i > 6]},x" for i in range(1, 13) for s in ("a", "bb")]
    path = tmp_path / "x.csv"
    path.write_text("\n".join([f"system,id,score,{column},note", *rows]) + "\n")
    for words in (("board", path), ("compare", "--scores", path)):
        asked = run(*words)
        assert asked.status == 2 and f"{SETS[column]} (en-de, en-fr)" in asked.err, asked.err
    if column in LANGUAGE_PAIRS:
        path.write_text("\n".join([f"system,line,score,{column},rater", *rows]) + "\n")
        asked = run("human", path)
        assert asked.status == 2 and "--languages en-de" in asked.err, asked.err


def test_a_column_that_is_the_same_or_names_each_item_is_no_question(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    for of_item in (lambda i: "one set", lambda i: f"task {i}"):
        rows = [f"{s},q{i},{(3 * i + k) % 7},{of_item(i)}" for i in range(12) for k, s in enumerate("ab")]
        path.write_text("\n".join(["system,id,score,task", *rows]) + "\n")
        assert run("board", path, "-n", 50).status == 0


def test_tasks_of_a_harness_are_kept_apart_and_said(tmp_path: Path) -> None:
    for model in "ab":
        (tmp_path / f"org__{model}").mkdir()
        for task in ("boats", "ships"):
            path = tmp_path / f"org__{model}" / f"samples_{task}_2026-01-21T03-44-18.458309.jsonl"
            path.write_text(log_of_lm_eval([f"{task} {text}" for text in TEXTS]))
    done = run("board", tmp_path, "-n", 50, "-f", "json")
    assert [row["subset"] for row in json.loads(done.out)["subsets"]] == ["boats", "ships"]
    compared = run("compare", "--scores", *sorted(tmp_path.glob("*/*.jsonl")), "-n", 50)
    for told in (done.told, compared.told):
        assert "items are of 2 tasks (boats, ships), and a mean over all counts each item once" in told
