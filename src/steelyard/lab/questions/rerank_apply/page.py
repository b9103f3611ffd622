"""What a model chose from lists, laid out."""

from steelyard.lab.questions.rerank_apply.answer import Reranking
from steelyard.page.blocks import Page, Paragraph
from steelyard.questions.compare import page as comparison_page
from steelyard.results.plurals import counted

__all__ = ["to_page"]


def to_page(reranking: Reranking) -> Page:
    """Say how much changed, and lay out the comparison with the decoder's first where there is one."""
    method = reranking.method
    n_changed = sum(row.place > 1 for row in reranking.chosen)
    n = len(reranking.chosen)
    said = (
        f"The model changes {n_changed:,} of {counted(n, 'segment')} to another candidate than the decoder's first. "
        f"{method['n_met']:,} of its {counted(method['n_weights'], 'feature')} differ between the "
        f"{method['n_candidates']:,} candidates."
    )
    if reranking.comparison is None:
        return Page((Paragraph(said),))
    return Page((Paragraph(said), *comparison_page.to_page(reranking.comparison).blocks))
