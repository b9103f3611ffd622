"""An option is typed twice: the field of its question, and the door's signature, which is held to the field here."""

import argparse
import inspect
import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import pytest

import steelyard as sy
from steelyard.asking import QUESTIONS, Entry, Question, entry_named, load_part, question_class
from steelyard.asking.doors import parameters_of
from steelyard.asking.question import REQUIRED, Lines, between_0_and_1, option, option_of
from steelyard.cli.app import parse
from steelyard.cli.ask import add_options, question_of_arguments
from steelyard.errors import SpecError
from steelyard.files.reading import TextFile
from steelyard.lab.papers.registry import PAPERS
from steelyard.lab.questions.paraphrase.compute import expand_references
from steelyard.questions.metrics.compute import catalogue
from steelyard.questions.plan_ratings.question import PlanRatingsQuestion

ASKED = [entry for entry in QUESTIONS if load_part(entry, "question")]
WITHOUT_FUNCTION = {"human predict", "lab train apply", "plan ratings"}  # asked on the command line alone
METHODS = {
    "score": "scores", "meta tests": "test_accuracy", "compare --report": "report_page", "board items": "items",
    "board tasks": "campaign", "check level": "calibrate", "check dependence": "dependence", "plan texts": "plan",
}  # fmt: skip
FUNCTIONS: dict[str, Callable[..., Any]] = {  # of questions that are not about counted texts
    "lab alignments": sy.lab.score_alignments,
    "board tasks": sy.campaign,
    "meta tasks": sy.metrics_task,
    "lab suite": sy.lab.score_checkpoints,
    "lab suite make": sy.lab.make_checkpoints,
    "lab suite judge": sy.lab.judge_suite,
    "lab choose": sy.lab.choose,
    "lab contrasts": sy.lab.judge_contrasts,
    "explain segment": sy.explain,
    "check signature": sy.explain_signature,
    "lab learning-curve": sy.lab.learning_curves,
    "human": sy.analyse_ratings,
    "meta": sy.meta_evaluate,
    "human spans": sy.compare_spans,
    "human control-items": sy.control_items,
    "meta criteria": sy.judge_metrics,
    "meta ensemble": sy.weigh_metrics,
    "check files": sy.lint,
    "metrics": catalogue,
    "lab paraphrase": expand_references,
    "lab rerank": sy.lab.train_reranker,
    "lab rerank apply": sy.lab.rerank,
    "lab train": sy.lab.train_metric,
    "check installation": sy.selftest,
    "lab tune": sy.lab.tune,
    "lab tune-weights": sy.lab.tune_weights,
    "check result": sy.verify,
}
OF_EVALUATION = [
    entry
    for entry in ASKED
    if load_part(entry, "compute")
    and next(iter(inspect.signature(load_part(entry, "compute").compute).parameters), "") == "counted"
]


def defaults_of(asked: type[Question]) -> dict[str, Any]:
    """Return the defaults of options as those of parameters are written."""
    return {one.name: inspect.Parameter.empty if one.default is REQUIRED else one.default for one in fields(asked)}


@pytest.mark.parametrize("entry", OF_EVALUATION, ids=lambda entry: entry.name)
def test_the_python_door_has_the_options_of_its_question(entry: Entry) -> None:
    name = METHODS.get(entry.name, entry.words[-1].replace("-", "_"))
    method = getattr(sy.Evaluation, name, None)
    assert method is not None, f"add a method {name} with the options of the question to src/steelyard/evaluation.py"
    about = inspect.signature(load_part(entry, "compute").compute).parameters
    given = {
        name: parameter.default
        for name, parameter in inspect.signature(method).parameters.items()
        if name not in ("self", "progress", "executor", *about) and parameter.kind is not parameter.VAR_KEYWORD
    }
    wanted = defaults_of(question_class(entry))
    assert given == wanted, f"the parameters of Evaluation.{name} in src/steelyard/evaluation.py are not the options"
    for one in fields(question_class(entry)):
        assert f"\n        {one.name} : " in method.__doc__
    assert "{options}" not in method.__doc__


@pytest.mark.parametrize("paper", PAPERS)
def test_the_python_door_says_what_each_paper_has_of_its_own(paper: str) -> None:
    told = inspect.getdoc(sy.lab.replicate) or ""
    [block] = re.findall(rf"^    {paper}\n((?: {{8}}.*\n)+)", told.partition("\n**options\n")[2], re.MULTILINE)
    of_paper = textwrap.dedent(block).strip()
    assert re.findall(r"^(\w+) : ", of_paper, re.MULTILINE) == [*PAPERS[paper].own()]
    assert parameters_of(PAPERS[paper]).endswith(of_paper)


@pytest.mark.parametrize("name", FUNCTIONS, ids=str)
def test_a_public_function_has_the_options_of_its_question(name: str) -> None:
    asked, function = question_class(entry_named(name)), FUNCTIONS[name]
    given = {name: parameter.default for name, parameter in inspect.signature(function).parameters.items()}
    wanted = defaults_of(asked)
    assert {name: given.get(name) for name in wanted} == wanted
    for one in fields(asked):
        assert f"\n    {one.name} : " in (function.__doc__ or "")
    assert "{options}" not in (function.__doc__ or "")


def test_every_question_is_asked_by_a_method_or_a_function() -> None:
    elsewhere = set(FUNCTIONS) | WITHOUT_FUNCTION
    assert {entry.name for entry in ASKED} == {entry.name for entry in OF_EVALUATION} | elsewhere


