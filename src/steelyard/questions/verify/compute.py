"""Compute a stored result again from its inputs, and say exactly what is not as it was."""

import json
import os
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, replace
from inspect import signature
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.asking import QuestionEntry, entry_of, load_part, question_class
from steelyard.asking.doors import asks, question_from
from steelyard.errors import MissingExtraError, SpecError, SteelyardError
from steelyard.files.decoding import text_of
from steelyard.files.parsing import parse_json
from steelyard.files.reading import read_content
from steelyard.metrics import package_version
from steelyard.progress import shown_progress
from steelyard.questions.human.answer import RatingsAnalysis
from steelyard.questions.verify.answer import (
    LedgerFault,
    LookRow,
    NumberCheck,
    TestSetRow,
    Verification,
    VerificationMethod,
    VersionCheck,
)
from steelyard.questions.verify.question import VerifyQuestion
from steelyard.questions.verify.values import as_of_now, compare_values
from steelyard.ratings.stored_scores import NoFileError
from steelyard.reading.ledger import MARK, read_ledger
from steelyard.results.base import Result, load
from steelyard.results.input_check import InputCheck
from steelyard.results.renamed import renamed
from steelyard.scored.stored import Stored
from steelyard.scored.stored_inputs import check_inputs

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Progress

__all__ = ["compute", "verify"]

_OLD = "it was stored by a Steelyard version without the recipe of a result (method.recipe)"
_OLD_RATINGS = ", or its judgements did not come from a file"
_OF_TEXTS = ("reference ", "system ", "sources", "documents")
_START = 300  # bytes, in which a ledger has its mark
_RECIPE = ("command", "reading", "arguments")
_LISTS = {"labels": "labels", "runs": "runs", "buckets": "labels of segments", "documents": "documents of lines"}
_ABOUT: dict[str, Callable[[Stored], object]] = {  # what a question is about, by the name of the parameter
    "counted": lambda stored: replace(stored.counted(), progress=stored.progress),
    "test_set": Stored.texts,
}


