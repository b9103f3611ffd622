"""At a prompt every value takes a line: what is public is short whatever it holds, and says how much it holds."""

import importlib
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from types import NoneType
from typing import Any

import numpy as np
import pytest

import steelyard as sy
from steelyard.reprs import describe, listed, n_of, short_repr
from steelyard.results import Result, ScoreRow
from tests.test_docs import MODULES

LONGEST = 300
PER_CLASS = 40  # rows of one kind that are looked at
LONG_TEXT = "a segment of a text, as long as such segments are: " * 4
NAMES = [f"system-{i:02}-of-an-institute-with-a-long-name" for i in range(12)]


def public_data_classes() -> list[type]:
    modules = [
        importlib.import_module(f"steelyard.{short}" if short else "steelyard") for short in (*MODULES, "reading")
    ]
    values = {id(value): value for module in modules for value in (getattr(module, name) for name in module.__all__)}
    return [value for value in values.values() if isinstance(value, type) and is_dataclass(value)]


def filled(cls: Any) -> Any:
    """Make an instance whose every field is as large as fields get, past what its constructor would refuse."""
    value = cls.__new__(cls)
    for field in fields(cls):
        object.__setattr__(value, field.name, large(str(field.type)))
    return value


def large(hint: str) -> Any:
    if "NDArray" in hint or "ndarray" in hint:
        return np.zeros((12, 557))
    if hint.startswith(("Mapping", "dict", "collections.abc.Mapping")):
        return dict.fromkeys(NAMES, LONG_TEXT)
    if "str" in hint and not hint.startswith(("tuple", "Sequence", "collections")):
        return LONG_TEXT
    return tuple(LONG_TEXT for _ in range(557)) if "tuple" in hint or "Sequence" in hint else -1234.5678901234


@pytest.mark.parametrize(
    "cls",
    [cls for cls in public_data_classes() if cls.__repr__ is short_repr],
    ids=lambda cls: f"{cls.__module__}.{cls.__qualname__}",
)
def test_what_holds_much_is_short(cls: Any) -> None:
    assert repr(filled(cls)).startswith(f"{cls.__qualname__}(")
    assert len(repr(filled(cls))) < LONGEST


def test_every_public_data_class_that_can_be_long_is_made_short() -> None:
    """A class that writes all its fields has few, and none that holds many things; metrics write their options."""
    for cls in public_data_classes():
        if not cls.__dataclass_params__.repr or "__repr__" not in vars(cls):  # type: ignore[attr-defined]
            continue
        is_made = (
            cls.__repr__ is short_repr
            or cls.__repr__ is Result.__repr__
            or "describe" in cls.__repr__.__code__.co_names
        )
        if not is_made and not issubclass(cls, sy.metrics.Metric):
            hints = [str(field.type) for field in fields(cls)]
            assert len(hints) < 12, cls
            assert not any(
                mark in hint for hint in hints for mark in ("...", "array", "Array", "Mapping", "Sequence")
            ), cls


@pytest.fixture(scope="module")
def data() -> sy.TestSet:
    rng = np.random.default_rng(17)
    words = [f"word{i}" for i in range(50)]
    lines = [[" ".join(rng.choice(words, 12)) for _ in range(557)] for _ in range(14)]
    return sy.TestSet(
        references=lines[:2],
        systems=dict(zip(NAMES, lines[2:], strict=True)),
        documents=[f"document {i // 3}" for i in range(557)],
    )


def test_a_test_set_says_what_it_has(data: sy.TestSet) -> None:
    few = sy.TestSet(references=[["a", "b"]], systems={"ours": ["a", "b"]}, sources=["c", "d"])
    assert repr(few) == "TestSet(2 segments, 1 reference, system: ours, sources)"
    head = "TestSet(557 segments, 2 references, systems: system-00-of-a"
    assert repr(data).startswith(head) and repr(data).endswith(" and 9 more, 186 documents)")


