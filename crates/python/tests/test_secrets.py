"""What learners are given depends on nothing but what their seat may know.

The view of a seat, as the record gives it, is the key; the arrays and infos of the environments are the value. Quiet games of many deals are
played, in which views look alike for long though the deals differ: the same key must always have the same value.
"""

import json
import random
import re

import gymnasium
import pytest

import gaslamp
import gaslamp.gymnasium  # Registers the environments.
from tables import GAMES, SETUPS, SIDES, module, pick, zoo

# Games, steps of each, and how often an action is left to chance.
COURSES = {"mafia": (16, 45, 0.05), "botc": (40, 50, 0.15), "lorcana": (60, 60, 0.1)}


def quiet(game, mask, dice, odds):
    """Mostly the first id, which is to end the turn, to pass or to keep the hand."""
    return pick(mask, dice) if dice.random() < odds else int(mask.argmax())


def other_deal(env, dice):
    """The deal with the deck of one player in another order.

    Cards of Lorcana have names of their own, so two players would hardly ever be dealt the same by chance.
    """
    player = dice.choice(["p1", "p2"])

    def mixed(found):
        cards = found[2].split(",")
        return f"{found[1]}({','.join(dice.sample(cards, len(cards)))})"

    return re.sub(rf"(shuffles->{player})\(([^)]*)\)", mixed, env.record())


def views(env):
    """What every seat may know, but for the tokens, which are what is tested."""
    record = gaslamp.Record.parse(env.record())
    seen = {}
    for agent, name in zip(env.possible_agents, record.names):
        view = record.view(name)
        del view["observation"]
        seen[agent] = json.dumps(view, sort_keys=True)
    return seen


def value(observation, info):
    """All that a learner is given, as bytes."""
    return json.dumps(info, sort_keys=True).encode() + b"".join(
        name.encode() + array.tobytes() for name, array in observation.items()
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_same_view_is_always_the_same_observation(game):
    games, steps, odds = COURSES[game]
    setup = {"history": 96, **SETUPS[game]}
    turns, together = zoo(game).raw_env(**setup), zoo(game).parallel_env(**setup)
    known, met_again = {}, 0
    dice = random.Random(1)
    for seed in range(games):
        if game == "lorcana":
            seed %= 2
        turns.reset(seed=seed)
        observations, infos = together.reset(seed=seed)
        if game == "lorcana":
            deal = other_deal(turns, dice)
            turns._table.resume(deal)
            together._table.resume(deal)
            observations = together._observe_all()
        written, actions = [], turns._table.steps
        seen = views(turns)
        for _ in range(steps):
            for agent in turns.agents:
                own = tuple(written) if agent == turns.agent_selection else ()
                given = value(turns.observe(agent), turns.infos[agent])
                assert given == value(observations[agent], infos[agent])
                record = turns.record()
                first, where = known.setdefault((seen[agent], own), (given, record))
                assert given == first, f"{agent} can tell these apart:\n{record}\n{where}"
                met_again += record != where
            agent = turns.agent_selection
            if turns.terminations[agent] or turns.truncations[agent]:
                break
            action = quiet(game, turns.observe(agent)["action_mask"], dice, odds)
            turns.step(action)
            observations, *_, infos = together.step({**dict.fromkeys(together.agents, 0), agent: action})
            before, actions = actions, turns._table.steps
            if before == actions:
                written.append(action)
            else:
                written = []
                seen = views(turns)
    # The test is worth something only if different games look alike.
    assert met_again > 300, met_again


@pytest.mark.parametrize("game", GAMES)
def test_a_player_who_writes_is_not_overheard(game):
    """While an action is being written, nobody else is given anything new."""
    env = zoo(game).raw_env(history=96, **SETUPS[game])
    dice = random.Random(2)
    env.reset(seed=3)
    for _ in range(150):
        actor = env.agent_selection
        if env.terminations[actor] or env.truncations[actor]:
            break
        before = {agent: value(env.observe(agent), env.infos[agent]) for agent in env.agents}
        steps = env._table.steps
        env.step(pick(env.observe(actor)["action_mask"], dice))
        if env._table.steps == steps:
            after = {agent: value(env.observe(agent), env.infos[agent]) for agent in env.agents}
            assert env.agent_selection == actor
            assert {agent for agent in env.agents if before[agent] != after[agent]} == {actor}


@pytest.mark.parametrize("game", GAMES)
def test_infos_are_names(game):
    env = zoo(game).raw_env(**SETUPS[game])
    env.reset(seed=1)
    names = module(game).Batch(1, threads=1, **SETUPS[game]).names
    assert env.infos == {agent: {"name": name} for agent, name in zip(env.possible_agents, names)}


@pytest.mark.parametrize(("game", "least"), [("mafia", 100), ("botc", 10)])
def test_one_player_among_agents(game, least):
    """The same for Gymnasium, where agents of the engine sit at the other seats."""
    others = {side: "random" for side in SIDES[game]}
    env = gymnasium.make(f"gaslamp/{game.capitalize()}-v0", seat=0, history=96, **SETUPS[game], **others).unwrapped
    known, met_again = {}, 0
    for seed in range(150):
        observation, info = env.reset(seed=seed)
        record = env.record()
        view = gaslamp.Record.parse(record).view(0 if game == "mafia" else 1)
        del view["observation"]
        given = value(observation, info)
        first, where = known.setdefault(json.dumps(view, sort_keys=True), (given, record))
        assert given == first, f"these can be told apart:\n{record}\n{where}"
        met_again += record != where
    assert met_again > least, met_again
