"""`steelyard lab train`: learn, apply, and score with what was learned; and one sentence for what cannot be learned."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.lab.questions.train.answer import BEST, LEARNED, apply_model
from steelyard.results import Training
from steelyard.types import LearnedModel, OutputScores
from tests.cli.running import DOCUMENTS, HARBOUR, PATHS, REFERENCE, SPARROW, output, run
from tests.conftest import EXAMPLES

HUMAN = str(EXAMPLES / "human.tsv")
TEXTS = (REFERENCE, "-i", *PATHS.values())
TRAIN = ("lab", "train", *TEXTS, "-m", "chrf", "ter", "--ratings", HUMAN, "--documents", DOCUMENTS, "-n", "99", "-q")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("model") / "model.json"
    run(*TRAIN, "-o", path)
    return path


def test_what_was_learned_scores_by_itself_and_by_the_command_alike(model: Path, tmp_path: Path) -> None:
    scores = json.loads(output("score", *TEXTS, "-m", f"learned(model='{model}')", "-f", "json"))
    by_system = {row["system"]: row["score"] for row in scores["scores"]}
    path = tmp_path / "scores.tsv"
    assert f"segments: {path}" in output("lab", "train", "apply", model, *TEXTS, "-o", path)
    header, *lines = path.read_text(encoding="utf-8").splitlines()
    values = np.array([line.split("\t") for line in lines], dtype=np.float64)
    assert dict(zip(header.split("\t"), values.mean(axis=0), strict=True)) == pytest.approx(by_system, abs=1e-9)
    assert output("lab", "train", "apply", model, *TEXTS).splitlines()[1:] == lines
    both = json.loads(output("score", *TEXTS, "--scores", f"mine={path}", "-f", "json"))
    assert {row["system"]: row["score"] for row in both["scores"]} == pytest.approx(by_system)


def test_the_honest_estimate_stands_beside_the_flattering_ones(model: Path) -> None:
    training = sy.load(model)
    assert isinstance(training, Training)
    assert [row.feature for row in training.features] == ["chrF2", "TER"]
    assert training.features[1].weight is not None
    assert training.features[1].weight < 0  # TER counts what is wrong
    shown = output(*TRAIN)
    for said in ("learned, held out", "random folds", "training data", "best feature: chrF2", "by number of ratings"):
        assert said in shown
    assert training.agreement[LEARNED].value is not None
    assert training.agreement[BEST].value is not None
    assert training.method["seen"] is not None


def test_the_same_numbers_come_again(model: Path, tmp_path: Path) -> None:
    stored = tmp_path / "again.json"
    run(*TRAIN, "-o", stored)
    assert stored.read_bytes() == model.read_bytes()
    assert "verified:" in output("check", "result", model)


def test_several_learners_are_compared_on_the_folds_of_one(model: Path, tmp_path: Path) -> None:
    path = tmp_path / "several.json"
    shown = output(*TRAIN, "--learner", "ridge", "rank-svm", "-o", path)
    found, alone, other = sy.load(path), sy.load(model), sy.load(_trained(tmp_path, "rank-svm"))
    assert isinstance(found, Training) and isinstance(alone, Training) and isinstance(other, Training)
    assert found.model == alone.model and found.folds == alone.folds and found.features == alone.features
    assert [row.learner for row in found.learners] == ["ridge", "rank-svm"] == list(found.names)
    for row, single in zip(found.learners, (alone, other), strict=True):
        assert found.agreement[row.learner].value == row.agreement == single.agreement[LEARNED].value
        assert (row.options, row.seen, row.mixed) == tuple(single.method[key] for key in ("options", "seen", "mixed"))
        together, one = found.pair(row.learner, BEST), single.gain
        assert together.interval is not None and one.interval is not None
        assert np.ptp(together.interval) > np.ptp(one.interval)  # of two that may be chosen
    between = found.pair("ridge", "rank-svm")
    assert abs(between.difference) == abs(alone.agreement[LEARNED].value - other.agreement[LEARNED].value)
    for said in ("ridge, held out", "rank-svm, held out", "random folds, rank-svm", "Learners against each other"):
        assert said in shown
    assert "We learned 2 metrics" in found.method["sentence"] and "options were chosen" in found.method["sentence"]
    assert "verified:" in output("check", "result", path)


def test_systems_are_ranked_by_wins_of_held_out_scores(model: Path) -> None:
    training = sy.load(model)
    assert isinstance(training, Training)
    rows = {(row.metric, row.system): row for row in training.systems}
    assert {name for name, _ in rows} == {"people", LEARNED, BEST} and len(rows) == 15
    people = [rows["people", name].mean for name in PATHS]
    for told in training.ranking:
        for key in ("mean", "wins", "best", "tied"):
            of_systems = [getattr(rows[told.metric, name], key) for name in PATHS]
            expected = sy.meta.correlate(of_systems, people, coefficient="spearman")
            assert getattr(told, key) == pytest.approx(expected)
    assert sum(rows[LEARNED, name].best or 0 for name in PATHS) >= 1
    assert all((row.tied or 0) >= (row.best or 0) for row in rows.values())
    before = replace(training, systems=(), ranking=())  # as results of earlier versions are
    assert "Systems, held out" in sy.report.text(training) and "Systems, held out" not in sy.report.text(before)


def _trained(folder: Path, learner: str) -> Path:
    path = folder / f"{learner}.json"
    run(*TRAIN, "--learner", learner, "-o", path)
    return path


def test_options_go_to_the_learners_that_have_them() -> None:
    words = (*TRAIN, "--learner", "ridge", "rank-svm", "--learner-options", "C=3", "alpha=0.5", "-f", "json")
    found = json.loads(output(*words))
    assert [row["options"] for row in found["learners"]] == ["alpha=0.5", "C=3"]
    assert "options were chosen" not in found["method"]["sentence"]


def test_scores_from_files_are_features_and_are_applied_from_files(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    chrf = f"judge={EXAMPLES / 'chrf.tsv'}"
    words = ("--scores", chrf, "--ratings", HUMAN, "--documents", DOCUMENTS, "-n", "99", "-q", "-o", path)
    assert "with 1 feature is" in " ".join(output("lab", "train", *words, "--learner", "isotonic").split())
    applied = output("lab", "train", "apply", path, "--scores", chrf).splitlines()
    assert applied[0].split("\t") == list(PATHS)
    refused = run("score", *TEXTS, "-m", f"learned(model='{path}')")
    assert refused.status == 2
    assert "learned from scores of files, too (judge)" in refused.err


def test_pseudo_references_and_sets_of_features() -> None:
    systems = [path for name, path in PATHS.items() if name != "orator"]
    shown = output(
        "lab", "train", REFERENCE, "-i", *systems, "-m", "chrf", "--pseudo", PATHS["orator"],
        "--features", "kulesza-shieber", "--ratings", HUMAN, "-n", "99", "-q", "-f", "json",
    )  # fmt: skip
    names = [row["feature"] for row in json.loads(shown)["features"]]
    assert len(names) == 20
    assert sum(name.startswith("against(") or name.endswith("-against") for name in names) == 10


def test_marks_of_the_best_output_are_learned_and_applied_among_others(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    words = ("--features", "duh", "--intra-set", "--ratings", HUMAN, "-n", "20", "-q", "-o", path)
    printed = output("lab", "train", *TEXTS, *words)
    assert "with 20 features" in printed
    entry = json.loads(path.read_text(encoding="utf-8"))
    assert [sense for _, sense in entry["model"]["best_of"]] == ["nearest 1", *["greatest"] * 6]
    assert entry["features"][-1]["feature"] == "best of segment: BLEU-S"
    applied = output("lab", "train", "apply", path, *TEXTS).splitlines()
    assert len(applied) == 121
    refused = run("score", *TEXTS, "-m", f"learned(model='{path}')")
    assert (refused.status, refused.out) == (2, "")
    assert "which output of a segment is best" in refused.err


def test_features_of_a_set_that_say_nothing_are_left_out(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("nothing of this\n", encoding="utf-8")
    words = ("-m", f"seen(corpus='{corpus}', length=3)", "--ratings", HUMAN, "-n", "20")
    refused = run("lab", "train", *TEXTS, "-m", "chrf", *words, "-q")
    assert "gives every rated output the same score: leave it out" in refused.err
    done = run("lab", "train", *TEXTS, "-m", "chrf", "--features", "kulesza-shieber", "--ratings", HUMAN, "-n", "20")
    assert done.status == 0


def test_held_out_systems_and_groups(tmp_path: Path) -> None:
    years = tmp_path / "years.txt"
    years.write_text("".join(f"{2000 + i // 40}\n" for i in range(120)), encoding="utf-8")
    shown = json.loads(output(*TRAIN, "--groups", years, "--folds", "3", "--hold-systems", "-f", "json"))
    assert len(shown["folds"]) == 9
    assert shown["method"]["holds_systems"] is True
    assert {fold["n_judged"] for fold in shown["folds"]} <= set(range(30, 81))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("lab", "train", *TEXTS, "-m", "chrf"), "add --ratings FILE"),
        (("lab", "train", "--ratings", HUMAN), "Give texts (REF"),
        (("lab", "train", *TEXTS, "--ratings", HUMAN), "Give features"),
        ((*TRAIN, "--unit", "segment"), "there is no flag --unit."),
        ((*TRAIN, "--learner", "svm"), "svm"),
        ((*TRAIN, "--learner", "svr", "svr"), "Name each learner once with --learner."),
        ((*TRAIN, "--decide-by", "system:pearson"), "needs a statistic of segments"),
        ((*TRAIN, "--folds", "13"), "number of documents, 12"),
        ((*TRAIN, "--learner", "isotonic"), "calibrates one feature"),
        (("lab", "train", "apply", HUMAN, *TEXTS), "holds no learned metric"),
        (("lab", "train", "apply", EXAMPLES / "learned.json", *TEXTS, "-m", "bleu"), "Leave -m out"),
        ((*TRAIN, "--apply", "x"), "Write `steelyard lab train apply`"),
        (("score", *TEXTS, "-m", "learned"), "learned needs a model"),
        ((*TRAIN, "--learner-options", "C=2"), "Unknown option of ridge: 'C'"),
        ((*TRAIN, "--learner", "svr", "--learner-options", "C=-2"), "C of svr must be a number above 0"),
        (
            (*TRAIN, "--learner", "boosting", "--learner-options", "trees=2.5"),
            "trees of boosting must be a whole number",
        ),
        ((*TRAIN, "--intra-set", "bleu"), "Unknown feature 'bleu'"),
        ((*TRAIN, "--features", "sun"), "name --sources"),
        ((*TRAIN, "--features", "fluency"), "need a text with --corpus"),
        ((*TRAIN, "--features", "pseudo"), "name their files with --pseudo"),
        ((*TRAIN, "--features", "entailment"), "entailment needs parses of reference 1"),
        ((*TRAIN, "--svmlight", "no/such/folder.dat"), "Cannot write no/such/folder.dat"),
        (
            ("lab", "train", "apply", EXAMPLES / "learned.json", "--scores", f"x={EXAMPLES / 'chrf.tsv'}"),
            "-m scores texts",
        ),
    ],
)
def test_bad_input_is_one_sentence(words: tuple[object, ...], said: str) -> None:
    done = run(*words)
    assert done.status == 2
    assert said in " ".join(done.err.split())
    assert len(done.err.strip().splitlines()) <= 12
    assert not done.out


def test_a_model_that_was_changed_is_refused(model: Path, tmp_path: Path) -> None:
    entry = json.loads(model.read_text(encoding="utf-8"))
    entry["model"]["predictor"]["weights"][0] += 1e-9
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(entry), encoding="utf-8")
    done = run("score", REFERENCE, "-i", HARBOUR, SPARROW, "-m", f"learned(model='{path}')")
    assert done.status == 2
    assert "was changed after it was written" in done.err


def test_ratings_that_teach_nothing_are_refused() -> None:
    rng = np.random.default_rng(1)
    values = rng.normal(size=(2, 30))
    people, metric = OutputScores("people", ("a", "b"), values), OutputScores("m", ("a", "b"), values + 1)
    flat = OutputScores("flat", ("a", "b"), np.ones((2, 30)))
    with pytest.raises(sy.errors.DataError, match="flat gives every rated output the same score"):
        sy.lab.train_metric(people, [metric, flat])
    with pytest.raises(sy.errors.DataError, match="same rating"):
        sy.lab.train_metric(flat, [metric])
    few = OutputScores("people", ("a", "b"), np.where(np.arange(30) < 5, values, np.nan))
    with pytest.raises(sy.errors.DataError, match="10 rated outputs that every feature scored, and 20"):
        sy.lab.train_metric(few, [metric])
    with pytest.raises(sy.errors.SpecError, match="no metric"):
        sy.lab.train_metric(people, [])
    others = OutputScores("m", ("c", "d"), values)
    with pytest.raises(sy.errors.AlignmentError, match="share 0 of the 4 systems"):
        sy.lab.train_metric(people, [others])
    same = OutputScores("people", ("a", "b"), np.broadcast_to(np.arange(30.0), (2, 30)).copy())
    with pytest.raises(sy.errors.DataError, match="no order to learn"):
        sy.lab.train_metric(same, [metric], learner="rank-svm")


def test_features_are_scored_before_a_model_is_applied() -> None:
    values = np.arange(60.0).reshape(2, 30) % 7
    people, metric = (OutputScores(name, ("a", "b"), values) for name in ("people", "m"))
    other = OutputScores("n", ("a", "b"), np.sqrt(values))
    model = LearnedModel.from_dict(sy.lab.train_metric(people, [metric, other], n_resamples=20).model)
    short = OutputScores("n", ("a", "b"), values[:, :9])
    with pytest.raises(sy.errors.AlignmentError, match=r"There are no scores by 'n', .*: it needs m, n\."):
        apply_model(model, [metric])
    with pytest.raises(sy.errors.AlignmentError, match="did not score the same numbers of systems and segments"):
        apply_model(model, [metric, short])
    np.testing.assert_allclose(apply_model(model, [metric, other]).values, values, atol=0.2)


def test_texts_in_a_table_are_learned_from_as_files_are(tmp_path: Path) -> None:
    files = {"reference": REFERENCE, **PATHS, "document": DOCUMENTS}
    columns = [Path(file).read_text(encoding="utf-8").splitlines() for file in files.values()]
    rows = [dict(zip(files, row, strict=True)) for row in zip(*columns, strict=True)]
    table = tmp_path / "all.json"
    table.write_text(json.dumps(rows), encoding="utf-8")
    words = ("-m", "chrf", "ter", "--ratings", HUMAN, "-n", "20", "-q", "-f", "json")
    found = json.loads(output("lab", "train", "--table", table, "--systems", *PATHS, *words))
    wanted = json.loads(output("lab", "train", *TEXTS, "--documents", DOCUMENTS, *words))
    assert found["features"] == wanted["features"] and found["model"] == wanted["model"]


def test_a_metric_is_learned_by_one_statistic() -> None:
    values = np.arange(60.0).reshape(2, 30) % 7
    people, metric = (OutputScores(name, ("a", "b"), values) for name in ("people", "m"))
    for by in ([], ["segment:kendall", "segment:pearson"], "segment:kendall"):
        with pytest.raises(sy.errors.SpecError, match="Give one statistic with --decide-by"):
            sy.lab.train_metric(people, [metric], by=by)


def test_a_page_without_a_warning_has_no_list_of_them(model: Path) -> None:
    training = sy.load(model)
    assert isinstance(training, Training)
    told = [sy.report.text(replace(training, method={**training.method, "warnings": given})) for given in ([], ["Oh."])]
    assert told[1].replace("- Oh.\n\n", "") == told[0] != told[1]
