"""Every public name is documented, with an example, and stands in the reference pages. Pages: test_pages.py."""

import argparse
import ast
import importlib
import inspect
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import Any, is_typeddict

import make_reference
import pytest
import reference_cli
import reference_json
import reference_layout
from reference_metrics import our_metrics
from reference_python import MODULES as MODULE_NAMES

import steelyard as sy
from steelyard import _native
from steelyard.asking import QUESTIONS, entry_named
from steelyard.cli.app import parse, parser_of
from steelyard.inference import registered_tests
from steelyard.metrics import Metric, available
from steelyard.results import Result
from steelyard.text import TOKENIZER_FAMILIES, TOKENIZERS, VIEWS
from tests.reference import reference

ROOT = Path(__file__).resolve().parents[1]
MODULES = (
    *("", "analysis", "errors", "human", "inference", "meta", "metrics", "plot", "report", "results"),
    *("lab", "lab.choosing", "lab.tuning", "text", "types"),
)  # fmt: skip
of_every_module = pytest.mark.parametrize("module", MODULES)
COMMANDS = tuple(question.name for question in QUESTIONS if question.help)
METRIC_HEADINGS = ("What it measures", "When it misleads", "Range and direction", "Statistics")


# Docstrings


@dataclass(frozen=True)
class PublicName:
    """A name that a package lists in `__all__`."""

    module: str
    name: str
    thing: Any

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"


def public_names(short: str) -> list[PublicName]:
    module = importlib.import_module(f"steelyard.{short}" if short else "steelyard")
    return [PublicName(module.__name__, name, getattr(module, name)) for name in module.__all__]


def described_in(short: str) -> list[PublicName]:
    found = [p for p in public_names(short) if inspect.isclass(p.thing) or inspect.isfunction(p.thing)]
    assert found
    return found


def sections(thing: object) -> dict[str, str]:
    """Split a docstring at numpydoc's underlined headings; the text before the first is under ""."""
    found: dict[str, list[str]] = {"": []}
    current = found[""]
    lines = (inspect.getdoc(thing) or "").split("\n")
    for i, line in enumerate(lines):
        if i + 1 < len(lines) and line and re.fullmatch(r"-{3,}", lines[i + 1]) and len(line) == len(lines[i + 1]):
            current = found.setdefault(line, [])
        elif not re.fullmatch(r"-{3,}", line):
            current.append(line)
    return {heading: "\n".join(body).strip() for heading, body in found.items()}


def entries(body: str) -> set[str]:
    """Return the names that a numpydoc section describes."""
    heads = [line.partition(" : ")[0] for line in body.split("\n") if line and not line.startswith(" ")]
    return {name.strip().lstrip("*") for head in heads for name in head.split(",")}


def wanted_entries(thing: Any) -> set[str]:
    """Return the parameters of a function, the fields of a data class, or those of a class's constructor."""
    if inspect.isclass(thing) and is_dataclass(thing):
        inherited = (
            {field.name for field in fields(Metric)} if issubclass(thing, Metric) and thing is not Metric else set()
        )
        return {field.name for field in fields(thing) if not field.name.startswith("_") and field.init} - inherited
    if inspect.isclass(thing):
        return set()
    return set(inspect.signature(thing).parameters)


def is_row(thing: Any) -> bool:
    """Say whether a class was made by `row`, which writes down what each field means."""
    return is_dataclass(thing) and any("term" in field.metadata for field in fields(thing))


@of_every_module
def test_every_public_name_says_what_it_is_with_an_example(module: str) -> None:
    for public in described_in(module):
        found = sections(public.thing)
        assert re.match(r"\S.*[.:]$", found[""].split("\n")[0]), f"{public}: the first line is a sentence"
        if is_typeddict(public.thing) or is_row(public.thing):  # keys of a mapping, cells of a table: nothing to run
            continue
        assert re.search(r"^>>> ", found.get("Examples", ""), re.MULTILINE), f"{public}: an example runs"


@of_every_module
def test_every_parameter_is_described(module: str) -> None:
    for public in described_in(module):
        found = sections(public.thing)
        described = entries(found.get("Parameters", "")) | entries(found.get("Attributes", ""))
        assert wanted_entries(public.thing) - described == set(), public
        if inspect.isfunction(public.thing):
            assert described - wanted_entries(public.thing) == set(), f"{public}: what is described exists"
            returns = inspect.signature(public.thing).return_annotation
            if returns not in (None, "None", inspect.Signature.empty):
                assert "Returns" in found, public


def methods_of(cls: type) -> Iterator[tuple[str, object]]:
    for owner in cls.__mro__:
        if owner.__module__.startswith("steelyard"):
            for name, member in vars(owner).items():
                if not name.startswith("_") and (inspect.isroutine(member) or isinstance(member, property)):
                    yield name, member


@of_every_module
def test_every_public_method_has_a_sentence(module: str) -> None:
    for public in described_in(module):
        if inspect.isclass(public.thing):
            assert [name for name, member in methods_of(public.thing) if not inspect.getdoc(member)] == [], public


@pytest.mark.parametrize("name", ["errors", "inference", "metrics"])
def test_every_public_module_says_what_it_holds(name: str) -> None:
    assert inspect.getdoc(getattr(sy, name))


@pytest.mark.parametrize("name", sorted(available()))
def test_every_metric_has_the_fixed_headings(name: str) -> None:
    docstring = inspect.getdoc(available()[name]) or ""
    for heading in METRIC_HEADINGS:
        assert re.search(rf"^{heading}\n    \S", docstring, re.MULTILINE), heading
    assert {"Parameters", "References", "Examples"} <= sections(available()[name]).keys()
    places = [
        docstring.index(f"\n{heading}\n") for heading in (*METRIC_HEADINGS, "Parameters", "References", "Examples")
    ]
    assert places == sorted(places)


