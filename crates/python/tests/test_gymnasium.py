"""The Gymnasium environments: its own checker, and what learners rely on."""

import copy
import pickle
import random
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import gaslamp
import gaslamp.gymnasium  # Registers the environments.
from tables import GAMES, SETUPS, SIDES, pick

IDS = {game: f"gaslamp/{game.capitalize()}-v0" for game in GAMES}


def make(game, **arguments):
    return gymnasium.make(IDS[game], **SETUPS[game], **arguments)


def run(env, dice, seed=None):
    """Plays a game; emits the last step's answer and how many there were."""
    env.reset(seed=seed)
    steps = 0
    while True:
        told = env.step(pick(env.unwrapped.action_masks(), dice))
        steps += 1
        if told[2] or told[3]:
            return told, steps


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_the_checker(game, flat, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(game, flat=flat).unwrapped)
    assert capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_a_name_imports_the_module(game):
    assert gymnasium.make(f"gaslamp.gymnasium:{IDS[game]}", **SETUPS[game]).unwrapped.game.name == game


@pytest.mark.parametrize("game", GAMES)
def test_a_side_learns(game):
    for side in SIDES[game]:
        env = make(game, side=side)
        for seed in range(4):
            (observation, reward, terminated, truncated, info), steps = run(env, random.Random(seed), seed)
            table = env.unwrapped._table
            assert steps > 0 and terminated and not truncated and info["result"] == table.result
            assert all(table.scores[seat] == reward for seat in table.learners)
            assert env.observation_space.contains(observation)
            record = gaslamp.Record.parse(env.unwrapped.record())
            assert record.result == info["result"]
            if game == "mafia":
                assert {table.side(seat) for seat in table.learners} == {side}


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_learns(game):
    env = make(game, seat=1, **{SIDES[game][0]: "random"})
    seats = set()
    env.reset(seed=3)
    for _ in range(200):
        observation, _, terminated, truncated, info = env.step(pick(env.unwrapped.action_masks()))
        seats.add(info["seat"])
        if terminated or truncated:
            env.reset()
    assert seats == {1}


@pytest.mark.parametrize("game", GAMES)
def test_masks_and_observations(game):
    env, flat = make(game, seat=0), make(game, seat=0, flat=True)
    dice = random.Random(1)
    observation, info = env.reset(seed=1)
    tokens, _ = flat.reset(seed=1)
    assert set(info) == {"seat"}
    for _ in range(40):
        mask = env.unwrapped.action_masks()
        assert mask.dtype == np.bool_ and (mask == observation["action_mask"].astype(bool)).all()
        assert (env.get_wrapper_attr("action_masks")() == mask).all()
        parts = [observation[name] for name in ("observation", "present") if name in observation]
        assert (np.concatenate(parts) == tokens).all()
        action = pick(mask, dice)
        observation, reward, terminated, *_ = env.step(action)
        tokens, *_ = flat.step(action)
        if terminated:
            assert mask.any()
            break
        assert reward == 0.0


@pytest.mark.parametrize("game", GAMES)
def test_seeds(game):
    env, other = make(game), make(game)
    dice = [random.Random(1), random.Random(1)]
    assert [run(env, dice[0], 5)[1], run(env, dice[0])[1]] == [run(other, dice[1], 5)[1], run(other, dice[1])[1]]
    assert env.unwrapped._table.seeds == other.unwrapped._table.seeds
    assert env.unwrapped.record() == other.unwrapped.record()
    assert env.unwrapped._table.seeds[0] != 5


@pytest.mark.parametrize("way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("game", GAMES)
def test_copies_go_on_alike(game, way):
    env = make(game).unwrapped
    way(env)
    env.reset(seed=2)
    for _ in range(5):
        env.step(pick(env.action_masks(), random.Random(1)))
    twin = way(env)
    for _ in range(10):
        action = pick(env.action_masks(), random.Random(2))
        one, two = env.step(action), twin.step(action)
        assert one[1:] == two[1:] and all((one[0][name] == two[0][name]).all() for name in one[0])
        if one[2] or one[3]:
            break


@pytest.mark.parametrize("game", GAMES)
def test_many_at_once(game):
    envs = gymnasium.make_vec(IDS[game], num_envs=3, vectorization_mode="sync", **SETUPS[game])
    observations, _ = envs.reset(seed=1)
    for _ in range(10):
        observations, *_ = envs.step(np.array([pick(mask) for mask in observations["action_mask"]]))
    assert observations["observation"].shape[0] == 3


@pytest.mark.parametrize("game", GAMES)
def test_what_is_illegal(game):
    env = make(game).unwrapped
    env.reset(seed=1)
    wrong = int(env.action_masks().argmin())
    _, reward, terminated, truncated, info = env.step(wrong)
    assert (reward, terminated, truncated, info["result"]) == (-1.0, True, False, "illegal")
    with pytest.raises(gaslamp.Illegal, match="reset begins one"):
        env.step(wrong)
    env = make(game, illegal="raise").unwrapped
    env.reset(seed=1)
    with pytest.raises(gaslamp.Illegal, match="not legal now"):
        env.step(wrong)
    for action, error in ((-1, gaslamp.Illegal), (10**6, gaslamp.Illegal), (None, TypeError), (0.0, TypeError)):
        with pytest.raises(error):
            env.step(action)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"side": "green"}, ValueError, "no side 'green'"),
        ({"side": "red", "seat": 1}, ValueError, "not both"),
        ({"side": "red", "red": "random"}, ValueError, "red learns"),
        ({"red": "random"}, ValueError, "red learns"),
        ({"seat": 10}, gaslamp.GaslampError, "no seat 10"),
        ({"seat": -1}, ValueError, "seat"),
        ({"seat": 1.5}, TypeError, "seat"),
        ({"side": "black", "red": "nobody"}, gaslamp.GaslampError, "unknown agent"),
        ({"illegal": "ignore"}, ValueError, "illegal"),
        ({"render_mode": "rgb_array"}, ValueError, "render_mode"),
        ({"history": 0}, ValueError, "history"),
        ({"nothing": 1}, TypeError, "no set-up 'nothing'"),
    ],
)
def test_wrong_arguments(arguments, error, words):
    with pytest.raises(error, match=words):
        gaslamp.gymnasium.MafiaEnv(**arguments)


def test_order():
    env = gaslamp.gymnasium.MafiaEnv(render_mode="ansi")
    for call in (env.action_masks, env.render, env.record, lambda: env.step(0)):
        with pytest.raises(gaslamp.Illegal, match="reset begins one"):
            call()
    for wrong, error in ((-1, ValueError), (0.5, TypeError)):
        with pytest.raises(error, match="seed"):
            env.reset(seed=wrong)


@pytest.mark.parametrize("game", GAMES)
def test_whoever_has_lost_by_an_illegal_action_has_nothing_to_do(game):
    env = make(game).unwrapped
    env.reset(seed=3)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    observation, reward, terminated, _, info = env.step(illegal)
    assert (reward, terminated, info["result"]) == (-1.0, True, "illegal")
    assert env.action_masks().nonzero()[0].tolist() == [0] == observation["action_mask"].nonzero()[0].tolist()
