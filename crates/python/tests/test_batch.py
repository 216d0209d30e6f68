"""Batches: their rows are tables, threads change nothing, and what is wrong is said."""

import os
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

import gaslamp
from gaslamp import _gaslamp, mafia
from tables import GAMES, SETUPS, SIDES, module

NAMES = ["masks", "seats", "tokens", "lengths", "present", "rewards", "done", "truncated", "games"]


def arrays(batch):
    return {name: getattr(batch, name) for name in NAMES if getattr(batch, name) is not None}


@pytest.mark.parametrize("game", GAMES)
def test_shapes_and_types(game):
    batch = module(game).Batch(3, seed=1, threads=1, history=64, **SETUPS[game])
    seats, actions = len(batch.names), len(module(game).ACTIONS)
    assert {name: (array.shape, str(array.dtype)) for name, array in arrays(batch).items() if name != "present"} == {
        "masks": ((3, actions), "bool"),
        "seats": ((3,), "int8"),
        "tokens": ((3, seats, 64), "int16"),
        "lengths": ((3, seats), "int32"),
        "rewards": ((3, seats), "float32"),
        "done": ((3,), "bool"),
        "truncated": ((3,), "bool"),
        "games": ((3,), "uint64"),
    }
    assert (batch.present is not None) == (game == "lorcana")
    assert len(batch) == 3 and game in repr(batch)
    assert batch.observation().shape == (3, 64)
    assert (batch.observation()[0] == batch.tokens[0, batch.seats[0]]).all()
    assert batch.role(0, 0) and batch.record(0) is None


@pytest.mark.parametrize("game", GAMES)
def test_the_arrays_stay_the_same(game):
    batch = module(game).Batch(3, seed=1, threads=1, **SETUPS[game])
    before = arrays(batch)
    for _ in range(5):
        batch.step(batch.sample())
    batch.reset(2)
    assert all(before[name] is array for name, array in arrays(batch).items())


@pytest.mark.parametrize("game", GAMES)
def test_rows_are_tables(game):
    n, history = 4, 80
    batch = module(game).Batch(n, seed=7, threads=1, history=history, records=True, **SETUPS[game])
    tables = [_gaslamp.Table(batch.kind, 7, game) for game in range(n)]
    ended = 0
    for _ in range(400):
        for row, table in enumerate(tables):
            seat = table.turn
            assert batch.seats[row] == seat and batch.games[row] == table.seeds[1]
            tokens, mask = table.observe(seat, history, batch.kind.padding, 0)
            assert (batch.masks[row] == mask.astype(bool)).all()
            assert (batch.tokens[row, seat] == tokens).all()
            assert batch.lengths[row, seat] == min(len(table.tokens(seat)), history)
            assert batch.record(row) == table.record()
            if batch.present is not None:
                now = table.present(seat, batch.present.shape[1], batch.kind.padding)
                assert (batch.present[row] == now).all()
        ids = batch.sample()
        batch.step(ids)
        for row, table in enumerate(tables):
            table.step(int(ids[row]))
            assert batch.done[row] == (table.turn < 0) and batch.truncated[row] == (table.turn == -3)
            assert batch.rewards[row].tolist() == table.scores
            if table.turn < 0:
                ended += 1
                table.begin(7, table.seeds[1] + n)
    assert ended > 0


@pytest.mark.parametrize("game", GAMES)
def test_threads_change_nothing(game):
    one = module(game).Batch(160, seed=3, threads=1, history=48, **SETUPS[game])
    two = module(game).Batch(160, seed=3, threads=2, history=48, **SETUPS[game])
    for _ in range(60):
        for name, array in arrays(one).items():
            assert (array == getattr(two, name)).all(), name
        ids = one.sample()
        assert (ids == two.sample()).all()
        one.step(ids)
        two.step(ids)


@pytest.mark.parametrize("game", GAMES)
def test_a_reset_begins_anew(game):
    batch = module(game).Batch(3, seed=5, threads=1, history=48, **SETUPS[game])
    before = {name: array.copy() for name, array in arrays(batch).items()}
    for _ in range(50):
        batch.step(batch.sample())
    batch.reset(5)
    rows = np.arange(3)
    for name, array in arrays(batch).items():
        if name in ("tokens", "lengths"):
            assert (array[rows, batch.seats] == before[name][rows, batch.seats]).all()
        else:
            assert (array == before[name]).all(), name


