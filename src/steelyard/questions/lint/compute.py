"""Look at the texts of a test set before they are scored."""

import platform
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from steelyard.asking.doors import asks, question_from
from steelyard.choices import SEVERITIES
from steelyard.errors import SpecError, unknown_name
from steelyard.metrics import package_version
from steelyard.questions.lint.answer import Finding, LintMethod, LintReport
from steelyard.questions.lint.question import LintQuestion
from steelyard.questions.lint.texts import Text, Texts, read_texts
from steelyard.text import CHECKS, InspectedSet, InspectedText, Observation

__all__ = ["compute", "describe_checks", "lint"]

_SHOWN = 10  # line numbers that a finding keeps
_BROKEN = 0.1  # of the lines: more that cannot be decoded, and the rest is no text to look at either


@asks("check files")
def lint(
    references: Sequence[Text] = (),
    systems: Mapping[str, Text] | None = None,
    *,
    sources: Text | None = None,
    documents: Text | None = None,
    encoding: str = "utf-8",
    **options: Any,
) -> LintReport:
    r"""Look for what makes scores mean something else than they say.

    Unlike `TestSet.from_files` this takes texts as they are: files of unequal length and bytes that are no text are
    findings.

    Parameters
    ----------
    references : sequence of path or of list of str, default ()
        For each reference a file, or its lines. Without any, outputs are held against their sources, and the checks
        that need a reference are left out.
    systems : mapping of str to path or list of str, optional
        Outputs by name.
    sources, documents : path or list of str, optional
        Source text; document ids.
    encoding : str, default "utf-8"
        Of all files.
    {options}

    Returns
    -------
    LintReport
        Findings, the worst first.

    Raises
    ------
    DataError
        A file cannot be opened or unpacked, or the encoding is unknown.
    SpecError
        There is no check of that name.
    AlignmentError
        A text is neither a path nor a list of strings.

    Notes
    -----
    A check speaks of what it can see. It knows no languages, and cannot tell a bad translation from a good one; where
    it compares lengths, scripts or spelling, it takes the references for right. A test set without findings can still
    be the wrong one.

    Examples
    --------
    >>> import steelyard as sy
    >>> report = sy.lint(references=[["Ein Schiff kommt."]], systems={"mine": ["Ein Schi\u00c3\u00a4f kommt."]})
    >>> [(finding.check, finding.message) for finding in report.findings]
    [('mojibake', 'text that was decoded wrongly, such as Ã¤ for ä')]
    """
    question = question_from(LintQuestion, options)
    texts = read_texts(references, systems, sources=sources, documents=documents, encoding=encoding)
    return compute(texts, question)


def compute(texts: Texts, question: LintQuestion) -> LintReport:
    """Run the checks on texts as they stand in their files."""
    has_references, has_sources = bool(texts.inspected.references), texts.inspected.sources is not None
    has = {"", "references" if has_references else "no references", *(["sources"] if has_sources else ())}
    names = _chosen(question, has)
    left_out = (*question.ignore, *(CHECKS if question.checks or has_sources else ()))
    unseen = [name for name, check in CHECKS.items() if check.only == "sources" and name not in left_out]
    method = _method(texts, question, names)
    return LintReport(_findings(texts.inspected, names), {**method, "needs_sources": unseen} if unseen else method)


def _method(texts: Texts, question: LintQuestion, checks: list[str]) -> LintMethod:
    return {
        "n_segments": texts.inspected.n_segments,
        "n_references": len(texts.inspected.references),
        "n_systems": len(texts.inspected.systems),
        "checks": checks,
        "versions": {"steelyard": package_version(), "numpy": np.__version__, "python": platform.python_version()},
        "inputs": list(texts.inputs),
        "recipe": {"command": "check files", "reading": texts.reading, "arguments": question.recipe()},
    }


def describe_checks() -> dict[str, str]:
    """Return what every check looks for, by its name."""
    return {name: check.summary for name, check in CHECKS.items()}


def _chosen(question: LintQuestion, has: Collection[str]) -> list[str]:
    """Return the checks to run, in the order of the report."""
    checks, ignore = question.checks, question.ignore
    for name in (*(checks or ()), *ignore):
        if name not in CHECKS:
            raise unknown_name("check", name, CHECKS)
    for name in checks or ():
        if CHECKS[name].only not in has:
            raise SpecError(f"The check {name!r} needs a test set with {CHECKS[name].only}.")
    known = [name for name, check in CHECKS.items() if check.only in has]
    names = [name for name in known if (checks is None or name in checks) and name not in ignore]
    if not names:
        raise SpecError("No check is left to run: remove a check from --ignore.")
    return names


def _findings(data: InspectedSet, names: Sequence[str]) -> tuple[Finding, ...]:
    """Run the checks; a file that cannot be read as text is left to the check that says so."""
    broken = [text for text in data.texts if len(text.undecodable) > _BROKEN * len(text.lines)]
    seen: list[tuple[str, Observation]] = []
    if "encoding" in names:
        seen += [("encoding", found) for found in CHECKS["encoding"].look(data)]
    whole = _without(data, broken)
    if whole is not None:
        for name in names:
            if name != "encoding":
                seen += [(name, found) for found in CHECKS[name].look(whole)]
    order = {name: i for i, name in enumerate(CHECKS)}
    seen.sort(key=lambda pair: (SEVERITIES.index(pair[1].severity), order[pair[0]]))
    return tuple(_finding(name, found) for name, found in seen)


def _without(data: InspectedSet, broken: Sequence[InspectedText]) -> InspectedSet | None:
    if not broken:
        return data
    references = tuple(text for text in data.references if text not in broken)
    if data.references and not references:
        return None
    systems = tuple(text for text in data.systems if text not in broken)
    sources = None if data.sources in broken else data.sources
    return InspectedSet(references, systems, sources, data.documents) if references or systems or sources else None


def _finding(name: str, found: Observation) -> Finding:
    rows, text = found.rows, found.text
    return Finding(
        check=name,
        severity=found.severity,
        role=text.role,
        name=text.name,
        message=found.message,
        fix=found.fix,
        count=len(rows) if rows else None,
        share=len(rows) / len(text.lines) if rows else None,
        lines=tuple(row + 1 for row in rows[:_SHOWN]),
    )
