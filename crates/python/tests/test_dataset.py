"""Datasets: written, gone on with, and read by whoever reads Parquet."""

import json
import re
import signal
import subprocess
import sys
import time

import numpy as np
import polars
import pyarrow.parquet
import pytest

import gaslamp
from commands import ROOT, built_binary
from gaslamp import _gaslamp, dataset



def setup_of(line):
    """The fields of a record's first line."""
    return re.findall(r'(\w+)=("[^"]*"|\S+)', line)


ASKED = {
    "mafia": {"red": "heuristic"},
    "botc": {"players": 5, "agents": "heuristic", "storyteller": "scripted"},
    "lorcana": {"agents": "random"},
}


def contents(directory):
    return {path.name: path.read_bytes() for path in directory.iterdir()}


@pytest.fixture(params=ASKED, name="game")
def any_game(request):
    return request.param


@pytest.fixture(name="directory")
def written(game, tmp_path):
    assert dataset.write(game, tmp_path, 3, seed=1, shard=2, **ASKED[game]) == (3, 2, 3)
    return tmp_path


def test_everybody_reads_the_same(game, directory):
    paths = dataset.files(directory)
    assert [path.name for path in paths] == ["games-00000000-00000001.parquet", "games-00000002-00000002.parquet"]
    told = [row for path in paths for row in pyarrow.parquet.read_table(path).to_pylist()]
    frame = polars.read_parquet(directory / "*.parquet")
    assert frame.to_dicts() == told
    assert frame.schema["tokens"] == polars.List(polars.UInt16)
    assert frame.schema["game"] == polars.UInt64
    assert frame.schema["score"] == polars.Int8
    read = list(dataset.read(directory))
    assert len(read) == len(told)
    for row, cells in zip(read, told):
        for name, cell in cells.items():
            own = getattr(row, name)
            if name == "masks":
                assert np.packbits(own, axis=1, bitorder="little").tobytes() == cell
            elif isinstance(cell, list):
                assert own.tolist() == cell
            else:
                assert own == cell


def test_metadata_says_what_was_asked(game, directory):
    about = pyarrow.parquet.read_schema(dataset.files(directory)[1]).metadata
    kind = kind_of(next(dataset.read(directory)).record)
    assert about[b"gaslamp.game"].decode() == game
    assert about[b"gaslamp.version"].decode() == gaslamp.__version__
    assert int(about[b"gaslamp.schema"]) == dataset.SCHEMA
    assert int(about[b"gaslamp.encoding"]) == kind.encoding
    assert (int(about[b"gaslamp.ids"]), int(about[b"gaslamp.vocabulary"])) == (kind.actions, len(kind.vocabulary))
    assert (int(about[b"gaslamp.first"]), int(about[b"gaslamp.games"])) == (2, 1)
    assert list(json.loads(about[b"gaslamp.setup"]).items()) == kind.setup
    manifest = json.loads((directory / "_dataset.json").read_text(encoding="utf-8"))
    assert manifest["agents"] == json.loads(about[b"gaslamp.agents"])


def test_records_come_back(directory):
    records = list(dataset.records(directory))
    rows = list(dataset.read(directory, columns=["game", "name", "result", "record"]))
    assert len(records) == 3
    for number, record in enumerate(records):
        own = [row for row in rows if row.game == number]
        assert {(row.result, row.record) for row in own} == {(record.result, record.text("line"))}
        assert [row.name for row in own] == record.names
        assert own[0].tokens is None and own[0].masks is None


def kind_of(record, talk=False):
    first = record.splitlines()[0].split(maxsplit=3)
    fields = [(key, value.strip('"')) for key, value in setup_of(record.splitlines()[0])]
    return _gaslamp.Kind(first[1], fields, keeps=(True, True, talk, False))


def test_observations_are_what_a_table_shows(game, directory):
    rows = [row for row in dataset.read(directory) if row.game == 0]
    record = gaslamp.Record.parse(rows[0].record)
    # These players are offered talk that no rule asks for, whether they take it or not.
    table = _gaslamp.Table(kind_of(rows[0].record, talk=True))
    before = {}
    seen = 0
    for row in rows:
        assert len(row.actions) == len(row.at) == len(row.read) == len(row.masks)
        for step, action in enumerate(row.actions):
            at = int(row.at[step])
            text = before.setdefault(at, record.replay(at).text("line"))
            begun = step - row.at[:step].tolist().count(at)
            tokens, legal = follow(table, text, row, begun, step)
            assert row.observation(step).tolist() == tokens
            assert np.flatnonzero(row.masks[step]).tolist() == legal
            assert action in legal
            seen += 1
    assert seen > 20


def follow(table, text, row, begun, step):
    """What a table shows the seat after a part of a game and the ids that it has written since."""
    table.resume(text)
    for action in row.actions[begun:step]:
        table.step(int(action))
    return table.tokens(row.seat).tolist(), table.legal()


