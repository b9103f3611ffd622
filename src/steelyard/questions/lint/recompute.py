"""Look for mistakes in the stored texts again."""

from steelyard.questions.lint.compute import compute
from steelyard.questions.lint.question import LintQuestion
from steelyard.questions.lint.texts import read_texts
from steelyard.results.base import Result
from steelyard.scored.stored import Stored
from steelyard.scored.stored_inputs import stored_texts

__all__ = ["recompute"]


def recompute(stored: Stored) -> Result:
    """Look for mistakes in the stored texts again."""
    encoding = stored.recipe["reading"]["encoding"]
    found = stored_texts(stored.inputs, encoding)
    texts = read_texts(
        [text for role, text in found.items() if role.startswith("reference ")],
        {role.removeprefix("system "): text for role, text in found.items() if role.startswith("system ")},
        sources=found.get("sources"),
        documents=found.get("documents"),
        encoding=encoding,
    )
    return compute(texts, LintQuestion.of_recipe(stored.arguments, stored.file))
