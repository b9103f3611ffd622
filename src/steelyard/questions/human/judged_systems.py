"""From judgements to the systems that are compared: what people said of each, segment by segment."""

from dataclasses import dataclass

import numpy as np

from steelyard.human import MqmWeights, RaterQuality
from steelyard.questions.human.answer import MethodOfJudgements
from steelyard.questions.human.question import HumanQuestion
from steelyard.ratings.alignment import Aligned, align
from steelyard.ratings.control import keep_reliable
from steelyard.ratings.counted_rows import named_raters
from steelyard.ratings.marked_errors import has_own_weights
from steelyard.ratings.measurement import measure_ratings
from steelyard.ratings.outputs import output_scores
from steelyard.ratings.reading import people_of
from steelyard.reading import Judgements
from steelyard.types import ErrorMarks, Measurement, Ratings

__all__ = ["JudgedSystems", "judged_systems"]


@dataclass(frozen=True, slots=True, eq=False)
class JudgedSystems:
    """Systems as people judged them, over the segments that count, in place of a counted test set."""

    aligned: Aligned  # what people said on every scale, on the segments that count
    measurements: list[Measurement]  # the same as sums
    ratings: Ratings  # those of raters that were kept, scaled
    raw: Ratings  # every judgement, as in the file
    quality: RaterQuality | None  # how raters did on control items, where somebody asked
    raters: list[str]  # who was kept
    is_penalty: bool  # larger scores are worse

    def described(self, quality_control: str) -> MethodOfJudgements:
        """Say how many judgements there are, and how many count after this control."""
        scales = self.aligned.scales
        return {
            "n_judgements": len(self.raw),
            "n_counted": int(sum(int(scores.counts.sum()) for scores in scales if scores.counts is not None)),
            "n_missing": self.raw.n_missing,
            "n_raters": len(named_raters(self.raw)),
            "n_raters_kept": len(self.raters),
            "quality_control": quality_control,
            "is_complete": bool(all(np.isfinite(scores.values).all() for scores in scales)),
            "n_rated": [int(n) for n in np.isfinite(self.aligned.ratings).sum(axis=1)],
        }


def judged_systems(judgements: Judgements, question: HumanQuestion) -> JudgedSystems:
    """Average judgements of scores or marked errors by system and segment, as the question says."""
    weights, scaling = question.weights, question.scaling
    people = people_of(judgements, weights=weights, scaling=scaling, lower_is_better=question.lower_is_better)
    marks = judgements.marks if judgements.ratings is None else None
    ratings, quality = keep_reliable(people.ratings, question.quality_control, question.alpha)
    raters = named_raters(ratings)
    scales = output_scores(ratings, lower_is_better=people.is_penalty)
    aligned = align(scales, segments=question.segments)
    scheme = "" if marks is None else _scheme_name(marks, weights)
    note = "|".join(part for part in (f"scaling:{scaling}", scheme, f"raters:{len(raters) or 'unknown'}") if part)
    measurements = [measure_ratings(scores, average=question.average, note=note) for scores in aligned.scales]
    return JudgedSystems(aligned, measurements, ratings, people.raw, quality, raters, people.is_penalty)


def _scheme_name(marks: ErrorMarks, weights: str | MqmWeights | None) -> str:
    if weights is None:
        return f"weights:{'file' if has_own_weights(marks) else 'google'}"
    return f"weights:{weights if isinstance(weights, str) else 'own'}"
