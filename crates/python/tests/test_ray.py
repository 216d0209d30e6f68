"""Simulations over Ray come to what they come to here, whoever dies meanwhile. `./x ray` runs more of this, for longer."""

import itertools
import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest

import gaslamp
import gaslamp.ray
from commands import ROOT
from gaslamp.simulation import Pace, SimulationSpec
from ray_machines import Killer, machine, needs_ray, time_limit, units, wait_until
from test_simulation import DECKS, without_times

SPECS = [
    {"game": "mafia", "red": "heuristic"},
    {"game": "botc", "players": 5},
    {"game": "lorcana", "decks": DECKS},
    SimulationSpec.of("mafia", rules={"quiet_rounds": 4}),
]


@pytest.fixture(autouse=True)
def _limit():
    with time_limit(120):
        yield


@pytest.fixture(scope="module")
def here():
    """Ray in this machine."""
    with time_limit(90), machine() as path:
        yield path


def rows_of(rows):
    return [without_times(row) for row in rows]


# Without Ray.


def test_a_sweep_is_many_simulations():
    rows = gaslamp.ray.sweep(SPECS, 50, seed=3, first=7, workers=None)
    for spec, row in zip(SPECS, rows, strict=True):
        keywords = dict(spec) if isinstance(spec, dict) else {"game": spec}
        expected = gaslamp.sim(keywords.pop("game"), 50, seed=3, first=7, **keywords)
        assert {key: row[key] for key in without_times(expected)} == without_times(expected)


def test_answers_do_not_depend_on_units(monkeypatch):
    expected = rows_of(gaslamp.ray.sweep(SPECS, 60, workers=None))
    for size in [1, 7, 60]:
        monkeypatch.setattr(Pace, "games", lambda _, left, size=size: min(size, left))
        assert rows_of(gaslamp.ray.sweep(SPECS, 60, workers=None)) == expected


def test_a_grid_varies_lists():
    assert len(gaslamp.ray.grid("mafia", red=["random", "heuristic"], black=["random", "heuristic"], agents="random")) == 4
    rows = gaslamp.ray.sweep({"game": "lorcana", "decks": [DECKS, DECKS[::-1]]}, 3, workers=None)
    assert [row["who"]["decks"] for row in rows] == [DECKS, DECKS[::-1]]


def test_progress_has_results_so_far():
    states = []
    gaslamp.ray.sweep(SPECS, 40, workers=None, progress=lambda state: states.append((state.done, state.games, state.results)))
    assert [done for done, *_ in states] == sorted(done for done, *_ in states)
    for done, games, results in states:
        assert sum(row["games"] for row in results) == done
        assert games == 160
    assert states[-1][0] == 160


def test_whoever_interrupts_has_what_was_found():
    def stop(state):
        if state.done >= 20:
            raise KeyboardInterrupt

    with pytest.raises(gaslamp.Interrupted) as raised:
        gaslamp.ray.sweep(SPECS, 1000, workers=None, progress=stop)
    assert 20 <= sum(row["games"] for row in raised.value.answer["results"]) < 4000
    with pytest.raises(gaslamp.Interrupted) as raised:
        gaslamp.ray.sim("mafia", 10_000, workers=None, progress=stop)
    assert 20 <= raised.value.answer["games"] < 10_000


def test_a_league_counts_both_sides():
    names = ["random", "heuristic", "reasoning"]
    found = gaslamp.ray.league("mafia", names, 30, workers=None, rules={"quiet_rounds": 4})
    assert len(found["pairings"]) == 6
    assert found["standings"][-1]["name"] == "random"
    wins = {(row["first"], row["second"]): row for row in found["pairings"]}
    for one, other in itertools.permutations(names, 2):
        cell = found["matrix"][one][other]
        assert cell["games"] == 60
        assert cell["wins"] == wins[one, other]["red"]["wins"] + wins[other, one]["black"]["wins"]
        assert cell["low"] <= cell["rate"] <= cell["high"]
    for row in found["standings"]:
        assert row["wins"] == sum(cell["wins"] for cell in found["matrix"][row["name"]].values())
    # Every pairing has games of its own, and those of the first entrants stay as they are.
    fewer = gaslamp.ray.league("mafia", names[:2], 30, workers=None, rules={"quiet_rounds": 4})
    assert rows_of(fewer["pairings"]) == rows_of(found["pairings"][:2])


