"""A reranker, laid out."""

from steelyard.lab.questions.rerank.answer import RerankerModel
from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Titled
from steelyard.page.cautions import cautions
from steelyard.results.columns import Shown, Term, table
from steelyard.results.table import clean

__all__ = ["answer_sentence", "to_page"]

_SHOWN = 10  # weights; the model has all
_GAMMA: Shown = (
    Term(
        "penalty, as a share of the smallest penalty with no feature in the model; * marks the chosen one",
        "gamma",
        legend=True,
    ),
    lambda row: f"{row.share:g}{' *' if row.is_chosen else ''}",
)


def to_page(model: RerankerModel) -> Page:
    """Lay out what can be reached, scores by penalty, and the largest weights."""
    method = model.method
    label = clean(method["label"])
    blocks: list[Block] = [
        Paragraph(answer_sentence(model)),
        Titled(
            f"Scores of the outputs of {method['n_segments']:,} lists",
            table(model.reach, ("output", (f">{label}", "score"), "n_changed")),
        ),
        Titled(
            "Scores by penalty",
            table(model.penalties, (_GAMMA, "n_features", "loss", (f">{label} seen", "seen"), "held_out")),
        ),
    ]
    if model.features:
        largest = sorted(model.features, key=lambda row: -abs(row.weight))[:_SHOWN]
        n = len(model.features)
        title = f"Largest weights, {len(largest)} of {n:,}" if n > len(largest) else "Weights"
        blocks.append(Titled(title, table(largest)))
    return Page((*blocks, Legend.below(blocks), MethodText(method["sentence"]), *cautions(method)))


def answer_sentence(model: RerankerModel) -> str:
    """Say whether the model chooses better on lists that it was not fitted to."""
    scores = {row.output: row.score for row in model.reach}
    first, held_out = scores["decoder's first"], scores["reranked, held out"]
    label, n = clean(model.method["label"]), model.method["n_segments"]
    return f"{label} on held-out lists is {held_out:.4g} with the model and {first:.4g} without it ({n:,} lists)."
