"""How a test suite was judged, fit for a paper, and what must not be overlooked."""

import numpy as np

from steelyard.lab.questions.suite_judge.inputs import GivenSuite
from steelyard.lab.questions.suite_judge.judged import Verdicts
from steelyard.lab.questions.suite_judge.question import SuiteQuestion
from steelyard.metrics import package_version
from steelyard.results.plurals import counted
from steelyard.scored import Sampling
from steelyard.scored.judged_units.method_text import by_draws, by_exact_tests, of_phenomena, rates_sentence

__all__ = ["cautions", "suite_sentence"]

_LARGE = 0.5  # share of the items that one category has


def suite_sentence(
    given: GivenSuite,
    verdicts: Verdicts | None,
    question: SuiteQuestion,
    sampling: Sampling,
    tests: tuple[list[int], list[int]],
) -> str:
    """Say how outputs were judged, counted and tested."""
    phenomena = of_phenomena(len({item.phenomenon for item in given.items}))
    listed = any(item.listed_right or item.listed_wrong for item in given.items)
    people = "has the verdict of people if they judged it, and else " if listed else ""
    start = (
        f"We judged {counted(len(given.items), 'item')} of {phenomena} with Steelyard {package_version()} as Macketanz "
        f"et al. (2022) do: an output {people}is right or wrong if only patterns of one side are in it. Other outputs "
        "are undecided."
    )
    if verdicts is None:
        return start
    rule = (
        f"Rates are of the {counted(len(verdicts.used), 'item')} decided for every system."
        if question.undecided == "leave-out"
        else "Rates have two bounds: undecided items as wrong, and as right. A difference is significant if both are."
    )
    parts = [start, rule, rates_sentence(verdicts.items, question.alpha)]
    (n_phenomenon, n_whole, n_means), (told_phenomenon, told_whole) = tests
    if n_phenomenon:
        parts.append(
            f"Systems were {by_exact_tests(verdicts.items)} over phenomena ({told_phenomenon:,} of "
            f"{counted(n_phenomenon, 'difference')} could reach {question.alpha:g}; Tarone 1990) and over all items "
            f"with categories ({told_whole:,} of {n_whole:,}), each family at {question.alpha:g}."
        )
    if n_means:
        parts.append(f"Means over phenomena and categories were {by_draws(sampling, n_means)}.")
    return " ".join(parts)


def cautions(given: GivenSuite, verdicts: Verdicts | None, question: SuiteQuestion) -> list[str]:
    """Say what must not be overlooked."""
    notes = []
    if given.unused:
        named = ", ".join(given.unused[:5]) + (f" and {len(given.unused) - 5} more" if len(given.unused) > 5 else "")
        notes.append(f"These are in no source: {named}.")
    if verdicts is None:
        return notes
    n, n_used = verdicts.items.n_items, len(verdicts.used)
    if question.undecided == "leave-out" and n_used < n:
        is_one = len(verdicts.items.names) == 1
        which = "undecided, and left out" if is_one else "undecided for some system, and left out for all"
        notes.append(
            f"{n - n_used:,} of {counted(n, 'item')} are {which}. Rates and tests use the other {n_used:,}. "
            "Undecided items are no random sample: see the bounds, or add --undecided bounds."
        )
    codes = verdicts.items.categories.codes
    sizes = np.bincount(codes)
    if len(sizes) > 1 and sizes.max() > _LARGE * n:
        name = verdicts.items.categories.names[int(sizes.argmax())]
        notes.append(
            f"{sizes.max() / n:.0%} of the items are of the category {name}, which dominates the rate of all items. "
            "Use the mean of categories."
        )
    return notes
