"""Small set-ups of the three games, and ways to play them."""

import importlib
import random

import numpy as np

# Little decks make short games, and hands that often look alike.
DECK = "6*tipo_growing_son,6*mickey_mouse_brave_little_tailor"
SETUPS = {
    "mafia": {},
    "botc": {"players": 5},
    "lorcana": {"decks": (DECK, "8*tipo_growing_son,4*mickey_mouse_brave_little_tailor")},
}
GAMES = list(SETUPS)
# The id that does nothing more: END_TURN, PASS, END_TURN.
QUIET = {"mafia": 0, "botc": 0, "lorcana": None}
SIDES = {"mafia": ("red", "black"), "botc": ("good", "evil"), "lorcana": ("p1", "p2")}


def module(game):
    """gaslamp.mafia, …"""
    return importlib.import_module(f"gaslamp.{game}")


def zoo(game):
    """gaslamp.pettingzoo.mafia_v0, …"""
    return importlib.import_module(f"gaslamp.pettingzoo.{game}_v0")


def pick(mask, dice=random):
    """A random legal id."""
    legal = np.flatnonzero(mask)
    return int(legal[int(dice.random() * len(legal))])


def play(env, dice, steps=10**6):
    """Plays an AEC environment at random; yields after every step."""
    for _ in range(steps):
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            return
        env.step(pick(env.observe(agent)["action_mask"], dice))
        yield agent
