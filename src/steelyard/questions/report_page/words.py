"""Words of shown texts as metrics read them, where the script of a page cannot find them by itself."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from steelyard.metrics import Metric
from steelyard.questions.report_page.answer import ReadWords, ShownSegments
from steelyard.text import Corpus, Reading, find_words, get_tokenizer
from steelyard.types import TestSet, Tokens
from steelyard.types.segment_explanation import Link

__all__ = ["OF_THE_SCRIPT", "packed_links", "packed_words", "with_words"]

_KINDS = ("exact", "stem", "synonym", "paraphrase")  # of links, by the numbers that stand for them
OF_THE_SCRIPT = frozenset({"13a", "char", "intl", "none", "rouge", "zh"})  # what tokens.js can do
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_PIECE = "\u2581"  # SentencePiece's sign for a space before a piece


def with_words(shown: ShownSegments, test_set: TestSet, metrics: Iterable[Metric], n_threads: int) -> ShownSegments:
    """Add what the page's script cannot find out: words of other tokenizers, what is compared for them, alignments."""
    if not (shown.outputs and shown.references):
        return shown
    corpus = Corpus(test_set.select([number - 1 for number in shown.numbers]), n_threads)
    spelled = {str(metric): metric for metric in (metric.segment_metric() for metric in metrics)}
    scored = {row.metric for row in shown.scores}
    found = [_read(metric, shown, corpus) for spelling, metric in spelled.items() if spelling in scored]
    return replace(shown, words=tuple(one for one in found if one is not None))


def _read(metric: Metric, shown: ShownSegments, corpus: Corpus) -> ReadWords | None:
    """Read all shown texts as a metric does; None where the script can, or where it reads no words."""
    reading, fields = metric.text_reading, metric.signature_fields()
    tokenizer, alignments = get_tokenizer(reading.tokenize), metric.alignments(corpus)
    if "tok" not in fields or tokenizer.reads_characters:
        return None
    is_plain = reading == Reading(reading.tokenize, reading.lowercase) and fields.get("stem", "no") == "no"
    if alignments is None and is_plain and reading.tokenize in OF_THE_SCRIPT:
        return None
    surfaces, compared = corpus.encode(replace(reading, view="words")), corpus.encode(reading)
    table = _Table(
        corpus.vocabulary.words(),
        metric.compared_word,
        is_lower=fields.get("case") == "lc",
        in_pieces=tokenizer.name.startswith("spm:"),
        is_aligned=alignments is not None,
    )
    outputs = table.pack(shown.outputs, surfaces.hypotheses, compared.hypotheses)
    references = table.pack(shown.references, surfaces.references, compared.references)
    against, links = [], []
    for reference, found in alignments or ():
        against.append(reference)
        links.append(packed_links(found))

    def by_system(flat: list[Any]) -> tuple[tuple[Any, ...], ...]:
        n = len(shown.numbers)
        return tuple(tuple(flat[start : start + n]) for start in range(0, len(flat), n))

    return ReadWords(
        metric=str(metric),
        references=references,
        outputs=outputs,
        mark=_PIECE if table.in_pieces else "",
        keys={plain: key for plain, key in table.keys.items() if plain != key},
        links=by_system(links),
        against=by_system(against) if len(references) > 1 else (),
    )


@dataclass(slots=True)
class _Table:
    """The words of a metric, and which is compared for what stands in a text."""

    words: Sequence[str]
    key_of: Callable[[str], str]
    is_lower: bool
    in_pieces: bool
    is_aligned: bool  # words are then compared no more
    keys: dict[str, str] = field(default_factory=dict)

    def pack(
        self, texts: Sequence[Sequence[str | None]], surfaces: Tokens, compared: Tokens
    ) -> tuple[tuple[str, ...], ...]:
        rows = zip(surfaces, compared, strict=True)
        return tuple(
            tuple(self._pack_line(line or "", *([self.words[w] for w in row] for row in next(rows))) for line in text)
            for text in texts
        )

    def _pack_line(self, line: str, surfaces: Sequence[str], compared: Sequence[str]) -> str:
        if len(surfaces) != len(compared):  # a word is read as several, or as none
            return ""
        begins = [self.in_pieces and word.startswith(_PIECE) for word in surfaces]
        places = find_words(line, [word.removeprefix(_PIECE) if self.in_pieces else word for word in surfaces])
        if places is None:
            return ""
        kept = [
            i for i, place in enumerate(places) if self.is_aligned or self._keeps(line, place, begins[i], compared[i])
        ]
        return packed_words(line, [places[i] for i in kept], [begins[i] for i in kept] if self.in_pieces else None)

    def _keeps(self, line: str, place: tuple[int, int] | None, begins: bool, word: str) -> bool:
        """Note what is compared for a word; say no where it has no place, or looks like another word."""
        if place is None:
            return False
        plain, key = line[slice(*place)], self.key_of(word)
        plain = _PIECE * begins + (plain.lower() if self.is_lower else plain)
        return self.keys.setdefault(plain, key) == key


def packed_words(line: str, places: Sequence[tuple[int, int] | None], begins: Sequence[bool] | None = None) -> str:
    """Write where words stand in a line as digits, mostly one a word.

    Of each word, from left to right: twice its length in UTF-16 units, and 1 more where it begins after a space, if
    there is one; 0 and a number for so many units that belong to no word. A word without a place has no letters.
    `begins` says which pieces begin a word, after a space or at the start of a line; by default those that follow a
    space.
    """
    written: list[str] = []
    at = 0
    for i, place in enumerate(places):
        start, end = (at, at) if place is None or place[0] == place[1] else place
        is_spaced = start > at and line[start - 1] == " "
        is_begun = (is_spaced or start == end) if begins is None else begins[i]
        before = start - (is_begun and is_spaced)
        if before > at:
            written.append(_number(0) + _number(_units(line[at:before])))
        written.append(_number(2 * _units(line[start:end]) + is_begun))
        at = end + (start == end and line[at : at + 1] == " ")
    return "".join(written)


def packed_links(links: Iterable[Link]) -> str:
    """Write links as digits, a run of one kind that goes on word by word in both texts as one.

    For each run, as `_number` writes them: words of the output since the last run, how far its place in the reference
    is from the end of the last (0, -1, 1, -2 ... as 0, 1, 2, 3 ...), the kind, words of the output, and of a paraphrase
    words of the reference.
    """
    runs: list[list[int]] = []  # place in the output, place in the reference, kind, words of both
    for link in sorted(links, key=lambda link: link.hypothesis):
        (h, h_end), (r, r_end), kind = link.hypothesis, link.reference, _KINDS.index(link.kind)
        last = runs[-1] if runs else [0, 0, -1, 0, 0]
        if kind == last[2] < 3 and (h, r) == (last[0] + last[3], last[1] + last[4]):
            last[3] += 1
            last[4] += 1
        else:
            runs.append([h, r, kind, h_end - h, r_end - r])
    written: list[str] = []
    h_at = r_at = 0
    for h, r, kind, h_length, r_length in runs:
        step = r - r_at
        numbers = [h - h_at, 2 * step if step >= 0 else -2 * step - 1, kind, h_length, *([r_length] * (kind == 3))]
        written.extend(map(_number, numbers))
        h_at, r_at = h + h_length, r + r_length
    return "".join(written)


def _number(value: int) -> str:
    """Write a number as the digits that it is the sum of: all but the last are the largest there is."""
    most = len(_DIGITS) - 1
    return _DIGITS[most] * (value // most) + _DIGITS[value % most]


def _units(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)
