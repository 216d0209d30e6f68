"""How many steps a second learners get from Python, for each game and each way to play it.

    python crates/python/benchmarks/speed.py [--seconds 1.0] [--threads 1]

Everybody plays at random. A step of Mafia is an action; in the other games it is one token of an action. If OpenSpiel is installed, its
ten-seat game of social deduction is played in the same way.
"""

import argparse
import random
import time

import gymnasium
import numpy as np

import gaslamp.gymnasium
from gaslamp import botc, lorcana, mafia
from gaslamp.pettingzoo import botc_v0, lorcana_v0, mafia_v0

GAMES = {
    "mafia": (mafia, mafia_v0, "gaslamp/Mafia-v0", {}),
    "botc": (botc, botc_v0, "gaslamp/Botc-v0", {"players": 9}),
    "lorcana": (lorcana, lorcana_v0, "gaslamp/Lorcana-v0", {}),
}


def measured(play, seconds):
    """Steps a second: the best of three, since what slows a run down is never the game."""
    play(seconds / 10)
    best = 0.0
    for _ in range(3):
        start = time.perf_counter()
        steps = play(seconds / 3)
        best = max(best, steps / (time.perf_counter() - start))
    return best


def until(seconds):
    """Goes on for some time."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        yield


def pick(mask):
    """A random legal id."""
    legal = mask.nonzero()[0]
    return legal[int(random.random() * len(legal))]


def batch(module, games, setup, **arguments):
    """A batch, whose own dice draw."""
    games = module.Batch(games, seed=1, **arguments, **setup)
    ids = np.zeros(len(games), np.int32)

    def play(seconds):
        steps = 0
        for _ in until(seconds):
            for _ in range(20):
                games.sample(ids)
                games.step(ids)
            steps += 20 * len(games)
        return steps

    return play


def turns(env):
    """An AEC environment as its loop is usually written."""

    def play(seconds):
        steps = 0
        for _ in until(seconds):
            env.reset()
            for _ in env.agent_iter():
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    break
                env.step(pick(observation["action_mask"]))
                steps += 1
        return steps

    return play


def together(env):
    """A parallel environment: everybody else gives the id 0."""

    def play(seconds):
        steps = 0
        for _ in until(seconds):
            observations, _ = env.reset()
            while env.agents:
                actions = {agent: pick(seen["action_mask"]) for agent, seen in observations.items()}
                observations, *_ = env.step(actions)
                steps += 1
        return steps

    return play


def alone(env):
    """A Gymnasium environment against random agents."""

    def play(seconds):
        steps = 0
        for _ in until(seconds):
            observation, _ = env.reset()
            is_over = False
            while not is_over:
                observation, _, terminated, truncated, _ = env.step(pick(observation["action_mask"]))
                is_over = terminated or truncated
                steps += 1
        return steps

    return play


def states(module, setup, is_read):
    """States as OpenSpiel has them; whoever is to act may read its tokens before."""

    def play(seconds):
        steps = 0
        for _ in until(seconds):
            state = module.new_initial_state(**setup)
            while not state.is_terminal():
                if is_read and not state.is_chance_node():
                    state.information_state_tokens(state.current_player())
                legal = state.legal_actions()
                state.apply_action(legal[int(random.random() * len(legal))])
                steps += 1
        return steps

    return play


def spiel(pyspiel, is_read):
    """OpenSpiel's own ten-seat game."""
    game = pyspiel.load_game("social_deduction", {"players": 10})

    def play(seconds):
        steps = 0
        for _ in until(seconds):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, odds = zip(*state.chance_outcomes())
                    state.apply_action(random.choices(outcomes, odds)[0])
                    continue
                if is_read:
                    state.observation_string(state.current_player())
                legal = state.legal_actions()
                state.apply_action(legal[int(random.random() * len(legal))])
                steps += 1
        return steps

    return play


def show(name, play, seconds):
    """Measures and prints one line."""
    try:
        print(f"{name:42} {measured(play, seconds):>14,.0f} steps/s", flush=True)
    except Exception as error:
        print(f"{name:42} {error}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--games", choices=GAMES, nargs="*", default=list(GAMES))
    wanted = parser.parse_args()
    for name in wanted.games:
        module, zoo, gym, setup = GAMES[name]
        batches = {"threads": wanted.threads}
        show(f"{name} batch of 1024, masks", batch(module, 1024, setup, tokens=False, **batches), wanted.seconds)
        show(f"{name} batch of 256, masks and tokens", batch(module, 256, setup, **batches), wanted.seconds)
        show(f"{name} PettingZoo raw_env", turns(zoo.raw_env(**setup)), wanted.seconds)
        show(f"{name} PettingZoo env", turns(zoo.env(**setup)), wanted.seconds)
        show(f"{name} PettingZoo parallel_env", together(zoo.parallel_env(**setup)), wanted.seconds)
        one = gymnasium.make(gym, **setup)
        show(f"{name} Gymnasium, bare", alone(one.unwrapped), wanted.seconds)
        show(f"{name} Gymnasium, as made", alone(one), wanted.seconds)
        show(f"{name} State", states(module, setup, False), wanted.seconds)
        show(f"{name} State, with tokens", states(module, setup, True), wanted.seconds)
    try:
        import pyspiel
    except ImportError:
        return
    show("OpenSpiel social_deduction", spiel(pyspiel, False), wanted.seconds)
    show("OpenSpiel social_deduction, with strings", spiel(pyspiel, True), wanted.seconds)


if __name__ == "__main__":
    main()
