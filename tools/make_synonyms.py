"""Write the synonyms that come with the package, from WordNet as Debian's package wordnet-base puts it.

Run `python tools/make_synonyms.py`, and `python tools/make_synonyms.py --check` to see whether the table is what it
would be; both print what they counted. WordNet's notice, which has to go with it, lies beside it.

The table has the form of METEOR's own files: a line with a word and below it one with the numbers of its sets, then an
empty line, then a line with a base form and below it one with its irregular forms. A number is a part of speech, 1 to
4, and the place of the set in WordNet 3.0; METEOR's numbers are the places alone. Debian has moved some of them, and
they are moved back, so that without its first digit each number is METEOR's.
"""

import argparse
import gzip
import sys
from pathlib import Path

TABLE = Path(__file__).parents[1] / "src" / "steelyard" / "text" / "resources" / "wordnet.gz"
WORDNET = Path("/usr/share/wordnet")
PARTS = ("noun", "verb", "adj", "adv")
# By part, from which place to which sets lie how many bytes later than in WordNet 3.0: Debian takes a pointer of 18
# bytes from one verb to another, and the line of an adjective is a byte longer.
MOVED = {"verb": (613036, 2422967, 18), "adj": (1681478, sys.maxsize, 1)}


def places(folder: Path, part: str) -> dict[str, list[int]]:
    """Return where the sets of each word are, as in WordNet 3.0."""
    first, end, moved = MOVED.get(part, (0, 0, 0))
    found = {}
    for line in (folder / f"index.{part}").read_text(encoding="ascii").splitlines():
        if line.startswith(" "):  # the notice
            continue
        word, _, n_sets, *_ = fields = line.split()
        found[word] = [int(place) - moved * (first <= int(place) < end) for place in fields[-int(n_sets) :]]
    return found


def table(folder: Path) -> str:
    """Return the table as text."""
    numbers: dict[str, list[str]] = {}
    forms: dict[str, list[str]] = {}
    for number, part in enumerate(PARTS, 1):
        for word, found in places(folder, part).items():
            numbers.setdefault(word, []).extend(f"{number}{place:08}" for place in sorted(found))
        for line in (folder / f"{part}.exc").read_text(encoding="ascii").splitlines():
            form, *bases = line.split()
            for base in bases:
                if form not in forms.setdefault(base, []):
                    forms[base].append(form)
    halves = ("".join(f"{key}\n{' '.join(lines[key])}\n" for key in sorted(lines)) for lines in (numbers, forms))
    return "\n".join(halves)


def main() -> int:
    """Write the table, or compare it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail where the table is another one")
    parser.add_argument("--wordnet", type=Path, default=WORDNET, metavar="FOLDER", help="with index.noun and noun.exc")
    options = parser.parse_args()
    if not (options.wordnet / "index.noun").is_file():
        parser.error(f"{options.wordnet} has no WordNet: apt-get install wordnet-base")
    text = table(options.wordnet)
    if options.check and gzip.decompress(TABLE.read_bytes()).decode() != text:
        sys.stderr.write(f"{TABLE} is not what WordNet gives: run {Path(__file__).name} without --check.\n")
        return 1
    if not options.check:
        TABLE.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    words, bases = (len(half.splitlines()) // 2 for half in text.split("\n\n"))
    sys.stdout.write(f"{words:,} words, {bases:,} base forms of irregular ones, {TABLE.stat().st_size:,} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
