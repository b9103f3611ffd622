"""`steelyard lab rerank`: models that choose, what they chose, and what is refused."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.asking.registry import split_command
from steelyard.lab.candidates import candidate_quality, folds_of
from steelyard.lab.tuning import RankingData, Reranker, candidate_features, gold_weights, graft, largest_slope
from steelyard.metrics import parse
from steelyard.reading.formats import read_moses_nbest
from steelyard.results import RerankerModel, Reranking
from tests.cli.running import output, run
from tests.lab.papers.nbest import N_SEGMENTS, write_lists, write_reference


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    return write_lists(tmp_path), write_reference(tmp_path), tmp_path / "model.json"


def trained(files: tuple[Path, Path, Path], *more: object, gammas: tuple[str, ...] = ("0.5", "0.2")) -> RerankerModel:
    lists, reference, model = files
    quick = ("--gammas", *gammas, "--folds", "3")
    printed = output("lab", "rerank", lists, "--references", reference, "-o", model, "-q", *quick, *more)
    assert " on held-out lists is " in printed and f"Scores of the outputs of {N_SEGMENTS} lists" in printed
    stored = sy.load(model)
    assert isinstance(stored, RerankerModel)
    return stored


def parses_of(texts: Iterable[str]) -> str:
    """Every word depends on the one before it."""
    return "\n".join(
        "".join(
            f"{i}\t{word}\t_\t_\t_\t_\t{i - 1}\t{'dep' if i > 1 else 'root'}\t_\t_\n"
            for i, word in enumerate(text.split(), 1)
        )
        for text in texts
    )


def test_a_model_is_that_of_the_kernel_and_its_scores_those_of_what_it_chooses(files: tuple[Path, Path, Path]) -> None:
    model = trained(files)
    lists = read_moses_nbest(files[0])
    references = sy.TestSet.from_files(references=[files[1]], systems={})
    found = candidate_features(lists)
    quality = candidate_quality(lists, references, parse("bleu"))
    data = RankingData(found.features, lists.offsets, gold_weights(quality, lists.offsets))
    [chosen] = [row for row in model.penalties if row.is_chosen]
    weights = graft(data, chosen.share * largest_slope(data)).weights
    wanted = {found.names[i]: weights[i] for i in np.flatnonzero(weights)}
    got = {(row.kind, *row.feature.split(" ")): row.weight for row in model.features}
    assert got == pytest.approx(wanted, abs=1e-5)
    assert chosen.held_out == max(row.held_out for row in model.penalties)
    is_at_the_end = chosen.share == min(row.share for row in model.penalties)
    assert any("is the smallest of `--gammas`" in note for note in model.method["notes"]) == is_at_the_end
    reranker = Reranker(found.features, lists.offsets, quality, folds_of(references, 3))
    picks = reranker.fit(chosen.share, n_add=10).picks
    scores = {
        name: parse("bleu").corpus_score([lists.texts[i] for i in rows], [list(references.references[0])]).score
        for name, rows in {
            "decoder's first": lists.offsets[:-1], "reranked, held out": picks, "best by gold": reranker.best(),
            "worst by gold": reranker.worst(),
        }.items()
    }  # fmt: skip
    assert {row.output: row.score for row in model.reach} == pytest.approx(scores)
    assert model.method["n_offered"] == {"decoder": 3, "words": found.features.n_features - 3}
    assert {entry["role"] for entry in model.method["inputs"]} == {"reference 1", "n-best lists"}


def test_a_metric_of_errors_keeps_the_penalty_with_the_least(files: tuple[Path, Path, Path]) -> None:
    model = trained(files, "--gold", "ter")
    [chosen] = [row for row in model.penalties if row.is_chosen]
    assert chosen.held_out == min(row.held_out for row in model.penalties)
    first, _, best, worst = (row.score for row in model.reach)
    assert best < first < worst


def test_what_is_applied_is_what_was_seen(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    """On the lists that it was fitted to a model by names scores as the fitted one."""
    lists, reference, path = files
    model = trained(files)
    best = tmp_path / "best.txt"
    words = ("lab", "rerank", "apply", lists, "--reranker", path, "--references", reference, "-o", best, "-n", "100")
    applied = json.loads(output(*words, "-f", "json"))
    reranking = Reranking.from_dict(applied)
    assert best.read_text(encoding="utf-8").splitlines() == list(reranking.outputs)
    assert output("lab", "rerank", "apply", lists, "--reranker", path).splitlines() == list(reranking.outputs)
    [chosen] = [row for row in model.penalties if row.is_chosen]
    scores = {row.system: row.score for row in reranking.comparison.scores}
    assert scores["reranked"] == pytest.approx(chosen.seen)
    assert scores["decoder's first"] == pytest.approx(model.reach[0].score)
    texts = read_moses_nbest(lists).texts
    lines = reference.read_text(encoding="utf-8").splitlines()
    both = {"a": [texts[i] for i in range(0, len(texts), 5)], "b": list(reranking.outputs)}
    evaluation = sy.evaluate(sy.TestSet(references=[lines], systems=both))
    [pair], [wanted] = reranking.comparison.pairs, evaluation.compare(n_resamples=100).pairs
    assert (pair.difference, pair.p_value, pair.interval) == (wanted.difference, wanted.p_value, wanted.interval)
    printed = output(*words)
    assert "to another candidate than the decoder's first" in " ".join(printed.split())
    assert {row.place for row in reranking.chosen} <= {1, 2, 3, 4, 5}


def test_models_of_parses_need_parses_when_they_choose(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    lists, _, path = files
    parses = tmp_path / "parses.conllu"
    parses.write_text(parses_of(dict.fromkeys(read_moses_nbest(lists).texts)), encoding="utf-8")
    model = trained(files, "--parses", parses, "--ngrams", "0", gammas=("0.1",))
    assert "chain" in {row.kind for row in model.features} <= {"decoder", "chain", "relations"}
    outcome = run("lab", "rerank", "apply", lists, "--reranker", path)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == (
        "steelyard lab rerank apply: The model has features of parses: give those of these candidates with --parses.\n"
    )
    assert (
        len(output("lab", "rerank", "apply", lists, "--reranker", path, "--parses", parses).splitlines()) == N_SEGMENTS
    )
    assert "verified:" in output("check", "result", path)


def test_a_metric_of_parses_finds_the_best_and_judges(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    """Parses of the candidates and of the references: the gold metric's scores are those of `dependency-f`."""
    lists, reference, path = files
    parses, references = tmp_path / "parses.conllu", tmp_path / "references.conllu"
    parses.write_text(parses_of(read_moses_nbest(lists).texts), encoding="utf-8")
    lines = reference.read_text(encoding="utf-8").splitlines()
    references.write_text(parses_of(lines), encoding="utf-8")
    both = ("--parses", parses, "--reference-parses", references)
    model = trained(files, *both, "--ngrams", "0", "--gold", "dependency-f", gammas=("0.3",))
    first, _, best, worst = (row.score for row in model.reach)
    assert worst < first < best <= 1
    texts = read_moses_nbest(lists).texts[::5]
    data = sy.TestSet(references=[lines], systems={"first": texts})
    (tmp_path / "first.conllu").write_text(parses_of(texts), encoding="utf-8")
    annotated = sy.annotate(data, parses=[references, tmp_path / "first.conllu"])
    assert first == sy.evaluate(annotated, metrics=["dependency-f"]).scores().scores[0].score
    assert "verified:" in output("check", "result", path)
    words = (*f"lab rerank apply {lists} --reranker {path} --references {reference} -m dependency-f -n".split(), "100")
    applied = Reranking.from_dict(json.loads(output(*words, *both, "-f", "json")))
    assert {row.system: row.score for row in applied.comparison.scores}["decoder's first"] == first
    alone = run(*words, "--parses", parses)
    told = "dependency-f needs parses of the references, too: give theirs with --reference-parses."
    assert (alone.status, alone.err) == (2, f"steelyard lab rerank apply: {told}\n")


