"""The metrics inside lm-evaluation-harness itself, on the tasks of `examples/harnesses`."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

os.environ["HF_HUB_OFFLINE"] = "1"
import lm_eval
from lm_eval.api.model import LM
from lm_eval.tasks import TaskManager
from lm_eval.utils import handle_non_serializable, make_table

import steelyard as sy
from tests.conftest import EXAMPLES, ROOT


class Stored(LM):  # type: ignore[misc]
    """A model that says what a system said before."""

    def __init__(self, system: str) -> None:
        super().__init__()
        sources = (EXAMPLES / "source.de").read_text(encoding="utf-8").splitlines()
        answers = (EXAMPLES / "systems" / f"{system}.en").read_text(encoding="utf-8").splitlines()
        self.known = dict(zip(sources, answers, strict=True))

    def generate_until(self, requests: list[Any], disable_tqdm: bool = False) -> list[str]:
        return [self.known[request.args[0].split("English: ")[1].removesuffix("\nEnglish:")] for request in requests]

    def loglikelihood(self, requests: list[Any], disable_tqdm: bool = False) -> list[Any]:
        raise NotImplementedError

    def loglikelihood_rolling(self, requests: list[Any], disable_tqdm: bool = False) -> list[Any]:
        raise NotImplementedError


@pytest.fixture(scope="module")
def ran() -> dict[str, Any]:
    folder = os.getcwd()
    os.chdir(ROOT)
    try:
        found: dict[str, Any] = lm_eval.simple_evaluate(
            model=Stored("harbour"),
            tasks=["steelyard_translation", "steelyard_translation_plain"],
            task_manager=TaskManager(include_path=str(EXAMPLES / "harnesses"), include_defaults=False),
            bootstrap_iters=10,
            log_samples=True,
        )
    finally:
        os.chdir(folder)
    return found


def evaluation(*metrics: str, references: int, documents: bool) -> sy.Evaluation:
    data = sy.TestSet.from_files(
        references=[EXAMPLES / f"reference.{i + 1}.en" for i in range(references)],
        systems={"harbour": EXAMPLES / "systems" / "harbour.en"},
        documents=EXAMPLES / "documents.txt" if documents else None,
    )
    return sy.evaluate(data, metrics=list(metrics))


def test_a_task_with_documents_has_the_scores_of_the_command_and_clustered_errors(ran: dict[str, Any]) -> None:
    found = ran["results"]["steelyard_translation"]
    rows = evaluation("bleu", "chrf++", references=2, documents=True).scores().scores
    for name, row in zip(("steelyard_bleu", "steelyard_chrfpp"), rows, strict=True):
        assert found[f"{name},none"] == pytest.approx(row.score, rel=1e-12)
    board = sy.evaluate(
        sy.TestSet.from_files(
            references=[EXAMPLES / "reference.1.en", EXAMPLES / "reference.2.en"],
            systems={name: EXAMPLES / "systems" / f"{name}.en" for name in ("harbour", "orator")},
            documents=EXAMPLES / "documents.txt",
        ),
        metrics=["bleu", "chrf++"],
    ).board(n_resamples=100)
    errors = [row.standard_error for row in board.rows if row.system == "harbour"]
    for name, error in zip(("steelyard_bleu", "steelyard_chrfpp"), errors, strict=True):
        assert found[f"{name}_stderr,none"] == pytest.approx(error, rel=1e-9)


def test_a_task_without_code_has_options_and_errors(ran: dict[str, Any]) -> None:
    found = ran["results"]["steelyard_translation_plain"]
    rows = evaluation("bleu(tokenize=intl)", "chrf(word_order=1)", "ter", references=1, documents=False).scores().scores
    for name, row in zip(("steelyard_bleu", "steelyard_chrf", "steelyard_ter"), rows, strict=True):
        assert found[f"{name},none"] == pytest.approx(row.score, rel=1e-12)
        assert 0 < found[f"{name}_stderr,none"] < 10
    directions = ran["higher_is_better"]["steelyard_translation_plain"]
    assert directions["steelyard_bleu"] and not directions["steelyard_ter"]


def test_the_table_of_the_harness_shows_the_errors(ran: dict[str, Any]) -> None:
    rows = [line.split("|") for line in make_table(ran).splitlines() if "steelyard_" in line.partition("Metric")[0]]
    shown = {row[5].strip(): row[-2].strip() for row in rows if len(row) > 9}
    assert set(shown) == {"steelyard_bleu", "steelyard_chrf", "steelyard_chrfpp", "steelyard_ter"}
    assert all(float(error) > 0 for error in shown.values())


def test_logged_samples_are_numbers_that_compare_reads(ran: dict[str, Any], tmp_path: Path) -> None:
    for model in ("us__one", "us__two"):
        (tmp_path / model).mkdir()
        text = "".join(
            json.dumps(row, default=handle_non_serializable) + "\n" for row in ran["samples"]["steelyard_translation"]
        )
        file = tmp_path / model / "samples_steelyard_translation_2026-11-23T10-00-00.000000.jsonl"
        file.write_text(text, encoding="utf-8")
    comparison = sy.evaluate_scores(sorted(str(path) for path in tmp_path.rglob("*.jsonl"))).compare(n_resamples=50)
    assert {(pair.metric, pair.difference) for pair in comparison.pairs} == {
        ("steelyard_bleu", 0),
        ("steelyard_chrfpp", 0),
    }


def test_the_names_are_in_the_registry() -> None:
    from lm_eval.api import registry

    import steelyard.harnesses.lm_eval as plugin

    for name in ("steelyard_bleu", "steelyard_chrf", "steelyard_chrfpp", "steelyard_ter"):
        assert registry.get_metric(name) is getattr(plugin, name)
        assert registry.get_metric_aggregation(name) is plugin.steelyard_corpus


def test_entry_points_lead_to_what_is_registered() -> None:
    from importlib.metadata import entry_points

    from lm_eval.api import registry

    found = {point.name: point.load() for point in entry_points(group="lm_eval.metrics")}
    ours = {name: function for name, function in found.items() if name.startswith("steelyard_")}
    assert len(ours) == 4
    for name, function in ours.items():
        assert registry.get_metric(name) is function
