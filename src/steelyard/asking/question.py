"""What a question is: a frozen dataclass of options, each with its default, its check and one line of help.

The flag, the help, the check, the stored recipe and the description of the Python parameter follow from the option.
This module loads nothing but the standard library, so that `--help` starts at once.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from numbers import Integral
from typing import TYPE_CHECKING, Any, ClassVar, Optional, Self, Union

from steelyard.choices import AUTO_RANK_SCALINGS, INTERVALS, RATER_ROLES
from steelyard.errors import SpecError, unknown_name

if TYPE_CHECKING:
    from steelyard.files.reading import TextFile

__all__ = [
    "REQUIRED", "FileOrNone", "Lines", "Option", "Question", "auto_rank_option", "between_0_and_1", "from_2",
    "interval_option", "not_negative", "of_search", "option", "option_of", "pairs_option", "raters_option",
    "read_bounds", "repetitions_option", "resamples_option", "seed_option", "shares_option", "show_option",
    "unit_option", "words_option",
]  # fmt: skip

_MOST_DATA_SETS, _MOST_CLIMBS = 1_000_000_000, 10_000
_NEAREST = 1e-9  # to 0 and 1: a millionth of it still changes a number near 1
_RNG = "int or numpy.random.Generator"
REQUIRED = MISSING  # the default of an option that has none
Check = Callable[[str, Any], None]
Lines = Union[Sequence[str], "TextFile"]  # one per segment
FileOrNone = Optional["TextFile"]


@dataclass(frozen=True, slots=True)
class Option:
    """What is known of an option beside its name and default.

    Attributes
    ----------
    help : str
        One line, for the command and for Python.
    flags : tuple of str
        By default ``--name``; empty where the flag belongs to what all questions on texts take, or there is none.
        ``("name",)`` for what stands without a flag.
    is_first : bool
        Whether a first run needs it: ``--help`` shows it, the others stand in ``--help-all``.
    is_shared : bool
        Whether other commands have the flag, too: what they share adds it.
    kind : type
        Of the value, or of each of several.
    metavar : str
        What help calls the value.
    choices : tuple of str
        All there are; empty where any value will do.
    is_list : bool
        Whether it takes several values.
    adds_up : bool
        Whether a list that is given twice is one longer list. Names add up; numbers and what is set for each metric
        are a value, and two of them contradict each other.
    may_be_empty : bool
        Whether the flag of several values may stand without any.
    file : str
        Of a file of lines, the role that its SHA-256 is stored under; empty for other options.
    shown : str
        The default, in help, where it does not show itself.
    check : callable or None
        Raises SpecError for a value that cannot be, given the option's name and the value.
    on_command_line : str
        What the command's users are told beside `help`.
    more : str
        What Python's users are told beside `help`.
    python : str
        What Python's users may give, where it is more than `kind` says.
    read : callable or None
        Makes the value of what the command line gives.
    dest : str
        Where the command line keeps it, if another flag has its name.
    """

    help: str
    flags: tuple[str, ...] | None = None
    is_first: bool = False
    is_shared: bool = False
    kind: type = str
    metavar: str = ""
    choices: tuple[str, ...] = ()
    is_list: bool = False
    adds_up: bool = False
    may_be_empty: bool = False
    file: str = ""
    shown: str = ""
    check: Check | None = None
    on_command_line: str = ""
    more: str = ""
    python: str = ""
    read: Callable[[Any], Any] | None = None
    dest: str = ""


def option(default: Any, help: str, **known: Any) -> Any:  # noqa: A002  # the word that argparse has for it
    """Make a field of a question; kind and number of values follow from the default where they can.

    The default is `REQUIRED` where the option must be given; what else is known becomes attributes of `Option`.
    """
    sample = default[0] if isinstance(default, tuple) and default else default
    if isinstance(sample, bool | int | float):
        known.setdefault("kind", type(sample))
    known.setdefault("is_list", isinstance(default, tuple))
    known.setdefault("adds_up", known["is_list"] and known.get("kind", str) is str)
    return field(default=default, metadata={"option": Option(help, **known)})


def option_of(one: "Field[Any]") -> Option:
    """Return what is known of the option that a field is."""
    found: Option = one.metadata["option"]
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Base of all questions: the fields of a subclass are its options.

    Attributes
    ----------
    description : str
        What the command does, for its help.
    command_lines : tuple of str
        Examples, the simplest first.
    takes : tuple of str
        What the command takes beside texts and metrics: ``"stats"``, statistics files in place of texts; ``"sums"``,
        of blocks or documents, too; ``"report"``, an HTML page; ``"segments"``, segments to read on that page;
        ``"plots"``, figures; ``"width"``, decimals of scores; ``"threads"``, threads for more than counting;
        ``"bounds"``, missing scores at both ends of their scale; ``"github"``, annotations and a summary for GitHub;
        ``"no references"``, test sets without any.
    without_texts : str
        What is missing from the answer where statistics files take the place of texts.
    """

    description: ClassVar[str] = ""
    command_lines: ClassVar[tuple[str, ...]] = ()
    takes: ClassVar[tuple[str, ...]] = ()
    without_texts: ClassVar[str] = ""

    def __post_init__(self) -> None:
        """Make tuples of lists, and refuse values that cannot be."""
        for one in fields(self):
            known, value = option_of(one), getattr(self, one.name)
            if known.is_list and isinstance(value, Iterable) and not isinstance(value, str | tuple | Mapping):
                value = tuple(value)
                object.__setattr__(self, one.name, value)
            if value is None:
                continue
            if known.choices:
                for each in value if known.is_list else (value,):
                    if each not in known.choices:
                        raise unknown_name(one.name, str(each), known.choices)
            if known.check is not None:
                known.check(one.name, value)
            for each in value if isinstance(value, tuple | list) else (value,):
                if isinstance(each, float) and math.isnan(each):
                    raise SpecError(f"{one.name} (--{one.name.replace('_', '-')}) must be a number, not {each}.")

    def recipe(self) -> dict[str, Any]:
        """Return the options as JSON can hold them; of lines, whether they came from a file or as a list."""
        return {one.name: _stored(option_of(one), getattr(self, one.name)) for one in fields(self)}

    @classmethod
    def of_recipe(cls, stored: Mapping[str, Any], file: "Callable[[str], TextFile]") -> Self:
        """Ask a stored question again, as `recipe` gave it; options of later versions may be missing.

        Lines of an input are read by `file`, given the input's role.
        """
        roles = {one.name: option_of(one).file for one in fields(cls)}
        read = {key: file(role) for key, role in roles.items() if role and stored.get(key) == "file"}
        return cls(**{**stored, **read})

    def files(self) -> "list[tuple[str, TextFile]]":
        """Return role and content of every file that an option is."""
        given = [(option_of(one).file, getattr(self, one.name)) for one in fields(self)]
        return [(role, value) for role, value in given if role and hasattr(value, "sha256")]


