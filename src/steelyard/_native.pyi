"""Kernels of Steelyard, compiled. Private."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

MOST_SIA_PAIRS: int
MOST_SIMILAR_PAIRS: int
PURPOSE_BOOTSTRAP: int
PURPOSE_SWAP: int

class Vocabulary:
    def __init__(self) -> None: ...
    def encode(self, lines: list[str], tokenizer: str) -> tuple[NDArray[np.int32], NDArray[np.int64]]: ...
    def words(self) -> list[str]: ...
    def __len__(self) -> int: ...

class LineIndex:
    def __init__(self, content: bytes, has_numbers_below: bool) -> None: ...
    def find(self, word: str) -> str | None: ...

def remove_punctuation(lines: list[str]) -> list[str]: ...

# Hypothesis values and offsets, reference values and offsets, is_present: what EncodedCorpus.arrays holds.
_Texts = tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32], NDArray[np.int64], NDArray[np.uint8]]

class NgramPool:
    def __init__(self, values: NDArray[np.int32], offsets: NDArray[np.int64], max_order: int) -> None: ...
    def matches(
        self, values: NDArray[np.int32], offsets: NDArray[np.int64], matches: NDArray[np.int64], n_threads: int
    ) -> None: ...
    def own_matches(self, first: int, matches: NDArray[np.int64], n_threads: int) -> None: ...
    def expected_matches(
        self,
        values: NDArray[np.int32],
        offsets: NDArray[np.int64],
        weights: NDArray[np.float64],
        matches: NDArray[np.float64],
        n_threads: int,
    ) -> None: ...

def ngram_matches(texts: _Texts, matches: NDArray[np.int64], n_threads: int) -> None: ...
def ngram_overlaps(texts: _Texts, matches: NDArray[np.int64], n_threads: int) -> None: ...
def nist_information(texts: _Texts, ignored: int, information: NDArray[np.float64], n_threads: int) -> None: ...
def skip_bigram_matches(texts: _Texts, max_gap: int, matches: NDArray[np.int64], n_threads: int) -> None: ...
def lcs_lengths(texts: _Texts, lengths: NDArray[np.int64], n_threads: int) -> None: ...
def weighted_lcs(texts: _Texts, exponent: float, weights: NDArray[np.float64], n_threads: int) -> None: ...
def union_lcs(sentences: _Texts, groups: NDArray[np.int64], hits: NDArray[np.int64], n_threads: int) -> None: ...
def maximum_match_sizes(texts: _Texts, exponent: float, sizes: NDArray[np.float64], n_threads: int) -> None: ...
def meteor_counts(
    texts: _Texts,
    lexicon: tuple[Any, ...],
    criterion: str,
    beam: int,
    is_function_word: NDArray[np.uint8],
    sizes: NDArray[np.int32],
    counts: NDArray[np.int64],
    n_threads: int,
    keys: NDArray[np.int32] | None = None,
) -> None: ...
def meteor_partners(
    texts: _Texts,
    n_systems: int,
    lexicon: tuple[Any, ...],
    criterion: str,
    beam: int,
    n_threads: int,
    keys: NDArray[np.int32] | None = None,
) -> NDArray[np.int32]: ...
def meteor_matches(
    hypothesis: NDArray[np.int32],
    reference: NDArray[np.int32],
    lexicon: tuple[Any, ...],
    criterion: str,
    beam: int,
    keys: NDArray[np.int32] | None = None,
) -> NDArray[np.int32]: ...
def chunk_sums(
    texts: _Texts,
    sums: NDArray[np.float64],
    exponent: float,
    decay: float,
    is_collapsing: bool,
    is_leftmost: bool,
    n_threads: int,
) -> None: ...
def find_chunks(
    hypothesis: NDArray[np.int32], reference: NDArray[np.int32], exponent: float, is_collapsing: bool, is_leftmost: bool
) -> list[tuple[int, int, int, int]]: ...
def rank_counts(texts: _Texts, is_right_first: bool, counts: NDArray[np.int64], n_threads: int) -> None: ...
def rank_words(
    hypothesis: NDArray[np.int32], reference: NDArray[np.int32], is_right_first: bool
) -> list[tuple[int, int, int, bool]]: ...
def edit_distances(texts: _Texts, distances: NDArray[np.int64], n_threads: int) -> None: ...

# Code points of the words of a vocabulary, and offsets: what metrics/parts/spelling.py makes.
_Spelling = tuple[NDArray[np.int32], NDArray[np.int64]]

def cover_distances(
    texts: _Texts,
    distances: NDArray[np.float64],
    substitution: str,
    spelling: _Spelling,
    is_reversed: bool,
    n_threads: int,
) -> None: ...
def miscoverages(
    texts: _Texts,
    miscoverages: NDArray[np.float64],
    substitution: str,
    spelling: _Spelling,
    is_reversed: bool,
    n_threads: int,
) -> None: ...
def bag_distances(
    texts: _Texts, distances: NDArray[np.float64], substitution: str, spelling: _Spelling, n_threads: int
) -> None: ...
def recognition_values(
    texts: _Texts,
    values: NDArray[np.float64],
    max_order: int,
    insertion_cost: float,
    deletion_cost: float,
    n_threads: int,
) -> None: ...
def character_ter(texts: _Texts, scores: NDArray[np.float64], spelling: _Spelling, n_threads: int) -> None: ...
def similar_word_parts(
    texts: _Texts, parts: NDArray[np.float64], letters: _Spelling, threshold: float, reordering: str, n_threads: int
) -> None: ...
def align_similar_words(
    text: NDArray[np.int32], other: NDArray[np.int32], letters: _Spelling, threshold: float
) -> list[tuple[int, float]]: ...

# Similar words, offsets of each word's, and how similar they are: what metrics/parts/similarity.py makes.
_Similarity = tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.float64]]

def sia_sums(
    texts: _Texts,
    sums: NDArray[np.float64],
    similarity: _Similarity,
    decay: float,
    schedule: str,
    is_iterative: bool,
    n_threads: int,
) -> None: ...
def sia_rounds(
    hypothesis: NDArray[np.int32],
    references: list[NDArray[np.int32]],
    similarity: _Similarity,
    decay: float,
    schedule: str,
    is_iterative: bool,
) -> list[tuple[int, float, list[tuple[int, int]]]]: ...
def word_order_counts(texts: _Texts, counts: NDArray[np.int64], max_order: int, n_threads: int) -> None: ...
def align_shared_words(text: NDArray[np.int32], other: NDArray[np.int32], max_order: int) -> NDArray[np.int64]: ...
def permutation_counts(values: NDArray[np.int32], offsets: NDArray[np.int64], counts: NDArray[np.int64]) -> None: ...
def sub_goal_answers(texts: _Texts, answers: NDArray[np.int8], min_references: int, n_threads: int) -> None: ...
def extended_edit_distances(
    texts: _Texts,
    scores: NDArray[np.float64],
    space: int,
    jump: float,
    visits: float,
    deletion: float,
    insertion: float,
    is_exact: bool,
    n_threads: int,
) -> None: ...
def edit_counts(texts: _Texts, chosen: NDArray[np.int64], counts: NDArray[np.int64], n_threads: int) -> None: ...
def edit_operations(hypothesis: NDArray[np.int32], reference: NDArray[np.int32]) -> NDArray[np.uint8]: ...

# Word ids, offsets of the rows, and whether each word is penalised where it has no partner.
_PenalisedText = tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.uint8]]

def align_rows(
    reference: _PenalisedText,
    hypothesis: _PenalisedText,
    of_reference: NDArray[np.uint8],
    of_hypothesis: NDArray[np.uint8],
) -> None: ...
def ter_edits(texts: _Texts, as_tercom: bool, edits: NDArray[np.int64], n_threads: int) -> None: ...
def ter_counts(
    texts: _Texts, as_tercom: bool, costs: tuple[float, ...], counts: NDArray[np.int64], n_threads: int
) -> None: ...
def ter_alignment(
    hypothesis: NDArray[np.int32], reference: NDArray[np.int32], as_tercom: bool
) -> tuple[list[tuple[int, int, int]], str]: ...
def fill_weights(seed: int, first_resample: int, out: NDArray[np.int8], n_threads: int) -> None: ...
def pair_differences(
    values: NDArray[np.float64],
    whole: NDArray[np.float64],
    a: NDArray[np.int64],
    b: NDArray[np.int64],
    out: NDArray[np.float64],
) -> None: ...
def count_reached(
    values: NDArray[np.float64],
    a: NDArray[np.int64],
    b: NDArray[np.int64],
    whole: NDArray[np.float64],
    sign: NDArray[np.float64],
    reached: NDArray[np.float64],
    counts: NDArray[np.int64],
    squares: NDArray[np.float64],
) -> None: ...
def step_down(
    values: NDArray[np.float64],
    a: NDArray[np.int64],
    b: NDArray[np.int64],
    whole: NDArray[np.float64],
    order: NDArray[np.int64],
    scale: NDArray[np.float64],
    sign: NDArray[np.float64],
    reached: NDArray[np.float64],
    counts: NDArray[np.int64],
    maxima: NDArray[np.float64],
) -> None: ...
def largest_leads(
    first: NDArray[np.float64], second: NDArray[np.float64], weights: NDArray[np.float64], leads: NDArray[np.float64]
) -> None: ...
def count_pair_order(
    values: NDArray[np.float64], tolerance: NDArray[np.float64], counts: NDArray[np.int64]
) -> None: ...
def count_exchanged_order(
    kept: NDArray[np.float64],
    whole: NDArray[np.float64],
    pairs: NDArray[np.int64],
    tolerance: NDArray[np.float64],
    counts: NDArray[np.int64],
) -> None: ...
def sum_kept(values: NDArray[np.float64], masks: NDArray[np.uint8], sums: NDArray[np.float64]) -> None: ...
def fill_masks(seed: int, first_resample: int, out: NDArray[np.int8], n_threads: int) -> None: ...
def fill_mask_bits(seed: int, first_resample: int, n_units: int, out: NDArray[np.uint8], n_threads: int) -> None: ...
def has_fast_byte_products() -> bool: ...
def add_weighted_digits(
    values: NDArray[np.uint8],
    units: NDArray[np.int32],
    places: NDArray[np.int32],
    scale: float,
    weights: NDArray[np.int8],
    sums: NDArray[np.float64],
    use_vnni: bool,
) -> None: ...
def parse_links(text: bytes) -> tuple[NDArray[np.int64], NDArray[np.uint8]] | None: ...
def write_links(links: NDArray[np.int64], is_sure: NDArray[np.uint8], n_segments: int) -> bytes: ...
def unite_links(a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.int64]: ...
def grow_links(
    forward: NDArray[np.int64], reverse: NDArray[np.int64], n_segments: int, final_words: int
) -> NDArray[np.int64]: ...
def count_links(
    gold: NDArray[np.int64], is_sure: NDArray[np.uint8], found: NDArray[np.int64], counts: NDArray[np.int64]
) -> None: ...
def measure_links(links: NDArray[np.int64], extents: NDArray[np.int64]) -> None: ...

# Words of every source and of every target.
_Lengths = tuple[NDArray[np.int64], NDArray[np.int64]]

def extract_phrases(links: NDArray[np.int64], lengths: _Lengths, longest: int, is_tight: bool) -> NDArray[np.int64]: ...
def compare_phrases(
    gold: NDArray[np.int64],
    found: NDArray[np.int64],
    lengths: _Lengths,
    is_tight: bool,
    by_segment: NDArray[np.int64],
    by_length: NDArray[np.int64],
    n_covered: NDArray[np.int64],
) -> int: ...
def random_words(seed: int, purpose: int, resample: int, n: int) -> NDArray[np.uint64]: ...
