"""A dataset of what reasoning players do, and how often they are silent.

    pip install "gaslamp[parquet]"
    python dataset.py --games 1000 --directory games

Repeat the command to go on after Ctrl-C, or with more games to add to it. polars, pandas and DuckDB read the files as they are.
"""

from __future__ import annotations

import argparse
from collections import Counter

import gaslamp
from gaslamp import mafia


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--directory", default="mafia-games")
    parser.add_argument("--agents", default="reasoning")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    written = gaslamp.dataset.write("mafia", args.directory, args.games, seed=args.seed, agents=args.agents)
    print(f"{written.played} games played now, {written.games} are there")

    taken: Counter[str] = Counter()
    length = 0
    for tokens, mask, action in gaslamp.dataset.steps(args.directory):
        assert mask[action]
        length = max(length, len(tokens))
        taken[mafia.ACTIONS[action].split("->")[0]] += 1
    total = sum(taken.values())
    print(f"{total} decisions, the longest after {length} tokens")
    for verb, count in taken.most_common():
        print(f"{100 * count / total:5.1f} %  {verb}")

    game = next(gaslamp.dataset.records(args.directory))
    print(game, game.result)


if __name__ == "__main__":
    main()
