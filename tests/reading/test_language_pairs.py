"""Rows of several language pairs or test sets are never put together: asked for, with an answer that runs."""

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.cli.running import run

Cells = Callable[[str, int], Sequence[object]]
SPELLED = {  # the columns that name languages, and the cells of each pair
    "lp": (("lp",), {"is-en": ("is-en",), "ja-en": ("ja-en",)}),
    "language_pair": (("language_pair",), {"is-en": ("is_en",), "ja-en": ("ja_en",)}),
    "both": (("src_lang", "tgt_lang"), {"is-en": ("is", "en"), "ja-en": ("ja", "en")}),
    "long": (("source_language", "target_language"), {"is-en": ("is", "en"), "ja-en": ("ja", "en")}),
    "target": (("target_lang",), {"de": ("de",), "fr": ("fr",)}),
    "language": (("language",), {"de": ("de",), "fr": ("fr",)}),
}
SPANS = '[{"start_i": 0, "end_i": 2, "severity": "minor"}]'
KINDS: dict[str, tuple[tuple[str, ...], Cells]] = {
    "ratings": (("system", "line", "rater", "score"), lambda s, i: (s, i, f"r{i % 3}", ord(s) * i % 31)),
    "mqm": (
        ("system", "doc", "seg_id", "rater", "source", "target", "category", "severity"),
        lambda s, i: (s, f"d{i // 4}", i, f"r{i % 3}", f"quelle {i}", f"text {s} {i}", "Fluency", "Minor"),
    ),
    "esa": (("system", "line", "annotator", "score", "errors_json"), lambda s, i: (s, i, "r", ord(s) * i % 31, SPANS)),
}  # fmt: skip


def write(path: Path, kind: str, languages: Sequence[str], cells: Sequence[Sequence[object]]) -> Path:
    names, row = KINDS[kind]
    rows: list[Sequence[object]] = [(*languages, *names)]
    rows += [
        (*own, *row(system, i + shift)) for shift, own in enumerate(cells) for i in range(1, 13) for system in "abc"
    ]
    path.write_text("".join("\t".join(map(str, one)) + "\n" for one in rows), encoding="utf-8")
    return path


def answers(said: str) -> list[list[str]]:
    return [shlex.split(line)[1:] for line in said.splitlines()[1:]]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("spelled", SPELLED)
def test_people_are_asked_which_pair_and_every_answer_reads_it_alone(kind: str, spelled: str, tmp_path: Path) -> None:
    languages, cells = SPELLED[spelled]
    both = write(tmp_path / "both.tsv", kind, languages, list(cells.values()))
    asked = run("human", both, "-n", 50)
    assert (asked.status, asked.out) == (2, ""), asked.out
    assert [answer[-2:] for answer in answers(asked.err)] == [["--languages", name] for name in cells]
    first = write(tmp_path / "first.tsv", kind, languages, list(cells.values())[:1])
    alone = run("human", first, "-n", 50, "--format", "csv")
    assert alone.status == 0, alone.err
    chosen = run(*answers(asked.err)[0], "--format", "csv")
    assert chosen.status == 0 and chosen.out.replace("both.tsv", "first.tsv") == alone.out
    assert run(*answers(asked.err)[1], "--format", "csv").status == 0


def test_scores_of_two_pairs_are_asked_about_where_ratings_are_of_one(tmp_path: Path) -> None:
    ratings = write(tmp_path / "people.tsv", "ratings", (), [()])
    scores = tmp_path / "scores.tsv"
    rows = [
        f"{pair}\t{system}\t{i}\t{(ord(system) + i * shift) % 7}\n"
        for shift, pair in enumerate(("is-en", "ja-en"), 1)
        for i in range(1, 13)
        for system in "abc"
    ]
    scores.write_text("lp\tsystem\tline\tNEAR\n" + "".join(rows))
    asked = run("meta", "--ratings", ratings, "--scores", scores)
    assert (asked.status, asked.out) == (2, "") and "rows of 2 language pairs" in asked.err
    found = [run(*answer) for answer in answers(asked.err.split("steelyard meta: ")[-1])]
    assert [one.status for one in found] == [0, 0] and found[0].out != found[1].out
    alone = tmp_path / "alone.tsv"
    alone.write_text("lp\tsystem\tline\tNEAR\n" + "".join(rows[:36]))
    assert run("meta", "--ratings", ratings, "--scores", alone).out == found[0].out.replace("scores.tsv", "alone.tsv")


