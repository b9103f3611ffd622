"""How a stored result is computed again: by what its folder says, or by its question and what this is about."""

from collections.abc import Callable
from dataclasses import replace
from inspect import signature

from steelyard.asking import Entry, load_part, question_class
from steelyard.results.base import Result
from steelyard.scored.stored import Stored

__all__ = ["ask_again"]

_ABOUT: dict[str, Callable[[Stored], object]] = {  # what a question is about, by the name of the parameter
    "counted": lambda stored: replace(stored.counted(), progress=stored.progress),
    "test_set": Stored.texts,
}


def ask_again(entry: Entry, stored: Stored) -> Result:
    """Compute a stored result again, the way its question says."""
    answer: Result
    if own := load_part(entry, "recompute"):
        answer = own.recompute(stored)
    else:
        question = question_class(entry).of_recipe(stored.arguments, stored.file)
        compute = load_part(entry, "compute").compute
        about = [_ABOUT[name](stored) for name in signature(compute).parameters if name in _ABOUT]
        answer = compute(*about, question)
    return answer
