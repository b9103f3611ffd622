"""Which way scores go: one table for every door, and where it does not say, the door asks."""

import json
import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest

import steelyard as sy
from steelyard.metrics.table import ROWS
from steelyard.reading.directions import Directions, direction_of, is_metric
from tests.cli.running import HARBOUR, LANTERN, REFERENCE, output, run

LOWER = (
    "TER-refA", "sacreBLEU TER", "wer", "CER (%)", "hter", "word_perplexity,none", "bits_per_byte", "brier_score",
    "loss", "eval/loss", "error_rate", "num_errors", "failure_rate", "toxicity", "hallucination_rate",
    "MetricX-24-Hybrid-XL", "mqm_penalty", "edit_distance", "false_positive_rate", "translationErrors", "penalty score",
)  # fmt: skip
HIGHER = (
    "accuracy", "acc,none", "exact_match,strict-match", "pass@1", "win_rate", "f1", "XCOMET-XL", "CometKiwi22",
    "BLEURT-20", "GEMBA-ESA", "YiSi-1-refA", "chrF2++", "BERTScore_F1", "faithfulness", "reward", "solved",
    "ndcg_at_10", "error-free", "judge", "human rating", "spBLEU", "mbr-metricx-qe",
)  # fmt: skip
UNKNOWN = (
    "mine",
    "wide",
    "gpt-4",
    "pct_stereotype",
    "likelihood_difference",
    "x",
    "Random-sysname",
    "latency",
    "tokens",
)


@pytest.mark.parametrize("name", LOWER)
def test_errors_and_costs_are_better_where_they_are_lower(name: str) -> None:
    assert direction_of(name, [0.0, 3.0]) is False


@pytest.mark.parametrize("name", HIGHER)
def test_qualities_are_better_where_they_are_higher(name: str) -> None:
    assert direction_of(name, [0.0, 3.0]) is True


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_a_name_does_not_say_is_not_known(name: str) -> None:
    assert direction_of(name, [0.0, 3.0]) is None and not is_metric(name)


@pytest.mark.parametrize("name", ROWS)
def test_every_metric_of_ours_has_its_own_direction_however_it_is_written(name: str) -> None:
    row = ROWS[name]
    for written in (name, name.upper(), row.label, name.replace("-", "_"), f"{name}(a=1)"):
        assert direction_of(written) is row.higher_is_better, written


def test_errors_with_a_minus_were_turned_round() -> None:
    assert direction_of("MetricX-23", [-22.4, -3.0, 0.28]) is True  # a predicted error may lie a little below none
    assert direction_of("ter", [-0.2, -0.5]) is True
    assert direction_of("mqm", [-5.0, 0.0]) is True and direction_of("mqm", [5.0, 0.0]) is None  # penalties, or of 100


