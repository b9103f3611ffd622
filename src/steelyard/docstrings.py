"""Docstrings of functions that share parameters, results or errors: a family says once what these are."""

import re
from collections.abc import Callable
from inspect import cleandoc
from textwrap import dedent
from typing import Any, TypeVar

__all__ = ["HEADINGS", "SECTIONS", "Family", "default_text", "entries_of", "sections_of"]

HEADINGS = ("What it measures", "When it misleads", "Range and direction", "Statistics")  # of metrics, without a line
SECTIONS = ("Parameters", "Attributes", "Returns", "Yields", "Raises", "Notes", "References", "Examples")
_HEADING = re.compile(rf"^({'|'.join(HEADINGS + SECTIONS)})\n(?:-+\n)?", re.MULTILINE)
Documented = TypeVar("Documented", bound=Callable[..., Any])


class Family:
    """What functions have in common; as their decorator it adds this to the docstring of each.

    The text is laid out as a docstring. A function gets those parameters that it has, with its own default, all errors,
    and what it has not itself under another heading. What its own docstring says of the same name stays.
    """

    def __init__(self, text: str, *broader: "Family") -> None:
        self.entries: dict[str, dict[str, str]] = {}
        for said in (*(family.entries for family in broader), _entries_by_section(text)):
            for section, entries in said.items():
                self.entries[section] = self.entries.get(section, {}) | entries

    def __call__(self, function: Documented) -> Documented:
        """Complete the docstring of a function."""
        if function.__doc__:  # there is none under `python -OO`
            sections = sections_of(function.__doc__)
            if parameters := self._parameters(function, sections.get("Parameters", "")):
                sections["Parameters"] = parameters
            for section, entries in self.entries.items():
                if section == "Raises":
                    sections[section] = "\n".join((entries | entries_of(sections.get(section, ""))).values())
                elif section != "Parameters":
                    sections.setdefault(section, "\n".join(entries.values()))
            parts = [f"{name}\n{'-' * len(name)}\n{sections[name]}" for name in SECTIONS if name in sections]
            function.__doc__ = "\n\n".join([sections[""], *parts])
        return function

    def _parameters(self, function: Any, text: str) -> str:
        own = _by_name(entries_of(text))
        shared = _by_name(self.entries.get("Parameters", {}))
        # By hand, since a hundred calls of inspect.signature are felt when the package is imported.
        code, given = function.__code__, function.__defaults__ or ()
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        first = code.co_argcount - len(given)
        defaults = dict(zip(names[first : code.co_argcount], given, strict=True)) | (function.__kwdefaults__ or {})
        entries = []
        for name in names:
            if name in own:
                entries.append(own[name])
            elif name in shared:
                head, _, meaning = shared[name].partition("\n")
                entries.append(f"{head}{_default_note(defaults[name]) if name in defaults else ''}\n{meaning}")
        return "\n".join(dict.fromkeys(entries))  # an entry for several names stands once


def _by_name(entries: dict[str, str]) -> dict[str, str]:
    """Repeat an entry for several names at each of them."""
    return {name: entry for names, entry in entries.items() for name in re.findall(r"\w+", names)}


def _entries_by_section(text: str) -> dict[str, dict[str, str]]:
    return {section: entries_of(said) for section, said in sections_of(text).items() if section}


def _default_note(default: object) -> str:
    return ", optional" if default is None else f", default {default_text(default)}"


def default_text(value: object) -> str:
    """Write a default value as numpydoc does."""
    return f'"{value}"' if isinstance(value, str) else str(value)


def sections_of(docstring: str) -> dict[str, str]:
    r"""Split a docstring: the summary under "", then the text under each heading of metrics and of numpydoc.

    Lines keep their ends and what they are indented beyond their heading's text.

    Examples
    --------
    >>> from steelyard.docstrings import sections_of
    >>> sections_of("Sums up.\n\n    Raises\n    ------\n    DataError\n        Never.")
    {'': 'Sums up.', 'Raises': 'DataError\n    Never.'}
    """
    summary, *parts = _HEADING.split(cleandoc(docstring))
    sections = {"": summary} | dict(zip(parts[::2], parts[1::2], strict=True))
    return {name: (dedent(text) if text.startswith(" ") else text).strip("\n") for name, text in sections.items()}


def entries_of(text: str) -> dict[str, str]:
    r"""Split the text of a section: what stands before " : " to the whole entry, which indented lines belong to.

    Examples
    --------
    >>> from steelyard.docstrings import entries_of
    >>> entries_of("a, b : int\n    Numbers.\nc : str\n    A word.")
    {'a, b': 'a, b : int\n    Numbers.', 'c': 'c : str\n    A word.'}
    """
    entries = re.split(r"\n(?=\S)", text) if text else []
    return {entry.partition("\n")[0].partition(" : ")[0]: entry for entry in entries}
