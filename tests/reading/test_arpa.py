"""n-gram models in ARPA's format: chances by hand, and files that are broken."""

import gzip
import math
from pathlib import Path

import pytest

from steelyard.errors import DataError
from steelyard.reading.formats import read_arpa

WHOLE = """\\data\\
ngram 1=4
ngram 2=3
ngram 3=1

\\1-grams:
-99\t<s>\t-0.30103
-1\t</s>
-0.5\ta\t-0.25
-0.7\tB\t-0.1

\\2-grams:
-0.2\t<s> a\t-0.4
-0.3\ta B
-0.6\tB </s>

\\3-grams:
-0.05\t<s> a B

\\end\\
"""


def read(folder: Path, text: str) -> "object":
    path = folder / "lm.arpa"
    path.write_text(text, encoding="utf-8")
    return read_arpa(path)


def test_chances_back_off_as_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "lm.arpa.gz"
    path.write_bytes(gzip.compress(WHOLE.encode()))
    model = read_arpa(path)
    assert model.order == 3
    for words, log_10 in (
        ((), -0.30103 - 1),  # <s> </s> backs off to </s>
        (("a",), -0.2 + (-0.4 - 0.25 - 1)),  # <s> a </s> backs off twice
        (("a", "B"), -0.2 - 0.05 - 0.6),  # a B has no weight of its own
        (("A", "b"), -0.2 + (-0.4 - 0.25 - 1) + -1),  # "A" is taken as "a"; "b" is unknown, as unlikely as </s>
        (("B", "a"), (-0.30103 - 0.7) + (-0.1 - 0.5) + (-0.25 - 1)),
    ):
        assert model.text_log_probability(words) == pytest.approx(math.log(10) * log_10)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("\\data\\", "data", r"line 1: a language model in ARPA's format begins with \\data"),
        ("ngram 1=4", "ngram one", "line 2: how many n-grams"),
        ("ngram 3=1\n", "ngram 3=2\n", r"line 20: 1 3-grams are missing"),
        ("-0.3\ta B", "x\ta B", "line 14: a logarithm, 2 words and perhaps"),
        ("-0.3\ta B", "-0.3\ta", "line 14: a logarithm, 2 words"),
        ("-0.3\ta B", "nan\ta B", "line 14: a logarithm"),
        ("\\end\\", "", r"is cut off: it does not end in"),
        (WHOLE, "", "is cut off: there are no n-grams"),
    ],
)
def test_a_broken_model_is_one_sentence(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read(tmp_path, WHOLE.replace(old, new))
