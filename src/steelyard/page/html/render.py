"""Fill the templates."""

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from steelyard.page.blocks import MARKED
from steelyard.page.citations import bibtex, citation_keys
from steelyard.page.html.figures import side_by_side
from steelyard.page.html.heading import heading
from steelyard.page.html.text import as_data, bidi_safe, marked, plain, with_minus
from steelyard.results.base import Result
from steelyard.results.missing import missing_text
from steelyard.results.numbers import p_text
from steelyard.results.plurals import word_for_segment

__all__ = ["Filled", "render"]

_TEMPLATES = Path(__file__).parent / "templates"
_SCRIPTS = Path(__file__).parent / "scripts"
_PARTS = (  # each may use those before it
    "base", "address", "width", "save", "svg", "tables", "board", "pair", "buckets", "tokens", "words", "segments",
)  # fmt: skip


class Filled(NamedTuple):
    """What a page is made of."""

    template: str
    result: Result  # that the page is about
    values: dict[str, Any]  # what the template asks for, beside what every page has

    @property
    def method(self) -> Mapping[str, Any]:
        """How the result came about."""
        method: Mapping[str, Any] = getattr(self.result, "method", {})
        return method


def render(filled: Filled) -> str:
    """Return the text of a page: its template with its own values and what every page has."""
    from markupsafe import Markup

    script = _script()
    result, method = filled.result, filled.method
    page = _environment().get_template(filled.template)
    title = filled.values["title"]
    short = heading(title)
    return str(
        page.render(
            result=result,
            method=method,
            word=word_for_segment(method),
            missing=_missing(method),
            heading=short,
            in_full=title.removeprefix(short).strip() if title.startswith(short) else title,
            version=method.get("versions", {}).get("steelyard", ""),
            citations=bibtex(citation_keys(result)),
            settings=_settings(method),
            stored=as_data(result.to_dict()),
            # our own files, which nothing of a test set goes into
            style=Markup((_TEMPLATES / "page.css").read_text(encoding="utf-8")),  # noqa: S704
            script=Markup(script),  # noqa: S704
            script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii"),
            **filled.values,
        )
    )


def _script() -> str:
    """Join the parts of the script, which share their names, into one of strict mode that leaves none outside."""
    parts = [(_SCRIPTS / f"{name}.js").read_text(encoding="utf-8") for name in _PARTS]
    return "\n".join(['"use strict";', "(() => {", *parts, "})();", ""])


@cache
def _environment() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "bdi": bidi_safe,
        "marked": marked,
        "after_marks": lambda text: text.replace(MARKED, "marked"),
        "plain": plain,
        "p": p_text,
        "side_by_side": side_by_side,
        "minus": with_minus,
    }
    return environment


def _settings(method: Mapping[str, Any]) -> list[tuple[str, str]]:
    """List what was chosen, as names and values; what a paragraph or a table of its own says is left out."""
    left_out = ("sentence", "ratings_sentence", "inputs", "versions", "warning", "findings")
    shown = [(key.replace("_", " "), _value(value)) for key, value in method.items() if key not in left_out]
    taken = [f"{one['name']}: {one['taken']}" for one in method.get("inputs", ()) if one.get("taken")]
    return [*shown, ("how the files were read", ". ".join(taken))] if taken else shown


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_value(inner)}" for key, inner in value.items())
    if isinstance(value, list | tuple):
        return "; ".join(_value(inner) for inner in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.6g}"
    return "none" if value is None or value == "" else str(value)


def _missing(method: Mapping[str, Any]) -> str:
    """Say what became of missing scores, and what a page leaves out for it."""
    said = missing_text(method)
    if method.get("missing", {}).get("rule") != "bounds":
        return said
    return f"{said} Null distributions and kinds of items are of one set of scores each, and are not on this page."
