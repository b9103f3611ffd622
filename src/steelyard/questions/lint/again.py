"""Look for mistakes in the stored texts again."""

from steelyard.counted.stored import Stored
from steelyard.counted.stored_inputs import stored_texts
from steelyard.questions.lint.compute import lint
from steelyard.results.base import Result

__all__ = ["again"]


def again(stored: Stored) -> Result:
    """Look for mistakes in the stored texts again."""
    encoding = stored.recipe["reading"]["encoding"]
    texts = stored_texts(stored.inputs, encoding)
    return lint(
        [text for role, text in texts.items() if role.startswith("reference ")],
        {role.removeprefix("system "): text for role, text in texts.items() if role.startswith("system ")},
        sources=texts.get("sources"),
        documents=texts.get("documents"),
        encoding=encoding,
        **stored.arguments,
    )
