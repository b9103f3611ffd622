"""Flags that commands share: sacreBLEU's, ours, and those that are refused with a sentence that gives ours."""

import argparse
from collections.abc import Sequence
from typing import Any

from steelyard.asking.question import option_of, unit_option
from steelyard.choices import MISSING_RULES
from steelyard.cli.formats import add_formats
from steelyard.cli.parser import add_first, output_of
from steelyard.cli.sanity_checks import add_first_look

__all__ = [
    "REFERENCES", "add_input", "add_look", "add_directions", "add_output", "add_plots", "add_refused", "add_report",
    "add_statistics", "add_texts",
]  # fmt: skip

_REFUSED_TEST_SETS = {
    "--download": "Steelyard downloads nothing: use `sacrebleu --download`, then -t reads its cache",
    ("--citation", "--cite"): "Steelyard has no catalogue of test sets: use `sacrebleu --cite`",
    ("-d", "--detail"): "score each part separately with --origlang or --subset",
}
REFERENCES = ("REF", "reference files, before -i; .gz, .bz2 and .xz work")
_WITH_VALUE = {"--download", "-parn", "-pbsn", "-cin", "-j"}


def add_input(
    parser: argparse.ArgumentParser,
    *,
    has_unit: bool = True,
    has_scores: bool = True,
    may_lack_texts: bool = False,
    first: tuple[str, str] = REFERENCES,
) -> None:
    """Add references, systems and what goes with them; the unit only where a question resamples.

    Where a metric is computed anew there are no scores; what may lack texts takes scores alone. What stands first
    without a flag has a name in help, and a line.
    """
    group = add_texts(
        parser,
        systems=f"read system outputs{', the first is the baseline' * has_scores}; without -i they come from standard "
        "input, one column per system",
        documents=f"read document ids, one per line{'; tests then resample documents' * has_scores}",
        first=first,
    )
    group.add_argument(
        "--parses", "--tags", nargs="+", action="extend", metavar="FILE",
        help="read CoNLL-U of every reference, then of every system; or a line of tags per segment, one per word",
    )  # fmt: skip
    group.add_argument("--source-parses", metavar="FILE", help="read CoNLL-U of the sources, or lines of their tags")
    group.add_argument(
        "--alignments", nargs="+", action="extend", metavar="FILE",
        help="read word alignments (0-0 1-2) of the source with every reference, then with every system",
    )  # fmt: skip
    group.add_argument(
        "--backward-alignments", nargs="+", action="extend", metavar="FILE",
        help="read the alignments of an aligner run in the other direction; the source word comes first, too",
    )  # fmt: skip
    if has_scores:
        _add_scores(group)
    group.add_argument(
        "--empty-reference",
        choices=("empty", "missing"),
        default="empty",
        help="read an empty line of REF as an empty reference, or as a missing one (empty)",
    )
    group.add_argument(
        "-t", "--test-set", metavar="SET", help="read a test set from sacreBLEU's cache, in place of REF"
    )
    group.add_argument(
        "-l",
        "--language-pair",
        metavar="XX-YY",
        help="name the language pair of the test set, also for texts in reports",
    )
    group.add_argument(
        "-ol",
        "--origlang",
        metavar="XX",
        help="use only segments written in this language (non-XX: in other languages)",
    )
    group.add_argument("--subset", metavar="REGEX", help="use only segments whose domain matches")
    add_first_look(group)
    if may_lack_texts:
        _add_items(parser)
    if has_unit:
        known = option_of(unit_option())
        group.add_argument("--unit", type=_unit, metavar="UNIT", help=f"{known.help} ({known.shown})")


def _add_scores(group: argparse._ActionsContainer) -> None:
    """Add scores that were computed elsewhere."""
    add_first(
        group,
        "--scores", nargs="+", action="extend", default=[], metavar="[NAME=]FILE",
        help="read segment scores of outside metrics: a column per system, a table with the columns system and line, "
        "COMET's JSON, .seg.score and others",
    )  # fmt: skip
    add_directions(group)