def subparser(name: str) -> argparse.ArgumentParser:
    """Return what reads the flags of a command."""
    return parser_of(entry_named(name))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_what_it_does_with_an_example(name: str) -> None:
    told = subparser(name)
    assert (told.description or "").endswith(".")
    lines = (told.epilog or "").splitlines()
    assert lines and all(line.split()[:1] == ["steelyard"] for line in lines)
    assert lines[0].startswith(f"steelyard {name} ") or lines[0] == f"steelyard {name}"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_example_is_a_command_line(name: str) -> None:
    for line in (subparser(name).epilog or "").splitlines():
        words = shlex.split(line)[1:]
        assert parse(words).command == name


# The reference pages


@of_every_module
def test_every_public_name_is_in_the_reference(module: str) -> None:
    for public in public_names(module):
        if public.name == "__version__":
            assert "`steelyard.__version__`" in reference("python.md")
        else:
            page = reference(f"python/{public.module}.md")
            assert re.search(rf"^(   {public.name}|- `{public.name}`.*)$", page, re.MULTILINE), public


def test_what_has_two_names_has_one_page() -> None:
    described = [available()[name] for name in our_metrics()]
    for module_name in MODULE_NAMES:
        names = re.findall(r"^   (\w+)$", reference(f"python/{module_name}.md"), re.MULTILINE)
        described += [getattr(importlib.import_module(module_name), name) for name in names]
    assert len(described) > 500
    assert len(described) == len({id(thing) for thing in described})


def test_every_registered_name_is_in_the_reference() -> None:
    for name in available():
        if name in our_metrics():
            assert f"](metrics/{name}.md)" in reference("metrics.md")
            assert f".. autoclass:: steelyard.metrics.{available()[name].__name__}\n" in reference(f"metrics/{name}.md")
    views = [kind.spelling for kind in VIEWS.values()]
    for name in (*TOKENIZERS, *TOKENIZER_FAMILIES, *views, *(field.name for field in fields(Metric))):
        assert f"\n| `{name}` |" in reference("metrics.md")
    for name, test in registered_tests().items():
        assert re.search(rf"^\| `{name}` \|.*\| {test.validity} \|$", reference("tests.md"), re.MULTILINE)
    for name in COMMANDS:
        file = name.replace(" ", "-")
        assert f"](cli/{file}.md)" in reference("cli.md")
        assert reference(f"cli/{file}.md").startswith(f"# steelyard {name}\n")


def test_every_kind_of_result_is_in_the_reference() -> None:
    for kind in Result.__subclasses__():
        if kind.__module__.startswith("steelyard."):
            assert f"\n## {kind.schema}\n" in reference("json.md")


def test_a_key_without_a_meaning_stops_the_reference() -> None:
    @dataclass
    class Row:
        """A row.

        Attributes
        ----------
        a, b : int
            Numbers.
        c : int
        """

        a: int
        b: int
        c: int
        d: int

    with pytest.raises(ValueError, match="Row does not say what these are: c, d"):
        reference_json.keys_of(Row)


def test_no_reference_page_depends_on_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    page = reference("cli/compare.md")
    monkeypatch.setenv("COLUMNS", "40")
    reference_cli.commands.cache_clear()
    assert make_reference.PAGES["cli/compare.md"]() == page


def test_every_page_of_the_reference_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_reference, "PAGES", {name: partial(reference, name) for name in make_reference.PAGES})
    make_reference.write_reference(tmp_path)
    written = {
        path.relative_to(tmp_path).as_posix(): path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.md")
    }
    assert written == {name: reference(name) for name in make_reference.PAGES}


def test_a_name_without_a_docstring_stops_the_reference() -> None:
    with pytest.raises(ValueError, match="has no docstring"):
        reference_layout.first_line(lambda: None)


def test_the_stub_of_the_native_core_lists_what_was_compiled() -> None:
    stub = ast.parse((ROOT / "src" / "steelyard" / "_native.pyi").read_text(encoding="utf-8"))
    listed: dict[str, list[str] | None] = {}
    for node in stub.body:
        if isinstance(node, ast.FunctionDef):
            listed[node.name] = [argument.arg for argument in node.args.args]
        elif isinstance(node, ast.ClassDef):
            listed[node.name] = None
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    listed[f"{node.name}.{method.name}"] = [argument.arg for argument in method.args.args][1:]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            listed[node.target.id] = None
    compiled: dict[str, list[str] | None] = {}
    for name in (name for name in dir(_native) if not name.startswith("__")):
        thing = getattr(_native, name)
        compiled[name] = parameters_of(thing) if callable(thing) and not isinstance(thing, type) else None
        if isinstance(thing, type):
            own = {key: value for key, value in vars(thing).items() if callable(value) and not key.startswith("__nb")}
            compiled |= {f"{name}.{key}": parameters_of(value)[1:] for key, value in own.items() if key != "__new__"}
    assert compiled == listed


def parameters_of(function: Any) -> list[str]:
    """Return the parameter names that nanobind writes into a docstring."""
    first = (function.__doc__ or "").split("\n")[0]
    inside = first[first.index("(") + 1 : first.rindex(")")]
    inside = re.sub(r"\[[^][]*(?:\[[^][]*\][^][]*)*\]", "", inside)
    return [part.partition(":")[0].strip() for part in inside.split(",") if part.strip() not in ("", "/")]
