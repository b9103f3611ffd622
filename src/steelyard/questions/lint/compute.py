"""Look at the texts of a test set before they are scored."""

import hashlib
import os
import platform
from collections.abc import Mapping, Sequence

import numpy as np

from steelyard.errors import AlignmentError, DataError, SpecError, unknown_name
from steelyard.lines import TextFile, decode_lines, read_content
from steelyard.metrics import package_version
from steelyard.questions.lint.answer import SEVERITIES, Finding, LintReport
from steelyard.text import CHECKS, InspectedSet, InspectedText, Observation

__all__ = ["describe_checks", "lint"]

Text = str | os.PathLike[str] | TextFile | Sequence[str]

_SHOWN = 10  # line numbers that a finding keeps
_ZEROS = 0.2  # of the bytes: ASCII letters of UTF-16 have one each, and are valid UTF-8
_BROKEN = 0.1  # of the lines: more that cannot be decoded, and the rest is no text to look at either


def lint(
    references: Sequence[Text],
    systems: Mapping[str, Text] | None = None,
    *,
    sources: Text | None = None,
    documents: Text | None = None,
    checks: Sequence[str] | None = None,
    ignore: Sequence[str] = (),
    encoding: str = "utf-8",
) -> LintReport:
    r"""Look for what makes scores mean something else than they say.

    Unlike `TestSet.from_files` this takes texts as they are: files of unequal length and bytes that are no text are
    findings.

    Parameters
    ----------
    references : sequence of path or of list of str
        One a reference: a file, or its lines.
    systems : mapping of str to path or list of str, optional
        Outputs by name.
    sources, documents : path or list of str, optional
        Source text; document ids.
    checks : sequence of str, optional
        Names of checks to run; by default all.
    ignore : sequence of str, optional
        Names of checks to leave out.
    encoding : str, default "utf-8"
        Of all files.

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
    names = _chosen(checks, ignore)
    if isinstance(references, str | bytes | os.PathLike) or not references:
        raise AlignmentError("references must be a list with one file, or list of strings, per reference.")
    inputs: list[dict[str, object]] = []

    def inspect(text: Text, role: str, name: str, full_role: str) -> InspectedText:
        inspected, sha256 = _inspect(text, role, name, encoding)
        inputs.append(
            {"role": full_role, "name": _label(text, name), "sha256": sha256, "n_lines": len(inspected.lines)}
        )
        return inspected

    data = InspectedSet(
        tuple(
            inspect(text, "reference", _label(text, f"reference {i}"), f"reference {i}")
            for i, text in enumerate(references, 1)
        ),
        tuple(inspect(text, "system", name, f"system {name}") for name, text in (systems or {}).items()),
        None if sources is None else inspect(sources, "sources", _label(sources, "sources"), "sources"),
        None if documents is None else inspect(documents, "documents", _label(documents, "documents"), "documents"),
    )
    findings = _findings(data, names)
    texts = [*references, *(systems or {}).values(), *(text for text in (sources, documents) if text is not None)]
    method = {
        "n_segments": data.n_segments,
        "n_references": len(data.references),
        "n_systems": len(data.systems),
        "checks": names,
        "versions": {"steelyard": package_version(), "numpy": np.__version__, "python": platform.python_version()},
        "inputs": inputs,
        "recipe": {
            "command": "lint",
            "reading": {"encoding": encoding} if all(map(_is_file, texts)) else {},
            "arguments": {
                "checks": None if checks is None else list(checks),
                "ignore": list(ignore),
            },
        },
    }
    return LintReport(findings, method)


def describe_checks() -> dict[str, str]:
    """Return what every check looks for, by its name."""
    return {name: check.summary for name, check in CHECKS.items()}


def _chosen(checks: Sequence[str] | None, ignore: Sequence[str]) -> list[str]:
    for name in (*(checks or ()), *ignore):
        if name not in CHECKS:
            raise unknown_name("check", name, CHECKS)
    names = [name for name in CHECKS if (checks is None or name in checks) and name not in ignore]
    if not names:
        raise SpecError("No check is left to run: name one that is not ignored.")
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
    if not references:
        return None
    systems = tuple(text for text in data.systems if text not in broken)
    return InspectedSet(references, systems, None if data.sources in broken else data.sources, data.documents)


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


def _is_file(text: Text) -> bool:
    return isinstance(text, str | os.PathLike | TextFile)


def _label(text: Text, otherwise: str) -> str:
    if isinstance(text, TextFile):
        return text.path
    return os.fspath(text) if isinstance(text, str | os.PathLike) else otherwise


def _inspect(text: Text, role: str, name: str, encoding: str) -> tuple[InspectedText, str]:
    """Read a text as far as it can be read, and name it by its SHA-256."""
    if isinstance(text, TextFile):
        return InspectedText(name, role, text.lines, text.path), text.sha256  # type: ignore[arg-type]
    if isinstance(text, str | os.PathLike):
        file = read_content(text)
        lines, undecodable = _decode(file.content, file.path, encoding)
        inspected = InspectedText(name, role, lines, file.path, file.content, undecodable, encoding)  # type: ignore[arg-type]
        return inspected, file.sha256
    lines = tuple(text)
    if not all(isinstance(line, str) for line in lines):
        raise AlignmentError(f"{name} must be the path of a file, or a list of strings.")
    sha256 = hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()
    surrogates = tuple(row for row, line in enumerate(lines) if any("\ud800" <= c <= "\udfff" for c in line))
    clean = tuple(line.encode("utf-8", "replace").decode() for line in lines) if surrogates else lines
    return InspectedText(name, role, clean, undecodable=surrogates), sha256  # type: ignore[arg-type]


def _decode(content: bytes, path: str, encoding: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the lines, with U+FFFD for what is no text, and the rows that have some."""
    if content.count(0) > _ZEROS * len(content) and "8" in encoding:
        lines = decode_lines(content, path, "latin-1")
        return lines, tuple(range(len(lines)))
    try:
        return decode_lines(content, path, encoding), ()
    except DataError:
        return _decode_by_line(content, path, encoding)


def _decode_by_line(content: bytes, path: str, encoding: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    raw = content.split(b"\n")
    if not raw[-1]:
        raw.pop()
    lines: list[str] = []
    rows = []
    try:
        for row, piece in enumerate(raw):
            piece = piece.removesuffix(b"\r")
            try:
                lines.append(piece.decode(encoding))
            except UnicodeDecodeError:
                lines.append(piece.decode(encoding, "replace"))
                rows.append(row)
    except LookupError as error:
        raise DataError(f"Unknown encoding {encoding!r}: use a name Python knows, such as utf-8 or latin-1.") from error
    except UnicodeError as error:
        raise DataError(f"{path} cannot be read as {encoding}: {error}.") from error
    return tuple(lines), tuple(rows) or (0,)
