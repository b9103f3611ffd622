"""Metrics over several language pairs: the average and its test, what is read, and what is refused."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.cli.app import main
from steelyard.errors import AlignmentError, DataError, SpecError, SteelyardError
from steelyard.meta import calibrate_ties, soft_pairwise_accuracy
from steelyard.questions.metrics_task.answer import MetricsTask
from steelyard.questions.metrics_task.inputs import has_ratings, read_metrics
from steelyard.types import OutputScores

EXAMPLE = Path(__file__).parents[3] / "examples" / "campaign" / "metrics.toml"
Task = tuple[OutputScores, Sequence[OutputScores]]


def _task(seed: int, n_systems: int = 5, n: int = 25) -> Task:
    rng, systems = np.random.default_rng(seed), tuple(f"s{i}" for i in range(n_systems))
    quality = rng.normal(size=(n_systems, 1)) + rng.normal(size=(n_systems, n))
    noise = {"good": 0.3, "fair": 2.0, "none": 30.0}
    metrics = [
        OutputScores(name, systems, quality + size * rng.normal(size=quality.shape)) for name, size in noise.items()
    ]
    return OutputScores("people", systems, quality.round()), metrics


def test_the_average_is_of_both_statistics_on_every_pair() -> None:
    tasks = {"en-de": _task(1), "en-ja": _task(2, n_systems=7, n=31)}
    found = sy.metrics_task(tasks, n_draws=100, weights={"en-ja": 3.0})
    for row in found.averages:
        said = []
        for people, metrics in tasks.values():
            scores = next(metric.values for metric in metrics if metric.name == row.metric)
            soft = soft_pairwise_accuracy(scores, people.values, n_resamples=5000, rng=7).values[0]
            said.append((float(soft), calibrate_ties(scores.T, people.values.T).accuracy))
        assert row.values[:2] == pytest.approx([soft for soft, _ in said], abs=0.02)  # other draws
        assert row.values[2:] == pytest.approx([within for _, within in said])
        assert row.average == pytest.approx(np.average(row.values, weights=[1, 3, 1, 3]))
    assert [task["weight"] for task in found.method["tasks"]] == [0.5, 1.5, 0.5, 1.5]
    assert [row.metric for row in found.averages] == ["good", "fair", "none"]
    assert found.averages[0].cluster < found.averages[2].cluster


def test_metrics_that_are_people_are_not_told_apart() -> None:
    people, _ = _task(1)
    same = [OutputScores(name, people.systems, people.values) for name in ("one", "other")]
    found = sy.metrics_task({"a": (people, same), "b": (people, same)}, n_draws=50)
    assert [row.average for row in found.averages] == [1.0, 1.0]
    assert found.pairs[0].p_value == 1.0
    assert [row.published_cluster for row in found.averages] == [1, 1]


def test_a_better_metric_is_better_whichever_comes_first() -> None:
    tasks = {"a": _task(1), "b": _task(2)}
    turned = {name: (people, metrics[::-1]) for name, (people, metrics) in tasks.items()}
    one, other = (sy.metrics_task(given, n_draws=100) for given in (tasks, turned))
    assert [row.cluster for row in one.averages] == [row.cluster for row in other.averages]
    row = next(row for row in one.pairs if (row.metric, row.against) == ("none", "good"))
    back = next(row for row in other.pairs if (row.metric, row.against) == ("good", "none"))
    assert (row.verdict, back.verdict) == ("worse", "better")
    assert row.difference == pytest.approx(-back.difference)
    assert back.p_better < 0.05 < row.p_better


def test_as_published_exchanges_single_decisions() -> None:
    tasks = {"a": _task(1), "b": _task(2)}
    found = sy.metrics_task(tasks, n_draws=50, is_published=True)
    assert "single decisions" in found.method["sentence"]
    assert "counted in full" in found.method["sentence"]


def _status(argv: list[str]) -> int:
    with pytest.raises(SystemExit) as ended:
        main(argv)
    return int(ended.value.code or 0)


def _one(people: OutputScores, values: np.ndarray) -> Task:
    return people, [OutputScores(name, people.systems, values) for name in ("m", "n")]


def _refused() -> list[tuple[str, Callable[[], object], type[SteelyardError], str]]:
    people, metrics = _task(1)
    other, _ = _task(2)
    single = OutputScores("people", ("s0",), people.values[:1])
    short = OutputScores("people", people.systems, people.values[:, :1])
    nothing = np.full(people.values.shape, np.nan)
    strangers = OutputScores("people", tuple("vwxyz"), people.values)
    good = people, metrics
    return [
        (
            "no metric in common",
            lambda: sy.metrics_task({"a": good, "b": _one(other, other.values)}),
            SpecError,
            "The tasks have no metric in common",
        ),
        (
            "one in common",
            lambda: sy.metrics_task({"a": good, "b": (people, metrics[:1])}),
            SpecError,
            "one metric in common, good",
        ),
        (
            "one system",
            lambda: sy.metrics_task({"a": good, "b": (single, metrics)}),
            AlignmentError,
            "Task b: .*1 of the",
        ),
        (
            "other systems",
            lambda: sy.metrics_task({"a": good, "b": (strangers, metrics)}),
            AlignmentError,
            "Task b: .*0 of",
        ),
        ("one segment", lambda: sy.metrics_task({"a": _one(short, short.values)}), DataError, "Task a: 1 segment of 1"),
        ("no number", lambda: sy.metrics_task({"a": _one(people, nothing)}), DataError, "Task a: m has no score"),
        ("no task", lambda: sy.metrics_task({}), SpecError, "There is no task"),
        ("a weight of none", lambda: sy.metrics_task({"a": good}, weights={"c": 1.0}), SpecError, "weights names 'c'"),
        (
            "a mark of none",
            lambda: sy.metrics_task({"a": good}, marks={"BLUE": "primary"}),
            SpecError,
            "primary metric",
        ),
        ("no such mark", lambda: sy.metrics_task({"a": good}, marks={"good": "best"}), SpecError, "mark of a metric"),
        (
            "one name twice",
            lambda: sy.metrics_task({"a": (people, [*metrics, metrics[0]])}),
            SpecError,
            "the name 'good'",
        ),
    ]


@pytest.mark.parametrize(("ask", "error", "told"), [case[1:] for case in _refused()], ids=[c[0] for c in _refused()])
def test_what_cannot_be_ranked_is_refused(ask: Callable[[], object], error: type[SteelyardError], told: str) -> None:
    with pytest.raises(error, match=told):
        ask()


def test_a_metric_that_one_pair_lacks_is_named() -> None:
    people, metrics = _task(1)
    found = sy.metrics_task({"a": (people, metrics), "b": (people, metrics[:2])}, n_draws=30)
    assert [row.metric for row in found.averages] == ["good", "fair"]
    assert found.method["notes"][0] == "Not ranked, because some tasks do not have it: none (not in b)."


def test_the_example_is_ranked_and_computed_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stored = tmp_path / "found.json"
    assert _status(["meta", "tasks", str(EXAMPLE), "-n", "60", "--format", "json"]) == 0
    stored.write_text(capsys.readouterr().out, encoding="utf-8")
    found = sy.load(stored)
    assert isinstance(found, MetricsTask)
    marked = [(row.metric, row.mark) for row in found.averages]
    assert marked == [("oak", "primary"), ("maple", "baseline"), ("willow", "baseline")]
    assert _status(["check", "result", str(stored)]) == 0


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("[tasks.a]\nratings = 'x.tsv'\n", "has no scores"),
        ("[tasks.a]\nratings = 'x.tsv'\nscores = 's.tsv'\nmetrics = ['bleu']\n", "metrics need texts"),
        ("[tasks.a]\nratings = 'x.tsv'\nscores = 's.tsv'\nweight = 0\n", "weight has to be a number above 0"),
        ("best = ['x']\n[tasks.a]\nratings = 'x.tsv'\nscores = 's.tsv'\n", "'best' is unknown"),
        ("[tasks.a]\nratings = 'gone.tsv'\nscores = 's.tsv'\n", "gone.tsv"),
    ],
)
def test_a_file_that_does_not_fit_is_one_sentence(
    content: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "metrics.toml"
    path.write_text(content, encoding="utf-8")
    assert _status(["meta", "tasks", str(path)]) == 2
    printed = capsys.readouterr()
    assert told in printed.err
    assert printed.out == ""


def _eval_set(folder: Path, scores: dict[str, str]) -> None:
    for name, content in scores.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")


def _column(values: np.ndarray) -> str:
    return "".join(f"s{i}\t{value}\n" for i, row in enumerate(values) for value in row)


def test_a_folder_of_mt_metrics_eval_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {}
    for seed, languages in enumerate(("en-de", "en-ja")):
        people, metrics = _task(seed)
        files[f"human-scores/{languages}.mqm.seg.score"] = _column(people.values) + "refA\tNone\n" * 25
        for metric, against in zip(metrics, ("refA", "src", "refA"), strict=True):
            files[f"metric-scores/{languages}/{metric.name}-{against}.seg.score"] = _column(metric.values)
        files[f"metric-scores/{languages}/good-refB.seg.score"] = _column(-people.values)
    _eval_set(tmp_path, files)
    assert _status(["meta", "tasks", str(tmp_path), "-n", "30", "--format", "json"]) == 0
    stored = tmp_path / "found.json"
    stored.write_text(capsys.readouterr().out, encoding="utf-8")
    found = sy.load(stored)
    assert isinstance(found, MetricsTask)
    assert [row.metric for row in found.averages] == ["good", "fair", "none"]
    assert _status(["meta", "tasks", str(tmp_path), "-n", "30", "--language-pairs", "en-ja"]) == 0
    assert "Metrics over 1 language pair\n" in capsys.readouterr().out
    assert _status(["meta", "tasks", str(tmp_path), "--language-pairs", "de-en"]) == 2
    assert "Unknown language pair 'de-en'" in capsys.readouterr().err


def test_a_folder_of_something_else_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _status(["meta", "tasks", str(tmp_path)]) == 2
    assert "is no test set of mt-metrics-eval" in capsys.readouterr().err


def test_flags_of_the_other_campaign_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert _status(["meta", "tasks", str(EXAMPLE), "--pairs", "baseline"]) == 2
    assert "there is no flag --pairs." in capsys.readouterr().err
    assert _status(["board", "tasks", str(EXAMPLE)]) == 2
    assert f"write `steelyard meta tasks {EXAMPLE}`" in capsys.readouterr().err
    assert _status(["board", "tasks", str(EXAMPLE.with_name("campaign.toml")), "--language-pairs", "en-de"]) == 2
    assert "there is no flag --language-pairs." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"[tasks", "is no TOML"),
        (b"\xff", "is no TOML"),
        (b"a = " + b"[" * 5000, "is no TOML"),
        (b"tasks = 7", "has no task"),
        (b"", "has no task"),
    ],
)
def test_a_file_that_is_no_campaign_is_one_sentence(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "campaign.toml"
    path.write_bytes(content)
    assert not has_ratings(str(path))
    with pytest.raises(DataError, match=says):
        read_metrics(str(path))


def _written(folder: Path, more: str, *, scales: str = "s", names: Sequence[str] = ("m", "n")) -> list[str]:
    """Write a task with two metrics, and what stands below it; return the command."""
    cells = [(s, line, scale) for s in range(3) for line in range(1, 5) for scale in scales]
    rows = [f"s{s}\t{line}\tme\t{scale}\t{s + line % 3}" for s, line, scale in cells]
    text = "\n".join(["system\tline\trater\tscale\tscore", *rows]) + "\n"
    (folder / "r.tsv").write_text(text, encoding="utf-8")
    for k, name in enumerate(names):
        lines = [f"s{s}\t{(s * line + k) % 5}" for s in range(3) for line in range(4)]
        (folder / f"{name}.seg.score").write_text("\n".join(lines) + "\n", encoding="utf-8")
    scores = ", ".join(f"'{name}={name}.seg.score'" for name in names)
    path = folder / "metrics.toml"
    path.write_text(f"[tasks.a]\nratings = 'r.tsv'\nscores = [{scores}]\n{more}", encoding="utf-8")
    return ["meta", "tasks", str(path), "-n", "20"]


@pytest.mark.parametrize(
    ("more", "scales", "told"),
    [
        ("[tasks]\nb = 3\n", "s", "task b: write its files below [tasks.NAME], as ratings = 'mqm.tsv'."),
        ("skale = 'x'\n", "s", "Unknown key 'skale'. Did you mean 'scale'?"),
        ("scale = 3\n", "s", "task a: scale has to be a text."),
        ("", "xy", "Task a has several scales: x, y. Choose one: scale = '...'."),
        ("names = {'BLUE' = 'BLEU'}\n", "s", "Task a: names has 'BLUE', but its metrics are m, n."),
        ("lower_is_better = ['TER']\n", "s", "Task a: lower_is_better has 'TER', but its metrics are m, n."),
        ("leave_out = ['s9']\n", "s", "Task a: leave_out has 's9', but its systems are s0, s1, s2."),
    ],
)
def test_what_stands_below_a_task_is_checked(
    more: str, scales: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path(_written(tmp_path, more, scales=scales)[2])
    if more.startswith("[tasks]"):
        path.write_text("tasks = {b = 3, a = {ratings = 'r.tsv'}}\n", encoding="utf-8")
    assert _status(["meta", "tasks", str(path)]) == 2
    assert told in capsys.readouterr().err


def test_metrics_are_turned_named_and_weighed_and_systems_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = "names = {'m' = 'better name'}\nlower_is_better = ['n']\nleave_out = ['s1']\nweight = 2\n"
    argv = _written(tmp_path, more)
    assert _status([*argv, "--format", "json"]) == 0
    (tmp_path / "found.json").write_text(capsys.readouterr().out, encoding="utf-8")
    found = sy.load(tmp_path / "found.json")
    assert isinstance(found, MetricsTask)
    assert {row.metric for row in found.averages} == {"better name", "n"}
    assert {tuple(task["systems"]) for task in found.method["tasks"]} == {("s0", "s2")}


def test_one_file_or_folder_is_asked_about_at_a_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    argv = _written(tmp_path, "")
    assert _status([*argv[:3], str(EXAMPLE)]) == 2
    assert f"nothing takes {EXAMPLE}" in capsys.readouterr().err


def _told(found: MetricsTask) -> str:
    return " ".join(sy.report.text(found).split())


def test_many_pairs_of_languages_and_of_metrics_are_laid_out_in_tables_of_their_own() -> None:
    people, metrics = _task(1, n_systems=8)
    more = [OutputScores(f"m{k}", people.systems, metrics[k % 3].values + k) for k in range(4)]
    few, many = (
        sy.metrics_task(dict.fromkeys("abc", (people, given)), n_draws=20) for given in (metrics, [*metrics, *more])
    )
    assert "Soft pairwise accuracy (SPA), and WMT's cluster on that language pair" in _told(few)
    assert [("Differences of averages" in sy.report.text(one).splitlines()) for one in (few, many)] == [True, False]


def test_what_must_not_be_overlooked_is_told() -> None:
    (people, metrics), (small, own) = _task(1, n_systems=9), _task(2, n_systems=5)
    named = OutputScores("MQM", small.systems, small.values)
    notes = sy.metrics_task({"a": (people, metrics), "b": (named, own)}, n_draws=10).method["notes"]
    assert "There are few systems in b (5): with other systems, the ranks of metrics can change." in notes
    assert "There are several kinds of ratings (people, MQM); the average is over all of them." in notes
    assert "10 draws are too few to reach 0.05: add -n 1000." in notes
    large = sy.metrics_task({"a": (people, metrics)}, n_draws=20)
    assert large.method["notes"] == [] and "- There are few" not in sy.report.text(large)


def test_systems_that_some_metric_lacks_take_no_part_and_are_named() -> None:
    people, metrics = _task(1, n_systems=9)
    [one] = [metric.select([name for name in people.systems if name != "s4"]) for metric in metrics[:1]]
    notes = sy.metrics_task({"a": (people, [one, *metrics[1:]])}, n_draws=20).method["notes"]
    assert "a: s4 left out, because ratings or scores are missing." in notes


def test_a_metric_without_any_score_is_named_among_others() -> None:
    people, metrics = _task(1)
    nothing = OutputScores("fair", people.systems, np.full(people.values.shape, np.nan))
    with pytest.raises(DataError, match=r"Task a: fair has no score of any segment\."):
        sy.metrics_task({"a": (people, [metrics[0], nothing, metrics[2]])})


def test_a_scale_is_named_and_so_is_the_metric_of_numbers_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = _written(tmp_path, "")
    (tmp_path / "numbers.tsv").write_text("s0\ts1\ts2\n" + "1\t2\t3\n" * 4, encoding="utf-8")
    path = Path(argv[2])
    path.write_text("[tasks.a]\nratings = 'r.tsv'\nscores = ['numbers.tsv']\nencoding = 'utf-8'\n", encoding="utf-8")
    assert _status(argv) == 2
    assert "numbers.tsv has no name of its metric: write NAME=FILE." in capsys.readouterr().err