def add_directions(group: argparse._ActionsContainer) -> None:
    """Add which way scores go, where neither their file nor their name says it."""
    for way in ("lower", "higher"):
        group.add_argument(
            f"--{way}-is-better", action="append", default=[], metavar="NAME",
            help=f"read scores called NAME as {way} is better; repeatable",
        )  # fmt: skip


def _add_items(parser: argparse.ArgumentParser) -> None:
    """Add what becomes of missing scores."""
    group = parser.add_argument_group("scores alone: --scores without REF and -i")
    group.add_argument(
        "--missing", choices=MISSING_RULES,
        help="refuse missing scores, count them as the worst score, drop their items, or test with them at their worst "
        "and at their best (refuse)",
    )  # fmt: skip
    by_range = "; compare and board also add intervals that are valid however rare it is"
    for flag, what, more in (("--worst", "worst", by_range), ("--best", "best", "")):
        group.add_argument(
            flag, nargs="+", action="extend", metavar="[NAME=]X",
            help=f"set the {what} possible score, for missing scores (the {what} observed)" + more,
        )  # fmt: skip
    group.add_argument(
        "--repeats",
        metavar="RULE",
        help="combine several scores of a system on an item: refuse, first, last, mean, pass@K (one of K tries "
        "passes) or pass^K (all K pass) (refuse)",
    )
    group.add_argument(
        "--no-answer", nargs="+", action="extend", metavar="X",
        help="read these values as missing scores, such as -1; error: rows with an error message; none: all are scores",
    )  # fmt: skip
    group.add_argument(
        "--items-in-columns", action="store_true",
        help="read each row of the table as a system, and each column of numbers as an item or a task",
    )  # fmt: skip


def add_texts(
    parser: argparse.ArgumentParser, *, systems: str, documents: str, first: tuple[str, str] = REFERENCES
) -> argparse._ArgumentGroup:
    """Add the files of a test set, with what systems and documents are for; return their group."""
    group = parser.add_argument_group("input")
    group.add_argument("refs", nargs="*", metavar=first[0], help=first[1])
    add_first(group, "-i", "--input", nargs="+", action="extend", metavar="SYS", help=systems, in_usage=True)
    group.add_argument(
        "--names", nargs="+", action="extend", metavar="NAME", help="name the systems (default: the file names)"
    )
    add_first(group, "--documents", metavar="FILE[:COLUMN]", help=documents)
    group.add_argument("--sources", metavar="FILE[:COLUMN]", help="read the source text, one segment per line")
    group.add_argument(
        "-nr", "--num-refs", type=int, default=1, metavar="N", help="read N tab-separated references from REF (1)"
    )
    group.add_argument("-e", "--encoding", default="utf-8", help="set the encoding of all text files (utf-8)")
    group.add_argument(
        "--raw", action="store_true",
        help="read lines as text even if a file looks like JSON or a table, and document ids as they are",
    )  # fmt: skip
    _add_tables(parser)
    return group


def _add_tables(parser: argparse.ArgumentParser) -> None:
    """Add the flags that read texts from tables in place of REF and -i."""
    group = parser.add_argument_group("texts in tables, in place of REF and -i")
    add_first(
        group,
        "--table", nargs="+", action="extend", metavar="FILE",
        help="read CSV, TSV, JSON, JSON Lines or Parquet: a column per system, a row per output, or a table per "
        "system; "
        "--systems and --reference name its columns",
    )  # fmt: skip
    group.add_argument(
        "--systems", nargs="+", action="extend", metavar="COLUMN", dest="system_columns",
        help="name the columns of the systems, the baseline first",
    )  # fmt: skip
    group.add_argument(
        "--field", metavar="COLUMN", dest="output_column",
        help="name the column of outputs, if each system has its own table or rows (prediction, output, ...)",
    )  # fmt: skip
    group.add_argument(
        "--reference", "--reference-field", nargs="+", action="extend", metavar="COLUMN", dest="reference_columns",
        help="name the columns of references (reference, target, ...); a cell may have a list of them",
    )  # fmt: skip
    group.add_argument(
        "--id-field",
        metavar="COLUMN",
        dest="id_column",
        help="name the column of segment ids, which joins rows (id, seg_id, ...)",
    )
    group.add_argument(
        "--columns", nargs="+", action="extend", metavar="ROLE=COLUMN", dest="table_columns",
        help="name the columns of source, document and system, if they have other names",
    )  # fmt: skip


