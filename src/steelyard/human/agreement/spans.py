"""How far two annotators, or two campaigns, mark the same stretches of the same outputs as errors."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.human.agreement.coefficient import Agreement, from_sums, group_codes, group_sums
from steelyard.human.checks import check_level, code_column, number_column, size_of
from steelyard.inference import jackknife_interval
from steelyard.reprs import short_repr

__all__ = ["MarkedSpans", "SpanAgreement", "SpanMatch", "span_agreement"]

Array = NDArray[np.float64]
Codes = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class MarkedSpans:
    """Spans that one side marked, a row each.

    Attributes
    ----------
    items : array of int, shape (n,)
        The output each is in, from 0 to I - 1: outputs that both sides judged, with or without marks.
    starts, ends : array of int, shape (n,)
        Characters, counted from 0, the end not included. An empty span stands for one place: the character that follows
        it, or the end of the text.
    severities : array of int, shape (n,), optional
        Codes with one meaning on both sides; by default all are alike.

    Raises
    ------
    AlignmentError
        The columns have different lengths.
    DataError
        A span ends before it starts, or a code is none.

    Examples
    --------
    >>> from steelyard.human import MarkedSpans
    >>> len(MarkedSpans([0, 0, 2], [4, 9, 0], [7, 12, 3]))
    3
    """

    items: Codes
    starts: Codes
    ends: Codes
    severities: Codes

    __repr__ = short_repr

    def __init__(
        self, items: ArrayLike, starts: ArrayLike, ends: ArrayLike, severities: ArrayLike | None = None
    ) -> None:
        by_item = code_column("items", items)
        n = len(by_item)
        begin, end = code_column("starts", starts, n), code_column("ends", ends, n)
        kinds = np.zeros(n, dtype=np.int64) if severities is None else code_column("severities", severities, n)
        if (end < begin).any():
            raise DataError(f"Span {int(np.argmax(end < begin)) + 1} ends before it starts.")
        for name, column in (("items", by_item), ("starts", begin), ("ends", end), ("severities", kinds)):
            object.__setattr__(self, name, column)

    def __len__(self) -> int:
        """Return the number of spans."""
        return len(self.items)


@dataclass(frozen=True, slots=True)
class SpanMatch:
    """How far what one side marked is what the other did.

    Attributes
    ----------
    precision : float
        Share of what the second side marked that the first did; NaN where it marked nothing.
    recall : float
        Share of what the first side marked that the second did; NaN where it marked nothing.
    f1 : float
        Their harmonic mean, the same whichever side is called first; NaN where nobody marked anything.
    interval : (float, float) or None
        Of F1, by the jackknife over groups of items.

    Examples
    --------
    >>> from steelyard.human import SpanMatch
    >>> SpanMatch(0.5, 0.25, 1 / 3, None).recall
    0.25
    """

    precision: float
    recall: float
    f1: float
    interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True, eq=False)
class SpanAgreement:
    """Agreement of marked spans, by character and by span.

    Attributes
    ----------
    characters : SpanMatch
        Of the marked characters of all items together (micro average).
    exact, overlap : SpanMatch
        Of the spans: with the same start and end; with a character in common.
    kappa : Agreement
        Cohen's kappa of "marked" against "not marked" over all characters.
    item_f1 : array, shape (I,)
        F1 of the characters of each item; NaN where neither side marked anything.
    n_chars : int
        Characters in all.
    n_marked : (int, int)
        Marked by each side.
    n_spans : (int, int)
        Spans of each side, the same one counted once.

    Examples
    --------
    >>> from steelyard.human import span_agreement
    >>> from steelyard.human import MarkedSpans
    >>> found = span_agreement(MarkedSpans([0], [0], [4]), MarkedSpans([0], [2], [6]), [10, 10])
    >>> found.n_marked, found.overlap.f1, found.exact.f1, found.item_f1.tolist()
    ((4, 4), 1.0, 0.0, [0.5, nan])
    """

    characters: SpanMatch
    exact: SpanMatch
    overlap: SpanMatch
    kappa: Agreement
    item_f1: Array
    n_chars: int
    n_marked: tuple[int, int]
    n_spans: tuple[int, int]

    __repr__ = short_repr

    @property
    def mean_item_f1(self) -> float:
        """Mean F1 of the items in which a side marked something (macro average); NaN without any."""
        defined = self.item_f1[~np.isnan(self.item_f1)]
        return float(defined.mean()) if len(defined) else float("nan")

    @property
    def n_clean(self) -> int:
        """Items in which neither side marked anything: full agreement that F1 does not see."""
        return int(np.isnan(self.item_f1).sum())


def span_agreement(
    first: MarkedSpans,
    second: MarkedSpans,
    lengths: ArrayLike,
    *,
    other_severity: float = 1.0,
    clip: bool = False,
    groups: ArrayLike | None = None,
    confidence_level: float = 0.95,
) -> SpanAgreement:
    """Compare the error spans that two sides marked in the same outputs.

    Parameters
    ----------
    first, second : MarkedSpans
        Of two annotators, of two campaigns, or people's and a system's, people's first.
    lengths : array of int, shape (I,)
        Characters of each output that both sides judged.
    other_severity : float, default 1
        What a character counts that both sides marked with different severities, from 0 to 1: 0.5 as in the
        quality-estimation task of WMT23, 1 if severity does not matter. For characters only.
    clip : bool, default False
        Cut spans off at the end of their text, as WMT23's script does; else one that reaches beyond is refused.
    groups : array of int, shape (I,), optional
        Segment or document of each output, as codes, left out together for the intervals; by default each on its own.
    confidence_level : float, default 0.95
        Of the intervals.

    Returns
    -------
    SpanAgreement
        Precision, recall and F1 over characters and over spans, kappa over characters.

    Raises
    ------
    AlignmentError
        Columns have different lengths, or a span is in an item without a length.
    DataError
        A span reaches beyond its text.
    SpecError
        A share or level is out of range.

    Notes
    -----
    A character that a side marked twice counts once, with both severities; two sides agree on the severity if they
    share one. Kappa takes every character for a trial of its own, though neighbours are marked together: its value is
    comparable, and its interval comes from leaving out whole items. F1 over characters is decided by long spans, F1
    over spans by many; ``overlap`` rewards a span over the whole text. Characters that nobody marked matter to kappa
    alone.

    References
    ----------
    Blain et al. 2023, "Findings of the WMT 2023 shared task on quality estimation", 2023.wmt-1.52: F1 over characters,
    with half the credit for another severity.
    Cohen 1960, doi:10.1177/001316446002000104.

    Examples
    --------
    >>> from steelyard.human import span_agreement
    >>> from steelyard.human import MarkedSpans
    >>> one = MarkedSpans([0, 1], [0, 5], [4, 9], severities=[0, 1])
    >>> other = MarkedSpans([0, 1], [2, 5], [6, 9], severities=[0, 0])
    >>> found = span_agreement(one, other, [20, 20], other_severity=0.5)
    >>> found.characters.f1, found.exact.f1, found.overlap.f1, round(found.kappa.value, 4)
    (0.5, 0.5, 1.0, 0.6875)
    """
    size = number_column("lengths", lengths)
    n_items = len(size)
    check_level("confidence_level", confidence_level)
    if not 0 <= other_severity <= 1:
        raise SpecError(f"other_severity must lie between 0 and 1, not {other_severity}.")
    long = code_column("lengths", np.asarray(lengths), n_items)
    by_group = group_codes(groups, n_items)
    places = np.concatenate([[0], np.cumsum(long + 1)])  # one more each: the end of the text, for empty spans
    _check_items(first, second, n_items)
    if clip:
        first, second = _clipped(first, long), _clipped(second, long)
    covers = [_cover(spans, places, max(map(_n_severities, (first, second)))) for spans in (first, second)]
    one, other = (np.logical_or.reduce(cover, axis=0) for cover in covers)
    credit = np.where((covers[0] & covers[1]).any(axis=0), 1.0, np.where(one & other, other_severity, 0.0))
    is_text = np.ones(places[-1], dtype=bool)
    # The place at the end of a text is no character: it counts only where an empty span marked it.
    is_text[places[1:] - 1] = (one | other)[places[1:] - 1]
    columns = (is_text, one, other, one & other, credit)
    chars = (
        np.stack([np.add.reduceat(column.astype(np.float64), places[:-1]) for column in columns], axis=1)
        if n_items
        else np.zeros((0, 5))
    )
    keys = [_keys(spans, places) for spans in (first, second)]
    spans = np.stack([*_span_counts(keys, (one, other), n_items)], axis=1)
    marked, matched = chars[:, 1:3], chars[:, [4, 4]]
    with np.errstate(invalid="ignore", divide="ignore"):
        item_f1 = 2 * chars[:, 4] / (chars[:, 1] + chars[:, 2])
    return SpanAgreement(
        _match(np.hstack([marked, matched]), by_group, confidence_level),
        _match(spans[:, [0, 1, 2, 2]], by_group, confidence_level),
        _match(spans[:, [0, 1, 3, 4]], by_group, confidence_level),
        from_sums(chars[:, :4], by_group, _shares, confidence_level),
        item_f1,
        int(chars[:, 0].sum()),
        (int(marked[:, 0].sum()), int(marked[:, 1].sum())),
        (len(keys[0]), len(keys[1])),
    )


def _n_severities(spans: MarkedSpans) -> int:
    return max(1, size_of("severities", spans.severities))


def _check_items(first: MarkedSpans, second: MarkedSpans, n_items: int) -> None:
    largest = max(spans.items.max(initial=-1) for spans in (first, second))
    if largest >= n_items:
        raise AlignmentError(f"A span is in item {largest}, but there are lengths of {n_items}, numbered from 0.")


def _clipped(spans: MarkedSpans, lengths: Codes) -> MarkedSpans:
    room = lengths[spans.items]
    return MarkedSpans(spans.items, np.minimum(spans.starts, room), np.minimum(spans.ends, room), spans.severities)


def _cover(spans: MarkedSpans, places: Codes, n_severities: int) -> NDArray[np.bool_]:
    """Say of every place whether a side marked it with each severity, shape (severities, places)."""
    room = np.diff(places)[spans.items] - 1
    if (spans.ends > room).any():
        at = int(np.argmax(spans.ends > room))
        raise DataError(
            f"Item {spans.items[at]}: a span from {spans.starts[at]} to {spans.ends[at]} reaches beyond the text, "
            f"which has {room[at]} characters. Give the texts that were marked, or cut spans off with clip=True."
        )
    begin = places[spans.items] + spans.starts
    end = places[spans.items] + np.maximum(spans.ends, spans.starts + 1)
    cover = np.empty((n_severities, places[-1]), dtype=bool)
    for severity in range(n_severities):
        mine = spans.severities == severity
        # +1 where a span begins, -1 behind its end: the running sum is how many spans lie over a place.
        steps = np.bincount(begin[mine], minlength=places[-1] + 1) - np.bincount(end[mine], minlength=places[-1] + 1)
        cover[severity] = np.cumsum(steps)[:-1] > 0
    return cover


def _keys(spans: MarkedSpans, places: Codes) -> Codes:
    """Return item, begin and end of each distinct span, in places of all texts in a row, shape (n, 3)."""
    begin = places[spans.items] + spans.starts
    end = places[spans.items] + np.maximum(spans.ends, spans.starts + 1)
    return np.unique(np.stack([spans.items, begin, end], axis=1), axis=0)


def _span_counts(
    keys: list[Codes], marked: tuple[NDArray[np.bool_], NDArray[np.bool_]], n_items: int
) -> tuple[Array, Array, Array, Array, Array]:
    """Count by item: spans of each side, those that are the same, and those of each side that the other touches."""
    both = np.concatenate(keys)
    distinct, n_sides = np.unique(both, axis=0, return_counts=True) if len(both) else (both, np.zeros(0, np.int64))
    counts = [distinct[n_sides == 2][:, 0]]
    for side in (0, 1):
        before = np.concatenate([[0], np.cumsum(marked[1 - side])])
        is_met = before[keys[side][:, 2]] > before[keys[side][:, 1]]
        counts.append(keys[side][is_met][:, 0])
    found = [
        np.bincount(rows, minlength=n_items).astype(np.float64) for rows in (keys[0][:, 0], keys[1][:, 0], *counts)
    ]
    return found[0], found[1], found[2], found[3], found[4]


def _match(counts: Array, groups: Codes, confidence_level: float) -> SpanMatch:
    """Make precision, recall and F1 of items' counts: of the first, of the second, and how many of each match."""
    by_group = group_sums(counts, groups)
    total = by_group.sum(axis=0)
    recall, precision, f1 = (float(share) for share in _rates(total))
    without = _rates(total - by_group)[2]
    interval = jackknife_interval(f1, without, confidence_level) if not np.isnan([f1, *without]).any() else None
    return SpanMatch(precision, recall, f1, interval)


def _rates(counts: Array) -> tuple[Array, Array, Array]:
    """Return recall, precision and F1; without marks a side has no share, and F1 is 0, or NaN where both have none."""
    n_first, n_second, of_first, of_second = np.moveaxis(np.asarray(counts), -1, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        recall, precision = of_first / n_first, of_second / n_second
        f1 = 2 * recall * precision / (recall + precision)
    is_none = (of_first == 0) & (of_second == 0) & (n_first + n_second > 0)
    return recall, precision, np.where(is_none, 0.0, f1)


def _shares(sums: Array) -> tuple[Array, Array]:
    """Return the share of characters that both sides treat alike, and the share by chance."""
    n, one, other, both = np.moveaxis(sums, -1, 0)
    n = np.where(n > 0, n, np.nan)
    # Alike are the characters that both marked, and those that neither did: n - one - other + both.
    return (n - one - other + 2 * both) / n, (one * other + (n - one) * (n - other)) / np.square(n)
