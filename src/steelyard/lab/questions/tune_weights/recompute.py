"""Tune weights on the stored lists again."""

from steelyard.lab.candidates import count_candidates, count_extracted
from steelyard.lab.questions.tune_weights.compute import compute
from steelyard.lab.questions.tune_weights.question import TuneWeightsQuestion
from steelyard.reading.formats import read_moses_extracted, read_moses_nbest
from steelyard.results.base import Result
from steelyard.scored.stored import Stored

__all__ = ["recompute"]


def recompute(stored: Stored) -> Result:
    """Tune weights on the stored lists again."""
    question = TuneWeightsQuestion.of_recipe(stored.arguments, stored.file)
    paths = [check.path for check in stored.inputs if check.role.startswith("n-best lists ")]
    if not stored.recipe["metrics"]:
        return compute(count_extracted(*read_moses_extracted(*paths)), question, n_threads=stored.n_jobs)
    lists = read_moses_nbest(paths, encoding=stored.recipe["reading"]["encoding"])
    counted = count_candidates(
        lists, stored.texts(), stored.recipe["metrics"], as_scores=question.as_scores, n_threads=stored.n_jobs
    )
    return compute(counted, question, n_threads=stored.n_jobs)
