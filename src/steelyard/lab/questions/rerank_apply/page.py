"""What a model chose from lists, laid out."""

from steelyard.lab.questions.rerank_apply.answer import Reranking
from steelyard.page.blocks import Page, Paragraph
from steelyard.questions.compare import page as comparison_page
from steelyard.results.plurals import counted

__all__ = ["lay_out"]


def lay_out(reranking: Reranking) -> Page:
    """Say how much changed, and lay out the comparison with the decoder's first where there is one."""
    method = reranking.method
    n_changed = sum(row.place > 1 for row in reranking.chosen)
    n = len(reranking.chosen)
    said = (
        f"In {n_changed:,} of {counted(n, 'segment')} the model chooses another candidate than the decoder's first. It "
        f"has {counted(method['n_weights'], 'feature')}, of which {method['n_met']:,} can tell candidates of these "
        f"lists apart, {method['n_candidates']:,} in all."
    )
    if reranking.comparison is None:
        return Page((Paragraph(said),))
    return Page((Paragraph(said), *comparison_page.lay_out(reranking.comparison).blocks))
