"""What metrics there are, from their own documentation."""

import re
from collections.abc import Sequence

from steelyard.metrics import Metric, aliases, available, parse
from steelyard.metrics.parts.docstrings import HEADINGS, entries_of, sections_of
from steelyard.questions.describe import describes_options
from steelyard.questions.metrics.answer import MetricPage
from steelyard.questions.metrics.claims import claims_about
from steelyard.questions.metrics.question import MetricsQuestion
from steelyard.text import TOKENIZER_FAMILIES, TOKENIZERS, VIEWS

__all__ = ["catalogue", "compute", "tokenizers", "views"]


@describes_options("metrics")
def catalogue(names: Sequence[str] = ()) -> list[MetricPage]:
    """Describe metrics.

    {options}

    Returns
    -------
    list of MetricPage
        One per metric.

    Raises
    ------
    SpecError
        A name does not exist; the message has the nearest one.

    Examples
    --------
    >>> from steelyard.questions.metrics.compute import catalogue
    >>> [page.name for page in catalogue(["exact-match"])]
    ['exact-match']
    """
    return compute(MetricsQuestion(names=tuple(names)))


def compute(question: MetricsQuestion) -> list[MetricPage]:
    """Read the documentation of every metric that was named, or of all."""
    kinds = [type(parse(name)) for name in question.names] or list(available().values())
    return [_page(kind) for kind in dict.fromkeys(kinds)]


def tokenizers() -> list[tuple[str, str]]:
    """List the tokenizers: name and what each does.

    Examples
    --------
    >>> from steelyard.questions.metrics.compute import tokenizers
    >>> dict(tokenizers())["char"]
    'makes every code point but white space a token'
    """
    return [(name, tokenizer.summary) for name, tokenizer in TOKENIZERS.items()] + list(TOKENIZER_FAMILIES.items())


def views() -> list[tuple[str, str]]:
    """List the views: spelling and what each makes of a word.

    Examples
    --------
    >>> from steelyard.questions.metrics.compute import views
    >>> dict(views())["words"]
    "the words that the metric's tokenizer gives"
    """
    return [(kind.spelling, kind.summary) for kind in VIEWS.values()]


def _page(kind: type[Metric]) -> MetricPage:
    sections = sections_of(kind.__doc__ or "")
    metric = parse(kind.name)
    references = tuple(_paragraphs(sections.get("References", "")))
    return MetricPage(
        name=kind.name,
        aliases=tuple((name, spelling) for name, spelling in aliases().items() if type(parse(spelling)) is kind),
        class_name=kind.__name__,
        label=metric.label,
        summary=sections[""].replace("\n", " "),
        direction="higher" if metric.higher_is_better else "lower",
        bounds=metric.bounds,
        needs=kind.needs,
        citation=_citation(references[0]) if references else "",
        signature=_on_any_machine(metric.signature("1")),
        headings={heading: sections.get(heading, "").replace("\n", " ") for heading in HEADINGS},
        own_options=_definitions(sections.get("Parameters", "")),
        shared_options=_definitions(sections_of(Metric.__doc__ or "").get("Parameters", "")),
        references=references,
        examples=sections.get("Examples", ""),
        claims=claims_about(kind.name),
    )


def _definitions(text: str) -> tuple[tuple[str, str, str], ...]:
    """Read numpydoc's `name : type` entries with the text under each."""
    found = []
    for entry in entries_of(text).values():
        head, _, body = entry.partition("\n")
        name, _, kind = head.partition(" : ")
        found.append((name, kind, " ".join(line.strip() for line in body.split("\n"))))
    return tuple(found)


def _paragraphs(body: str) -> list[str]:
    """Read entries, each of which ends with its line in a full stop or a parenthesis; indented lines go on too."""
    return re.sub(r"(?<![.)])\n *|\n +", " ", body).split("\n") if body else []


def _citation(reference: str) -> str:
    """Shorten `Authors Year, "Title", place and identifier.` to authors, year and identifier."""
    match = re.match(r".*?\b(?:1[89]|20)\d\d[a-z]?\b", reference)
    if match is None:
        return reference.rstrip(".")
    rest = reference[match.end() :].rpartition('"')[2]
    identifiers = re.findall(r"(?:arXiv:|10\.\d+/)\S*[^\s.,]|\b(?:[A-Z]\d\d-\d+|(?:19|20)\d\d\.[\w-]+\.\d+)", rest)
    return ", ".join([match[0], *identifiers[:1]])


def _on_any_machine(signature: str) -> str:
    """Leave out versions and hashes of resources, which stand in brackets."""
    return re.sub(r"\[[^]]*\]", "[…]", signature)
