"""The gallery: report pages of the bundled example, each as its command writes it."""

import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

__all__ = ["EXHIBITS", "Exhibit", "gallery_page", "write_gallery"]

TEXTS = "examples/reference.1.en examples/reference.2.en -i examples/systems/*.en"


class Exhibit(NamedTuple):
    """A report page that the gallery shows.

    Attributes
    ----------
    name : str
        Of the file, without its ending.
    title, text : str
        The question that it answers, and what to look at.
    command : str
        What makes it, run where the folder `examples` is; without `--report`.
    """

    name: str
    title: str
    text: str
    command: str


EXHIBITS = (
    Exhibit(
        "compare",
        "Which systems differ?",
        "Ranks with intervals, every pair with its test, and each segment side by side. Open a pair to see its null "
        "distribution.",
        f"compare {TEXTS} --sources examples/source.de --documents examples/documents.txt -m bleu chrf ter",
    ),
    Exhibit(
        "human",
        "Which systems do people prefer?",
        "Ratings of four invented raters on one scale, with the rater whom quality control leaves out.",
        "human examples/ratings.tsv --quality-control degraded",
    ),
    Exhibit(
        "meta",
        "Which metric agrees with people?",
        "Three metrics beside the ratings, by system and by segment, and which of them cannot be told apart.",
        f"meta {TEXTS} --documents examples/documents.txt -m bleu chrf ter --ratings examples/ratings.tsv "
        "--quality-control degraded",
    ),
    Exhibit(
        "check-level",
        "Does the test hold its level on my outputs?",
        "False alarms and power of two tests, measured on data sets drawn from two systems.",
        "check level examples/reference.1.en -i examples/systems/harbour.en examples/systems/tangle.en "
        "--documents examples/documents.txt -m ter --tests randomization paired-bootstrap -r 500 -n 500",
    ),
    Exhibit(
        "lab-replicate",
        "Can I reproduce a paper's experiment here?",
        "Koehn (2004) asked how often the bootstrap draws the right conclusion from few sentences.",
        "lab replicate koehn2004 examples/reference.1.en -i examples/systems/*.en --sizes 12 30",
    ),
)


def gallery_page() -> str:
    """Show every report page in a frame, with what it is and the command that wrote it."""
    parts = [
        "# Gallery",
        "Report pages as `--report` writes them: one HTML file each, which asks nothing of any other host. "
        "They show [the bundled example](../../examples/README.md), texts and ratings written for it.",
    ]
    for exhibit in EXHIBITS:
        file = f"{exhibit.name}.html"
        parts += [
            f"## {exhibit.title}",
            exhibit.text,
            f'<p class="exhibit-link"><a href="{file}">Open the page</a></p>\n'
            f'<iframe class="exhibit" src="{file}" title="{exhibit.title}" loading="lazy"></iframe>',
            f"```console\n$ steelyard {exhibit.command} --report {file}\n```",
        ]
    return "\n\n".join(parts) + "\n"


def write_gallery(root: Path, folder: Path) -> None:
    """Run the commands of all exhibits in `root`; write their pages into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for exhibit in EXHIBITS:
        words = [word for part in shlex.split(exhibit.command) for word in files_of(part, root)]
        command = [sys.executable, "-m", "steelyard", *words, "--report", str(folder / f"{exhibit.name}.html")]
        done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            sys.exit(f"The gallery's page {exhibit.name} was not written: {done.stderr}")


def files_of(word: str, root: Path) -> list[str]:
    """Return the files of a pattern, as a shell does."""
    return sorted(str(path.relative_to(root)) for path in root.glob(word)) if "*" in word else [word]