def add_statistics(parser: argparse.ArgumentParser) -> None:
    """Add statistics files as input."""
    group = parser.add_argument_group("statistics in place of texts")
    group.add_argument(
        "--stats", nargs="+", action="extend", metavar="FILE",
        help="read files of `steelyard score --keep`, or folders of them, in place of REF and -i; --names and -m "
        "choose "
        "systems and metrics",
    )  # fmt: skip


def add_output(parser: argparse.ArgumentParser, *formats: str) -> None:
    """Add how the result looks, and sacreBLEU's word for --checks."""
    parser.add_argument(
        "--force", action="store_const", const="warn", dest="checks", default=argparse.SUPPRESS,
        help="use --checks warn, as in sacreBLEU",
    )  # fmt: skip
    add_formats(parser, "sacrebleu", *formats)
    group = output_of(parser)
    group.add_argument(
        "-w", "--width", type=int, metavar="N", help="set the decimals of scores (by the metric's scale)"
    )
    group.add_argument("-sh", "--short", action="store_true", help="show short signatures")
    add_first(group, "-q", "--quiet", action="store_true", help="hide warnings and progress")
    group.add_argument("-nc", "--no-color", action="store_true", help="print without colours; NO_COLOR does the same")


def add_look(
    parser: argparse.ArgumentParser,
    *,
    has_width: bool = False,
    width: str = "set the decimals of scores (by the metric's scale)",
    quiet: str = "hide warnings and progress",
) -> None:
    """Add what every command has beside the format; `quiet` is empty where there is nothing to be silent about."""
    group = output_of(parser)
    if has_width:
        group.add_argument("-w", "--width", type=int, metavar="N", help=width)
    else:
        parser.set_defaults(width=None)
    if quiet:
        add_first(group, "-q", "--quiet", action="store_true", help=quiet)
    group.add_argument("-nc", "--no-color", action="store_true", help="print without colours; NO_COLOR does the same")


def add_plots(parser: argparse.ArgumentParser) -> None:
    """Add where figures go."""
    output_of(parser).add_argument(
        "--plots", metavar="DIR", help="write figures into this folder, as SVG, PNG and PDF (extra `figures`)"
    )


def add_report(parser: argparse.ArgumentParser) -> None:
    """Add where an HTML page goes."""
    add_first(output_of(parser), "--report", metavar="FILE", help="write one HTML file to send and print")


def add_refused(parser: argparse.ArgumentParser, extra: dict[Any, str]) -> None:
    """Know sacreBLEU's other flags, so that each is refused with the sentence that helps."""
    refused: dict[Any, str] = {**_REFUSED_TEST_SETS, **extra}
    for names, sentence in refused.items():
        flags = (names,) if isinstance(names, str) else names
        takes_value = any(flag in _WITH_VALUE for flag in flags)
        parser.add_argument(
            *flags, action=_Refuse, nargs="?" if takes_value else 0, sentence=sentence, dest="refused", default=None,
            help=argparse.SUPPRESS,
        )  # fmt: skip


def _unit(text: str) -> str:
    if text in ("document", "segment", "item") or text.startswith("block:"):
        return text
    raise argparse.ArgumentTypeError(f"{text!r} is none of document, segment, block:K")


class _Refuse(argparse.Action):
    def __init__(self, *args: Any, sentence: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sentence = sentence

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        namespace.refused = f"{option_string}: {self.sentence}."


def add_executor(group: "argparse._ArgumentGroup", what: str) -> None:
    """Add the flag that says where something is done."""
    group.add_argument(
        "--executor", metavar="WHERE",
        help=f"choose where {what}: threads:N, processes:N, dask:ADDRESS or ray:ADDRESS (extras `dask`, `ray`) "
        "(threads:1)",
    )  # fmt: skip
