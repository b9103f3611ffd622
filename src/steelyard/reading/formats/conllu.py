"""Parses in CoNLL-U, the format of Universal Dependencies, also several to a segment."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from steelyard.errors import DataError
from steelyard.files.parsing import is_whole
from steelyard.files.streaming import LineStream
from steelyard.reading.formats.brackets import tree_of
from steelyard.reading.resemblance import also_resembles
from steelyard.types import AnnotationFile, Constituent, Parse, Word
from steelyard.types.parses.roles import ROLES, shifted

__all__ = ["Block", "ParseStream", "join_sentences", "read_conllu"]

_COLUMNS = 10
_MOST_KNOWN = 500_000  # lines of words: more are read anew
_SKIPPED = re.compile(r"\d+-\d+|\d+\.\d+")  # a token of several words, and an empty node: neither is a word
_COMMENT = re.compile(r"#\s*(segment|parse_rank|parse_score|constituency)\s*=\s*(.*?)\s*")


@dataclass(slots=True)
class Block:
    """A sentence as it stands in the file: the lines of its words, and what its comments say."""

    line: int
    words: list[tuple[int, int]] = field(default_factory=list)  # which word of the file, and its head; -1 for none
    notes: dict[str, str] = field(default_factory=dict)


def read_conllu(
    path: str | os.PathLike[str], *, n_segments: int | None = None, encoding: str = "utf-8"
) -> AnnotationFile[tuple[Parse, ...]]:
    """Read a parsed text.

    Every sentence is a segment, in order, unless comments say otherwise:

    ``# segment = 3``
        The sentence is part of segment 3, counted from 1, as all that follow until the next such comment. Needed where
        segments have several sentences or none. Several sentences make one parse with several roots; a segment without
        a sentence has a parse without words. Numbers do not go back, and the first sentence has one.
    ``# parse_rank = 2``
        The second best parse of the sentence before; ranks are 1, 2, 3 ... without a gap, and rank 1 may be left out.
        Where sentences of one segment differ in how many parses they have, the last one stands for those that lack.
    ``# parse_score = -12.5``
        What the parser gives it; those of several sentences are added up.
    ``# constituency = (S (NP (DT The) (NN dog)) (VP (VBD ran)))``
        The constituents of the sentence, which has as many words.

    Tokens of several words (``1-2``) and empty nodes (``1.1``) are passed over: words are those that have a number of
    their own. Columns that hold ``_`` are empty, other than the form. The ninth column is not kept.

    `n_segments`: how many there are, where the last ones may have no sentence.
    """
    stream = ParseStream(path, encoding)
    segments = [join_sentences(segment, stream) for segment in stream]
    segments += [join_sentences([], stream) for _ in range((n_segments or 0) - len(segments))]
    return AnnotationFile(stream.path, tuple(segments), stream.sha256)


class ParseStream:
    """The segments of a file in CoNLL-U one by one, each a list of its sentences; different words are objects once.

    `path`, `sha256`: of the file; the SHA-256 is there once all was read.
    `words`: all different ones so far, without their heads.
    """

    def __init__(self, path: str | os.PathLike[str], encoding: str = "utf-8") -> None:
        self._lines = LineStream(path, encoding)
        self.path, self.words = self._lines.path, list[Word]()
        self._places: dict[Word, int] = {}
        self._known: dict[str, tuple[int, int]] = {}  # by what follows a word's number
        self._made: dict[tuple[int, int], Word] = {}

    @property
    def sha256(self) -> str:
        """Of the file, once all was read."""
        return self._lines.sha256

    def __iter__(self) -> Iterator[list[list[Block]]]:
        """Yield the sentences of each segment, and of each sentence its parses, best first."""
        return _segments(_ranked(self._blocks(), self.path), self.path)

    def word(self, place: int, head: int) -> Word:
        """Return a word with its head, the same object each time."""
        made = self._made.get((place, head))
        if made is None:
            made = replace(self.words[place], head=None if head < 0 else head)
            self._made[place, head] = made
        return made

    def _blocks(self) -> Iterator[Block]:
        """Yield the sentences: lines up to an empty one."""
        block: Block | None = None
        number = 0
        for lines in self._lines:
            for number, line in enumerate(lines, number + 1):  # noqa: B020  # goes on counting
                if not line.strip():
                    if block is not None and block.words:
                        yield block
                    block = None
                    continue
                block = block or Block(number)
                if line.startswith("#"):
                    if comment := _COMMENT.fullmatch(line):
                        block.notes[comment[1]] = comment[2]
                elif (word := self._word(line, number, len(block.words))) is not None:
                    block.words.append(word)
        if block is not None and block.words:
            yield block

    def _word(self, line: str, number: int, n_before: int) -> tuple[int, int] | None:
        first, _, rest = line.partition("\t")
        found = self._known.get(rest)
        if found is not None and first == str(n_before + 1):
            return found
        word = _word(line, f"{self.path}, line {number}", n_before)
        if word is None:
            return None
        bare = replace(word, head=None)
        place = self._places.setdefault(bare, len(self.words))
        if place == len(self.words):
            self.words.append(bare)
        if len(self._known) == _MOST_KNOWN:
            self._known.clear()
        self._known[rest] = found = place, -1 if word.head is None else word.head
        return found


def _ranked(blocks: Iterable[Block], path: str) -> Iterator[tuple[int | None, list[Block]]]:
    """Put the parses of a sentence together, with the segment that it says it is in."""
    number: int | None = None
    ranked: list[Block] = []
    for block in blocks:
        rank = _number(block, "parse_rank", path) or 1
        if rank == 1:
            if ranked:
                yield number, ranked
            number, ranked = _number(block, "segment", path), [block]
        elif rank != len(ranked) + 1:
            raise DataError(
                f"{path}, line {block.line}: parse_rank is {rank}, but {len(ranked)} parses of the sentence stand "
                "before it. Number them 1, 2, 3 ... without a gap."
            )
        else:
            ranked.append(block)
    if ranked:
        yield number, ranked


def _segments(sentences: Iterable[tuple[int | None, list[Block]]], path: str) -> Iterator[list[list[Block]]]:
    """Yield the sentences of each segment."""
    first: Block | None = None  # of a file whose sentences are segments
    segment: list[list[Block]] = []
    reached = 0
    for number, blocks in sentences:
        if number is None and not reached:
            first = first or blocks[0]
            yield [blocks]
            continue
        if first is not None:
            raise DataError(
                f"{path}, sentence at line {first.line}: others say which segment they are in, and this one does "
                'not. Write "# segment = 1" above it.'
            )
        wanted = reached if number is None else number
        if wanted < reached:
            raise DataError(
                f"{path}, sentence at line {blocks[0].line}: segment {wanted} comes after segment {reached}. "
                "Sort the sentences by segment."
            )
        for _ in range(reached, wanted):
            if reached:
                yield segment
            segment, reached = [], reached + 1
        segment.append(blocks)
    if reached:
        yield segment


def _word(line: str, place: str, n_before: int) -> Word | None:
    columns = line.split("\t")
    if len(columns) != _COLUMNS:
        raise DataError(
            f"{place} has {len(columns)} columns separated by tabs, but CoNLL-U has {_COLUMNS}. Sentences end with an "
            f"empty line, comments start with #.{also_resembles(place, 'read_conllu')}"
        )
    if _SKIPPED.fullmatch(columns[0]):
        return None
    if columns[0] != str(n_before + 1):
        raise DataError(f"{place}: the word's number is {columns[0]!r}, but {n_before + 1} comes next in its sentence.")
    form, lemma, upos, xpos, feats, head, deprel, _, misc = columns[1:]
    if head != "_" and not is_whole(head):
        raise DataError(f"{place}: the head is {head!r}. Give the number of a word, 0 for a root, or _ for none.")
    return Word(
        form=form,
        lemma=lemma if form == "_" else _filled(lemma),
        upos=_filled(upos),
        xpos=_filled(xpos),
        feats=_pairs(feats),
        head=None if head == "_" else int(head),
        deprel=_filled(deprel),
        misc=_pairs(misc),
    )


def _filled(column: str) -> str:
    return "" if column == "_" else column


def _pairs(column: str) -> tuple[tuple[str, str], ...]:
    parts = (entry.partition("=") for entry in _filled(column).split("|") if entry)
    return tuple((name, value) for name, _, value in parts)


def _number(block: Block, note: str, path: str) -> int | None:
    text = block.notes.get(note)
    if text is None:
        return None
    if not is_whole(text, 1):
        raise DataError(f"{path}, sentence at line {block.line}: {note} is {text!r}, but a number from 1 is expected.")
    return int(text)


def join_sentences(sentences: Sequence[list[Block]], stream: ParseStream) -> tuple[Parse, ...]:
    """Make the parses of a segment: the k-th best joins the k-th best of every sentence."""
    n_best = max((len(blocks) for blocks in sentences), default=1)
    parses = []
    for rank in range(1, n_best + 1):
        words: list[Word] = []
        constituents: list[Constituent] = []
        scores: list[float | None] = []
        for blocks in sentences:
            block = blocks[min(rank, len(blocks)) - 1]
            scores.append(_score(block, stream.path))
            n_before = len(words)
            constituents += _constituents(block, n_before, len(constituents), stream.path)
            try:
                parse = Parse(tuple(stream.word(place, head) for place, head in block.words))
            except DataError as error:
                raise DataError(f"{stream.path}, sentence at line {block.line}: {error}") from error
            words += (
                [
                    _moved(stream.word(place, head + n_before if head > 0 else head), n_before)
                    for place, head in block.words
                ]
                if n_before
                else parse.words
            )
        known = [score for score in scores if score is not None]
        total = sum(known) if known and len(known) == len(scores) else None
        parses.append(Parse(tuple(words), total, rank, tuple(constituents)))
    return tuple(parses)


def _constituents(block: Block, n_words: int, n_before: int, path: str) -> list[Constituent]:
    """Return the constituents of a sentence that stands behind others of its segment."""
    if "constituency" not in block.notes:
        return []
    try:
        words, _, found = tree_of(block.notes["constituency"])
        if len(words) != len(block.words):
            raise DataError(f"The tree of constituents has {len(words)} words, the sentence {len(block.words)}.")
    except DataError as error:
        raise DataError(f"{path}, sentence at line {block.line}: {error}") from error
    return [
        Constituent(one.label, one.begin + n_words, one.end + n_words, one.parent + n_before * (one.parent >= 0))
        for one in found
    ]


def _moved(word: Word, n_before: int) -> Word:
    """Count the words of predicates from the first word of the segment, as heads are."""
    if not any(name == ROLES for name, _ in word.misc):
        return word
    return replace(
        word, misc=tuple((name, shifted(roles, n_before) if name == ROLES else roles) for name, roles in word.misc)
    )


def _score(block: Block, path: str) -> float | None:
    text = block.notes.get("parse_score")
    try:
        return None if text is None else float(text)
    except ValueError as error:
        raise DataError(f"{path}, sentence at line {block.line}: parse_score is {text!r}, no number.") from error
