"""Where prediction-powered means come from: keys of `references.bib`."""

from steelyard.questions.powered_ratings.answer import PoweredRatings

__all__ = ["cites"]


def cites(_: PoweredRatings) -> list[str]:
    """List what to cite."""
    return ["angelopoulos2023prediction", "angelopoulos2023ppi"]
