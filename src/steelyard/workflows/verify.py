"""Compute a stored result again from its inputs, and say exactly what is not as it was."""

import json
import os
import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.errors import DataError, MissingExtraError, SpecError, SteelyardError
from steelyard.lines import read_lines
from steelyard.metrics import package_version
from steelyard.results import (
    Calibration,
    Comparison,
    Dependence,
    Difference,
    Influence,
    InputCheck,
    NumberCheck,
    PowerPlan,
    RatingsAnalysis,
    Result,
    ScoreTable,
    Verification,
    VersionCheck,
    load,
)
from steelyard.workflows.stored_inputs import check_inputs, stored_test_set

if TYPE_CHECKING:
    from steelyard.inference.resample import Progress
    from steelyard.workflows.evaluation import Evaluation

__all__ = ["verify"]

_UNCOMPARED = ("versions", "inputs", "recipe")  # of the method: looked at by themselves, or not a number
_ROW_NAMES = (
    "metric",
    "system",
    "system_a",
    "system_b",
    "test",
    "situation",
    "scale",
    "rater",
    "level",
    "name",
    "unit",
)
_VERIFIABLE = (ScoreTable, Comparison, RatingsAnalysis, Calibration, PowerPlan, Dependence, Difference, Influence)
_OLD = (
    "it was stored by a version of Steelyard that did not write down what it needs to be computed again "
    "(method.recipe), or from ratings read with --lines or --documents"
)


def verify(
    path: str | os.PathLike[str],
    *,
    base: str | os.PathLike[str] | None = None,
    tolerance: float = 0.0,
    n_jobs: int = 1,
    progress: "Progress | None" = None,
) -> Verification:
    """Compute a stored result again, from the files that it rests on.

    Parameters
    ----------
    path : path-like
        A JSON file that `Result.save` or ``--format json`` wrote.
    base : path-like, optional
        The folder that inputs are in now: relative paths start there, and a file that is not where it was is looked
        for there by its name alone. By default paths are as stored.
    tolerance : float, default 0
        How far numbers may be apart: relative to the larger of both, or to 1 where both are smaller. On the machine
        that computed the result none is needed; processors and C libraries differ in the last digit of `exp` and roots.
    n_jobs : int, default 1
        Threads.
    progress : callable, optional
        Called with (steps done, steps in all).

    Returns
    -------
    Verification
        Inputs by their SHA-256, versions, and every value that came out otherwise.

    Raises
    ------
    DataError
        The file holds no result of a schema that is known here.
    SpecError
        The tolerance is below 0.

    Notes
    -----
    Scores, comparisons, analyses of ratings, calibrations, plans, dependence, influence and diff can be computed again.
    What a metric reads beside the texts, such as synonyms, has its SHA-256 in the signature, so a change shows there.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import steelyard as sy
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "ratings.json")
    ...     sy.analyse_ratings("examples/ratings.tsv", n_resamples=100).save(path)
    ...     sy.verify(path).outcome
    'equal'
    """
    if not tolerance >= 0:
        raise SpecError(f"The tolerance (--tolerance) must be 0 or more, not {tolerance}.")
    result = load(path)
    stored = result.to_dict()
    method = stored["method"]
    recipe = method.get("recipe")
    inputs = _read(check_inputs(method.get("inputs", []), recipe, base))
    reason, again = _reason(result, recipe, inputs), None
    if not reason:
        try:
            again = _COMMANDS[recipe["command"]](recipe, inputs, n_jobs, progress)
        except MissingExtraError as error:
            reason = str(error)
        except (SteelyardError, KeyError, TypeError) as error:
            reason = f"computing it again failed: {error}"
    here = {"steelyard": package_version(), "numpy": np.__version__, "python": platform.python_version()}
    then = method.get("versions", {})
    differences: list[NumberCheck] = []
    n_values = 0
    if again is not None:
        fresh = json.loads(again.to_json())
        differences, n_values = _compare(_as_of_now(stored, then.get("steelyard")), fresh, tolerance)
    return Verification(
        tuple(differences),
        tuple(inputs),
        tuple(
            VersionCheck(program, then.get(program), here.get(program))
            for program in {**then, **here}
            if then.get(program) != here.get(program)
        ),
        {
            "path": os.fspath(path),
            "schema": result.schema,
            "n_segments": method["n_segments"],
            "n_values": n_values,
            "tolerance": tolerance,
            "reason": reason,
        },
    )


def _reason(result: Result, recipe: Mapping[str, Any] | None, inputs: Sequence[InputCheck]) -> str:
    """Say why a result cannot be computed again; empty where it can."""
    if not isinstance(result, _VERIFIABLE):
        return f"results of {result.schema} cannot be computed again yet"
    if recipe is None:
        return _OLD
    if recipe["command"] not in _COMMANDS:
        return f"results of the command {recipe['command']!r} cannot be computed again yet"
    if recipe["arguments"].get("labels") == "list":
        return "its labels came as a list, which no file holds"
    for state, why in (("no file", "did not come as a whole file"), ("missing", "is not there")):
        found = [f"{check.role} ({check.path})" for check in inputs if check.state == state]
        if found:
            more = f", nor {'are' if len(found) > 2 else 'is'} {len(found) - 1} more" if len(found) > 1 else ""
            return f"{found[0]} {why}{more}"
    return ""


def _read(inputs: list[InputCheck]) -> list[InputCheck]:
    """Leave out texts where their statistics were read in their place."""
    if all(check.role != "statistics" for check in inputs):
        return inputs
    return [check for check in inputs if check.role in ("statistics", "labels")]


