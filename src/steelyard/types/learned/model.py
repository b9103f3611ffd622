"""A metric that was learned: features by name, how they are scaled, and a function of them."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.files.parsing import parse_json
from steelyard.reprs import short_repr
from steelyard.types.learned.language import check_language
from steelyard.types.learned.marks import SENSES, best_of_set
from steelyard.types.learned.predictors import Predictor, predictor_of

__all__ = ["LearnedModel"]

Array = NDArray[np.float64]
_VERSION = 1


@dataclass(frozen=True, slots=True, eq=False)
class LearnedModel:
    """A function of metrics' scores that agrees with people.

    Attributes
    ----------
    learner : str
        That made it, such as ``"ridge"``.
    features : tuple of str
        Spellings of metrics, or names of outside scores, in order.
    is_text : tuple of bool
        For each feature, whether it is a metric that scores texts; the others come from files.
    mean, scale : array of float64, shape (M,)
        Of each feature where it was learned: features are standardised first.
    predictor : Predictor
        From standardised features.
    best_of : tuple of (int, str), default ()
        Places of features, from 0, that are looked at once more, as marks of the best output of a segment, and which
        value is best: ``"greatest"``, ``"least"`` or ``"nearest 1"``. Their means and scales follow the others'.
    language : tuple of str, default ()
        Frequent letter sequences of the references that were learned from: see `letter_sequences`.

    Raises
    ------
    DataError
        Parts do not fit each other, or a number is not finite.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.types import LearnedModel, LinearPredictor
    >>> sum_of_two = LinearPredictor(np.array([1.0, 1.0]), 0.0)
    >>> model = LearnedModel("ridge", ("chrf", "bleu-s"), (True, True), np.zeros(2), np.ones(2), sum_of_two)
    >>> model.predict(np.array([[2.0, 3.0]])).tolist()
    [5.0]
    """

    learner: str
    features: tuple[str, ...]
    is_text: tuple[bool, ...]
    mean: Array
    scale: Array
    predictor: Predictor
    best_of: tuple[tuple[int, str], ...] = ()
    language: tuple[str, ...] = ()

    __repr__ = short_repr

    def __post_init__(self) -> None:
        """Refuse what does not fit together."""
        is_known = all(0 <= place < len(self.features) and sense in SENSES for place, sense in self.best_of)
        if not is_known or len(self.is_text) != len(self.features):
            raise DataError("A model names features that it does not have.")
        n = len(self.features) + len(self.best_of)
        if not n or self.mean.shape != (n,) or self.scale.shape != (n,):
            raise DataError(f"A model of {n} features has the scale of {len(self.mean)}.")
        if not (np.isfinite(self.mean).all() and np.isfinite(self.scale).all() and (self.scale > 0).all()):
            raise DataError("A model's scale has a number that is not finite, or not above 0.")
        try:
            found = self.predictor.predict(np.zeros((1, n)))
        except (IndexError, ValueError) as error:
            raise DataError(f"A model's function does not take its {n} features: {error}.") from error
        if not np.isfinite(found).all():
            raise DataError("A model's function gives no finite number.")

    def predict(self, features: Array) -> Array:
        """Score outputs by their features, as they are: shape (..., M) -> (...).

        With marks of the best output the shape is (S, N, M): all outputs of a segment that compete.
        """
        if self.best_of:
            marks = best_of_set(
                np.stack([features[..., place] for place, _ in self.best_of]), [sense for _, sense in self.best_of]
            )
            features = np.concatenate([features, np.moveaxis(marks, 0, -1)], axis=-1)
        is_whole = np.asarray(np.isfinite(features).all(axis=-1))
        rows = (np.where(is_whole[..., None], features, 0.0).reshape(-1, len(self.mean)) - self.mean) / self.scale
        scores: Array = np.where(is_whole, self.predictor.predict(rows).reshape(features.shape[:-1]), np.nan)
        return scores

    def check_language(self, references: Iterable[str | None], path: str) -> None:
        """Refuse references in another language than that of those it learned from; the path is for the message."""
        check_language(self.language, references, path)

    @property
    def digest(self) -> str:
        """SHA-256 of everything that a score depends on."""
        return hashlib.sha256(json.dumps(self._parts(), sort_keys=True).encode()).hexdigest()

    def _parts(self) -> dict[str, Any]:
        return {
            "learner": self.learner,
            "features": list(self.features),
            "is_text": list(self.is_text),
            "mean": self.mean.tolist(),
            "scale": self.scale.tolist(),
            "predictor": self.predictor.to_dict(),
            **({"best_of": [list(one) for one in self.best_of]} if self.best_of else {}),
            **({"language": list(self.language)} if self.language else {}),
        }

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON can hold, with the digest."""
        return {"version": _VERSION, "sha256": self.digest, **self._parts()}

    @classmethod
    def from_json(cls, text: str, path: str = "the model") -> "LearnedModel":
        """Read the model in what `steelyard lab train -o` wrote.

        Parameters
        ----------
        text : str
            JSON.
        path : str
            For errors.

        Returns
        -------
        LearnedModel
            The same.

        Raises
        ------
        DataError
            It holds no model, or one of another version, or was changed since.
        """
        try:
            entry = parse_json(text)
        except ValueError:
            entry = None
        is_training = isinstance(entry, dict) and str(entry.get("schema", "")).startswith("steelyard.training/")
        if not is_training or not isinstance(entry.get("model"), dict):
            raise DataError(f"{path} holds no learned metric: `steelyard lab train -o` writes one.")
        try:
            return cls.from_dict(entry["model"])
        except DataError as error:
            raise DataError(f"{path}: {error}") from error

    @classmethod
    def from_dict(cls, entry: Mapping[str, Any]) -> "LearnedModel":
        """Read what `to_dict` gave; DataError where it does not fit, or was changed."""
        if entry.get("version") != _VERSION:
            raise DataError(f"This is a model of another version ({entry.get('version')!r}): train it again.")
        try:
            model = cls(
                str(entry["learner"]),
                tuple(map(str, entry["features"])),
                tuple(map(bool, entry["is_text"])),
                np.array(entry["mean"], dtype=np.float64),
                np.array(entry["scale"], dtype=np.float64),
                predictor_of(entry["predictor"]),
                tuple((int(place), str(sense)) for place, sense in entry.get("best_of", ())),
                tuple(map(str, entry.get("language", ()))),
            )
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:  # a number that is too large
            raise DataError(f"The model is damaged: {error}.") from error
        if entry.get("sha256") != model.digest:
            raise DataError("The model was changed after it was written: its content does not fit its SHA-256.")
        return model
