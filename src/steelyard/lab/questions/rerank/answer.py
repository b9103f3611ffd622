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

    share: float = column("penalty, as a share of the smallest penalty with no feature in the model")
    gamma: float = column("penalty of the model of all lists")
    n_features: int = column("number of features with a weight, in the model of all lists", ">features", ",")
    loss: float = column("negative log-likelihood of the best candidates, summed over lists", ">loss", ",.1f")
    seen: float = column(
        "score of the outputs that the model of all lists chose from the same lists",
        ">seen",
        ".4g",
        "on the lists that the model was fitted to",
    )
    held_out: float = column(
        "score of the outputs that models of the other folds chose",
        ">held out",
        ".4g",
        "on lists that the model was not fitted to",
    )
    is_chosen: bool = column("whether this penalty was chosen: it has the best held-out score")


@row
class ReachRow:
    """What was chosen by some rule, and its score."""

    output: str = column("rule that chooses a candidate of each list", "output")
    score: float = column("corpus score of these outputs", ">score", ".4g")
    n_changed: int = column("number of segments whose text differs from the decoder's first candidate", ">changed", ",")


@row
class ModelWeight:
    """A feature of the model."""

    kind: str = column(
        '"decoder"; "words", an n-gram; "chain", words from a modifier up to a head; "relations", what they are to '
        "their heads",
        "kind",
    )
    feature: str = column("name, or words separated by spaces", "feature")
    weight: float = column("weight of the unscaled feature", ">weight", "+.4g")


@documented
class RerankMethod(Provenance, WithRecipe):
    """How the model was fitted."""

    gold: Annotated[str, "spelling of the metric that decides which candidates are best"]
    label: Annotated[str, "its short name"]
    signature: Annotated[str, "its signature"]
    n_candidates: Annotated[int, "number of candidates of all lists"]
    n_doubles: Annotated[int, "number of duplicate candidates that were merged"]
    n_offered: Annotated[Mapping[str, int], "number of features by kind"]
    n_folds: Annotated[int, "number of folds"]
    is_scaled: Annotated[
        bool, "whether the penalty is on weights of features divided by their standard deviation within lists"
    ]
    sentence: Annotated[str, "the method in sentences, for a paper"]
    notes: Annotated[list[str], "cautions"]


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
        "the decoder's first candidates, the choice of held-out models, and the best and worst candidates",
    ]
    features: Annotated[tuple[ModelWeight, ...], "those with a weight: by kind, the largest first"]
    method: Annotated[RerankMethod, "metric, folds, sizes, versions and the SHA-256 of every input"]
