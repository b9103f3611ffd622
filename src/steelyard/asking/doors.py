"""The options of a question as the Parameters of a docstring, so that help and Python say the same."""

import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, fields
from typing import Any, TypeVar

from steelyard.asking.question import REQUIRED, Option, Question, option_of
from steelyard.asking.registry import entry_named, question_class

__all__ = ["asked_by", "describes_options", "parameters_of"]

_HEADING = "Parameters"
_FLAG = re.compile(r"(?<![\w-])--?[a-z][a-z-]*")
_PROGRESS = """progress : callable or bool, optional
    Called with (steps done, steps in all). True shows a bar (of tqdm, where it is installed, else a line every ten
    seconds), False shows nothing; by default there is a bar in notebooks alone."""
_EXECUTOR = """executor : concurrent.futures.Executor, optional
    Works on ranges of the draws: threads, processes or the workers of a cluster. No number depends on it."""
Options = Sequence["Field[Any]"]
Asked = TypeVar("Asked", bound=Question)
Method = TypeVar("Method", bound=Callable[..., Any])


def describes_options(name: str, kinds: Mapping[str, Options] | None = None) -> Callable[[Method], Method]:
    """Fill ``{options}`` in the docstring of what asks a question with the Parameters that its options are.

    What stands under the heading before them, the question is about. Options that one kind of question alone has, given
    by the name of the kind, go under ``**options``.
    """

    def fill(method: Method) -> Method:
        told = parameters_of(question_class(entry_named(name)))
        if "executor" in method.__annotations__:
            told = f"{told}\n{_EXECUTOR}"
        if "progress" in method.__annotations__:
            told = f"{told}\n{_PROGRESS}"
        if kinds:
            own = "\n".join(f"{kind}\n{_indented(_described(options))}" for kind, options in kinds.items())
            told = f"{told}\n**options\n{_indented(own)}"
        before, _, after = (method.__doc__ or "").partition("{options}")
        indent = before[before.rfind("\n") + 1 :]
        lead = "" if _HEADING in before else f"{_HEADING}\n{'-' * len(_HEADING)}\n"
        method.__doc__ = before + textwrap.indent(lead + told, indent).lstrip() + after
        return method

    return fill


def asked_by(asked: type[Asked], given: Mapping[str, Any]) -> Asked:
    """Ask what the parameters of a function say, given as its ``locals()``: those that are options."""
    return asked(**{one.name: given[one.name] for one in fields(asked)})


def parameters_of(asked: type[Question]) -> str:
    """Describe every option as numpydoc does: name, kind and default, and what it is."""
    return _described(fields(asked))


def _described(options: Options) -> str:
    names = _names_of_flags(options)
    return "\n".join(_parameter(one.name, option_of(one), one.default, names) for one in options)


def _indented(text: str) -> str:
    return textwrap.indent(text, "    ")


def _names_of_flags(options: Options) -> dict[str, str]:
    """Return what Python calls the options that texts name by their flags."""
    every = [(one.name, option_of(one).flags) for one in options]
    return {flag: name for name, flags in every for flag in flags or (f"--{name.replace('_', '-')}",)}


def _parameter(name: str, known: Option, default: Any, names: Mapping[str, str]) -> str:
    kind = _kind(known)
    known_default = "" if default is REQUIRED else ", optional" if default is None else f", default {default!r}"
    text = f"{known.help[0].upper()}{known.help[1:]}"
    if default in (None, ()) and known.shown:
        text += f"; by default {known.shown}"
    more = f" {known.more}" if known.more else ""
    end = "" if text.endswith(".") else "."
    said = _FLAG.sub(lambda flag: f"`{names[flag[0]]}`" if flag[0] in names else flag[0], f"{text}{end}{more}")
    return f"{name} : {kind}{known_default}\n" + _indented(textwrap.fill(said, 112))


def _kind(known: Option) -> str:
    if known.python:
        return known.python
    if known.choices:
        return "{" + ", ".join(f'"{choice}"' for choice in known.choices) + "}"
    if known.file:
        return "sequence of str or TextFile"
    return f"sequence of {known.kind.__name__}" if known.is_list else known.kind.__name__
