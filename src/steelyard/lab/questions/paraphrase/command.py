"""`steelyard lab paraphrase`: further references from word alignments."""

import argparse
import os

from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.errors import DataError
from steelyard.lab.questions.paraphrase.question import ParaphraseQuestion

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, ParaphraseQuestion)
    parser.add_argument("refs", nargs="+", metavar="REF", help="reference files, tokenised as they were aligned")
    parser.add_argument(
        "--sources", required=True, metavar="FILE[:COLUMN]", help="read the source text, as it was aligned"
    )
    parser.add_argument(
        "--alignments", nargs="+", required=True, metavar="FILE", help="read word alignments (0-0 1-2), one file a REF"
    )
    parser.add_argument(
        "-o", "--output", required=True, dest="folder", metavar="FOLDER", help="write the new references to this folder"
    )
    add_options(parser, ParaphraseQuestion)
    parser.add_argument("-e", "--encoding", default="utf-8", help="set the encoding of all files (utf-8)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    from steelyard.files import made_folder, write_files
    from steelyard.lab.questions.paraphrase.compute import compute, read_references

    _check_empty(arguments.folder)
    question = question_of_arguments(arguments, ParaphraseQuestion)
    given = read_references(arguments.refs, arguments.sources, arguments.alignments, arguments.encoding)
    expanded = compute(given, question)
    new = expanded.references[len(arguments.refs) :]
    width = len(str(len(new)))
    contents: dict[str | os.PathLike[str], bytes] = {
        os.path.join(arguments.folder, f"paraphrase.{number:0{width}d}.txt"): "".join(
            f"{line or ''}\n" for line in reference
        ).encode()
        for number, reference in enumerate(new, 1)
    }
    with made_folder(arguments.folder):
        write_files(contents)
    n_texts = sum(line is not None for reference in new for line in reference)
    n_segments = sum(any(line is not None for line in lines) for lines in zip(*new, strict=True))
    return (
        f"{n_texts} new texts for {n_segments} of {expanded.n_segments} segments, in {len(new)} references: "
        f"{arguments.folder}"
    )


def _check_empty(folder: str) -> None:
    """Refuse, before any work, a folder with paraphrases of another run: they would count as of this one."""
    try:
        names = os.listdir(folder) if os.path.isdir(folder) else []
    except OSError as error:
        raise DataError(f"Cannot read {folder}: {error.strerror}.") from error
    if any(name.startswith("paraphrase.") for name in names):
        raise DataError(f"{folder} already has paraphrases: give another folder, or remove them.")
