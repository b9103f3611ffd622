"""`steelyard paraphrase`: further references from word alignments."""

import argparse
import os

from steelyard.errors import DataError

__all__ = ["add_arguments", "run"]

TEXTS = {
    "description": "Learn from word alignments which phrases of the references translate the same phrase of the "
    "source, and write each reference once more for every phrase that can be put in another way. The new references "
    "are files of a folder; an empty line is a missing one, so score with --empty-reference missing.",
    "epilog": "Example: steelyard paraphrase ref.txt --sources src.txt --alignments ref.align -o more",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    parser.add_argument("refs", nargs="+", metavar="REF", help="reference files, tokenised as they were aligned")
    parser.add_argument("--sources", required=True, metavar="FILE", help="source text, tokenised as it was aligned")
    parser.add_argument(
        "--alignments", nargs="+", required=True, metavar="FILE", help="word alignments (0-0 1-2), one file a REF"
    )
    parser.add_argument(
        "-o", "--output", required=True, dest="folder", metavar="FOLDER", help="where the new references go"
    )
    parser.add_argument("--max-phrase-length", type=int, default=3, metavar="N", help="most words of a phrase (3)")
    parser.add_argument(
        "--min-count", type=int, default=1, metavar="N", help="how often a phrase must translate another (1)"
    )
    parser.add_argument(
        "--min-probability", type=float, default=0.0, metavar="P", help="how likely a paraphrase must be (0)"
    )
    parser.add_argument("--stop-words", metavar="FILE", help="phrases of these words only stay, such as prepositions")
    parser.add_argument(
        "--any-length", action="store_true", help="also replace phrases by longer or shorter ones, as the paper does"
    )
    parser.add_argument("--first-only", action="store_true", help="replace a phrase at its first place only")
    parser.add_argument(
        "--max-paraphrases", type=int, default=50, metavar="N", help="most new texts for a segment (50)"
    )
    parser.add_argument("-e", "--encoding", default="utf-8", help="of all text files (utf-8)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    from steelyard.files import make_folder, write_files
    from steelyard.lines import read_lines
    from steelyard.questions.paraphrase.compute import expand_reference_files

    _check_empty(arguments.folder)
    stop_words = read_lines(arguments.stop_words, arguments.encoding).lines if arguments.stop_words else ()
    expanded = expand_reference_files(
        arguments.refs,
        sources=arguments.sources,
        alignments=arguments.alignments,
        encoding=arguments.encoding,
        max_phrase_length=arguments.max_phrase_length,
        min_count=arguments.min_count,
        min_probability=arguments.min_probability,
        stop_words=[word.strip() for word in stop_words],
        keep_length=not arguments.any_length,
        first_only=arguments.first_only,
        max_paraphrases=arguments.max_paraphrases,
    )
    new = expanded.references[len(arguments.refs) :]
    width = len(str(len(new)))
    make_folder(arguments.folder)
    write_files(
        {
            os.path.join(arguments.folder, f"paraphrase.{number:0{width}d}.txt"): "".join(
                f"{line or ''}\n" for line in reference
            ).encode()
            for number, reference in enumerate(new, 1)
        }
    )
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
        raise DataError(f"{folder} has paraphrases already: name another folder, or remove them.")
