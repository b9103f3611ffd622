"""In how many forms a text gives what a source says several times: counts by repeated word that add up."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError
from steelyard.reprs import describe, n_of
from steelyard.types import Labels

__all__ = ["FormCounts", "count_forms", "linked_forms"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class FormCounts:
    """How often each group of occurrences was put in which forms.

    Attributes
    ----------
    n : array of int64, shape (G,)
        Occurrences that have a form.
    n_forms : array of int64, shape (G,)
        Different forms.
    n_alike : array of int64, shape (G,)
        Ordered pairs of occurrences with the same form: the sum of c (c - 1) over forms, c being how often each is
        there.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import count_forms
    >>> count_forms(np.array([0, 0, 0]), np.array([1, 2, 2]), 1).n_forms.tolist()
    [2]
    """

    n: Ints
    n_forms: Ints
    n_alike: Ints

    def __repr__(self) -> str:
        return describe(self, n_of(len(self.n), "group"), n_of(int(self.n.sum()), "occurrence"))

    @property
    def agreement(self) -> Floats:
        """Chance that two occurrences of a group have the same form, shape (G,); 1 for fewer than two."""
        n_pairs = self.n * (self.n - 1)
        found: Floats = np.where(n_pairs > 0, self.n_alike / np.maximum(n_pairs, 1), 1.0)
        return found

    @property
    def herfindahl(self) -> Floats:
        """Sum of the squared shares of forms, shape (G,): 1 for one form, 1 / n for n equally frequent ones."""
        found: Floats = np.where(self.n > 0, (self.n_alike + self.n) / np.maximum(self.n, 1) ** 2, 1.0)
        return found


def count_forms(groups: Ints, forms: Ints, n_groups: int) -> FormCounts:
    """Count forms by group.

    Parameters
    ----------
    groups : array of int, shape (U,)
        Group of every occurrence, from 0: such as a source word in a document.
    forms : array of int, shape (U,)
        Its form; -1 for an occurrence that has none and is not counted.
    n_groups : int
        G.

    Returns
    -------
    FormCounts
        By group.

    Raises
    ------
    AlignmentError
        There are more groups than forms or fewer, or a group that there is not.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import count_forms
    >>> found = count_forms(np.array([0, 0, 0, 1, 1]), np.array([3, 4, 4, 5, -1]), 2)
    >>> found.n.tolist(), found.herfindahl.round(4).tolist(), found.agreement.round(4).tolist()
    ([3, 1], [0.5556, 1.0], [0.3333, 1.0])
    """
    if groups.shape != forms.shape or (len(groups) and (groups.min() < 0 or groups.max() >= n_groups)):
        raise AlignmentError(f"Every form needs a group from 0 to {n_groups - 1}.")
    has_form = forms >= 0
    groups, forms = groups[has_form].astype(np.int64), forms[has_form].astype(np.int64)
    width = int(forms.max(initial=0)) + 1
    keys, counts = np.unique(groups * width + forms, return_counts=True)
    owners = keys // width
    n_alike = np.zeros(n_groups, np.int64)
    np.add.at(n_alike, owners, counts * (counts - 1))
    return FormCounts(
        np.bincount(groups, minlength=n_groups), np.bincount(owners, minlength=n_groups).astype(np.int64), n_alike
    )


def linked_forms(sources: Ints, targets: Ints, n_sources: int, words: Sequence[str]) -> Labels:
    """Say in which words each source word was put: those that it is linked to, in their order.

    It misleads where alignments do: a word that is linked to one of two words of a phrase here, and to both there, has
    two forms.

    Parameters
    ----------
    sources, targets : array of int, shape (L,)
        Links: places of words, from 0, over all segments.
    n_sources : int
        Source words.
    words : sequence of str
        Words of the text, over all segments.

    Returns
    -------
    Labels
        A form for every source word, several words with a space between; -1 for a word without links.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import linked_forms
    >>> found = linked_forms(np.array([0, 2, 2]), np.array([0, 2, 1]), 3, ["the", "ferry", "boat"])
    >>> found.names, found.codes.tolist()
    (('the', 'ferry boat'), [0, -1, 1])
    """
    width = max(len(words), 1)
    keys = np.unique(sources.astype(np.int64) * width + targets)
    own, linked = keys // width, (keys % width).tolist()
    starts = np.flatnonzero(np.diff(own, prepend=-1))
    ends = [*starts[1:].tolist(), len(keys)]
    found = Labels.of(
        words[linked[start]] if end - start == 1 else " ".join([words[place] for place in linked[start:end]])
        for start, end in zip(starts.tolist(), ends, strict=False)
    )
    codes = np.full(n_sources, -1, np.int32)
    codes[own[starts]] = found.codes
    return Labels(found.names, codes)
