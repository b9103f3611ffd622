"""Parses in CoNLL-U, the format of Universal Dependencies, also several to a segment."""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from steelyard.data.resemblance import resembles_at
from steelyard.errors import DataError
from steelyard.files.reading import read_lines
from steelyard.types import AnnotationFile, Parse, Word

__all__ = ["read_conllu"]

_COLUMNS = 10
_SKIPPED = re.compile(r"\d+-\d+|\d+\.\d+")  # a token of several words, and an empty node: neither is a word
_COMMENT = re.compile(r"#\s*(segment|parse_rank|parse_score)\s*=\s*(.*?)\s*")


@dataclass(slots=True)
class _Block:
    """A sentence as it stands in the file: the lines of its words, and what its comments say."""

    line: int
    words: list[Word] = field(default_factory=list)
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

    Tokens of several words (``1-2``) and empty nodes (``1.1``) are passed over: words are those that have a number of
    their own. Columns that hold ``_`` are empty, other than the form. The ninth column is not kept.

    Parameters
    ----------
    path : path-like
        ``.gz``, ``.bz2`` and ``.xz`` work.
    n_segments : int, optional
        How many there are, where the last ones may have no sentence.
    encoding : str, default "utf-8"
        Of the file.

    Returns
    -------
    AnnotationFile
        Of each segment its parses, best first.

    Raises
    ------
    DataError
        The file is not as above; the message names its line.
    """
    file = read_lines(path, encoding)
    sentences: list[tuple[int | None, list[_Block]]] = []
    for block in _blocks(file.lines, file.path):
        rank = _number(block, "parse_rank", file.path) or 1
        if rank == 1:
            sentences.append((_number(block, "segment", file.path), [block]))
        elif not sentences or rank != len(sentences[-1][1]) + 1:
            have = len(sentences[-1][1]) if sentences else 0
            raise DataError(
                f"{file.path}, line {block.line}: parse_rank is {rank}, but {have} parses of the sentence stand "
                "before it. Number them 1, 2, 3 ... without a gap."
            )
        else:
            sentences[-1][1].append(block)
    segments = _segments(sentences, file.path)
    segments += [[] for _ in range((n_segments or 0) - len(segments))]
    return AnnotationFile(file.path, tuple(_join(segment, file.path) for segment in segments), file.sha256)


def _blocks(lines: Sequence[str], path: str) -> Iterator[_Block]:
    """Yield the sentences: lines up to an empty one."""
    block: _Block | None = None
    for number, line in enumerate((*lines, ""), 1):
        if not line.strip():
            if block is not None and block.words:
                yield block
            block = None
            continue
        block = block or _Block(number)
        if line.startswith("#"):
            if comment := _COMMENT.fullmatch(line):
                block.notes[comment[1]] = comment[2]
        elif (word := _word(line, f"{path}, line {number}", len(block.words))) is not None:
            block.words.append(word)


def _word(line: str, place: str, n_before: int) -> Word | None:
    columns = line.split("\t")
    if len(columns) != _COLUMNS:
        raise DataError(
            f"{place} has {len(columns)} columns separated by tabs, but CoNLL-U has {_COLUMNS}. Sentences end with an "
            f"empty line, comments start with #.{resembles_at(place, 'read_conllu')}"
        )
    if _SKIPPED.fullmatch(columns[0]):
        return None
    if columns[0] != str(n_before + 1):
        raise DataError(f"{place}: the word's number is {columns[0]!r}, but {n_before + 1} comes next in its sentence.")
    form, lemma, upos, xpos, feats, head, deprel, _, misc = columns[1:]
    if head != "_" and not (head.isascii() and head.isdigit()):
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


def _number(block: _Block, note: str, path: str) -> int | None:
    text = block.notes.get(note)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise DataError(f"{path}, sentence at line {block.line}: {note} is {text!r}, but a number from 1 is expected.")
    return int(text)


def _segments(sentences: Sequence[tuple[int | None, list[_Block]]], path: str) -> list[list[list[_Block]]]:
    """Return the sentences of each segment."""
    if all(number is None for number, _ in sentences):
        return [[blocks] for _, blocks in sentences]
    segments: list[list[list[_Block]]] = []
    for number, blocks in sentences:
        if number is None and not segments:
            raise DataError(
                f"{path}, sentence at line {blocks[0].line}: others say which segment they are in, and this one does "
                'not. Write "# segment = 1" above it.'
            )
        wanted = len(segments) if number is None else number
        if wanted < len(segments):
            raise DataError(
                f"{path}, sentence at line {blocks[0].line}: segment {wanted} comes after segment {len(segments)}. "
                "Sort the sentences by segment."
            )
        segments += [[] for _ in range(wanted - len(segments))]
        segments[-1].append(blocks)
    return segments


def _join(sentences: Sequence[list[_Block]], path: str) -> tuple[Parse, ...]:
    """Make the parses of a segment: the k-th best joins the k-th best of every sentence."""
    n_best = max((len(blocks) for blocks in sentences), default=1)
    parses = []
    for rank in range(1, n_best + 1):
        words: list[Word] = []
        scores: list[float | None] = []
        for blocks in sentences:
            block = blocks[min(rank, len(blocks)) - 1]
            scores.append(_score(block, path))
            try:
                parse = Parse(tuple(block.words))
            except DataError as error:
                raise DataError(f"{path}, sentence at line {block.line}: {error}") from error
            n_before = len(words)
            words += [replace(word, head=word.head + n_before) if word.head else word for word in parse.words]
        known = [score for score in scores if score is not None]
        parses.append(Parse(tuple(words), sum(known) if known and len(known) == len(scores) else None, rank))
    return tuple(parses)


def _score(block: _Block, path: str) -> float | None:
    text = block.notes.get("parse_score")
    try:
        return None if text is None else float(text)
    except ValueError as error:
        raise DataError(f"{path}, sentence at line {block.line}: parse_score is {text!r}, no number.") from error
