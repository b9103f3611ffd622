"""Figures of a reranker."""

from steelyard.lab.questions.rerank.answer import RerankerModel
from steelyard.results.figure import Figure, Mark, Series

__all__ = ["draw"]


def draw(model: RerankerModel) -> tuple[Figure, ...]:
    """Show scores, and how many features have a weight, along the penalty; nothing for a single penalty."""
    rows = sorted(model.penalties, key=lambda row: row.share)
    if len(rows) < 2:
        return ()
    label, shares = model.method["label"], tuple(row.share for row in rows)
    chosen = next(Mark("x", row.share, "the model's") for row in rows if row.is_chosen)
    first = Mark("y", model.reach[0].score, model.reach[0].output)
    seen = Series("seen", shares, tuple(row.seen for row in rows))
    held_out = Series("held out", shares, tuple(row.held_out for row in rows))
    n_features = Series("", shares, tuple(float(row.n_features) for row in rows))
    across = "gamma (1: no feature in the model)"
    return (
        Figure(
            name="penalty-scores",
            title=f"{label} of the chosen outputs, by penalty",
            kind="lines",
            x_label=across,
            y_label=label,
            series=(seen, held_out),
            marks=(first, chosen),
            note="Where seen rises and held out does not, the model overfits.",
            x_scale="log",
        ),
        Figure(
            name="penalty-features",
            title="Features with a weight, by penalty",
            kind="lines",
            x_label=across,
            y_label="features",
            series=(n_features,),
            marks=(chosen,),
            note="The smaller the penalty, the more features have a weight.",
            x_scale="log",
        ),
    )
