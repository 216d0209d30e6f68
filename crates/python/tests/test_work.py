"""Long work: it lets others run, and can be ended."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import gaslamp
from commands import ROOT

PUZZLE = ROOT / "data/puzzles/made-7-2.toml"
# Most may be anybody, so there is no end of worlds.
LONG = """
id = "long"
hidden = [
  "Imp", "Baron", "Poisoner", "Scarlet Woman", "Spy", "Drunk", "Recluse", "Saint", "Butler", "Chef", "Empath", "Fortune Teller",
  "Investigator", "Librarian", "Mayor", "Monk", "Ravenkeeper", "Slayer", "Soldier", "Undertaker", "Virgin", "Washerwoman",
]
ends = "D4"
log = ["N2 died: P4", "N3 died: P5", "N4 died: P6"]
player = [
  { name = "P0", claim = "Chef", says = ["N1 Chef: 1"] }, { name = "P1", claim = "Empath", says = ["N1 Empath: 1"] },
  { name = "P2", claim = "Monk" }, { name = "P3", claim = "Soldier" }, { name = "P4", claim = "Mayor" },
  { name = "P5", claim = "Virgin" }, { name = "P6", claim = "Slayer" }, { name = "P7" }, { name = "P8" }, { name = "P9" },
  { name = "P10" }, { name = "P11" },
]
"""


def solve_long():
    gaslamp.solve(LONG, seconds=None)


def test_time_is_over():
    start = time.monotonic()
    with pytest.raises(gaslamp.Unfinished) as raised:
        gaslamp.solve(LONG, seconds=0.2)
    assert time.monotonic() - start < 20
    assert raised.value.problems[0]["id"] == "limit/time"
    assert "stopped after 0.2 seconds" in str(raised.value)


def test_others_run_meanwhile():
    def search():
        with pytest.raises(gaslamp.Unfinished):
            gaslamp.solve(LONG, seconds=1, threads=1)
        ended.append(time.monotonic())

    ended = []
    threads = [threading.Thread(target=search) for _ in range(2)]
    for thread in threads:
        thread.start()
    ticks = 0
    while any(thread.is_alive() for thread in threads):
        ticks += 1
        time.sleep(0.01)
    # A search that kept the interpreter to itself would leave no time to count, and none for the other.
    assert ticks > 10
    assert len(ended) == 2


def test_answers_of_threads_are_the_same():
    answers = {}

    def ask(number):
        answers[number] = gaslamp.solve(PUZZLE)["solutions"]

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers[0] == answers[1] == gaslamp.solve(PUZZLE, threads=1)["solutions"]


INTERRUPTED = """
import sys
sys.path.insert(0, {tests!r})
from test_work import solve_long
print("begun", flush=True)
try:
    solve_long()
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_ctrl_c_ends_a_search():
    code = INTERRUPTED.format(tests=os.path.dirname(__file__))
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[0] == "interrupted\n"
        assert process.returncode == 0


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_other_processes_solve_too(method):
    expected = gaslamp.solve(PUZZLE)["solutions"]
    with multiprocessing.get_context(method).Pool(2) as pool:
        answers = pool.map(solutions, [PUZZLE, PUZZLE])
        record = pool.apply(gaslamp.Record.load, (ROOT / "examples/mafia.txt",))
    assert answers == [expected, expected]
    assert record.game == "mafia"


def solutions(puzzle):
    return gaslamp.solve(puzzle)["solutions"]