@pytest.mark.parametrize("entry", ASKED, ids=lambda entry: entry.name)
def test_help_has_every_option_with_its_default(entry: Entry, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse([*(word for word in entry.words if word[0] != "-"), "--help-all"])
    told = "".join(capsys.readouterr().out.split())  # argparse breaks lines after hyphens, too
    for one in fields(question_class(entry)):
        known = option_of(one)
        if known.flags != ():
            flag = (known.flags or (f"--{one.name.replace('_', '-')}",))[-1]
            assert (known.metavar if flag == one.name else flag) in told
            assert "".join(known.help.split()) in told


@dataclass(frozen=True, slots=True, kw_only=True)
class Toy(Question):
    """Of an option of each kind."""

    most: int = option(3, "largest number", metavar="N")
    alpha: float = option(0.05, "level", check=between_0_and_1)
    ends: tuple[int, ...] = option((1, 2), "of ranges")
    labels: Lines | None = option(None, "one per segment", file="labels of segments")
    side: str | None = option(None, "which one", choices=("left", "right"), shown="both")


def file(role: str) -> TextFile:
    return TextFile("labels.txt", (role,), "0", "0")


def test_an_option_without_a_check_of_its_own_is_no_nan_either() -> None:
    with pytest.raises(SpecError, match=r"difference \(--difference\) must be a number, not nan"):
        PlanRatingsQuestion(difference=float("nan"))


def test_lists_become_tuples_and_values_are_checked() -> None:
    assert Toy(ends=[4, 5]).ends == (4, 5)  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="alpha must lie between 0 and 1, not 2"):
        Toy(alpha=2)


@pytest.mark.parametrize("level", [5e-324, 1e-17, 1 - 1e-16])
def test_levels_that_are_lost_in_rounding_are_refused(level: float) -> None:
    assert Toy(alpha=1e-9).alpha == 1e-9
    with pytest.raises(SpecError, match="alpha must be 1e-09 or more away from 0 and 1"):
        Toy(alpha=level)


@pytest.mark.parametrize(
    ("toy", "labels"), [(Toy(), None), (Toy(labels=["a"]), "list"), (Toy(labels=file("labels of segments")), "file")]
)
def test_a_recipe_asks_the_same_again(toy: Toy, labels: str | None) -> None:
    stored: dict[str, Any] = toy.recipe()
    assert stored == {"most": 3, "alpha": 0.05, "ends": [1, 2], "labels": labels, "side": None}
    if labels != "list":
        assert Toy.of_recipe(stored, file) == toy
    assert [role for role, _ in toy.files()] == (["labels of segments"] if labels == "file" else [])


def test_options_describe_themselves_as_numpydoc_does() -> None:
    assert parameters_of(Toy).split("\n") == [
        "most : int, default 3",
        "    Largest number.",
        "alpha : float, default 0.05",
        "    Level.",
        "ends : sequence of int, default (1, 2)",
        "    Of ranges.",
        "labels : sequence of str or TextFile, optional",
        "    One per segment.",
        'side : {"left", "right"}, optional',
        "    Which one; by default both.",
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Named(Question):
    """Of options whose texts name others by their flags."""

    n_draws: int = option(9, "draws, at least two-sided ones", flags=("-n", "--draws"))
    sides: str | None = option(None, "which; --draws and -n count them", shown="by --n-halves")
    n_halves: int = option(2, "parts, as for --sides")


def test_python_calls_by_its_name_what_texts_name_by_its_flag() -> None:
    assert parameters_of(Named).split("\n") == [
        "n_draws : int, default 9",
        "    Draws, at least two-sided ones.",
        "sides : str, optional",
        "    Which; `n_draws` and `n_draws` count them; by default by `n_halves`.",
        "n_halves : int, default 2",
        "    Parts, as for `sides`.",
    ]


PYTHON_DOORS = {
    **{f"Evaluation.{name}": getattr(sy.Evaluation, name) for name in dir(sy.Evaluation) if name[0] != "_"},
    **FUNCTIONS,
}


@pytest.mark.parametrize("name", PYTHON_DOORS, ids=str)
def test_python_is_told_of_no_flags(name: str) -> None:
    told = inspect.getdoc(PYTHON_DOORS[name]) or ""
    parameters = told.partition("\nParameters\n")[2].partition("\nReturns\n")[0]
    assert re.findall(r"(?<![\w`-])--?[a-z][\w-]*|\bflags?\b", parameters) == []


def test_names_that_are_given_twice_add_up() -> None:
    parser = argparse.ArgumentParser()
    add_options(parser, Lists)
    asked = question_of_arguments(parser.parse_args(["--names", "a", "--names", "b", "c", "--sizes", "1"]), Lists)
    assert (asked.names, asked.sizes) == (("a", "b", "c"), (1,))


def test_numbers_that_are_given_twice_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "explain",
        "influence",
        "ref.txt",
        "--lengths",
        "3",
        "--lengths",
        "5",
    ]
    with pytest.raises(SystemExit):
        parse(words)
    assert "--lengths is given twice, but only one can hold" in capsys.readouterr().err


@dataclass(frozen=True, slots=True, kw_only=True)
class Lists(Question):
    """Of lists of names and of numbers."""

    names: tuple[str, ...] = option((), "of systems")
    sizes: tuple[int, ...] = option((5,), "of blocks")
