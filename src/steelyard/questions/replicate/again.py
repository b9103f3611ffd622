"""Run the experiment of a paper again."""

from steelyard.counted.stored import Stored
from steelyard.counted.stored_inputs import path_of
from steelyard.data.formats import read_moses_nbest
from steelyard.evaluation import Evaluation
from steelyard.papers.riezler2005.rerank import decoder_output
from steelyard.people.stored_scores import scores_of
from steelyard.results.base import Result

__all__ = ["again"]


def again(stored: Stored) -> Result:
    """Run the experiment of a paper again."""
    arguments, made = stored.arguments, {}
    if "n_best" in stored.recipe:
        paths = stored.recipe["n_best"]
        lists = read_moses_nbest(
            [path_of(stored.inputs, path) for path in paths], encoding=stored.recipe["reading"]["encoding"]
        )
        made = {name: decoder_output(lists) for name, path in stored.names_of_systems().items() if path == paths[0]}
        arguments["nbest"] = lists
    evaluation = Evaluation(stored.counted(made))
    if "ratings" in stored.recipe:
        scores = scores_of(stored, evaluation.test_set)
        arguments["ratings"] = scores.ratings(stored.recipe["ratings"])
    return evaluation.replicate(**arguments, progress=stored.progress)
