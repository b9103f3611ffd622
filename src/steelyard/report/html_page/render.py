"""Fill the templates."""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from steelyard.questions.calibrate.answer import Calibration
from steelyard.questions.compare.html import (
    bucket_bases,
    bucket_tables,
    contrary_pairs,
    given_systems,
    metric_blocks,
    settings,
)
from steelyard.questions.compare.html_payload import page_data, segment_data
from steelyard.questions.human.html import rating_tables
from steelyard.questions.meta.answer import MetaEvaluation
from steelyard.questions.meta.html import level_blocks
from steelyard.questions.report_page.answer import ReportPage
from steelyard.report.citations import bibtex, citation_keys
from steelyard.report.formats import page_module
from steelyard.report.html_page.figures import side_by_side, with_figures
from steelyard.report.html_page.text import as_data, bidi_safe, plain, with_minus
from steelyard.report.page import Block, Page, Paragraph, Titled
from steelyard.report.rows import metric_names, p_text, percent_text
from steelyard.results.base import Result

__all__ = ["render_blocks", "render_meta", "render_page"]

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

    """
    result = page.result
    blocks = metric_blocks(page)
    tables = bucket_tables(page, blocks)
    summary = page_module(result).summary(result)
    return _filled(
        "page.html",
        result,
        title=summary[0],
        more_inputs=page.method.get("inputs", []),
        page=page,
        blocks=blocks,
        names=metric_names(result.scores),
        given={system: i for i, system in enumerate(given_systems(result))},
        summary=summary,
        contrary=contrary_pairs(result, blocks),
        level=percent_text(result.method),
        buckets=tables,
        bases=bucket_bases(page, blocks),
        has_untested=any(not row[3] for own in tables.values() for table in own for row in table.rows),
        ratings=[] if page.ratings is None else rating_tables(page.ratings),
        data=as_data(page_data(page, blocks)),
        segments=as_data(None if page.segments is None else segment_data(page.segments)),
    )


def render_blocks(result: Result, page: Page) -> str:
    """Return the text of the page of a result that has none of its own: the blocks that its other formats have.

    Parameters
    ----------
    result : Result
        Of any kind.
    page : Page
        What it says.

    Returns
    -------
    str
        HTML.

    """
    kind = result.schema.partition(".")[2].partition("/")[0].replace("-", " ").capitalize()
    title, blocks = _headed(result, page, kind)
    sentence = getattr(result, "method", {}).get("sentence")
    shown = [block for block in blocks if not (isinstance(block, Paragraph) and block.text == sentence)]  # see Method
    placed = with_figures(result, shown)
    return _filled(
        "blocks.html",
        result,
        title=title,
        more_inputs=[],
        kind=kind,
        blocks=placed,
        has_figures=any(figures for _, _, figures in placed),
    )


def render_meta(result: MetaEvaluation, page: Page) -> str:
    """Return the text of the page of a meta-evaluation: levels with plots and matrices, then what else its text says.

    Parameters
    ----------
    result : MetaEvaluation
        Stored or fresh.
    page : Page
        What it says in its other formats.

    Returns
    -------
    str
        HTML.

    """
    n_levels, sentence = len(result.method["levels"]), result.method["sentence"]
    decisions = [block.text for block in page.blocks[:n_levels] if isinstance(block, Paragraph)]
    first, stop, more = decisions[0].partition(". ")
    summary = [f"{first}.", more, *decisions[1:]] if stop else decisions
    titles = [block.title for block in page.blocks[n_levels : 2 * n_levels] if isinstance(block, Titled)]
    rest = page.blocks[2 * n_levels :]
    return _filled(
        "meta.html",
        result,
        title=summary[0],
        more_inputs=[],
        summary=list(filter(None, summary)),
        blocks=level_blocks(result, titles),
        rest=[
            (type(block).__name__, block)
            for block in rest
            if not (isinstance(block, Paragraph) and block.text == sentence)
        ],
        level=percent_text(result.method),
    )


def _headed(result: Result, page: Page, kind: str) -> tuple[str, Sequence[Block]]:
    """Choose the sentence that a page starts with: the first where it starts with one, or what was found."""
    first, rest = page.blocks[0], page.blocks[1:]
    if isinstance(first, Paragraph):
        return first.text, rest
    return (_false_alarms(result) if isinstance(result, Calibration) else kind), page.blocks


def _false_alarms(calibration: Calibration) -> str:
    """Say which tests broke their promise."""
    tests = dict.fromkeys(row.test for row in calibration.false_alarms)
    broken = {row.test for row in calibration.false_alarms if row.verdict == "too many"}
    found = [", ".join(test for test in tests if (test in broken) == is_broken) for is_broken in (True, False)]
    if not found[0]:
        return "No test raised more false alarms than its level allows."
    did_not = f"; {found[1]} did not" if found[1] else ""
    return f"More false alarms than the level allows: {found[0]}{did_not}."


def _filled(template: str, result: Result, **values: Any) -> str:
    """Fill a template with these values and what every page has."""
    from markupsafe import Markup

    script = _file("page.js")
    method: Mapping[str, Any] = getattr(result, "method", {})
    page = _environment().get_template(template)
    return str(
        page.render(
            result=result,
            method=method,
            version=method.get("versions", {}).get("steelyard", ""),
            citations=bibtex(citation_keys(result)),
            settings=settings(method),
            stored=as_data(result.to_dict()),
            # our own files, which nothing of a test set goes into
            style=Markup(_file("page.css")),  # noqa: S704
            script=Markup(script),  # noqa: S704
            script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii"),
            **values,
        )
    )


def _file(name: str) -> str:
    return (_TEMPLATES / name).read_text(encoding="utf-8")


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
        "plain": plain,
        "p": p_text,
        "side_by_side": side_by_side,
        "minus": with_minus,
    }
    return environment
