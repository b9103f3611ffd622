"""A treebank as a list of trees: the columns of CoNLL-U that units of parses are made of."""

from steelyard.errors import DataError
from steelyard.files.parsing import MOST_LINES, is_whole
from steelyard.files.reading import read_lines
from steelyard.types import Parse, Word

__all__ = ["read_treebank"]

_COLUMNS = 10


def read_treebank(path: str) -> tuple[Parse, ...]:
    """Read the trees of a file in CoNLL-U, of any number of segments: form, lemma, category, head and relation.

    DataError where a line is no word with a head; `steelyard.reading.formats.read_conllu` reads parses of segments.
    """
    file = read_lines(path)
    trees: list[Parse] = []
    words: list[Word] = []
    for number, line in enumerate([*file.lines, ""], 1):
        if not line.strip():
            if words:
                trees.append(Parse(tuple(words)))
                words = []
            continue
        cells = line.split("\t")
        if line.startswith("#") or ("-" in cells[0] or "." in cells[0]):
            continue
        if len(cells) != _COLUMNS or not is_whole(cells[0], 1, MOST_LINES) or not is_whole(cells[6]):
            raise DataError(f"{path}, line {number} is no word of a treebank in CoNLL-U, with a head: {line[:40]!r}.")
        form, lemma, upos = cells[1:4]
        words.append(Word(form, lemma, upos, head=int(cells[6]), deprel=cells[7]))
    if not trees:
        raise DataError(f"{path} holds no tree: a treebank in CoNLL-U is needed.")
    return tuple(trees)
