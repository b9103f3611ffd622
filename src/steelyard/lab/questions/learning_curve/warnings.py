"""What a reader of learning curves should know before believing a number."""

from collections.abc import Mapping, Sequence

from steelyard.inference import CurveDraws
from steelyard.inference.learning_curves import FAR
from steelyard.lab.questions.learning_curve.answer import CurveFitRow, CurvePredictionRow, CurveSizeRow

__all__ = ["curves_warnings"]


def curves_warnings(
    draws: Mapping[str, CurveDraws],
    fits: Sequence[CurveFitRow],
    predictions: Sequence[CurvePredictionRow],
    sizes: Sequence[CurveSizeRow],
) -> list[str]:
    """Say what a reader should know before believing a number."""
    found = []
    for system, drawn in draws.items():
        if drawn.drawn_means is None:
            found.append(
                f"{system} has a size with a single replicate, which cannot show how scores vary: what its curves "
                "promise has no interval."
            )
    for row in fits:
        if row.is_best and row.misses_points:
            found.append(
                f"The {row.model} curve of {row.system} misses the points by {row.misfit:.1f} times their standard "
                "error: it is not the shape of these scores, and its intervals are too short."
            )
    largest = {system: float(drawn.sizes[-1]) for system, drawn in draws.items()}
    far = {(row.system, row.size) for row in predictions if row.times_largest > FAR}
    far |= {(row.system, row.size) for row in sizes if row.size is not None and row.size > FAR * largest[row.system]}
    if far:
        systems = [system for system in draws if any(name == system for name, _ in far)]
        found.append(
            f"Some sizes lie beyond {FAR:g} times the largest that was measured ({', '.join(systems)}): there a curve "
            "is a guess, whatever its interval."
        )
    if any(row.model == "log" and not row.reason for row in fits) and (predictions or sizes):
        found.append("The log model has no bound: it passes the best score that a bounded metric can have.")
    for system in draws:
        values = [row.aicc for row in fits if row.system == system and row.aicc is not None]
        if len(values) > 1 and max(values) - min(values) < 2:
            found.append(f"The points of {system} hardly tell the models apart (AICc differs by less than 2).")
    return found
