"""The PettingZoo environments: its own tests, and what they do not ask."""

import copy
import pickle
import random
import types
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.test.max_cycles_test import max_cycles_test
from pettingzoo.test.state_test import state_test
from pettingzoo.utils import parallel_to_aec
from pettingzoo.utils.wrappers import BaseParallelWrapper

import gaslamp
from gaslamp.pettingzoo import mafia_v0
from tables import GAMES, SETUPS, SIDES, pick, play, zoo

KINDS = ["env", "raw_env"]
# PettingZoo's own games with masks have dicts, too, and are excused by name.
EXCUSED = "Observation is not a NumPy array|Observation space for each agent probably should be"


@pytest.fixture(autouse=True)
def strict():
    """Whatever PettingZoo warns of is a failure."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        warnings.filterwarnings("ignore", EXCUSED, UserWarning)
        yield


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", GAMES)
class TestOfPettingZoo:
    def test_api(self, game, kind):
        api_test(getattr(zoo(game), kind)(**SETUPS[game]), num_cycles=100)

    def test_seed(self, game, kind):
        seed_test(lambda: getattr(zoo(game), kind)(**SETUPS[game]), num_cycles=20)

    def test_state(self, game, kind):
        state_test(getattr(zoo(game), kind)(**SETUPS[game]), zoo(game).parallel_env(**SETUPS[game]))

    def test_render(self, game, kind, capsys):
        is_picture = {"svg": lambda result: result.startswith("<svg") and result.rstrip().endswith("</svg>")}
        render_test(lambda render_mode: getattr(zoo(game), kind)(render_mode=render_mode, **SETUPS[game]), is_picture)
        assert capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
class TestOfPettingZooInParallel:
    def test_api(self, game):
        parallel_api_test(zoo(game).parallel_env(**SETUPS[game]), num_cycles=100)

    def test_seed(self, game):
        parallel_seed_test(lambda: zoo(game).parallel_env(**SETUPS[game]), num_cycles=50)

    def test_max_cycles(self, game):
        """PettingZoo draws ids without masks, and counts in steps of everybody together."""

        class Masked(BaseParallelWrapper):
            def reset(self, seed=None, options=None):
                self.seen, infos = self.env.reset(seed, options)
                return self.seen, infos

            def step(self, actions):
                actions = {agent: int(self.seen[agent]["action_mask"].argmax()) for agent in actions}
                self.seen, *rest = self.env.step(actions)
                return self.seen, *rest

        def parallel_env(**arguments):
            return Masked(zoo(game).parallel_env(**SETUPS[game], **arguments))

        max_cycles_test(types.SimpleNamespace(parallel_env=parallel_env, env=lambda **a: parallel_to_aec(parallel_env(**a))))


@pytest.mark.parametrize("game", GAMES)
def test_turns_are_broken_off(game):
    env = zoo(game).env(max_cycles=6, **SETUPS[game])
    env.reset(seed=1)
    assert len(list(play(env, random.Random(1)))) == 6
    assert set(env.truncations.values()) == {True} and set(env.terminations.values()) == {False}
    assert set(env.rewards.values()) == {0.0}


@pytest.mark.parametrize("game", GAMES)
def test_scores_come_at_the_end_to_all(game):
    for seed in range(5):
        env = zoo(game).env(**SETUPS[game])
        env.reset(seed=seed)
        for _ in play(env, random.Random(seed)):
            if not env.terminations[env.agent_selection]:
                assert set(env.rewards.values()) == {0.0} and len(env.agents) == len(env.possible_agents)
        assert set(env.terminations.values()) == {True} and set(env.truncations.values()) == {False}
        assert list(env.rewards.values()) == env._table.scores and env.rewards == env._cumulative_rewards
        assert gaslamp.Record.parse(env.record()).result == env._table.result
        told = {}
        for agent in env.agent_iter():
            _, told[agent], *_ = env.last()
            env.step(None)
        assert list(told.values()) == env._table.scores and env.agents == []


@pytest.mark.parametrize("game", GAMES)
def test_turns_and_parallel_are_the_same_games(game):
    turns, together = zoo(game).env(**SETUPS[game]), zoo(game).parallel_env(**SETUPS[game])
    dice = random.Random(4)
    turns.reset(seed=4)
    observations, infos = together.reset(seed=4)
    for _ in range(120):
        for agent in turns.agents:
            seen = turns.observe(agent)
            assert all((seen[name] == array).all() for name, array in observations[agent].items())
        assert infos == turns.infos
        actor = turns.agent_selection
        action = pick(turns.observe(actor)["action_mask"], dice)
        turns.step(action)
        observations, rewards, terminations, truncations, infos = together.step(
            {**dict.fromkeys(together.agents, 0), actor: action}
        )
        told = (turns.rewards, turns.terminations, turns.truncations)
        assert told == (rewards, terminations, truncations)
        if turns.terminations[turns.agent_selection]:
            assert together.agents == []
            break


@pytest.mark.parametrize("game", GAMES)
def test_masks(game):
    env = zoo(game).env(**SETUPS[game])
    env.reset(seed=2)
    for _ in play(env, random.Random(2), steps=60):
        for agent in env.agents:
            mask = env.observe(agent)["action_mask"]
            if agent != env.agent_selection or env.terminations[agent]:
                assert mask[0] == 1 and mask.sum() == 1
            else:
                assert sorted(np.flatnonzero(mask)) == env._table.legal()


@pytest.mark.parametrize("game", GAMES)
def test_seeds(game):
    env, other = zoo(game).env(**SETUPS[game]), zoo(game).env(**SETUPS[game])
    env.reset(seed=9)
    assert env.seeds == (9, 0)
    first = env.state()
    env.reset()
    assert env.seeds == (9, 1) and (env.state() != first).any()
    env.reset(seed=9)
    assert (env.state() == first).all()
    env, other = zoo(game).env(**SETUPS[game]), zoo(game).env(**SETUPS[game])
    env.reset()
    other.reset()
    assert env.seeds[0] != other.seeds[0]
    other.reset(seed=env.seeds[0])
    assert (env.state() == other.state()).all()


@pytest.mark.parametrize("game", GAMES)
def test_agents_at_some_of_the_seats(game):
    side, other = SIDES[game]
    env = zoo(game).env(**SETUPS[game], **{other: "random"})
    together = zoo(game).parallel_env(**SETUPS[game], **{other: "random"})
    for seed in range(3):
        env.reset(seed=seed)
        observations, infos = together.reset(seed=seed)
        learners = [agent for seat, agent in enumerate(env.possible_agents) if env._table.side(seat) == side]
        assert env.agents == together.agents == learners == list(observations) == list(infos) == list(env.infos)
        assert all(agent in learners for agent in play(env, random.Random(seed)))
        assert set(env.rewards) == set(learners)
    env = zoo(game).env(**SETUPS[game], **{side: "random"}, seats={0: "learner", 1: "random"})
    env.reset(seed=1)
    assert "player_0" in env.agents and "player_1" not in env.agents


def test_api_with_agents():
    for game in GAMES:
        env = zoo(game).env(**SETUPS[game], **{SIDES[game][0]: "random"})
        env.reset(seed=1)
        list(play(env, random.Random(1)))


@pytest.mark.parametrize("way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("agents", [False, True], ids=["alone", "agents"])
@pytest.mark.parametrize("game", GAMES)
def test_copies_go_on_alike(game, agents, way):
    others = {SIDES[game][1]: "random"} if agents else {}
    env = zoo(game).env(**SETUPS[game], **others)
    way(env).reset(seed=1)
    env.reset(seed=3)
    list(play(env, random.Random(3), steps=17))
    twin = way(env)
    assert twin.agent_selection == env.agent_selection and twin.seeds == env.seeds
    dice = [random.Random(5), random.Random(5)]
    for one, two in zip(play(env, dice[0], steps=60), play(twin, dice[1], steps=60)):
        assert one == two and (env.state() == twin.state()).all()
    assert env.record() == twin.record() and env.rewards == twin.rewards


@pytest.mark.parametrize("game", GAMES)
def test_what_is_illegal(game):
    env = zoo(game).env(**SETUPS[game])
    env.reset(seed=1)
    actor = env.agent_selection
    wrong = int(env.last()[0]["action_mask"].argmin())
    env.step(wrong)
    assert env.rewards == {agent: -1.0 if agent == actor else 0.0 for agent in env.agents}
    assert all(env.terminations.values())
    together = zoo(game).parallel_env(**SETUPS[game])
    together.reset(seed=1)
    _, rewards, terminations, _, _ = together.step({actor: wrong})
    assert rewards == env.rewards and all(terminations.values()) and together.agents == []

    env = zoo(game).env(illegal="raise", **SETUPS[game])
    env.reset(seed=1)
    before = env.state()
    with pytest.raises(gaslamp.Illegal, match="not legal now"):
        env.step(wrong)
    assert (env.state() == before).all() and env.agent_selection == actor
    together = zoo(game).parallel_env(illegal="raise", **SETUPS[game])
    together.reset(seed=1)
    with pytest.raises(gaslamp.Illegal, match="not legal now"):
        together.step({actor: wrong})


@pytest.mark.parametrize(
    ("action", "error"),
    [
        (None, TypeError),
        (0.0, TypeError),
        ("0", TypeError),
        ([0], TypeError),
        (np.float32(0), TypeError),
        (-1, gaslamp.Illegal),
        (95, gaslamp.Illegal),
        (2**70, OverflowError),
    ],
)
def test_what_is_no_action(action, error):
    env = mafia_v0.env()
    env.reset(seed=1)
    with pytest.raises(error):
        env.step(action)
    together = mafia_v0.parallel_env()
    together.reset(seed=1)
    with pytest.raises(error):
        together.step({env.agent_selection: action})
    for integer in (np.int8(0), np.uint64(0), np.int64(0)):
        env.step(integer)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"render_mode": "rgb_array"}, ValueError, "render_mode"),
        ({"illegal": "ignore"}, ValueError, "illegal"),
        ({"max_cycles": 0}, ValueError, "max_cycles"),
        ({"max_cycles": -1}, ValueError, "max_cycles"),
        ({"max_cycles": 0.5}, TypeError, "max_cycles"),
        ({"history": 0}, ValueError, "history"),
        ({"history": -1}, ValueError, "history"),
        ({"red": "nobody"}, gaslamp.GaslampError, "unknown agent"),
        ({"good": "random"}, TypeError, "no set-up 'good'"),
        ({"seats": {12: "random"}}, gaslamp.GaslampError, "no seat 12"),
        ({"rules": {"nothing": 1}}, gaslamp.GaslampError, "unknown rule"),
    ],
)
@pytest.mark.parametrize("kind", ["env", "raw_env", "parallel_env"])
def test_wrong_arguments(kind, arguments, error, words):
    with pytest.raises(error, match=words):
        getattr(mafia_v0, kind)(**arguments)


def test_order():
    env, together = mafia_v0.env(), mafia_v0.parallel_env()
    with pytest.raises(AttributeError, match="before reset"):
        env.last()
    with pytest.raises(AttributeError, match="before reset"):
        env.observe("player_0")
    with pytest.raises(AttributeError, match="before reset"):
        env.render()
    for wrong, error in ((-1, ValueError), (2**64, ValueError), (0.5, TypeError), ("x", TypeError)):
        with pytest.raises(error, match="seed"):
            env.reset(seed=wrong)
    with pytest.raises(gaslamp.Illegal, match="reset begins one"):
        env.step(0)
    with pytest.raises(gaslamp.Illegal, match="reset begins one"):
        together.step({"player_0": 0})
    env.reset(seed=1)
    with pytest.raises(KeyError):
        env.observe("player_10")
    list(play(env, random.Random(1)))
    with pytest.raises(ValueError, match="None"):
        env.step(0)
    for _ in range(10):
        env.step(None)
    with pytest.raises(gaslamp.Illegal, match="reset begins one"):
        env.step(None)
    together.reset(seed=1)
    with pytest.raises(ValueError, match="unknown agents: player_10"):
        together.step({"player_0": 0, "player_10": 0})
    with pytest.raises(ValueError, match="player_0 is to act"):
        together.step({"player_1": 0})


def test_a_table_of_agents_only():
    env = mafia_v0.env(red="random", black="random")
    with pytest.raises(RuntimeError, match="no learner"):
        env.reset(seed=1)


def test_spaces_are_alike_and_kept():
    env = mafia_v0.env(history=100)
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.observation_space(agent) == env.observation_space("player_0")
        assert env.action_space(agent) is env.action_space(agent)
    assert env.observation_space("player_0")["observation"].shape == (100,)
    assert str(env) == "mafia_v0" and env.metadata["is_parallelizable"]
