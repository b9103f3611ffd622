"""Languages of texts: only where something says them."""

import pytest

from steelyard.page.html.payload import direction, text_languages


def inputs(**files: str) -> list[dict[str, str]]:
    return [{"role": role.replace("_", " "), "name": name} for role, name in files.items()]


@pytest.mark.parametrize(
    ("names", "metrics", "languages"),
    [
        ({"reference_1": "d/ref.A.zh", "system": "a.zh", "sources": "src.en.gz"}, [], ("zh", "en")),
        ({"reference_1": "ref.zh", "system": "a.txt"}, [], ("", "")),
        ({"reference_1": "ref.zh", "system": "a.ja"}, [], ("", "")),
        ({"reference_1": "ref.txt", "system": "a.txt"}, ["bleu(tokenize=ja-mecab)", "chrf"], ("ja", "")),
        ({"reference_1": "ref.txt"}, ["bleu(trg_lang=ko)", "ter"], ("ko", "")),
        ({"reference_1": "ref.zh"}, ["bleu(trg_lang=ja)"], ("ja", "")),  # what was asked for is nearer than a name
        ({"reference_1": "ref.zh_TW", "system": "a.zh_TW.xz"}, [], ("zh-TW", "")),
        ({"reference_1": "ref.qq", "sources": "src.md"}, [], ("", "")),
        ({"reference_1": "zh", "system": 'x.<b lang="'}, [], ("", "")),
        ({}, [], ("", "")),
    ],
)
def test_a_language_is_named_where_all_agree(
    names: dict[str, str], metrics: list[str], languages: tuple[str, str]
) -> None:
    assert text_languages({"inputs": inputs(**names), "recipe": {"metrics": metrics}}) == languages


@pytest.mark.parametrize(
    ("pair", "languages", "directions"),
    [
        ("en-he", ("he", "en"), ["rtl", "ltr"]),
        ("ar-zh_TW", ("zh-TW", "ar"), ["ltr", "rtl"]),
        ("en-uz-Arab", ("uz-Arab", "en"), ["rtl", "ltr"]),
        ("ur_PK", ("de", ""), ["ltr", "auto"]),  # no pair: names of files say it
    ],
)
def test_a_pair_that_was_named_comes_first(pair: str, languages: tuple[str, str], directions: list[str]) -> None:
    method = {"inputs": inputs(reference_1="ref.de", system="a.de")}
    assert text_languages(method, {"languages": pair}) == languages
    assert [direction(language) for language in languages] == directions


def test_files_beside_a_result_say_their_language() -> None:
    beside = {"inputs": inputs(system="a.ja", against="b.ja", sources="s.en")}
    assert text_languages({"inputs": inputs(ratings="mqm.tsv")}, beside) == ("ja", "en")
