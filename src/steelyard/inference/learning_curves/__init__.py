"""Learning curves: scores over the size of the training data, and what they promise of more."""

from steelyard.inference.learning_curves.models import CURVE_MODELS, CurveFit, fit_curve
from steelyard.inference.learning_curves.points import CurvePoint, curve_differences, curve_points, curve_weights
from steelyard.inference.learning_curves.predictions import (
    FAR,
    MOST_TIMES,
    CurveBand,
    CurveDraws,
    FittedCurve,
    draw_curves,
    fitted_curve,
)

__all__ = [
    "CURVE_MODELS", "FAR", "MOST_TIMES", "CurveBand", "CurveDraws", "CurveFit", "CurvePoint", "FittedCurve",
    "curve_differences", "curve_points", "curve_weights", "draw_curves", "fit_curve", "fitted_curve",
]  # fmt: skip
