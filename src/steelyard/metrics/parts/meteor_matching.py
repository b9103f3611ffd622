"""What METEOR's versions share: which words match, their alignment, and how it is shown."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.metrics.parts.meteor_parameters import STAGES
from steelyard.text import (
    Corpus,
    EncodedCorpus,
    Paraphrases,
    Reading,
    Synonyms,
    WordList,
    read_paraphrases,
    read_synonyms,
    read_word_list,
)
from steelyard.types.segment_explanation import Link

__all__ = ["COUNTS", "Counts", "Criterion", "Matcher", "java_hashes"]

Criterion = Literal["crossings", "chunks", "jar"]

COUNTS = (
    *("hyp_len", "ref_len", "hyp_function", "ref_function"),
    *(f"{side}_{kind}_{stage}" for stage in STAGES for kind in ("content", "function") for side in ("hyp", "ref")),
    *("chunks", "hyp_matches", "ref_matches"),
)  # fmt: skip
_NO_WORDS = np.zeros(0, dtype=np.int32)
_NO_ROWS = np.zeros(0, dtype=np.int64)

# read once, however many metrics name the same file
_synonyms = cache(read_synonyms)
_paraphrases = cache(read_paraphrases)
_word_list = cache(read_word_list)


class _Lexicon(NamedTuple):
    """What the kernel knows of the words of a vocabulary; which are function words, and how long they are."""

    matching: tuple[Any, ...]
    is_function_word: NDArray[np.uint8]
    sizes: NDArray[np.int32]
    keys: tuple[NDArray[np.int32], ...]  # none where every word equals itself alone


class Counts(NamedTuple):
    """Counts of an alignment, by name; each an array of one shape, stages along a last axis."""

    lengths: tuple[NDArray[np.float64], NDArray[np.float64]]
    function_words: tuple[NDArray[np.float64], NDArray[np.float64]]
    content_matches: tuple[NDArray[np.float64], NDArray[np.float64]]
    function_matches: tuple[NDArray[np.float64], NDArray[np.float64]]
    chunks: NDArray[np.float64]
    matched_words: tuple[NDArray[np.float64], NDArray[np.float64]]

    @classmethod
    def of(cls, stats: NDArray[np.float64]) -> "Counts":
        """Name the K = 23 statistics, shape (..., K); the first of a pair is about the hypothesis."""
        by_stage = stats[..., 4:20].reshape(*stats.shape[:-1], len(STAGES), 4)
        return cls(
            (stats[..., 0], stats[..., 1]),
            (stats[..., 2], stats[..., 3]),
            (by_stage[..., 0], by_stage[..., 1]),
            (by_stage[..., 2], by_stage[..., 3]),
            stats[..., 20],
            (stats[..., 21], stats[..., 22]),
        )


@dataclass(frozen=True, slots=True)
class Matcher:
    """METEOR's aligner with its resources."""

    stages: tuple[str, ...]  # some of ``exact``, ``stem``, ``synonym`` and ``paraphrase``
    # Returns the function that gives the stem of a word; called where the stage is used.
    find_stemmer: Callable[[], Callable[[str], str]]
    # synonyms, paraphrases, function_words: where they are read from; where they are used
    synonyms: str
    paraphrases: str
    function_words: str
    # Which of the alignments that cover most counts. With ``jar`` words and stems are equal whose `java_hashes` are.
    criterion: Criterion
    beam: int  # partial alignments that are kept
    counts_characters: bool = field(default=False)  # words count as much as they have UTF-16 units

    def find_synonyms(self) -> Synonyms:
        """Read the synonyms."""
        return _synonyms(self.synonyms)

    def find_paraphrases(self) -> Paraphrases:
        """Read the table of paraphrases."""
        return _paraphrases(self.paraphrases)

    def find_function_words(self) -> WordList:
        """Read the function words."""
        return _word_list(self.function_words)

    def count(self, corpus: Corpus, reading: Reading) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Count matches with every reference: shapes (R, S, N, 23) and (R, N)."""
        encoded = corpus.encode(reading)
        lexicon = self._lexicon(corpus, encoded)
        shape = (len(encoded.is_present), encoded.n_systems, encoded.n_segments, len(COUNTS))
        counts = np.empty(shape, dtype=np.int64)
        _native.meteor_counts(
            encoded.arrays,
            lexicon.matching,
            self.criterion,
            self.beam,
            lexicon.is_function_word,
            lexicon.sizes,
            counts,
            corpus.n_threads,
            *lexicon.keys,
        )
        return counts, encoded.is_present

    def links(self, corpus: Corpus, reading: Reading, reference: int) -> tuple[list[str], list[str], list[Link]]:
        """Align a corpus of one system and segment: words of the output and of a reference, and their links."""
        encoded = corpus.encode(reading)
        words = corpus.vocabulary.words()
        [(_, links)] = self.alignments(corpus, reading, np.array([[reference]]))
        return [words[i] for i in encoded.hypotheses[0]], [words[i] for i in encoded.references[reference]], links

    def alignments(
        self, corpus: Corpus, reading: Reading, chosen: NDArray[np.int64]
    ) -> Iterator[tuple[int, list[Link]]]:
        """Align each output with the reference that was chosen for it, by an array of shape (S, N), and give both."""
        encoded = corpus.encode(reading)
        lexicon = self._lexicon(corpus, encoded)
        n = encoded.n_segments
        for row, reference in enumerate(chosen.ravel().tolist()):
            texts = encoded.hypotheses[row], encoded.references[reference * n + row % n]
            found = _native.meteor_matches(*texts, lexicon.matching, self.criterion, self.beam, *lexicon.keys)
            yield reference, _links(found.reshape(-1, 5).tolist())

    def partners(self, corpus: Corpus, reading: Reading) -> NDArray[np.int32]:
        """Match single words of all references with all systems.

        Returns an array of shape (systems * words of all references): for each reference, for each system, for each of
        its words in order, the place of the matched word in the segment's output, or -1.
        """
        encoded = corpus.encode(reading)
        lexicon = self._lexicon(corpus, encoded)
        return _native.meteor_partners(
            encoded.arrays,
            encoded.n_systems,
            lexicon.matching,
            self.criterion,
            self.beam,
            corpus.n_threads,
            *lexicon.keys,
        )

    def _lexicon(self, corpus: Corpus, encoded: EncodedCorpus) -> _Lexicon:
        words = corpus.vocabulary.words()
        is_used = np.zeros(len(words), dtype=np.bool_)
        for tokens in (encoded.references, encoded.hypotheses):
            is_used[tokens.values] = True
        used = np.flatnonzero(is_used)
        stems, sets, set_offsets, phrases, phrase_offsets = _NO_WORDS, _NO_WORDS, _NO_ROWS, _NO_WORDS, _NO_ROWS
        if "stem" in self.stages:
            stem = self.find_stemmer()
            stems = _number(self._labels([stem(words[i]) for i in used]), used, len(words))
        if "synonym" in self.stages:
            synonyms = self.find_synonyms()
            found: list[list[int]] = [[] for _ in words]
            for i in used:
                found[i] = sorted(synonyms.sets_of(words[i]))
            sets, set_offsets = _ragged(found)
        if "paraphrase" in self.stages:
            found_phrases = self.find_paraphrases().among({words[i]: int(i) for i in used})
            phrases, phrase_offsets = found_phrases.values, found_phrases.offsets
        is_function_word, sizes = np.zeros(0, dtype=np.uint8), _NO_WORDS
        if self.function_words:
            listed = self.find_function_words().words
            is_function_word = np.zeros(len(words), dtype=np.uint8)
            is_function_word[used] = [words[i].lower() in listed for i in used]
        if self.counts_characters:
            sizes = np.array([len(word.encode("utf-16-le")) // 2 for word in words], dtype=np.int32)
        matching = ("exact" in self.stages, stems, sets, set_offsets, phrases, phrase_offsets)
        labels = self._labels([words[i] for i in used])
        keys = (_number(labels, used, len(words)),) if len(set(labels)) < len(labels) else ()
        return _Lexicon(matching, is_function_word, sizes, keys)

    def _labels(self, words: list[str]) -> Sequence[str | int]:
        """Return what is compared in place of words or stems."""
        return java_hashes(words).tolist() if self.criterion == "jar" else words


def java_hashes(words: Sequence[str]) -> NDArray[np.uint32]:
    """Hash words as Java's ``String.hashCode``: n UTF-16 units times 31^(n-1), 31^(n-2) ... 1, summed mod 2^32.

    Examples
    --------
    >>> from steelyard.metrics.parts.meteor_matching import java_hashes
    >>> java_hashes(["le", "n'"]).tolist()  # 31 * 108 + 101 and 31 * 110 + 39
    [3449, 3449]
    """
    encoded = [word.encode("utf-16-le", "surrogatepass") for word in words]
    units = np.frombuffer(b"".join(encoded), dtype="<u2")
    lengths = np.array([len(word) // 2 for word in encoded], dtype=np.int64)
    starts = np.cumsum(lengths) - lengths
    hashes = np.zeros(len(words), dtype=np.uint32)
    for place in range(int(lengths.max(initial=0))):  # all words at once, unit by unit
        longer = np.flatnonzero(lengths > place)
        hashes[longer] = hashes[longer] * np.uint32(31) + units[starts[longer] + place]
    return hashes


def _links(matches: list[list[int]]) -> list[Link]:
    """Name what the kernel found; a chunk goes on where a match begins at the ends of the one before, in both texts."""
    links: list[Link] = []
    chunk, ends = -1, (-1, -1)
    for h, h_length, r, r_length, stage in matches:
        chunk += (h, r) != ends
        ends = (h + h_length, r + r_length)
        links.append(Link((h, ends[0]), (r, ends[1]), STAGES[stage], chunk))
    return links


def _number(labels: Sequence[str | int], places: NDArray[np.int64], n: int) -> NDArray[np.int32]:
    """Give equal labels equal numbers, at their places among n."""
    ids: dict[str | int, int] = {}
    numbers = np.zeros(n, dtype=np.int32)
    numbers[places] = [ids.setdefault(label, len(ids)) for label in labels]
    return numbers


def _ragged(rows: list[list[int]]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    offsets = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum([len(row) for row in rows], out=offsets[1:])
    return np.fromiter(chain.from_iterable(rows), dtype=np.int32, count=int(offsets[-1])), offsets