@asks("check result")
def verify(
    path: str | os.PathLike[str], *, n_jobs: int = 1, progress: "Progress | bool | None" = None, **options: Any
) -> Verification:
    """Compute a stored result again, from the files that it rests on.

    Parameters
    ----------
    path : path-like
        A JSON file that `Result.save` or ``--format json`` wrote, or a ledger of gates.
    n_jobs : int, default 1
        Threads.
    {options}

    Returns
    -------
    Verification
        Inputs by their SHA-256, versions, and every value that came out otherwise; of a ledger its looks in order,
        what was spent on each test set, and lines that were changed or are missing.

    Raises
    ------
    DataError
        The file holds no result of a schema that is known here.
    SpecError
        The tolerance is below 0.

    Notes
    -----
    Every result that came from files can be computed again, but for pages of reports, which show another result. What a
    metric reads beside the texts, such as synonyms, has its SHA-256 in the signature, so a change shows there.

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
    question = question_from(VerifyQuestion, options)
    with shown_progress(progress) as shown:
        return compute(path, question, n_jobs=n_jobs, progress=shown)


def compute(
    path: str | os.PathLike[str], question: VerifyQuestion, *, n_jobs: int = 1, progress: "Progress | None" = None
) -> Verification:
    """Hold inputs, versions and values of a stored result against those of now; put the looks of a ledger in order."""
    if MARK.encode() in read_content(path).content[:_START]:
        return _ledger(path, question)
    result = load(path)
    method = result.to_dict()["method"]
    recipe = method.get("recipe")
    inputs = _read(check_inputs(method.get("inputs", []), recipe, question.base), (recipe or {}).get("command"))
    reason, again = _reason(result, recipe, inputs), None
    if not reason:
        again, reason = _again(result, Stored(recipe, inputs, n_jobs, progress))
    then = method.get("versions", {})
    differences, n_values = _differences(path, again, then.get("steelyard"), question.tolerance)
    told: VerificationMethod = {
        "path": os.fspath(path),
        "schema": result.schema,
        "n_segments": method["n_segments"],
        "n_values": n_values,
        "tolerance": question.tolerance,
        "reason": reason,
    }
    return Verification(differences, tuple(inputs), _other_versions(then), told)


def _ledger(path: str | os.PathLike[str], question: VerifyQuestion) -> Verification:
    """Follow the lines of a ledger, and add up what was spent."""
    ledger = read_ledger(path)
    told: VerificationMethod = {
        "path": os.fspath(path),
        "schema": MARK,
        "n_segments": None,
        "n_values": len(ledger.looks),
        "tolerance": question.tolerance,
        "reason": "",
    }
    looks = tuple(
        LookRow(
            look.test_set,
            ledger.standing_of(look).number,
            look.date,
            "failed" if look.has_failed else "open",
            look.level,
            look.p,
            "shown" if look.is_shown else "hidden",
            look.is_guaranteed,
            look.question,
            ledger.lines[look.hash],
        )
        for look in ledger.looks
    )
    accounts = tuple(TestSetRow(*astuple(one)) for one in ledger.accounts())
    faults = tuple(LedgerFault(fault.line, fault.what) for fault in ledger.faults)
    return Verification((), (), (), told, accounts, looks, faults)


def _again(result: Result, stored: Stored) -> tuple[Result | None, str]:
    """Compute a result again, or say why that cannot be done."""
    try:
        return _ask_again(_question(result), stored), ""
    except (MissingExtraError, NoFileError) as error:
        return None, str(error).removesuffix(".")
    except SteelyardError as error:
        return None, f"computing it again failed: {str(error).removesuffix('.')}"
    except (LookupError, TypeError, ValueError, AttributeError, StopIteration) as error:
        return None, f"the computation failed, because its recipe is damaged or of another version: {error!r}"


def _ask_again(entry: QuestionEntry, stored: Stored) -> Result:
    """Compute a stored result again, the way its question says."""
    if own := load_part(entry, "recompute"):
        answer: Result = own.recompute(stored)
        return answer
    question = question_class(entry).of_recipe(stored.arguments, stored.file)
    compute = load_part(entry, "compute").compute
    answer = compute(*(_ABOUT[name](stored) for name in signature(compute).parameters if name in _ABOUT), question)
    return answer


def _differences(
    path: str | os.PathLike[str], again: Result | None, version: str | None, tolerance: float
) -> tuple[tuple[NumberCheck, ...], int]:
    """Compare value by value, without what loading puts in for fields of later versions; say how many there were."""
    if again is None:
        return (), 0
    written = parse_json(text_of(read_content(path).content, os.fspath(path)), is_ours=True)
    return compare_values(as_of_now(renamed(type(again), written), version), json.loads(again.to_json()), tolerance)


def _other_versions(then: Mapping[str, str]) -> tuple[VersionCheck, ...]:
    here = {"steelyard": package_version(), "numpy": np.__version__, "python": platform.python_version()}
    return tuple(
        VersionCheck(program, then.get(program), here.get(program))
        for program in (then or here)
        if then.get(program) != here.get(program)
    )


def _question(result: Result) -> QuestionEntry:
    question = entry_of(type(result))
    if question is None:
        raise SpecError(f"Results of the kind {result.schema} cannot be computed again.")
    return question


def _reason(result: Result, recipe: Mapping[str, Any] | None, inputs: Sequence[InputCheck]) -> str:
    """Say why a result cannot be computed again; empty where it can."""
    question = _question(result)
    if getattr(result, "is_hidden", False):  # a gate with a ledger
        return "it contains only a verdict. Check its ledger instead: steelyard check result LEDGER"
    if question.not_again:
        return question.not_again
    if recipe is None:
        return _OLD + (_OLD_RATINGS if isinstance(result, RatingsAnalysis) else "")
    if any(key not in recipe for key in _RECIPE) or not isinstance(recipe["arguments"], Mapping):
        return f"its recipe is damaged: it must have {', '.join(_RECIPE)}"
    if recipe["command"] != question.name:
        return f"its recipe is of the command {recipe['command']!r}, which does not make {result.schema} here"
    for name, what in _LISTS.items():
        if recipe["arguments"].get(name) == "list":
            return f"its {what} came as a list, not from a file"
    for state, why in (("no file", "did not come as a whole file"), ("missing", "is not there")):
        found = [f"{check.role} ({check.path})" for check in inputs if check.state == state]
        if found:
            more = f", nor {'are' if len(found) > 2 else 'is'} {len(found) - 1} more" if len(found) > 1 else ""
            return f"{found[0]} {why}{more}"
    return ""


def _read(inputs: list[InputCheck], command: str | None) -> list[InputCheck]:
    """Leave out texts, and outside scores counted with them, where their statistics were read in their place."""
    if all(check.role != "statistics" for check in inputs):
        return inputs
    left = _OF_TEXTS if command == "meta" else (*_OF_TEXTS, "scores ")
    return [check for check in inputs if not check.role.startswith(left)]
