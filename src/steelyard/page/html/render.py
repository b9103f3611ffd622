"""Fill the templates."""

import base64
import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from steelyard.page.blocks import MARKED
from steelyard.page.citations import bibtex, citation_keys
from steelyard.page.html.figures import side_by_side
from steelyard.page.html.text import as_data, bidi_safe, marked, plain, with_minus
from steelyard.results.base import Result
from steelyard.results.missing import missing_text
from steelyard.results.numbers import p_text
from steelyard.results.plurals import word_for_segment

__all__ = ["MOST_CHARACTERS", "Filled", "heading", "render"]

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


# The heading of a page: what was found, in two lines on a desk and four on a phone.


MOST_CHARACTERS = 108  # four lines of a phone's 390 pixels, at about 30 characters each, less ragged ends
_FEWEST = 20  # characters that a list must have room for
_SENTENCE = re.compile(r"(?<=[^.\s]{2}\.) (?=[A-Z])")
_ASIDE = re.compile(r" \([^()]*\)")
_HIDDEN = re.compile(r"(?:and )?(\d+) more")


def heading(found: str, most: int = MOST_CHARACTERS) -> str:
    """Shorten what was found to a heading; the page has it in full below where this is not all of it.

    Examples
    --------
    >>> from steelyard.page.html.render import heading
    >>> heading("BLEU: one > two, three (rank 2-3) > four > five; 9 of 10 pairs differ significantly.", 50)
    'BLEU: one > two, three (rank 2-3) > four > five.'
    >>> heading("It agrees best (0.98), but not significantly better than 3 others: one, two, three. More.", 60)
    'It agrees best, but not significantly better than 3 others.'
    """
    sentence = _SENTENCE.split(found.split("\n")[0])[0]
    if len(sentence) <= most:
        return sentence
    text = sentence.removesuffix(".")
    head, colon, items = text.rpartition(": ")
    if "; " in items and " significantly" in items.rpartition("; ")[2]:  # how many pairs differ: the names say more
        items = items.rpartition("; ")[0]
        text = f"{head}: {items}"
        if len(text) < most:
            return f"{text}."
    if colon and len(head) < most - _FEWEST:
        room = most - len(head) - 3
        first_clause = items.partition("; ")[0]
        if " > " in items:  # groups of systems, and what is to be said of them
            return f"{head}: {_first(first_clause, ' > ', room)}."
        if "; " in items and ", " not in _ASIDE.sub("", first_clause):  # pairs of systems
            return f"{head}: {_first(items, '; ', room)}."
        if "; " in items:
            return f"{head}: {_first(first_clause, ', ', room)}."
    text = _ASIDE.sub("", text)
    while len(text) > most and ": " in text[20:]:
        text = text.rpartition(": ")[0]
    for end in ("; ", ", which "):
        text = text if len(text) <= most else text.partition(end)[0]
    return f"{text}." if len(text) <= most else f"{text[: most - 2].rsplit(' ', 1)[0]} …"


def _first(items: str, separator: str, most: int) -> str:
    """Keep the first items, at least a part of one, and count the others."""
    parts = items.split(separator)
    last = _HIDDEN.fullmatch(parts[-1])
    n_items = len(parts) if last is None else len(parts) - 1 + int(last[1])
    named = parts if last is None else parts[:-1]
    for n_kept in range(len(named), 0, -1):
        more = f"{separator}{n_items - n_kept:,} more" if n_kept < n_items else ""
        text = separator.join(named[:n_kept]) + more
        if len(text) <= most:
            return text
    more = f"{separator}{n_items - 1:,} more" if n_items > 1 else ""
    short = _ASIDE.sub("", named[0])
    room = max(12, most - len(more))
    return (short if len(short) <= room else f"{short[: room - 1]}…") + more
