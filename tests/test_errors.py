"""One tree of errors, and messages that name the nearest match."""

import pytest

from steelyard import errors
from steelyard.errors import AlignmentError, DataError, MissingExtraError, SpecError, SteelyardError, unknown_name


@pytest.mark.parametrize("error", [AlignmentError, DataError, SpecError])
def test_what_is_wrong_with_a_value_is_a_value_error(error: type[Exception]) -> None:
    assert issubclass(error, SteelyardError)
    assert issubclass(error, ValueError)


def test_a_missing_package_is_an_import_error() -> None:
    assert issubclass(MissingExtraError, SteelyardError)
    assert issubclass(MissingExtraError, ImportError)
    assert not issubclass(MissingExtraError, ValueError)


def test_all_names_every_error_of_the_module() -> None:
    defined = {name for name, value in vars(errors).items() if isinstance(value, type) and issubclass(value, Exception)}
    assert defined | {"needs_extra", "unknown_name"} == set(errors.__all__)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("blue", "Unknown metric 'blue'. Did you mean 'bleu'? Valid: bleu, chrf, ter."),
        ("BLEU", "Unknown metric 'BLEU'. Did you mean 'bleu'? Valid: bleu, chrf, ter."),
        ("chrF++", "Unknown metric 'chrF++'. Did you mean 'chrf'? Valid: bleu, chrf, ter."),
        ("zzzz", "Unknown metric 'zzzz'. Valid: bleu, chrf, ter."),
        ("", "Unknown metric ''. Valid: bleu, chrf, ter."),
    ],
)
def test_an_unknown_name_is_told_the_nearest_and_all(name: str, message: str) -> None:
    error = unknown_name("metric", name, {"ter", "bleu", "chrf"})
    assert isinstance(error, SpecError)
    assert str(error) == message


def test_an_unknown_name_does_not_fill_the_screen() -> None:
    """A name of 100,000 brackets was told whole, and so were thousands of names that exist."""
    told = str(unknown_name("system", "[" * 100_000, [f"system-{number:05}" for number in range(5_000)]))
    assert len(told) < 1_000 and told.endswith("system-00019, and 4,980 more.")
