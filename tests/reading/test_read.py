"""One door for every file: what it holds, what was taken for what, and every function takes what was read."""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.types.reading import Reading

TEXTS = {"reference": "examples/reference.1.en", "ours": "examples/systems/harbour.en"}
RATINGS, SCORES, TABLE = "examples/ratings.tsv", "examples/exam.csv", "examples/outputs.csv"


def table() -> Reading:
    return sy.read(TABLE, systems=["harbour", "sparrow"])


def test_a_text_is_its_lines() -> None:
    found = sy.read(TEXTS["ours"])
    assert (found.kind, found.roles, found.notes) == ("texts", {}, ())
    assert found.value.lines[0] == Path(TEXTS["ours"]).read_text(encoding="utf-8").split("\n")[0]


def test_roles_and_what_is_not_used_are_those_that_the_command_says() -> None:
    rows = [{"question": f"q{i}", "model": m, "acc": i % 2, "secs": 2.5} for i in range(8) for m in ("a", "b")]
    found = sy.read(rows)
    assert found.kind == "scores"
    assert found.roles == {"item": ("question",), "system": ("model",), "scores": ("acc",)}
    assert list(found.not_used) == ["secs"]
    assert np.array_equal(found.value.values["acc"], np.array([[i % 2 for i in range(8)]] * 2))


def test_ids_that_are_no_lines_are_numbered_and_that_is_said(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    rows = [f"{s},{i}-x,{r},{50 + len(s) * i}" for s in ("one", "three") for i in range(4) for r in "ab"]
    path.write_text("\n".join(["system,item,rater,score", *rows]), encoding="utf-8")
    found = sy.read(path)
    assert found.kind == "ratings" and found.roles["rater"] == ("rater",)
    assert any("numbered in file order" in note for note in found.notes)


DOORS: dict[str, Callable[[], tuple[Any, Any]]] = {
    "evaluate": lambda: (sy.evaluate(table()).scores(), sy.evaluate(table().value).scores()),
    "evaluate_scores": lambda: (sy.evaluate_scores(sy.read(SCORES)).scores(), sy.evaluate_scores(SCORES).scores()),
    "analyse_ratings": lambda: (
        sy.analyse_ratings(sy.read(RATINGS), n_resamples=99),
        sy.analyse_ratings(sy.read_judgements(RATINGS), n_resamples=99),
    ),
    "read_judgements": lambda: (sy.read_judgements(one := sy.read(RATINGS)), one.value),
    "explain": lambda: (sy.explain(table(), "ter", segments=[1]), sy.explain(table().value, "ter", segments=[1])),
    "annotate": lambda: (sy.annotate(table()).systems, table().value.systems),
    "lint": lambda: (
        sy.lint([sy.read(TEXTS["reference"])], {"ours": sy.read(TEXTS["ours"])}).findings,
        sy.lint([TEXTS["reference"]], {"ours": TEXTS["ours"]}).findings,
    ),
    "TestSet.from_files": lambda: (
        sy.TestSet.from_files(references=[sy.read(TEXTS["reference"])], systems={"x": sy.read(TEXTS["ours"])}).systems,
        sy.TestSet.from_files(references=[TEXTS["reference"]], systems={"x": TEXTS["ours"]}).systems,
    ),
    "ratings_page": lambda: tuple(
        sy.ratings_page(one, sy.analyse_ratings(one, n_resamples=99))
        for one in (sy.read(RATINGS), sy.read(RATINGS).value)
    ),
}


def test_no_door_is_forgotten() -> None:
    """Functions whose first argument is a test set, scores or ratings, as their signatures say."""
    named = {name: getattr(sy, name) for name in sy.__all__ if inspect.isfunction(getattr(sy, name))}
    takes = {
        name
        for name, function in named.items()
        for first in list(inspect.signature(function).parameters.values())[:1]
        if first.name in ("test_set", "scores", "judgements")
    }
    assert takes >= {"evaluate", "evaluate_scores", "analyse_ratings"} and takes <= DOORS.keys(), takes - DOORS.keys()


@pytest.mark.parametrize("door", DOORS)
def test_every_door_takes_what_was_read(door: str) -> None:
    read, plain = DOORS[door]()
    assert read == plain


@pytest.mark.parametrize(
    "ask",
    [
        lambda: sy.evaluate(sy.read(SCORES)),
        lambda: sy.analyse_ratings(sy.read(SCORES)),
        lambda: sy.evaluate_scores(sy.read(RATINGS)),
        lambda: sy.TestSet.from_files(references=[sy.read(SCORES)], systems={}),
        lambda: sy.lint([sy.read(RATINGS)]),
    ],
)
def test_a_door_refuses_another_kind_by_name(ask: Callable[[], object]) -> None:
    with pytest.raises(SpecError, match=r"^This takes .*, and what was read is of another kind: (scores|ratings)\.$"):
        ask()


def test_what_was_said_of_scores_holds_at_the_door(tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    path.write_text("q,who,pts\n" + "".join(f"q{i},{s},{i + len(s)}\n" for i in range(9) for s in ("a", "bb")))
    found = sy.read(path, columns={"item": "q", "system": "who"}, higher_is_better=["pts"])
    assert sy.evaluate_scores(found).test_set.system_names == ("a", "bb")
    with pytest.raises(SpecError, match="Unknown kind of input: 'numbers'"):
        sy.read(path, kind="numbers")
