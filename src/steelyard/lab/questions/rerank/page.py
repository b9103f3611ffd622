"""A reranker, laid out."""

from steelyard.lab.questions.rerank.answer import RerankerModel
from steelyard.page.blocks import Block, Legend, MethodText, Page, Titled
from steelyard.page.cautions import cautions
from steelyard.results.columns import Shown, Term, table
from steelyard.results.table import clean

__all__ = ["lay_out"]

_SHOWN = 10  # weights; the model has all
_GAMMA: Shown = (
    Term("share of the smallest penalty that leaves no feature; * is the model's", "gamma", legend=True),
    lambda row: f"{row.share:g}{' *' if row.is_chosen else ''}",
)


def lay_out(model: RerankerModel) -> Page:
    """Lay out what can be reached, scores by penalty, and the largest weights."""
    method = model.method
    label = clean(method["label"])
    blocks: list[Block] = [
        Titled(
            f"Outputs of {method['n_segments']:,} lists",
            table(model.reach, ("output", (f">{label}", "score"), "n_changed")),
        ),
        Titled(
            "By penalty",
            table(model.penalties, (_GAMMA, "n_features", "loss", (f">{label} seen", "seen"), "held_out")),
        ),
    ]
    if model.features:
        largest = sorted(model.features, key=lambda row: -abs(row.weight))[:_SHOWN]
        n = len(model.features)
        title = f"Largest weights, {len(largest)} of {n:,}" if n > len(largest) else "Weights"
        blocks.append(Titled(title, table(largest)))
    return Page((*blocks, Legend.below(blocks), MethodText(method["sentence"]), *cautions(method)))
