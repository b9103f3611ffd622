"""Tables of similar words, as users bring them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.files.reading import read_lines

__all__ = ["SimilarityTable", "read_similarities"]


@dataclass(frozen=True, slots=True)
class SimilarityTable:
    """How similar words are to others.

    Examples
    --------
    >>> from steelyard.metrics.parts.similarity import SimilarityTable
    >>> SimilarityTable({"car": {"auto": 0.4}}, "0123456789ab").encode(["auto", "car"])[2].tolist()
    [0.4]
    """

    # By the word of the output: the words of a reference that it may stand for.
    similarities: Mapping[str, Mapping[str, float]]
    signature: str  # the first digits of the SHA-256 of the file

    def encode(self, words: Sequence[str]) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.float64]]:
        """Return the table for the words of a vocabulary, by id.

        That is similar words of all words, the offsets of each one's, and the similarities.
        """
        ids = {word: i for i, word in enumerate(words)}
        rows = [
            sorted((ids[other], value) for other, value in self.similarities.get(word, {}).items() if other in ids)
            for word in words
        ]
        flat = [entry for row in rows for entry in row]
        offsets = np.zeros(len(rows) + 1, dtype=np.int64)
        np.cumsum([len(row) for row in rows], out=offsets[1:])
        return (
            np.array([other for other, _ in flat], dtype=np.int32),
            offsets,
            np.array([value for _, value in flat], dtype=np.float64),
        )


def read_similarities(path: str) -> SimilarityTable:
    r"""Read a file of similar words; its signature names its content, not its place.

    Lines are ``output word, tab, reference word, tab, similarity``. Blank lines, and lines that begin with ``#`` and a
    blank, are skipped; a word's similarity to itself is ignored.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.metrics.parts.similarity import read_similarities
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "similar.tsv")
    ...     _ = path.write_text("car\tauto\t0.4\n", encoding="utf-8")
    ...     dict(read_similarities(str(path)).similarities)
    {'car': {'auto': 0.4}}
    """
    file = read_lines(path)
    table: dict[str, dict[str, float]] = {}
    for number, line in enumerate(file.lines, start=1):
        if not line.strip() or line.startswith("# "):
            continue
        fields = line.split("\t")
        value = _similarity_of(fields[2]) if len(fields) == 3 else None
        if value is None or not fields[0] or not fields[1]:
            raise DataError(
                f"{path}, line {number}: expected a word, a tab, a similar word, a tab, and a similarity above 0 and "
                f"at most 1, not {line!r}."
            )
        word, other = fields[0], fields[1]
        row = table.setdefault(word, {})
        if other in row:
            raise DataError(f"{path}, line {number}: the pair of {word!r} and {other!r} is there twice.")
        row[other] = value
    for word, row in table.items():
        row.pop(word, None)
    return SimilarityTable(table, file.content_sha256[:12])


def _similarity_of(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 < value <= 1 else None
