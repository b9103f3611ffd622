"""What a metric's docstring leaves out is filled in: from its family, and from the table of options."""

import ast
import inspect
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Literal

import pytest

from steelyard.docstrings import entries_of, sections_of
from steelyard.metrics import Metric, available
from steelyard.metrics.parts.docstrings import OPTIONS, complete_docstring


@dataclass(frozen=True)
class Family(Metric):
    """Base of some.

    When it misleads
        Often.

    Statistics
        Two counts.

    Parameters
    ----------
    strength, weakness : float, default 1
        How much.

    Raises
    ------
    SpecError
        Never.

    Examples
    --------
    >>> 1 + 1
    2
    """

    lowercase: bool = True
    weakness: float = 1
    strength: float = 1
    tokenize: Literal["13a", "char"] = "char"
    order: int = 4


@dataclass(frozen=True)
class Member(Family):
    """One of the family.

    When it misleads
        {family}
        On Mondays too.

    Statistics
        One count.

    Parameters
    ----------
    order : int, default 5
        N.
    """

    order: int = 5


@dataclass(frozen=True)
class Grandchild(Member):
    """Another.

    When it misleads
        At night.
        {family}
    """


def test_a_member_says_only_what_differs() -> None:
    sections = sections_of(complete_docstring(Member))
    assert list(sections) == ["", "When it misleads", "Statistics", "Parameters", "Raises"]
    assert sections["When it misleads"] == "Often.\nOn Mondays too."
    assert sections["Statistics"] == "One count."
    assert sections["Raises"] == "SpecError\n    Never."
    assert sections_of(complete_docstring(Grandchild))["When it misleads"] == "At night.\nOften.\nOn Mondays too."


def test_options_stand_in_their_order_with_the_nearest_description() -> None:
    entries = entries_of(sections_of(complete_docstring(Member))["Parameters"])
    assert list(entries.items()) == [
        ("lowercase", f"lowercase : bool, default True\n    {OPTIONS['lowercase']}"),
        ("strength, weakness", "strength, weakness : float, default 1\n    How much."),
        ("tokenize", f'tokenize : {{"13a", "char"}}, default "char"\n    {OPTIONS["tokenize"]}'),
        ("order", "order : int, default 5\n    N."),
    ]


@pytest.mark.parametrize("name", sorted(available()))
def test_every_metric_tells_its_own_defaults(name: str) -> None:
    # found when the twin of matching took parts of speech, as its family does, for noun phrases
    metric = available()[name]
    for option in fields(metric):
        entry = entries_of(sections_of(metric.__doc__ or "")["Parameters"]).get(option.name, "")
        _, default, told = entry.partition("\n")[0].rpartition(", default ")
        if default and not told.startswith("the "):
            assert ast.literal_eval(told) == option.default, option.name


@pytest.mark.parametrize("name", sorted(available()))
def test_no_metric_repeats_what_is_filled_in(name: str) -> None:
    metric = available()[name]
    tree = ast.parse(Path(inspect.getsourcefile(metric) or "").read_text(encoding="utf-8"))
    [written] = [
        ast.get_docstring(node) for node in tree.body if isinstance(node, ast.ClassDef) and node.name == metric.__name__
    ]
    said = sections_of(written or "")
    described = entries_of(said.get("Parameters", ""))
    repeated = {option for option, entry in described.items() if entry.endswith(f"\n    {OPTIONS.get(option)}")}
    for family in metric.__mro__[1:]:
        of_family = sections_of(family.__doc__ or "")
        repeated |= {heading for heading, text in said.items() if heading and text == of_family.get(heading)}
        repeated |= described.items() & entries_of(of_family.get("Parameters", "")).items()
    assert repeated == set()
