"""Figures drawn for papers and pages. Knows results only, so a stored result can always be drawn."""

from steelyard.plot.agreed import meta_figures
from steelyard.plot.chart import chart
from steelyard.plot.compared import comparison_figures, ratings_figures
from steelyard.plot.files import FORMATS, check_folder, save
from steelyard.plot.learning import learning_curve_figures
from steelyard.results.measured_figures import calibration_figures, conclusion_figures, plan_figures

__all__ = [
    "FORMATS",
    "calibration_figures",
    "chart",
    "check_folder",
    "comparison_figures",
    "conclusion_figures",
    "learning_curve_figures",
    "meta_figures",
    "plan_figures",
    "ratings_figures",
    "save",
]
