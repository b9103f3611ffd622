"""The one list of questions: what its entries name is there, and no kind of result or command is forgotten."""

import importlib
import pkgutil

import pytest

import steelyard
import steelyard.results
from steelyard.cli.app import build_parser
from steelyard.questions import QUESTIONS, Entry, entry_of, load_answers, load_name, load_part, question_class
from steelyard.results import Result


def kinds_of_result() -> set[type[Result]]:
    for module in pkgutil.walk_packages(steelyard.__path__, "steelyard."):
        if module.name.startswith(("steelyard.results.", "steelyard.questions.")):
            importlib.import_module(module.name)
    return {kind for kind in Result.__subclasses__() if kind.__module__.startswith("steelyard.")}


def test_every_kind_of_result_answers_one_question() -> None:
    kinds = kinds_of_result()
    answered = [entry_of(kind) for kind in kinds]
    assert None not in answered and len(set(answered)) == len(kinds)
    assert len(load_answers()) == len({kind.__module__ for kind in kinds})


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_what_an_entry_names_is_there(question: Entry) -> None:
    if question.folder:
        assert question_class(question).description and question_class(question).example.startswith("steelyard ")
        assert callable(load_part(question, "compute").compute) and callable(load_part(question, "page").lay_out)
        return
    command = importlib.import_module(f"steelyard.cli.{question.command.replace('-', '_')}")
    assert callable(command.add_arguments) and command.TEXTS["description"]
    for place in filter(None, (question.page, question.text)):
        assert callable(load_name("report", place))
    if ":" in question.again:
        assert callable(load_name("workflows", question.again))
    elif question.again:
        assert callable(getattr(steelyard.Evaluation, question.again))


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_every_result_is_computed_again_or_says_why_not(question: Entry) -> None:
    assert bool(question.answer) == (bool(question.again) != bool(question.not_again))
    assert not question.not_again or len(question.not_again.split()) > 5


def test_help_lists_every_command_once() -> None:
    listed = [question.command for question in QUESTIONS if question.help]
    assert len(listed) == len(set(listed))
    assert {question.command for question in QUESTIONS} == set(listed)
    assert set(listed) <= {name for line in build_parser().format_help().splitlines() for name in line.split()[:1]}


def test_former_names_of_text_are_text() -> None:
    from steelyard import report

    assert report.comparison_text is report.text and report.verification_text is report.text
    with pytest.raises(AttributeError, match="no attribute 'nothing_text'"):
        _ = report.nothing_text