def test_a_league_of_decks():
    decks = {"one": "sample:bs01", "two": "sample:rp01", "three": "sample:amber-ruby"}
    found = gaslamp.ray.league("lorcana", decks, 6, workers=None, agents="greedy")
    assert found["names"] == list(decks)
    for one, other in itertools.combinations(decks, 2):
        assert found["matrix"][one][other]["wins"] + found["matrix"][other][one]["wins"] == 12
    assert rows_of(found["pairings"])[0]["who"] == {"decks": ("sample:bs01", "sample:rp01"), "agents": "greedy"}


def test_rollouts_are_in_order():
    records = list(gaslamp.ray.rollouts("botc", 40, seed=2, first=5, players=6, workers=None))
    _, expected = SimulationSpec.of("botc", players=6).unit(2, 5, 40, 1, True)
    assert records == [gaslamp.Record.parse(text) for _, text in expected]


def test_calibrations_in_units_are_the_same():
    asked = {"games": 5, "experiment": "b", "variant": "i", "seed": 2}
    assert gaslamp.ray.calibrate(**asked, workers=None) == gaslamp.calibrate(**asked)


WRONG = [
    (lambda: gaslamp.ray.sim("mafia", 5, workers="some"), ValueError, 'workers must be "all"'),
    (lambda: gaslamp.ray.sim("mafia", 5, workers=0), ValueError, "workers must be at least 1"),
    (lambda: gaslamp.ray.sim("mafia", 5, workers=None, unit_seconds=0), ValueError, "unit_seconds must be more than 0"),
    (lambda: gaslamp.ray.sim("mafia", 5, workers=None, unit_seconds="5"), TypeError, "unit_seconds must be a number"),
    (lambda: gaslamp.ray.sim("mafia", 0, workers=None), ValueError, "games must be at least 1"),
    (lambda: gaslamp.ray.rollouts("mafia", 0, workers=None), ValueError, "games must be at least 1"),
    (lambda: gaslamp.ray.rollouts("mafia", 5, red="nobody", workers=None), gaslamp.Unreadable, "nobody"),
    (lambda: gaslamp.ray.sweep([7], 5, workers=None), TypeError, "a simulation is a SimulationSpec"),
    (lambda: gaslamp.ray.sweep([{"red": "random"}], 5, workers=None), TypeError, "`game`"),
    (lambda: gaslamp.ray.league("mafia", ["random"], 5, workers=None), ValueError, "at least two"),
    (lambda: gaslamp.ray.league("mafia", ["random"] * 2, 5, workers=None), ValueError, "the same name"),
    (lambda: gaslamp.ray.league("chess", ["a", "b"], 5, workers=None), ValueError, "game must be one of"),
    (lambda: gaslamp.ray.calibrate(variant="iii", workers=None), ValueError, "variant"),
]


@pytest.mark.parametrize(("call", "error", "says"), WRONG, ids=range(len(WRONG)))
def test_whatever_is_wrong_is_said(call, error, says):
    with pytest.raises(error) as raised:
        call()
    assert says in str(raised.value)


def test_without_ray_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install gaslamp\[ray\]"):
        gaslamp.ray.sim("mafia", 5)


def test_importing_the_module_does_not_import_ray():
    code = "import sys, gaslamp.ray; assert 'ray' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


# Checkpoints.


