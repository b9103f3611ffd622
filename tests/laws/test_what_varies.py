"""Every answer with a p-value or an interval names what was sampled and what was fixed, as the page says."""

from collections.abc import Iterator
from typing import Any

import pytest

from steelyard.results.factors import FACTORS, Factors
from tests.cli.example_folder import fill
from tests.laws.what_varies import BEGIN, END, FURTHER, PAGE, asked, command_lines, factors_of, table, told_in

INFERRED = {"p_value", "p_adjusted", "interval", "interval_simultaneous", "verdict"}


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    folder = tmp_path_factory.mktemp("examples")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        fill(folder)
        yield {name: asked(line) for name, line in command_lines()}


def infers(value: Any) -> bool:
    if isinstance(value, dict):
        return any(value.get(key) is not None for key in INFERRED) or any(map(infers, value.values()))
    return isinstance(value, list) and any(map(infers, value))


@pytest.mark.long
def test_what_infers_says_what_was_sampled(answers: dict[str, Any]) -> None:
    assert {name for name, answer in answers.items() if infers(answer) and not factors_of(answer)} == set()
    assert len([name for name in answers if name not in FURTHER and factors_of(answers[name])]) >= 25


@pytest.mark.long
def test_the_sentence_says_the_same_as_the_lists(answers: dict[str, Any]) -> None:
    for name, answer in answers.items():
        for method in told_in(answer):
            factors = Factors(tuple(method["sampled"]), tuple(method["fixed"]))
            words = factors.sentence()
            assert words in method["sentence"] or words[0].lower() + words[1:] in method["sentence"], name
            assert "are treated as sampled" in method["sentence"]


@pytest.mark.long
def test_the_page_has_the_table_of_today(answers: dict[str, Any]) -> None:
    shown = PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    assert shown == table({name: factors_of(answer) for name, answer in answers.items()})


@pytest.mark.parametrize("words", [("documents", "cats"), ("documents", "documents")])
def test_a_factor_has_one_word_and_one_place(words: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match="what varies"):
        Factors(words[:1], words[1:])
    assert len({*FACTORS}) == len(FACTORS)
