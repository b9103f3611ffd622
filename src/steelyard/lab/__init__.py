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
`consistency`       how consistently texts translate what the source repeats: `Consistency`
`replicate`         the experiment of a paper on a test set of one's own: `Replication`
`expand_references` further references from word alignments: a `TestSet`
`learning_curves`   how scores grow with data, and what more would bring: `LearningCurves`
=================== ====================================================================
"""

from importlib import import_module
from typing import Any

from steelyard.lazy import from_homes

__all__: list[str]  # derived from the list of questions

_ROOMS = {"candidates", "choosing", "learned", "papers", "tuning"}


def __getattr__(name: str) -> Any:
    """Import a name when it is first used."""
    if name in _ROOMS:
        return import_module(f"{__name__}.{name}")
    return __dir__() if name == "__all__" else from_homes(__name__, _homes())(name)


def __dir__() -> list[str]:
    return sorted(name for names in _homes().values() for name in names)


def _homes() -> dict[str, list[str]]:
    from steelyard.asking.registry import functions  # it lists what is here

    return functions(of_lab=True)