def test_agents_play_the_other_side():
    batch = mafia.Batch(8, seed=1, threads=1, red="random", history=64)
    for _ in range(100):
        assert all(batch.role(row, seat) in ("mafia", "don") for row, seat in enumerate(batch.seats.tolist()))
        batch.step(batch.sample())


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"])
def test_any_integers_are_actions(dtype):
    batch = mafia.Batch(4, seed=1, threads=1, tokens=False)
    batch.step(batch.sample().astype(dtype))
    batch.step(batch.sample().astype(dtype).tolist())
    batch.step(np.repeat(batch.sample().astype(dtype), 2)[::2])
    assert (batch.games < 4).all()


@pytest.mark.parametrize(
    ("actions", "error", "words"),
    [
        (np.zeros(4), TypeError, "whole numbers"),
        (np.zeros(4, bool), TypeError, "whole numbers"),
        ([0.0] * 4, TypeError, "whole numbers"),
        ([None] * 4, TypeError, "whole numbers"),
        (None, TypeError, "whole numbers"),
        (["0"] * 4, TypeError, "whole numbers"),
        ([0] * 3, ValueError, r"shape \(4,\)"),
        ([0] * 5, ValueError, r"shape \(4,\)"),
        ([[0] * 4], ValueError, r"shape \(4,\)"),
        (0, ValueError, r"shape \(4,\)"),
        ([0, 0, -1, 0], gaslamp.Illegal, "-1 is not legal in game 2"),
        ([0, 95, 0, 0], gaslamp.Illegal, "95 is not legal in game 1"),
        ([0, 2**40, 0, 0], gaslamp.Illegal, f"{2**40} is not legal in game 1"),
        ([0, 64, 0, 0], gaslamp.Illegal, "64 is not legal in game 1"),
        (np.full(4, 2**64 - 1, np.uint64), gaslamp.Illegal, "not legal in game 0"),
    ],
)
def test_wrong_actions(actions, error, words):
    batch = mafia.Batch(4, seed=1, threads=1)
    before = {name: array.copy() for name, array in arrays(batch).items()}
    with pytest.raises(error, match=words):
        batch.step(actions)
    assert all((before[name] == array).all() for name, array in arrays(batch).items())
    batch.step(batch.sample())


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"n": 0}, ValueError, "at least|from 1"),
        ({"n": -1}, ValueError, "number of games"),
        ({"n": 10**12}, ValueError, "number of games"),
        ({"n": 2**20, "history": 2**20}, MemoryError, "GB"),
        ({"n": 1.5}, TypeError, "number of games"),
        ({"n": None}, TypeError, "number of games"),
        ({"n": "2"}, TypeError, "number of games"),
        ({"seed": -1}, ValueError, "seed"),
        ({"seed": 2**64}, ValueError, "seed"),
        ({"seed": None}, TypeError, "seed"),
        ({"seed": 0.5}, TypeError, "seed"),
        ({"threads": 0}, ValueError, "threads"),
        ({"threads": -1}, ValueError, "threads"),
        ({"threads": 10**9}, ValueError, "threads"),
        ({"history": 0}, ValueError, "history"),
        ({"history": -5}, ValueError, "history"),
        ({"history": 0.5}, TypeError, "history"),
        ({"rules": {"unknown": True}}, gaslamp.GaslampError, "unknown rule"),
        ({"rules": {"quiet_rounds": 100}}, gaslamp.GaslampError, "quiet_rounds"),
        ({"rules": "unanimous_kill"}, TypeError, "rules"),
        ({"red": "nobody"}, gaslamp.GaslampError, "unknown agent"),
        ({"red": 3}, TypeError, "name of an agent"),
        ({"green": "random"}, TypeError, "no set-up 'green'"),
        ({"players": 9}, TypeError, "no set-up 'players'"),
        ({"seats": {10: "random"}}, gaslamp.GaslampError, "no seat 10"),
        ({"seats": {-1: "random"}}, ValueError, "seat"),
        ({"seats": {"P3": "random"}}, TypeError, "seat"),
        ({"seats": ["random"]}, TypeError, "seats"),
        ({"seats": {3: "nobody"}}, gaslamp.GaslampError, "unknown agent"),
    ],
)
def test_wrong_arguments(arguments, error, words):
    with pytest.raises(error, match=words):
        mafia.Batch(**{"n": 2, "threads": 1, **arguments})


