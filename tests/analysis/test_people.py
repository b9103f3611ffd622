"""What classes of errors are worth, by what people marked: the figures that the how-to names."""

from pathlib import Path

import numpy as np
import pytest

from steelyard.analysis import ERROR_CLASSES, AnalysedWords, find_errors
from steelyard.types import Vocabulary

SYSTEMS = ("HuaweiTSC", "Lan-Bridge", "NiuTrans", "SRPOL", "online-A", "online-B", "online-G", "online-Y")


@pytest.fixture(scope="module")
def marked(test_data: Path) -> tuple[np.ndarray, np.ndarray]:
    """Return the class of every word of the outputs, and whether people call it wrong."""
    folder = test_data / "data" / "wmt22-enhr-error-words"
    vocabulary, classes, labels = Vocabulary(), [], []
    reference = vocabulary.encode((folder / "ref.prof.hr").read_text(encoding="utf-8").splitlines())
    for name in SYSTEMS:
        lines = (folder / "annotated" / f"{name}.hyp.hr").read_text(encoding="utf-8").splitlines()
        rows = [[token.rpartition("|")[::2] for token in line.split()] for line in lines]
        rows = [[(word, label) for word, label in row if word != "XX"] for row in rows]  # something is missing there
        output = vocabulary.encode([" ".join(word for word, _ in row) for row in rows])
        base = Vocabulary().encode([word[:4] for word in vocabulary.words()]).values.astype(np.int64)
        sides = [AnalysedWords(text, base[text.values]) for text in (reference, output)]
        classes.append(find_errors(*sides).hypothesis)
        labels += [label != "None" for row in rows for _, label in row]
    return np.concatenate(classes), np.array(labels)


def test_people_call_more_words_of_every_class_wrong_than_others(marked: tuple[np.ndarray, np.ndarray]) -> None:
    classes, is_wrong = marked
    shares = {name: round(100 * is_wrong[classes == k].mean()) for k, name in enumerate(ERROR_CLASSES) if k != 2}
    assert shares == {"inflection": 25, "order": 14, "extra": 37, "lexical": 31}
    assert round(100 * is_wrong[classes < 0].mean()) == 3
    assert round(100 * (classes >= 0)[is_wrong].mean()) == 92  # recall
    assert round(100 * is_wrong[classes >= 0].mean()) == 28  # precision
    assert round(100 * is_wrong.mean()) == 16