def test_features_as_they_are(files: tuple[Path, Path, Path]) -> None:
    """Without scaling the penalty is on the weights that are given."""
    model = trained(files, "--unscaled", gammas=("0.5",))
    lists = read_moses_nbest(files[0])
    references = sy.TestSet.from_files(references=[files[1]], systems={})
    found = candidate_features(lists)
    quality = candidate_quality(lists, references, parse("bleu"))
    data = RankingData(found.features, lists.offsets, gold_weights(quality, lists.offsets))
    weights = graft(data, 0.5 * largest_slope(data, is_scaled=False), is_scaled=False).weights
    wanted = {found.names[i]: weights[i] for i in np.flatnonzero(weights)}
    assert {(row.kind, *row.feature.split(" ")): row.weight for row in model.features} == pytest.approx(
        wanted, abs=1e-5
    )
    assert ", unscaled; " in model.method["sentence"]
    assert not model.method["is_scaled"]


def test_few_lists_are_as_many_folds(tmp_path: Path) -> None:
    lists, reference = write_lists(tmp_path, n_segments=3), write_reference(tmp_path, n_segments=3)
    model = tmp_path / "model.json"
    words = ("lab", "rerank", lists, "--references", reference, "--gammas", "0.5", "--fewest-lists", "1", "-o", model)
    assert "3-fold cross-validation" in " ".join(output(*words, "-q").split())
    assert sy.load(model).method["n_folds"] == 3
    assert "verified:" in output("check", "result", model)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda text: text[:90], "is damaged or cut off: its JSON is broken"),
        (lambda text: "", "is no stored result: `--format json` or .save() writes one. `steelyard lab rerank -o`"),
        (lambda text: text.replace("reranker/1", "reranker/9"), "This version reads steelyard.reranker/1"),
        (lambda text: text.replace('"penalties"', '"x"'), "RerankerModel lacks penalties. It was damaged"),
        (lambda text: text.replace('"weight": ', '"x": 1, "weight": '), "ModelWeight has no x. It was damaged"),
        (lambda text: text.replace('"weight": 1.0', '"weight": NaN'), "is damaged or cut off: its JSON is broken"),
        (lambda text: text.replace('"decoder"', '"oracle"'), "the feature 'lm' is of the kind 'oracle'"),
        (
            lambda text: text.replace("reranker/1", "reranking/1"),
            "steelyard.reranking/1 cannot be read: Reranking lack",
        ),
    ],
)
def test_a_damaged_model_is_told_as_such(change: Callable[[str], str], sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    RerankerModel((), (), (sy.results.ModelWeight("decoder", "lm", 1.0),), {"n_segments": 1}).save(path)
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
    outcome = run("lab", "rerank", "apply", write_lists(tmp_path), "--reranker", path)
    assert (outcome.status, outcome.out) == (2, "")
    assert sentence in outcome.err
    assert outcome.err.startswith(f"steelyard lab rerank apply: {path}") and outcome.err.count("\n") == 1


def test_what_was_chosen_is_verified(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    lists, reference, path = files
    trained(files)
    for references in ((), ("--references", reference, "-n", "100")):
        stored = tmp_path / "stored.json"
        stored.write_text(output("lab", "rerank", "apply", lists, "--reranker", path, *references, "-f", "json"))
        assert "verified:" in output("check", "result", stored)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("LIST",), "required: --references, -o/--output"),
        (("LIST", "--references", "REF"), "required: -o/--output"),
        (("LIST", "--references", "REF", "-o", "M", "--gammas", "1"), "must lie between 0 and 1"),
        (("LIST", "--references", "REF", "-o", "M", "--folds", "1"), "--folds must be 2 or more, not 1"),
        (
            ("LIST", "--references", "REF", "-o", "M", "--folds", "25"),
            "(--folds) must be from 1 to the number of segments, 24",
        ),
        (("LIST", "--references", "REF", "-o", "M", "-m", "ter"), "-m"),
        (("LIST", "--references", "REF", "-o", "M", "--gold", "dependency-f"), "needs parses of every output"),
        (("LIST", "--references", "SHORT", "-o", "M", "--folds", "11"), "lists of 24 segments, but 10 segments"),
        (("GAP", "--references", "REF", "-o", "M"), "segment 1 has no candidate"),
        (("LIST", "--references", "REF", "--parses", "CONLLU", "-o", "M"), "has no parse of candidate 1 of"),
        (("apply-it", "--references", "REF", "-o", "M"), "Cannot read apply-it"),
        (("ONE", "--references", "LINE", "-o", "M"), "There is one segment alone, so nothing can be held out"),
        (
            ("LIST", "--references", "REF", "--parses", "ALL", "--gold", "dependency-f", "-o", "M"),
            "needs parses of the references, too: give theirs with --reference-parses",
        ),
        (("apply", "LIST"), "required: --reranker"),
        (("apply", "LIST", "--reranker", "REF"), "REF"),
        (("apply", "LIST", "--reranker", "OTHER"), "decoder's feature 'pm', and these lists have lm, tm.1, tm.2"),
        (("apply", "LIST", "--reranker", "OTHER", "--gold", "ter"), "there is no flag --gold."),
        (("apply", "LIST", "--reranker", "OTHER", "-m", "ter"), "--metrics needs references: add --references"),
        (("apply", "LIST", "--reranker", "EMPTY"), "has no feature with a weight"),
    ],
)
def test_bad_input_is_one_line_and_nothing_is_written(words: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    short, gap, conllu = tmp_path / "short.txt", tmp_path / "gap.txt", tmp_path / "x.conllu"
    gap.write_text("0 ||| a ||| lm: 1\n2 ||| a ||| lm: 1\n")
    conllu.write_text("1\tdogs\t_\t_\t_\t_\t0\troot\t_\t_\n")
    rows = {"other": (("decoder", "pm", 1.0),), "empty": ()}
    for name, weights in rows.items():
        features = tuple(sy.results.ModelWeight(*row) for row in weights)
        RerankerModel((), (), features, {"n_segments": 1}).save(tmp_path / f"{name}.json")
    places = {
        "LIST": write_lists(tmp_path), "REF": write_reference(tmp_path), "M": tmp_path / "m.json", "GAP": gap,
        "SHORT": short, "CONLLU": conllu, "OTHER": tmp_path / "other.json", "EMPTY": tmp_path / "empty.json",
        "ONE": tmp_path / "one.txt", "LINE": tmp_path / "line.txt", "ALL": tmp_path / "all.conllu",
    }  # fmt: skip
    places["ONE"].write_text("0 ||| a ||| lm: 1\n0 ||| b ||| lm: 2\n")
    places["LINE"].write_text("a\n")
    places["ALL"].write_text(parses_of(dict.fromkeys(read_moses_nbest(places["LIST"]).texts)), encoding="utf-8")
    short.write_text("".join(places["REF"].read_text(encoding="utf-8").splitlines(keepends=True)[:10]))
    outcome = run("lab", "rerank", *(places.get(word, word) for word in words))
    assert (outcome.status, outcome.out) == (2, "")
    assert places.get(sentence, sentence) and str(places.get(sentence, sentence)) in outcome.err
    command, _ = split_command(["lab", "rerank", *words])
    assert outcome.err.startswith(f"steelyard {command}: ") and outcome.err.count("\n") == 1
    assert not places["M"].exists()


def test_pages_of_both_steps(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    lists, reference, model = files
    trained(files, "--report", tmp_path / "trained.html")
    content = (tmp_path / "trained.html").read_text(encoding="utf-8")
    assert "on held-out lists is" in content
    assert "of the chosen outputs, by penalty" in content
    page = tmp_path / "applied.html"
    printed = output("lab", "rerank", "apply", lists, "--reranker", model, "--report", page)
    assert len(printed.splitlines()) == N_SEGMENTS
    assert "to another candidate than the decoder" in page.read_text(encoding="utf-8")
    output("lab", "rerank", "apply", lists, "--reranker", model, "--references", reference, "--report", page)
    assert "reranked" in page.read_text(encoding="utf-8")
