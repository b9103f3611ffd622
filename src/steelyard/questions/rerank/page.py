"""A reranker, laid out."""

from steelyard.page.blocks import Block, Items, Page, Paragraph, Titled
from steelyard.questions.rerank.answer import RerankerModel
from steelyard.results.table import Table, clean

__all__ = ["lay_out"]

_SHOWN = 10  # weights; the model has all


def lay_out(model: RerankerModel) -> Page:
    """Lay out what can be reached, scores by penalty, and the largest weights."""
    method = model.method
    label = clean(method["label"])
    reach = [(row.output, f"{row.score:.4g}", f"{row.n_changed:,}") for row in model.reach]
    penalties = [
        (
            f"{row.share:g}{' *' if row.is_chosen else ''}",
            f"{row.n_features:,}",
            f"{row.loss:,.1f}",
            f"{row.seen:.4g}",
            f"{row.held_out:.4g}",
        )
        for row in model.penalties
    ]
    blocks: list[Block] = [
        Titled(f"Outputs of {method['n_segments']:,} lists", Table(("output", f">{label}", ">changed"), reach)),
        Titled(
            "By penalty",
            Table(("gamma", ">features", ">loss", f">{label} seen", ">held out"), penalties),
            "* the model's. gamma is a share of the penalty that leaves no feature. seen: chosen from the lists that "
            "the model was fitted to; held out: from each list by a model that has not seen it.",
        ),
    ]
    if model.features:
        largest = sorted(model.features, key=lambda row: -abs(row.weight))[:_SHOWN]
        rows = [(row.kind, clean(row.feature), f"{row.weight:+.4g}") for row in largest]
        n = len(model.features)
        title = f"Largest weights, {len(rows)} of {n:,}" if n > len(rows) else "Weights"
        blocks.append(Titled(title, Table(("kind", "feature", ">weight"), rows)))
    return Page((*blocks, Paragraph(method["sentence"]), Items(tuple(method["notes"]))))
