"""Text in another language of the same script."""

from tests.text.inspection.damaged import CHINESE, GERMAN, HARBOUR, OUTPUTS, found


def test_another_language_is_found_by_its_frequent_words() -> None:
    [finding] = found("language", GERMAN)
    assert finding.severity == "error"
    assert finding.message.startswith("the 40 most frequent words of the references are ")


def test_outputs_of_the_right_language_have_the_words_of_the_references() -> None:
    assert all(found("language", lines) == [] for lines in OUTPUTS.values())
    assert found("language", HARBOUR[:10]) == []  # too few words to tell
    assert found("language", CHINESE, [CHINESE]) == []
