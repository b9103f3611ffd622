"""Features of candidates by name: those of the decoder, n-grams, chains of parses; a model of names that chooses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.lab.tuning.features import ngram_features, tree_features
from steelyard.lab.tuning.log_linear import best_of_lists
from steelyard.lab.tuning.sparse import SparseFeatures
from steelyard.lab.tuning.spread import list_spread
from steelyard.reprs import short_repr
from steelyard.types import CandidateParses, NBestLists, Vocabulary

__all__ = ["FEATURE_KINDS", "CandidateFeatures", "candidate_features", "choose_by"]

FEATURE_KINDS = DECODER, WORDS, CHAIN, RELATIONS = "decoder", "words", "chain", "relations"


@dataclass(frozen=True, slots=True, eq=False)
class CandidateFeatures:
    """Features of C candidates, with their names.

    Attributes
    ----------
    features : SparseFeatures
        F of them: the decoder's first.
    names : tuple of tuple of str
        The kind of each, then what it is about: ``("decoder", "lm")``, ``("words", "the", "cat")``, ``("chain", "cat",
        "sat")`` of a modifier and its head, ``("relations", "nsubj", "root")``.
    n_decoder : int
        Features of the decoder.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import candidate_features
    >>> from steelyard.types import NBestLists
    >>> lists = NBestLists(("a b", "a"), np.array([0, 2]), np.ones((2, 1)), ("lm",), np.zeros(2))
    >>> candidate_features(lists, max_order=1, fewest_lists=1).names
    (('decoder', 'lm'), ('words', 'a'), ('words', 'b'))
    """

    features: SparseFeatures
    names: tuple[tuple[str, ...], ...]
    n_decoder: int

    __repr__ = short_repr


def candidate_features(
    lists: NBestLists,
    parsed: CandidateParses | None = None,
    *,
    max_order: int = 2,
    longest_chain: int = 2,
    fewest_lists: int = 2,
) -> CandidateFeatures:
    """Take what the decoder says of each candidate, its n-grams, and the chains of its tree.

    Parameters
    ----------
    lists : NBestLists
        C candidates.
    parsed : CandidateParses, optional
        Their parses, for chains of words and of relations.
    max_order : int, default 2
        Longest n-grams; 0 for none.
    longest_chain : int, default 2
        Longest chains of a word, its head, and so on; chains of words begin with pairs, those of relations with single
        ones. 0 for none.
    fewest_lists : int, default 2
        What stands in fewer lists is left out.

    Returns
    -------
    CandidateFeatures
        The decoder's, n-grams, chains of words, chains of relations.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import candidate_features
    >>> from steelyard.types import NBestLists
    >>> lists = NBestLists(("a b", "a", "b"), np.array([0, 2, 3]), np.ones((3, 1)), ("lm",), np.zeros(3))
    >>> candidate_features(lists).names  # "a" and "a b" stand in one list only
    (('decoder', 'lm'), ('words', 'b'))
    """
    parts = [SparseFeatures.of_block(lists.features)]
    names: list[tuple[str, ...]] = [(DECODER, name) for name in lists.feature_names]
    if max_order:
        vocabulary = Vocabulary()
        tokens = vocabulary.encode(list(lists.texts))
        features, found = ngram_features(tokens, lists.offsets, max_order=max_order, fewest_lists=fewest_lists)
        parts.append(features)
        names += _named(WORDS, vocabulary.words(), found)
    if parsed is not None and longest_chain:
        trees = parsed.trees
        for kind, symbols, shortest in ((CHAIN, trees.forms, 2), (RELATIONS, trees.labels, 1)):
            if shortest > longest_chain:
                continue
            features, found = tree_features(
                trees,
                parsed.rows,
                lists.offsets,
                relations=kind == RELATIONS,
                min_order=shortest,
                max_order=longest_chain,
                fewest_lists=fewest_lists,
            )
            parts.append(features)
            names += _named(kind, symbols, found)
    return CandidateFeatures(SparseFeatures.beside(parts), tuple(names), len(lists.feature_names))


def _named(kind: str, symbols: Sequence[str], found: Sequence[tuple[int, ...]]) -> list[tuple[str, ...]]:
    # Names are written with blanks between their words, and some parsers' words have blanks.
    return [(kind, *(symbols[i].replace(" ", "\u00a0") for i in ids)) for ids in found]


def choose_by(
    weights: Mapping[tuple[str, ...], float], lists: NBestLists, parsed: CandidateParses | None = None
) -> tuple[NDArray[np.int64], int]:
    """Choose the candidate of each list that a model scores highest; of equal ones the first.

    Parameters
    ----------
    weights : mapping of tuple of str to float
        By the name of the feature, as in `CandidateFeatures`.
    lists : NBestLists
        N lists.
    parsed : CandidateParses, optional
        Parses of their candidates, where the model has features of them.

    Returns
    -------
    array of int64, shape (N,)
        Positions among all candidates.
    int
        Features of the model that tell some candidates of a list apart.

    Raises
    ------
    SpecError
        The model has features that these candidates have not: of parses, or of another decoder.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.lab.tuning import choose_by
    >>> from steelyard.types import NBestLists
    >>> lists = NBestLists(("a b", "a", "c"), np.array([0, 2, 3]), np.ones((3, 1)), ("lm",), np.zeros(3))
    >>> choose_by({("words", "b"): -1.0, ("words", "d"): 2.0}, lists)
    (array([1, 2]), 1)
    """
    lacking = [name for kind, name, *_ in weights if kind == DECODER and name not in lists.feature_names]
    if lacking:
        raise SpecError(
            f"The model has the decoder's feature {lacking[0]!r}, and these lists have "
            f"{', '.join(lists.feature_names) or 'none'}: apply it to lists of the decoder that it was trained on."
        )
    longest = {
        kind: max((len(name) - 1 for name in weights if name[0] == kind), default=0)
        for kind in (WORDS, CHAIN, RELATIONS)
    }
    longest_chain = max(longest[CHAIN], longest[RELATIONS])
    if longest_chain and parsed is None:
        raise SpecError("The model has features of parses: give those of these candidates with --parses.")
    found = candidate_features(lists, parsed, max_order=longest[WORDS], longest_chain=longest_chain, fewest_lists=1)
    places = [(place, weights[name]) for place, name in enumerate(found.names) if name in weights]
    chosen = found.features.of_features([place for place, _ in places])
    picks = best_of_lists(chosen.scores(np.array([weight for _, weight in places])), lists.offsets)
    return picks, int((list_spread(chosen, lists.offsets) > 0).sum())