TABLES = {  # of a name that says nothing: how it is given at each door
    "a column": ("compare", "--scores", "long.csv"),
    "a board": ("board", "long.csv"),
    "NAME=": ("compare", "--scores", "MINE=wide.tsv"),
    "beside texts": ("compare", REFERENCE, "-i", HARBOUR, LANTERN, "-m", "chrf", "--scores", "MINE=texts.tsv"),
    "a gate": ("gate", "--scores", "MINE=wide.tsv", "--max-drop", "1"),
    "learning curves": ("lab", "learning-curve", "runs.csv"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    rows = [(system, item, 1 + (item * 7 + k * 3) % 11) for item in range(24) for k, system in enumerate("ab")]
    Path("long.csv").write_text("system,item,mine\n" + "".join(f"{s},{i},{x}\n" for s, i, x in rows))
    Path("wide.tsv").write_text("a\tb\n" + "".join(f"{1 + i % 7}\t{2 + i % 5}\n" for i in range(24)))
    Path("texts.tsv").write_text("harbour\tlantern\n" + "".join(f"{1 + i % 7}\t{2 + i % 5}\n" for i in range(120)))
    sizes = [1000, 2000, 4000, 8000, 16000]
    runs = [f"a,{size},{seed},mine,{20 + k + seed / 10}" for k, size in enumerate(sizes) for seed in range(3)]
    Path("runs.csv").write_text("\n".join(["system,size,seed,metric,score", *runs]) + "\n")
    return tmp_path


@pytest.mark.parametrize("words", TABLES.values(), ids=TABLES)
def test_an_unknown_direction_is_asked_about_and_each_answer_runs(words: Sequence[str], folder: Path) -> None:
    """Higher was taken for better wherever no reader said otherwise, in silence."""
    asked = run(*words, "-n", "50")
    assert (asked.status, asked.out) == (2, "")
    first, *answers = asked.err.splitlines()
    assert "Nothing says whether higher or lower scores of" in first and len(answers) == 2
    outputs = []
    for answer in answers:
        steelyard, *rest = shlex.split(answer)
        assert steelyard == "steelyard"
        done = run(*rest)
        assert done.status in (0, 1), done.err
        outputs.append(done.out)
    assert outputs[0] != outputs[1]


@pytest.mark.parametrize("name", ["ter", "wer", "error_rate", "MetricX-24"])
def test_every_door_knows_that_errors_are_better_where_they_are_lower(name: str, folder: Path) -> None:
    """`ter` of a table was better where it was higher, and of a log of lm-evaluation-harness where it was lower."""
    Path("named.csv").write_text(Path("long.csv").read_text().replace("mine", name))
    Path(f"{name}.tsv").write_text(Path("wide.tsv").read_text())
    for words in (
        ("compare", "--scores", "named.csv"), ("board", "named.csv"), ("compare", "--scores", f"{name}=wide.tsv"),
        ("compare", "--scores", f"{name}.tsv"), ("score", "--scores", "named.csv"),
        ("compare", REFERENCE, "-i", HARBOUR, LANTERN, "--scores", f"{name}=texts.tsv", "-m", "chrf"),
    ):  # fmt: skip
        flags = () if words[0] == "score" else ("-n", "50")
        found = json.loads(output(*words, *flags, "-f", "json"))
        rows = found.get("scores") or found["rows"]
        assert {row["higher_is_better"] for row in rows if row["metric"] == name} == {False}, words


def test_python_asks_as_the_command_line_does() -> None:
    scores = {"mine": {"a": [1.0, 5, 2], "b": [2.0, 1, 3]}}
    with pytest.raises(sy.errors.AskError, match="--higher-is-better mine, or --lower-is-better mine") as asked:
        sy.evaluate_scores(scores)
    assert asked.value.answers == (("--higher-is-better", "mine"), ("--lower-is-better", "mine"))
    up = sy.evaluate_scores(scores, higher_is_better=["mine"]).compare().pairs[0]
    down = sy.evaluate_scores(scores, lower_is_better=["mine"]).compare().pairs[0]
    assert up.difference == down.difference
    with pytest.raises(sy.errors.SpecError, match="stands after --lower-is-better and after --higher-is-better"):
        sy.evaluate_scores(scores, lower_is_better=["mine"], higher_is_better=["mine"])


def test_a_stored_answer_is_verified_in_the_direction_that_was_said(folder: Path) -> None:
    """Of a name that says the contrary, too: the direction is asked for again as it was given."""
    Path("ter.csv").write_text(Path("long.csv").read_text().replace("mine", "ter"))
    for flags in (("--higher-is-better", "ter"), ()):
        Path("stored.json").write_text(output("compare", "--scores", "ter.csv", "-n", "50", *flags, "-f", "json"))
        assert "verified:" in output("check", "result", "stored.json")


def test_what_was_said_against_a_name_or_a_file_is_told() -> None:
    values = {"accuracy": [0.2, 0.7], "mine": [1.0, 2.0], "judge": [3.0, 4.0], "score": [1.0, 3.0]}
    said = Directions(["accuracy", "mine", "score"], ["judge"], of_files={"judge": False})
    lower, why = said.settle(values)
    assert lower == ["accuracy", "mine", "score"]
    assert why == {
        "accuracy": "as was said, against its name", "mine": "as was said", "judge": "as was said, against its file",
        "score": "as was said",
    }  # fmt: skip
