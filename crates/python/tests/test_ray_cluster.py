"""A cluster of two nodes, as `ray start` makes it, whose workers and nodes are killed. `./x ray` runs this."""

import os
import random
import signal
import subprocess
import sys
import time

import pytest

import gaslamp
import gaslamp.ray
from ray_machines import Killer, below, cluster, end, needs_ray, needs_time, time_limit, units, wait_until
from test_ray import rows_of

pytestmark = [needs_ray, needs_time]

KILLS = 20
SPECS = [
    {"game": "mafia", "red": "heuristic"},
    {"game": "mafia", "agents": "reasoning"},
    {"game": "botc", "players": 5, "agents": "heuristic"},
    {"game": "lorcana", "decks": ("sample:bs01", "sample:rp01"), "agents": "greedy"},
]


@pytest.fixture(autouse=True)
def _limit():
    with time_limit(600):
        yield


@pytest.fixture(scope="module")
def nodes():
    """Two nodes of one processor each, with this process connected to the first."""
    with time_limit(180), cluster() as found:
        yield found


def test_killed_workers_change_nothing(nodes):
    path, *_ = nodes
    games = 12_000
    expected = rows_of(gaslamp.ray.sweep(SPECS, games, workers=None))
    states = []
    with Killer(path, KILLS, random.Random(1), (0.2, 1.0)) as killer:
        rows = gaslamp.ray.sweep(SPECS, games, unit_seconds=0.5, progress=states.append)
    print(f"{len(killer.killed)} workers killed, {states[-1].units} units, {states[-1].seconds:.0f} s")
    assert len(killer.killed) == KILLS
    assert rows_of(rows) == expected


def test_rollouts_survive_killed_workers(nodes):
    path, *_ = nodes
    expected = list(gaslamp.ray.rollouts("mafia", 6000, agents="reasoning", workers=None))
    with Killer(path, 4, random.Random(2), (0.5, 1.5)) as killer:
        records = list(gaslamp.ray.rollouts("mafia", 6000, agents="reasoning"))
    assert len(killer.killed) == 4
    assert records == expected


INTERRUPTED = """
import ray, gaslamp.ray
ray.init({address!r}, _node_ip_address="127.0.0.1", log_to_driver=False)
try:
    gaslamp.ray.sweep([{{"game": "mafia", "red": "heuristic"}}], 10**9, progress=lambda state: print(state.done, flush=True))
except KeyboardInterrupt as stop:
    print("interrupted", stop.answer["results"][0]["games"], flush=True)
"""


def test_ctrl_c_keeps_what_was_counted(nodes):
    path, address, _ = nodes
    command = [sys.executable, "-c", INTERRUPTED.format(address=address)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as driver:
        told = [driver.stdout.readline() for _ in range(6)]
        sent = time.monotonic()
        driver.send_signal(signal.SIGINT)
        told += driver.communicate(timeout=60)[0].splitlines()
        assert time.monotonic() - sent < 20
        assert driver.returncode == 0
    assert told[-1] == f"interrupted {told[-2].strip()}"
    wait_until(lambda: not units(path), seconds=20)


KILLED = """
import ray, gaslamp.ray
ray.init({address!r}, _node_ip_address="127.0.0.1", log_to_driver=False)
gaslamp.ray.sweep({specs!r}, 6000, unit_seconds=0.3, checkpoint={directory!r})
"""


def test_a_killed_driver_goes_on(nodes, tmp_path):
    _, address, _ = nodes
    code = KILLED.format(address=address, specs=SPECS, directory=str(tmp_path))
    with subprocess.Popen([sys.executable, "-c", code]) as driver:
        wait_until(lambda: len(list(tmp_path.glob("units-*"))) >= 2)
        driver.send_signal(signal.SIGKILL)
    states = []
    rows = gaslamp.ray.sweep(SPECS, 6000, checkpoint=tmp_path, progress=states.append)
    assert states[0].done > 100
    assert rows_of(rows) == rows_of(gaslamp.ray.sweep(SPECS, 6000, workers=None))


def test_a_killed_node_changes_nothing(nodes):
    """The last test: one node is left."""
    _, _, started = nodes
    games = 10_000
    expected = rows_of(gaslamp.ray.sweep(SPECS, games, workers=None))
    killed = []

    def kill(state):
        if not killed and state.done > state.games // 4:
            killed.extend([started[1].pid, *below(started[1].pid)])
            end(killed)

    begun = time.monotonic()
    rows = gaslamp.ray.sweep(SPECS, games, unit_seconds=0.5, progress=kill)
    print(f"{len(killed)} processes of a node killed, {time.monotonic() - begun:.0f} s")
    assert len(killed) > 2
    assert not any(os.path.exists(f"/proc/{pid}/exe") for pid in killed[1:])
    assert rows_of(rows) == expected