def test_steps_are_those_of_the_rows(directory):
    steps = list(dataset.steps(directory))
    rows = list(dataset.read(directory))
    assert [step.action for step in steps] == [action for row in rows for action in row.actions.tolist()]
    assert all(step.mask[step.action] and step.mask.dtype == bool for step in steps)
    assert steps[0].tokens.tolist() == rows[0].observation(0).tolist()


def test_a_dataset_goes_on(game, directory, tmp_path_factory):
    before = contents(directory)
    assert dataset.write(game, directory, 3, seed=1, shard=2, **ASKED[game]) == (0, 0, 3)
    assert contents(directory) == before
    told = []
    keep = lambda *done: told.append(done)  # noqa: E731
    assert dataset.write(game, directory, 4, seed=1, shard=2, threads=1, progress=keep, **ASKED[game]).played == 1
    assert told == [(1, 1)]
    whole = tmp_path_factory.mktemp("whole")
    dataset.write(game, whole, 4, seed=1, threads=1, **ASKED[game])
    assert [row.record for row in dataset.read(directory)] == [row.record for row in dataset.read(whole)]


def test_the_binary_writes_the_same(tmp_path):
    binary = built_binary()
    if binary is None:
        pytest.skip("the binary is not built")
    words = ["mafia", "sim", "--games", "5", "--seed", "2", "--red", "heuristic", "--rule", "unanimous_kill=true"]
    subprocess.run([binary, *words, "--dataset", tmp_path / "binary"], check=True, capture_output=True)
    dataset.write("mafia", tmp_path / "own", 5, seed=2, rules={"unanimous_kill": True}, red="heuristic")
    assert contents(tmp_path / "own") == contents(tmp_path / "binary")


def test_what_is_refused(tmp_path):
    dataset.write("mafia", tmp_path, 1, seed=1)
    before = contents(tmp_path)

    def problems(game="mafia", directory=tmp_path, **asked):
        with pytest.raises(gaslamp.Unreadable) as raised:
            dataset.write(game, directory, 1, **{"seed": 1, **asked})
        return raised.value.problems

    assert "its seed is `1`, not `2`" in problems(seed=2)[0]["message"]
    assert "its game is `mafia`, not `botc`" in "".join(
        problem["message"] for problem in problems("botc", players=5)
    )
    assert problems(agents="nobody")[0]["id"] == "sim/agent"
    assert contents(tmp_path) == before
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/notes.txt").write_text("mine")
    assert problems(directory=tmp_path / "mine")[0]["id"] == "dataset/directory"
    for wrong in [{"green": "random"}, {"talk": True}, {"players": 5}]:
        with pytest.raises(TypeError, match="mafia has no"):
            dataset.write("mafia", tmp_path, 1, seed=1, **wrong)
    with pytest.raises(ValueError, match="chess"):
        dataset.write("chess", tmp_path, 1)
    for wrong in [{"shard": 0}, {"threads": 0}]:
        with pytest.raises(ValueError):
            dataset.write("mafia", tmp_path, 1, seed=1, **wrong)
    with pytest.raises(OverflowError):
        dataset.write("mafia", tmp_path, -1, seed=1)
    with pytest.raises(ValueError, match="unknown columns: side_effects"):
        list(dataset.read(tmp_path, columns=["side_effects"]))


def test_other_versions_are_not_read(tmp_path):
    table = pyarrow.table({"game": [1]}).replace_schema_metadata({"gaslamp.schema": "2", "gaslamp.ids": "3"})
    pyarrow.parquet.write_table(table, tmp_path / "games-00000000-00000000.parquet")
    with pytest.raises(ValueError, match="version 2; this gaslamp reads version 1"):
        list(dataset.read(tmp_path))


def test_games_without_decisions_are_read(tmp_path):
    dataset.write("mafia", tmp_path, 0)
    assert list(dataset.read(tmp_path)) == list(dataset.steps(tmp_path)) == []


def test_what_progress_raises_ends_it(tmp_path):
    def fail(done, games):
        raise RuntimeError(f"{done} of {games}")

    with pytest.raises(RuntimeError, match="of 200"):
        dataset.write("mafia", tmp_path, 200, shard=50, progress=fail)
    assert dataset.write("mafia", tmp_path, 200, shard=50).games == 200


LONG = {"games": 400, "agents": "reasoning", "shard": 20}
INTERRUPTED = """
import sys
from gaslamp import dataset
print("begun", flush=True)
try:
    dataset.write("mafia", sys.argv[1], **{long!r})
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_ctrl_c_leaves_what_is_whole(tmp_path):
    parts, whole = tmp_path / "parts", tmp_path / "whole"
    code = INTERRUPTED.format(long=LONG)
    with subprocess.Popen([sys.executable, "-c", code, parts], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "begun\n"
        while not (parts / "games-00000000-00000019.parquet").exists():
            time.sleep(0.001)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[0] == "interrupted\n"
    dataset.write("mafia", whole, **LONG)
    there, everything = contents(parts), contents(whole)
    assert 2 <= len(there) < len(everything)
    assert there.items() <= everything.items()
    dataset.write("mafia", parts, **LONG)
    assert contents(parts) == everything
