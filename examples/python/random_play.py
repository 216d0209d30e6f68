"""Random players at all three games: an environment of PettingZoo, and thousands of games at once.

    python random_play.py --game botc --steps 2000
"""

from __future__ import annotations

import argparse
import importlib
import time

import numpy as np

GAMES = ("mafia", "botc", "lorcana")


def one_game(game: str, seed: int) -> None:
    """A game in an environment, decision by decision."""
    env = importlib.import_module(f"gaslamp.pettingzoo.{game}_v0").env()
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    decisions, scores = 0, {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            scores[info["name"]] = reward
            env.step(None)
            continue
        legal = observation["action_mask"].nonzero()[0]
        env.step(int(rng.choice(legal)))
        decisions += 1
    print(f"one game of {game}: {decisions} decisions, scores {scores}")


def many_games(game: str, games: int, steps: int, seed: int) -> None:
    """Games that are stepped together; one that is over is replaced at once."""
    batch = importlib.import_module(f"gaslamp.{game}").Batch(games, seed)
    over = 0
    start = time.perf_counter()
    for _ in range(steps):
        batch.step(batch.sample())
        over += int(batch.done.sum())
    seconds = time.perf_counter() - start
    print(f"{games} games of {game} together: {over} are over after {steps} steps, {games * steps / seconds:,.0f} steps/s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=GAMES, help="one of them; all if none is named")
    parser.add_argument("--games", type=int, default=256, help="how many at once")
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for game in [args.game] if args.game else GAMES:
        one_game(game, args.seed)
        many_games(game, args.games, args.steps, args.seed)


if __name__ == "__main__":
    main()
