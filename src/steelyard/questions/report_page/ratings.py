"""Put together what a page shows, from judgements and their analysis."""

from collections.abc import Mapping
from typing import Any

from steelyard.counted.pairs import compared_pairs
from steelyard.counted.threads import blas_threads
from steelyard.counted.units import choose_units, unit_of
from steelyard.data import Judgements
from steelyard.errors import SpecError
from steelyard.inference import registered_tests
from steelyard.people.recipe import score_inputs
from steelyard.questions.human.answer import RatingsAnalysis
from steelyard.questions.human.judged_systems import judged_systems
from steelyard.questions.human.recipe import stored_question
from steelyard.questions.report_page.answer import ReportPage
from steelyard.questions.report_page.nulls import null_rows
from steelyard.results.null_row import NullRow

__all__ = ["ratings_page"]


def ratings_page(judgements: Judgements, analysis: RatingsAnalysis, *, n_threads: int = 1) -> ReportPage:
    """Draw again what an analysis of ratings held each difference against, for its page.

    Parameters
    ----------
    judgements : Judgements
        From `read_judgements`.
    analysis : RatingsAnalysis
        Of them, as `analyse_ratings` gave it.
    n_threads : int, default 1
        Threads.

    Returns
    -------
    ReportPage
        With null distributions where the test draws; rank sums, the mixed model and rankings have none.

    Raises
    ------
    SpecError
        The analysis is of other judgements, or of judgements that were not read from a file.

    Examples
    --------
    >>> import steelyard as sy
    >>> judgements = sy.read_judgements("examples/ratings.tsv", lines="number")
    >>> page = sy.ratings_page(judgements, sy.analyse_ratings(judgements, n_resamples=99))
    >>> len(page.nulls), sum(page.nulls[0].counts)
    (10, 99)
    """
    nulls = _null_rows(judgements, analysis, n_threads) if _draws(judgements, analysis.method) else []
    return ReportPage({"n_segments": analysis.method["n_segments"]}, ratings=analysis, nulls=tuple(nulls))


def _draws(judgements: Judgements, method: Mapping[str, Any]) -> bool:
    return judgements.rankings is None and method["test"] in registered_tests()


def _null_rows(judgements: Judgements, analysis: RatingsAnalysis, n_threads: int) -> list[NullRow]:
    method = analysis.method
    if "recipe" not in method:
        raise SpecError("A page with null distributions needs judgements that were read from a file.")
    rated = judged_systems(judgements, stored_question(method["recipe"]["arguments"]))
    if [*score_inputs(rated.aligned.scales), *judgements.further] != list(method["inputs"]):
        raise SpecError("This analysis is of other judgements than these: analyse them first.")
    units = choose_units(rated.aligned, rated.measurements, unit_of(method))
    with blas_threads(n_threads):
        return null_rows(units, compared_pairs(analysis.pairs, rated.aligned.system_names), method, n_threads)