def test_a_sweep_goes_on_where_it_was(tmp_path, monkeypatch):
    expected = gaslamp.ray.sweep(SPECS, 60, workers=None)
    # A part of the games, and other games.
    gaslamp.ray.sweep(SPECS[:2], 25, first=10, workers=None, checkpoint=tmp_path)
    gaslamp.ray.sweep(SPECS, 20, seed=1, workers=None, checkpoint=tmp_path)
    played = []
    unit = SimulationSpec.unit
    monkeypatch.setattr(SimulationSpec, "unit", lambda spec, *range_: played.append(range_[2]) or unit(spec, *range_))
    assert rows_of(gaslamp.ray.sweep(SPECS, 60, workers=None, checkpoint=tmp_path)) == rows_of(expected)
    assert sum(played) == 4 * 60 - 2 * 25
    assert rows_of(gaslamp.ray.sweep(SPECS, 60, workers=None, checkpoint=tmp_path)) == rows_of(expected)
    assert sum(played) == 4 * 60 - 2 * 25
    assert not list(tmp_path.glob("*.part"))


def test_units_of_two_drivers_are_counted_once(tmp_path):
    expected = gaslamp.ray.sweep(SPECS[:1], 60, workers=None)
    for directory, games in [("one", 40), ("other", 60)]:
        gaslamp.ray.sweep(SPECS[:1], games, workers=None, checkpoint=tmp_path / directory)
        for path in (tmp_path / directory).iterdir():
            path.rename(tmp_path / path.name)
    assert rows_of(gaslamp.ray.sweep(SPECS[:1], 60, workers=None, checkpoint=tmp_path)) == rows_of(expected)


@pytest.mark.parametrize("text", ["", "{}", '{"units": [{"spec": 7}]}', '{"units": [{"spec": "a", "games": 3, "tally": {"games": 2}}]}'])
def test_a_file_that_has_no_units_is_refused(tmp_path, text):
    (tmp_path / "units-1.json").write_text(text)
    with pytest.raises(gaslamp.Unreadable, match="has no finished units"):
        gaslamp.ray.sweep(SPECS, 5, workers=None, checkpoint=tmp_path)


KILLED = """
import gaslamp.ray
gaslamp.ray.sweep({specs!r}, 100_000, workers=None, unit_seconds=0.05, checkpoint={directory!r})
"""


def test_a_killed_driver_goes_on(tmp_path):
    specs = [{"game": "mafia", "red": "heuristic"}, {"game": "botc", "players": 5}]
    code = KILLED.format(specs=specs, directory=str(tmp_path))
    with subprocess.Popen([sys.executable, "-c", code]) as driver:
        wait_until(lambda: list(tmp_path.glob("units-*")))
        driver.send_signal(signal.SIGKILL)
    done = sum(unit["games"] for path in tmp_path.glob("units-*") for unit in json.loads(path.read_text())["units"])
    assert 0 < done < 200_000
    told = []
    rows = gaslamp.ray.sweep(specs, 20_000, workers=None, checkpoint=tmp_path, progress=lambda state: told.append(state.done))
    # What was played before is not played again, even if that was all of it.
    assert not told or told[0] > 1000
    assert rows_of(rows) == rows_of(gaslamp.ray.sweep(specs, 20_000, workers=None))


# With Ray.


@needs_ray
def test_answers_over_ray_are_the_same(here):
    asked = {"seed": 3, "first": 7, "unit_seconds": 0.2}
    expected = rows_of(gaslamp.ray.sweep(SPECS, 1000, seed=3, first=7, workers=None))
    assert rows_of(gaslamp.ray.sweep(SPECS, 1000, **asked)) == expected
    assert rows_of(gaslamp.ray.sweep(SPECS, 1000, **asked, workers=1)) == expected
    over_ray = gaslamp.ray.sim("mafia", 3000, agents="heuristic")
    here = gaslamp.sim("mafia", 3000, agents="heuristic")
    assert without_times(over_ray) == without_times(here)
    assert list(over_ray) == list(here)
    asked = {"games": 3, "experiment": "b", "variant": "i"}
    assert gaslamp.ray.calibrate(**asked) == gaslamp.calibrate(**asked)


