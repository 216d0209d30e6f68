"""MaskablePPO learns to play one side of Mafia against agents of the engine.

    pip install "gaslamp[gymnasium]" sb3-contrib
    python maskable_ppo.py --side black --against random

The environment is used as it is; only the network's first layer is ours, since tokens are words and no measurements: each of the first tokens
(who am I, who is on my team) and the sum of all that followed become vectors.
"""

from __future__ import annotations

import argparse
import math
import time

import gaslamp.gymnasium  # noqa: F401 (registers the environments)
import gymnasium
import numpy as np
import torch
from gaslamp import mafia
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv

FIRST = 12
"""The tokens that tell a player who they are."""


class Words(BaseFeaturesExtractor):
    """The first tokens one by one, all later ones as a bag of words, and the mask."""

    def __init__(self, space: gymnasium.spaces.Dict, width: int = 24) -> None:
        super().__init__(space, FIRST * width + width + space["action_mask"].shape[0])
        self.first = torch.nn.Embedding(mafia.PADDING + 1, width, padding_idx=mafia.PADDING)
        self.later = torch.nn.EmbeddingBag(mafia.PADDING + 1, width, mode="sum", padding_idx=mafia.PADDING)

    def forward(self, seen: dict[str, torch.Tensor]) -> torch.Tensor:
        tokens = seen["observation"].long()
        first = self.first(tokens[:, :FIRST]).flatten(1)
        later = self.later(tokens[:, FIRST:]) / 16
        return torch.cat([first, later, seen["action_mask"].float()], dim=1)


def make(side: str, against: str) -> gymnasium.Env:
    other = {"black": "red", "red": "black"}[side]
    return gymnasium.make("gaslamp/Mafia-v0", side=side, **{other: against})


def won(model: MaskablePPO | None, side: str, against: str, games: int, seed: int) -> tuple[float, float, float]:
    """The share of games that the side wins, with its 95 % interval (Wilson's); without a model it plays at random."""
    env, rng, wins = make(side, against), np.random.default_rng(seed), 0
    for game in range(games):
        observation, _ = env.reset(seed=1_000_000 * (seed + 1) + game)
        over, reward = False, 0.0
        while not over:
            mask = env.unwrapped.action_masks()
            if model is None:
                action = rng.choice(mask.nonzero()[0])
            else:
                action, _ = model.predict(observation, action_masks=mask, deterministic=False)
            observation, reward, terminated, truncated, _ = env.step(int(action))
            over = terminated or truncated
        wins += reward > 0
    rate, z = wins / games, 1.96
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    return rate, middle - half, middle + half


def said(who: str, result: tuple[float, float, float]) -> str:
    rate, low, high = (100 * part for part in result)
    return f"{who:<8} wins {rate:5.1f} % ({low:.1f} to {high:.1f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--side", choices=("black", "red"), default="black")
    parser.add_argument("--against", default="random", help="who plays the other side: random, heuristic or reasoning")
    parser.add_argument("--steps", type=int, default=300_000, help="decisions to learn from")
    parser.add_argument("--games", type=int, default=400, help="games to measure with, before and after")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="where the model goes")
    args = parser.parse_args()

    # One thread is the fastest for a network this small.
    torch.set_num_threads(1)
    print(said("random", won(None, args.side, args.against, args.games, args.seed)), flush=True)
    envs = DummyVecEnv([lambda: make(args.side, args.against)] * 16)
    model = MaskablePPO(
        "MultiInputPolicy", envs, n_steps=256, batch_size=512, n_epochs=4, gamma=0.999, gae_lambda=0.98,
        learning_rate=1e-3, ent_coef=0.01, seed=args.seed,
        policy_kwargs={"features_extractor_class": Words, "net_arch": [128]},
    )
    start = time.perf_counter()
    model.learn(args.steps)
    seconds = time.perf_counter() - start
    print(f"learned for {seconds:.0f} s, {model.num_timesteps / seconds:.0f} decisions/s")
    print(said("learned", won(model, args.side, args.against, args.games, args.seed)))
    if args.save:
        model.save(args.save)


if __name__ == "__main__":
    main()
