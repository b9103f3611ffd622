r"""n-gram language models in ARPA's format, as SRILM, KenLM and others write them."""

import math
import os
import re
from collections.abc import Iterator

from steelyard.errors import DataError
from steelyard.files.reading import read_lines
from steelyard.reading.resemblance import also_resembles
from steelyard.types import NgramModel

__all__ = ["read_arpa"]

_COUNT = re.compile(r"ngram\s+(\d{1,18})\s*=\s*(\d{1,18})\s*")
_SECTION = re.compile(r"\\(\d{1,18})-grams:\s*")
_LOG_10 = math.log(10.0)
_NEVER = -99.0


def read_arpa(path: str | os.PathLike[str], *, encoding: str = "utf-8") -> NgramModel:
    r"""Read ``\data\``, the counts, a section ``\n-grams:`` for each length, and ``\end\``.

    `path`:
    Returns: with natural logarithms; the file has those to the base of 10.

    All of the model is held as Python objects: files of up to some million n-grams.

    References
    ----------
    Stolcke 2002, "SRILM, an extensible language modeling toolkit", 10.21437/ICSLP.2002-303.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.reading.formats import read_arpa
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "lm.arpa")
    ...     _ = path.write_text("\\data\\\nngram 1=2\n\n\\1-grams:\n-0.3\ta\n-0.3\t</s>\n\n\\end\\\n")
    ...     read_arpa(path).order
    1
    """
    file = read_lines(path, encoding)
    lines = iter((f"{file.path}, line {number}", line) for number, line in enumerate(file.lines, 1))
    counts = _counts(lines, file.path)
    log_probabilities: dict[tuple[str, ...], float] = {}
    back_offs: dict[tuple[str, ...], float] = {}
    length, n_left = 0, 0
    for place, line in lines:
        section = _SECTION.fullmatch(line)
        if not line.strip():
            continue
        if section or line.strip() == "\\end\\":
            if n_left:
                raise DataError(f"{place}: {n_left:,} {length}-grams are missing before this line.")
            if section is None:
                break
            length = int(section[1])
            n_left = counts.get(length, 0)
            continue
        _add(place, line, length, log_probabilities, back_offs)
        n_left -= 1
    else:
        raise DataError(f"{file.path} is cut off: it does not end in \\end\\.")
    if not log_probabilities:
        raise DataError(f"{file.path} has no n-gram.")
    return NgramModel(max(counts), log_probabilities, back_offs, ((file.path, file.sha256),))


def _counts(lines: Iterator[tuple[str, str]], path: str) -> dict[int, int]:
    """Read how many n-grams of each length there are."""
    for place, line in lines:
        if line.strip() == "\\data\\":
            break
        if line.strip():
            raise DataError(
                f"{place}: a language model in ARPA's format begins with \\data\\.{also_resembles(place, 'read_arpa')}"
            )
    counts: dict[int, int] = {}
    for place, line in lines:
        found = _COUNT.fullmatch(line)
        if found:
            counts[int(found[1])] = int(found[2])
        elif line.strip():
            raise DataError(f"{place}: how many n-grams there are was expected, such as ngram 1=5000.")
        elif counts:
            return counts
    raise DataError(f"{path} is cut off: there are no n-grams.")


def _add(
    place: str,
    line: str,
    length: int,
    log_probabilities: dict[tuple[str, ...], float],
    back_offs: dict[tuple[str, ...], float],
) -> None:
    """Take an n-gram's logarithm, and its back-off weight where it has one."""
    cells = line.split()
    try:
        if not length or len(cells) not in (length + 1, length + 2):
            raise ValueError
        words = tuple(cells[1 : length + 1])
        log_probabilities[words] = _LOG_10 * _finite(cells[0])
        if len(cells) > length + 1:
            back_offs[words] = _LOG_10 * _finite(cells[-1])
    except ValueError as error:
        raise DataError(
            f"{place}: a logarithm, {length or 'some'} words and perhaps a back-off weight were expected."
        ) from error


def _finite(text: str) -> float:
    """Read a logarithm; SRILM writes -99 and others -inf for a chance of 0."""
    value = max(float(text), _NEVER)
    if not math.isfinite(value):
        raise ValueError
    return value
