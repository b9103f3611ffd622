"""What a new user tries first, on real files as they are published: each works by a command of "What do you have?"."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.running import run

EN_DE = "wmt23-en-de/ref.refA.de -i wmt23-en-de/sys/GPT4-5shot.de wmt23-en-de/sys/AIRC.de"


@dataclass(frozen=True)
class Task:
    """What someone wants, the command, and what the answer must hold."""

    wish: str
    command: str
    answer: str


TASKS = (
    Task("score one output", "score wmt23-en-de/ref.refA.de -i wmt23-en-de/sys/AIRC.de", r"^BLEU\|nrefs:1.* = 2\d\.\d"),
    Task("say which is better", f"compare {EN_DE} -n 1000", "GPT4-5shot is better than AIRC"),
    Task("with documents, as published", f"compare {EN_DE} --documents wmt23-en-de/docs.tsv -n 500", "192 documents"),
    Task("documents by column", f"compare {EN_DE} --documents wmt23-en-de/docs.tsv:doc -n 500", "192 documents"),
    Task("by several metrics", f"score {EN_DE} -m BLEU,chrF2", "chrF2"),
    Task("Chinese", "score wmt22-general-en-zh/ref.A.zh -i wmt22-general-en-zh/sys/*.zh -tok zh", "tok:zh"),
    Task("look for mistakes", f"check files {EN_DE}", "2 systems, 1 reference, 557 segments"),
    Task("where they differ", f"explain diff {EN_DE} -n 200 -m chrf", "differ in 538 of 557 segments"),
    Task("how large a set", f"plan texts {EN_DE} -n 99 -r 20", "Power of randomization at 0.05, in % of 20 test sets"),
    Task("MQM, raters' file", "human wmt23-en-de/human/mqm.merged.seg.rating.tsv.gz -n 200", "refA"),
    Task("MQM, mean per segment", "human wmt23-en-de/human/mqm.seg.tsv -n 200", r"GPT4-5shot +-3\.72"),
    Task("direct assessment", "human wmt21-news-is-en/human/da.judgements.tsv.gz -n 200", "Facebook-AI"),
    Task("ESA with spans", "human wmt24-esa-en-ja/human/esa.judgements.tsv.gz --lenient -n 200", "ONLINE-B"),
    Task("rankings", "human wmt15-rr-de-en/human/rr.pairs.tsv.gz -n 100", "online"),
    Task(
        "which metric to trust",
        "meta --ratings wmt23-en-de/human/mqm.seg.tsv --scores wmt23-en-de/metrics/seg.tsv.gz -n 50",
        "agrees best",
    ),
    Task(
        "runs of optimisers",
        "check files multeval-wmt10-de-en-opt/ref.A.en -i multeval-wmt10-de-en-opt/sys1.*",
        "3 systems",
    ),
    Task(
        "a judge's scores with gaps",
        "compare --scores alpaca-eval-judge/judge.alpaca_eval_gpt4.tsv.gz --pairs baseline --missing drop-item -n 200",
        r"41 items without the scores of all systems were left out.* other 764",
    ),
    Task(
        "pass or fail", "compare --scores swe-bench-verified-4/runs.tsv -m resolved -n 500", r"1 +sonnet-4-5 +0\.7060 "
    ),
    Task(
        "CSV of a benchmark",
        "compare --scores livebench-judgements/langchain-tool-use.csv -n 500",
        r"mixtral-8x7b-instruct +0\.6000 ",
    ),
    Task("lm-evaluation-harness", "score --scores harness-logs/lm_eval/samples_*.jsonl", r"exact_match.* = 0\.0"),
    Task(
        "Inspect logs",
        "compare --scores harness-logs/inspect/data_arc_qwen.json harness-logs/inspect/data_arc_sonnet.json"
        " --missing drop-item -n 100",
        "lacks 2 of 5 scores",
    ),
)


def words_of(command: str) -> list[str]:
    """Split a command as a shell would: stars are files."""
    words: list[str] = []
    for word in command.split():
        found = sorted(map(str, Path().glob(word))) if "*" in word else []
        words += found or [word]
    return words


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.wish)
def test_the_first_tasks_of_a_new_user_work(task: Task, test_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(test_data / "data")
    outcome = run(*words_of(task.command))
    assert outcome.status in ((0, 1) if task.command.startswith("check files") else (0,)), outcome.err
    assert re.search(task.answer, outcome.out.replace("\n", " ")), outcome.out[:2000]


def test_tables_of_real_outputs_say_what_their_files_say(
    tmp_path: Path, test_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """JSON Lines of real outputs, once scored as text with the verdict reversed, are refused so and read as a table."""
    monkeypatch.chdir(test_data / "data")
    references, paths = Path("wmt23-en-de/ref.refA.de").read_text(encoding="utf-8").splitlines(), []
    for name in ("GPT4-5shot", "AIRC"):
        outputs = Path(f"wmt23-en-de/sys/{name}.de").read_text(encoding="utf-8").splitlines()
        rows = zip(references, outputs, strict=True)
        entries = [{"id": i, "target": a, "prediction": b} for i, (a, b) in enumerate(rows)]
        paths.append(tmp_path / f"{name}.jsonl")
        paths[-1].write_text("\n".join(map(json.dumps, entries)), encoding="utf-8")
    refused = run("compare", "wmt23-en-de/ref.refA.de", "-i", *paths)
    assert refused.status == 2 and "--table" in refused.err and "prediction" in refused.err
    of_tables = run("score", "--table", *paths)
    assert of_tables.out == run("score", *EN_DE.split()).out
