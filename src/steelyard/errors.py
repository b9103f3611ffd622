"""What can go wrong, as exceptions.

SteelyardError
├── AlignmentError    texts, references, documents or scores do not line up segment by segment
├── SpecError         a metric, test, option or combination of them that does not exist
├── DataError         a file or value cannot be read as what it should be
└── MissingExtraError an optional package is not installed

An AskError is both a SpecError and a DataError: what was given can be read in several ways, and it says how to choose.

All but `MissingExtraError` (an `ImportError`) are also `ValueError`.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

__all__ = [
    "AlignmentError", "AskError", "DataError", "MissingExtraError", "SpecError", "SteelyardError", "TextWarning",
    "needs_extra", "unknown_name",
]  # fmt: skip


_MOST_SHOWN, _FEW, _MOST_CUT = 10_000, 20, 300  # characters of all valid names; names of more; characters of a name


class SteelyardError(Exception):
    """Base of every error that Steelyard raises on purpose.

    Examples
    --------
    >>> import steelyard as sy
    >>> try:
    ...     sy.metrics.parse("blue")
    ... except sy.errors.SteelyardError as error:
    ...     print(str(error).partition(" Valid")[0])
    Unknown metric 'blue'. Did you mean 'bleu'?
    """


class AlignmentError(SteelyardError, ValueError):
    """Texts that should have one entry per segment do not.

    Examples
    --------
    >>> import steelyard as sy
    >>> try:
    ...     sy.TestSet(references=[["a", "b"]], systems={"mine": ["a"]})
    ... except sy.errors.AlignmentError as error:
    ...     print(type(error).__name__)
    AlignmentError
    """

    # What was counted, the text's role, its lines and those of the first reference, where lengths differ: for who
    # looks for the place at which they part.
    unequal: tuple[str, str, Sequence[object], Sequence[object]] | None = None


class SpecError(SteelyardError, ValueError):
    """A name or option that Steelyard does not know, or that does not fit the others.

    Examples
    --------
    >>> import steelyard as sy
    >>> try:
    ...     sy.metrics.Bleu(smooth_method="exponential")
    ... except sy.errors.SpecError as error:
    ...     print(type(error).__name__)
    SpecError
    """


class DataError(SteelyardError, ValueError):
    """A file or value cannot be read as what it should be.

    Examples
    --------
    >>> import steelyard as sy
    >>> try:
    ...     sy.TestSet.from_files(references=["no-such-file"], systems={})
    ... except sy.errors.DataError as error:
    ...     print(type(error).__name__)
    DataError
    """


class AskError(SpecError, DataError):
    """What was given can be read in several ways, and only who gave it knows which.

    Parameters
    ----------
    question : str
        What is to be decided, a sentence or two.
    answers : sequence of sequence of str
        The flags of each possible answer, as they stand on a command line.
    replaces : str, optional
        What an answer takes the place of, where it is no flag: a file of which a part is meant; ``"*"``, the whole
        command line, where another command is meant.

    Examples
    --------
    >>> from steelyard.errors import AskError
    >>> print(AskError("Is a higher 'mine' better?", [("--higher-is-better", "mine"), ("--lower-is-better", "mine")]))
    Is a higher 'mine' better? Say --higher-is-better mine, or --lower-is-better mine.
    """

    def __init__(self, question: str, answers: Sequence[Sequence[str]] = (), replaces: str = "") -> None:
        self.question, self.replaces = question, replaces
        self.answers: tuple[tuple[str, ...], ...] = tuple(tuple(answer) for answer in answers)
        super().__init__(f"{question} Say {', or '.join(map(' '.join, self.answers))}." if answers else question)


class MissingExtraError(SteelyardError, ImportError):
    """An optional package is needed and not installed; the message names it.

    Examples
    --------
    >>> from steelyard.errors import MissingExtraError
    >>> issubclass(MissingExtraError, ImportError)
    True
    """


class TextWarning(UserWarning):
    """A metric whose words do not fit the texts, or that was fitted to them.

    Examples
    --------
    >>> import warnings
    >>> import steelyard as sy
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     _ = sy.metrics.Bleu().corpus_score(["我昨天去了图书馆。"], [["昨天我去了图书馆。"]])
    >>> caught[0].category.__name__
    'TextWarning'
    """


@contextmanager
def needs_extra(extra: str, feature: str) -> Iterator[None]:
    """Import optional packages inside this context: where one is missing or broken, the error says what mends it.

    Parameters
    ----------
    extra : str
        The extra of this package that installs them.
    feature : str
        What needs them.

    Returns
    -------
    context manager
        Turns an ImportError into a MissingExtraError.

    Examples
    --------
    >>> from steelyard.errors import needs_extra
    >>> try:
    ...     with needs_extra("ja", "The tokenizer 'ja-mecab'"):
    ...         import no_such_package
    ... except ImportError as error:
    ...     print(error)
    The tokenizer 'ja-mecab' needs a package that is not installed: pip install "steelyard[ja]".
    """
    try:
        yield
    except ImportError as error:
        from importlib.util import find_spec  # where needed, as this is rare

        package = (error.name or "").partition(".")[0]
        is_there = not isinstance(error, ModuleNotFoundError) or bool(package and find_spec(package))
        what = (
            f"cannot be imported ({error}): pip install --force-reinstall"
            if is_there
            else "is not installed: pip install"
        )
        raise MissingExtraError(f'{feature} needs a package that {what} "steelyard[{extra}]".') from error


def unknown_name(kind: str, name: str, valid: Iterable[str]) -> SpecError:
    """Make the error for a name that is not in a list: it names the nearest match and every valid name.

    Parameters
    ----------
    kind : str
        What the name stands for, such as ``"metric"``.
    name : str
        What was given.
    valid : iterable of str
        The names that exist.

    Returns
    -------
    SpecError
        To be raised by the caller.

    Examples
    --------
    >>> from steelyard.errors import unknown_name
    >>> str(unknown_name("test", "randomisation", ["randomization"]))
    "Unknown test 'randomisation'. Did you mean 'randomization'? Valid: randomization."
    """
    import difflib  # imported where needed, as this is rare

    names = sorted(valid)
    near = difflib.get_close_matches(name.lower(), names, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    shown = names if len(", ".join(names)) <= _MOST_SHOWN else [*names[:_FEW], f"and {len(names) - _FEW:,} more"]
    return SpecError(f"Unknown {kind} {_cut(repr(name))}.{hint} Valid: {', '.join(map(_cut, shown))}.")


def _cut(text: str) -> str:
    """Keep the start of what would fill a screen."""
    return text if len(text) <= _MOST_CUT else f"{text[:_MOST_CUT]}…"
