"""Simulations: answers are those of the binary, however their games are cut into units."""

import itertools
import json
import os
import pickle
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import gaslamp
from commands import ROOT, binary_json, built_binary
from gaslamp.simulation import Pace, SimulationSpec, add_tallies

# How games were played, not what came of them.
TIMES = {"elapsed_s", "threads", "steps_per_s", "games_per_s"}
DECKS = ("sample:bs01", "sample:rp01")
SCRIPT = ROOT / "examples/script.json"

# A command line of the binary, and the same in Python.
SIMS = [
    ("mafia sim --games 300", ("mafia", 300), {}),
    ("mafia sim --games 40 --red heuristic --seed 5", ("mafia", 40), {"red": "heuristic", "seed": 5}),
    (
        "mafia sim --games 12 --agents reasoning --black heuristic --rule quiet_rounds=4 --rule unanimous_kill=true",
        ("mafia", 12),
        {"agents": "reasoning", "black": "heuristic", "rules": {"quiet_rounds": 4, "unanimous_kill": True}},
    ),
    ("botc sim --games 200 --talk", ("botc", 200), {"talk": True}),
    (
        "botc sim --games 30 --players 9 --good heuristic --storyteller scripted --seed 3",
        ("botc", 30),
        {"players": 9, "good": "heuristic", "storyteller": "scripted", "seed": 3},
    ),
    (
        "botc sim --games 30 --script ../../examples/script.json --names Ann,Ben,Cy,Dan,Eve",
        ("botc", 30),
        {"script": SCRIPT, "players": ["Ann", "Ben", "Cy", "Dan", "Eve"]},
    ),
    ("lorcana sim sample:bs01 sample:rp01 --games 60", ("lorcana", 60), {"decks": DECKS}),
    (
        "lorcana sim sample:bs01 sample:rp01 --games 5 --agents greedy,random --seed 8",
        ("lorcana", 5),
        {"decks": DECKS, "agents": ("greedy", "random"), "seed": 8},
    ),
]
CALIBRATIONS = [
    ("botc calibrate --games 1 --tellings 1 --seed 1", {"games": 1, "tellings": 1, "seed": 1}),
    (
        "botc calibrate --games 2 --experiment b --variant ii --seed 4",
        {"games": 2, "experiment": "b", "variant": "ii", "seed": 4},
    ),
]
SPECS = [
    SimulationSpec.of("mafia", red="heuristic"),
    SimulationSpec.of("botc", players=5),
    SimulationSpec.of("lorcana", decks=DECKS),
]


def without_times(answer):
    return {key: value for key, value in answer.items() if key not in TIMES}


@pytest.mark.parametrize(("line", "plain", "named"), SIMS, ids=[line for line, *_ in SIMS])
def test_answers_are_those_of_the_binary(line, plain, named):
    found = gaslamp.sim(*plain, **named)
    assert found["games"] == plain[1]
    if built_binary():
        assert without_times(found) == without_times(binary_json(line))
        assert list(found) == list(binary_json(line))


@pytest.mark.parametrize(("line", "named"), CALIBRATIONS, ids=[line for line, _ in CALIBRATIONS])
def test_calibrations_are_those_of_the_binary(line, named):
    found = gaslamp.calibrate(**named)
    assert found
    if built_binary():
        assert found == binary_json(line)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.game)
def test_however_games_are_cut_they_come_to_the_same(spec):
    games, seed, first = 90, 7, 5
    whole, records = spec.unit(seed, first, games, 2, True)
    for cut in range(4):
        chance = random.Random(cut)
        ends = [0, *sorted(chance.sample(range(1, games), chance.randrange(1, 12))), games]
        units = [
            spec.unit(seed, first + a, b - a, chance.choice([1, 2]), True) for a, b in itertools.pairwise(ends)
        ]
        assert list(itertools.chain.from_iterable(records for _, records in units)) == records
        chance.shuffle(units)
        tally = None
        for unit, _ in units:
            tally = add_tallies(tally, json.loads(json.dumps(unit)))
        # To the last key: what is added in Python is what native code would have counted.
        assert tally == whole
        parts = spec.answer([unit for unit, _ in units], seed, 1, 1.0)
        assert parts == spec.answer([whole], seed, 1, 1.0)


def test_units_do_not_change_the_answer(monkeypatch):
    expected = without_times(gaslamp.sim("mafia", 400, agents="heuristic", threads=1))
    for size, threads in [(1, 1), (7, 2), (400, 2)]:
        monkeypatch.setattr(Pace, "games", lambda _, left, size=size: min(size, left))
        assert without_times(gaslamp.sim("mafia", 400, agents="heuristic", threads=threads)) == expected


def test_progress_is_told():
    told = []
    gaslamp.sim("mafia", 5000, progress=lambda done, games: told.append((done, games)))
    assert told[-1] == (5000, 5000)
    assert told == sorted(told)
    assert len(told) > 1