def values_within(value: Any, seen: dict[type, int]) -> Iterator[Any]:
    """Yield a value and the values of its fields, some of each class."""
    if isinstance(value, str | bytes | int | float | NoneType | np.ndarray):
        return
    if is_dataclass(value) and not isinstance(value, type):
        seen[type(value)] = seen.get(type(value), 0) + 1
        if seen[type(value)] > PER_CLASS:
            return
        yield value
        for field in fields(value):
            yield from values_within(getattr(value, field.name), seen)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from values_within(item, seen)


def test_results_and_all_that_they_hold_are_short(data: sy.TestSet) -> None:
    evaluation = sy.evaluate(data, ["bleu", "chrf", "wer"])
    comparison = evaluation.compare(n_resamples=99)
    of_two = sy.evaluate(replace(data, systems={name: data.systems[name] for name in NAMES[:2]}))
    results = [
        evaluation,
        comparison,
        evaluation.scores(0.95, segments=True),
        evaluation.report_page(comparison),
        of_two.diff(n_resamples=99),
        of_two.influence(),
        sy.lint(list(data.references), dict(data.systems)),
    ]
    seen: dict[type, int] = {}
    long = {
        type(v).__qualname__: repr(v)
        for result in results
        for v in values_within(result, seen)
        if len(repr(v)) >= LONGEST
    }
    assert long == {}
    assert {
        "Evaluation",
        "Counted",
        "TestSet",
        "Measurement",
        "Statistics",
        "Comparison",
        "ScoreTable",
        "ScoreRow",
    } <= {cls.__qualname__ for cls in seen}


def test_a_result_says_its_rows(data: sy.TestSet) -> None:
    small = sy.TestSet(references=[["a b c d"]], systems={"x": ["a b c d"]})
    assert repr(sy.evaluate(small, ["wer"]).scores()) == "ScoreTable(scores: 1 row, metric: WER, system: x, 1 segment)"


def test_every_metric_and_its_value_are_short() -> None:
    for name in sy.metrics.available():
        assert len(repr(sy.metrics.parse(name))) < 2 * LONGEST, name  # options, which make it again


def test_parts_that_do_not_fit_are_counted() -> None:
    line = describe(sy.errors.DataError(), *[f"part {i} of a long line of parts" for i in range(20)])
    assert line.endswith(" more)") and len(line) < LONGEST
    assert describe(sy.errors.DataError(), "", "one") == "DataError(one)"


def test_numbers_and_names_are_words() -> None:
    assert (n_of(0, "segment"), n_of(1, "segment"), n_of(1997, "segment")) == ("", "1 segment", "1,997 segments")
    assert n_of(2, "hypothesis", "hypotheses") == "2 hypotheses"
    assert listed("systems", []) == "" and listed("systems", ["a"]) == "system: a"
    assert listed("systems", "abcde") == "systems: a, b, c and 2 more"


def test_what_is_at_its_default_is_left_out() -> None:
    row = ScoreRow("bleu", "BLEU", "ours", 54.5863512345, None, 1, None, None, None, "nrefs:1")
    assert repr(row) == (
        "ScoreRow(metric='bleu', label='BLEU', system='ours', score=54.5864, interval=None, rank=1, "
        "rank_low=None, rank_high=None, cluster=None, signature='nrefs:1')"
    )


def test_a_few_numbers_are_written_and_what_has_no_name_is_its_kind() -> None:
    @dataclass
    class Holder:
        values: object
        __repr__ = short_repr

    assert repr(Holder(np.array([1.0, 2.5]))).endswith("Holder(values=[1.0, 2.5])")
    assert repr(Holder(np.zeros((2, 3)))).endswith("Holder(values=<float64 2 x 3>)")
    assert repr(Holder(object())).endswith("Holder(values=<object>)")
    assert repr(Holder(int)).endswith("Holder(values=int)")
