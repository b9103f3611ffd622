"""Fill the templates."""

import base64
import hashlib
from pathlib import Path
from typing import Any

from steelyard.errors import needs_extra
from steelyard.report.citations import bibtex, citation_keys
from steelyard.report.html_page.context import bucket_bases, bucket_tables, given_systems, metric_blocks, settings
from steelyard.report.html_page.payload import page_data, segment_data
from steelyard.report.html_page.ratings import rating_tables
from steelyard.report.html_page.text import as_data, bidi_safe, plain
from steelyard.report.rows import metric_names, p_text, percent_text
from steelyard.report.summary import summary_sentences
from steelyard.results import ReportPage

__all__ = ["render_page"]

_TEMPLATES = Path(__file__).parent / "templates"


def render_page(page: ReportPage) -> str:
    """Return the text of a whole page.

    Parameters
    ----------
    page : ReportPage
        About a Comparison or a RatingsAnalysis.

    Returns
    -------
    str
        HTML.

    Raises
    ------
    MissingExtraError
        Jinja2 is not installed.
    """
    with needs_extra("report", "An HTML report"):
        from markupsafe import Markup
    result = page.result
    blocks = metric_blocks(page)
    tables = bucket_tables(page, blocks)
    script = _file("page.js")
    return str(
        _environment()
        .get_template("page.html")
        .render(
            page=page,
            result=result,
            method=result.method,
            blocks=blocks,
            names=metric_names(result.scores),
            given={system: i for i, system in enumerate(given_systems(result))},
            citations=bibtex(citation_keys(result)),
            summary=summary_sentences(result),
            level=percent_text(result.method),
            buckets=tables,
            bases=bucket_bases(page, blocks),
            has_untested=any(not row[3] for own in tables.values() for table in own for row in table.rows),
            ratings=[] if page.ratings is None else rating_tables(page.ratings),
            settings=settings(result.method),
            stored=as_data(result.to_dict()),
            data=as_data(page_data(page, blocks)),
            segments=as_data(None if page.segments is None else segment_data(page.segments)),
            # our own files, which nothing of a test set goes into
            style=Markup(_file("page.css")),  # noqa: S704
            script=Markup(script),  # noqa: S704
            script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii"),
        )
    )


def _file(name: str) -> str:
    return (_TEMPLATES / name).read_text(encoding="utf-8")


def _environment() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"bdi": bidi_safe, "plain": plain, "p": p_text}
    return environment
