"""Words that a page's script cannot find: which metrics bring theirs, and how places and links are written."""

import json
from dataclasses import replace

import pytest

import steelyard as sy
from steelyard.questions.report_page.words import packed_links, packed_words
from steelyard.results import ReportPage
from steelyard.types.segment_explanation import Link

METEOR = (
    "meteor-1.5(synonyms=examples/synonyms.tsv, paraphrases=examples/paraphrases.txt, function_words=none, "
    "tokenize=13a)"
)


@pytest.mark.parametrize(
    ("line", "places", "begins", "code"),
    [
        ("ab c", [(0, 2), (3, 4)], None, "43"),  # 2 x 2; a space, 2 x 1 + 1
        ("ab  c", [(0, 2), (4, 5)], None, "4013"),  # one more space belongs to no word
        ("\U00020000a", [(0, 1), (1, 2)], None, "42"),  # in UTF-16 units
        ("a" * 31 + "b", [(0, 31), (31, 32)], None, "z12"),  # 62 = 61 + 1
        ("ab c", [(0, 0), (0, 1), (1, 2), (3, 4)], [True, False, False, True], "1223"),
        ("ab", [(0, 1), None, (1, 2)], None, "212"),
    ],
)
def test_places_are_written_as_digits(
    line: str, places: list[tuple[int, int] | None], begins: list[bool] | None, code: str
) -> None:
    assert packed_words(line, places, begins) == code


def test_links_are_written_in_runs() -> None:
    exact = [Link((i, i + 1), (i + 2, i + 3), "exact") for i in (1, 2)]
    others = [Link((5, 8), (1, 3), "paraphrase"), Link((3, 4), (0, 1), "stem")]
    assert packed_links([*others, *exact]) == "1602" + "0911" + "10332"  # from the left; 9 is 5 back


def test_only_metrics_that_need_it_bring_their_words() -> None:
    data = sy.TestSet([["The ferry leaves"]], {"a": ["a ferry left"], "b": ["ships leave"]})
    names = ["bleu", "chrf", "ter", "eed", "cer", "bleu(tokenize=zh)", "rouge-1", "rouge-1(stem=True)", METEOR]
    evaluation = sy.evaluate(data, [*names, "bleu(view=stem:porter)", "ter(normalized=True)"])
    page = evaluation.report_page(evaluation.compare(n_resamples=9))
    assert page.segments is not None
    found = {words.metric.partition("(")[0] + str(len(words.links)): words for words in page.segments.words}
    assert list(found) == ["rouge-10", "meteor-1.52", "bleu0", "ter0"]
    assert found["rouge-10"].keys == {"leaves": "leav", "ferry": "ferri", "ships": "ship", "leave": "leav"}
    assert found["bleu0"].keys["leaves"] == "leav"
    assert found["meteor-1.52"].against == ()  # there is but one reference
    assert ReportPage.from_dict(json.loads(page.to_json())) == page
    bare = evaluation.report_page(evaluation.compare(n_resamples=9), texts=False)
    assert bare.segments == replace(page.segments, references=(), outputs=(), words=())


def test_words_that_are_read_in_two_ways_have_no_mark() -> None:
    data = sy.TestSet([["a\u00a0b &quot; c"]], {"a": ["&quot;"], "b": ["a b"]})
    evaluation = sy.evaluate(data, ["bleu(view=stem:porter)"])
    page = evaluation.report_page(evaluation.compare(n_resamples=9))
    assert page.segments is not None
    [words] = page.segments.words
    assert words.references == (("",),)  # 13a reads the four letters as a mark
    assert words.outputs[1] == ("23",)
