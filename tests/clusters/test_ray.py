"""Shards counted by Ray's workers, processes of this machine: the bits of one process, though a worker be killed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import ray

import steelyard as sy
from steelyard.errors import SteelyardError
from steelyard.scored.shards.executors import opened_executor
from tests.clusters.parts import METRICS, chosen, draws_here, draws_of, numbers, parts, whole, with_a_killer


@pytest.fixture(scope="module", params=[1, 2, 8])
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": request.param})
    yield cluster.address
    cluster.shutdown()


@pytest.mark.parametrize("n", [1, 5, 40])
def test_any_parts_and_workers_give_the_bits_of_one_process(n: int, address: str) -> None:
    with opened_executor(f"ray:{address}") as executor:
        found = sy.evaluate_shards(parts(n), METRICS, executor=executor)
    assert numbers(found) == numbers(sy.evaluate(whole(), METRICS))


def test_a_killed_worker_changes_nothing(address: str, tmp_path: Path) -> None:
    with opened_executor(f"ray:{address}") as executor:
        shards = with_a_killer(parts(6), tmp_path / "killed")
        found = sy.evaluate_shards(shards, METRICS, executor=executor, folder=tmp_path / "statistics")
    assert (tmp_path / "killed").exists()
    assert numbers(found) == numbers(sy.evaluate(whole(), METRICS))


def test_an_error_of_ours_comes_back_as_one(address: str, tmp_path: Path) -> None:
    table = tmp_path / "bad.csv"
    table.write_text("reference,ours\n", encoding="utf-8")
    with opened_executor(f"ray:{address}") as executor, pytest.raises(SteelyardError, match="has no record"):
        sy.evaluate_shards([table], METRICS, systems=["ours"], executor=executor)
    assert ray.is_initialized() is False


def test_draws_are_the_same_though_a_worker_be_killed(address: str, tmp_path: Path) -> None:
    with opened_executor(f"ray:{address}") as executor:
        found = draws_of(executor, tmp_path / "killed")
    assert found == draws_here(tmp_path / "here")


def test_what_workers_choose_is_what_one_chooses(address: str, tmp_path: Path) -> None:
    with opened_executor(f"ray:{address}") as executor:
        found = chosen(tmp_path / "there", executor)
    assert found == chosen(tmp_path / "here", None)