def _stored(known: Option, value: Any) -> Any:
    if known.file:
        return None if value is None else "file" if hasattr(value, "sha256") else "list"
    return list(value) if isinstance(value, tuple) else value


def raters_option(more: str = "", *, shown: str = "sampled if the file names several") -> Any:
    """Make the option `raters`, which means the same wherever several raters or judges gave the scores."""
    return option(
        None,
        "generalise to raters like these (sampled), or to these raters alone (fixed)",
        kind=str,
        choices=RATER_ROLES,
        shown=shown,
        more=more,
    )


def unit_option(more: str = "") -> Any:
    """Make the option `unit`, which all questions on texts take by the same flag."""
    words = "resample documents, segments, or block:K (K consecutive segments)"
    return option(None, words, flags=(), shown="document if there are ids", more=more)


def words_option(help: str) -> Any:  # noqa: A002
    """Make the option `tokenize` of questions that look at words themselves."""
    shown = "13a; zh or char for texts without spaces between words"
    return option("", help, flags=("--words",), metavar="TOKENIZER", shown=shown, more="Any tokenizer.")


def seed_option(flags: tuple[str, ...] = ("--seed",), **known: Any) -> Any:
    """Make the option `rng`, the seed of all draws."""
    more = "The same value repeats the result bit for bit."
    return option(12345, "set the seed of all random draws", flags=flags, metavar="N", more=more, python=_RNG, **known)


def resamples_option(default: int | None, help: str, **known: Any) -> Any:  # noqa: A002
    """Make the option `n_resamples`."""
    return option(default, help, **{"flags": ("-n", "--resamples"), "kind": int, "metavar": "N", **known})


