"""Flags that say how a file of people's judgements is to be read."""

import argparse
import os
from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from steelyard.asking import entry_named, question_class
from steelyard.choices import RATING_FORMATS
from steelyard.cli.kinds import role_of_column
from steelyard.cli.parser import add_first
from steelyard.cli.question_command import add_option
from steelyard.errors import SpecError
from steelyard.files.columns import split_name
from steelyard.files.names import default_names, first_double, names_known

if TYPE_CHECKING:
    from steelyard.files.reading import TextFile
    from steelyard.ratings.reading import People
    from steelyard.reading import Judgements
    from steelyard.reading.score_matrix.same_items import Texts
    from steelyard.types import CountedSet, OutputScores, Ratings, TestSet

__all__ = [
    "add_people", "add_quality_control", "add_rating_files", "add_ratings", "check_no_ratings", "check_sources",
    "named_as_files", "oriented_judgements", "pair_of", "read_flagged_judgements", "read_flagged_people",
    "rated_texts",
]  # fmt: skip


_SAID = {"item": "line", "segment": "line"}  # what the line on standard error calls a role


def add_rating_files(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Add files of judgements, which stand first, and how they are read; return the group of inputs."""
    parser.add_argument(
        "ratings", nargs="+", metavar="RATINGS",
        help="one or more files of judgements, or the folder of a campaign; .gz, .bz2 and .xz work",
    )  # fmt: skip
    group = parser.add_argument_group("input")
    add_ratings(group)
    add_first(
        group,
        "--documents",
        metavar="FILE[:COLUMN]",
        help="name the document of every line of the test set, if the ratings do not",
    )
    return group


def add_people(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Add ratings beside texts and scores, and whose count; return their group."""
    group = parser.add_argument_group("people")
    add_first(
        group, "--ratings", nargs="+", action="extend", metavar="FILE",
        help="read people's judgements of the outputs, from one or more files, or the folder of a campaign",
    )  # fmt: skip
    add_ratings(group, "scaling", has_columns=True)
    add_quality_control(group, "quality_control")
    return group


def add_ratings(group: argparse._ArgumentGroup, *later: str, has_columns: bool = False) -> None:
    """Add how ratings are read and averaged; `later` are options that --help leaves to --help-all.

    Where there are tables of texts or scores, too, `has_columns`: --columns is of these.
    """
    group.add_argument(
        "--ratings-format",
        choices=RATING_FORMATS,
        metavar="FORMAT",
        help=f"set the format: {', '.join(RATING_FORMATS)} (by the file)",
    )
    group.add_argument(
        "--scale", nargs="+", metavar="COLUMN", help="choose the columns of scores, if there are several"
    )
    own = () if has_columns else ("--columns",)
    group.add_argument(
        *own, "--rating-columns", nargs="+", action="extend", default=[], metavar="ROLE=COLUMN", dest="rating_columns",
        help="name the columns of ratings, if not system, item (line), document, rater, kind, scale and score",
    )  # fmt: skip
    group.add_argument(
        "--lines", metavar="FILE", help="read a TSV with line, seg_id and perhaps doc, if segment ids are not lines"
    )
    group.add_argument(
        "--languages",
        metavar="XX-YY",
        help="choose the language pair of the file, as the file spells it; also for --texts in a report",
    )
    group.add_argument(
        "--joined", choices=("split", "keep"), default="split",
        help="read A+B in rankings as two systems with the same output, or as one system (split)",
    )  # fmt: skip
    _add_options_of_human(group, "weights", "scaling", "lower_is_better", later=later)
    group.add_argument(
        "--lenient", action="store_true", help="keep rows that stand twice, and read marked errors without their place"
    )
    group.set_defaults(quality_control="none")  # where a command has no flag for it


def add_quality_control(group: argparse._ArgumentGroup, *later: str) -> None:
    """Add whose judgements count."""
    _add_options_of_human(group, "quality_control", later=later)


def _add_options_of_human(group: argparse._ArgumentGroup, *names: str, later: Sequence[str] = ()) -> None:
    """Add options that `human` has: whatever else reads ratings averages them as it does."""
    options = {one.name: one for one in fields(question_class(entry_named("human")))}
    for name in names:
        add_option(group, options[name], may_be_first=name not in later)


def read_flagged_judgements(
    arguments: argparse.Namespace, paths: Sequence[str], documents: "Sequence[str] | TextFile | None", *, as_lines: bool
) -> "Judgements":
    """Read judgements as the flags say; ids of segments are numbered where nothing hangs on lines."""
    from steelyard.reading import read_judgements
    from steelyard.reading.line_files import read_line_ids
    from steelyard.reading.ratings.language_pairs import refuse_other_pairs

    refuse_other_pairs([arguments.languages] if arguments.languages else paths, _other_files(arguments))
    columns, scales = {}, list(arguments.scale or ())
    for role, name in map(role_of_column, arguments.rating_columns):
        if role == "score":
            scales.append(name)
        else:
            columns[_SAID.get(role, role)] = name
    if columns and arguments.ratings_format not in (None, "ratings"):
        raise SpecError("--columns names columns of ratings, and this format has none with names.")
    lines = read_line_ids(arguments.lines) if arguments.lines else None
    return read_judgements(
        paths,
        file_format=arguments.ratings_format,
        scales=scales or None,
        columns=columns or None,
        lines=lines if lines is not None or as_lines or documents is not None else "number",
        documents=documents,
        languages=pair_of(arguments.languages),
        joined=arguments.joined,
        strict=not arguments.lenient,
    )


def pair_of(given: str | None) -> tuple[str, str] | None:
    """Read ``XX-YY``, or a language alone."""
    source, separator, target = (given or "").partition("-")
    if given is not None and (not source or bool(separator) != bool(target)):
        raise SpecError(f"Cannot read --languages {given!r}: write XX-YY.")
    return None if given is None else (source, target)


def _other_files(arguments: argparse.Namespace) -> list[list[str]]:
    """Name texts, scores and their language pair, each kind by itself, as far as a command has them beside ratings."""
    kinds = ["language_pair", "sources", "documents", "refs", "input", "table", "texts", "scores", "system_scores"]
    given = [vars(arguments).get(kind) or () for kind in kinds]
    return [[split_name(one)[1] for one in ([files] if isinstance(files, str) else files)] for files in given]


def check_no_ratings(arguments: argparse.Namespace) -> None:
    """Refuse flags about ratings where there are none."""
    at_rest: dict[str, object] = {
        "ratings_format": None, "scale": None, "rating_columns": [], "lines": None, "languages": None,
        "joined": "split", "weights": None, "scaling": "raw", "penalties": False, "lenient": False,
    }  # fmt: skip
    for name, value in at_rest.items():
        if getattr(arguments, name) != value:
            raise SpecError(f"--{name.replace('_', '-')} is for people's ratings: add --ratings FILE.")


def read_flagged_people(arguments: argparse.Namespace, paths: Sequence[str], data: "TestSet | CountedSet") -> "People":
    """Read judgements of the outputs of a test set as the flags say, and average them."""
    documents = None if data.documents is None else tuple(data.documents)
    judgements = read_flagged_judgements(arguments, paths, documents, as_lines=True)
    check_sources(paths, judgements, data)
    from steelyard.ratings.line_checks import check_lines
    from steelyard.ratings.reading import people_of

    people = people_of(
        named_as_files(judgements, data.system_names),
        weights=arguments.weights,
        scaling=arguments.scaling,
        lower_is_better=arguments.penalties,
        quality_control=arguments.quality_control,
        n_segments=data.n_segments,
    )
    for scores in people.scores:
        check_lines(scores, data.n_segments)
    return people


def check_sources(
    paths: Sequence[str],
    judgements: "Judgements",
    data: "TestSet | CountedSet | None",
    scores: "Sequence[OutputScores]" = (),
) -> None:
    """Refuse ratings and scores of other sources than the test set has on the same lines."""
    from steelyard.reading.score_matrix.same_items import check_same_texts

    sources = getattr(data, "sources", None) or ()
    parts = [
        ("the sources", {"source": {str(line): text for line, text in enumerate(sources, 1)}}),
        (paths[0], judgements.texts),
        *((one.files[0][0], _by_line(one)) for one in scores if one.files),
    ]
    check_same_texts(parts, but=("reference",))


def _by_line(scores: "OutputScores") -> "Texts":
    """Return what a file says of its items by their places."""
    items = scores.items or tuple(str(line) for line in range(1, scores.n_segments + 1))
    lines = {item: str(line) for line, item in enumerate(items, 1)}
    return {
        kind: {lines[item]: text for item, text in of.items() if item in lines} for kind, of in scores.texts.items()
    }


def named_as_files(judgements: "Judgements", systems: Sequence[str]) -> "Judgements":
    """Name rated systems as their files are, whose names end at the first dot: Allegro.eu, with Allegro.eu.en."""
    from steelyard.ratings.reading import rename_systems

    names = rated_systems(judgements)
    shorter = {name: default_names([name])[0] for name in names if name not in systems}
    known = [name for name in shorter.values() if name in systems and name not in names]
    return rename_systems(judgements, {old: new for old, new in shorter.items() if known.count(new) == 1})


def oriented_judgements(arguments: argparse.Namespace, people: "People", *, as_they_are: bool = False) -> "Ratings":
    """Return single judgements, larger ones better, each rater's standardised unless the flags scaled them."""
    from steelyard.ratings.reading import judgements_of

    is_scaled = as_they_are or arguments.scaling != "raw"
    return judgements_of(people, lower_is_better=arguments.penalties, is_scaled=is_scaled)


def rated_texts(paths: Sequence[str], *judged: "Judgements") -> "dict[str, TextFile]":
    """Read outputs by system: called as people call it, or as its file is in every command."""
    from steelyard.files.opening import unpacked_name
    from steelyard.types.text_files import read_text

    names = names_known([unpacked_name(path) for path in paths], rated_systems(*judged))
    double = first_double(names) or first_double(map(os.path.basename, names))
    if double is not None:
        raise SpecError(f"--texts has the system {os.path.basename(double).rpartition('.')[0] or double!r} twice.")
    return {name: read_text(path) for name, path in zip(names, paths, strict=True)}


def rated_systems(*judged: "Judgements") -> list[str]:
    """Return what people call systems."""
    parts = [part for one in judged for part in (one.ratings, one.marks, one.rankings) if part is not None]
    return list(dict.fromkeys(name for part in parts for name in part.systems.names))
