"""The best paths of every network as n-best lists, whose features can be tuned."""

from collections.abc import Sequence

import numpy as np

from steelyard.lab.questions.choose.combine import Combined, text_of
from steelyard.lab.questions.choose.pool import Pool
from steelyard.reading.lists.candidates import lists_of_texts
from steelyard.types import NBestLists

__all__ = ["network_lists"]


def network_lists(pool: Pool, combined: Sequence[Combined]) -> NBestLists:
    """List the paths of each source, best first, with what their scores are made of.

    Features: votes, nulls and words; with a language model lm, with several backbones prior; and for each system, in
    how many columns it has what the path has. Of paths whose texts are equal the best one stays.
    """
    has_prior = any(path.prior for one in combined for path in one.paths)
    names = ["votes", "nulls", "words", *(["lm"] if pool.language_model else []), *(["prior"] if has_prior else [])]
    systems = (
        pool.systems if all(len(path.agreement) == len(pool.systems) for one in combined for path in one.paths) else ()
    )
    texts, sizes, totals, features = [], [], [], []
    for one in combined:
        paths = {text_of(path): path for path in reversed(one.paths)}  # of equal texts the first stays
        for text, path in sorted(paths.items(), key=lambda item: one.paths.index(item[1])):
            values = {
                "votes": path.votes,
                "nulls": path.n_nulls,
                "words": len(path.words),
                "lm": path.language_model,
                "prior": path.prior,
            }
            texts.append(text)
            totals.append(path.score)
            features.append([*(values[name] for name in names), *(path.agreement if systems else ())])
        sizes.append(len(paths))
    return lists_of_texts(
        texts,
        sizes,
        totals=totals,
        features=np.array(features, np.float64),
        feature_names=(*names, *(f"as.{name}" for name in systems)),
    )
