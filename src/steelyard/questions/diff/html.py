"""The HTML page of a difference: its examples as segments to read, beside its tables."""

from collections.abc import Sequence

from steelyard.page.blocks import Block, Paragraph, Verbatim
from steelyard.page.html.blocks import Placed, blocks_page, without_figures
from steelyard.page.html.payload import Shown, segment_data
from steelyard.page.html.render import Filled
from steelyard.page.html.systems import NOTHING, PageExtras
from steelyard.page.html.text import as_data
from steelyard.questions.diff.answer import Difference, ExampleRow
from steelyard.questions.diff.page import EXAMPLES, to_page
from steelyard.results.score_rows import SegmentScores

__all__ = ["fill"]


def fill(difference: Difference, beside: PageExtras = NOTHING) -> Filled:
    """Lay out the page: after the scores segments to read, all that were collected, or else the examples.

    On paper and without scripts the examples are text.
    """

    def place(blocks: Sequence[Block]) -> Placed:
        kept = [block for block in blocks if not _is_of_examples(block)]
        as_text: Placed = [("AsText", block, []) for block in blocks if _is_of_examples(block)]
        placed = without_figures(kept)
        n_first = 1 + isinstance(kept[1], Paragraph)
        return [*placed[:n_first], ("Segments", kept[0], []), *as_text, *placed[n_first:]]

    shown = beside.segments or (shown_examples(difference) if difference.examples else None)
    if shown is None:
        return blocks_page(difference, to_page(difference))
    filled, method = blocks_page(difference, to_page(difference), place=place), difference.method
    first = [shown.systems.index(method["system"]), shown.systems.index(method["against"])]
    filled.values.update(
        shown=shown,
        segments=as_data({**segment_data(shown, method, beside.method), "first": first}),
        of_changed=method["n_changed"] if beside.segments else 0,
    )
    return filled


def _is_of_examples(block: Block) -> bool:
    """Say whether a block shows an example, or introduces some."""
    is_lead = isinstance(block, Paragraph) and block.text.startswith(EXAMPLES)
    return isinstance(block, Verbatim) or is_lead


def shown_examples(difference: Difference) -> Shown:
    """Collect the examples in the order of the test set; of one that speaks for both systems nothing stands twice."""
    found: dict[int, ExampleRow] = {row.segment: row for row in difference.examples}
    rows = [found[number] for number in sorted(found)]
    method = difference.method
    names = (method["system"], method["against"])
    signature = method["by_signature"].partition(" (")[2].removesuffix(")")
    scores = (tuple(row.score for row in rows), tuple(row.score_against for row in rows))
    sources = tuple(row.excerpt.source or "" for row in rows)
    is_lower = any((row.difference > 0) != (row.speaks_for == "system") for row in rows if row.difference)
    return Shown(
        numbers=tuple(row.segment for row in rows),
        systems=names,
        references=(tuple(row.excerpt.reference for row in rows),),
        outputs=(tuple(row.excerpt.system for row in rows), tuple(row.excerpt.against for row in rows)),
        scores=tuple(
            SegmentScores(rows[0].metric, rows[0].label, name, signature, own, scale=method["by_scale"])
            for name, own in zip(names, scores, strict=True)
        ),
        sources=sources if any(sources) else (),
        lower_is_better=(rows[0].metric,) if is_lower else (),
    )
