"""A model that chooses among candidates: its weights, and what it is worth on lists it has not seen."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.method import Provenance, WithRecipe

__all__ = ["ModelWeight", "PenaltyRow", "ReachRow", "RerankMethod", "RerankerModel"]


@row
class PenaltyRow:
    """The models of one penalty."""

    share: float = column("penalty, as a share of the smallest that leaves no feature")
    gamma: float = column("penalty of the model of all lists")
    n_features: int = column("features with a weight, in the model of all lists", ">features", ",")
    loss: float = column("minus the log-probability of the right candidates, summed over lists", ">loss", ",.1f")
    seen: float = column(
        "score of what the model of all lists chose from the same lists",
        ">seen",
        ".4g",
        "chosen from the lists that the model was fitted to",
    )
    held_out: float = column(
        "score of what was chosen from each list by a model that has not seen it",
        ">held out",
        ".4g",
        "chosen from each list by a model that has not seen it",
    )
    is_chosen: bool = column(
        "whether the model has this penalty: its held-out score is the best, of equal ones the larger penalty's"
    )


@row
class ReachRow:
    """What was chosen by some rule, and its score."""

    output: str = column("which candidate of each list", "output")
    score: float = column("score of these outputs as one text", ">score", ".4g")
    n_changed: int = column("segments in which it is another text than the decoder's first", ">changed", ",")


@row
class ModelWeight:
    """A feature of the model."""

    kind: str = column(
        '"decoder"; "words", an n-gram; "chain", words from a modifier up to a head; "relations", what they are to '
        "their heads",
        "kind",
    )
    feature: str = column("its name, or its words with blanks between", "feature")
    weight: float = column("for the feature as it is, not divided by its spread", ">weight", "+.4g")


@documented
class RerankMethod(Provenance, WithRecipe):
    """How the model was fitted."""

    gold: Annotated[str, "spelling of the metric that says which candidates are right"]
    label: Annotated[str, "its short name"]
    signature: Annotated[str, "its signature"]
    n_candidates: Annotated[int, "candidates of all lists"]
    n_doubles: Annotated[int, "candidates that were in a list twice and were merged"]
    n_offered: Annotated[Mapping[str, int], "features by kind"]
    n_folds: Annotated[int, "parts of the lists"]
    is_scaled: Annotated[
        bool,
        "whether the penalty is on weights of features divided by their standard deviation within lists",
    ]
    sentence: Annotated[str, "the same for the paper"]
    notes: Annotated[list[str], "what to know when reading it"]


@documented
@dataclass(frozen=True)
class RerankerModel(Result):
    """A log-linear model of candidates, and what it is worth.

    Examples
    --------
    >>> from steelyard.results import ModelWeight, RerankerModel
    >>> model = RerankerModel((), (), (ModelWeight("decoder", "lm", 0.5),), {"n_segments": 10})
    >>> model.features[0].feature
    'lm'
    """

    schema: ClassVar[str] = "steelyard.reranker/1"
    tables: ClassVar[tuple[str, ...]] = ("penalties", "reach", "features")

    penalties: Annotated[tuple[PenaltyRow, ...], "the largest first"]
    reach: Annotated[
        tuple[ReachRow, ...],
        "the decoder's first, what held-out models chose, and the best and worst that the lists have",
    ]
    features: Annotated[tuple[ModelWeight, ...], "those with a weight: by kind, the largest first"]
    method: Annotated[RerankMethod, "metric, folds, sizes, versions and the SHA-256 of every input"]