@needs_ray
def test_rollouts_over_ray_are_in_order(here):
    asked = {"seed": 2, "red": "heuristic"}
    expected = list(gaslamp.ray.rollouts("mafia", 500, **asked, workers=None))
    assert list(gaslamp.ray.rollouts("mafia", 500, **asked, unit_seconds=0.01)) == expected
    results = gaslamp.ray.rollouts("mafia", 500, **asked, unit_seconds=0.01, to=lambda record: record.result)
    assert list(results) == [record.result for record in expected]


@needs_ray
def test_whoever_takes_records_slowly_has_few_waiting(here, tmp_path, monkeypatch):
    monkeypatch.setattr(Pace, "games", lambda _, left: min(5, left))

    def mark(record):
        (tmp_path / f"{hash(record)}-{time.monotonic_ns()}").touch()
        return record.steps

    records = gaslamp.ray.rollouts("mafia", 1000, to=mark, agents="heuristic")
    next(records)
    time.sleep(1)
    # Two units for each of two processors, and the one that was taken.
    assert len(list(tmp_path.iterdir())) <= 5 * 5
    records.close()
    wait_until(lambda: not units(here))
    assert len(list(tmp_path.iterdir())) <= 5 * 5


@needs_ray
def test_what_a_unit_raises_is_raised_once(here, tmp_path):
    def fail(record):
        (tmp_path / f"{time.monotonic_ns()}").touch()
        raise ValueError("no such move")

    with pytest.raises(gaslamp.GaslampError, match="ValueError: no such move"):
        list(gaslamp.ray.rollouts("mafia", 5, to=fail))
    time.sleep(0.5)
    assert len(list(tmp_path.iterdir())) == 1


@needs_ray
def test_other_versions_do_not_play_together(here, monkeypatch):
    monkeypatch.setattr(gaslamp.ray, "__version__", "0.0.0")
    with pytest.raises(gaslamp.GaslampError, match="install the same") as raised:
        gaslamp.ray.sweep(SPECS, 50)
    assert [row["games"] for row in raised.value.answer["results"]] == [0, 0, 0, 0]


@needs_ray
def test_interrupted_units_are_cancelled(here):
    def stop(state):
        if state.done >= 100:
            raise KeyboardInterrupt

    with pytest.raises(gaslamp.Interrupted) as raised:
        gaslamp.ray.sim("mafia", 10**9, agents="reasoning", unit_seconds=600, progress=stop)
    assert raised.value.answer["games"] >= 100
    # Units of minutes are over in a moment.
    wait_until(lambda: not units(here), seconds=10)


@needs_ray
def test_killed_workers_change_nothing(here):
    specs = [{"game": "mafia", "red": "heuristic"}, {"game": "botc", "players": 5, "agents": "heuristic"}]
    kills, killed, seed = 2, 0, 0
    while killed < kills:
        with Killer(here, kills - killed, random.Random(seed), (0.2, 0.6)) as killer:
            rows = gaslamp.ray.sweep(specs, 12_000, seed=seed, unit_seconds=0.3)
        assert rows_of(rows) == rows_of(gaslamp.ray.sweep(specs, 12_000, seed=seed, workers=None))
        killed += len(killer.killed)
        seed += 1


@needs_ray
def test_the_example(here):
    import ray

    script = ROOT / "examples/python/ray_sweep.py"
    address = ray.get_runtime_context().gcs_address
    command = [sys.executable, str(script), "--games", "40"]
    run = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "RAY_ADDRESS": address}, check=False)
    assert run.returncode == 0, run.stderr
    assert "reasoning" in run.stdout
    assert "gaslamp: Ray was not initialised; using" in run.stderr
