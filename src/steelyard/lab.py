"""The laboratory: choose and rerank outputs, fit metrics and weights, judge by suites, learn from data.

=================== ====================================================================
`choose`            the best of several outputs for every source, and what it gains: a `Choice`
`train_reranker`    fit a model that chooses among candidates of lists: a `RerankerModel`
`rerank`            let it choose, and compare with the decoder's first: a `Reranking`
`tune_weights`      tune the weights that choose among candidates: a `WeightTuning`
`train_metric`      learn a metric from people's ratings: a `Training`
`tune`              fit a metric's parameters to ratings: a `Tuning`
`score_checkpoints` words and phrases of the source, by category: `CheckPoints`
`make_checkpoints`  check-points from parses, word alignments and lists: `MadeCheckPoints`
`judge_suite`       which items of a test suite every system gets right: a `JudgedSuite`
`score_alignments`  word alignments against gold links: `Alignments`
`judge_contrasts`   which error types metrics detect, on good and wrong translations: `Contrasts`
`expand_references` further references from word alignments: a `TestSet`
`learning_curves`   how scores grow with data, and what more would bring: `LearningCurves`
=================== ====================================================================
"""

from typing import TYPE_CHECKING, Any

from steelyard.asking.registry import functions
from steelyard.lazy import from_homes

if TYPE_CHECKING:
    from steelyard.questions.alignments.compute import score_alignments as score_alignments
    from steelyard.questions.checkpoints.compute import score_checkpoints as score_checkpoints
    from steelyard.questions.checkpoints_judge.compute import judge_suite as judge_suite
    from steelyard.questions.checkpoints_make.compute import make_checkpoints as make_checkpoints
    from steelyard.questions.choose.compute import choose as choose
    from steelyard.questions.contrasts.compute import judge_contrasts as judge_contrasts
    from steelyard.questions.learning_curve.compute import learning_curves as learning_curves
    from steelyard.questions.paraphrase.compute import expand_references as expand_references
    from steelyard.questions.rerank.compute import train_reranker as train_reranker
    from steelyard.questions.rerank_apply.compute import rerank as rerank
    from steelyard.questions.train.compute import train_metric as train_metric
    from steelyard.questions.tune.compute import tune as tune
    from steelyard.questions.tune_weights.compute import tune_weights as tune_weights

_HOMES = functions(of_lab=True)
__all__: list[str]  # derived from the list of questions
_find = from_homes(__name__, _HOMES)


def __getattr__(name: str) -> Any:
    """Import a name when it is first used."""
    return __dir__() if name == "__all__" else _find(name)


def __dir__() -> list[str]:
    return sorted(name for names in _HOMES.values() for name in names)