@pytest.mark.parametrize(
    ("game", "setup", "error", "words"),
    [
        ("botc", {"players": 2}, gaslamp.GaslampError, "players"),
        ("botc", {"players": 1000}, gaslamp.GaslampError, "players"),
        ("botc", {"players": 6.5}, TypeError, "players"),
        ("botc", {"players": ["Ann", "Ann", "Ben", "Cy", "Dan"]}, gaslamp.GaslampError, "Ann"),
        ("botc", {"script": "nothing"}, gaslamp.GaslampError, "nothing"),
        ("botc", {"script": 3}, TypeError, "script"),
        ("botc", {"storyteller": "nobody"}, gaslamp.GaslampError, "unknown storyteller"),
        ("lorcana", {"decks": ["3*nothing", "3*nothing"]}, gaslamp.GaslampError, "nothing"),
        ("lorcana", {"decks": "sample:ruby-steel"}, ValueError, "two"),
        ("lorcana", {"decks": [1, 2]}, TypeError, "deck"),
        ("lorcana", {"p1": "nobody"}, gaslamp.GaslampError, "unknown agent"),
    ],
)
def test_wrong_set_ups(game, setup, error, words):
    with pytest.raises(error, match=words):
        module(game).Batch(1, threads=1, **setup)


def test_set_ups_from_files(tmp_path):
    script = '[{"id": "_meta", "name": "Small"}, "chef", "empath", "monk", "slayer", "soldier", "butler", "poisoner", "imp"]'
    path = tmp_path / "script.json"
    path.write_text(script, encoding="utf-8")
    for given in (script, path):
        batch = module("botc").Batch(1, threads=1, players=5, script=given)
        fields = dict(batch.kind.setup)
        assert fields["script"].split(",")[:2] == ["chef", "empath"]
    path = Path(__file__).parents[2] / "lorcana/tests/data/decks/ruby-steel.txt"
    batch = module("lorcana").Batch(1, threads=1, decks=(path, "sample:ruby-steel"))
    fields = dict(batch.kind.setup)
    assert fields["deck1"] == fields["deck2"]
    path = tmp_path / "deck.txt"
    path.write_text("30 Tipo - Growing Son\n30 Mickey Mouse - Brave Little Tailor\n", encoding="utf-8")
    with pytest.raises(gaslamp.Illegal, match="at most 4 are allowed"):
        module("lorcana").Batch(1, threads=1, decks=(path, "sample:bs01"))
    assert module("botc").Batch(1, threads=1, players=["Ann", "Ben", "Cy", "Dan", "Eve"]).names[0] == "Ann"


def test_out_of_sample():
    batch = mafia.Batch(4, threads=1)
    out = np.full(4, -1, np.int32)
    assert batch.sample(out) is out and batch.masks[np.arange(4), out].all()
    for wrong, error in [
        (np.zeros(4, np.int64), TypeError),
        ([0] * 4, TypeError),
        (np.zeros(3, np.int32), ValueError),
        (np.zeros(8, np.int32)[::2], ValueError),
    ]:
        with pytest.raises(error):
            batch.sample(wrong)


@pytest.mark.parametrize(("call", "arguments"), [("record", (4,)), ("record", (-1,)), ("role", (0, 10)), ("role", (4, 0))])
def test_games_that_are_not_there(call, arguments):
    with pytest.raises(ValueError, match="must be from 0"):
        getattr(mafia.Batch(4, threads=1), call)(*arguments)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.parametrize("threads", [1, 2])
def test_forks(threads):
    batch = mafia.Batch(4, seed=1, threads=threads)
    ids = batch.sample()
    with warnings.catch_warnings():
        # Newer Pythons warn that there are threads, which is what is tested.
        warnings.simplefilter("ignore")
        child = os.fork()
    if child == 0:
        try:
            batch.step(ids)
            os._exit(1)
        except RuntimeError as error:
            os._exit(2 if "forked" in str(error) else 3)
        finally:
            sys.stderr.flush()
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == threads
    batch.step(ids)


def test_a_table_of_agents_only():
    with pytest.raises(RuntimeError, match="no learner"):
        mafia.Batch(2, threads=1, red="random", black="random")


def test_a_single_seat_always_has_something_to_decide():
    setup = {"seats": {0: "learner"}, "good": "random", "evil": "random"}
    batch = module("botc").Batch(32, seed=1, threads=1, players=5, history=32, **setup)
    for _ in range(300):
        batch.step(batch.sample())
        assert (batch.seats == 0).all() and batch.masks.any(axis=1).all()


def test_every_side_can_be_an_agent():
    for game, sides in SIDES.items():
        batch = module(game).Batch(2, seed=1, threads=1, history=32, **SETUPS[game], **{sides[1]: "random"})
        for _ in range(20):
            batch.step(batch.sample())


@pytest.mark.parametrize("name", ["", " ", "Bob,Cy", "Dan\n", " Eve"])
def test_names_that_no_record_could_hold_are_refused(name):
    with pytest.raises(ValueError, match="cannot be a player's name"):
        module("botc").Batch(1, threads=1, players=["Ann", name, "C", "D", "E", "F"])
