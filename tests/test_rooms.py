"""What a file of a room holds, the room knows: metrics, tests, protocols, tokenizers and views register and export."""

import ast
import importlib
import inspect
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import pytest

import steelyard
from steelyard import analysis, human, inference, metrics, text
from steelyard.choices import TESTS
from steelyard.lab import choosing, tuning
from steelyard.lab.papers.registry import PAPERS
from tests.imports import PACKAGE, module_name

METRIC_MACHINERY = {"aggregated", "base", "fitting", "measuring", "pairwise", "registry", "segment_scores"}


def files_in(room: str) -> set[str]:
    return {path.stem for path in (PACKAGE / room).glob("*.py") if path.stem != "__init__"}


def is_of_a_metric(module: str) -> bool:
    """Say whether a module of metrics/ is neither a folder, nor the room's machinery, nor a part for metrics."""
    first, *_ = names = module.removeprefix("steelyard.metrics.").split(".")
    path = PACKAGE.joinpath("metrics", *names).with_suffix(".py")
    return path.is_file() and first not in METRIC_MACHINERY | {"parts", "table"}


def metrics_of_ours() -> list[type[metrics.Metric]]:
    return [metric for metric in metrics.available().values() if metric.__module__.startswith("steelyard.")]


def test_every_metric_file_registers_and_exports_its_metric_or_holds_the_base_of_some() -> None:
    files = {module_name(path, PACKAGE) for path in (PACKAGE / "metrics").rglob("*.py")}
    kinds = {kind for metric in metrics_of_ours() for kind in metric.__mro__}
    homes = {kind.__module__ for kind in kinds if kind.__module__.startswith("steelyard.metrics.")}
    assert homes - {"steelyard.metrics.base"} == {module for module in files if is_of_a_metric(module)}
    for metric in metrics_of_ours():
        assert metric.__name__ in metrics.__all__
        assert getattr(metrics, metric.__name__) is metric


def test_a_reader_can_take_in_each_folder_of_metrics() -> None:
    folders = [path for path in (PACKAGE / "metrics").rglob("*") if path.is_dir() and path.name != "__pycache__"]
    assert "rouge" in {folder.name for folder in folders}
    for folder in [PACKAGE / "metrics", *folders]:
        assert len(list(folder.glob("*.py"))) <= 25, folder


def test_a_metric_is_imported_when_it_is_first_used() -> None:
    code = """import sys, steelyard.metrics as m
m.parse("exact-match")
print(sorted(name for name in sys.modules if name.startswith("steelyard.metrics.")))"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert list(filter(is_of_a_metric, ast.literal_eval(done.stdout))) == ["steelyard.metrics.exact_match"]


def test_a_tokenizer_and_a_view_are_imported_when_they_are_first_used() -> None:
    code = """import sys, steelyard.text as t
assert "spm:FILE" in list(t.TOKENIZER_FAMILIES) and "13b" not in t.TOKENIZERS and "word" not in t.VIEWS
assert len(t.TOKENIZERS) == len(list(t.TOKENIZERS)) and len(t.VIEWS) == len(list(t.VIEWS))
t.get_tokenizer("char"), t.parse_view("words")
print(sorted(name for name in sys.modules if name.startswith(("steelyard.text.tokenizers.", "steelyard.text.views."))))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    homes = {home.removeprefix("steelyard.text.") for home in ast.literal_eval(done.stdout)}
    assert homes == {"tokenizers.base", "tokenizers.char", "views.base", "views.words"}


def test_every_tokenizer_file_is_in_the_registry() -> None:
    for stem in files_in("text/tokenizers") - {"base", "mecab", "meteor", "spm"}:  # the last two make them
        module = importlib.import_module(f"steelyard.text.tokenizers.{stem}")
        found = [value for value in vars(module).values() if isinstance(value, text.Tokenizer)]
        assert found, f"text/tokenizers/{stem}.py holds no tokenizer"
        assert all(text.TOKENIZERS.get(tokenizer.name) is tokenizer for tokenizer in found)


def test_every_view_file_is_in_the_registry() -> None:
    for stem in files_in("text/views") - {"base"}:
        module = importlib.import_module(f"steelyard.text.views.{stem}")
        found = [value for value in vars(module).values() if isinstance(value, text.ViewKind)]
        assert found == [text.VIEWS[stem]]


def test_every_test_file_registers_its_test_and_nothing_else_does() -> None:
    runs = [
        getattr(test.run, "func", test.run) for test in inference.registered_tests().values()
    ]  # of a variant: its own
    homes = {run.__module__ for run in runs}
    assert homes == {f"steelyard.inference.comparisons.{stem}" for stem in files_in("inference/comparisons")}
    assert {name: f"steelyard.inference.comparisons.{module}" for name, module in TESTS.items()} == {
        name: getattr(test.run, "func", test.run).__module__ for name, test in inference.registered_tests().items()
    }
    assert all(run.__name__ in inference.__all__ for run in runs)


def test_every_paper_has_a_question_and_runs() -> None:
    assert set(PAPERS) == {path.parent.name for path in (PACKAGE / "lab" / "papers").glob("*/protocol.py")}
    for name, paper in PAPERS.items():
        assert paper.__module__ == f"steelyard.lab.papers.{name}.question" and paper().protocol == name
        assert paper.about and paper.source
        assert callable(importlib.import_module(f"steelyard.lab.papers.{name}.protocol").run)


def test_every_file_of_checks_registers_some() -> None:
    homes = {check.look.__module__ for check in text.CHECKS.values()}
    assert homes == {f"steelyard.text.inspection.{stem}" for stem in files_in("text/inspection") - {"base"}}
    for name, check in text.CHECKS.items():
        assert name == check.name and check.summary and not check.summary.endswith(".")


PIECES = {"__init__", "checks", "differences", "products", "l1_newton", "list_columns", "pair_rows"}


@pytest.mark.parametrize(
    "room", [analysis, choosing, human, inference, metrics, text, tuning], ids=lambda room: room.__name__
)
def test_what_a_file_offers_the_room_exports(room: object) -> None:
    assert inspect.ismodule(room)
    folder = Path(room.__file__ or "").parent
    homes = {metric.__module__ for metric in metrics_of_ours()}
    for path in folder.rglob("*.py"):
        if path.stem in PIECES or path.parent.name in ("tokenizers", "views", "inspection", "parts", "table"):
            continue
        module = importlib.import_module(module_name(path, PACKAGE))
        if is_of_a_metric(module.__name__) and module.__name__ not in homes:
            continue  # the base of a family
        offered = {name for name in module.__all__ if isinstance(getattr(module, name), type | FunctionType)}
        assert offered - set(room.__all__) == set(), path.name


@pytest.mark.parametrize(
    "module",
    [steelyard, analysis, choosing, human, inference, metrics, text, tuning],
    ids=lambda module: module.__name__,
)
def test_every_listed_name_exists_once(module: object) -> None:
    assert inspect.ismodule(module)
    assert len(set(module.__all__)) == len(module.__all__)
    assert [name for name in module.__all__ if not hasattr(module, name)] == []
