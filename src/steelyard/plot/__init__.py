"""Figures drawn for papers and pages. Knows results only, so a stored result can always be drawn."""

from steelyard.plot.drawing.chart import chart
from steelyard.plot.files import FORMATS, check_folder, save
from steelyard.results.drawn import figures_of

__all__ = ["FORMATS", "chart", "check_folder", "figures_of", "save"]


def __dir__() -> list[str]:
    return sorted(__all__)
