"""What tuned parameters are worth where they were not fitted, tested as two metrics are."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.lab.questions.tune.agreement import Judge, Point
from steelyard.lab.questions.tune.answer import BEFORE, TUNED
from steelyard.lab.questions.tune.question import TuneQuestion
from steelyard.lab.questions.tune.rated_texts import RatedTexts
from steelyard.questions.meta.answer import MetaEvaluation
from steelyard.questions.meta.held_out import compare_contenders
from steelyard.questions.meta.statistics import Statistic
from steelyard.ratings.alignment import Aligned
from steelyard.ratings.rated import RatingsWithScores
from steelyard.types import OutputScores

__all__ = ["compare_held_out"]

_SPELLED = {"segment": "segment:{}:none", "sentence": "segment:{}:item", "system": "system:{}"}


def compare_held_out(
    judge: Judge,
    rated: RatedTexts,
    question: TuneQuestion,
    start: Point,
    parts: Sequence[tuple[Point, NDArray[np.bool_]]],
    seed: int,
) -> tuple[MetaEvaluation | None, str]:
    """Compare scores by parameters that have not seen what they score with those of the start.

    Parts are the parameters, and the outputs that were left out of what they were fitted to. Other parameters have
    another origin and unit, so that scores are brought to one mean and deviation over all rated outputs. Systems and
    documents are drawn anew, as both were left out to say what holds for others. Returns nothing and the reason where
    there is nothing to test.
    """
    if not all(part.any() for _, part in parts):
        return None, "Nothing was left out, so that what the parameters gain elsewhere is not known."
    tuned = np.full(judge.ratings.shape, np.nan)
    for point, part in parts:
        tuned[part] = _standard(judge.scores(point), judge.is_rated)[part]
    data = rated.test_set
    n, documents = data.n_segments, None if data.documents is None else tuple(data.documents)
    shared = Aligned(
        system_names=data.system_names,
        segments=np.arange(n),
        n_lines=n,
        documents=documents,
        scales=(OutputScores("human", data.system_names, judge.ratings, documents=documents),),
    )
    statistic = Statistic.parse(_SPELLED[question.level].format(question.objective))
    contenders = (TUNED, tuned), (BEFORE, _standard(judge.scores(start), judge.is_rated))
    of_threads = RatingsWithScores(scales=shared.scales, n_threads=rated.n_threads)
    try:
        return compare_contenders(of_threads, shared, contenders, statistic, question, seed, test="bootstrap"), ""
    except (AlignmentError, DataError, SpecError) as error:
        return None, f"What the parameters gain where they were not fitted cannot be tested: {error}"


def _standard(scores: NDArray[np.float64], is_rated: NDArray[np.bool_]) -> NDArray[np.float64]:
    known = scores[is_rated]
    spread = float(known.std())
    found: NDArray[np.float64] = (scores - known.mean()) / (spread if spread > 0 else 1.0)
    return found