def test_a_spec_is_plain():
    for spec in SPECS:
        again = pickle.loads(pickle.dumps(spec))
        assert again == spec
        assert hash(again) == hash(spec)
        assert again.digest() == spec.digest()
        assert again.unit(0, 0, 3) == spec.unit(0, 0, 3)
        native = pickle.loads(pickle.dumps(spec.native()))
        assert native.unit(0, 0, 3) == spec.unit(0, 0, 3)
    assert len({spec.digest() for spec in SPECS}) == len(SPECS)
    assert without_times(gaslamp.sim(SPECS[0], 20)) == without_times(gaslamp.sim("mafia", 20, red="heuristic"))


WRONG = [
    (lambda: gaslamp.sim("chess"), ValueError, "game must be one of mafia, botc, lorcana, not 'chess'"),
    (lambda: gaslamp.sim(7), ValueError, "not 7"),
    (lambda: gaslamp.sim("mafia", decks=DECKS), TypeError, "mafia has no decks; it has agents, red, black, rules"),
    (lambda: gaslamp.sim("mafia", red=7), TypeError, "red must be a name, not int"),
    (lambda: gaslamp.sim("mafia", red="nobody"), gaslamp.Unreadable, "unknown agent `nobody`"),
    (lambda: gaslamp.sim("mafia", rules={"flying": True}), gaslamp.Unreadable, "unknown rule `flying`"),
    (lambda: gaslamp.sim("mafia", rules={"quiet_rounds": 0.5}), TypeError, "quiet_rounds"),
    (lambda: gaslamp.sim("mafia", rules={"quiet_rounds": 99}), gaslamp.GaslampError, "quiet_rounds"),
    (lambda: gaslamp.sim("mafia", rules={7: 7}), TypeError, "a rule must be a name"),
    (lambda: gaslamp.sim("botc", red="random"), TypeError, "botc has no red"),
    (lambda: gaslamp.sim("botc", players=40), gaslamp.GaslampError, "players"),
    (lambda: gaslamp.sim("botc", players="Ann"), gaslamp.Illegal, "1 player"),
    (lambda: gaslamp.sim("botc", players=7.5), TypeError, "players must be a number or names"),
    (lambda: gaslamp.sim("botc", script="nothing"), gaslamp.Unreadable, "error["),
    (lambda: gaslamp.sim("botc", script=Path("no-such-file")), FileNotFoundError, "no-such-file"),
    (lambda: gaslamp.sim("botc", storyteller="nobody"), gaslamp.Unreadable, "unknown Storyteller `nobody`"),
    (lambda: gaslamp.sim("lorcana", decks="sample:bs01"), ValueError, "decks must be two"),
    (lambda: gaslamp.sim("lorcana", decks=("sample:bs01", "sample:none")), gaslamp.Unreadable, "sample"),
    (lambda: gaslamp.sim("lorcana", decks=DECKS, agents=["greedy"] * 3), ValueError, "3 agents are named"),
    (lambda: gaslamp.sim("lorcana", decks=DECKS, agents=("greedy", 7)), TypeError, "agents must be a name"),
    (lambda: gaslamp.sim("mafia", 0), ValueError, "games must be at least 1"),
    (lambda: gaslamp.sim("mafia", 1.5), TypeError, "games must be a whole number, not float"),
    (lambda: gaslamp.sim("mafia", True), TypeError, "games must be a whole number, not bool"),
    (lambda: gaslamp.sim("mafia", 5, seed=-1), ValueError, "seed must be at least 0"),
    (lambda: gaslamp.sim("mafia", 5, first=2**64), OverflowError, "64 bits"),
    (lambda: gaslamp.sim("mafia", 5, seed=2**64), OverflowError, "64 bits"),
    (lambda: gaslamp.sim("mafia", 5, threads=0), ValueError, "threads must be at least 1"),
    (lambda: gaslamp.sim(SPECS[0], 5, red="random"), TypeError, "not by red"),
    (lambda: gaslamp.calibrate(experiment="c"), ValueError, "experiment must be one of a, b, not 'c'"),
    (lambda: gaslamp.calibrate(variant="iii"), ValueError, "variant must be one of i, ii"),
    (lambda: gaslamp.calibrate(games=0), ValueError, "games"),
    (lambda: gaslamp.calibrate(tellings=0), ValueError, "tellings"),
    (lambda: gaslamp.calibrate("nothing"), gaslamp.Unreadable, "error["),
]


@pytest.mark.parametrize(("call", "error", "says"), WRONG, ids=range(len(WRONG)))
def test_whatever_is_wrong_is_said(call, error, says):
    with pytest.raises(error) as raised:
        call()
    assert says in str(raised.value)


INTERRUPTED = """
import gaslamp
print("begun", flush=True)
try:
    gaslamp.sim("mafia", 10**9, agents="heuristic", progress=lambda done, games: print(done, flush=True))
except KeyboardInterrupt as stop:
    print("interrupted", stop.answer["games"], flush=True)
"""


def test_ctrl_c_is_prompt_and_keeps_what_was_counted():
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-c", INTERRUPTED]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout.readline() == "begun\n"
        told = [process.stdout.readline()]
        time.sleep(1.5)
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        told += process.communicate(timeout=60)[0].splitlines()
        assert time.monotonic() - sent < 10
        assert process.returncode == 0
    *_, last, end = told
    assert end == f"interrupted {last}"
