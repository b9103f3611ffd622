"""Shards counted by Dask's workers, processes of this machine: the bits of one process, though a worker be killed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

import steelyard as sy
from steelyard.errors import DataError
from steelyard.scored.shards.executors import opened_executor
from tests.clusters.parts import METRICS, KillsOnce, chosen, draws_here, draws_of, numbers, parts, whole, with_a_killer


@pytest.fixture(scope="module", params=[1, 2, 8])
def cluster(request: pytest.FixtureRequest) -> Iterator[LocalCluster]:
    with LocalCluster(n_workers=request.param, threads_per_worker=1, processes=True, dashboard_address=None) as started:
        yield started


@pytest.mark.parametrize("n", [1, 5, 40])
def test_any_parts_and_workers_give_the_bits_of_one_process(n: int, cluster: LocalCluster) -> None:
    with opened_executor(f"dask:{cluster.scheduler_address}") as executor:
        found = sy.evaluate_shards(parts(n), METRICS, executor=executor)
    assert numbers(found) == numbers(sy.evaluate(whole(), METRICS))


def test_an_executor_of_a_client_will_do(cluster: LocalCluster) -> None:
    with Client(cluster) as client:
        found = sy.evaluate_shards(parts(3), METRICS, executor=client.get_executor())
    assert numbers(found) == numbers(sy.evaluate(whole(), METRICS))


def test_a_killed_worker_changes_nothing(cluster: LocalCluster, tmp_path: Path) -> None:
    shards = with_a_killer(parts(6), tmp_path / "killed")
    with opened_executor(f"dask:{cluster.scheduler_address}") as executor:
        found = sy.evaluate_shards(shards, METRICS, executor=executor, folder=tmp_path / "statistics")
    assert any(isinstance(shard, KillsOnce) for shard in shards)
    assert (tmp_path / "killed").exists()
    assert numbers(found) == numbers(sy.evaluate(whole(), METRICS))


def test_a_scheduler_that_is_not_there_is_said() -> None:
    with pytest.raises(DataError, match="Cannot reach Dask's scheduler"), opened_executor("dask:tcp://127.0.0.1:9"):
        pass


def test_draws_are_the_same_though_a_worker_be_killed(cluster: LocalCluster, tmp_path: Path) -> None:
    with opened_executor(f"dask:{cluster.scheduler_address}") as executor:
        found = draws_of(executor, tmp_path / "killed")
    assert found == draws_here(tmp_path / "here")


def test_what_workers_choose_is_what_one_chooses(cluster: LocalCluster, tmp_path: Path) -> None:
    with opened_executor(f"dask:{cluster.scheduler_address}") as executor:
        found = chosen(tmp_path / "there", executor)
    assert found == chosen(tmp_path / "here", None)
