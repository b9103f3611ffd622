"""What every result can do: become a dict, a file, a data frame or HTML, and come back."""

import os
import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any, ClassVar, Literal, Self, Union, get_args, get_origin, get_type_hints, is_typeddict

from steelyard.asking import load_answers
from steelyard.errors import DataError, unknown_name
from steelyard.files import write_file
from steelyard.reprs import describe, listed, n_of
from steelyard.results.method import Provenance, WithRecipe
from steelyard.results.renamed import renamed
from steelyard.results.shown import Shown

__all__ = ["Result", "load"]

_SCHEMAS: dict[str, type["Result"]] = {}
_MOST_SHOWN = 60  # characters of a value that is wrong


class Result(Shown):
    """Base of all results: a frozen dataclass whose fields are tuples of rows, and a `method`.

    Attributes
    ----------
    schema : str
        Name and version of the stored form, such as ``"steelyard.comparison/1"``.
    tables : tuple of str
        Fields that hold rows; the first is the main one.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a b c d"]], systems={"x": ["a b c d"]})
    >>> table = sy.evaluate(data, metrics=["bleu"]).scores()
    >>> sy.ScoreTable.from_dict(table.to_dict()) == table
    True
    """

    schema: ClassVar[str]
    tables: ClassVar[tuple[str, ...]]
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]  # every subclass is a dataclass

    def __init_subclass__(cls, **kwargs: object) -> None:
        """Make the stored form known to `load`."""
        super().__init_subclass__(**kwargs)
        cls.__repr__ = Result.__repr__  # type: ignore[method-assign]  # else each data class makes its own, of all rows
        _SCHEMAS[cls.schema] = cls

    def __repr__(self) -> str:
        """Say how many rows there are, and of what."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        tables = {name: rows for name, rows in values.items() if _are_rows(self, name) and rows}
        found = [row for rows in tables.values() for row in rows]
        alone = [row for row in found if not hasattr(row, "against")]
        return describe(
            self,
            *(f"of {type(value).__qualname__}" for value in values.values() if isinstance(value, Result)),
            *(f"{name}: {n_of(len(rows), 'row')}" for name, rows in tables.items()),
            listed("metrics", (row.label for row in found if getattr(row, "label", ""))),
            listed("systems", (row.system for row in alone if getattr(row, "system", ""))),
            n_of(getattr(self, "method", {}).get("n_segments", 0), "segment"),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain lists, dicts, strings and unrounded numbers, safe for JSON; empty optional parts stay out."""
        stored: dict[str, Any] = {"schema": self.schema}
        for field in fields(self):
            value = getattr(self, field.name)
            if value or field.name in self.tables:
                stored[field.name] = _plain(value)
        return stored

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Self:
        """Rebuild a result from what `to_dict` gave.

        Parameters
        ----------
        stored : mapping
            With the `schema` of this class.

        Returns
        -------
        Result
            Equal to the one that was stored.

        Raises
        ------
        DataError
            The schema is another one, or a part is missing.
        """
        if stored.get("schema") != cls.schema:
            raise DataError(f"This is not a {cls.schema}: its schema is {stored.get('schema')!r}.")
        hints, stored = get_type_hints(cls), renamed(cls, stored)
        try:
            if not isinstance(stored["method"], Mapping) or "n_segments" not in stored["method"]:
                raise TypeError("its method does not say how many segments there are")
            if not is_typeddict(hints["method"]):  # it says no more of its method than that it is one
                for said in (Provenance, WithRecipe):
                    _check_parts("its method", said, stored["method"])
            return cls(**_parts(cls, hints, {f.name: stored[f.name] for f in fields(cls) if f.name in stored}))
        except (KeyError, TypeError) as error:
            raise DataError(
                f"This {cls.schema} cannot be read: {error}. It was damaged, or written by another version: "
                "make it again."
            ) from error

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the result as JSON, in a file that is whole or stays as it was.

        Parameters
        ----------
        path : path-like
            An existing file is replaced and keeps its mode; a symbolic link is followed.

        Raises
        ------
        DataError
            The file cannot be written, or is an input of this result, a folder, a device or a FIFO.
        """
        content = (self.to_json() + "\n").encode("utf-8", "backslashreplace")
        write_file(path, content, getattr(self, "method", {}).get("inputs", ()))

    def to_json(self) -> str:
        """Return `to_dict` as JSON text."""
        import json

        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1, allow_nan=False)

    def to_frame(self, table: str | None = None) -> Any:
        """Return one table as a data frame.

        Parameters
        ----------
        table : str, optional
            As for `records`.

        Returns
        -------
        polars.DataFrame or pandas.DataFrame
            Whichever is installed, Polars first; an interval becomes two columns.

        Raises
        ------
        MissingExtraError
            Neither is installed.
        """
        from steelyard.results.frames import frame_of

        return frame_of(self.records(table))

    def records(self, table: str | None = None) -> list[dict[str, Any]]:
        """Return the rows of one table as flat dicts: what data frames and CSV show.

        Parameters
        ----------
        table : str, optional
            A field of rows; by default the first of `tables`.

        Returns
        -------
        list of dict
            Unrounded; an interval becomes two entries. Parts of a score (`details`) stand beside it, each under its own
            name, or as ``details_score`` where a field of the row has that name.

        Raises
        ------
        SpecError
            There is no such table.
        """
        name = table or self.tables[0]
        names = [*self.tables, *(f.name for f in fields(self) if f.name not in self.tables and _are_rows(self, f.name))]
        if name not in names:
            raise unknown_name("table", name, names)
        return [_flat(row) for row in _plain(getattr(self, name))]


def _are_rows(result: Result, name: str) -> bool:
    value = getattr(result, name)
    return isinstance(value, tuple) and all(is_dataclass(row) for row in value)


def load(path: str | os.PathLike[str]) -> Result:
    """Read a stored result.

    Parameters
    ----------
    path : path-like
        A JSON file that `Result.save` or ``--format json`` wrote.

    Returns
    -------
    Result
        A `ScoreTable` or `Comparison`.

    Raises
    ------
    DataError
        The file cannot be read, or holds something else.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a b c d"]], systems={"x": ["a b c d"]})
    >>> table = sy.evaluate(data, metrics=["bleu"]).scores()
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     table.save(pathlib.Path(folder, "scores.json"))
    ...     sy.load(pathlib.Path(folder, "scores.json")) == table
    True
    """
    name, stored = os.fspath(path), _read(path)
    schema = stored.get("schema") if isinstance(stored, dict) else None
    load_answers()
    if not isinstance(schema, str) or schema not in _SCHEMAS:
        raise DataError(f"{name} holds no Steelyard result: its schema is {schema!r}.{_other_version(schema)}")
    try:
        return _SCHEMAS[schema].from_dict(stored)
    except DataError as error:
        raise DataError(f"{name}: {error}") from error


def _read(path: str | os.PathLike[str]) -> Any:
    import json

    from steelyard.files.decoding import text_of
    from steelyard.files.parsing import parse_json
    from steelyard.files.reading import read_content

    content = read_content(path)
    name = content.path
    try:
        text = text_of(content.content, name)
    except UnicodeDecodeError as error:
        raise DataError(f"{name} is no stored result: `--format json` or .save() writes one.") from error
    try:
        found = parse_json(text, is_ours=True)
        json.dumps(found, allow_nan=False)  # what is stored is finite, also where it is not typed
        return found
    except ValueError as error:
        if text.startswith('{\n "schema": "steelyard.'):  # what `to_json` begins with
            raise DataError(f"{name} is damaged or cut off: its JSON is broken ({error}). Make it again.") from error
        raise DataError(f"{name} is no stored result: `--format json` or .save() writes one.") from error


def _other_version(schema: object) -> str:
    """Say which form of the same result this version reads, if there is one."""
    known = [one for one in _SCHEMAS if isinstance(schema, str) and one.partition("/")[0] == schema.partition("/")[0]]
    return f" This version reads {known[0]}: use that which wrote the file, or make it again." if known else ""


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(item) for item in value]
    return value


def _rebuild(hint: Any, stored: Any) -> Any:
    """Turn lists and dicts back into the tuples and rows that a type hint names; TypeError where they do not fit."""
    arms = get_args(hint) if get_origin(hint) in (types.UnionType, Union) else (hint,)
    if stored is None and types.NoneType in arms:
        return None
    *others, hint = (arm for arm in arms if arm is not types.NoneType)
    for other in others:  # such as a number, or several
        try:
            return _rebuild(other, stored)
        except TypeError:
            continue
    if is_dataclass(hint) and isinstance(hint, type):
        if not isinstance(stored, Mapping):
            raise TypeError(f"{stored!r} is no {hint.__name__}")
        hints = get_type_hints(hint)
        unknown = stored.keys() - hints.keys()
        if unknown:
            raise TypeError(f"{hint.__name__} has no {', '.join(sorted(unknown))}")
        return hint(**_parts(hint, hints, stored))
    if get_origin(hint) is tuple:
        return _rebuild_tuple(get_args(hint), stored)
    if is_typeddict(hint):
        _check_parts("its method", hint, stored)
        return stored
    wanted = {float: (int, float)}.get(hint, get_origin(hint) or hint)
    if get_origin(hint) is Literal:
        if stored not in get_args(hint):
            raise TypeError(f"{stored!r} is none of {', '.join(map(repr, get_args(hint)))}")
    elif wanted is not Any and not isinstance(stored, wanted):
        raise TypeError(f"{stored!r} is no {getattr(hint, '__name__', hint)}")
    if wanted in (dict, Mapping) and get_args(hint):
        return {key: _rebuild(get_args(hint)[1], value) for key, value in stored.items()}
    return stored


def _check_parts(place: str, hint: Any, stored: Any) -> None:
    """Refuse a value of another type than a hint names, however deep it stands: TypeError says where."""
    kind = get_origin(hint) or hint
    if kind in (types.UnionType, Union):
        is_wrong = not any(_fits(place, arm, stored) for arm in get_args(hint))
    elif kind is Any or kind is Literal or is_dataclass(kind):
        is_wrong = False
    else:
        wanted = Mapping if is_typeddict(hint) else list if kind in (tuple, Sequence) else kind
        is_wrong = not isinstance(stored, (int, float) if wanted is float else wanted)
    if is_wrong:
        raise TypeError(f"{place} is {repr(stored)[:_MOST_SHOWN]}")
    if is_typeddict(hint):
        hints = get_type_hints(hint)
        for key in stored.keys() & hints.keys():
            _check_parts(f"{place}, {key},", hints[key], stored[key])
    elif kind in (dict, Mapping, list, tuple, Sequence) and get_args(hint):
        arm = get_args(hint)[1 if kind in (dict, Mapping) else 0]
        for entry in stored.values() if kind in (dict, Mapping) else stored:
            _check_parts(place, arm, entry)


def _fits(place: str, hint: Any, stored: Any) -> bool:
    try:
        _check_parts(place, hint, stored)
    except TypeError:
        return False
    return True


def _parts(kind: Any, hints: Mapping[str, Any], stored: Mapping[str, Any]) -> dict[str, Any]:
    """Rebuild the fields of a dataclass; TypeError where one is not there."""
    lacking = [
        one.name
        for one in fields(kind)
        if one.init and one.name not in stored and one.default is MISSING and one.default_factory is MISSING
    ]
    if lacking:
        raise TypeError(f"{kind.__name__} lacks {', '.join(lacking)}")
    return {key: _rebuild(hints[key], item) for key, item in stored.items()}


def _rebuild_tuple(arms: tuple[Any, ...], stored: Any) -> tuple[Any, ...]:
    if not isinstance(stored, list):
        raise TypeError(f"{stored!r} is no list")
    if arms[-1] is Ellipsis:
        return tuple(_rebuild(arms[0], item) for item in stored)
    if len(stored) != len(arms):
        raise TypeError(f"{stored!r} should hold {len(arms)} entries")
    return tuple(_rebuild(arm, item) for arm, item in zip(arms, stored, strict=True))


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """Lay out a row; a part named like the row's own field, as the sum called score of a mean, takes both names."""
    flat: dict[str, Any] = {}
    for key, value in row.items():
        if key.startswith("interval"):
            flat[f"{key}_low"], flat[f"{key}_high"] = value or (None, None)
        elif isinstance(value, Mapping):
            flat |= {f"{key}_{name}" if name in row else name: part for name, part in value.items()}
        else:
            flat[key] = value
    return flat
