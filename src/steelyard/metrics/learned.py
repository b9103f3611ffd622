"""Learned: a metric that was learned from people's ratings."""

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.files.reading import read_lines
from steelyard.metrics.base import MeanMetric, Metric
from steelyard.metrics.registry import parse, register
from steelyard.text import Corpus
from steelyard.types import LearnedModel

__all__ = ["Learned"]

_READING = {"unicode_form": "none", "remove_punctuation": False, "view": "words"}


@register
@dataclass(frozen=True)
class Learned(MeanMetric):
    """Learned: what `steelyard lab train` learned from people's ratings, as a metric.

    What it measures
        What was important to the people whose ratings it learned from, as far as its features, which are other metrics,
        measure it. The score is in the unit of these ratings; of learners of order, in none.

    When it misleads
        It was learned from one language, kind of systems and way of rating: on others it may be worse than its own
        features. Whether it is better than the best of these at all, `steelyard lab train` says; often it is not. A
        system that is optimised for it can exploit what its features ignore.

    Range and direction
        That of the ratings; higher is better.

    Statistics
        score, segments (1). A system scores the mean of its segments.

    Parameters
    ----------
    model : str, default "none"
        A file that `steelyard lab train -o` wrote; without, nothing is scored.

    Raises
    ------
    SpecError
        No model is named, or it has features that come from files of scores.
    DataError
        The file is no model, or was changed since it was written; or references are in another language than those it
        learned from.

    References
    ----------
    Albrecht and Hwa 2007, "A re-examination of machine learning approaches for sentence-level MT evaluation", P07-1111.

    Examples
    --------
    >>> import json, pathlib, tempfile
    >>> import numpy as np
    >>> import steelyard as sy
    >>> from steelyard.types import LearnedModel, LinearPredictor
    >>> less = LearnedModel("ridge", ("wer",), (True,), np.zeros(1), np.ones(1), LinearPredictor(-np.ones(1), 1.0))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "model.json")
    ...     _ = path.write_text(json.dumps({"schema": "steelyard.training/1", "model": less.to_dict()}))
    ...     metric = sy.metrics.Learned(model=str(path))
    >>> metric.sentence_score("the cat", ["the dog"]).score
    0.5
    """

    name: ClassVar[str] = "learned"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (float("-inf"), float("inf"))
    cites: ClassVar[tuple[str, ...]] = ("albrecht2007reexamination",)

    model: str = "none"

    def __post_init__(self) -> None:
        """Read the model, and find the metrics it learned from."""
        super().__post_init__()
        if self.model == "none":
            return
        learned = LearnedModel.from_json("\n".join(read_lines(self.model).lines), self.model)
        outside = [name for name, is_text in zip(learned.features, learned.is_text, strict=True) if not is_text]
        if outside:
            raise SpecError(
                f"{self.model} learned from scores of files, too ({', '.join(outside[:3])}), which no text gives: "
                "apply it with `steelyard lab train apply`."
            )
        if learned.best_of:
            raise SpecError(
                f"{self.model} learned from which output of a segment is best, so that scores hang on what else is "
                "scored: apply it with `steelyard lab train apply`."
            )
        given = {option: getattr(self, option) for option in _READING if getattr(self, option) != _READING[option]}
        features = tuple(replace(parse(name), **given).segment_metric() for name in learned.features)
        needs = {feature.needs for feature in features if not feature.needs.startswith("references")}
        if len(needs) > 1:
            raise SpecError(
                f"{self.model} needs {' and '.join(sorted(needs))}: apply it with `steelyard lab train apply`."
            )
        object.__setattr__(self, "_learned", learned)
        object.__setattr__(self, "_features", features)
        object.__setattr__(self, "needs", needs.pop() if needs else "references")
        object.__setattr__(self, "is_corpus_bound", any(feature.is_corpus_bound for feature in features))

    @property
    def learned(self) -> LearnedModel:
        """The model."""
        if "_learned" not in self.__dict__:
            raise SpecError("learned needs a model that `steelyard lab train` wrote: write learned(model=FILE).")
        learned: LearnedModel = self.__dict__["_learned"]
        return learned

    @property
    def inner_metrics(self) -> tuple[Metric, ...]:
        """The metrics it learned from."""
        return self.features

    @property
    def features(self) -> tuple[Metric, ...]:
        """The metrics it learned from, in their variants for single segments."""
        features: tuple[Metric, ...] = self.__dict__.get("_features", ())
        return features

    def signature_fields(self) -> dict[str, str]:
        """Return what tells the model from every other."""
        if self.model == "none":
            return {"model": "none"}
        return {"model": self.learned.digest[:12], "learner": self.learned.learner, "agg": "mean"}

    def segment_scores(self, corpus: Corpus) -> NDArray[np.float64]:
        """Score every segment of every system by its features: shape (S, N)."""
        model, found = self.learned, []
        model.check_language((line for text in corpus.test_set.references for line in text), self.model)
        for feature in self.features:
            statistics = feature.statistics(corpus)
            found.append(feature.score(statistics.scaled(statistics.values.astype(np.float64))))
        return model.predict(np.stack(found, axis=-1))
