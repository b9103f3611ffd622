"""How far metrics agree with people in parts of the test set: short and long segments, domains, any label."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.files.reading import TextFile
from steelyard.inference import is_significant, max_t
from steelyard.meta import CORRELATIONS, PAIR_STATISTICS, bucket_null, correlate_buckets, quantile_buckets
from steelyard.questions.meta.answer import BucketAgreementRow, BucketPairRow
from steelyard.questions.meta.levels import level_data
from steelyard.questions.meta.question import MetaQuestion
from steelyard.questions.meta.statistics import AVERAGES, Statistic
from steelyard.ratings.alignment import Aligned
from steelyard.scored import Sampling
from steelyard.types import Labels

__all__ = ["Buckets", "BucketsFound", "ByLength", "agree_in_buckets", "bucket_labels", "length_labels"]


@dataclass(frozen=True, slots=True)
class ByLength:
    """Put segments into buckets by the length of a text's lines.

    Examples
    --------
    >>> from steelyard.files.reading import TextFile
    >>> from steelyard.questions.meta.buckets import ByLength
    >>> ByLength(TextFile("src.txt", ("a", "bb"), "0" * 64, "0" * 64)).text.path
    'src.txt'
    """

    text: TextFile  # sources, or references


Buckets = Labels | Sequence[str] | TextFile | ByLength


@dataclass(frozen=True, slots=True)
class BucketsFound:
    """Agreement bucket by bucket, and the differences between buckets."""

    agreement: tuple[BucketAgreementRow, ...]
    pairs: tuple[BucketPairRow, ...]  # metric by metric, all pairs of buckets
    statistic: Statistic


def bucket_labels(buckets: Buckets) -> Labels:
    """Number labels; an empty one puts a segment into no bucket."""
    if isinstance(buckets, ByLength):
        return length_labels(buckets.text.lines)
    if isinstance(buckets, Labels):
        return buckets
    lines = buckets.lines if isinstance(buckets, TextFile) else buckets
    names = tuple(dict.fromkeys(label for label in lines if label))
    place = {name: code for code, name in enumerate(names)}
    return Labels(names, np.array([place.get(label, -1) for label in lines], dtype=np.int32))


def length_labels(texts: Sequence[str], n_buckets: int = 2) -> Labels:
    """Label segments by the characters of a text, in buckets of about one size, the shortest first.

    Examples
    --------
    >>> from steelyard.questions.meta.buckets import length_labels
    >>> length_labels(["a", "bb", "cccc", "ddddd"]).values
    ('up to 3 characters', 'up to 3 characters', 'longer', 'longer')
    """
    codes, cuts = quantile_buckets([len(text) for text in texts], n_buckets)
    names = (*(f"up to {int(cut)} characters" for cut in cuts), "longer")
    return Labels(names, codes.astype(np.int32))


def agree_in_buckets(
    shared: Aligned, buckets: Labels, statistics: Sequence[Statistic], question: MetaQuestion, sampling: Sampling
) -> BucketsFound:
    """Take a statistic of outputs in every bucket, and test whether it differs between buckets.

    Of the statistics that were asked for, the first of segments that is a correlation or counts pairs is taken, one
    within segments before others. A segment without a name is in no bucket. The level is over all metrics and pairs of
    buckets.
    """
    if len(buckets) != shared.n_lines:
        raise AlignmentError(f"There are {len(buckets):,} labels of segments, but {shared.n_lines:,} segments.")
    codes = buckets.codes[shared.segments]
    used = [code for code in range(len(buckets.names)) if (codes == code).any()]
    if len(used) < 2:
        raise SpecError("The rated segments are all in one bucket: there is nothing to compare.")
    place = np.full(len(buckets.names) + 1, -1)
    place[used] = np.arange(len(used))
    names, numbers = [buckets.names[code] for code in used], place[codes]
    statistic = _suitable(statistics)
    level, data = AVERAGES[statistic.average], level_data(shared, "segment")
    try:
        found = correlate_buckets(
            data.scores, data.ratings, numbers, level=level, statistic=statistic.name, documents=data.documents,
            confidence_level=question.confidence_level, n_resamples=sampling.n_resamples, rng=sampling.seed,
        )  # fmt: skip
        null = bucket_null(
            data.scores, data.ratings, numbers, level=level, statistic=statistic.name, documents=data.documents,
            n_resamples=sampling.n_resamples, rng=sampling.seed,
        )  # fmt: skip
        p_values, adjusted = null.p_values("two-sided"), max_t(null).p_values
    except DataError as error:
        raise DataError(f"Buckets of segments cannot be compared: {error}") from error
    rows = [
        BucketAgreementRow(
            bucket=name,
            n_segments=int(found.n_items[k]),
            statistic=statistic.name,
            average=statistic.average,
            metric=metric.name,
            value=float(found.values[m, k]),
            interval=(float(found.intervals[m, k, 0]), float(found.intervals[m, k, 1])),
        )
        for k, name in enumerate(names)
        for m, metric in enumerate(shared.metrics)
    ]
    pairs = [(one, other) for one in range(len(names)) for other in range(one + 1, len(names))]
    differences = [
        BucketPairRow(
            metric=shared.metrics[i // len(pairs)].name,
            bucket=names[pairs[i % len(pairs)][1]],
            against=names[pairs[i % len(pairs)][0]],
            difference=-float(null.observed[i]),
            p_value=float(p_values[i]),
            p_adjusted=float(adjusted[i]),
            is_different=bool(is_significant(adjusted[i], question.alpha)),
        )
        for i in range(len(p_values))
    ]
    return BucketsFound(tuple(rows), tuple(differences), statistic)


def _suitable(statistics: Sequence[Statistic]) -> Statistic:
    fitting = [s for s in statistics if s.level == "segment" and (s.name in CORRELATIONS or s.name in PAIR_STATISTICS)]
    if not fitting:
        raise SpecError(
            "Buckets need a correlation or a count of pairs at the segment level, such as --statistics "
            "segment:kendall:item."
        )
    return next((s for s in fitting if s.average == "item"), fitting[0])
