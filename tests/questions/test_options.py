"""An option is typed once, as a field of its question: doors, help and what editors are shown follow from it."""

import argparse
import inspect
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, cast

import pytest

import steelyard as sy
from steelyard.asking import QUESTIONS, Question, QuestionEntry, load_part, question_class
from steelyard.asking.doors import parameters_of
from steelyard.asking.question import REQUIRED, Lines, between_0_and_1, option, option_of
from steelyard.cli.app import parse
from steelyard.cli.question_command import add_options, question_of_arguments
from steelyard.errors import SpecError
from steelyard.files.reading import TextFile
from steelyard.lab.papers.registry import PAPERS
from steelyard.questions.plan_ratings.question import PlanRatingsQuestion
from tests.conftest import ROOT

ASKED = [entry for entry in QUESTIONS if load_part(entry, "question")]
# Asked on the command line alone.
WITHOUT_FUNCTION = {"compare --report", "human predict", "lab train apply", "metrics", "plan ratings"}
METHODS = {
    "score": "scores", "meta tests": "test_accuracy", "board items": "items", "check level": "calibrate",
    "check dependence": "dependence", "plan texts": "plan",
}  # fmt: skip


def door_of(entry: QuestionEntry) -> Callable[..., Any]:
    """Return the function that asks a question, or the method of Evaluation."""
    if entry.function:
        function = getattr(load_part(entry, "compute"), entry.function)
    else:
        function = getattr(sy.Evaluation, METHODS.get(entry.name, entry.words[-1]), None)
    assert function is not None, f"give {entry.name} a function, or a method in src/steelyard/evaluation.py"
    return cast("Callable[..., Any]", function)


@pytest.mark.parametrize("entry", [one for one in ASKED if one.name not in WITHOUT_FUNCTION], ids=lambda one: one.name)
def test_the_python_door_has_the_options_of_its_question(entry: QuestionEntry) -> None:
    door, asked = door_of(entry), question_class(entry)
    given = {name: one.default for name, one in inspect.signature(door).parameters.items()}
    for one in fields(asked):
        assert given[one.name] == (inspect.Parameter.empty if one.default is REQUIRED else one.default)
        assert re.search(rf"^ *{one.name} : ", door.__doc__ or "", re.MULTILINE)
    assert "{options}" not in (door.__doc__ or "")


def test_an_option_that_a_question_has_not_is_named() -> None:
    evaluation = sy.evaluate(sy.TestSet(references=[["a b"]], systems={"x": ["a b"]}))
    with pytest.raises(TypeError, match=r"scores\(\) got an unexpected keyword argument 'alpha'"):
        evaluation.scores(alpha=0.05)
    with pytest.raises(TypeError, match=r"explain_signature\(\) missing a required argument: 'a'"):
        sy.explain_signature()


def test_what_editors_are_shown_is_what_the_questions_say() -> None:
    stubs = ROOT / "tools" / "door_stubs.py"
    ran = subprocess.run([sys.executable, stubs, "--check"], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    shown = (Path(sy.__file__).parent / "evaluation.pyi").read_text(encoding="utf-8")
    assert "equivalence_margin: float | Mapping[str, float] | None = None" in shown


@pytest.mark.parametrize("paper", PAPERS)
def test_the_python_door_says_what_each_paper_has_of_its_own(paper: str) -> None:
    told = inspect.getdoc(sy.lab.replicate) or ""
    [block] = re.findall(rf"^    {paper}\n((?: {{8}}.*\n)+)", told.partition("\n**options\n")[2], re.MULTILINE)
    of_paper = textwrap.dedent(block).strip()
    assert re.findall(r"^(\w+) : ", of_paper, re.MULTILINE) == [*PAPERS[paper].own()]
    assert parameters_of(PAPERS[paper]).endswith(of_paper)


@pytest.mark.parametrize("entry", ASKED, ids=lambda entry: entry.name)
def test_help_has_every_option_with_its_default(entry: QuestionEntry, capsys: pytest.CaptureFixture[str]) -> None:
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
    **{entry.name: door_of(entry) for entry in ASKED if entry.function},
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
    words = ["explain", "influence", "ref.txt", "--lengths", "3", "--lengths", "5"]
    with pytest.raises(SystemExit):
        parse(words)
    assert "--lengths is given twice, but only one can hold" in capsys.readouterr().err


@dataclass(frozen=True, slots=True, kw_only=True)
class Lists(Question):
    """Of lists of names and of numbers."""

    names: tuple[str, ...] = option((), "of systems")
    sizes: tuple[int, ...] = option((5,), "of blocks")


@pytest.mark.parametrize("value", [-1, 10_001, 2**63, 0.5, True])
def test_no_search_is_asked_for_climbs_without_end(value: Any) -> None:
    """A stored answer with 2**63 restarts was computed again until someone stopped it."""
    asked = [
        (kind, one.name)
        for kind in map(question_class, ASKED)
        for one in fields(kind)
        if one.name in ("n_restarts", "n_directions")
    ]
    assert len(asked) == 4
    for kind, name in asked:
        given = {one.name: "x" for one in fields(kind) if one.default is REQUIRED} | {name: value}
        with pytest.raises(SpecError, match=f"{name} .* must be a whole number from 0 to 10,000, not"):
            kind(**given)
