"""Other words in the place of each, against doing it to the text."""

from hypothesis import given

from steelyard.text import Corpus, Reading, map_words
from tests.twins.corpora import WILD_WORDS, WORDS, Texts, texts


@given(drawn=texts((*WORDS, *WILD_WORDS)))
def test_words_are_those_of_the_changed_text(drawn: Texts) -> None:
    corpus = Corpus(drawn.test_set())
    corpus.encode(Reading("char"))  # the vocabulary holds words that these texts do not have
    asked: list[str] = []

    def change(word: str) -> str:
        asked.append(word)
        return word[:1].upper()

    before = corpus.encode(Reading())
    encoded, words = map_words(before, corpus.vocabulary, change)
    assert len(set(asked)) == len(asked)
    assert len(set(words)) == len(words)
    assert (encoded.is_present == before.is_present).all()
    lines = [line or "" for text in (*drawn.references, *drawn.systems) for line in text]
    expected = [[word[:1].upper() for word in line.split()] for line in lines]
    assert [
        [words[i] for i in row] for tokens in (encoded.references, encoded.hypotheses) for row in tokens
    ] == expected
    assert set(words) == {word for line in expected for word in line}
