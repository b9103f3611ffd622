"""The one list of questions: every folder has an entry, every entry its files, and no kind of result is forgotten."""

import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import steelyard
from steelyard import metrics
from steelyard.asking import QUESTIONS, QuestionEntry, answer_class, entry_of, load_answers, load_part, question_class
from steelyard.asking.registry import COMMANDS, TOPICS, first_words, split_command, subcommands
from steelyard.cli.help import overview
from steelyard.results import Result

SOURCE = Path(steelyard.__file__).parents[1]
FOLDERS = {
    ".".join(path.parent.relative_to(SOURCE).parts)
    for pattern in ("questions/*/__init__.py", "lab/questions/*/__init__.py")
    for path in (SOURCE / "steelyard").glob(pattern)
}
WITHOUT_ANSWER = {"lab paraphrase", "metrics", "human control-items", "lab train apply"}


def kinds_of_result() -> set[type[Result]]:
    for module in pkgutil.walk_packages(steelyard.__path__, "steelyard."):
        if module.name.startswith(("steelyard.results.", "steelyard.questions.", "steelyard.lab.questions.")):
            importlib.import_module(module.name)
    return {kind for kind in Result.__subclasses__() if kind.__module__.startswith("steelyard.")}


def test_every_folder_has_an_entry() -> None:
    listed = {entry.home for entry in QUESTIONS}
    missing = FOLDERS - listed
    assert not missing, f"add QuestionEntry(...) for {', '.join(sorted(missing))} to the registry.py of its room"
    assert listed == FOLDERS


def test_every_kind_of_result_answers_one_question() -> None:
    kinds = kinds_of_result()
    homeless = [f"{kind.__module__}.{kind.__name__}" for kind in kinds if entry_of(kind) is None]
    assert not homeless, f"not in the answer.py of a question that a registry.py lists: {', '.join(homeless)}"
    assert len({entry_of(kind) for kind in kinds}) == len(kinds) == len([e for e in QUESTIONS if answer_class(e)])
    assert {kind for kind in kinds if kind.__name__ in dir(steelyard.results)} == kinds
    assert len(load_answers()) >= len(kinds)


@pytest.mark.parametrize("entry", QUESTIONS, ids=lambda entry: entry.name)
def test_the_folder_of_a_question_has_its_files(entry: QuestionEntry) -> None:
    place = entry.home.replace(".", "/")
    if entry.name not in WITHOUT_ANSWER:
        assert answer_class(entry) is not None, f"{place}/answer.py with a subclass of Result is missing"
        assert load_part(entry, "compute"), f"{place}/compute.py is missing"
    if load_part(entry, "question"):
        assert question_class(entry).description and question_class(entry).command_lines
        has_compute = callable(getattr(load_part(entry, "compute"), "compute", None))
        assert has_compute or answer_class(entry) is None, f"{place}/compute.py lacks compute()"
    page = load_part(entry, "page")
    if page is not None and answer_class(entry) is not None:
        assert hasattr(page, "to_page") or hasattr(page, "as_text"), f"{place}/page.py lacks to_page(answer, ...)"


@pytest.mark.parametrize("entry", QUESTIONS, ids=lambda entry: entry.name)
def test_every_result_is_computed_again_or_says_why_not(entry: QuestionEntry) -> None:
    if answer_class(entry) is None:
        return
    if entry.not_again:
        assert len(entry.not_again.split()) > 5
    else:
        assert load_part(entry, "question") or load_part(entry, "again")


def test_help_lists_every_command_once() -> None:
    assert len(COMMANDS) == len([entry for entry in QUESTIONS if entry.help])
    for name in COMMANDS:
        topic, _, word = name.rpartition(" ")
        above = topic.partition(" ")[0]
        listed = overview(above) if above in TOPICS else overview()
        assert len(re.findall(rf"(?<![\w-]){word}(?![\w-])", listed)) >= 1, name


def test_eleven_words_are_all_that_can_follow_steelyard() -> None:
    words = "score compare gate board human meta plan explain check metrics lab"
    assert list(first_words()) == words.split()
    assert set(TOPICS) <= set(first_words()) and not set(TOPICS) & set(COMMANDS)


def test_a_word_is_part_of_a_command_exactly_if_it_stands_in_the_list() -> None:
    assert split_command(["board", "items", "x.csv"]) == ("board items", ["x.csv"])
    assert split_command(["board", "./items"]) == ("board", ["./items"])
    assert split_command(["lab", "rerank", "apply", "x"]) == ("lab rerank apply", ["x"])
    assert split_command(["check", "file"]) == ("check", ["file"])
    assert split_command(["items"]) == ("", ["items"])


def test_no_metric_is_called_like_a_command_of_metrics() -> None:
    names = {*metrics.available(), *metrics.aliases()} if hasattr(metrics, "aliases") else set(metrics.available())
    assert not {entry.words[-1] for entry in subcommands("metrics")} & names


def test_names_of_results_are_where_they_were() -> None:
    from steelyard import plot, results

    for name in ("figures_of", "figures_of", "figures_of"):
        assert getattr(results, name) is getattr(plot, name)
    assert results.Comparison is steelyard.Comparison
    with pytest.raises(AttributeError, match="no attribute 'no_figures'"):
        _ = results.no_figures
