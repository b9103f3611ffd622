"""Tables that have a cell for every word of an output and every word of a reference."""

import numpy as np

from steelyard.errors import DataError
from steelyard.text.corpus import Corpus, EncodedCorpus

__all__ = ["check_table_size"]

_MOST_CELLS = 2**29


def check_table_size(label: str, encoded: EncodedCorpus, corpus: Corpus, bytes_per_cell: float) -> None:
    """Refuse a text that is so long that its table would take minutes, or more memory than there is.

    Parameters
    ----------
    label : str
        Of the metric.
    encoded : EncodedCorpus
        The texts as it reads them.
    corpus : Corpus
        Where they are from.
    bytes_per_cell : float
        What it keeps of the table; 0 where that is a row.

    Raises
    ------
    DataError
        An output and a reference have over 2**29 pairs of words, as two texts of 23,170 words do.

    Examples
    --------
    >>> import steelyard as sy
    >>> text = ["word " * 30_000]
    >>> try:
    ...     sy.evaluate(sy.TestSet(references=[text], systems={"mine": text}), ["grr"])
    ... except ValueError as error:
    ...     print(error)
    System mine, segment 1 has 30,000 words, and a reference of it 30,000: the table of 4-GRR would have 900,000,000 \
cells, and 536,870,912 are the most. Split it into sentences, or leave this metric out.
    """
    longest = encoded.reference_lengths.max(axis=0, initial=0)
    cells = encoded.hypothesis_lengths * longest
    if not (cells > _MOST_CELLS).any():
        return
    system, segment = np.unravel_index(int(np.argmax(cells)), cells.shape)
    needed = bytes_per_cell * int(cells[system, segment]) / 2**30
    memory = f" of {needed:.1f} GiB" if bytes_per_cell else ""
    raise DataError(
        f"System {corpus.test_set.system_names[system]}, segment {segment + 1} has "
        f"{encoded.hypothesis_lengths[system, segment]:,} words, and a reference of it {longest[segment]:,}: the table "
        f"of {label} would have {cells[system, segment]:,} cells{memory}, and {_MOST_CELLS:,} are the most. Split it "
        "into sentences, or leave this metric out."
    )