def interval_option(shown: str, **known: Any) -> Any:
    """Make the option `interval`: by what intervals of scores and differences are computed."""
    return option(
        None, "choose the kind of interval; student is for means only", choices=INTERVALS, shown=shown, **known
    )


def pairs_option(
    help: str = "compare all pairs, each system with the baseline, or A:B ... (system names)",  # noqa: A002
    default: str = "all",
    **known: Any,
) -> Any:
    """Make the option `pairs`: which systems are asked about."""
    return option(default, help, is_list=True, metavar="PAIR", python="str or sequence of str", **known)


def repetitions_option(default: int, **known: Any) -> Any:
    """Make the option `n_repetitions`: how often tests are put to the test."""
    flags = ("-r", "--repetitions")
    return option(
        default,
        "set the number of data sets of each kind",
        flags=flags,
        metavar="N",
        check=_number_of_data_sets,
        **known,
    )


def auto_rank_option() -> Any:
    """Make the option `auto_rank`: several metrics as one rank."""
    return option(
        None,
        "add one rank from all metrics, each scaled robustly (WMT25) or from its worst to its best (WMT24)",
        choices=AUTO_RANK_SCALINGS,
        more="See `steelyard.inference.auto_rank`.",
    )


def shares_option(help: str, **known: Any) -> Any:  # noqa: A002
    """Make the option `shares`: of the difference of two systems."""
    return option((0.25, 0.5, 1.0), help, metavar="X", check=_shares, **known)


def show_option(default: int, what: str) -> Any:
    """Make the option `top`: how many rows of a kind are shown."""
    return option(default, f"show N {what}", flags=("--show",), metavar="N", check=_rows, is_first=True)


def read_bounds(arguments: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Read the least and the greatest value of each name."""
    found: dict[str, tuple[float, float]] = {}
    for argument in arguments:
        name, equals, limits = argument.rpartition("=")
        low, colon, high = limits.partition(":")
        if not (name and equals and colon) or name in found:
            raise SpecError(f"Cannot read --bounds {argument!r}: write NAME=LOW:HIGH, once for each name.")
        try:
            found[name] = float(low), float(high)
        except ValueError as error:
            raise SpecError(f"Cannot read --bounds {argument!r}: {low!r} and {high!r} should be numbers.") from error
    return found


def between_0_and_1(name: str, value: float) -> None:
    """Refuse 0, 1 and what is beyond, and levels so close to either that 1 less their share in a family is 1."""
    if not 0 < value < 1:
        raise SpecError(f"{name} must lie between 0 and 1, not {value}.")
    if not _NEAREST <= value <= 1 - _NEAREST:
        raise SpecError(f"{name} must be {_NEAREST:g} or more away from 0 and 1, not {value}.")


def from_2(name: str, value: Any) -> None:
    """Refuse parts of a split that are fewer than two."""
    if isinstance(value, bool) or not isinstance(value, Integral) or int(value) < 2:
        flag = name.removeprefix("n_")
        raise SpecError(f"The {flag} ({name}, --{flag}) must be a whole number from 2, not {value!r}.")


def not_negative(name: str, value: float) -> None:
    """Refuse numbers below 0."""
    if value < 0:
        raise SpecError(f"{name} (--{name.removeprefix('n_').replace('_', '-')}) must be 0 or more, not {value}.")


def of_search(name: str, value: Any) -> None:
    """Refuse numbers of climbs or directions that no search ends with."""
    if isinstance(value, bool) or not isinstance(value, Integral) or not 0 <= int(value) <= _MOST_CLIMBS:
        flag = name.removeprefix("n_").replace("_", "-")
        raise SpecError(f"{name} (--{flag}) must be a whole number from 0 to {_MOST_CLIMBS:,}, not {value!r}.")


def _rows(name: str, value: int) -> None:
    if value < 0:
        raise SpecError(f"{name} (--show) must be 0 or more, not {value}.")


def _number_of_data_sets(name: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, Integral) or not 1 <= int(value) <= _MOST_DATA_SETS:
        raise SpecError(
            f"The number of data sets ({name}, -r) must be a whole number from 1 to {_MOST_DATA_SETS:,}, not {value}."
        )


def _shares(name: str, value: Sequence[float]) -> None:
    if not all(0 < share <= 1 for share in value):
        raise SpecError(f"{name.capitalize()} of the difference must lie above 0 and be at most 1, not {list(value)}.")