@pytest.mark.parametrize("kind", KINDS)
def test_rows_of_two_test_sets_are_refused_by_the_first_of_the_second(kind: str, tmp_path: Path) -> None:
    path = write(tmp_path / "r.tsv", kind, ["testset"], [["autumn"], ["winter"]])
    found = run("human", path)
    assert (found.status, found.out) == (2, "")
    assert "r.tsv, line 38, column 'testset': here starts the test set 'winter', after 'autumn'" in found.err
    assert run("human", write(path, kind, ["testset"], [["autumn"]]), "-n", 50).status == 0


def test_texts_in_columns_called_as_languages_are_no_languages(tmp_path: Path) -> None:
    path = write(tmp_path / "r.tsv", "ratings", ("src", "target"), [("Hvar er ferjan?", "Where is the ferry?")])
    assert run("human", path, "-n", 50).status == 0


def test_votes_on_answers_in_several_languages_are_one_ranking(tmp_path: Path) -> None:
    rows = [f"a,b,model_{'ab'[i % 3 == 0]},{('English', 'Thai')[i % 2]}\n" for i in range(40)]
    path = tmp_path / "votes.csv"
    path.write_text("model_a,model_b,winner,language\n" + "".join(rows))
    assert run("human", path, "-n", 50).status == 0
    path.write_text("model_a,model_b,winner,lp\n" + "".join(rows).replace("English", "is-en").replace("Thai", "ja-en"))
    assert "rows of 2 language pairs" in run("human", path).err


@pytest.mark.parametrize("role", ["refs", "input", "scores", "sources", "texts"])
@pytest.mark.parametrize("place", ["{pair}/{name}", "{name}.{pair}.txt"])
def test_ratings_of_one_pair_do_not_meet_texts_and_scores_of_another(role: str, place: str, tmp_path: Path) -> None:
    """What files and folders say; a system whose name looks like a pair is none where others name the pair."""
    people = write(tmp_path / "people.is-en.tsv", "ratings", (), [()])

    def file(name: str, pair: str, rows: Sequence[str]) -> Path:
        path = tmp_path / place.format(name=name, pair=pair)
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(rows) + "\n", encoding="utf-8")
        return path

    def words(odd: str) -> list[object]:
        pair_of = {one: "ja-en" if one == odd else "is-en" for one in ("refs", "input", "scores", "sources", "texts")}
        lines = [f"the boat {i} leaves" for i in range(1, 13)]
        if role == "texts":
            texts = [file(s, pair_of["texts"], [f"{line} {s}" for line in lines]) for s in ("a", "b", "c")]
            return ["human", people, "--texts", *texts, "--report", tmp_path / "report.html", "-n", 50]
        systems = [file(s, pair_of["input"], [f"{line} {s}" for line in lines]) for s in ("a", "b", "c")]
        systems.append(file("as-is", pair_of["input"], lines))
        table = file("comet", pair_of["scores"], ["system\tline\tCOMET", *(f"a\t{i}\t{i}" for i in range(1, 13))])
        return [
            "meta", file("ref", pair_of["refs"], [f"{line} now" for line in lines]), "-i", *systems, "-m", "chrf",
            "--sources", file("src", pair_of["sources"], [f"bátur {line}" for line in lines]), "--scores", table,
            "--ratings", people,
        ]  # fmt: skip

    assert "by their names" not in run(*words("")).err
    done = run(*words(role))
    assert done.status == 2 and "people.is-en.tsv is of is-en and" in done.err, done.err
    assert "of ja-en, by their names" in done.err
