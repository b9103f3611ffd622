"""The options of a question as the parameters of a function and of its docstring: they are typed once."""

import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, fields
from functools import wraps
from inspect import Parameter, Signature, signature
from types import NoneType, UnionType
from typing import Any, ForwardRef, Literal, TypeVar, Union, cast, get_args, get_origin

from steelyard.asking.question import REQUIRED, Option, Question, option_of
from steelyard.asking.registry import entry_named, question_class

__all__ = ["question_from", "asks", "parameters_of", "spelled"]

_HEADING = "Parameters"
_TUPLE = re.compile(r"\btuple\[([^][]+), \.\.\.\]")  # as a question keeps what may be any sequence
_FLAG = re.compile(r"(?<![\w-])--?[a-z][a-z-]*")
_BESIDE = {
    "executor": (
        "Executor | None",
        "concurrent.futures.Executor",
        "Works on ranges of the draws: threads, processes or the workers of a cluster. No number depends on it.",
    ),
    "progress": (
        "Progress | bool | None",
        "callable or bool",
        "Called with (steps done, steps in all). True shows a bar (of tqdm, where it is installed, else a line every "
        "ten seconds), False shows nothing; by default there is a bar in notebooks alone.",
    ),
}
"""What a function may take beside the options: how it is typed, what kind it is, and what it does."""
Options = Sequence["Field[Any]"]
Asked = TypeVar("Asked", bound=Question)
Function = TypeVar("Function", bound=Callable[..., Any])


def asks(
    name: str, *also: str, positional: Sequence[str] = (), kinds: Mapping[str, Options] | None = None
) -> Callable[[Function], Function]:
    """Give a function the options of a question: as keyword parameters, as its signature and in its docstring.

    The function names what the question is about, and takes all options that it does not name itself as ``**options``.
    What stands under Parameters before ``{options}`` in its docstring, it is about. `name` is that of the command,
    `also` what the function takes beside, `positional` options that may be given without their names; `kinds` has, by
    the name of a kind of question, options that it alone has, which stay ``**options``.
    """

    def fill(function: Function) -> Function:
        question = question_class(entry_named(name))
        own = _signature(function, question, also, positional, has_more=bool(kinds))

        @wraps(function)
        def ask(*args: Any, **given: Any) -> Any:
            try:
                bound = own.bind(*args, **given)
            except TypeError as error:
                raise TypeError(f"{function.__name__}() {error}") from None
            bound.apply_defaults()
            more = bound.arguments.pop("options", {})
            return function(**bound.arguments, **more)

        vars(ask)["__signature__"] = own  # what help reads
        described = [parameters_of(question)]
        described += [
            f"{one} : {kind}, optional\n{_indented(textwrap.fill(text, 112))}"
            for one, (_, kind, text) in _BESIDE.items()
            if one in own.parameters
        ]
        if kinds:
            of_kinds = "\n".join(f"{kind}\n{_indented(_described(options))}" for kind, options in kinds.items())
            described.append(f"**options\n{_indented(of_kinds)}")
        before, _, after = (function.__doc__ or "").partition("{options}")
        indent = before[before.rfind("\n") + 1 :]
        lead = "" if _HEADING in before else f"{_HEADING}\n{'-' * len(_HEADING)}\n"
        text = lead + "\n".join(described)
        ask.__doc__ = before + textwrap.indent(text, indent).lstrip() + after
        return cast("Function", ask)

    return fill


def _signature(
    function: Callable[..., Any],
    question: type[Question],
    also: Sequence[str],
    positional: Sequence[str],
    *,
    has_more: bool,
) -> Signature:
    """Return what a function is about, then the options, then what it takes beside."""
    own = [one for one in signature(function).parameters.values() if one.kind is not Parameter.VAR_KEYWORD]
    options = [
        Parameter(
            one.name,
            Parameter.POSITIONAL_OR_KEYWORD if one.name in positional else Parameter.KEYWORD_ONLY,
            default=Parameter.empty if one.default is REQUIRED else one.default,
            annotation="Rng" if one.name == "rng" else _TUPLE.sub(r"Sequence[\1]", spelled(one.type)),
        )
        for one in fields(question)
        if one.name not in signature(function).parameters
    ]
    beside = [Parameter(one, Parameter.KEYWORD_ONLY, default=None, annotation=_BESIDE[one][0]) for one in also]
    more = [Parameter("options", Parameter.VAR_KEYWORD, annotation="Any")] if has_more else []
    every = sorted([*own, *options, *beside, *more], key=lambda one: one.kind)
    return signature(function).replace(parameters=every)


def spelled(kind: Any) -> str:
    """Spell a type as it is written in a source."""
    if isinstance(kind, str):
        return kind
    if kind is ...:
        return "..."
    if isinstance(kind, ForwardRef):
        return kind.__forward_arg__
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return " | ".join(map(spelled, inner))
    if origin is Literal:
        return f"Literal[{', '.join(map(repr, inner))}]"
    if origin is not None:
        return f"{origin.__name__}[{', '.join(map(spelled, inner))}]"
    return "None" if kind is NoneType else str(getattr(kind, "__name__", kind))


def question_from(asked: type[Asked], given: Mapping[str, Any]) -> Asked:
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