def _evaluation(recipe: Mapping[str, Any], inputs: Sequence[InputCheck], n_jobs: int) -> "Evaluation":
    if any(check.role == "statistics" for check in inputs):
        from steelyard.workflows.statistics_files import evaluate_files

        stored_files = [check.path for check in inputs if check.role == "statistics"]
        chosen = recipe["statistics"]
        return evaluate_files(stored_files, systems=chosen["systems"], metrics=chosen["metrics"], n_jobs=n_jobs)
    from steelyard.workflows.evaluation import evaluate
    from steelyard.workflows.outside_scores import every_segment

    data = stored_test_set(inputs, recipe["reading"])
    scores: dict[str, dict[str, list[float]]] = {}
    files: dict[str, tuple[str, str]] = {}
    paths = {c.role.removeprefix("system "): c.name for c in inputs if c.role.startswith("system ")}
    for check in inputs:
        if check.role.startswith("scores "):
            name = check.role.removeprefix("scores ")
            [metric] = every_segment(check.path, name, data, paths)
            scores[name] = dict(zip(data.system_names, metric.values.tolist(), strict=True))
            files[name] = (check.name, check.sha256_found or "")
    return evaluate(
        data,
        recipe["metrics"],
        segment_scores=scores,
        lower_is_better=recipe["lower_is_better"],
        score_files=files,
        n_jobs=n_jobs,
    )


_FILES = {"labels": "labels", "word_counts": "word counts"}  # arguments that are files, and their roles


def _of_evaluation(name: str) -> "Callable[..., Result]":
    def run(
        recipe: Mapping[str, Any], inputs: Sequence[InputCheck], n_jobs: int, progress: "Progress | None"
    ) -> Result:
        arguments = {key: value for key, value in recipe["arguments"].items() if key not in _FILES}
        for key, role in _FILES.items():
            if recipe["arguments"].get(key) == "file":
                path = next(check.path for check in inputs if check.role == role)
                arguments[key] = read_lines(path, recipe["reading"]["encoding"])
        if name not in ("dependence", "diff", "influence"):
            arguments["progress"] = progress
        method: Callable[..., Result] = getattr(_evaluation(recipe, inputs, n_jobs), name)
        return method(**arguments)

    return run


def _human(recipe: Mapping[str, Any], inputs: Sequence[InputCheck], n_jobs: int, progress: "Progress | None") -> Result:
    from steelyard.data import read_judgements
    from steelyard.workflows.analyse_ratings import analyse_ratings

    if len({check.path for check in inputs}) != 1:
        raise DataError("its ratings are in several files.")
    reading = dict(recipe["reading"])
    reading["languages"] = tuple(reading["languages"]) if reading["languages"] else None
    judgements = read_judgements(inputs[0].path, **reading)
    return analyse_ratings(judgements, **recipe["arguments"], n_threads=n_jobs, progress=progress)


_COMMANDS: dict[str, "Callable[..., Result]"] = {
    "score": _of_evaluation("scores"),
    **{name: _of_evaluation(name) for name in ("compare", "calibrate", "plan", "dependence", "diff", "influence")},
    "human": _human,
}


# Comparing what was stored with what came out


def _as_of_now(stored: dict[str, Any], version: str | None) -> dict[str, Any]:
    """Write today's version where the stored text names its own: another version alone is no other number."""
    if version is None:
        return stored
    text = json.dumps(stored, ensure_ascii=False)
    here = package_version()
    text = text.replace(f"version:sy.{version}", f"version:sy.{here}").replace(
        f"with Steelyard {version}:", f"with Steelyard {here}:"
    )
    return dict(json.loads(text))


def _compare(stored: dict[str, Any], fresh: dict[str, Any], tolerance: float) -> tuple[list[NumberCheck], int]:
    """Hold every value against its other self; return those that differ, and how many were looked at."""
    found: list[NumberCheck] = []
    n = 0
    for table in dict.fromkeys([*stored, *fresh]):
        one, two = stored.get(table), fresh.get(table)
        pairs: list[tuple[str, Any, Any]]
        if table == "method":
            one, two = ({k: v for k, v in (side or {}).items() if k not in _UNCOMPARED} for side in (one, two))
            pairs = [("", one, two)]
        elif isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
            pairs = [(_name_of(row, i), row, other) for i, (row, other) in enumerate(zip(one, two, strict=True))]
        else:
            pairs = [("", one, two)]
        for row, left, right in pairs:
            for field, value, other in _leaves("", left, right):
                n += 1
                if not _agree(value, other, tolerance):
                    found.append(NumberCheck(table, row, field, value, other))
    return found, n


def _name_of(row: Any, place: int) -> str:
    """Name a row by what identifies it, else by its place from 1."""
    names = [row[key] for key in _ROW_NAMES if isinstance(row.get(key), str)] if isinstance(row, dict) else []
    return ", ".join(names) or f"row {place + 1}"


def _leaves(field: str, one: Any, two: Any) -> Iterator[tuple[str, Any, Any]]:
    """Walk two values side by side down to what is no list and no mapping."""
    if isinstance(one, dict) and isinstance(two, dict):
        for key in dict.fromkeys([*one, *two]):
            yield from _leaves(f"{field}.{key}" if field else key, one.get(key), two.get(key))
    elif isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for i, (left, right) in enumerate(zip(one, two, strict=True)):
            yield from _leaves(f"{field}.{i}", left, right)
    else:
        yield field, one, two


def _agree(one: Any, two: Any, tolerance: float) -> bool:
    numbers = [value for value in (one, two) if isinstance(value, int | float) and not isinstance(value, bool)]
    if len(numbers) == 2 and any(isinstance(value, float) for value in numbers):
        return bool(abs(one - two) <= tolerance * max(1.0, abs(one), abs(two)))
    return type(one) is type(two) and bool(one == two)
